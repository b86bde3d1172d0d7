"""The axes of a mesh along which devices communicate, found from their groups."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from sdyopt.hlo.collectives import HloCollective
from sdyopt.hlo.replica_groups import Groups, HloAxisRef, ListedGroups, ReplicaGroups

Mesh = tuple[tuple[str, int], ...]
"""The names and sizes of axes from major to minor. Devices are numbered in that order, as partitions are in XLA."""

_MOST_DEVICES = 1 << 16
"""A mesh of more is not searched for the groups of a compiled program."""


def mesh_axes(collective: HloCollective, mesh: Mesh) -> tuple[str, ...] | None:
    """Returns the axes of `mesh` along which the devices of each group differ; None if they are not whole axes.

    The groups are those that the axes form, except of a collective-permute: its devices lie in such groups.
    """
    axes = axis_refs(collective, mesh)
    return None if axes is None or any(axis.sub_axis for axis in axes) else tuple([axis.name for axis in axes])


def axis_refs(collective: HloCollective, mesh: Mesh) -> tuple[HloAxisRef, ...] | None:
    """Returns the same, also parts of axes."""
    total = prod([size for _, size in mesh])
    if not 0 < total <= _MOST_DEVICES or collective.groups * collective.group_size > total:
        return None
    if collective.group_size == 1:
        return ()
    groups = collective.replica_groups
    if isinstance(groups, ListedGroups) and not groups.groups:
        groups = ListedGroups((tuple(range(collective.group_size)),))
    return _axes(groups, mesh, total, collective.kind == "collective-permute")


@lru_cache(maxsize=1024)
def _axes(groups: ReplicaGroups, mesh: Mesh, total: int, is_permuted: bool) -> tuple[HloAxisRef, ...] | None:
    if not is_permuted and groups.size * groups.count != total:
        return None
    devices = groups.expanded()
    if any(not 0 <= device < total for group in devices for device in group):
        return None
    return axes_apart(devices, mesh) if is_permuted else axes_of_groups(devices, mesh)


def axes_apart(groups: Groups, mesh: Mesh) -> tuple[HloAxisRef, ...]:
    """Returns the axes of `mesh` along which the devices of any group differ."""
    return tuple(
        [
            HloAxisRef(name)
            for name, size, stride in _strided(mesh)
            if any(len({device // stride % size for device in group}) > 1 for group in groups)
        ]
    )


def axes_of_groups(groups: Groups, mesh: Mesh) -> tuple[HloAxisRef, ...] | None:
    """Returns the axes of `mesh`, or parts of them, along which each group is; None if there are none.

    They are in the order of the mesh, and no two of them are one part. `groups` are of positions in the mesh.
    """
    found: list[HloAxisRef] = []
    others: list[tuple[int, int, list[int]]] = []
    """The stride and size of each axis, and where its coordinates are apart from the parts that are found."""
    for name, size, stride in _strided(mesh):
        coordinates = sorted({device // stride % size for device in groups[0]}) if groups else [0]
        parts = _parts([coordinate - coordinates[0] for coordinate in coordinates], size)
        if parts is None:
            return None
        found += [HloAxisRef(name, None if part == (1, size) else part) for part in parts]
        others.append((stride, size, [_without(coordinate, size, parts) for coordinate in range(size)]))
    length = prod([_size(axis, mesh) for axis in found])
    for group in groups:
        places = {sum([rest[device // stride % size] * stride for stride, size, rest in others]) for device in group}
        if len(places) > 1 or len(set(group)) != length or len(group) != length:
            return None
    return tuple(found)


def _parts(coordinates: Sequence[int], size: int) -> list[tuple[int, int]] | None:
    """Returns the parts of an axis that have these coordinates, which begin with 0; None if there are none.

    A part is the size of the parts before it, and its own: `(2, 4)` of an axis of 16 has the coordinates 0, 2, 4, 6.
    """
    found: list[tuple[int, int]] = []
    inside = 1
    while len(coordinates) > 1:
        step = coordinates[1]
        length = next((at for at, each in enumerate(coordinates) if each != at * step), len(coordinates))
        heads = coordinates[::length]
        if step % inside or size % (step * length):
            return None
        if [head + at * step for head in heads for at in range(length)] != list(coordinates):
            return None
        found.append((size // (step * length), length))
        inside, coordinates = step * length, heads
    return found[::-1]


def _without(coordinate: int, size: int, parts: Sequence[tuple[int, int]]) -> int:
    """Returns a coordinate of an axis with 0 in place of its digits of some parts."""
    for before, length in parts:
        step = size // (before * length)
        coordinate -= coordinate // step % length * step
    return coordinate


def _strided(mesh: Mesh) -> list[tuple[str, int, int]]:
    """Returns the names and sizes of axes, with how far devices that are neighbours along them are apart."""
    found = []
    stride = prod([size for _, size in mesh])
    for name, size in mesh:
        stride //= size
        found.append((name, size, stride))
    return found


def _size(axis: HloAxisRef, mesh: Mesh) -> int:
    return dict(mesh)[axis.name] if axis.sub_axis is None else axis.sub_axis[1]
