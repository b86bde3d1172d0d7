"""How XLA gives devices the rows of their neighbours that the windows of their tiles need."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.collective_kinds import COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.reshards import Window, moved, reshard
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import Tiled, groups_along
from sdyopt.ir.records import NamedTuple


class SlidingWindow(NamedTuple):
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
        return self == SlidingWindow()

    @property
    def spread(self) -> int:
        """The rows from the first one of a window to the one after its last."""
        return 1 + (self.size - 1) * self.dilation

    def windows(self, size: int) -> int:
        """Returns how many windows there are in a dimension."""
        full = 1 + (size - 1) * self.base_dilation + self.low + self.high
        return (full - self.spread) // self.stride + 1

    def is_uneven(self, size: int, count: int) -> bool:
        """Whether rows are both spread and skipped, so that tiles begin at other places between them."""
        first = self.stride * -(-self.windows(size) // count)
        return min(self.base_dilation, self.stride) > 1 and (first % self.base_dilation > 0 or self.dilation > 1)

    def needed(self, size: int) -> Window:
        """Returns the first row of a dimension that is in a window, and the one after the last, without dilation."""
        return max(0, -self.low), size + min(0, self.high)


def windowed(value: HeldValue, target: Tiled, window: Sequence[SlidingWindow]) -> HeldValue | None:
    """Returns a value of which each device of a tiling has also got the rows that its windows need; None if these are
    too many, or rows are both spread and skipped.
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
    if any(window[number].is_uneven(value.shape[number], target.counts[number]) for number in moving):
        return None
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
            key = tuple(window)
            if used[number]:
                found = with_halo(value, number, own, rows, stop, key)
            else:
                found = moved(value, number, own, rows, stop, key)
            if found is None:
                return None
            value = found
            local[number] = max([stop - start for start, stop in rows])
    return value


def _used_tiles(window: SlidingWindow, count: int, held: int, size: int) -> int:
    """Returns how many tiles of a dimension take part; 0 if all rows that count are in one tile, which slices them."""
    if window.windows(size) >= count or window.dilation > 1 or window.base_dilation > 1:
        return count
    start, stop = window.needed(size)
    with_rows = -(-stop // held)
    if with_rows < count:
        return max(with_rows, window.windows(size))
    return 0 if start // held == (stop - 1) // held else count


def with_halo(
    value: HeldValue, dimension: int, local: Sequence[int], rows: Sequence[Window], size: int, key: object
) -> HeldValue | None:
    """Returns a value whose tiles have got rows of others; None if these are too many. Rows that are the same are sent
    again for another key.
    """
    count, held = len(rows), local[dimension]
    left = max([tile * held - rows[tile][0] for tile in range(1, count)])
    right = max([rows[tile][1] - (tile + 1) * held for tile in range(count - 1)])
    most_left = max(left, -rows[0][0])
    most_right = max(right, rows[-1][1] - count * held)
    needed = max([stop - start for start, stop in rows])
    if max(left, right) > 2 * needed:
        return moved(value, dimension, local, rows, size, key)
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
            value = value.sent(COLLECTIVE_PERMUTE, pairs, size, size, value.tiling, "halo", dimension, far, key)
    return value
