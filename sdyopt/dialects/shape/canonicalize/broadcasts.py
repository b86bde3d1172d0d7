"""Canonicalization of operations of shape on several shapes, of which some need not be there."""

from __future__ import annotations

from sdyopt.dialects.shape.canonicalize.sizes import made_by
from sdyopt.dialects.shape.fold.shapes import INDEX, broadcast_two, extents_of, shape_attribute
from sdyopt.dialects.shape.ops import (
    BROADCAST,
    CONST_SHAPE,
    FROM_EXTENT_TENSOR,
    IS_BROADCASTABLE,
)
from sdyopt.dialects.shape.types import SHAPE
from sdyopt.dialects.tensor.ops import CAST
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new


@pattern(BROADCAST, "(anonymous namespace)::BroadcastConcretizeResultTypePattern")
def broadcast_concretize_result_type(op: Operation, rewriter: PatternRewriter) -> bool:
    """Gives a result the number of sizes of the longest operand, if the number is known for all of them."""
    type = op.result.type
    if not isinstance(type, RankedTensorType) or type.shape[0] != DYNAMIC:
        return False
    ranks = [operand.type.shape[0] for operand in op.operands if isinstance(operand.type, RankedTensorType)]
    if DYNAMIC in ranks:
        return False
    exact = RankedTensorType((max(ranks, default=0),), INDEX)
    new = rewriter.create_before(op, BROADCAST, op.operands, [exact], location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


@pattern(BROADCAST, "(anonymous namespace)::BroadcastFoldConstantOperandsPattern")
def broadcast_fold_constant_operands(op: Operation, rewriter: PatternRewriter) -> bool:
    """Merges constant shapes into one, which comes last."""
    folded: list[int] = []
    others: list[Value] = []
    for operand in op.operands:
        constant = made_by(operand, CONST_SHAPE)
        extents = None if constant is None else extents_of(constant.properties["shape"])
        both = None if extents is None else broadcast_two(folded, extents)
        if both is None:
            others.append(operand)
        else:
            folded = both
    if len(op.operands) - len(others) < 2:
        return False
    type = RankedTensorType((len(folded),), INDEX)
    shape = {"shape": shape_attribute(folded)}
    constant = rewriter.create_before(op, CONST_SHAPE, [], [type], shape, location=op.location)
    replace_with_new(op, rewriter, BROADCAST, [*others, constant.result])
    return True


@pattern(BROADCAST, "(anonymous namespace)::BroadcastForwardSingleOperandPattern")
def broadcast_forward_single_operand(op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts a shape that is broadcast alone; one of the same type is folded."""
    if len(op.operands) != 1:
        return False
    replace_with_new(op, rewriter, FROM_EXTENT_TENSOR if op.result.type is SHAPE else CAST, op.operands)
    return True


def canonicalize_cast_extent_tensor_operands(root: OpDefinition, name: str) -> Pattern:
    """Returns a pattern that takes shapes as they are before a cast that only loses the number of their sizes."""

    def source_of(operand: Value) -> Value:
        cast = made_by(operand, CAST)
        is_losing = cast and isinstance(operand.type, RankedTensorType) and operand.type.shape[0] == DYNAMIC
        return cast.operands[0] if cast and is_losing else operand

    @pattern(root, f"(anonymous namespace)::CanonicalizeCastExtentTensorOperandsPattern<mlir::shape::{name}>")
    def take_sources(op: Operation, rewriter: PatternRewriter) -> bool:
        operands = [source_of(operand) for operand in op.operands]
        if operands == op.operands:
            return False
        replace_with_new(op, rewriter, root, operands)
        return True

    return take_sources


def remove_duplicate_operands(root: OpDefinition, name: str) -> Pattern:
    """Returns a pattern that keeps of equal operands the first."""

    @pattern(root, f"(anonymous namespace)::RemoveDuplicateOperandsPattern<mlir::shape::{name}>")
    def keep_unique(op: Operation, rewriter: PatternRewriter) -> bool:
        return _keep_operands(op, list(dict.fromkeys(op.operands)), rewriter)

    return keep_unique


def remove_empty_shape_operands(root: OpDefinition, name: str) -> Pattern:
    """Returns a pattern that removes operands which have no sizes, so that any shape can be broadcast with them."""

    def has_sizes(shape: Value) -> bool:
        if isinstance(shape.type, RankedTensorType) and shape.type.shape[0] == 0:
            return False
        constant = made_by(shape, CONST_SHAPE)
        return constant is None or extents_of(constant.properties["shape"]) != ()

    @pattern(root, f"(anonymous namespace)::RemoveEmptyShapeOperandsPattern<mlir::shape::{name}>")
    def remove_empty(op: Operation, rewriter: PatternRewriter) -> bool:
        operands = list(filter(has_sizes, op.operands))
        if not operands:
            replace_with_new(op, rewriter, CONST_SHAPE, properties={"shape": shape_attribute(())})
            return True
        return _keep_operands(op, operands, rewriter)

    return remove_empty


def _keep_operands(op: Operation, operands: list[Value], rewriter: PatternRewriter) -> bool:
    """Replaces an operation by one with these operands, unless all are among them; returns whether it did."""
    if len(operands) == len(op.operands):
        return False
    replace_with_new(op, rewriter, op.definition, operands, properties=op.properties, attributes=op.attributes)
    return True


BROADCAST_PATTERNS = (
    broadcast_concretize_result_type,
    broadcast_fold_constant_operands,
    broadcast_forward_single_operand,
    canonicalize_cast_extent_tensor_operands(BROADCAST, "BroadcastOp"),
    remove_duplicate_operands(BROADCAST, "BroadcastOp"),
    remove_empty_shape_operands(BROADCAST, "BroadcastOp"),
)
PATTERNS = (*BROADCAST_PATTERNS, remove_duplicate_operands(IS_BROADCASTABLE, "IsBroadcastableOp"))
