"""The math dialect: mathematical functions on integers and floating-point numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.arith.attributes import FAST_MATH, ROUNDING_MODE
from sdyopt.dialects.arith.ops import SAME_TYPES, infer_comparison, same_types, words
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.type_kinds import BOOL_LIKE, FLOAT_LIKE, SIGNLESS_INTEGER_LIKE
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify import verification as relations

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

__all__ = ["DIALECT"]


# The operations of math: functions of numbers, and of each element of tensors and vectors of numbers.

_PURE = ("Elementwise", "Pure")


def _of(
    table: dict[str, str], *operands: str, kind: TypeConstraint = FLOAT_LIKE, attributes: Sequence[Attr] = (FAST_MATH,)
) -> list[OpDef]:
    """Returns operations whose operands and results have one type, by their names, with what they do."""
    return [same_types(f"math.{name}", operands, kind, attributes, about=about) for name, about in table.items()]


class FastMathOfTest(Directive):
    """`fastmath<nnan>`, since jaxlib 0.11.2; before, the flags are among the other attributes."""

    written_if_strict = (FAST_MATH.name,)

    @staticmethod
    def parse(parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        if since("0.11.2") and parser.consume_if("fastmath"):
            state.properties[FAST_MATH.name] = FAST_MATH.constraint.parse(parser)

    @staticmethod
    def write(writer: Writer, op: Operation) -> None:
        flags = op.properties.get(FAST_MATH.name, FAST_MATH.default)
        if since("0.11.2") and flags is not FAST_MATH.default:
            assert FAST_MATH.constraint.write is not None
            writer.text(f" fastmath{FAST_MATH.constraint.write(flags)}")


def _test(name: str, about: str) -> OpDef:
    return OpDef(
        f"math.{name}",
        operands=[Operand("operand", FLOAT_LIKE)],
        results=[Result("result", BOOL_LIKE)],
        attributes=[FAST_MATH],
        traits=_PURE,
        format="$operand `` custom<FastMathOfTest>() attr-dict `:` type($operand)",
        infer=infer_comparison,
        verifiers=[relations.i1_of_shape("operand"), relations.elementwise],
        about=about,
    )


_OF_ONE = {
    "absf": "The absolute value of a floating-point number.",
    "acos": "The arc cosine.",
    "acosh": "The inverse hyperbolic cosine.",
    "asin": "The arc sine.",
    "asinh": "The inverse hyperbolic sine.",
    "atan": "The arc tangent.",
    "atanh": "The inverse hyperbolic tangent.",
    "cbrt": "The cube root.",
    "ceil": "The number rounded up to an integer.",
    "cos": "The cosine.",
    "cosh": "The hyperbolic cosine.",
    "erf": "The error function.",
    "erfc": "The complementary error function, one minus `erf`.",
    "exp": "The exponential.",
    "exp2": "The exponential with base two.",
    "expm1": "The exponential minus one.",
    "floor": "The number rounded down to an integer.",
    "log": "The natural logarithm.",
    "log10": "The logarithm with base ten.",
    "log1p": "The natural logarithm of one plus the number.",
    "log2": "The logarithm with base two.",
    "round": "The number rounded to the nearest integer; halves away from zero.",
    "roundeven": "The number rounded to the nearest integer; halves to the even one.",
    "rsqrt": "One divided by the square root.",
    "sin": "The sine.",
    "sinh": "The hyperbolic sine.",
    "sqrt": "The square root.",
    "tan": "The tangent.",
    "tanh": "The hyperbolic tangent.",
    "trunc": "The number rounded to an integer towards zero.",
}

_OF_TWO = {
    "atan2": "The arc tangent of a quotient, in the quadrant of its two numbers.",
    "copysign": "The first number with the sign of the second.",
    "powf": "The first number to the power of the second.",
}

_OF_AN_INTEGER = {
    "absi": "The absolute value of an integer.",
    "ctlz": "The number of zeros before the first one among the bits.",
    "ctpop": "The number of ones among the bits.",
    "cttz": "The number of zeros after the last one among the bits.",
}

_OF_INTEGERS = {"ipowi": "The first integer to the power of the second."}

_TESTS = {
    "isfinite": "Whether the number is neither infinite nor NaN.",
    "isinf": "Whether the number is infinite.",
    "isnan": "Whether the number is NaN.",
    "isnormal": "Whether the number is neither zero, denormal, infinite nor NaN.",
}

FMA = same_types("math.fma", ["a", "b", "c"], FLOAT_LIKE, [FAST_MATH, ROUNDING_MODE])
"""The product of two numbers plus a third, rounded once."""

CLAMPF = OpDef(
    "math.clampf",
    operands=[Operand(name, FLOAT_LIKE) for name in ("value", "min", "max")],
    results=[Result("result", FLOAT_LIKE)],
    attributes=[FAST_MATH],
    traits=_PURE,
    format=f"$value `to` ` ` `[` $min `,` $max `]` {words([FAST_MATH])} type($result)",
    verifiers=SAME_TYPES,
)
"""The number, or the limit that it exceeds."""

FPOWI = OpDef(
    "math.fpowi",
    operands=[Operand("lhs", FLOAT_LIKE), Operand("rhs", SIGNLESS_INTEGER_LIKE)],
    results=[Result("result", FLOAT_LIKE)],
    attributes=[FAST_MATH],
    traits=_PURE,
    format=f"$lhs `,` $rhs {words([FAST_MATH])} type($lhs) `,` type($rhs)",
    infer=lambda state: state.types.__setitem__("result", state.types["lhs"]),
    verifiers=[
        relations.all_types_match("lhs", "result"),
        relations.same_operands_and_result_shape,
        relations.elementwise,
    ],
)
"""The floating-point number to the power of an integer."""

SINCOS = OpDef(
    "math.sincos",
    operands=[Operand("operand", FLOAT_LIKE)],
    results=[Result("sin", FLOAT_LIKE), Result("cos", FLOAT_LIKE)],
    attributes=[FAST_MATH],
    traits=_PURE,
    format=f"$operand {words([FAST_MATH])} type($operand)",
    result_names=lambda op: ["sin", "cos"],
    verifiers=SAME_TYPES,
)
"""The sine and the cosine."""

_INTEGERS: Any = {"kind": SIGNLESS_INTEGER_LIKE, "attributes": ()}
OPERATIONS: tuple[OpDef, ...] = (
    *_of(_OF_ONE, "operand"),
    *_of(_OF_TWO, "lhs", "rhs"),
    *_of(_OF_AN_INTEGER, "operand", **_INTEGERS),
    *_of(_OF_INTEGERS, "lhs", "rhs", **_INTEGERS),
    *[_test(name, about) for name, about in _TESTS.items()],
    *(FMA, CLAMPF, FPOWI, SINCOS),
)
"""All of them."""

DIALECT = Dialect("math", OPERATIONS, directives=[FastMathOfTest])
