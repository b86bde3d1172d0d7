"""The math dialect: mathematical functions on integers and floating-point numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.dialects.arith.attributes import FAST_MATH, ROUNDING_MODE
from sdyopt.dialects.arith.ops import SAME_TYPES, infer_comparison, same_types, words
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import Operand, Result
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


def _unary(name: str) -> OpDef:
    return same_types(f"math.{name}", ["operand"], FLOAT_LIKE, [FAST_MATH])


def _binary(name: str) -> OpDef:
    return same_types(f"math.{name}", ["lhs", "rhs"], FLOAT_LIKE, [FAST_MATH])


def _of_integers(name: str, *operands: str) -> OpDef:
    return same_types(f"math.{name}", operands, SIGNLESS_INTEGER_LIKE)


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


def _test(name: str) -> OpDef:
    return OpDef(
        f"math.{name}",
        operands=[Operand("operand", FLOAT_LIKE)],
        results=[Result("result", BOOL_LIKE)],
        attributes=[FAST_MATH],
        traits=_PURE,
        format="$operand `` custom<FastMathOfTest>() attr-dict `:` type($operand)",
        infer=infer_comparison,
        verifiers=[relations.i1_of_shape("operand"), relations.elementwise],
    )


ABSF = _unary("absf")
"""The absolute value of a floating-point number."""
ACOS = _unary("acos")
"""The arc cosine."""
ACOSH = _unary("acosh")
"""The inverse hyperbolic cosine."""
ASIN = _unary("asin")
"""The arc sine."""
ASINH = _unary("asinh")
"""The inverse hyperbolic sine."""
ATAN = _unary("atan")
"""The arc tangent."""
ATANH = _unary("atanh")
"""The inverse hyperbolic tangent."""
CBRT = _unary("cbrt")
"""The cube root."""
CEIL = _unary("ceil")
"""The number rounded up to an integer."""
COS = _unary("cos")
"""The cosine."""
COSH = _unary("cosh")
"""The hyperbolic cosine."""
ERF = _unary("erf")
"""The error function."""
ERFC = _unary("erfc")
"""The complementary error function, one minus `erf`."""
EXP = _unary("exp")
"""The exponential."""
EXP2 = _unary("exp2")
"""The exponential with base two."""
EXPM1 = _unary("expm1")
"""The exponential minus one."""
FLOOR = _unary("floor")
"""The number rounded down to an integer."""
LOG = _unary("log")
"""The natural logarithm."""
LOG10 = _unary("log10")
"""The logarithm with base ten."""
LOG1P = _unary("log1p")
"""The natural logarithm of one plus the number."""
LOG2 = _unary("log2")
"""The logarithm with base two."""
ROUND = _unary("round")
"""The number rounded to the nearest integer; halves away from zero."""
ROUNDEVEN = _unary("roundeven")
"""The number rounded to the nearest integer; halves to the even one."""
RSQRT = _unary("rsqrt")
"""One divided by the square root."""
SIN = _unary("sin")
"""The sine."""
SINH = _unary("sinh")
"""The hyperbolic sine."""
SQRT = _unary("sqrt")
"""The square root."""
TAN = _unary("tan")
"""The tangent."""
TANH = _unary("tanh")
"""The hyperbolic tangent."""
TRUNC = _unary("trunc")
"""The number rounded to an integer towards zero."""

ATAN2 = _binary("atan2")
"""The arc tangent of a quotient, in the quadrant of its two numbers."""
COPYSIGN = _binary("copysign")
"""The first number with the sign of the second."""
POWF = _binary("powf")
"""The first number to the power of the second."""

ABSI = _of_integers("absi", "operand")
"""The absolute value of an integer."""
CTLZ = _of_integers("ctlz", "operand")
"""The number of zeros before the first one among the bits."""
CTPOP = _of_integers("ctpop", "operand")
"""The number of ones among the bits."""
CTTZ = _of_integers("cttz", "operand")
"""The number of zeros after the last one among the bits."""
IPOWI = _of_integers("ipowi", "lhs", "rhs")
"""The first integer to the power of the second."""

ISFINITE = _test("isfinite")
"""Whether the number is neither infinite nor NaN."""
ISINF = _test("isinf")
"""Whether the number is infinite."""
ISNAN = _test("isnan")
"""Whether the number is NaN."""
ISNORMAL = _test("isnormal")
"""Whether the number is neither zero, denormal, infinite nor NaN."""

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

OPERATIONS: tuple[OpDef, ...] = tuple([definition for definition in vars().values() if isinstance(definition, OpDef)])
"""All of them."""


DIALECT = Dialect("math", OPERATIONS, directives=[FastMathOfTest])
