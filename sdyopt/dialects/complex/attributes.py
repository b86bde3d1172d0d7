"""`#complex.number<:f32 1.0, 2.0>`: a complex number."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.ir.types import ComplexType, FloatType
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.messages import any_attribute
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import rounded_double
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import float_literal


class NumberAttr(Attribute):
    """`#complex.number<:f32 1.0, 2.0> : complex<f32>`; both parts are bits of the type's elements."""

    real: int
    imaginary: int
    type: ComplexType


class Number(Syntax):
    """`<:f32 1.0, 2.0>`. The numbers are read as f64 and then rounded."""

    grammar = """
        complex_number: "<" ":" type double "," double ">"
    """

    @staticmethod
    def complex_number(context: ParseContext, type: Type, real: int, imaginary: int) -> NumberAttr:
        if not isinstance(type, FloatType):
            raise ParseError(f"expected a floating-point type, but got '{text_of(type)}'", context.offset_of(2))
        float_format = FLOAT_FORMATS[type.name]
        return NumberAttr(
            rounded_double(real, float_format), rounded_double(imaginary, float_format), ComplexType(type)
        )


def _written(number: NumberAttr) -> str:
    """The body, and after it the type, as after other attributes that have one."""
    part = number.type.element_type
    real, imaginary = float_literal(number.real, part), float_literal(number.imaginary, part)
    return f"<:{text_of(part)} {real}, {imaginary}> : {text_of(number.type)}"


class ComplexValue(Syntax):
    """The array of both parts of a constant."""

    grammar = """
        complex_value: "[" (attribute ("," attribute)*)? "]" -> array
                     | aliased -> array_alias
    """
    messages = {" complex_value": any_attribute()}

    @staticmethod
    def array_alias(context: ParseContext, attribute: Attribute) -> Attribute:
        if not isinstance(attribute, ArrayAttr):
            raise context.error("invalid kind of attribute specified", context.start)
        return attribute


NUMBER = AttributeDef(NumberAttr, "number", "complex_number", _written)
