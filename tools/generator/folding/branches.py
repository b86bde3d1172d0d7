"""Random functions of blocks that branch to each other, with much to simplify: `module(seed)`.

Blocks that only branch, or are alike; conditions that are constants, or that branches before depend on; arguments that
all branches pass the same value for, or that nothing uses.
"""

from __future__ import annotations

from random import Random

PARAMETERS = {"%a": "i32", "%b": "i32", "%p": "i1", "%q": "i1", "%t": "tensor<4xf32>"}
TYPES = ("i32", "i32", "i1", "tensor<4xf32>")
CALLEES = (
    "func.func private @none()\nfunc.func private @number(i32) -> i32\nfunc.func private @flag(i1)\n"
    "func.func private @choice(i1) -> i1\n"
)
CASES = (0, 0, 1, -1, 7)
"""The values of cases; they may come twice."""


class Function:
    """A function that is being written."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0
        self.blocks: list[tuple[str, ...]] = [()]
        for _ in range(random.randint(1, 6)):
            self.blocks.append(tuple(random.choices(TYPES, k=random.choice((0, 0, 1, 2)))))
        self.visible: dict[str, str] = {}

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def value(self, type: str) -> str:
        """A visible value of a type."""
        return self.random.choice([name for name, known in self.visible.items() if known == type])

    def operation(self) -> str:
        """An operation, most of which have effects."""
        random = self.random
        kind = random.choice(("none", "none", "number", "flag", "constant", "constant", "assert", "choice", "negate"))
        if kind == "none":
            return "func.call @none() : () -> ()"
        if kind == "flag":
            return f"func.call @flag({self.value('i1')}) : (i1) -> ()"
        if kind == "assert":
            return f'cf.assert {self.value("i1")}, "message"'
        name = self.name()
        if kind == "constant":
            type = random.choice(("i32", "i1"))
            line = f"{name} = arith.constant {random.choice(('true', 'false') if type == 'i1' else ('0', '1', '-1'))}"
            line += "" if type == "i1" else f" : {type}"
        elif kind == "negate":
            type = "tensor<4xf32>"
            line = f"{name} = stablehlo.negate {self.value(type)} : {type}"
        elif kind == "number":
            type = "i32"
            line = f"{name} = func.call @number({self.value('i32')}) : (i32) -> i32"
        else:
            type = "i1"
            line = f"{name} = func.call @choice({self.value('i1')}) : (i1) -> i1"
        self.visible[name] = type
        return line

    def target(self, number: int | None = None) -> str:
        """A block other than the first, with operands for its arguments."""
        if number is None:
            number = self.random.randint(1, len(self.blocks) - 1)
        types = self.blocks[number]
        if not types:
            return f"^bb{number}"
        operands = ", ".join([self.value(type) for type in types])
        return f"^bb{number}({operands} : {', '.join(types)})"

    def targets(self, count: int) -> list[str]:
        """Several blocks, which are one in some cases."""
        number = self.random.randint(1, len(self.blocks) - 1) if self.random.random() < 0.3 else None
        return [self.target(number) for _ in range(count)]

    def terminator(self) -> str:
        """What ends a block."""
        random = self.random
        kind = random.choice(("return", "return", "br", "br", "br", "cond_br", "cond_br", "switch", "unreachable"))
        note = random.choice(("", "", "", " {note}"))
        if kind == "br":
            return f"cf.br {self.target()}{note}"
        if kind == "cond_br":
            weights = random.choice(("", "", " weights([3, 1])"))
            condition = random.choice(("%p", "%p", self.value("i1")))
            return f"cf.cond_br {condition}{weights}, {', '.join(self.targets(2))}{note}"
        if kind == "switch":
            values = random.choices(CASES, k=random.randint(0, 3))
            targets = self.targets(len(values) + 1)
            cases = [f"default: {targets[0]}"]
            cases += [f"{value}: {target}" for value, target in zip(values, targets[1:], strict=True)]
            flag = random.choice(("%a", "%a", self.value("i32")))
            return f"cf.switch {flag} : i32, [{', '.join(cases)}]{note}"
        if kind == "unreachable" and random.random() < 0.7:
            return "ub.unreachable"
        return f"return {self.value('i32')} : i32"

    def text(self) -> str:
        random = self.random
        lines = [f"func.func @f({', '.join([f'{name}: {type}' for name, type in PARAMETERS.items()])}) -> i32 {{"]
        self.visible = dict(PARAMETERS)
        known = self.visible
        for number, types in enumerate(self.blocks):
            if number:
                arguments = {self.name(): type for type in types}
                listed = ", ".join([f"{name}: {type}" for name, type in arguments.items()])
                lines.append(f"^bb{number}({listed}):" if types else f"^bb{number}:")
                self.visible = known | arguments
            lines += ["  " + self.operation() for _ in range(random.choice((0, 0, 1, 2)))]
            lines.append("  " + self.terminator())
            if not number:
                known = self.visible
        return "\n".join([*lines, "}"])


def module(seed: int) -> str:
    """Returns a module with one function, in which later blocks mostly do what earlier ones do."""
    random = Random(f"folding branches {seed}")
    return CALLEES + Function(random).text() + "\n"
