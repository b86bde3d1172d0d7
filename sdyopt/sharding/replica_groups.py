"""Replica groups: which devices communicate with each other, in each of HLO's three spellings, and along which axes.

`size` is the number of devices of the largest group; groups in a list may differ. Nothing is expanded to compute it, as
a spelling of few characters may stand for very many devices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod

from sdyopt.ir.records import NamedTuple

Groups = tuple[tuple[int, ...], ...]
"""The devices of each group, written out."""

Mesh = tuple[tuple[str, int], ...]
"""The names and sizes of axes from major to minor. Devices are numbered in that order, as partitions are in XLA."""


@dataclass(frozen=True, slots=True)
class ListedGroups:
    """`{{0,1},{2,3}}`. Without groups, all devices form one; `size` is 0 then."""

    groups: Groups

    @property
    def size(self) -> int:
        return max(map(len, self.groups), default=0)

    @property
    def count(self) -> int:
        return len(self.groups)

    def expanded(self) -> Groups:
        """Returns the devices of each group."""
        return self.groups


@dataclass(frozen=True, slots=True)
class IotaDevices:
    """`[4,2]T(1,0)`: the numbers from 0, reshaped to `dimensions`, then transposed."""

    dimensions: tuple[int, ...]
    permutation: tuple[int, ...] = ()
    """Empty: not transposed."""

    def __post_init__(self) -> None:
        if any(dimension <= 0 for dimension in self.dimensions):
            raise ValueError(f"the dimensions of an iota are positive, not {_commas(self.dimensions)}")
        if self.permutation and sorted(self.permutation) != list(range(len(self.dimensions))):
            raise ValueError(
                f"T({_commas(self.permutation)}) is not a permutation of the dimensions of [{_commas(self.dimensions)}]"
            )

    def expanded(self) -> tuple[int, ...]:
        """Returns the numbers in their order."""
        if not self.permutation:
            return tuple(range(prod(self.dimensions)))
        strides = _strides(self.dimensions)
        ranges = [[strides[number] * i for i in range(self.dimensions[number])] for number in self.permutation]
        return tuple(map(sum, product(*ranges)))

    def __str__(self) -> str:
        """Returns the text, without dimensions of one device, and with neighbours that stay neighbours as one."""
        following = dict(pairwise([place for place, size in enumerate(self.dimensions) if size > 1]))
        runs: list[list[int]] = []
        for place in [place for place in self.permutation if self.dimensions[place] > 1]:
            if runs and following.get(runs[-1][-1]) == place:
                runs[-1].append(place)
            else:
                runs.append([place])
        in_order = sorted(runs)
        sizes = [prod([self.dimensions[place] for place in run]) for run in in_order] or [1]
        transposed = f"T({_commas([in_order.index(run) for run in runs])})" if len(runs) > 1 else ""
        return f"<=[{_commas(sizes)}]{transposed}"


@dataclass(frozen=True, slots=True)
class IotaGroups:
    """`[2,4]<=[4,2]T(1,0)`: `count` groups of `size` devices, in the order of `devices`."""

    count: int
    size: int
    devices: IotaDevices

    def __post_init__(self) -> None:
        if self.count <= 0 or self.count * self.size != prod(self.devices.dimensions):
            raise ValueError(
                f"[{self.count},{self.size}] does not have as many devices as [{_commas(self.devices.dimensions)}]"
            )

    def expanded(self) -> Groups:
        """Returns the devices of each group."""
        numbers = self.devices.expanded()
        return tuple([numbers[start : start + self.size] for start in range(0, len(numbers), self.size)])


class HloAxisRef(NamedTuple):
    """`'a'`, or `'a':(2)4`, the part of size 4 of axis `a` that has a part of size 2 before it."""

    name: str
    sub_axis: tuple[int, int] | None = None
    """The size of the parts before it, and its own."""

    def __str__(self) -> str:
        return self.name if self.sub_axis is None else f"{self.name}:({self.sub_axis[0]}){self.sub_axis[1]}"


@dataclass(frozen=True, slots=True)
class MeshGroups:
    """`mesh['a'=4,'b'=2], device_ids=([2,4]T(1,0)) {'a'}`: the devices that differ only in the place on `axes`."""

    mesh: tuple[tuple[str, int], ...]
    axes: tuple[HloAxisRef, ...]
    devices: IotaDevices | tuple[int, ...] | None = None
    """The devices of the mesh in their order; None: that of their numbers."""

    def __post_init__(self) -> None:
        sizes = dict(self.mesh)
        if len(sizes) < len(self.mesh):
            raise ValueError("the mesh has two axes of the same name")
        for name, size in self.mesh:
            if size <= 0:
                raise ValueError(f"the size of axis '{name}' is positive, not {size}")
        for axis in self.axes:
            if axis.name not in sizes:
                raise ValueError(f"the mesh has no axis '{axis.name}'")
            if axis.sub_axis is not None and (min(axis.sub_axis) <= 0 or sizes[axis.name] % prod(axis.sub_axis)):
                raise ValueError(f"axis '{axis.name}' of size {sizes[axis.name]} has no part '{axis}'")
        if self.devices is not None:
            found = prod(self.devices.dimensions) if isinstance(self.devices, IotaDevices) else len(self.devices)
            if found != prod(sizes.values()):
                raise ValueError(f"the mesh has {prod(sizes.values())} devices, and device_ids lists {found}")
        self._parts()

    @property
    def is_in_order(self) -> bool:
        """Whether the devices of the mesh have the numbers 0, 1, …."""
        if isinstance(self.devices, IotaDevices):
            permutation = self.devices.permutation
            return permutation == tuple(range(len(permutation)))
        return self.devices is None or self.devices == tuple(range(len(self.devices)))

    @property
    def size(self) -> int:
        dimensions, chosen = self._parts()
        return prod([dimensions[number] for number in chosen])

    @property
    def count(self) -> int:
        return prod([size for _, size in self.mesh]) // self.size

    def expanded(self) -> Groups:
        """Returns the devices of each group."""
        dimensions, chosen = self._parts()
        strides = _strides(dimensions)
        order = [number for number in range(len(dimensions)) if number not in chosen]
        offsets = [[strides[number] * i for i in range(dimensions[number])] for number in (*order, *chosen)]
        numbers = tuple(map(sum, product(*offsets)))
        if self.devices is not None:
            ids = self.devices.expanded() if isinstance(self.devices, IotaDevices) else self.devices
            numbers = tuple([ids[number] for number in numbers])
        return tuple([numbers[start : start + self.size] for start in range(0, len(numbers), self.size)])

    def _parts(self) -> tuple[list[int], list[int]]:
        """Returns the mesh with its axes cut into parts, and the numbers of the parts that are in `axes`, in order.

        Raises ValueError if axes overlap.
        """
        cuts = {name: {1, size} for name, size in self.mesh}
        for axis in self.axes:
            if axis.sub_axis is not None:
                cuts[axis.name] |= {axis.sub_axis[0], prod(axis.sub_axis)}
        dimensions: list[int] = []
        parts: dict[str, dict[int, int]] = {}
        for name, found in cuts.items():
            parts[name] = {}
            for before, after in pairwise(sorted(found)):
                if after % before:
                    raise ValueError(f"parts of axis '{name}' end at {before} and {after}, which is not a multiple")
                parts[name][before] = len(dimensions)
                dimensions.append(after // before)
        sizes = dict(self.mesh)
        chosen: list[int] = []
        for axis in self.axes:
            before, size = axis.sub_axis or (1, sizes[axis.name])
            numbers = [number for cut, number in parts[axis.name].items() if before <= cut < before * size]
            if prod([dimensions[number] for number in numbers]) != size:
                raise ValueError(f"axis '{axis}' overlaps with another")
            chosen += numbers
        if len(set(chosen)) < len(chosen):
            raise ValueError("the axes of replica groups overlap")
        return dimensions, chosen


ReplicaGroups = ListedGroups | IotaGroups | MeshGroups


def permuted_groups(pairs: Sequence[tuple[int, int]]) -> ListedGroups:
    """Returns the groups of devices that a collective-permute connects. Omits those that only keep their data."""
    group: dict[int, list[int]] = {}
    for source, target in pairs:
        if source == target:
            continue
        first, second = group.setdefault(source, [source]), group.setdefault(target, [target])
        if first is not second:
            if len(first) < len(second):
                first, second = second, first
            first += second
            for device in second:
                group[device] = first
    found = {id(devices): devices for devices in group.values()}
    return ListedGroups(tuple(sorted([tuple(sorted(devices)) for devices in found.values()])))


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


def _strided(mesh: Mesh) -> Iterator[tuple[str, int, int]]:
    """Returns the names and sizes of axes, with how far devices that are neighbours along them are apart."""
    stride = prod([size for _, size in mesh])
    for name, size in mesh:
        stride //= size
        yield name, size, stride


def _size(axis: HloAxisRef, mesh: Mesh) -> int:
    return dict(mesh)[axis.name] if axis.sub_axis is None else axis.sub_axis[1]


def _strides(dimensions: Sequence[int]) -> list[int]:
    """Returns for each dimension how many elements lie between neighbours."""
    strides = [1]
    for dimension in reversed(dimensions[1:]):
        strides.append(strides[-1] * dimension)
    return strides[::-1]


def _commas(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


# What a collective makes one device send. A ring and a direct exchange send the same.

_SENT: dict[str, Callable[[int], tuple[int, int]]] = {
    "all-gather": lambda n: (n - 1, 1),
    "all-reduce": lambda n: (2 * (n - 1), n),
    "all-to-all": lambda n: (n - 1, n),
    "collective-broadcast": lambda n: (min(1, n - 1), 1),
    "collective-permute": lambda n: (min(1, n - 1), 1),
    "ragged-all-to-all": lambda n: (n - 1, n),
    "reduce-scatter": lambda n: (n - 1, n),
}
"""By the size of a group: what part of its operand a device sends, as a fraction."""

KINDS = tuple(_SENT)
"""The collectives, in XLA's spelling."""


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns what one device of a group sends, rounded up. `operand_bytes` is the size of its operand, in any unit.

    What a ragged all-to-all sends depends on its data: the result is what it is if all devices send the same.
    """
    numerator, denominator = _SENT[kind](max(1, group_size))
    return -(-operand_bytes * numerator // denominator)


def part_sent(kind: str, operand_bytes: float, group_size: int) -> float:
    """Returns the same, not rounded."""
    numerator, denominator = _SENT[kind](group_size)
    return operand_bytes * numerator / denominator
