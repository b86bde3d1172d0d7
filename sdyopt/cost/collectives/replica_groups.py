"""Which devices communicate with each other in a collective of StableHLO, whichever way its attributes say it."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from sdyopt.cost.collective_kinds import PERMUTED, is_ragged
from sdyopt.cost.collectives.groups import Groups
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, SubAxis
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.verification.constants import attribute_integers
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseElementsAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.sharding.replica_groups import Groups as WrittenOut
from sdyopt.sharding.replica_groups import (
    HloAxisRef,
    ListedGroups,
    MeshGroups,
    ReplicaGroups,
    axes_apart,
    axes_of_groups,
    permuted_groups,
)
from sdyopt.sharding.replica_groups import Mesh as AxisSizes

_NOBODY = -1
"""Fills groups of replicas up to the same length."""

_MOST_DEVICES = 1 << 16
"""Groups along the axes of a mesh of more are not written out."""


def replica_groups(op: Operation, enclosing_scope: EnclosingScope, whole: Mesh, is_local: bool) -> Groups:
    """Returns the groups of a collective of StableHLO.

    Their axes are those of the mesh of the manual computation around it, in a local program of the mesh of all
    devices, `whole`. Groups of an attribute that says nothing sensible are not known.
    """
    mesh = whole if is_local else enclosing_scope.manual(op).mesh
    found = listed_or_along_axes(op, enclosing_scope, is_local)
    if found is None:
        return Groups((), whole.device_count, 1, is_known=False)
    return _groups(found, mesh, whole.device_count, is_local, op.signature.definition in PERMUTED)


def listed_or_along_axes(op: Operation, scope: EnclosingScope, has_ids: bool) -> ReplicaGroups | None:
    """Returns the groups that a collective's attributes say; without members if all devices are one group.

    None is for attributes that say nothing sensible: axes that the mesh does not have, say. If it `has_ids`, the
    numbers are device ids of meshes, else positions in them.
    """
    if op.signature.definition in PERMUTED:
        pairs = _rows(op, op.properties.get("source_target_pairs"))
        is_paired = pairs is not None and all(len(pair) == 2 for pair in pairs)
        return permuted_groups([(pair[0], pair[1]) for pair in pairs]) if pairs is not None and is_paired else None
    attribute = _attribute(op, "replica_groups")
    if isinstance(attribute, s.ReplicaGroupMeshAxes):
        named = attribute.mesh
        mesh = scope.named_mesh(named.leaf, op) if isinstance(named, SymbolRefAttr) else named
        return _along_axes(attribute.axes, mesh, has_ids)
    rows = _rows(op, attribute)
    if rows is None:
        return None
    groups = [tuple([device for device in row if device != _NOBODY]) for row in rows]
    return ListedGroups(tuple([group for group in groups if group]))


def sdy_axis(axis: HloAxisRef) -> AxisRef:
    """Returns an axis, or a part of one, as SDY has it."""
    return AxisRef(axis.name, None if axis.sub_axis is None else SubAxis(*axis.sub_axis))


@remembered
def _along_axes(axes: tuple[Attribute, ...], mesh: Attribute | None, has_ids: bool) -> MeshGroups | None:
    refs = tuple([_axis(axis) for axis in axes])
    if isinstance(mesh, s.Mesh):
        sizes = tuple([(axis.name, axis.size) for axis in mesh.axes])
        ids = () if mesh.device_ids is None else tuple(_integers(mesh.device_ids))
    elif isinstance(mesh, Mesh) and not mesh.is_maximal:
        sizes, ids = _sizes(mesh), mesh.device_ids
    else:
        return None
    try:
        return MeshGroups(sizes, refs, (ids or None) if has_ids else None)
    except ValueError:
        return None


def _axis(axis: Attribute) -> HloAxisRef:
    """Returns an axis of StableHLO or, as older revisions write it, of SDY."""
    if not isinstance(axis, (s.AxisRef, AxisRef)):
        return HloAxisRef("")  # No mesh has it.
    part = axis.sub_axis_info if isinstance(axis, s.AxisRef) else axis.sub_axis
    return HloAxisRef(axis.name, None if part is None else (part.pre_size, part.size))


@remembered
def _groups(found: ReplicaGroups, mesh: Mesh | None, devices: int, has_ids: bool, is_permuted: bool) -> Groups:
    """Returns groups with their axes, which are those of `mesh`; () where they are not along such axes."""
    if is_permuted:
        groups = _positions(found, mesh, has_ids)
        axes = axes_apart(groups, _sizes(mesh)) if groups and mesh is not None else ()
        alone = max(0, devices - sum(map(len, found.expanded())))
        return Groups(tuple(map(sdy_axis, axes)), max(1, found.size), found.count + alone, bool(found.count))
    if not found.size:
        names = [] if mesh is None else [name for name, size in _sizes(mesh) if size > 1]
        return Groups(tuple(map(AxisRef, names)), devices, 1)
    return Groups(_axes(found, mesh, has_ids), found.size, found.count)


def _axes(found: ReplicaGroups, mesh: Mesh | None, has_ids: bool) -> Axes:
    if mesh is None:
        return ()
    if isinstance(found, MeshGroups) and found.mesh == _sizes(mesh):
        names = {axis.name for axis in found.axes if axis.sub_axis is None}
        if len(names) == len(found.axes) and found.devices == ((mesh.device_ids or None) if has_ids else None):
            return tuple([AxisRef(name) for name, size in found.mesh if name in names and size > 1])
    return tuple(map(sdy_axis, axes_of_groups(_positions(found, mesh, has_ids), _sizes(mesh)) or ()))


def _positions(found: ReplicaGroups, mesh: Mesh | None, has_ids: bool) -> WrittenOut:
    """Returns groups as positions in `mesh`; () if they are of others, or too many."""
    if mesh is None or found.size * found.count > min(mesh.device_count, _MOST_DEVICES):
        return ()
    groups = found.expanded()
    if has_ids and mesh.device_ids:
        positions = {device: position for position, device in enumerate(mesh.device_ids)}
        groups = tuple([tuple([positions.get(device, device) for device in group]) for group in groups])
    total = mesh.device_count
    return groups if all(0 <= device < total for group in groups for device in group) else ()


def _sizes(mesh: Mesh) -> AxisSizes:
    return tuple([(axis.name, axis.size) for axis in mesh.axes])


def _rows(op: Operation, attribute: Attribute | None) -> list[list[int]] | None:
    """Returns the rows of an attribute that is a matrix of devices; None for another attribute."""
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    numbers = attribute_integers(op, attribute)
    width = attribute.type.shape[-1] if len(attribute.type.shape) == 2 else len(numbers)
    return [numbers[start : start + width] for start in range(0, len(numbers), width)] if width else []


def _integers(attribute: DenseElementsAttr) -> Iterable[int]:
    """Returns the elements of device ids; none if there are too many."""
    type = attribute.type
    assert isinstance(type, RankedTensorType)
    if prod(type.shape) > _MOST_DEVICES:
        return ()
    return [int(each) for each in elements(attribute.text, type.shape, element_format(type.element_type))]


def _attribute(op: Operation, name: str) -> Attribute | None:
    """Returns an attribute of a collective; a custom call has them in its `backend_config`."""
    config = op.properties.get("backend_config")
    if is_ragged(op.signature):
        return config.get(name) if isinstance(config, DictionaryAttr) else None
    return op.properties.get(name)
