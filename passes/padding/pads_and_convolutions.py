"""Pads and convolutions of padded operands that do not fit these as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops import CONVOLUTION, PAD
from sdyopt.ir.attributes import I64, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.passes.padding.adapted import (
    convolved,
    is_zero_in,
    masked_dimensions,
    pad_edges,
    shape_of,
    spatial_dimensions,
)
from sdyopt.passes.padding.decisions import filled, windows_cut
from sdyopt.passes.padding.masks import MaskForm, create_mask, is_zero
from sdyopt.sharding.padding import grown_dimensions

if TYPE_CHECKING:
    from sdyopt.passes.padding.operations import Padding

UNKNOWN_FILL = (
    "'stablehlo.pad' op pads a tensor that is padded with zeros to divide it, and some of these take the place of its "
    "padding value, which is not known: the result is only right if that is zero"
)


def pad_of_padded(op: Operation, operands: Sequence[Value], padding: Padding) -> bool:
    """Replaces a pad by one with other high edges, and returns whether that is converted.

    Its operand is masked by the padding value if the operand's own padding would show. As in the reference, that is
    taken to be equal to a padding value that is not known, if it is zero.
    """
    operand, fill = operands
    result = padding.types.wanted(op.result)
    edges = pad_edges(op, operand.type, result)
    is_known = operand in padding.zero_padded and is_zero(fill) is not False
    if edges.cuts or (edges.is_seen and not is_known):
        grown = grown_dimensions(op.operands[0].type, operand.type)
        padding.rewriter.report(filled, op, op.operands[0], op.operands[0].type, operand.type)
        form = MaskForm(sharding_of(operand), is_zero_first=True)
        padding.created += create_mask(operand, op.operands[0].type, grown, op, padding.rewriter, form, fill)
        operand = padding.created[-1].result
    elif edges.is_seen and is_zero(fill) is None:
        padding.rewriter.emit(Diagnostic("warning", UNKNOWN_FILL, op.location))
    properties = op.properties.with_entry("edge_padding_high", DenseArrayAttr(I64, edges.high))
    created = padding.insert(op, PAD, [operand, fill], [result], properties, sharding_alone(op), location=op.location)
    if not padding.is_converted(created):
        return False
    padding.replace(op, created)
    return True


def convolution_of_padded(op: Operation, operands: Sequence[Value], padding: Padding) -> bool:
    """Replaces a convolution by one of masked operands, cut to the size of the padded result.

    Returns whether that is possible.
    """
    padded = padding.types.wanted(op.result)
    type = convolved(op, operands, padded)
    if type is None:
        return False
    masked = []
    for old, new, dimensions in zip(op.operands, operands, masked_dimensions(op), strict=True):
        if new.type is not old.type and new not in padding.zero_padded:
            new = padding.masked(op, old, new, dimensions, MaskForm(sharding_of(new), is_zero_first=True))
        masked.append(new)
    created = padding.insert(op, CONVOLUTION, masked, [type], op.properties, op.attributes, location=op.location)
    if not padding.is_converted(created):
        return False
    shape = list(type.shape)
    for dimension in spatial_dimensions(op):
        shape[dimension] = shape_of(padded)[dimension]
    if tuple(shape) == type.shape:
        padding.replace(op, created)
        return True
    rank, result = len(shape), RankedTensorType(tuple(shape), type.element_type)
    cut = padding.create_slice(op, created.result, result, [0] * rank, shape, [1] * rank, sharding_alone(op))
    padding.rewriter.renames(cut.result, op.result)
    padding.rewriter.report(windows_cut, cut, type, result)
    known = [operand in padding.zero_padded for operand in operands]
    if all(is_zero_in(op, dimension, *known) for dimension in grown_dimensions(op.result.type, result)):
        padding.zero_padded.add(cut.result)
    padding.values.add(op, cut.results)
    return padding.is_converted(cut)


def sharding_alone(op: Operation) -> DictionaryAttr:
    """Returns the sharding of an operation's results as its only discardable attribute, if it has one."""
    attribute = op.attributes.get(SHARDING)
    return NO_ATTRIBUTES if attribute is None else DictionaryAttr(((SHARDING, attribute),))
