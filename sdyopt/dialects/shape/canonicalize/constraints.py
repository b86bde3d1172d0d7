"""Canonicalization of operations of shape that require something of shapes, and of what may rely on that."""

from __future__ import annotations

from sdyopt.dialects.shape.canonicalize.broadcasts import (
    canonicalize_cast_extent_tensor_operands,
    remove_duplicate_operands,
    remove_empty_shape_operands,
)
from sdyopt.dialects.shape.canonicalize.sizes import made_by
from sdyopt.dialects.shape.ops import (
    ASSUMING,
    ASSUMING_ALL,
    ASSUMING_YIELD,
    CONST_WITNESS,
    CSTR_BROADCASTABLE,
    CSTR_EQ,
)
from sdyopt.ir.attributes import BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new, replace_with_values, simplified

# Regions that rely on a witness.


@pattern(ASSUMING, "(anonymous namespace)::AssumingOpRemoveUnusedResults")
def assuming_remove_unused_results(op: Operation, rewriter: PatternRewriter) -> bool:
    """Removes the results that nothing uses."""
    last = op.regions[0].block.last
    assert last is not None
    used = [result.is_used for result in op.results]
    if all(used):
        return False
    rewriter.report(simplified, op)
    kept = [value for value, is_used in zip(last.operands, used, strict=True) if is_used]
    types = [value.type for value in kept]
    rewriter.create_after(last, ASSUMING_YIELD, kept, location=last.location)
    rewriter.erase(last)
    region = rewriter.take_region(op)
    new = rewriter.create_before(op, ASSUMING, op.operands, types, regions=[region], location=op.location)
    replacements = iter(new.results)
    for result, is_used in zip(op.results, used, strict=True):
        if is_used:
            replacement = next(replacements)
            rewriter.renames(replacement, result)
            rewriter.replace_uses(result, replacement)
    rewriter.erase(op)
    return True


@pattern(ASSUMING, "(anonymous namespace)::AssumingWithTrue")
def assuming_with_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts the operations of a region in its place if the witness is a constant, whichever."""
    if made_by(op.operands[0], CONST_WITNESS) is None:
        return False
    rewriter.report(simplified, op)
    block = op.regions[0].block
    last, after = block.last, op.parent
    assert last is not None and after is not None
    moved = after.last
    while moved is not None and moved is not op:  # MLIR splits the block, which moves what is after.
        rewriter.on_modified(moved)
        moved = moved.previous
    for result, value in zip(op.results, last.operands, strict=True):
        rewriter.replace_uses(result, value)
    rewriter.erase(last)
    rewriter.inline_block_before(block, op, [])
    rewriter.erase(op)
    return True


# Several witnesses.


@pattern(ASSUMING_ALL, "(anonymous namespace)::MergeAssumingAllOps")
def merge_assuming_all(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the witnesses of which operands are made."""
    operands: list[Value] = []
    for operand in op.operands:
        inner = made_by(operand, ASSUMING_ALL)
        operands += [operand] if inner is None else inner.operands
    if len(operands) == len(op.operands):
        return False
    replace_with_new(op, rewriter, ASSUMING_ALL, operands)
    return True


@pattern(ASSUMING_ALL, "(anonymous namespace)::AssumingAllOneOp")
def assuming_all_of_one(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the only witness."""
    if len(op.operands) != 1:
        return False
    replace_with_values(op, op.operands, rewriter)
    return True


@pattern(ASSUMING_ALL, "(anonymous namespace)::AssumingAllOfCstrBroadcastable")
def assuming_all_of_cstr_broadcastable(op: Operation, rewriter: PatternRewriter) -> bool:
    """Leaves out what is required of shapes that are among those of another operand."""
    found = [made_by(operand, CSTR_BROADCASTABLE) for operand in dict.fromkeys(op.operands)]
    constraints = [one for one in found if one is not None]
    if len(constraints) < len(found) or len(found) < 2:
        return False
    constraints.sort(key=lambda one: -len(one.operands))
    redundant: list[Operation] = []
    place = 0
    while place < len(constraints):
        shapes = set(constraints[place].operands)
        kept = [one for one in constraints[place + 1 :] if not shapes.issuperset(one.operands)]
        # MLIR takes for redundant what is left at the end of a list from which others were removed.
        redundant += constraints[place + 1 + len(kept) :]
        constraints[place + 1 :] = kept
        place += 1
    if not redundant:
        return False
    replace_with_new(op, rewriter, ASSUMING_ALL, [one.result for one in constraints])
    for one in dict.fromkeys(redundant):
        if not one.result.is_used:
            rewriter.erase(one)
    return True


@pattern(ASSUMING_ALL, "(anonymous namespace)::AssumingAllToCstrEqCanonicalization")
def assuming_all_to_cstr_eq(op: Operation, rewriter: PatternRewriter) -> bool:
    """Requires at once that shapes are equal, where each operand has one in common with those before."""
    shapes: list[Value] = []
    for operand in op.operands:
        constraint = made_by(operand, CSTR_EQ)
        if constraint is None:
            return False
        if shapes and constraint.operands and not set(shapes) & set(constraint.operands):
            return False
        shapes += constraint.operands
    replace_with_new(op, rewriter, CSTR_EQ, shapes)
    return True


# Requirements.


def of_equal_shapes(root: OpDefinition, name: str) -> Pattern:
    """Returns a pattern that makes a witness of what is required of one shape alone."""

    @pattern(root, f"(anonymous namespace)::{name}")
    def make_witness(op: Operation, rewriter: PatternRewriter) -> bool:
        if any(operand is not op.operands[0] for operand in op.operands):
            return False
        replace_with_new(op, rewriter, CONST_WITNESS, properties={"passing": BoolAttr(True)})
        return True

    return make_witness


PATTERNS = (
    merge_assuming_all,
    assuming_all_of_one,
    assuming_all_of_cstr_broadcastable,
    assuming_all_to_cstr_eq,
    remove_duplicate_operands(ASSUMING_ALL, "AssumingAllOp"),
    assuming_remove_unused_results,
    assuming_with_constant,
    canonicalize_cast_extent_tensor_operands(CSTR_BROADCASTABLE, "CstrBroadcastableOp"),
    of_equal_shapes(CSTR_BROADCASTABLE, "CstrBroadcastableEqOps"),
    remove_duplicate_operands(CSTR_BROADCASTABLE, "CstrBroadcastableOp"),
    remove_empty_shape_operands(CSTR_BROADCASTABLE, "CstrBroadcastableOp"),
    of_equal_shapes(CSTR_EQ, "CstrEqEqOps"),
)
