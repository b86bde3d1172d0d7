"""Folders of the operations of tensor that give tensors other shapes, and of slices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sdyopt.dialects.tensor import ops as tensor
from sdyopt.dialects.tensor.fold.elements import resized
from sdyopt.dialects.tensor.fold.types import Slice, made_by, number_of, ranked
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpOperand
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.dense_elements import reshaped
from sdyopt.rewriting.folding.values.reassociation import groups_of


def _reshaped(inverse: OpDefinition, op: Operation, constants: Constants) -> Folding:
    """The tensor itself if its type is the same, what `inverse` has given another shape, or a constant."""
    (source, *_), type = op.operands, op.result.type
    if source.type is type:
        return [source]
    before = made_by(source, inverse)
    if before is not None and before.operands[0].type is type and _is_undone(before, op):
        return before.operands[:1]
    value = constants[0]
    if not isinstance(value, DenseElementsAttr) or not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return None
    same = resized(value, type)
    if same is not None:
        return [same]
    same = reshaped(value, type)
    return None if same is None else [same]


def _is_undone(before: Operation, op: Operation) -> bool:
    """Whether sizes that are not known are the same after two reshapes, the second of which has the first type."""
    shape = ranked(op.result).shape
    if shape.count(DYNAMIC) < 2:
        return True
    if before.properties["reassociation"] is not op.properties["reassociation"]:
        return False
    if op.definition is tensor.COLLAPSE_SHAPE:
        return True
    return all([shape[number] for number in group].count(DYNAMIC) < 2 for group in groups_of(op))


def extract_slice(op: Operation, constants: Constants) -> Folding:
    """A constant of one number, the whole tensor, or the slice that has been inserted."""
    source = op.operands[0]
    type = op.result.type
    assert isinstance(type, RankedTensorType)
    value = resized(constants[0], type)
    if value is not None:
        return [value]
    part = Slice.of(op)
    if source.type is type and part.is_all_of(type):
        return [source]
    before = made_by(source, tensor.INSERT_SLICE)
    if before is not None and before.operands[0].type is type and Slice.of(before) == part:
        return before.operands[:1]
    return None


def insert_slice(op: Operation, constants: Constants) -> Folding:
    """The slice if it is the whole tensor; the tensor if the slice is a part of it already, or empty.

    What has been inserted at the same place before is skipped.
    """
    source, dest, *_ = op.operands
    part, type = Slice.of(op), ranked(source)
    if type.has_static_shape and type is op.result.type and part.is_all_of(type):
        return [source]
    before = made_by(dest, tensor.INSERT_SLICE)
    if before is not None and before.operands[0].type is type and Slice.of(before) == part:
        original = before.operands[1]
        return lambda rewriter: rewriter.set_operand(OpOperand(op, 1), original)
    taken = made_by(source, tensor.EXTRACT_SLICE)
    if taken is not None and taken.operands[0] is dest and Slice.of(taken) == part:
        return [dest]
    return [dest] if any(number_of(size) == 0 for size in part.sizes) else None


def concat(op: Operation, constants: Constants) -> Folding:
    """The only input."""
    return op.operands if op.signature.operand_types == op.signature.result_types else None


def gather(op: Operation, constants: Constants) -> Folding:
    """Parts of a constant of one number are that number."""
    value = resized(constants[0], op.result.type)
    return None if value is None else [value]


def pad(op: Operation, constants: Constants) -> Folding:
    """What nothing is put around."""
    type = ranked(op.result)
    is_same = type.has_static_shape and type is op.operands[0].type and "nofold" not in op.properties
    return op.operands[:1] if is_same else None


FOLDERS: Mapping[str, Folder] = {
    "tensor.collapse_shape": partial(_reshaped, tensor.EXPAND_SHAPE),
    "tensor.concat": concat,
    "tensor.expand_shape": partial(_reshaped, tensor.COLLAPSE_SHAPE),
    "tensor.extract_slice": extract_slice,
    "tensor.gather": gather,
    "tensor.insert_slice": insert_slice,
    "tensor.pad": pad,
}
"""The folders, by the names of operations."""
