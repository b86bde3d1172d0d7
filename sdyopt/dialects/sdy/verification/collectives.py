"""The verifiers of collectives: their axes, applied to the operand's sharding, yield `out_sharding`.

https://openxla.org/shardy/sdy_dialect has their constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.sdy.attributes import (
    SUM,
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    Sharding,
)
from sdyopt.dialects.sdy.ops import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    REPLICATED_TO_UNREDUCED,
    SHARDED_TO_UNREDUCED,
)
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.dialects.sdy.shardings.axes import (
    Axes,
    is_ordered,
    merged,
    ordered,
    overlaps_any,
    sharded_size,
    without_suffix,
)
from sdyopt.dialects.sdy.shardings.equivalence import is_equivalent
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.verification.axis_lists import check_list, check_lists
from sdyopt.dialects.sdy.verification.reductions import verify_reduced
from sdyopt.dialects.sdy.verification.shardings import (
    mesh_of,
    own_sharding,
    verify_own_sharding,
    verify_own_sharding_free,
)
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.ir.record import Record
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import Note
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

Check = Callable[[Any, Sharding, Sharding, Mesh], str | None]
"""What is wrong with an op's axes (or parameters) between the shardings of operand and result under their mesh."""


class CollectiveCheck(Record):
    """How a kind of collective is checked. Some operands need no sharding: they count as replicated then."""

    axes: str
    check: Check
    needs_operand_sharding: bool = True


def operand_sharding(op: Operation) -> Sharding | None:
    """Returns the sharding of the operand of a collective, which its verification depends on."""
    return sharding_of(op.operands[0])


def verify_collective(op: Operation, context: Verification) -> None:
    """Reports what is wrong with the shardings of a collective: its own, and next to it that of its operand."""
    operand = operand_sharding(op)
    if operand is None and COLLECTIVES[op.signature.definition].needs_operand_sharding:
        context.error(op, "collective on operand without sharding")
    verify_own_sharding(op, context)
    verify_own_sharding_free(op, context)
    result = own_sharding(op)
    if operand is None or result is None:
        return
    operand_mesh = mesh_of(op, operand, context)
    may_differ = op.signature.definition is COLLECTIVE_PERMUTE
    if operand_mesh is not None and operand_mesh is not mesh_of(op, result, context) and not may_differ:
        _report_mesh(op, "result mesh does not match operand mesh", operand_mesh, context)
    if operand.rank != result.rank:
        context.error(op, f"result sharding has rank {result.rank} but operand sharding has rank {operand.rank}")


def verify_collective_axes(op: Operation, context: Verification) -> None:
    """Reports if the axes, or parameters, of a collective do not lead from its operand's sharding to its own."""
    operand = operand_sharding(op)
    collective, result = COLLECTIVES[op.signature.definition], own_sharding(op)
    assert result is not None
    if operand is None:
        operand = Sharding(result.mesh, (DimensionSharding(()),) * result.rank)
    operand_mesh, result_mesh = mesh_of(op, operand, context), mesh_of(op, result, context)
    if operand_mesh is None or result_mesh is None or not _are_axes_known(operand, operand_mesh):
        return  # It is reported where the operand gets its sharding.
    if op.signature.definition is COLLECTIVE_PERMUTE:
        complaint = _check_permuted_mesh(operand, operand_mesh, result, result_mesh)
        if complaint is not None:
            _report_mesh(op, complaint, operand_mesh, context)
    definition = op.signature.definition
    if definition in UNREDUCING and result.reduction_op != SUM:
        context.error(op, "out_sharding reduction_op must be SUM")
    if definition is REDUCE_SCATTER:
        verify_reduced(op, operand, context)
    complaint = _check(collective, op.properties.get(collective.axes), operand, result, result_mesh)
    if complaint is not None:
        context.error(op, complaint)
    if definition is ALL_REDUCE:
        verify_reduced(op, operand, context)


def _are_axes_known(sharding: Sharding, mesh: Mesh) -> bool:
    return all(axis.name in mesh.axis_sizes for dimension in sharding.dimensions for axis in dimension.axes)


def _report_mesh(op: Operation, complaint: str, operand_mesh: Mesh, context: Verification) -> None:
    context.error(op, complaint, [Note(f"operand mesh: {text_of(operand_mesh)}", _location_of(op.operands[0]))])


