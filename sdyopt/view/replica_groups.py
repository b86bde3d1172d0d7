"""Which devices communicate with each other in a collective of StableHLO."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.verification.constants import attribute_integers
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.sharding.axes import Axes, sharded_size
from sdyopt.view.groups import Groups

_NOBODY = -1
"""Fills groups of replicas up to the same length."""


def replica_groups(op: Operation, mesh: Mesh | None, devices: int) -> Groups:
    """Returns the groups of a collective of StableHLO in a program for so many devices.

    Their axes are those of `mesh`, that of the manual computation around it, if they are along axes.
    """
    if op.signature.definition is COLLECTIVE_PERMUTE:
        pairs = _rows(op, "source_target_pairs")
        groups = _connected(pairs, devices)
        axes = _varying(pairs, _digits(mesh, devices))
        return Groups(axes, max(map(len, groups), default=1), len(groups), any(len(set(pair)) > 1 for pair in pairs))
    attribute = op.properties.get("replica_groups")
    if isinstance(attribute, ReplicaGroupMeshAxes):
        return _of_axes(attribute, mesh, devices)
    rows = _rows(op, "replica_groups")
    groups = [[device for device in row if device != _NOBODY] for row in rows]
    groups = [group for group in groups if group] or [list(range(devices))]
    return Groups(_axes(groups, _digits(mesh, devices)), max(map(len, groups), default=1), len(groups))


def _of_axes(attribute: ReplicaGroupMeshAxes, mesh: Mesh | None, devices: int) -> Groups:
    axes = tuple([axis for axis in attribute.axes if isinstance(axis, AxisRef)])
    known = attribute.mesh if isinstance(attribute.mesh, Mesh) else mesh
    if known is None or not all(axis.name in known.axis_sizes for axis in axes):
        return Groups(axes, devices, 1)
    size = sharded_size(axes, known)
    return Groups(axes, size, known.device_count // size)


def _rows(op: Operation, name: str) -> list[list[int]]:
    """Returns the rows of an attribute that is a matrix of integers."""
    attribute = op.properties.get(name)
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return []
    numbers = attribute_integers(op, attribute)
    width = attribute.type.shape[-1] if len(attribute.type.shape) == 2 else len(numbers)
    return [numbers[start : start + width] for start in range(0, len(numbers), width)] if width else []


def _connected(pairs: Sequence[Sequence[int]], devices: int) -> list[list[int]]:
    """Returns the devices that send to each other, directly or not; those beside are groups of one."""
    group_of = {device: [device] for device in range(devices)}
    for source, target in pairs:
        a, b = (group_of.setdefault(device, [device]) for device in (source, target))
        if a is not b:
            short, long = sorted((a, b), key=len)
            long += short
            for device in short:
                group_of[device] = long
    return list({id(group): group for group in group_of.values()}.values())


_Digits = Sequence[tuple[str, int, int]]
"""The axes of a mesh: for each its name, the positions from one of its devices to the next, and its size."""


def _digits(mesh: Mesh | None, devices: int) -> _Digits:
    """Returns the axes of a mesh for so many devices; none of another mesh."""
    if mesh is None or mesh.device_count != devices:
        return ()
    found: list[tuple[str, int, int]] = []
    stride = devices
    for axis in mesh.axes:
        stride //= axis.size
        found.append((axis.name, stride, axis.size))
    return found


def _varying(groups: Sequence[Sequence[int]], digits: _Digits) -> Axes:
    """Returns the axes along which the devices of any group differ."""
    return tuple(
        [
            AxisRef(name)
            for name, stride, size in digits
            if any(len({device // stride % size for device in group}) > 1 for group in groups)
        ]
    )


def _axes(groups: Sequence[Sequence[int]], digits: _Digits) -> Axes:
    """Returns the axes along which all of `groups` are, each a whole; () if they are not."""
    axes = _varying(groups, digits)
    size = prod([length for name, _, length in digits if AxisRef(name) in axes])
    return axes if all(len(group) == size for group in groups) else ()
