"""`#complex.number<:f32 1.0, 2.0>`: a complex number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import ComplexType, FloatType
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import rounded_double
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import float_literal

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class NumberAttr(Attribute):
    """`#complex.number<:f32 1.0, 2.0> : complex<f32>`; both parts are bits of the type's elements."""

    real: int
    imaginary: int
    type: ComplexType


def _parse_number(parser: Parser) -> NumberAttr:
    """Reads `<:f32 1.0, 2.0>`. The numbers are read as f64 and then rounded."""
    parser.parse_token("<", "expected '<'")
    parser.parse_token(":", "expected ':'")
    at = parser.start
    type = parser.parse_type()
    if not isinstance(type, FloatType):
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