def _location_of(value: Value) -> Any:
    if isinstance(value, BlockArgument):
        return value.location
    assert isinstance(value, OpResult)
    return value.owner.location


def _check_permuted_mesh(operand: Sharding, operand_mesh: Mesh, result: Sharding, result_mesh: Mesh) -> str | None:
    """A collective permute may change the order of the devices, and with another mesh has to."""
    if operand.mesh is result.mesh:
        return None
    if operand_mesh.axes != result_mesh.axes:
        return "result mesh has different axes than operand mesh"
    if operand_mesh.device_ids == result_mesh.device_ids:
        return "result mesh name is different but same device ids as operand"
    return None


@remembered
def _check(
    collective: CollectiveCheck, axes: Attribute | None, operand: Sharding, result: Sharding, mesh: Mesh
) -> str | None:
    return collective.check(axes, operand, result, mesh)


# Axes for each dimension.


def _check_axis_lists(axes: AxisRefLists, result: Sharding, mesh: Mesh) -> str | None:
    complaint = check_lists([axis_list.axes for axis_list in axes.lists], mesh)
    if complaint is None and len(axes.lists) != result.rank:
        return f"result sharding has rank {result.rank} but collective axes has rank {len(axes.lists)}"
    return complaint


def _unexpected(expected: Axes, dimension: int) -> str:
    axes = ", ".join([axis_ref(axis) for axis in expected])
    return f"result sharding doesn't match expected sharding [{axes}] on dimension {dimension}"


