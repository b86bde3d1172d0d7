"""The values that devices hold while an operation is partitioned, and the collectives that made them.

A shard is a value in a tiling, with the step that made it. Equal steps are one: what is moved twice in the same way is
sent once, and what nothing uses is sent by nobody, since only the steps behind a program's results count.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any
from weakref import WeakValueDictionary

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.tilings import Devices, Tiled, groups_along_each, tiling, transposed
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.ir.attribute import Type
from sdyopt.ir.records import NamedTuple

Groups = tuple[Devices, ...]
Shapes = tuple[tuple[int, ...], ...]

_MOVED = frozenset(("copied", "sliced", "grouped", "ungrouped", "cut", "merged"))
"""The changes of a value that move it, for any operation."""
_PLACE = 2
"""Where that is in the key of a step, after the tiling and the shape."""


class Rematerialization(NamedTuple):
    """Two tilings of a value between which XLA knows no shorter way than to make the value whole on each device."""

    source: Tiled
    target: Tiled
    shape: tuple[int, ...]
    """The shape of the value; in a room of groups that of what a group holds."""


class Collective(NamedTuple):
    """A collective that XLA inserts."""

    kind: str
    groups: Groups
    """The devices that exchange; of a permute the senders with their receivers."""
    operand: int
    """The bytes that a device gives."""
    result: int
    """The bytes that a device gets, and holds beside the operand."""
    rematerialized: Rematerialization | None = None
    """The full rematerialization that it is a part of; None if it is a part of none."""
    is_sliced: bool = False
    """Whether devices slice at once what has been summed: compilers for GPUs and TPUs make it a reduce-scatter."""
    shape: tuple[int, ...] | None = None
    """The shape of what a device gives; None for a part of what it holds."""
    made: tuple[int, ...] | None = None
    """The shape of what it gets; None for a part of what it then holds."""
    element: Type | None = None
    """The type of the elements that are sent; None for that of the value."""
    is_windowed: bool = False
    """Whether parts go both ways around in the loop of a windowed product, which sends two more than are needed."""

    def item(self, of_value: int) -> int:
        """Returns the bytes of an element that is sent of a value whose elements have so many."""
        return of_value if self.element is None else -(-(element_bits(self.element) or 0) // 8)

    def in_type(self, element: Type, before: Type) -> Collective:
        """Returns it for elements of another type than before."""
        bits, old = element_bits(element) or 0, element_bits(before) or 0
        return self._replace(operand=self.operand * bits // old, result=self.result * bits // old, element=element)

    @property
    def sent_scattering(self) -> float:
        """The bytes that are sent where it is a reduce-scatter if it can be one."""
        return self.sent / 2 if self.is_sliced else self.sent

    @property
    def sent(self) -> float:
        """The bytes that the busiest device sends on a ring."""
        if self.kind == COLLECTIVE_PERMUTE:
            return self.operand
        size = len(self.groups[0])
        parts = size + 1 if self.is_windowed else size - 1
        if self.kind == ALL_GATHER:
            return self.operand * parts
        return (2 if self.kind == ALL_REDUCE else 1) * self.operand * parts / size


# The tiles of a TPU's memory, which decide what its compiler makes of sums over devices.

LANES, ROWS = 128, 8
"""The elements of a row of a tile of a TPU's memory, and the rows."""


