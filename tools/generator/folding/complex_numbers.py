"""Arithmetic on complex numbers, much of which folds."""

from __future__ import annotations

from collections.abc import Callable

from tools.generator.builder import Block

PARTS = ("f32", "f32", "f64", "f16")
NUMBERS = ("0.0", "0.0", "-0.0", "1.0", "1.0", "-1.0", "2.5", "0x{nan}", "1.0e300")
NANS = {"f16": "7E01", "f32": "FFC00000", "f64": "7FF8000000000001"}
UNARY = ("neg", "neg", "conj", "conj", "exp", "log", "exp", "log", "sqrt", "sin", "sign", "expm1")
BINARY = ("add", "sub", "add", "sub", "mul", "div", "pow")
OTHERS = {"f16": ("i32", "f32"), "f32": ("i64", "f64"), "f64": ("i128",)}
"""The types with the bits of a complex number of a part."""


class ComplexOperations:
    """What is written into a block: operations on complex numbers, their parts, and numbers with the same bits."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.random = block.random
        self.part = self.random.choice(PARTS)
        self.complex = f"complex<{self.part}>"

    def value(self, type: str) -> str:
        """Returns a value, mostly a new one."""
        return self.block.value(type).name

    def add(self, text: str, type: str) -> None:
        """Appends an operation whose result has that type."""
        self.block.made(text, type)

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


STEPS: tuple[Callable[[ComplexOperations], None], ...] = (
    *[ComplexOperations.constant] * 3,
    *[ComplexOperations.unary] * 4,
    *[ComplexOperations.binary] * 4,
    *[ComplexOperations.create] * 2,
    *[ComplexOperations.take_parts] * 3,
    *[ComplexOperations.cast] * 3,
    ComplexOperations.compare,
    ComplexOperations.negate_part,
)


def fill(block: Block) -> None:
    """Writes operations on complex numbers."""
    program = ComplexOperations(block)
    for _ in range(block.random.choice((3, 5, 8, 14))):
        block.random.choice(STEPS)(program)
