"""The axes of a mesh along which devices communicate, found from their groups."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from sdyopt.hlo.collectives import HloCollective
from sdyopt.sharding.replica_groups import HloAxisRef, ListedGroups, Mesh, ReplicaGroups, axes_apart, axes_of_groups

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