def is_of_tiles(local: Devices, counts: Devices, parts: int, bits: int) -> bool:
    """Whether a part that is sent has whole tiles of a TPU's memory along a dimension that is cut into `parts`.

    There are `counts` parts of the shape `local` along each dimension. Those that are not interleaved are an even
    number of tiles, one half for each way around a ring; others are as many as fill 32 bits with elements of `bits`.

    The longest dimension lies along the lanes, the next one along the rows of tiles, and others in their order.
    """
    if len(local) < 2:
        return False
    *others, lanes = sorted(range(len(local)), key=lambda number: (local[number], number))
    rows = max(others, key=lambda number: (local[number], counts[number], number))
    others.remove(rows)
    sizes = {lanes: LANES, rows: ROWS}
    tiles = prod([-(-size // sizes.get(number, 1)) for number, size in enumerate(local)])
    outermost = next((number for number in sorted(others) if local[number] * counts[number] > 1), rows)
    cut = [number for number, count in enumerate(counts) if count % parts == 0]
    packed = {number: 1 if number == outermost else max(1, 32 // bits) for number in sizes}
    is_whole = {number: local[number] % (sizes.get(number, 1) * packed.get(number, 1)) == 0 for number in cut}
    if lanes in is_whole and local[rows] < ROWS:
        is_whole[lanes] = False
    return not cut or any(is_whole[number] and (number != outermost or tiles % 2 == 0) for number in cut)


def in_tiles(collective: Collective, local: Devices, counts: Devices) -> Collective:
    """Returns a sum whose parts, `counts` along each dimension, are sent as tiles of rows and lanes.

    Of several matrices, tiles are sent with what fills them. Matrices of fewer rows than a tile are summed whole.
    """
    rows, lanes = local[-2:]
    if len(local) < 3 or lanes < LANES // 2 or any(count > 1 for count in counts[-2:]):
        return collective
    if rows < ROWS:
        return collective._replace(is_sliced=False)
    filled = padded(rows, ROWS) * (padded(lanes, LANES) if lanes > LANES else lanes)
    size = collective.operand // (rows * lanes) * filled
    return collective._replace(operand=size, result=size)


def padded(size: int, unit: int) -> int:
    """Returns a size that is filled up to whole units."""
    return -(-size // unit) * unit


class StepKey:
    """A kind of step. Equal ones are the same, so that comparing them takes no time."""

    __slots__ = ("__weakref__", "parts")

    parts: tuple[Any, ...]

    def __new__(cls, parts: tuple[object, ...]) -> StepKey:
        found = _KEYS.get(parts)
        if found is None:
            found = _KEYS[parts] = super().__new__(cls)
            found.parts = parts
        return found


_KEYS: WeakValueDictionary[tuple[object, ...], StepKey] = WeakValueDictionary()
"""The keys in use: many are of one program alone."""

_NUMBERS = itertools.count()


class MadeStep:
    """How a shard was made: by a collective, or without one. Two steps are equal if they are the same."""

    __slots__ = ("collective", "held", "is_doubtful", "key", "local", "number", "operands")

    def __init__(
        self,
        key: StepKey,
        operands: tuple[MadeStep, ...],
        collective: Collective | None,
        is_doubtful: bool,
        held: int = 0,
        local: Shapes = (),
    ) -> None:
        self.number = next(_NUMBERS)
        """Larger than those of the steps before."""
        self.key = key
        self.operands = operands
        self.collective = collective
        self.local = local
        """The shapes on a device of the operands and the result of what is computed; empty if nothing is."""
        self.held = held
        """The bytes that a device holds while it gathers or scatters in this step."""
        self.is_doubtful = is_doubtful
        """Whether XLA is known to do otherwise in some cases."""

    @property
    def is_moving(self) -> bool:
        """Whether it moves a value, or takes a part of it, and computes nothing."""
        parts = self.key.parts
        is_same = len(parts) > _PLACE and parts[_PLACE] in _MOVED
        return len(self.operands) == 1 and (self.collective is not None or self.is_doubtful or is_same)


class Steps:
    """The steps of one computation: a function, or the body of a loop."""

    def __init__(self) -> None:
        self.known: dict[tuple[StepKey, tuple[MadeStep, ...]], MadeStep] = {}
        """The steps by their keys and operands, each after its operands."""
        self.operation: object = None
        """The operation that is being partitioned: devices compute other things of the same values for another."""
        self.itself: object = None
        """The operation that is being partitioned, not one like it: what it sums is not summed for another one, since
        XLA makes each sum with a computation of its own.
        """
        self.resharded: dict[tuple[MadeStep, Tiled, tuple[int, ...]], HeldValue] = {}
        """The results of resharding values."""
        self.second_forms: dict[MadeStep, tuple[tuple[Tiled, tuple[int, ...]], ...]] = {}
        """The tilings and shapes that values come from, in which they are there still."""
        self.resharding: Rematerialization | None = None
        """The tilings of what is being resharded, which may be done in groups of devices; None if nothing is."""

    def keep_form(self, step: MadeStep, value: HeldValue, shape: tuple[int, ...]) -> None:
        """Keeps a value for those who want what a step has made in its tiling, in this shape."""
        self.resharded[step, value.tiling, shape] = value
        forms = self.second_forms.get(step, ())
        if (value.tiling, shape) not in forms:
            self.second_forms[step] = (*forms, (value.tiling, shape))

    def step(
        self,
        key: tuple[object, ...],
        operands: Iterable[MadeStep],
        collective: Collective | None = None,
        is_doubtful: bool = False,
        held: int = 0,
        local: Shapes = (),
    ) -> MadeStep:
        """Returns the step of a key, which says what happens with the operands."""
        whole = StepKey(key), tuple(operands)
        found = self.known.get(whole)
        if found is None:
            found = self.known[whole] = MadeStep(*whole, collective, is_doubtful, held, local)
        return found


def steps_behind(
    steps: Iterable[MadeStep],
    since: Iterable[MadeStep] = (),
    beside: Mapping[MadeStep, Sequence[MadeStep]] | None = None,
) -> Iterator[MadeStep]:
    """Yields steps and all those before them, each once; none of those `since` which they are, nor those before.

    What is `beside` the operands of a step is before it, too.
    """
    pending, seen = list(steps), set(since)
    while pending:
        step = pending.pop()
        if step not in seen:
            seen.add(step)
            pending += step.operands
            pending += () if beside is None else beside.get(step, ())
            yield step


def holding_since(steps: Sequence[MadeStep], given: Sequence[MadeStep]) -> Sequence[MadeStep]:
    """Returns those of steps, and of all before them, in which something is sent or held; none that is `given`, and
    none of those before these.

    What is younger than all that is given is not before it, so that the steps before it are rarely looked at.
    """
    newest = max([each.number for each in given], default=-1)
    found: list[MadeStep] = []
    pending, seen = list(steps), set(given)
    while pending:
        step = pending.pop()
        if step not in seen:
            seen.add(step)
            pending += step.operands
            if step.held or step.collective is not None:
                if step.number < newest:
                    behind = steps_behind(steps, steps_behind(given))
                    return [each for each in behind if each.held or each.collective is not None]
                found.append(step)
    return found


class Room(NamedTuple):
    """The devices among which something is partitioned: all of them, or those of each of several groups alike."""

    computation: Steps
    lanes: Groups
    """The devices of each group: what is numbered 0, 1, … in the room."""

    @property
    def size(self) -> int:
        """The number of devices in a group."""
        return len(self.lanes[0])

    def everywhere(self, groups: Groups) -> Groups:
        """Returns groups of devices of the room as groups of all devices."""
        if len(self.lanes) == 1 and self.lanes[0] == tuple(range(self.size)):
            return groups
        return tuple([tuple([lane[device] for device in group]) for lane in self.lanes for group in groups])

    def inside(self, groups: Groups) -> Room:
        """Returns the room of each of several groups."""
        return Room(self.computation, self.everywhere(groups))


class HeldValue(NamedTuple):
    """A value as devices hold it."""

    room: Room
    shape: tuple[int, ...]
    """The shape of the whole value; in a room of groups that of what a group holds."""
    item: int
    """The bytes of an element."""
    tiling: Tiled
    step: MadeStep
    is_filled: bool = False
    """Whether it is a scalar in all places, which each device makes itself."""

    @property
    def local(self) -> tuple[int, ...]:
        """The shape of what one device holds."""
        return self.tiling.local(self.shape)

    @property
    def bytes(self) -> int:
        """The bytes that one device holds."""
        return prod(self.local) * self.item

    def made(self, tiling: Tiled, *key: object, shape: Sequence[int] | None = None) -> HeldValue:
        """Returns what a device makes itself of what it holds."""
        new = self.shape if shape is None else tuple(shape)
        computation = self.room.computation
        is_moved = key[0] in _MOVED
        if not is_moved:
            key = (*key, computation.operation)
        step = computation.step((tiling, new, *key), (self.step,))
        return self._replace(shape=new, tiling=tiling, step=step, is_filled=self.is_filled and is_moved)

    def sent(
        self,
        kind: str,
        groups: Groups,
        operand: int,
        result: int,
        tiling: Tiled,
        *key: object,
        rematerialized: Rematerialization | None = None,
        is_sliced: bool = False,
    ) -> HeldValue:
        """Returns the shard after a collective over groups of the room's devices."""
        shape, made = self.local, tiling.local(self.shape)
        collective = Collective(
            kind,
            self.room.everywhere(groups),
            operand,
            result,
            rematerialized,
            is_sliced,
            shape if operand == prod(shape) * self.item else None,
            made if result == prod(made) * self.item else None,
        )
        ordered = collective.groups if kind in (ALL_TO_ALL, COLLECTIVE_PERMUTE) else frozenset(collective.groups)
        step = self.room.computation.step((kind, ordered, operand, tiling, *key), (self.step,), collective)
        return self._replace(tiling=tiling, step=step, is_filled=False)

    def summed(self, groups: Groups, is_sliced: bool = False, over: str = "sum") -> HeldValue:
        """Returns the sum of what the devices of each group have computed."""
        itself = self.room.computation.itself
        return self.sent(ALL_REDUCE, groups, self.bytes, self.bytes, self.tiling, over, itself, is_sliced=is_sliced)

    def summed_along(self, split: Tiled, dimensions: Iterable[int], is_sliced: bool = False) -> HeldValue:
        """Returns the sum over the devices that differ in dimensions of a tiling, one by one, the last one first.

        If it is sliced along all of them, compilers can make one sum a reduce-scatter.
        """
        value, along = self, groups_along_each(split, dimensions)
        for groups in along:
            value = value.summed(groups, is_sliced and len(along) == 1)
        return value

    def in_doubt(self) -> HeldValue:
        """Returns the same value, made in a way in which XLA may make it otherwise."""
        step = self.room.computation.step(("in doubt",), (self.step,), is_doubtful=True)
        return self._replace(step=step)


def argument(room: Room, shape: Sequence[int], item: int, tiling: Tiled, key: object) -> HeldValue:
    """Returns a value that is there from the beginning, by a key of its own."""
    return HeldValue(room, tuple(shape), item, tiling, room.computation.step(("argument", key, tiling), ()))


def in_room_of_all(devices: int, computation: Steps) -> Room:
    return Room(computation, (tuple(range(devices)),))


# Groups of devices that hold the same part of some dimensions: a problem is solved in each of them alike.


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
    shape, room = in_group(value.shape, groups.dimensions, groups.shares), value.room.inside(groups.groups)
    return value._replace(room=room).made(groups.inner, "grouped", room.lanes, shape=shape)


def outside(value: HeldValue, groups: Grouped, room: Room, shape: Sequence[int]) -> HeldValue:
    """Returns a value that has been made in groups as one of a room."""
    tiling = groups._replace(inner=value.tiling).whole
    return value._replace(room=room).made(tiling, "ungrouped", room.lanes, shape=shape)


def in_group(shape: Sequence[int], dimensions: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """Returns the shape of a group's part."""
    sizes = list(shape)
    for number, share in zip(dimensions, shares, strict=True):
        if number < len(sizes):
            sizes[number] = -(-sizes[number] // share)
    return tuple(sizes)


Held = Sequence[HeldValue | None]
"""The operands or results of an operation on devices; None for values that are not tensors of known size."""


def steps_between(
    operands: Held, made: Sequence[MadeStep], values: Container[MadeStep]
) -> Iterator[tuple[MadeStep, int | None]]:
    """Yields the collectives and doubts between the operands of an operation and what it makes, with the number of the
    operand that each moves; None if it moves what has been computed. `values` are what operations before have made.
    """
    moved: dict[MadeStep, int | None] = {}
    for number, operand in enumerate(operands):
        if operand is not None:
            moved.setdefault(operand.step, number)
    pending = list(made)
    while pending:
        step = pending[-1]
        before = [] if step in moved or step in values else [each for each in step.operands if each not in moved]
        if before:
            pending += before
            continue
        pending.pop()
        if step not in moved:
            moved[step] = moved[step.operands[0]] if step.is_moving and step not in values else None
            if step not in values and (step.collective is not None or step.is_doubtful):
                yield step, moved[step]


def local_shapes(made: Sequence[HeldValue]) -> Shapes:
    """Returns the shapes on a device of what is computed for a value, before that is moved; none if it is not known."""
    step = made[0].step if made else None
    while step is not None and not step.local:
        step = step.operands[0] if step.is_moving or "copy" in step.key.parts[2:3] else None
    return () if step is None else step.local
