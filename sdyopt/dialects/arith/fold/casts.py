"""Folders of the casts of arith between integers, and to numbers with the same bits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sdyopt.dialects.arith.fold.integers import defined_by
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.elements import elementwise, mask, signed, width_of
from sdyopt.rewriting.folding.values.materialization import is_poison
from sdyopt.rewriting.rewriter import Rewriter


def _computed(op: Operation, constants: Constants, is_signed: bool) -> Folding:
    """Returns the constant that is cast; none of a shape that is not known."""
    if constants[0] is None:
        return None
    type = op.operands[0].type
    if isinstance(type, ShapedType) and not type.has_static_shape and not is_poison(constants[0]):
        return None
    source, result = width_of(type), width_of(op.signature.result_types[0])
    limit = mask(result)

    def convert(bits: int) -> int:
        return (signed(bits, source) if is_signed else bits) & limit

    found = elementwise(convert, op.signature.result_types[0], constants)
    return None if found is None else [found]


def _take_operand(op: Operation, operand: Value, rewriter: Rewriter) -> None:
    """Makes `operand`, which may have another type, that of a cast."""
    rewriter.set_operands(op, [operand])


def extension(is_signed: bool, op: Operation, constants: Constants) -> Folding:
    """Folds an extension: of two in a row one stays."""
    inner = defined_by(op.operands[0], op.name)
    if inner is not None:
        return partial(_take_operand, op, inner.operands[0])
    return _computed(op, constants, is_signed)


def truncation(op: Operation, constants: Constants) -> Folding:
    """Folds a truncation: of two in a row one stays; it undoes an extension, or truncates what was extended."""
    (result,) = op.signature.result_types
    extended = defined_by(op.operands[0], "arith.extsi", "arith.extui")
    if extended is not None:
        (source,) = extended.operands
        if source.type is result:
            return [source]
        if width_of(source.type) > width_of(result):
            return partial(_take_operand, op, source)
    inner = defined_by(op.operands[0], "arith.trunci")
    if inner is not None:
        return partial(_take_operand, op, inner.operands[0])
    return _computed(op, constants, is_signed=False)


def index_cast(is_signed: bool, op: Operation, constants: Constants) -> Folding:
    """Folds a cast to or from an index: it undoes one of the same kind that has lost no bits."""
    (value,), (result,) = op.operands, op.signature.result_types
    inner = defined_by(value, op.name)
    if inner is not None and inner.operands[0].type is result and width_of(value.type) >= width_of(result):
        return [inner.operands[0]]
    return _computed(op, constants, is_signed)


def bitcast(op: Operation, constants: Constants) -> Folding:
    """Folds a bitcast: one to the type that there is changes nothing. Of elements only dense ones are known."""
    (result,) = op.signature.result_types
    if not isinstance(result, ShapedType) or isinstance(constants[0], DenseElementsAttr):
        found = elementwise(lambda bits: bits, result, constants)
        if found is not None:
            return [found]
    return op.operands if op.signature.operand_types == op.signature.result_types else None


FOLDERS: Mapping[str, Folder] = {
    "arith.bitcast": bitcast,
    "arith.extsi": partial(extension, True),
    "arith.extui": partial(extension, False),
    "arith.index_cast": partial(index_cast, True),
    "arith.index_castui": partial(index_cast, False),
    "arith.trunci": truncation,
}
"""The folders, by the names of operations."""
