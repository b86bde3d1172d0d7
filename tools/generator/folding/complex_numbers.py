"""Random modules with arithmetic on complex numbers to fold: `module(seed)`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

PARTS = ("f32", "f32", "f64", "f16")
NUMBERS = ("0.0", "0.0", "-0.0", "1.0", "1.0", "-1.0", "2.5", "0x{nan}", "1.0e300")
NANS = {"f16": "7E01", "f32": "FFC00000", "f64": "7FF8000000000001"}
UNARY = ("neg", "neg", "conj", "conj", "exp", "log", "exp", "log", "sqrt", "sin", "sign", "expm1")
BINARY = ("add", "sub", "add", "sub", "mul", "div", "pow")
OTHERS = {"f16": ("i32", "f32"), "f32": ("i64", "f64"), "f64": ("i128",)}
"""The types with the bits of a complex number of a part."""


class Program:
    """The body of a function of complex numbers, their parts, and other numbers with the same bits."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.part = random.choice(PARTS)
        self.complex = f"complex<{self.part}>"
        self.lines: list[str] = []
        self.values = {self.complex: ["%z", "%w"], self.part: ["%x", "%y"]}
        for other in OTHERS[self.part]:
            self.values.setdefault(other, []).append(f"%b{other}")
        self.arguments = [(name, type) for type, names in self.values.items() for name in names]

    def value(self, type: str) -> str:
        """Returns a value, mostly a new one."""
        values = self.values[type]
        return self.random.choice(values[-3:] if self.random.random() < 0.7 else values)

    def add(self, text: str, type: str) -> None:
        """Appends an operation whose result has that type."""
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        self.values.setdefault(type, []).append(name)

    def number(self) -> str:
        return self.random.choice(NUMBERS).format(nan=NANS[self.part])

    def constant(self) -> None:
        kind = self.random.random()
        if kind < 0.06:
            self.add(f"ub.poison : {self.complex}", self.complex)
        elif kind < 0.3:
            self.add(f"arith.constant {self.number()} : {self.part}", self.part)
        else:
            parts = f"[{self.number()} : {self.part}, {self.number()} : {self.part}]"
            self.add(f"complex.constant {parts} : {self.complex}", self.complex)

    def unary(self) -> None:
        name = self.random.choice(UNARY)
        self.add(f"complex.{name} {self.value(self.complex)} : {self.complex}", self.complex)

    def binary(self) -> None:
        name = self.random.choice(BINARY)
        operands = f"{self.value(self.complex)}, {self.value(self.complex)}"
        flags = " fastmath<nnan>" if self.random.random() < 0.2 else ""
        self.add(f"complex.{name} {operands}{flags} : {self.complex}", self.complex)

    def create(self) -> None:
        self.add(f"complex.create {self.value(self.part)}, {self.value(self.part)} : {self.complex}", self.complex)

    def take_parts(self) -> None:
        names = self.random.choice((("re", "im"), ("re", "im"), ("re",), ("im",), ("abs",), ("angle",)))
        value = self.value(self.complex)
        for name in names:
            self.add(f"complex.{name} {value} : {self.complex}", self.part)

    def compare(self) -> None:
        name = self.random.choice(("eq", "neq"))
        self.add(f"complex.{name} {self.value(self.complex)}, {self.value(self.complex)} : {self.complex}", "i1")

    def cast(self) -> None:
        types = (self.complex, *OTHERS[self.part])
        source, target = self.random.choice(types), self.random.choice(types)
        name = "complex" if self.complex in (source, target) else "arith"
        self.add(f"{name}.bitcast {self.value(source)} : {source} to {target}", target)

    def negate_part(self) -> None:
        self.add(f"arith.negf {self.value(self.part)} : {self.part}", self.part)


STEPS: tuple[Callable[[Program], None], ...] = (
    *[Program.constant] * 3,
    *[Program.unary] * 4,
    *[Program.binary] * 4,
    *[Program.create] * 2,
    *[Program.take_parts] * 3,
    *[Program.cast] * 3,
    Program.compare,
    Program.negate_part,
)


def module(seed: int) -> str:
    """Returns a function of operations on complex numbers."""
    random = Random(f"folding complex numbers {seed}")
    program = Program(random)
    for _ in range(random.choice((3, 5, 8, 14))):
        random.choice(STEPS)(program)
    types = {name: type for type, names in program.values.items() for name in names}
    returned = random.sample(list(types), min(len(types), random.choice((1, 2, 3, 5))))
    results = ", ".join(types[name] for name in returned)
    arguments = ", ".join(f"{name}: {type}" for name, type in program.arguments)
    body = "\n".join(f"  {line}" for line in program.lines)
    return f"func.func @f({arguments}) -> ({results}) {{\n{body}\n  return {', '.join(returned)} : {results}\n}}\n"
