"""Folders of the operations of tensor on single elements, sizes and casts."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.dialects.tensor import ops as tensor
from sdyopt.dialects.tensor.fold.types import (
    index_attribute,
    made_by,
    mixed,
    number_of,
    ranked,
    source_of_cast,
)
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import BoolAttr, DenseElementsAttr, FloatAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.dense_elements import element_at, elements_from, splat_element

_WORD = 32


def cast(op: Operation, constants: Constants) -> Folding:
    """A cast to the type that there is."""
    return op.operands if op.signature.operand_types == op.signature.result_types else None


def rank(op: Operation, constants: Constants) -> Folding:
    """The rank is known from the type."""
    type = op.operands[0].type
    return [index_attribute(len(type.shape))] if isinstance(type, RankedTensorType) else None


def dim(op: Operation, constants: Constants) -> Folding:
    """The size is known from the type, or is an operand of what makes the tensor; casts are skipped."""
    index, source = constants[1], op.operands[0]
    type = source.type
    if not isinstance(index, IntegerAttr) or not isinstance(type, RankedTensorType):
        return None
    number = index.value
    if not 0 <= number < len(type.shape):
        return None
    if type.shape[number] != DYNAMIC:
        return [index_attribute(type.shape[number])]
    maker = source.owner if isinstance(source, OpResult) else None
    if maker is not None and maker.definition is tensor.GENERATE:
        return [maker.operands[type.shape[:number].count(DYNAMIC)]]
    if maker is not None and maker.definition is tensor.EXTRACT_SLICE:
        size = mixed(maker, "static_sizes", "sizes")[number]
        if len(ranked(maker.operands[0]).shape) == len(type.shape) and isinstance(size, Value):
            return [size]
    before = source_of_cast(source)
    if before is None:
        return None
    return lambda rewriter: rewriter.set_operand(OpOperand(op, 0), before)


def extract(op: Operation, constants: Constants) -> Folding:
    """An element of a constant, of a tensor that is made of elements, or that has been inserted."""
    value, *indices = constants
    element = splat_element(value)
    if element is not None:
        return [element]
    numbers = [index.value for index in indices if isinstance(index, IntegerAttr)]
    if len(numbers) < len(indices):
        return None
    shape = ranked(op.operands[0]).shape
    position = 0
    for number, size in zip(numbers, shape, strict=True):
        position = position * size + number
    elements = made_by(op.operands[0], tensor.FROM_ELEMENTS)
    if elements is not None:
        position = (position + (1 << _WORD - 1)) % (1 << _WORD) - (1 << _WORD - 1)
        return [elements.operands[position]] if 0 <= position < len(elements.operands) else None
    inserted = made_by(op.operands[0], tensor.INSERT)
    if inserted is not None and [number_of(index) for index in inserted.operands[2:]] == numbers:
        return inserted.operands[:1]
    if not all(0 <= number < size for number, size in zip(numbers, shape, strict=True)):
        return None
    element = element_at(value, position)
    return None if element is None else [element]


def insert(op: Operation, constants: Constants) -> Folding:
    """The tensor if all its elements are what is inserted."""
    scalar, dest, *_ = constants
    if scalar is None or dest is None or splat_element(dest) is not scalar:
        return None
    return [dest]


def splat(op: Operation, constants: Constants) -> Folding:
    """A constant of one number."""
    type = op.result.type
    assert isinstance(type, RankedTensorType)
    if not isinstance(constants[0], (BoolAttr, IntegerAttr, FloatAttr)) or not type.has_static_shape:
        return None
    value = resized(elements_from([constants[0]], RankedTensorType((), type.element_type)), type)
    return None if value is None else [value]


def from_elements(op: Operation, constants: Constants) -> Folding:
    """A constant of numbers."""
    value = elements_from(constants, op.result.type)
    return None if value is None else [value]


def reshape(op: Operation, constants: Constants) -> Folding:
    """A constant of one number; the tensor itself if its shape is the same; reshapes of reshapes skip the first."""
    source, shape = op.operands
    type = op.result.type
    value = resized(constants[0], type)
    if value is not None:
        return [value]
    before = made_by(source, tensor.RESHAPE)
    if before is not None:
        original = before.operands[0]
        return lambda rewriter: rewriter.set_operand(OpOperand(op, 0), original)
    if source.type is not type or not isinstance(type, RankedTensorType):
        return None
    if len(type.shape) <= 1:
        return [source]
    elements = made_by(shape, tensor.FROM_ELEMENTS)
    if elements is None or len(elements.operands) != len(type.shape):
        return None
    is_same = all(_is_size(size, source, number) for number, size in enumerate(elements.operands))
    return [source] if is_same else None


def _is_size(size: Value, source: Value, number: int) -> bool:
    """Whether `size` is known to be the size of `source` in dimension `number`."""
    known = number_of(size)
    if known is not None:
        return known == ranked(source).shape[number]
    maker = made_by(size, tensor.DIM)
    return maker is not None and maker.operands[0] is source and number_of(maker.operands[1]) == number


def resized(value: Attribute | None, type: object) -> Attribute | None:
    """Returns a constant of one number in another shape; None if it has several, or the shape is not known."""
    if splat_element(value) is None or not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return None
    assert isinstance(value, DenseElementsAttr)
    return DenseElementsAttr(value.text, type)


FOLDERS: Mapping[str, Folder] = {
    "tensor.bitcast": cast,
    "tensor.cast": cast,
    "tensor.dim": dim,
    "tensor.extract": extract,
    "tensor.from_elements": from_elements,
    "tensor.insert": insert,
    "tensor.rank": rank,
    "tensor.reshape": reshape,
    "tensor.splat": splat,
}
"""The folders, by the names of operations."""
