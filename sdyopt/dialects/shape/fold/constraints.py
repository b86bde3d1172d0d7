"""Folders of the operations of shape that ask whether shapes fit each other, and of witnesses that they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from sdyopt.dialects.shape.fold.shapes import UNKNOWN_SIZE, extents_of, shapes_of, sizes_of_type
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding, Unreported, constants_last

TRUE = BoolAttr(True)


def cstr_broadcastable(op: Operation, constants: Constants) -> Folding:
    """A witness if shapes are known to fit; that they do not fit is left to the program to find out."""
    not_scalars = [constant for constant in constants if extents_of(constant) != ()]
    if len(not_scalars) <= 1:
        return [TRUE]
    shapes = shapes_of(constants)
    if shapes is not None and are_broadcastable(shapes):
        return [TRUE]
    found = [shape for shape in map(shape_of_value, op.operands) if shape is not None]
    return [TRUE] if len(found) == len(op.operands) and are_broadcastable(found) else None


def shape_of_value(value: Value) -> tuple[int, ...] | None:
    """Returns the sizes of a shape, as far as they are known; None if their number is not."""
    if isinstance(value, OpResult) and value.owner.name == "shape.shape_of":
        return sizes_of_type(value.owner.operands[0].type)
    return extents_of(constant_value(value))


def are_broadcastable(shapes: Sequence[Sequence[int]]) -> bool:
    """Whether shapes fit each other: in each dimension all sizes are 1 or one other, or one is not known."""
    for sizes in zip_longest(*[shape[::-1] for shape in shapes], fillvalue=1):
        others = [size for size in sizes if size != 1]
        if len(set(others)) > 1 or others.count(UNKNOWN_SIZE) > 1:
            return False
    return True


def cstr_eq(op: Operation, constants: Constants) -> Folding:
    """A witness if all shapes are the same constant."""
    return [TRUE] if None not in constants and len(set(constants)) <= 1 else None


def shape_eq(op: Operation, constants: Constants) -> Folding:
    """Whether constant shapes are the same."""
    return [BoolAttr(len(set(constants)) == 1)] if constants and None not in constants else None


def is_broadcastable(op: Operation, constants: Constants) -> Folding:
    """Whether shapes fit each other: one alone does."""
    return [TRUE] if len(constants) < 2 else None


def cstr_require(op: Operation, constants: Constants) -> Folding:
    """A witness that is known to hold, or not to."""
    return [constant] if (constant := constants[0]) is not None else None


def assuming_all(op: Operation, constants: Constants) -> Folding:
    """All of several witnesses. Constants at the end are erased, up to one that does not hold."""
    known: Attribute = TRUE
    count = len(constants)
    while count and (constant := constants[count - 1]) is not None:
        count -= 1
        known = constant
        if known is not TRUE:
            break
    if count == len(constants):
        return None
    is_folded = known is not TRUE or not count
    if not is_folded and any(constants[:count]):  # MLIR goes on and swaps what is left, which it reports.
        return lambda rewriter: rewriter.set_operands(op, constants_last(op.operands[:count], constants))
    erased = range(count, len(constants))
    return Unreported(lambda rewriter: rewriter.erase_operands(op, erased), [known] if is_folded else None)


FOLDERS: Mapping[str, Folder] = {
    "shape.assuming_all": assuming_all,
    "shape.cstr_broadcastable": cstr_broadcastable,
    "shape.cstr_eq": cstr_eq,
    "shape.cstr_require": cstr_require,
    "shape.is_broadcastable": is_broadcastable,
    "shape.shape_eq": shape_eq,
}
"""The folders, by the names of operations."""
