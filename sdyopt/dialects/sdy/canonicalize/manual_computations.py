"""Canonicalization of manual computations: inputs that are not used go, and so do computations over one device."""

from __future__ import annotations

from math import prod

from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.sdy.attributes import ManualAxes, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import boundary_shardings
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.rewriting.patterns import PatternRewriter, pattern

NOT_INLINED = "'sdy.manual_computation' op failed to inline redundant ManualComputationOp."


@pattern(MANUAL_COMPUTATION, "ManualComputationUnusedInputsPattern")
def unused_inputs(op: Operation, rewriter: PatternRewriter) -> bool:
    """Erases the arguments that the body does not use, with their operands and in-shardings."""
    arguments = op.regions[0].block.arguments
    if not (unused := {argument.index for argument in arguments if not argument.is_used}):
        return False
    rewriter.tell(
        "inputs-unused",
        "{count} {count:input|inputs} erased: the body does not use {count:it|them}",
        op,
        count=len(unused),
    )
    given = op.properties.find(ShardingPerValue, "in_shardings").shardings
    shardings = [sharding for index, sharding in enumerate(given) if index not in unused]
    with rewriter.unvisited():
        rewriter.erase_operands(op, unused)
        for index in sorted(unused, reverse=True):
            rewriter.erase_block_argument(arguments[index])
        rewriter.set_property(op, "in_shardings", ShardingPerValue(tuple(shardings)))
    return True


@pattern(MANUAL_COMPUTATION, "RedundantManualComputationPattern")
def redundant(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts the body of a computation over a single device in its place.

    That needs an inliner, and the reference has none for functions: their own computations stay, and so do those that
    hold operations of the func dialect or of one that is not known.
    """
    if boundary_shardings(op) and device_count(op, rewriter) != 1:
        return False
    if not can_be_inlined(op):
        rewriter.defer_error(Diagnostic("error", NOT_INLINED, op.location))
        return False
    rewriter.tell("one-device", "body of {op} inlined: its manual axes have one device", op, op=op)
    body = op.regions[0].block
    mapping: dict[Value, Value] = dict(zip(body.arguments, op.operands, strict=True))
    terminator = body.terminator
    at = InsertionPoint.before_op(op)
    with rewriter.unvisited():
        for inner in body.ops:
            if inner is not terminator:
                copy = rewriter.clone(inner, mapping, at)
                for new, old in zip(copy.results, inner.results, strict=True):
                    rewriter.renames(new, old)
        for result, value in zip(op.results, terminator.operands, strict=True):
            rewriter.replace_uses(result, mapping.get(value, value))
    rewriter.erase(op)
    return True


def device_count(op: Operation, rewriter: PatternRewriter) -> int | None:
    """Returns the number of devices along the manual axes; None if the mesh is not known."""
    axes = op.properties.find(ManualAxes)
    if not axes.axes:
        return 1
    for sharding in boundary_shardings(op):
        if (mesh := rewriter.mesh_of(sharding, op)) is not None and not mesh.is_empty:
            return prod([mesh.axis_sizes[axis] for axis in axes.axes])
    return None


def can_be_inlined(op: Operation) -> bool:
    """Whether the reference has an inliner for where `op` is, and for all that it holds."""
    holder = op.parent_op
    if holder is None or holder.definition is MODULE or not _has_inliner(holder):
        return False
    return all(_has_inliner(inner) for inner in walk(op) if inner is not op)


def _has_inliner(op: Operation) -> bool:
    definition = op.definition
    return isinstance(definition, OpDef) and definition.dialect != "func"


PATTERNS = (unused_inputs, redundant)
