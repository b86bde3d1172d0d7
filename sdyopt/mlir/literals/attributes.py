"""Number attributes from their literals, by type."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.remembering import remembered
from sdyopt.ir.resources import ALIGNMENT_DIGITS, Resources
from sdyopt.mlir.literals.dense import (
    INDEX,
    ElementFormat,
    blob_elements,
    canonical,
    elements,
    float_elements,
    number_for_all,
    splat,
)
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import LiteralError, float_bits, float_value
from sdyopt.mlir.literals.numbers import integer_value as value_of_width
from sdyopt.mlir.write.attributes import text_of

INDEX_WIDTH = 64
_SIGNEDNESS: dict[str, Literal["signless", "signed", "unsigned"]] = {"": "signless", "s": "signed", "u": "unsigned"}


def integer_value(literal: str, type: Type) -> int:
    """The value of an integer literal of an integer or index type. Raises LiteralError."""
    if isinstance(type, t.IntegerType):
        return value_of_width(literal, type.width, _SIGNEDNESS[type.signedness])
    return value_of_width(literal, INDEX_WIDTH, "signed")


def integer_attribute(literal: str, type: Type) -> Attribute:
    """The attribute that an integer literal and its type give. Raises LiteralError."""
    if isinstance(type, t.FloatType):
        return a.FloatAttr(float_bits(literal, FLOAT_FORMATS[type.name]), type)
    if not isinstance(type, (t.IntegerType, t.IndexType)):
        raise LiteralError("integer literal not valid for specified type", len(literal) - len(literal.lstrip("-")))
    value = integer_value(literal, type)
    return a.BoolAttr(bool(value)) if type is a.I1 else a.IntegerAttr(value, type)


def float_attribute(literal: str, type: Type) -> a.FloatAttr:
    """The attribute that a literal with a point and its type give. Raises LiteralError."""
    if not isinstance(type, t.FloatType):
        raise LiteralError("floating point value not valid for specified type")
    return a.FloatAttr(float_bits(literal, FLOAT_FORMATS[type.name]), type)


def dense_elements(literal: str, type: Type) -> a.DenseElementsAttr:
    """`dense<literal> : type`. Raises LiteralError; one without an offset is about the type."""
    if isinstance(type, t.RankedTensorType) and t.DYNAMIC not in type.shape:
        shape, element_type = type.shape, type.element_type
    else:
        shape, element_type = check_shaped(type)
    text = _number_for_all(literal, element_type)
    if text is None:
        text = canonical(literal, shape, element_format(element_type), text_of(type))
    return a.DenseElementsAttr(text, type)


def elements_of(attribute: a.DenseElementsAttr) -> list[Any]:
    """The elements of `dense<literal> : type` as Python values; see `dense.elements`."""
    shape, element_type = check_shaped(attribute.type)
    return elements(attribute.text, shape, element_format(element_type))


@lru_cache(maxsize=1 << 12)
def _number_for_all(literal: str, element_type: Type) -> str | None:
    return number_for_all(literal, element_format(element_type))


def check_shaped(type: Type) -> tuple[tuple[int, ...], Type]:
    """The shape and the element type of a literal's type. Raises LiteralError if it has no static shape."""
    if not isinstance(type, t.ShapedType):
        raise LiteralError("elements literal must be a shaped type", None)
    if not isinstance(type, (t.RankedTensorType, t.VectorType, t.MemRefType)) or not type.has_static_shape:
        raise LiteralError("elements literal type must have static shape", None)
    return type.shape, type.element_type


@remembered
def element_format(type: Type) -> ElementFormat:
    """How elements of `type` stand in a dense literal. Raises LiteralError for types that cannot."""
    if isinstance(type, t.IntegerType):
        return ElementFormat("int", type.width, _SIGNEDNESS[type.signedness])
    if isinstance(type, t.IndexType):
        return INDEX
    if isinstance(type, t.FloatType):
        return float_elements(FLOAT_FORMATS[type.name])
    if isinstance(type, t.ComplexType):
        return ElementFormat("complex", part=element_format(type.element_type))
    return ElementFormat("string")


def resource_values(attribute: a.DenseResourceAttr, resources: Resources) -> tuple[Any, ...]:
    """The elements of a resource as Python values. Raises KeyError if it is not there, ValueError for a wrong size."""
    shape, element_type = check_shaped(attribute.type)
    digits = resources[attribute.key].digits[ALIGNMENT_DIGITS:]
    try:
        return tuple(blob_elements(digits, shape, element_format(element_type)))
    except ValueError as error:
        raise ValueError(f"resource {attribute.key!r} of {attribute.type}: {error}") from None


def _decoded(attribute: a.DenseElementsAttr, only_splat: bool) -> list[Any]:
    shape, element_type = check_shaped(attribute.type)
    element = element_format(element_type)
    return splat(attribute.text, element) if only_splat else elements(attribute.text, shape, element)


def _float(attribute: a.FloatAttr) -> float:
    assert isinstance(attribute.type, t.FloatType)
    return float_value(attribute.bits, FLOAT_FORMATS[attribute.type.name])


a.DenseElementsAttr.decode = staticmethod(_decoded)
a.FloatAttr.decode = staticmethod(_float)