def _takes_away(what: str) -> Check:
    """The check of an op that takes axes away from the end of dimensions; `what` is what it calls them."""

    def check(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
        complaint = _check_axis_lists(axes, result, mesh)
        if complaint is not None:
            return complaint
        for index, (before, removed, after) in enumerate(
            zip(operand.dimensions, axes.lists, result.dimensions, strict=True)
        ):
            expected = without_suffix(before.axes, removed.axes, mesh)
            if isinstance(expected, AxisRef):
                return _cannot_apply(what, expected, index)
            if expected != after.axes:
                return _unexpected(expected, index)
        return None

    return check


def _cannot_apply(what: str, axis: AxisRef, dimension: int) -> str:
    return f"can't apply {what} axis {axis_ref(axis)} to operand sharding on dimension {dimension}"


def _check_appending(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    """The check of an op that adds axes at the end of dimensions."""
    complaint = _check_axis_lists(axes, result, mesh)
    if complaint is not None:
        return complaint
    for index, (before, added, after) in enumerate(zip(operand.dimensions, axes.lists, result.dimensions, strict=True)):
        expected = merged(before.axes + added.axes, mesh)
        if expected != after.axes:
            return _unexpected(expected, index)
    return None


_check_sharded_axes = _takes_away("shard-to-unreduce")


def _check_sharded_to_unreduced(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    complaint = _check_sharded_axes(axes, operand, result, mesh)
    if complaint is not None:
        return complaint
    moved = [axis for axis_list in axes.lists for axis in axis_list.axes]
    if merged(ordered((*operand.unreduced, *moved), mesh), mesh) != result.unreduced:
        return "out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes"
    return None


# One list of axes.


def _check_all_reduce(axes: AxisRefList, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    """The shardings are the same except for openness, priorities and lists; if they shard, so is the mesh's name."""
    if not is_equivalent(operand, result):
        return "operand and result shardings are not equivalent"
    if not is_ordered(axes.axes, mesh):
        return "reduction axes are not ordered w.r.t. mesh"
    complaint = check_lists([axes.axes], mesh)
    if complaint is not None:
        return complaint
    taken = [*(axis for dimension in operand.dimensions for axis in dimension.axes), *operand.replicated]
    for axis in axes.axes:
        if overlaps_any(axis, taken):
            return f"reduction axis {axis_ref(axis)} overlaps with operand dimension sharding or replicated axes"
        if overlaps_any(axis, result.unreduced):
            return f"reduction axis {axis_ref(axis)} overlaps with result unreduced axes"
    return None


def _check_replicated_to_unreduced(axes: AxisRefList, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    if operand.dimensions != result.dimensions:
        return "input and output must share the same dimension shardings"
    if not axes.axes:
        return "r2u axes must not be empty"
    if not is_ordered(axes.axes, mesh):
        return "r2u axes are not ordered w.r.t. mesh"
    complaint = check_lists([axes.axes], mesh)
    if complaint is not None:
        return complaint
    sharding = [axis for dimension in operand.dimensions for axis in dimension.axes]
    for axis in axes.axes:
        if overlaps_any(axis, sharding):
            return f"r2u axis {axis_ref(axis)} overlaps with operand dimension sharding"
        if overlaps_any(axis, operand.unreduced):
            return f"r2u axis {axis_ref(axis)} overlaps with operand unreduced axes"
    if merged(ordered((*operand.unreduced, *axes.axes), mesh), mesh) != result.unreduced:
        return "out_unreduced_axes should be in_unreduced_axes + r2u_axes"
    return None


# Axes that move.


def _check_all_to_all(params: AllToAllParamList, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    complaint = _check_params(params, result.rank, mesh)
    if complaint is not None:
        return complaint
    untouched = {index: dimension.axes for index, dimension in enumerate(operand.dimensions)}
    for param in params.params:
        source, target = param.source_dimension, param.target_dimension
        rest = without_suffix(untouched.pop(source), param.axes, mesh)
        if isinstance(rest, AxisRef):
            return _cannot_apply("all-to-all", rest, source)
        for index, axes in ((source, rest), (target, merged(untouched.pop(target) + param.axes, mesh))):
            if axes != result.dimensions[index].axes:
                return _unexpected(axes, index)
    for index, axes in untouched.items():
        if axes != result.dimensions[index].axes:
            return _unexpected(axes, index)
    return None


def _check_params(params: AllToAllParamList, rank: int, mesh: Mesh) -> str | None:
    if not params.params:
        return "parameter list is empty"
    seen_axes: set[AxisRef] = set()
    seen: set[int] = set()
    previous = -1
    for param in params.params:
        complaint = check_list(param.axes, mesh, seen_axes)
        if complaint is not None:
            return complaint
        for what, dimension in (("source", param.source_dimension), ("target", param.target_dimension)):
            if not 0 <= dimension < rank:
                return f"{what} dimension {dimension} is out of range [0, {rank})"
        for dimension in (param.source_dimension, param.target_dimension):
            if dimension in seen:
                return f"overlapping source/target dimensions in all-to-all params: {dimension}"
            seen.add(dimension)
        if param.source_dimension < previous:
            order = f"{param.source_dimension} appears after {previous}"
            return f"source dimensions are not sorted in ascending order: {order}"
        previous = param.source_dimension
    return None


def _check_permute(axes: None, operand: Sharding, result: Sharding, mesh: Mesh) -> str | None:
    """Every dimension keeps its number of pieces."""
    for index, (before, after) in enumerate(zip(operand.dimensions, result.dimensions, strict=True)):
        operand_size, result_size = sharded_size(before.axes, mesh), sharded_size(after.axes, mesh)
        if operand_size != result_size:
            return f"sharded size of result doesn't match operand on dimension {index}: {result_size} != {operand_size}"
    return None


COLLECTIVES: dict[OpDefinition, CollectiveCheck] = {
    ALL_GATHER: CollectiveCheck("gathering_axes", _takes_away("gathering")),
    ALL_REDUCE: CollectiveCheck("reduction_axes", _check_all_reduce, needs_operand_sharding=False),
    ALL_SLICE: CollectiveCheck("slicing_axes", _check_appending, needs_operand_sharding=False),
    ALL_TO_ALL: CollectiveCheck("params", _check_all_to_all),
    COLLECTIVE_PERMUTE: CollectiveCheck("", _check_permute),
    REDUCE_SCATTER: CollectiveCheck("reduce_scatter_axes", _check_appending, needs_operand_sharding=False),
    REPLICATED_TO_UNREDUCED: CollectiveCheck("axes", _check_replicated_to_unreduced),
    SHARDED_TO_UNREDUCED: CollectiveCheck("axes", _check_sharded_to_unreduced),
}
UNREDUCING = (SHARDED_TO_UNREDUCED, REPLICATED_TO_UNREDUCED)
"""The collectives that make axes unreduced."""
