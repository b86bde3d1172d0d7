"""Number attributes from their literals, by type."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import ALIGNMENT_DIGITS, Resources
from sdyopt.mlir.literals.dense import (
    INDEX,
    DenseLiteral,
    ElementFormat,
    blob_elements,
    canonical,
    elements,
    float_elements,
    number_for_all,
    read_dense_literal,
    reprint,
    splat,
)
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, LiteralError, float_bits, float_value
from sdyopt.mlir.literals.numbers import integer_value as value_of_width
from sdyopt.mlir.tokens import at_token, before_token
from sdyopt.mlir.write.attributes import text_of

INDEX_WIDTH = 64
_SIGNEDNESS: dict[str, Literal["signless", "signed", "unsigned"]] = {"": "signless", "s": "signed", "u": "unsigned"}


def integer_value(literal: str, type: Type) -> int:
    """The value of an integer literal of an integer or index type. Raises LiteralError."""
    if isinstance(type, a.IntegerType):
        return value_of_width(literal, type.width, _SIGNEDNESS[type.signedness])
    return value_of_width(literal, INDEX_WIDTH, "signed")


def integer_attribute(literal: str, type: Type) -> Attribute:
    """The attribute that an integer literal and its type give. Raises LiteralError."""
    if isinstance(type, a.FloatType):
        return a.FloatAttr(float_bits(literal, FLOAT_FORMATS[type.name]), type)
    if not isinstance(type, (a.IntegerType, a.IndexType)):
        raise LiteralError("integer literal not valid for specified type", len(literal) - len(literal.lstrip("-")))
    value = integer_value(literal, type)
    return a.BoolAttr(bool(value)) if type is a.I1 else a.IntegerAttr(value, type)


def float_attribute(literal: str, type: Type) -> a.FloatAttr:
    """The attribute that a literal with a point and its type give. Raises LiteralError."""
    if not isinstance(type, a.FloatType):
        raise LiteralError("floating point value not valid for specified type")
    return a.FloatAttr(float_bits(literal, FLOAT_FORMATS[type.name]), type)


def dense_elements(literal: str, type: Type) -> a.DenseElementsAttr:
    """`dense<literal> : type`. Raises LiteralError; one without an offset is about the type."""
    if isinstance(type, a.RankedTensorType) and a.DYNAMIC not in type.shape:
        shape, element_type = type.shape, type.element_type
    else:
        shape, element_type = check_shaped(type)
    if (text := _number_for_all(literal, element_type)) is None:
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
    if not isinstance(type, a.ShapedType):
        raise LiteralError("elements literal must be a shaped type", None)
    if not isinstance(type, (a.RankedTensorType, a.VectorType, a.MemRefType)) or not type.has_static_shape:
        raise LiteralError("elements literal type must have static shape", None)
    return type.shape, type.element_type


@remembered
def element_format(type: Type) -> ElementFormat:
    """How elements of `type` stand in a dense literal. Raises LiteralError for types that cannot."""
    if isinstance(type, a.IntegerType):
        return ElementFormat("int", type.width, _SIGNEDNESS[type.signedness])
    if isinstance(type, a.IndexType):
        return INDEX
    if isinstance(type, a.FloatType):
        return float_elements(FLOAT_FORMATS[type.name])
    if isinstance(type, a.ComplexType):
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
    assert isinstance(attribute.type, a.FloatType)
    return float_value(attribute.bits, FLOAT_FORMATS[attribute.type.name])


a.DenseElementsAttr.decode = staticmethod(_decoded)
a.FloatAttr.decode = staticmethod(_float)


# The elements of `sparse<indices, values>`: only those that are not zero, and where they are.

_INDEX = element_format(a.I64)


def read_parts(text: str, start: int) -> tuple[DenseLiteral, DenseLiteral] | None:
    """The two literals after `sparse<`, at `start`; None if there is nothing in the brackets.

    Raises LiteralError, with an offset from `start`.
    """
    indices = read_dense_literal(text, start)
    if indices.is_empty and not text.startswith(",", indices.next):
        return None
    if not text.startswith(",", indices.next):
        raise LiteralError("expected ','", before_token(text, indices.next) - start, token=indices.next - start)
    place = indices.next + 1
    try:
        values = read_dense_literal(text, place)
    except LiteralError as error:
        token = None if error.token is None else error.token + place - start
        raise LiteralError(error.message, (error.offset or 0) + place - start, token=token) from None
    if values.is_empty:
        message = "expected element literal of primitive type"
        raise LiteralError(message, at_token(text, values.next) - start, token=values.next - start)
    return indices, values


def sparse_elements(text: str, type: Type) -> a.SparseElementsAttr:
    """`sparse<text> : type`. Raises LiteralError; one without an offset is about the whole."""
    if (parts := read_parts(text, 0)) is not None and parts[1].next != len(text):
        raise LiteralError("expected '>'", parts[1].end)
    shape, element_type = check_shaped(type)
    if parts is None:
        return a.SparseElementsAttr("", "", type)
    indices, values = parts
    if indices.leaves[:1] and indices.leaves[0].startswith('"'):
        raise LiteralError("integer constant out of range for type", indices.offset_of(0))
    indices_shape = (1, len(shape)) if indices.shape is None else indices.shape
    indices_text = _canonical(text, indices, indices_shape, a.I64)
    count = indices_shape[0]
    values_shape = (count,) if values.shape is None else values.shape
    values_text = _canonical(text, values, values_shape, element_type)
    _check_shapes(shape, indices_shape, values_shape)
    flat = elements(indices_text, indices_shape, _INDEX)
    rank = len(shape)
    for number in range(count):
        index = flat[number * rank : (number + 1) * rank]
        if any(not 0 <= part < size for part, size in zip(index, shape, strict=True)):
            shown = ", ".join([str(part % (1 << 64)) for part in index])
            raise LiteralError(
                f"sparse index #{number} is not contained within the value shape, with index=[{shown}], and "
                f"type='{text_of(type)}'",
                None,
            )
    if not flat:
        return a.SparseElementsAttr("", "", type)
    return a.SparseElementsAttr(reprint(indices_text, indices_shape, _INDEX, None), values_text, type)


def _canonical(text: str, literal: DenseLiteral, shape: tuple[int, ...], element_type: Type) -> str:
    """One of the two literals in `text` as it prints."""
    part = text[literal.start : literal.end]
    try:
        return canonical(part, shape, element_format(element_type), text_of(a.RankedTensorType(shape, element_type)))
    except LiteralError as error:
        offset = literal.offset_of(0) if error.offset is None or error.offset < 0 else error.offset
        raise LiteralError(error.message, literal.start + offset, error.notes) from None


def _check_shapes(shape: tuple[int, ...], indices: tuple[int, ...], values: tuple[int, ...]) -> None:
    """Raises LiteralError unless each value has an index, of the rank of the type."""
    rank = len(shape)
    if len(values) != 1:
        raise LiteralError("expected 1-d tensor for sparse element values", None)
    fits = indices[1] == rank if len(indices) == 2 else len(indices) == rank == 1
    if not fits or values[0] != indices[0]:
        wanted, found, given = (", ".join(map(str, sizes)) for sizes in (shape, indices, values))
        raise LiteralError(
            f"expected shape ([{wanted}]); inferred shape of indices literal ([{found}]); inferred shape of values "
            f"literal ([{given}])",
            None,
        )
