"""Groups of devices that hold the same part of some dimensions: a problem is solved in each of them alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.partitioner.shards import Groups, HeldValue, Room
from sdyopt.cost.partitioner.tilings import Devices, Tiled, tiling, transposed
from sdyopt.ir.records import NamedTuple


class Grouped(NamedTuple):
    """A tiling in groups of devices."""

    dimensions: tuple[int, ...]
    """The dimensions that groups differ in; the rank stands for the replication."""
    shares: tuple[int, ...]
    """How many parts of these dimensions the groups have."""
    groups: Groups
    inner: Tiled
    """The tiling in each group, whose devices are numbered in its order."""

    @property
    def whole(self) -> Tiled:
        """The tiling of the devices of all groups."""
        rank = len(self.inner.counts)
        flat = [group[device] for group in self.groups for device in self.inner.devices]
        first = len(self.dimensions)
        order: list[int] = []
        for number in range(rank + 1):
            if number in self.dimensions:
                order.append(self.dimensions.index(number))
            order.append(first + number)
        counts = list(self.inner.counts)
        for number, share in zip(self.dimensions, self.shares, strict=True):
            if number < rank:
                counts[number] *= share
        return tiling(counts, transposed(flat, [*self.shares, *self.inner.array()], order))

    def aligned(self, wanted: Groups, in_any_order: bool = False) -> Grouped:
        """Returns the same in groups of other devices.

        Groups of the same devices stay as they are, whatever the order of devices in each, and of groups if that may be
        any; of other devices each takes the places that are taken in its group.
        """
        found = wanted
        if in_any_order:
            by_devices = {frozenset(group): group for group in wanted}
            found = tuple([by_devices.get(frozenset(group), ()) for group in self.groups])
        orders: set[Devices] = set()
        for group, other in zip(self.groups, found, strict=True):
            places = {device: place for place, device in enumerate(other)}
            if places.keys() != set(group):
                return self._replace(groups=wanted)
            orders.add(tuple([places[device] for device in group]))
        if len(orders) != 1:
            return self._replace(groups=wanted)
        (order,) = orders
        return self._replace(
            groups=found, inner=tiling(self.inner.counts, [order[device] for device in self.inner.devices])
        )


def grouped(given: Tiled, dimensions: Sequence[int], shares: Sequence[int] | None = None) -> Grouped:
    """Returns a tiling in groups of devices that have the same tiles in dimensions, or the same of `shares` parts."""
    array = given.array()
    parts = tuple([array[number] for number in dimensions]) if shares is None else tuple(shares)
    by_dimension = dict(zip(dimensions, parts, strict=True))
    sizes: list[int] = []
    outer: dict[int, int] = {}
    rest: list[int] = []
    counts: list[int] = []
    for number, count in enumerate(array):
        share = by_dimension.get(number, 1)
        outer[number] = len(sizes)
        rest.append(len(sizes) + 1)
        sizes += [share, count // share]
        counts.append(count // share)
    flat = transposed(given.devices, sizes, [*[outer[number] for number in dimensions], *rest])
    width = len(flat) // prod(parts)
    groups = tuple([tuple(flat[start : start + width]) for start in range(0, len(flat), width)])
    return Grouped(tuple(dimensions), parts, groups, tiling(counts[:-1], range(width)))


def inside(value: HeldValue, groups: Grouped) -> HeldValue:
    """Returns what each group holds of a value whose tiling is that of the groups."""
    shape = in_group(value.shape, groups.dimensions, groups.shares)
    return value._replace(room=value.room.inside(groups.groups)).made(groups.inner, "grouped", shape=shape)


def outside(value: HeldValue, groups: Grouped, room: Room, shape: Sequence[int]) -> HeldValue:
    """Returns a value that has been made in groups as one of a room."""
    tiling = groups._replace(inner=value.tiling).whole
    return value._replace(room=room).made(tiling, "ungrouped", shape=shape)


def in_group(shape: Sequence[int], dimensions: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """Returns the shape of a group's part."""
    sizes = list(shape)
    for number, share in zip(dimensions, shares, strict=True):
        if number < len(sizes):
            sizes[number] = -(-sizes[number] // share)
    return tuple(sizes)
