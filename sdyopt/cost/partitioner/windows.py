"""How XLA computes operations of which a device needs rows of its neighbours: slices, pads, and what has windows.

Each function takes what devices hold of the operands, and the tiling in which the result is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.collective_kinds import COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.reshards import Window, moved, replicated, reshard
from sdyopt.cost.partitioner.shapes import by_default, computed
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import Tiled, groups_along, is_within, replicated_over, tiling, transposed
from sdyopt.ir.records import NamedTuple


class WindowDimension(NamedTuple):
    """The windows of one dimension."""

    size: int = 1
    stride: int = 1
    low: int = 0
    high: int = 0
    dilation: int = 1
    base_dilation: int = 1

    @property
    def is_trivial(self) -> bool:
        """Whether each window is an element."""
        return self == WindowDimension()

    @property
    def spread(self) -> int:
        """The rows from the first one of a window to the one after its last."""
        return 1 + (self.size - 1) * self.dilation

    def windows(self, size: int) -> int:
        """Returns how many windows there are in a dimension."""
        full = 1 + (size - 1) * self.base_dilation + self.low + self.high
        return (full - self.spread) // self.stride + 1

    def needed(self, size: int) -> Window:
        """Returns the first row of a dimension that is in a window, and the one after the last, without dilation."""
        return max(0, -self.low), size + min(0, self.high)


def windowed(value: HeldValue, target: Tiled, window: Sequence[WindowDimension]) -> HeldValue | None:
    """Returns a value of which each device of a tiling has also got the rows that its windows need; None if these are
    too many.
    """
    value = reshard(value, target)
    held, local = value.local, list(value.local)
    moving = [
        number
        for number, (count, each) in enumerate(zip(target.counts, window, strict=True))
        if count > 1 and not each.is_trivial
    ]
    used = {
        number: _used_tiles(window[number], target.counts[number], held[number], value.shape[number])
        for number in moving
    }
    for number in moving:
        if used[number] == 0:
            local[number] = (
                window[number].needed(value.shape[number])[1] - window[number].needed(value.shape[number])[0]
            )
    for number in moving:
        each, size = window[number], value.shape[number]
        of_tile = -(-each.windows(size) // target.counts[number])
        rows = []
        for tile in range(used[number] or target.counts[number]):
            first = each.stride * of_tile * tile - each.low
            last = first + each.stride * (of_tile - 1) + each.spread
            rows.append((-(-first // each.base_dilation), -(-last // each.base_dilation)))
        if len(rows) > 1:
            own = [held[number] if other == number else rest for other, rest in enumerate(local)]
            stop = size if used[number] == target.counts[number] else each.needed(size)[1]
            found = (
                _with_halo(value, number, own, rows, stop) if used[number] else moved(value, number, own, rows, stop)
            )
            if found is None:
                return None
            value = found
            local[number] = max([stop - start for start, stop in rows])
    return value


def _used_tiles(window: WindowDimension, count: int, held: int, size: int) -> int:
    """Returns how many tiles of a dimension take part; 0 if all rows that count are in one tile, which slices them."""
    if window.windows(size) >= count or window.dilation > 1 or window.base_dilation > 1:
        return count
    start, stop = window.needed(size)
    with_rows = -(-stop // held)
    if with_rows < count:
        return max(with_rows, window.windows(size))
    return 0 if start // held == (stop - 1) // held else count


def _with_halo(
    value: HeldValue, dimension: int, local: Sequence[int], rows: Sequence[Window], size: int
) -> HeldValue | None:
    """Returns a value whose tiles have got rows of others; None if these are too many."""
    count, held = len(rows), local[dimension]
    left = max([tile * held - rows[tile][0] for tile in range(1, count)])
    right = max([rows[tile][1] - (tile + 1) * held for tile in range(count - 1)])
    most_left = max(left, -rows[0][0])
    most_right = max(right, rows[-1][1] - count * held)
    needed = max([stop - start for start, stop in rows])
    if max(left, right) > 2 * needed:
        return moved(value, dimension, local, rows, size)
    if left + right + held >= count * held and max(left, right) > held:
        return None
    row = value.item * prod([each for number, each in enumerate(local) if number != dimension])
    groups = groups_along(value.tiling, [(dimension, 1, value.tiling.counts[dimension])])
    for far in (*range(1, 1 - (-left // held)), *range(-1, -1 + (-right // held), -1)):
        tiles = [tile for tile in range(count) if 0 <= tile + far < count]
        if far > 0:  # To the right neighbours, the last rows of the tile.
            first = held - min(left - (far - 1) * held, held)
            last = held + min(0, most_right + far * held)
        else:
            first = max(0, -most_left + far * held)
            last = min(right + (far + 1) * held, held)
        if tiles and last > first:
            pairs = tuple([(group[tile], group[tile + far]) for group in groups for tile in tiles])
            size = (last - first) * row
            value = value.sent(COLLECTIVE_PERMUTE, pairs, size, size, value.tiling, "halo", dimension, far)
    return value


def slice_of(
    value: HeldValue, wanted: Tiled, starts: Sequence[int], stops: Sequence[int], strides: Sequence[int]
) -> HeldValue:
    """Returns every few rows of a value between `starts` and `stops`."""
    shape = tuple([-(-(stop - start) // stride) for start, stop, stride in zip(starts, stops, strides, strict=True)])
    window = [
        WindowDimension(1, stride, -start, stop - size)
        for start, stop, stride, size in zip(starts, stops, strides, value.shape, strict=True)
    ]
    key = ("slice", tuple(starts), tuple(stops), tuple(strides))
    where = value.tiling if value.tiling.tiles > wanted.tiles else wanted
    found = windowed(value, where, window)
    if found is None:
        split = [number for number, each in enumerate(window) if not each.is_trivial]
        found = replicated(reshard(value, where), split)
    return reshard(found.made(where, *key, shape=shape), wanted)


def pad(value: HeldValue, wanted: Tiled, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> HeldValue:
    """Returns a value with a scalar before, after and between its rows; negative numbers take rows away."""
    window = [
        WindowDimension(1, 1, before, after, 1, between + 1)
        for before, after, between in zip(low, high, interior, strict=True)
    ]
    shape = tuple([each.windows(size) for each, size in zip(window, value.shape, strict=True)])
    key = ("pad", tuple(low), tuple(high), tuple(interior))
    padded = [number for number, each in enumerate(window) if not each.is_trivial]
    if all(value.tiling.counts[number] == 1 for number in padded) and is_within(wanted, value.tiling):
        return reshard(value.made(value.tiling, *key, shape=shape), wanted)
    found = None if wanted.is_whole else windowed(value, wanted, window)
    if found is None:
        return by_default([value], [wanted], [shape], [value.item], key)[0]
    return found.made(wanted, *key, shape=shape)


def concatenate(operands: Sequence[HeldValue], wanted: Tiled, dimension: int) -> HeldValue:
    """Returns the operands one after the other: a dimension in tiles is moved to another one for that."""
    shape = list(operands[0].shape)
    shape[dimension] = sum([each.shape[dimension] for each in operands])
    where = wanted
    if wanted.counts[dimension] > 1:
        where = _without_dimension(wanted, dimension, shape)
    moved_operands = [reshard(each, where) for each in operands]
    found = computed(moved_operands, where, shape, operands[0].item, "concatenate", dimension)
    return reshard(found, wanted)


def _without_dimension(given: Tiled, dimension: int, shape: Sequence[int]) -> Tiled:
    """Returns a tiling with the tiles of a dimension on the first other one that takes them evenly, or on none."""
    count, rank = given.counts[dimension], len(shape)
    for number in range(rank):
        if number != dimension and shape[number] % (given.counts[number] * count) == 0:
            return moved_to_dimension(given, dimension, number)
    return replicated_over(given, [dimension])


def moved_to_dimension(given: Tiled, dimension: int, to: int) -> Tiled:
    """Returns a tiling with the tiles of a dimension as the minor ones of another one."""
    rank = len(given.counts)
    order = [number for number in range(rank + 1) if number != dimension]
    order.insert(order.index(to) + 1, dimension)
    counts = list(given.counts)
    counts[to] *= counts[dimension]
    counts[dimension] = 1
    return tiling(counts, transposed(given.devices, given.array(), order))
