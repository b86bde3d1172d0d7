"""The axes of a program's mesh along which a collective communicates, found from its groups of devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import prod

from sdyopt.hlo.collectives import HloCollective
from sdyopt.hlo.replica_groups import ListedGroups, ReplicaGroups

Mesh = tuple[tuple[str, int], ...]
"""The names and sizes of axes from major to minor. Devices are numbered in that order, as partitions are in XLA."""

_MOST_DEVICES = 1 << 16
_MOST_AXES = 10
"""Meshes of more are not searched."""


def mesh_axes(collective: HloCollective, mesh: Mesh) -> tuple[str, ...] | None:
    """Returns the fewest axes of `mesh` along which the devices of each group differ; None if there are none.

    The groups are those that the axes form, except of a collective-permute: its devices lie in such groups.
    """
    sizes = [size for _, size in mesh]
    if len(mesh) > _MOST_AXES or prod(sizes) > _MOST_DEVICES or 0 in sizes:
        return None
    if collective.group_size == 1:
        return ()
    if collective.groups * collective.group_size > prod(sizes):
        return None
    groups = collective.replica_groups
    if isinstance(groups, ListedGroups) and not groups.groups:
        groups = ListedGroups((tuple(range(collective.group_size)),))
    return _axes(groups, mesh, collective.kind != "collective-permute")


@lru_cache(maxsize=1024)
def _axes(groups: ReplicaGroups, mesh: Mesh, exact: bool) -> tuple[str, ...] | None:
    devices = groups.expanded()
    total = prod([size for _, size in mesh])
    if any(not 0 <= device < total for group in devices for device in group):
        return None
    coordinates = [_coordinates(device, [size for _, size in mesh]) for device in range(total)]
    for chosen in _subsets([number for number, (_, size) in enumerate(mesh) if size > 1]):
        size = prod([mesh[number][1] for number in chosen])
        if size < groups.size or (exact and (size != groups.size or size * groups.count != total)):
            continue
        others = [number for number in range(len(mesh)) if number not in chosen]
        places = [tuple([place[number] for number in others]) for place in coordinates]
        if all(len({places[device] for device in group}) == 1 for group in devices):
            return tuple([mesh[number][0] for number in chosen])
    return None


def _subsets(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(numbers, count) for count in range(1, len(numbers) + 1))


def _coordinates(device: int, sizes: Sequence[int]) -> tuple[int, ...]:
    found = []
    for size in reversed(sizes):
        device, place = divmod(device, size)
        found.append(place)
    return tuple(reversed(found))
