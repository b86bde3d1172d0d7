"""Random programs of functions with operations of all families that call each other: `module(seed)`.

Some arguments are constants, some calls are indirect or in a region that relies on a witness, and casts undo each
other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

SIGNATURE = re.compile(r"^func\.func @f\((.*?)\) -> (.*?) \{$", re.MULTILINE)
DECLARATION = re.compile(r"^func\.func private @\w+\(.*\n", re.MULTILINE)
ARGUMENT = re.compile(r"%\w+: ((?:[^,<]|<[^<>]*>)+)")


def constant(random: Random, type: str) -> str | None:
    """Returns a constant of a type, if it is one of those that have a short form."""
    if type == "i1":
        return f"arith.constant {random.choice(('true', 'false'))}"
    if type == "index" or re.fullmatch(r"i\d+", type):
        return f"arith.constant {random.choice((0, 1, 1, 2))} : {type}"
    if re.fullmatch(r"b?f(16|32|64)", type):
        return f"arith.constant {random.choice(('0.0', '1.0', '-2.5'))} : {type}"
    if re.fullmatch(r"(tensor|vector)<[\dx]*x(i\d+|index)>", type):
        return f"arith.constant dense<{random.choice((0, 1))}> : {type}"
    if type == "!shape.size":
        return f"shape.const_size {random.choice((0, 1, 4))}"
    if type == "!shape.witness":
        return f"shape.const_witness {random.choice(('true', 'false'))}"
    return f"shape.const_shape {random.choice(('[]', '[2, 3]'))} : {type}" if type == "!shape.shape" else None


class Function:
    """The name and the types of a function."""

    def __init__(self, name: str, arguments: Sequence[str], results: Sequence[str]) -> None:
        self.name, self.arguments, self.results = name, arguments, results

    @property
    def type(self) -> str:
        """Its type."""
        return f"({', '.join(self.arguments)}) -> ({', '.join(self.results)})"


class Caller:
    """A function that calls others."""

    def __init__(self, random: Random, arguments: Sequence[str]) -> None:
        self.random = random
        self.lines: list[str] = []
        self.types = {f"%a{number}": type for number, type in enumerate(arguments)}
        self.count = 0

    def add(self, text: str, types: Sequence[str]) -> list[str]:
        """Adds an operation with results of these types, and returns those."""
        names = [f"%r{self.count + number}" for number in range(len(types))]
        self.count += len(types)
        self.lines.append(f"  {', '.join(names)} = {text}" if names else f"  {text}")
        return names

    def value(self, type: str) -> str:
        """Returns a value of a type, or a constant."""
        text = constant(self.random, type)
        known = [name for name, has in self.types.items() if has == type]
        if text is not None and (not known or self.random.random() < 0.5):
            return self.add(text, [type])[0]
        name = self.random.choice(known)
        if self.random.random() < 0.15:
            other = self.random.choice((type, "i3"))
            (cast,) = self.add(f"builtin.unrealized_conversion_cast {name} : {type} to {other}", [other])
            (name,) = self.add(f"builtin.unrealized_conversion_cast {cast} : {other} to {type}", [type])
        return name

    def call(self, callee: Function) -> None:
        """Adds a call, or one in a region."""
        operands = ", ".join([self.value(type) for type in callee.arguments])
        kind = self.random.random()
        if kind < 0.15:
            (function,) = self.add(f"func.constant @{callee.name} : {callee.type}", [""])
            names = self.add(f"func.call_indirect {function}({operands}) : {callee.type}", callee.results)
        elif kind < 0.3:
            witness = self.value("!shape.witness")
            outer, self.lines = self.lines, []
            inner = self.add(f"func.call @{callee.name}({operands}) : {callee.type}", callee.results)
            yielded = f" {', '.join(inner)} : {', '.join(callee.results)}" if inner else ""
            body, self.lines = self.lines, outer
            results = f" -> ({', '.join(callee.results)})" if inner else ""
            region = "\n".join(
                [f"shape.assuming {witness}{results} {{", *body, f"  shape.assuming_yield{yielded}", "}"]
            )
            names = self.add(region, callee.results)
        else:
            names = self.add(f"func.call @{callee.name}({operands}) : {callee.type}", callee.results)
        self.types |= dict(zip(names, callee.results, strict=True))


def module(seed: int) -> str:
    """Returns functions of several families, and some that call them."""
    from tools.generator.folding import FAMILIES

    random = Random(f"folding programs {seed}")
    parts: dict[str, None] = {}
    callees: list[Function] = []
    for number in range(random.choice((1, 2, 3))):
        generate: Callable[[int], str] = random.choice(FAMILIES)
        text = generate(random.randrange(1 << 20))
        parts |= dict.fromkeys(DECLARATION.findall(text))
        found = SIGNATURE.search(text)
        assert found is not None
        arguments = ARGUMENT.findall(found[1])
        results = re.findall(r"(?:[^,<()\s]|<[^<>]*>)+", found[2])
        callees.append(Function(f"f{number}", arguments, results))
        visibility = random.choice(("", "private ", "private "))
        parts[DECLARATION.sub("", text).replace("func.func @f(", f"func.func {visibility}@f{number}(")] = None
    for name in ("g", "main")[random.choice((0, 1)) :]:
        called = [random.choice(callees) for _ in range(random.choice((1, 2, 3)))]
        arguments = ["!shape.witness", *[type for one in called for type in one.arguments]]
        caller = Caller(random, arguments)
        for one in called:
            caller.call(one)
        names = random.sample(list(caller.types), min(len(caller.types), random.choice((1, 2, 4))))
        types = [caller.types[name] for name in names]
        head = ", ".join([f"%a{number}: {type}" for number, type in enumerate(arguments)])
        visibility = "private " if name == "g" and random.random() < 0.7 else ""
        last = f"  return {', '.join(names)} : {', '.join(types)}"
        lines = [f"func.func {visibility}@{name}({head}) -> ({', '.join(types)}) {{", *caller.lines, last, "}\n"]
        parts["\n".join(lines)] = None
        callees.append(Function(name, arguments, types))
    return "".join(parts)
