"""Which devices communicate with each other in a collective over axes of a mesh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.cost.sizes.partition import partition_of
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AllToAllParamList, AxisRef, AxisRefList, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, ordered, overlaps_any, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition

_AXES: dict[OpDefinition, str] = {
    sdy.ALL_GATHER: "gathering_axes",
    sdy.ALL_REDUCE: "reduction_axes",
    sdy.ALL_SLICE: "slicing_axes",
    sdy.ALL_TO_ALL: "params",
    sdy.REDUCE_SCATTER: "reduce_scatter_axes",
    sdy.REPLICATED_TO_UNREDUCED: "axes",
    sdy.SHARDED_TO_UNREDUCED: "axes",
}
"""The attribute that has the axes of a collective."""

_MOST_COMPARED = 1 << 16
"""Devices of which each is looked at to find out whether a permutation moves anything."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The devices that communicate: along these axes, in groups of equal size."""

    axes: Axes
    size: int
    count: int
    communicate: bool = True
    """Whether any device sends anything."""
    is_known: bool = True
    """Whether the program says, in a way that is understood, which devices communicate."""


def axis_groups(op: Operation, enclosing_scope: EnclosingScope, devices: int) -> Groups:
    """Returns the groups of a collective of SDY, in a program for so many devices."""
    target = cast(Sharding, op.properties["out_sharding"])
    mesh = enclosing_scope.mesh(target, op)
    if mesh is None:
        return Groups((), 1, devices, False)
    name = _AXES.get(op.signature.definition)
    if name is not None:
        return _groups_of(op.properties[name], mesh)
    source = sharding_of(op.operands[0])
    before = None if source is None else enclosing_scope.mesh(source, op)
    if source is None or before is None:
        return Groups((), 1, mesh.device_count, False)
    axes = tuple(merged(ordered(_changed(source, target), mesh), mesh))
    if before is not mesh and not axes:
        axes = tuple([AxisRef(axis.name) for axis in mesh.axes])
    return replace(_groups(axes, mesh), communicate=_moves(source, before, target, mesh))


@remembered
def _groups_of(attribute: object, mesh: Mesh) -> Groups:
    return _groups(tuple(_axes(attribute)), mesh)


def _groups(axes: Axes, mesh: Mesh) -> Groups:
    size = sharded_size(axes, mesh)
    return Groups(axes, size, mesh.device_count // size)


def _axes(attribute: object) -> Iterator[AxisRef]:
    if isinstance(attribute, AxisRefList):
        yield from attribute.axes
    elif isinstance(attribute, AxisRefLists):
        yield from (axis for axes in attribute.lists for axis in axes.axes)
    elif isinstance(attribute, AllToAllParamList):
        yield from (axis for param in attribute.params for axis in param.axes)


def _changed(source: Sharding, target: Sharding) -> Axes:
    """Returns the axes of dimensions that are sharded in another way."""
    found: list[AxisRef] = []
    for old, new in zip(source.dimensions, target.dimensions, strict=True):
        if old.axes != new.axes:
            found += _fresh(old.axes, found)
            found += _fresh(new.axes, found)
    return tuple(found)


def _fresh(axes: Iterable[AxisRef], found: list[AxisRef]) -> list[AxisRef]:
    return [axis for axis in axes if not overlaps_any(axis, found)]


@remembered
def _moves(source: Sharding, source_mesh: Mesh, target: Sharding, target_mesh: Mesh) -> bool:
    """Whether any device needs another block than it has."""
    if source_mesh.device_count > _MOST_COMPARED or source_mesh.device_count != target_mesh.device_count:
        return True
    rank = len(target.dimensions)
    before, after = partition_of(source, source_mesh, rank), partition_of(target, target_mesh, rank)
    return any(before.block_of(device) != after.block_of(device) for device in after.device_ids)
