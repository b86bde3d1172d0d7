"""Tilings: into how many tiles each dimension is cut, and which devices hold each tile.

This is how XLA writes shardings. Axes and their names are gone: what counts is the array of devices, of which the first
dimensions are those of the value, and the last one is the devices that hold the same tile. All of it is integers in
tuples, so that a tiling can be a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import ClassVar
from weakref import WeakValueDictionary

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, atoms_of, contains, sharded_size
from sdyopt.ir.attribute import remembered

Devices = tuple[int, ...]


class Tiled:
    """How a value is cut. `tiling` makes it, in a normal form: equal tilings give each tile the same devices.

    Equal ones are the same object, so that a comparison does not look at the devices.
    """

    __slots__ = ("__weakref__", "counts", "devices", "is_whole", "replication", "tiles")

    counts: tuple[int, ...]
    """Into how many tiles each dimension is cut."""
    devices: Devices
    """The devices of the tiles, those of the same tile next to each other, and the last dimension's tiles first."""
    tiles: int
    """The number of tiles."""
    replication: int
    """How many devices hold each tile."""
    is_whole: bool
    """Whether each device holds all of the value."""

    _known: ClassVar[WeakValueDictionary[tuple[tuple[int, ...], Devices], Tiled]] = WeakValueDictionary()

    def __new__(cls, counts: tuple[int, ...], devices: Devices) -> Tiled:
        """Returns the tiling with so many tiles in each dimension, on these devices."""
        found = cls._known.get((counts, devices))
        if found is None:
            found = cls._known[counts, devices] = super().__new__(cls)
            found.counts, found.devices = counts, devices
            found.tiles = prod(counts)
            found.replication, found.is_whole = len(devices) // found.tiles, found.tiles == 1
        return found

    def __repr__(self) -> str:
        return f"Tiled({self.counts}, {self.devices})"

    def local(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Returns the shape of a tile; at the end of a dimension it is padded."""
        return tuple([-(-size // count) for size, count in zip(shape, self.counts, strict=True)])

    def array(self) -> tuple[int, ...]:
        """Returns the dimensions of the array of devices: those of the value, and the replication."""
        return (*self.counts, self.replication)


def tiling(counts: Iterable[int], devices: Sequence[int]) -> Tiled:
    """Returns the tiling in its normal form."""
    counts = tuple(counts)
    held = len(devices) // prod(counts)
    if held > 1:
        parts = [sorted(devices[start : start + held]) for start in range(0, len(devices), held)]
        devices = [device for part in parts for device in part]
    return Tiled(counts, tuple(devices))


@remembered
def whole(rank: int, devices: int) -> Tiled:
    """Returns the tiling of a value that each device holds."""
    return Tiled((1,) * rank, tuple(range(devices)))


@remembered
def tile_numbers(given: Tiled) -> tuple[int, ...]:
    """Returns the number of the tile that each device holds, by device."""
    found = [0] * len(given.devices)
    held = given.replication
    for place, device in enumerate(given.devices):
        found[device] = place // held
    return tuple(found)


def coordinates(number: int, counts: Sequence[int]) -> list[int]:
    """Returns the place of a tile in each dimension."""
    found = []
    for count in reversed(counts):
        number, rest = divmod(number, count)
        found.append(rest)
    return found[::-1]


def transposed(values: Sequence[int], dimensions: Sequence[int], order: Sequence[int]) -> list[int]:
    """Returns the elements of an array, in the order of the array with its dimensions permuted."""
    strides = [1] * len(dimensions)
    for number in range(len(dimensions) - 1, 0, -1):
        strides[number - 1] = strides[number] * dimensions[number]
    places = [0]
    for number in order:
        if dimensions[number] > 1:
            steps = [index * strides[number] for index in range(dimensions[number])]
            places = [place + step for place in places for step in steps]
    return [values[place] for place in places]


def rearranged(given: Tiled, parts: Sequence[Sequence[int]], order: Sequence[int], counts: Iterable[int]) -> Tiled:
    """Returns a tiling with other counts, whose array is that of `given` with each dimension (of the value, then the
    replication) cut in `parts`, and all the parts in a new order.
    """
    sizes = [size for part in parts for size in part]
    return tiling(counts, transposed(given.devices, sizes, order))


def permuted(given: Tiled, order: Sequence[int]) -> Tiled:
    """Returns the tiling of a transposed value, of which dimension i is dimension `order[i]` of the given one."""
    rank = len(given.counts)
    counts = [given.counts[number] for number in order]
    return tiling(counts, transposed(given.devices, given.array(), [*order, rank]))


def replicated_over(given: Tiled, dimensions: Iterable[int]) -> Tiled:
    """Returns the tiling with some dimensions whole: their devices hold the same."""
    gone = [number for number in dimensions if given.counts[number] > 1]
    if not gone:
        return given
    rank = len(given.counts)
    kept = [number for number in range(rank) if number not in gone]
    counts = [1 if number in gone else count for number, count in enumerate(given.counts)]
    return tiling(counts, transposed(given.devices, given.array(), [*kept, *gone, rank]))


@remembered
def is_within(finer: Tiled, coarser: Tiled) -> bool:
    """Whether each device's tile of the finer tiling is a part of its tile of the coarser one."""
    pairs = list(zip(finer.counts, coarser.counts, strict=True))
    if any(fine % coarse for fine, coarse in pairs):
        return False
    factors = [fine // coarse for fine, coarse in pairs]
    outer = []
    for tile in range(finer.tiles):
        place = coordinates(tile, finer.counts)
        places = [number // factor for number, factor in zip(place, factors, strict=True)]
        outer.append(place_number(places, coarser.counts))
    numbers = zip(tile_numbers(finer), tile_numbers(coarser), strict=True)
    return all(outer[fine] == coarse for fine, coarse in numbers)


def place_number(places: Sequence[int], counts: Sequence[int]) -> int:
    """Returns the number of the tile at a place."""
    number = 0
    for place, count in zip(places, counts, strict=True):
        number = number * count + place
    return number


def joined_groups(first: Sequence[Devices], second: Sequence[Devices]) -> tuple[Devices, ...] | None:
    """Returns groups that are all combinations of groups of two kinds; None if there are none."""
    group_of = {device: number for number, group in enumerate(second) for device in group}
    found: dict[frozenset[int], list[int]] = {}
    for group in first:
        found.setdefault(frozenset([group_of[device] for device in group]), []).extend(group)
    size = len(first[0]) * len(second[0])
    groups = tuple([tuple(group) for group in found.values()])
    return groups if all(len(group) == size for group in groups) else None


def groups_along(given: Tiled, factors: Sequence[tuple[int, int, int]]) -> tuple[Devices, ...]:
    """Returns the groups of devices whose tiles differ in parts of dimensions only.

    A part is a dimension (the rank stands for the replication), the size of what is major to the part, and its size.
    """
    sizes: list[int] = []
    along: list[int] = []
    others: list[int] = []
    for dimension, count in enumerate(given.array()):
        found = [(before, size) for number, before, size in factors if number == dimension]
        for before, size in found:
            cut = [before, size, count // (before * size)]
            others += [len(sizes), len(sizes) + 2]
            along.append(len(sizes) + 1)
            sizes += cut
        if not found:
            others.append(len(sizes))
            sizes.append(count)
    width = prod([sizes[number] for number in along])
    flat = transposed(given.devices, sizes, [*others, *along])
    return tuple([tuple(flat[start : start + width]) for start in range(0, len(flat), width)])


def groups_along_each(given: Tiled, dimensions: Iterable[int]) -> list[tuple[Devices, ...]]:
    """Returns the groups of devices whose tiles differ in one dimension only, for each dimension that is split.

    The last dimension is the first one here. The rank is the number of the replication.
    """
    array = given.array()
    return [
        groups_along(given, [(number, 1, array[number])])
        for number in sorted(dimensions, reverse=True)
        if array[number] > 1
    ]


def tiling_of(dimensions: Sequence[Axes], mesh: Mesh) -> Tiled:
    """Returns how XLA writes a sharding: the axes of the dimensions, on a mesh."""
    if not any(dimensions):
        return whole(len(dimensions), mesh.device_count)
    return _tiling_of(tuple(dimensions), mesh)


@remembered
def _tiling_of(dimensions: tuple[Axes, ...], mesh: Mesh) -> Tiled:
    parts = atoms_of([axis for axes in dimensions for axis in axes], mesh)
    lengths = [sharded_size([part], mesh) for part in parts]
    order: list[int] = []
    counts: list[int] = []
    for axes in dimensions:
        order += [number for axis in axes for number, part in enumerate(parts) if contains(axis, part)]
        counts.append(sharded_size(axes, mesh))
    order += [number for number in range(len(parts)) if number not in order]
    ids = mesh.device_ids or tuple(range(mesh.device_count))
    return tiling(counts, transposed(ids, lengths, order))


Split = tuple[tuple[str, ...], ...]
"""The axes of each dimension."""

_MAX_AXES = 5
"""Of a mesh for which the axes of a tiling are searched."""


def axes_of_tiling(given: Tiled, mesh: Mesh) -> Split | None:
    """Returns the axes that split the dimensions of a tiling; None if that is not one along whole axes of the mesh."""
    sizes = {axis.name: axis.size for axis in mesh.axes if axis.size > 1}
    if len(sizes) > _MAX_AXES or len(given.devices) != mesh.device_count:
        return None
    found = _splits(given.counts, sizes)
    return next(
        (split for split in found if tiling_of([tuple(map(AxisRef, axes)) for axes in split], mesh) is given), None
    )


def _splits(counts: Sequence[int], sizes: Mapping[str, int]) -> Iterator[Split]:
    """Yields the ways to cut dimensions in so many parts along axes of these sizes."""
    if not counts:
        yield ()
    elif counts[0] == 1:
        yield from [((), *rest) for rest in _splits(counts[1:], sizes)]
    else:
        for axis in [axis for axis, size in sizes.items() if counts[0] % size == 0]:
            others = {name: size for name, size in sizes.items() if name != axis}
            for first, *rest in _splits((counts[0] // sizes[axis], *counts[1:]), others):
                yield ((axis, *first), *rest)
