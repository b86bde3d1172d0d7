"""Arithmetic on integers, much of which folds."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.arith.attributes import CMPI_PREDICATES
from tools.generator.builder import Block
from tools.generator.folding.integer_chains import CHAINS, width

SHAPES = (
    "",
    "",
    "",
    "",
    "",
    "tensor<4x{}>",
    "vector<2x{}>",
    "tensor<2x0x{}>",
    "tensor<?x{}>",
    "tensor<{}>",
    "vector<[4]x{}>",
)
ELEMENTS = (
    ("i1", "i8", "i16"),
    ("i1", "i8", "i16", "index"),
    ("i1", "i32", "i64", "index"),
    ("i1", "i4", "i8", "i128", "index"),
)
"""The types of the elements of one module: `i1`, and others."""
NUMBERS = (0, 0, 0, 1, 1, 1, -1, -1, 2, 3, 4, 7, 8, -128, 127, 1000)
FLAGGED = {"addi", "muli", "subi", "shli", "trunci"}
EXACT = {"divsi", "divui", "shrsi", "shrui"}
BINARY = [
    op.name.removeprefix("arith.")
    for op in REGISTRY.all_operations().values()
    if op.dialect == "arith"
    and op.name.endswith("i")
    and op.name != "arith.cmpi"
    and len(op.operands) == 2
    and len(op.results) == 1
]
"""The operations on two integers of one type whose results have that type."""
FREQUENT = ("addi", "addi", "subi", "subi", "muli", "andi", "ori", "xori", "xori")
EXTENDED = ("addui_extended", "subui_extended", "mulsi_extended", "mului_extended")


class IntegerOperations:
    """What is written into a block: operations on integers of one shape."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.random = random = block.random
        self.shape = random.choice(SHAPES)
        self.elements = random.choice(ELEMENTS)
        self.latest = {element: self.value(element) for element in self.elements}
        """The newest value of each element."""
        self.last = ""
        """The first result of the last operation."""

    def type(self, element: str) -> str:
        """Returns the type of values with this element."""
        return self.shape.format(element) if self.shape else element

    def value(self, element: str) -> str:
        """Returns a value, mostly a recent one."""
        return self.block.value(self.type(element)).name

    def add(self, line: str, *elements: str) -> None:
        """Adds an operation whose results have these elements."""
        values = self.block.several(line, [self.type(element) for element in elements])
        self.latest |= {element: value.name for element, value in zip(elements, values, strict=True)}
        self.last = values[0].name

    def number(self, element: str) -> str:
        """Returns the text of a number."""
        bits = width(element)
        value = self.random.choice(NUMBERS) % (1 << bits)
        if bits == 1:
            return "true" if value else "false"
        return str(value - (1 << bits) if value >> (bits - 1) else value)

    def bit(self, element: str) -> str:
        """Adds 0 or 1, if the shape is known, and returns a value."""
        if "?" in self.shape:
            return self.value(element)
        number = self.random.choice(("0", "1") if element != "i1" else ("false", "true"))
        type = self.type(element)
        suffix = "" if type == "i1" else f" : {type}"
        self.add(f"arith.constant {f'dense<{number}>' if self.shape else number}{suffix}", element)
        return self.last

    def constant(self, element: str) -> str:
        """Adds a constant, if the shape is known; returns its name."""
        random, type = self.random, self.type(element)
        if random.random() < 0.04:
            self.add(f"ub.poison : {type}", element)
        elif not self.shape:
            suffix = "" if element == "i1" else f" : {type}"
            self.add(f"arith.constant {self.number(element)}{suffix}", element)
        elif "?" not in type:
            text = self.number(element)
            if "4x" in type and "[" not in type and random.random() < 0.4:
                text = f"[{', '.join([self.number(element) for _ in range(4)])}]"
            dialect = (
                "stablehlo"
                if "tensor" in type and element not in ("i128", "index") and random.random() < 0.1
                else "arith"
            )
            self.add(f"{dialect}.constant dense<{text}> : {type}", element)
        else:
            return ""
        return self.last

    def binary(self, element: str) -> None:
        """Adds an operation on two integers."""
        random = self.random
        name = random.choice(FREQUENT if random.random() < 0.5 else BINARY)
        flags = ""
        if random.random() < 0.3:
            flags = " overflow<nsw>" if name in FLAGGED else " exact" if name in EXACT else ""
            flags = random.choice((flags, flags.replace("nsw", "nuw"), flags.replace("nsw", "nsw, nuw")))
        self.add(f"arith.{name} {self.value(element)}, {self.value(element)}{flags} : {self.type(element)}", element)

    def extended(self, element: str) -> None:
        """Adds an operation with two results."""
        name = self.random.choice(EXTENDED)
        operands, type = f"{self.value(element)}, {self.value(element)}", self.type(element)
        if name.startswith("mul"):
            self.add(f"arith.{name} {operands} : {type}", element, element)
        else:
            self.add(f"arith.{name} {operands} : {type}, {self.type('i1')}", element, "i1")

    def comparison(self, element: str) -> None:
        """Adds a comparison."""
        predicate = self.random.choice(CMPI_PREDICATES)
        operands = f"{self.value(element)}, {self.value(element)}"
        self.add(f"arith.cmpi {predicate}, {operands} : {self.type(element)}", "i1")
        if self.random.random() < 0.5:
            chosen = operands if self.random.random() < 0.5 else ", ".join(operands.split(", ")[::-1])
            self.selection(element, chosen, self.latest["i1"])

    def selection(self, element: str, operands: str = "", condition: str = "") -> None:
        """Adds a selection."""
        operands = operands or f"{self.value(element)}, {self.value(element)}"
        type = self.type(element)
        if self.shape and not condition and self.random.random() < 0.4:
            self.add(f"arith.select {self.block.value('i1').name}, {operands} : {type}", element)
            return
        types = f"{self.type('i1')}, {type}" if self.shape else type
        self.add(f"arith.select {condition or self.value('i1')}, {operands} : {types}", element)

    def cast(self, element: str) -> None:
        """Adds a cast from a type to another one."""
        random = self.random
        result = random.choice([other for other in self.elements if other != element])
        is_not_negative = random.choice(("", "", " nneg"))
        if "index" in (element, result):
            name = random.choice(("index_cast", "index_castui"))
        elif width(element) < width(result):
            name = random.choice(("extsi", "extui"))
        else:
            name = "trunci"
        flags = is_not_negative if name in ("extui", "index_castui") else ""
        if name == "trunci" and random.random() < 0.2:
            flags = random.choice((" overflow<nsw>", " overflow<nuw>"))
        types = f"{self.type(element)} to {self.type(result)}"
        self.add(f"arith.{name} {self.value(element)}{flags} : {types}", result)

    def inversion(self, element: str) -> None:
        """Adds an inversion of all bits, or a product with -1."""
        type = self.type(element)
        if "?" in type:
            return
        ones = "true" if element == "i1" else "-1"
        suffix = "" if element == "i1" and not self.shape else f" : {type}"
        value = self.value(element)
        self.add(f"arith.constant {f'dense<{ones}>' if self.shape else ones}{suffix}", element)
        name = self.random.choice(("xori", "xori", "muli"))
        self.add(f"arith.{name} {value}, {self.latest[element]} : {type}", element)


def fill(block: Block) -> None:
    """Writes operations on integers."""
    made = IntegerOperations(block)
    additions = (
        *(made.constant,) * 6,
        *(made.binary,) * 8,
        *(made.cast,) * 4,
        *(made.comparison,) * 3,
        *(made.selection,) * 3,
        made.inversion,
        made.extended,
    )
    for _ in range(block.random.choice((2, 4, 8, 12))):
        element = block.random.choice(made.elements)
        if block.chance(0.4):
            block.random.choice(CHAINS)(made, element)
        else:
            block.random.choice(additions)(element)
