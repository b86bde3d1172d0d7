"""The elements of constants one by one, as attributes: numbers, and complex numbers, which are arrays of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr
from sdyopt.ir.types import ComplexType, FloatType, IndexType, IntegerType, RankedTensorType, ShapedType
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import bits_of, splat, text_of_bits
from sdyopt.rewriting.folding.values.elements import Elements, attribute_of, element_type_of, elements_of, static_shape


def splat_element(attribute: Attribute | None) -> Attribute | None:
    """Returns the element that a constant holds once for all; None if it holds several, or no numbers."""
    if not isinstance(attribute, DenseElementsAttr):
        return None
    element_type = element_type_of(attribute.type)
    if isinstance(element_type, ComplexType):
        return element_at(attribute, 0) if splat(attribute.text, element_format(element_type)) else None
    found = elements_of(attribute)
    return attribute_of(Elements(element_type, found.bits)) if found is not None and len(found.bits) == 1 else None


def element_at(attribute: Attribute | None, index: int) -> Attribute | None:
    """Returns an element by its number in row-major order, which is a valid one; None if that is not a number."""
    if not isinstance(attribute, DenseElementsAttr):
        return None
    element_type = element_type_of(attribute.type)
    bits = _bits(attribute)
    if bits is None:
        return None
    if not bits:
        return None  # of a slice without elements, outside of which something is taken
    number = bits[0 if len(bits) == 1 else index]
    if not isinstance(element_type, ComplexType):
        return attribute_of(Elements(element_type, (number,)))
    width = 8 * (element_format(element_type.element_type).byte_width)
    parts = (number & ((1 << width) - 1), number >> width)
    return ArrayAttr(tuple([attribute_of(Elements(element_type.element_type, (part,))) for part in parts]))


def elements_from(values: Sequence[Attribute | None], type: Type) -> Attribute | None:
    """Returns the constant of these elements; None if one is not known, or they are not numbers."""
    assert isinstance(type, RankedTensorType)
    element_type = type.element_type
    if not isinstance(element_type, (IntegerType, IndexType, FloatType, ComplexType)):
        return None
    bits = [_number(value, element_type) for value in values]
    known = [number for number in bits if number is not None]
    if len(known) < len(bits):
        return None
    return DenseElementsAttr(text_of_bits(known, type.shape, element_format(element_type)), type)


def reshaped(value: DenseElementsAttr, type: RankedTensorType) -> Attribute | None:
    """Returns a constant with the same elements in another shape; None if they are not numbers."""
    bits = _bits(value)
    element = element_format(type.element_type)
    return None if bits is None else DenseElementsAttr(text_of_bits(bits, type.shape, element), type)


@lru_cache(maxsize=1 << 10)
def _bits(attribute: DenseElementsAttr) -> Sequence[int] | None:
    """The elements as integers: of complex numbers with the imaginary part above the real one."""
    element_type = element_type_of(attribute.type)
    if not isinstance(element_type, ComplexType):
        found = elements_of(attribute)
        return None if found is None else found.bits
    assert isinstance(attribute.type, ShapedType)
    return bits_of(attribute.text, static_shape(attribute.type), element_format(element_type))


def _number(value: Attribute | None, type: Type) -> int | None:
    if isinstance(type, ComplexType):
        if not isinstance(value, ArrayAttr):
            return None
        real, imaginary = [_number(part, type.element_type) for part in value]
        if real is None or imaginary is None:
            return None
        return real | imaginary << (8 * element_format(type.element_type).byte_width)
    found = elements_of(value)
    return None if found is None or found.type is not type else found.bits[0]
