"""Reduction operators: what unreduced axes are reduced by, and which changes of unreduced axes they allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sdyopt.dialects.sdy.attributes import REDUCTION_OPS, SUM, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, difference, overlaps, overlaps_any
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, IntegerAttr
from sdyopt.ir.operation import Operation

REDUCTION_OP = "reduction_op"
"""The attribute of a collective that holds its operator."""

INVALID_TRANSITION = (
    "without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced."
)
ANY = "any"
"""Instead of an operator: axes may be introduced, or dropped, whatever their operator is."""


def reduction_operator(op: Operation) -> str:
    """Returns what an `sdy.all_reduce` or `sdy.reduce_scatter` reduces by."""
    return REDUCTION_OPS[op.attribute_named(REDUCTION_OP, IntegerAttr).value]


def reduction_properties(operator: str) -> dict[str, Attribute]:
    """Returns the properties of a collective that reduces by `operator`, in addition to its axes and sharding."""
    return {} if operator == SUM else {REDUCTION_OP: IntegerAttr(REDUCTION_OPS.index(operator), I32)}


def check_transition(
    operands: Sequence[Sharding],
    results: Sequence[Sharding],
    meshes: Iterable[Mesh | None],
    introduced_by: str | None,
    dropped_by: str | None,
) -> str | None:
    """Returns what is wrong with the unreduced axes of an operation's results, given those of its operands.

    `meshes` are those of all the shardings; if they differ, nothing is. Axes that only results have must be reduced by
    `introduced_by`, those that only operands have by `dropped_by`; None if there may not be any.
    """
    found = set(meshes)
    mesh = found.pop() if len(found) == 1 else None
    if mesh is None:
        return None
    before, after = _unreduced(operands), _unreduced(results)
    if any(axis.name not in mesh.axis_sizes for axis in before + after):
        return None  # It is reported where the sharding is.
    introduced = _without(after, before, mesh)
    if introduced and introduced_by is None:
        return f"cannot add new unreduced axis '{introduced[0].name}'."
    wrong = _other_operator(results, introduced, introduced_by)
    if wrong is not None:
        return f"cannot introduce '{wrong}' unreduced axes. Expected '{introduced_by}'."
    dropped = _without(before, after, mesh)
    if dropped and dropped_by is None:
        return f"dropped unreduced axis '{dropped[0].name}' {INVALID_TRANSITION}"
    wrong = _other_operator(operands, dropped, dropped_by)
    if wrong is not None:
        return f"cannot reduce '{wrong}' unreduced axes. Expected '{dropped_by}'."
    return _changed_operator(operands, results)


def _unreduced(shardings: Sequence[Sharding]) -> Axes:
    return tuple([axis for sharding in shardings for axis in sharding.unreduced])


def _without(axes: Axes, removed: Axes, mesh: Mesh) -> Axes:
    return tuple([part for axis in axes for part in difference(axis, removed, mesh)])


def _other_operator(shardings: Sequence[Sharding], axes: Axes, operator: str | None) -> str | None:
    """Returns the operator of the first sharding that has unreduced `axes` with another operator than that."""
    for sharding in shardings:
        if sharding.reduction_op != operator != ANY and any(overlaps_any(axis, axes) for axis in sharding.unreduced):
            return sharding.reduction_op
    return None


def _changed_operator(operands: Sequence[Sharding], results: Sequence[Sharding]) -> str | None:
    for result in results:
        for axis in result.unreduced:
            for operand in operands:
                before, after = operand.reduction_op, result.reduction_op
                if before != after and any(overlaps(axis, other) for other in operand.unreduced):
                    return f"cannot change the reduction operator of kept unreduced axes from {before} to {after}."
    return None
