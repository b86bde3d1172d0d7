"""The numbers in attributes, element by element: what folders compute with.

A number is its bits, as an unsigned integer: of an integer in two's complement, of a float in its format. See
`sdyopt.mlir.literals.float_formats` for what the bits of floats mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I1, BoolAttr, DenseElementsAttr, FloatAttr, IntegerAttr, SparseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import FloatType, IndexType, IntegerType, ShapedType
from sdyopt.mlir.literals.attributes import INDEX_WIDTH, element_format
from sdyopt.mlir.literals.dense import bits_of, text_of_bits
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.rewriting.folding.values.materialization import is_poison


class Elements(NamedTuple):
    """The elements of a constant."""

    type: Type
    """The type of the constant: that of one number, or a shaped type."""
    bits: tuple[int, ...]
    """One number, which stands for all elements, or all of them in row-major order."""


@lru_cache(maxsize=1 << 12)
def elements_of(attribute: Attribute | None) -> Elements | None:
    """Returns the numbers in an attribute; None if it holds none, or not as text: those of resources are elsewhere."""
    if isinstance(attribute, BoolAttr):
        return Elements(I1, (int(attribute.value),))
    if isinstance(attribute, IntegerAttr):
        return Elements(attribute.type, (attribute.value & mask(width_of(attribute.type)),))
    if isinstance(attribute, FloatAttr):
        return Elements(attribute.type, (attribute.bits,))
    if isinstance(attribute, DenseElementsAttr) and isinstance(attribute.type, ShapedType):
        element_type = element_type_of(attribute.type)
        if isinstance(element_type, (IntegerType, IndexType, FloatType)):
            shape = static_shape(attribute.type)
            return Elements(attribute.type, tuple(bits_of(attribute.text, shape, element_format(element_type))))
    if isinstance(attribute, SparseElementsAttr) and isinstance(attribute.type, ShapedType):
        from sdyopt.mlir.literals.sparse import sparse_bits

        shape, format = static_shape(attribute.type), element_format(element_type_of(attribute.type))
        if format.kind in ("int", "index", "float"):
            return Elements(attribute.type, tuple(sparse_bits(attribute.indices, attribute.values, shape, format)))
    return None


def attribute_of(elements: Elements) -> Attribute:
    """Returns the attribute that holds these numbers: one element if all are the same."""
    type, bits = elements
    if isinstance(type, ShapedType):
        return DenseElementsAttr(text_of_bits(bits, static_shape(type), element_format(element_type_of(type))), type)
    (number,) = bits
    if isinstance(type, FloatType):
        return FloatAttr(number, type)
    if type is I1:
        return BoolAttr(bool(number))
    if isinstance(type, IntegerType) and type.signedness == "u":
        return IntegerAttr(number, type)
    return IntegerAttr(signed(number, width_of(type)), type)


def number(type: Type, bits: int) -> Attribute | None:
    """Returns the constant of that type that is a number, or all of whose elements are; None without a rank.

    -1 means all bits set.
    """
    if isinstance(type, ShapedType) and type.dimensions is None:
        return None
    return attribute_of(Elements(type, (bits & mask(width_of(type)),)))


def static_shape(type: Type) -> tuple[int, ...]:
    """Returns the shape of elements; that of one element, which stands for all, if a dimension is not known."""
    if not isinstance(type, ShapedType) or type.dimensions is None or not type.has_static_shape:
        return ()
    return type.dimensions


def element_type_of(type: Type) -> Type:
    """Returns the type of the elements of a shaped type, or the type itself."""
    element_type: Type = getattr(type, "element_type", type)
    return element_type if isinstance(type, ShapedType) else type


def width_of(type: Type) -> int:
    """Returns the number of bits of a number of that type, or of the elements of a shaped type."""
    type = element_type_of(type)
    if isinstance(type, IntegerType):
        return type.width
    return FLOAT_FORMATS[type.name].width if isinstance(type, FloatType) else INDEX_WIDTH


def mask(width: int) -> int:
    """Returns the largest unsigned integer of `width` bits."""
    return (1 << width) - 1


def signed(bits: int, width: int) -> int:
    """Returns what `bits` are as an integer in two's complement of `width` bits."""
    return bits - (1 << width) if width and bits >> (width - 1) else bits


def is_all(attribute: Attribute | None, bits: int) -> bool:
    """Whether a constant is that number, or all its elements are, written once; -1 means all bits set."""
    found = None if isinstance(attribute, SparseElementsAttr) else elements_of(attribute)
    return found is not None and len(found.bits) == 1 and found.bits[0] == bits & mask(width_of(found.type))


def elementwise(
    compute: Callable[..., int | None], result_type: Type, constants: Sequence[Attribute | None]
) -> Attribute | None:
    """Returns the constant of that type whose elements are `compute` of those of the constants, which have one shape.

    Returns None if a constant is not known, or `compute` gives None for an element. What is computed with a value that
    is not defined is not defined.
    """
    for constant in constants:
        if is_poison(constant):
            return constant
    found = [elements_of(constant) for constant in constants]
    known = [elements.bits for elements in found if elements is not None]
    if len(known) < len(found):
        return None
    count = max(map(len, known))
    columns = [bits if len(bits) == count else bits * count for bits in known]
    results: list[int] = []
    for numbers in zip(*columns, strict=True):
        number = compute(*numbers)
        if number is None:
            return None
        results.append(number)
    return attribute_of(Elements(result_type, tuple(results)))
