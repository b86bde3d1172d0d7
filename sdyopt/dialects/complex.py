"""The complex dialect: complex numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.arith.attributes import FAST_MATH, OPTIONAL_FAST_MATH
from sdyopt.dialects.arith.ops import infer_from, same_types, words
from sdyopt.ir import attributes as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import BoolAttr, ComplexType, FloatAttr, FloatType, IntegerAttr, type_of
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import is_array_kind, parses
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, pure_op
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import ANY, FLOAT, I1, is_signless_integer
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, bit_width, rounded_double
from sdyopt.mlir.verify import verification as relations
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import float_literal

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

__all__ = ["DIALECT"]


# `#complex.number<:f32 1.0, 2.0>`: a complex number.


class NumberAttr(Attribute):
    """`#complex.number<:f32 1.0, 2.0> : complex<f32>`; both parts are bits of the type's elements."""

    real: int
    imaginary: int
    type: ComplexType


def _parse_number(parser: Parser) -> NumberAttr:
    """Reads `<:f32 1.0, 2.0>`. The numbers are read as f64 and then rounded."""
    parser.parse_literals("<", ":")
    at = parser.start
    if not isinstance(type := parser.parse_type(), FloatType):
        raise parser.say(f"expected a floating-point type, but got '{text_of(type)}'", at)
    real = parser.parse_float(FLOAT_FORMATS["f64"])
    parser.parse_token(",", "expected ','")
    imaginary = parser.parse_float(FLOAT_FORMATS["f64"])
    parser.parse_token(">", "expected '>'")
    float_format = FLOAT_FORMATS[type.name]
    return NumberAttr(rounded_double(real, float_format), rounded_double(imaginary, float_format), ComplexType(type))


def _written(number: NumberAttr) -> str:
    """The body, and after it the type, as after other attributes that have one."""
    part = number.type.element_type
    real, imaginary = float_literal(number.real, part), float_literal(number.imaginary, part)
    return f"<:{text_of(part)} {real}, {imaginary}> : {text_of(number.type)}"


NUMBER = AttributeDef(NumberAttr, "number", parse=_parse_number, write=_written)


# What complex asks of casts and constants.


def bitcast(op: Operation, context: Verification) -> None:
    """Both types are numbers with the same number of bits, and one is complex."""
    (source,), (result,) = op.signature.operand_types, op.signature.result_types
    if source is result:
        return
    for what, type in (("operand", source), ("result", result)):
        if not isinstance(type, (t.IntegerType, t.FloatType, t.ComplexType)):
            context.error(op, f"{what} must be int/float/complex")
    if isinstance(source, t.ComplexType) == isinstance(result, t.ComplexType):
        context.error(op, "requires that either input or output has a complex type")
    context.error_if(op, bit_width(source) != bit_width(result), "casting bitwidths do not match")


def constant(op: Operation, context: Verification) -> None:
    """The value has two parts, which are numbers of the type of the result's elements."""
    value: Any = op.properties["value"]
    (result,) = op.signature.result_types
    if len(value) != 2:
        context.error(op, "requires 'value' to be a complex constant, represented as array of two values")
    if not all(isinstance(part, (BoolAttr, IntegerAttr, FloatAttr)) for part in value):
        context.error(op, "requires attribute's elements to be float or integer attributes")
    real, imaginary = map(type_of, value)
    element = result.element_type  # type: ignore[attr-defined]
    if real is not element or imaginary is not element:
        context.error(
            op,
            f"requires attribute's element types ('{text_of(real)}', '{text_of(imaginary)}') to match the element type "
            f"of the op's return type ('{text_of(element)}')",
        )


# The operations of complex: on complex numbers.

_COMPLEX = TypeConstraint(
    "complex type with floating-point elements",
    lambda type: isinstance(type, t.ComplexType) and isinstance(type.element_type, t.FloatType),
    t.ComplexType,
    "builtin.complex",
)
_ANY_COMPLEX = TypeConstraint(
    "complex-type", lambda type: isinstance(type, t.ComplexType), t.ComplexType, "builtin.complex"
)
_INTEGER = TypeConstraint("signless integer", is_signless_integer, t.IntegerType, "builtin.integer")
_VALUE = AttrConstraint("array attribute", is_array_kind, parses(is_array_kind, t.NoneType()))
_PURE = ("Elementwise", "Pure")


def _element(type: Type) -> Type:
    assert isinstance(type, t.ComplexType)
    return type.element_type


