"""Records of what propagation did, in the attribute `sdy.propagation_edges` of operations."""

from __future__ import annotations

from math import inf

from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    RESULT,
    AxisRef,
    AxisToPropagationDetails,
    EdgeValueRef,
    PropagationEdges,
    PropagationOneStep,
    Sharding,
)
from sdyopt.dialects.sdy.discardable import PROPAGATION_EDGES
from sdyopt.ir.operation import Operation, walk_post

RESULT_0, OPERAND_0 = EdgeValueRef(RESULT, 0), EdgeValueRef(OPERAND, 0)


def first_free_step(module: Operation) -> int:
    """The number of the first step after all that there are records of."""
    found = [op.signature.attributes.get(PROPAGATION_EDGES) for op in walk_post(module)]
    records = [record for record in found if isinstance(record, PropagationEdges)]
    return max([step.step + 1 for record in records for step in record.steps], default=0)


def edges_to_input(sharding: Sharding, step: int) -> PropagationEdges | None:
    """The record that a constraint has given the axes of its dimensions to its input; None if there are none."""
    axes = [axis for dimension in sharding.dimensions for axis in dimension.axes]
    entries = [AxisToPropagationDetails(axis, RESULT_0, (OPERAND_0,)) for axis in sorted(axes, key=axis_order)]
    return PropagationEdges((PropagationOneStep(step, tuple(entries)),)) if entries else None


def axis_order(axis: AxisRef) -> tuple[bytes, int, float]:
    """What axes are ordered by: their names, and parts of one axis by where they are in it, the whole axis last."""
    part = axis.sub_axis
    return (axis.name.encode("utf-8", "surrogateescape"), *((1, inf) if part is None else (part.pre_size, part.size)))
