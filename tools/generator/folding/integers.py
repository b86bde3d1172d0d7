"""Random modules with arithmetic on integers to fold: `module(seed)`."""

from __future__ import annotations

from random import Random

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.arith.attributes import CMPI_PREDICATES
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


class Function:
    """A function under construction, on values of one shape."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shape = random.choice(SHAPES)
        self.elements = random.choice(ELEMENTS)
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {element: [] for element in self.elements}
        self.arguments: list[str] = []
        self.last = ""
        """The first result of the last operation."""
        for element in (*self.elements, random.choice(self.elements)):
            name = f"%a{len(self.arguments)}"
            self.arguments.append(f"{name}: {self.type(element)}")
            self.values[element].append(name)
        if self.shape:
            self.arguments.append("%condition: i1")

    def type(self, element: str) -> str:
        """Returns the type of values with these elements."""
        return self.shape.format(element) if self.shape else element

    def value(self, element: str) -> str:
        """Returns a value, mostly a recent one."""
        known = self.values[element]
        return self.random.choice(known[-3:] if self.random.random() < 0.7 else known)

    def add(self, line: str, *elements: str) -> None:
        """Adds an operation whose results have these elements."""
        names = [f"%v{len(self.lines)}_{index}" for index in range(len(elements))]
        self.lines.append(f"  {', '.join(names)} = {line}")
        for name, element in zip(names, elements, strict=True):
            self.values.setdefault(element, []).append(name)
        self.last = names[0]

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
            self.selection(element, chosen, self.values["i1"][-1])

    def selection(self, element: str, operands: str = "", condition: str = "") -> None:
        """Adds a selection."""
        operands = operands or f"{self.value(element)}, {self.value(element)}"
        type = self.type(element)
        if self.shape and not condition and self.random.random() < 0.4:
            self.add(f"arith.select %condition, {operands} : {type}", element)
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
        self.add(f"arith.{name} {value}, {self.values[element][-1]} : {type}", element)

    def text(self, name: str, visibility: str = "") -> str:
        """Returns the function."""
        random = self.random
        values = [(value, element) for element, values in self.values.items() for value in values]
        latest = [(values[-1], element) for element, values in self.values.items()]
        chosen = values if random.random() < 0.3 else latest
        returned = random.sample(chosen, min(len(chosen), random.choice((1, 2, 3, 5))))
        names = ", ".join([value for value, _ in returned])
        types = ", ".join([self.type(element) for _, element in returned])
        body = "\n".join(self.lines)
        arguments = ", ".join(self.arguments)
        return f"func.func {visibility}@{name}({arguments}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n"


def function(random: Random) -> Function:
    """Returns a function of operations, many of which fold."""
    made = Function(random)
    additions = (
        *(made.constant,) * 6,
        *(made.binary,) * 8,
        *(made.cast,) * 4,
        *(made.comparison,) * 3,
        *(made.selection,) * 3,
        made.inversion,
        made.extended,
    )
    for _ in range(random.choice((2, 4, 8, 12))):
        element = random.choice(made.elements)
        if random.random() < 0.4:
            random.choice(CHAINS)(made, element)
        else:
            random.choice(additions)(element)
    return made


def module(seed: int) -> str:
    """Returns a function on integers; sometimes a private one that another calls with constants."""
    random = Random(f"folding integers {seed}")
    callee = function(random)
    if callee.shape or random.random() < 0.7:
        return callee.text("f")
    text = callee.text("g", "private ")
    types = [argument.partition(": ")[2] for argument in callee.arguments]
    lines = []
    for index, type in enumerate(types):
        suffix = "" if type == "i1" else f" : {type}"
        lines.append(f"  %c{index} = arith.constant {callee.number(type)}{suffix}\n")
    passed = ", ".join([random.choice((f"%a{index}", f"%c{index}")) for index in range(len(types))])
    results = text.partition(" -> ")[2].partition(" {")[0]
    count = results.count(",") + 1
    values = "%r" if count == 1 else f"%r:{count}"
    returned = "%r" if count == 1 else ", ".join([f"%r#{index}" for index in range(count)])
    return (
        f"func.func @f({', '.join(callee.arguments)}) -> {results} {{\n{''.join(lines)}"
        f"  {values} = call @g({passed}) : ({', '.join(types)}) -> {results}\n"
        f"  return {returned} : {results[1:-1]}\n}}\n{text}"
    )