def _part(name: str, about: str) -> OpDef:
    return OpDef(
        f"complex.{name}",
        operands=[Operand("complex", _COMPLEX)],
        results=[Result("result", FLOAT)],
        attributes=[FAST_MATH],
        traits=_PURE,
        format=f"$complex {words([FAST_MATH])} type($complex)",
        infer=infer_from(_element),
        verifiers=[
            relations.types_match_with("complex", "result", _element, "complex element type matches result type")
        ],
        about=about,
    )


def _comparison(name: str, about: str) -> OpDef:
    return OpDef(
        f"complex.{name}",
        operands=[Operand("lhs", _COMPLEX), Operand("rhs", _COMPLEX)],
        results=[Result("result", I1)],
        traits=_PURE,
        format="$lhs `,` $rhs attr-dict `:` type($lhs)",
        verifiers=[relations.all_types_match("lhs", "rhs")],
        about=about,
    )


_PARTS = {
    "abs": "The absolute value.",
    "angle": "The angle to the positive real axis.",
    "im": "The imaginary part.",
    "re": "The real part.",
}

_OF_ONE = {
    "conj": "The complex conjugate.",
    "cos": "The cosine.",
    "exp": "The exponential.",
    "expm1": "The exponential minus one.",
    "log": "The natural logarithm.",
    "log1p": "The natural logarithm of one plus the number.",
    "neg": "The number with the other sign.",
    "rsqrt": "One divided by the square root.",
    "sign": "The number divided by its absolute value; zero for zero.",
    "sin": "The sine.",
    "sqrt": "The square root.",
    "tan": "The tangent.",
    "tanh": "The hyperbolic tangent.",
}

_OF_TWO = {
    "add": "The sum of two numbers.",
    "atan2": "The arc tangent of a quotient.",
    "div": "The quotient of two numbers.",
    "mul": "The product of two numbers.",
    "pow": "The first number to the power of the second.",
    "sub": "The difference of two numbers.",
}

_COMPARISONS = {"eq": "Whether two numbers are equal.", "neq": "Whether two numbers differ."}

POWI = OpDef(
    "complex.powi",
    operands=[Operand("lhs", _COMPLEX), Operand("rhs", _INTEGER)],
    results=[Result("result", _COMPLEX)],
    attributes=[OPTIONAL_FAST_MATH],
    traits=_PURE,
    format=f"$lhs `,` $rhs {words([OPTIONAL_FAST_MATH])} type($result) `,` type($rhs)",
    infer=lambda state: state.types.__setitem__("lhs", state.types["result"]),
    verifiers=[relations.all_types_match("lhs", "result")],
)
"""The number to the power of an integer."""

BITCAST = pure_op(
    "complex.bitcast",
    operands=[Operand("operand", ANY)],
    results=[Result("result", ANY)],
    format="$operand attr-dict `:` type($operand) `to` type($result)",
    verifiers=[bitcast],
)
"""The number with the same bits in another type; one of the two types is complex."""

CONSTANT = OpDef(
    "complex.constant",
    results=[Result("complex", _ANY_COMPLEX)],
    attributes=[Attr("value", _VALUE)],
    traits=["ConstantLike", "Pure"],
    format="$value attr-dict `:` type($complex)",
    result_names=lambda op: ["cst"],
    verifiers=[constant],
)
"""A constant, as an array of its real and its imaginary part."""


CREATE = OpDef(
    "complex.create",
    operands=[Operand("real", FLOAT), Operand("imaginary", FLOAT)],
    results=[Result("complex", _COMPLEX)],
    traits=_PURE,
    format="$real `,` $imaginary attr-dict `:` type($complex)",
    infer=infer_from(_element, "complex"),
    verifiers=[
        relations.all_types_match("real", "imaginary"),
        relations.types_match_with("complex", "real", _element, "complex element type matches real operand type"),
    ],
)
"""The complex number of a real and an imaginary part."""

OPERATIONS: tuple[OpDef, ...] = (
    *[_part(name, about) for name, about in _PARTS.items()],
    *[
        same_types(f"complex.{name}", operands, _COMPLEX, [FAST_MATH], about=about)
        for table, operands in ((_OF_ONE, ["complex"]), (_OF_TWO, ["lhs", "rhs"]))
        for name, about in table.items()
    ],
    *[_comparison(name, about) for name, about in _COMPARISONS.items()],
    *(POWI, BITCAST, CONSTANT, CREATE),
)
"""All of them."""

DIALECT = Dialect("complex", OPERATIONS, attributes=[NUMBER])
