"""Arithmetic on floating-point numbers, much of which folds."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.dialects.arith.attributes import CMPF_PREDICATES, ROUNDING_MODES, FastMathFlagsAttr
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS, FloatFormat
from tools.generator.builder import Block

FORMATS = ("f32", "f32", "f32", "f16", "f64", "bf16", *FLOAT_FORMATS)
INTEGERS = ("i1", "i3", "i8", "i8", "i32", "i64", "i128")
SHAPES = ("{}", "{}", "{}", "tensor<4x{}>", "vector<2x{}>", "tensor<{}>", "tensor<2x0x{}>")
NUMBERS = ("0.0", "-0.0", "1.0", "1.0", "-1.0", "0.5", "1.5", "2.0", "-2.5", "3.0", "0.1", "1.0e-40", "300.0", "3.0e9")

ROUNDED = ("addf", "subf", "mulf", "divf")
BINARY = ("addf", "subf", "mulf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf")
UNARY = ("arith.negf", "arith.negf", "arith.flush_denormals", "math.absf", "math.ceil", "math.floor", "math.roundeven")
OF_LIBRARY = ("exp", "exp2", "log", "log2", "round", "rsqrt", "sin", "cos", "sqrt", "trunc")
"""Functions of math that most versions of the C library round in the same way."""
OF_F64 = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cosh", "erf", "erfc", "expm1", "log10", "log1p")
TESTS = ("isfinite", "isinf", "isnan", "isnormal")


class FloatOperations:
    """What is written into a block: operations on numbers in a few formats and of one shape."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.random = random = block.random
        self.shape = random.choice(SHAPES)
        self.formats = random.choices(FORMATS, k=random.choice((1, 2, 3)))
        self.integers = {random.choice(INTEGERS)}

    def of(self, element: str) -> str:
        """Returns the type of values with such elements."""
        return self.shape.format(element)

    def value(self, element: str) -> str:
        """Returns a value, mostly a new one."""
        return self.block.value(self.of(element)).name

    def format(self) -> str:
        """Returns a format of which there are values."""
        return self.random.choice(self.formats)

    def add(self, text: str, element: str) -> str:
        """Appends an operation whose result has such elements."""
        return self.block.made(text, self.of(element)).name

    def fast_math(self, *often: str) -> str:
        """Returns fast-math flags, mostly none."""
        if self.random.random() < 0.7:
            return ""
        flags = self.random.sample(FastMathFlagsAttr.cases, self.random.choice((1, 2))) + list(often)
        return f" fastmath<{','.join(sorted(set(flags), key=FastMathFlagsAttr.cases.index))}>"

    def rounding(self) -> str:
        """Returns a rounding mode, mostly none."""
        return f" {self.random.choice(ROUNDING_MODES)}" if self.random.random() < 0.2 else ""

    def number(self, format: FloatFormat) -> str:
        """Returns a literal of a number."""
        if self.random.random() < 0.75:
            return self.random.choice(NUMBERS)
        special = (format.infinity(False), format.infinity(True), 0, 1, format.largest, self.random.getrandbits(8))
        bits = format.canonical(self.random.choice(special)) & ((1 << format.width) - 1)
        return f"0x{bits:0{(format.width + 3) // 4}X}"

    # Operations.

    def constant(self) -> None:
        if self.random.random() < 0.04:
            element = self.format()
            self.add(f"ub.poison : {self.of(element)}", element)
            return
        element = self.format()
        number = self.number(FLOAT_FORMATS[element])
        if "<" in self.shape:
            several = [self.number(FLOAT_FORMATS[element]) for _ in range(4 if "4" in self.shape else 2)]
            is_list = self.random.random() < 0.4 and self.shape in ("tensor<4x{}>", "vector<2x{}>")
            number = f"dense<[{', '.join(several)}]>" if is_list else f"dense<{number}>"
        self.add(f"arith.constant {number} : {self.of(element)}", element)

    def binary(self) -> None:
        name, element = self.random.choice(BINARY), self.format()
        rounding = self.rounding() if name in ROUNDED else ""
        often = ("nnan", "nsz") if self.random.random() < 0.5 else ()
        operands = f"{self.value(element)}, {self.value(element)}"
        self.add(f"arith.{name} {operands}{rounding}{self.fast_math(*often)} : {self.of(element)}", element)

    def unary(self) -> None:
        element = self.format()
        names = [*UNARY, *[f"math.{name}" for name in OF_LIBRARY]]
        if element != "f32":
            names += [f"math.{name}" for name in OF_F64]
        name = self.random.choice(names)
        self.add(f"{name} {self.value(element)}{self.fast_math()} : {self.of(element)}", element)

    def two_of_library(self) -> None:
        element = self.format()
        name = self.random.choice(("copysign", "powf", "powf") if element == "f32" else ("copysign", "powf", "atan2"))
        operands = f"{self.value(element)}, {self.value(element)}"
        self.add(f"math.{name} {operands}{self.fast_math()} : {self.of(element)}", element)

    def test(self) -> None:
        element = self.format()
        if self.random.random() < 0.3:
            name = self.random.choice(TESTS)
            text = f"math.{name} {self.value(element)} : {self.of(element)}"
        else:
            # The reference has no answer for a comparison of a converted integer by `false` or `true`.
            predicate = self.random.choice(CMPF_PREDICATES[1:-1])
            text = f"arith.cmpf {predicate}, {self.value(element)}, {self.value(element)} : {self.of(element)}"
        self.add(text, "i1")

    def cast(self) -> None:
        source, target = self.format(), self.format()
        if source == target:
            return
        widths = FLOAT_FORMATS[source].width, FLOAT_FORMATS[target].width
        often = ("contract",) if self.random.random() < 0.6 else ()
        value, types = self.value(source), f"{self.of(source)} to {self.of(target)}"
        if widths[0] < widths[1]:
            self.add(f"arith.extf {value}{self.fast_math(*often)} : {types}", target)
        else:
            name = "truncf" if widths[0] > widths[1] else "convertf"
            self.add(f"arith.{name} {value}{self.rounding()}{self.fast_math(*often)} : {types}", target)

    def of_integer(self) -> None:
        """Converts an integer, which may be extended before."""
        random, target = self.random, self.format()
        source = random.choice(sorted(self.integers))
        value = self.value(source)
        if random.random() < 0.5 and source not in ("i64", "i128"):
            wider, extension = random.choice(("i33", "i64")), random.choice(("extsi", "extui", "extui"))
            flag = " nneg" if extension == "extui" and random.random() < 0.3 else ""
            value = self.add(f"arith.{extension} {value}{flag} : {self.of(source)} to {self.of(wider)}", wider)
            source = wider
        conversion = random.choice(("sitofp", "uitofp"))
        flag = " nneg" if conversion == "uitofp" and random.random() < 0.2 else ""
        self.add(f"arith.{conversion} {value}{flag} : {self.of(source)} to {self.of(target)}", target)

    def to_integer(self) -> None:
        source, target = self.format(), self.random.choice(INTEGERS)
        self.integers.add(target)
        name = self.random.choice(("fptosi", "fptoui"))
        self.add(f"arith.{name} {self.value(source)} : {self.of(source)} to {self.of(target)}", target)

    def select(self) -> None:
        element = self.format()
        values = f"{self.value('i1')}, {self.value(element)}, {self.value(element)}"
        condition = f"{self.of('i1')}, " if "<" in self.shape else ""
        self.add(f"arith.select {values} : {condition}{self.of(element)}", element)


STEPS: tuple[Callable[[FloatOperations], None], ...] = (
    *[FloatOperations.constant] * 5,
    *[FloatOperations.binary] * 4,
    *[FloatOperations.unary] * 3,
    FloatOperations.two_of_library,
    *[FloatOperations.test] * 2,
    *[FloatOperations.cast] * 3,
    *[FloatOperations.of_integer] * 2,
    FloatOperations.to_integer,
    FloatOperations.select,
)


def fill(block: Block) -> None:
    """Writes operations on numbers in up to three formats."""
    program = FloatOperations(block)
    for _ in range(block.random.choice((3, 5, 8, 14))):
        block.random.choice(STEPS)(program)
