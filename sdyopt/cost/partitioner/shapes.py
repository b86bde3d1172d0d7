"""How XLA computes elementwise operations, broadcasts, transposes, reshapes and reductions of split operands.

Each function takes what devices hold of the operands, and the tiling in which the result is wanted. A `key` says what
is computed: equal operations of equal operands are one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, prod

from sdyopt.cost.collective_kinds import ALL_GATHER, COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.products import carried
from sdyopt.cost.partitioner.reshards import Window, coarser, groups_of_tiles, moved, replicated, reshard
from sdyopt.cost.partitioner.shards import Grouped, HeldValue, Room, grouped, in_group, inside, outside
from sdyopt.cost.partitioner.tilings import Tiled, groups_along_each, tiling, whole
from sdyopt.ir.records import NamedTuple

# How XLA gives devices the rows of their neighbours that the windows of their tiles need.


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


def windowed(value: HeldValue, target: Tiled, window: Sequence[SlidingWindow]) -> HeldValue | None:
    """Returns a value of which each device of a tiling has also got the rows that its windows need; None if these are
    too many, or rows are both spread and skipped.
    """
    value = reshard(value, target)
    local = list(value.local)
    used = {
        number: _used_tiles(each, count, local[number], value.shape[number])
        for number, (count, each) in enumerate(zip(target.counts, window, strict=True))
        if count > 1 and not each.is_trivial and local[number]
    }
    if any(window[number].is_uneven(value.shape[number], target.counts[number]) for number in used):
        return None
    for number, tiles in used.items():
        local[number] = tiles.held
    for number, tiles in used.items():
        each, size = window[number], value.shape[number]
        of_tile = -(-each.windows(size) // target.counts[number])
        rows = {}
        for place, tile in enumerate(tiles.numbers):
            first = each.stride * of_tile * place - each.low - tiles.skipped
            last = first + each.stride * (of_tile - 1) + each.spread
            rows[tile] = (-(-first // each.base_dilation), -(-last // each.base_dilation))
        if len(rows) > 1:
            stop, around = len(rows) * tiles.held, moved if tiles.skipped else with_halo
            stop = stop if tiles.skipped else min(size, stop)
            found = around(value, number, local, rows, stop, tuple(window))
            if found is None:
                return None
            value = found
            local[number] = max([stop - start for start, stop in rows.values()])
    return value


class UsedTiles(NamedTuple):
    """The tiles of a dimension that take part when devices get the rows of their windows."""

    numbers: Sequence[int]
    held: int
    """The rows of each, after devices have sliced them."""
    skipped: int = 0
    """The rows that are left out before the last tiles."""


def _used_tiles(window: SlidingWindow, count: int, held: int, size: int) -> UsedTiles:
    """Returns the tiles of a dimension that take part: where there are fewer windows than tiles, the ones with windows
    and the ones with rows of these.
    """
    windows = window.windows(size)
    if windows >= count or window.dilation > 1 or window.base_dilation > 1:
        return UsedTiles(range(count), held)
    start, stop = max(0, -window.low), size + min(0, window.high)
    first, after = start // held, -(-stop // held)
    used = min(max(after, windows), count)
    if windows + after - first < used:
        numbers = (*range(windows), *range(first, after))
        if after == first + 1 and start > first * held:
            return UsedTiles(numbers, stop - start, start - windows * (stop - start))
        return UsedTiles(numbers, held, (first - windows) * held)
    return UsedTiles(range(used), min(held, stop) if used > 1 else held)


def with_halo(
    value: HeldValue, dimension: int, local: Sequence[int], wanted: Mapping[int, Window], size: int, key: object
) -> HeldValue | None:
    """Returns a value whose tiles have got rows of others; None if these are too many. Rows that are the same are sent
    again for another key.
    """
    rows, held = list(wanted.values()), local[dimension]
    count = len(rows)
    left = max([tile * held - rows[tile][0] for tile in range(1, count)])
    right = max([rows[tile][1] - (tile + 1) * held for tile in range(count - 1)])
    most_left = max(left, -rows[0][0])
    most_right = max(right, rows[-1][1] - count * held)
    needed = max([stop - start for start, stop in rows])
    if min(max(most_left, most_right), (value.tiling.counts[dimension] - 1) * held) > 2 * needed:
        return moved(value, dimension, local, wanted, size, key)
    if left + right + held >= count * held and max(left, right) > held:
        return None
    row = value.item * prod([each for number, each in enumerate(local) if number != dimension])
    groups = groups_of_tiles(value.tiling, dimension, wanted)
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


def computed(operands: Sequence[HeldValue], tiling: Tiled, shape: Sequence[int], item: int, *key: object) -> HeldValue:
    """Returns what devices compute of what they hold; `item` is the bytes of an element."""
    room = operands[0].room
    local = (*[each.local for each in operands], tiling.local(shape))
    step = room.computation.step((tiling, tuple(shape), *key), [each.step for each in operands], local=local)
    return HeldValue(room, tuple(shape), item, tiling, step)


def elementwise(operands: Sequence[HeldValue], wanted: Tiled, item: int, key: object) -> HeldValue:
    """Returns the result of an elementwise operation: two or more operands in equal tilings stay where they are.

    Scalars may be operands beside others.
    """
    shape = next((each.shape for each in operands if each.shape), ())
    first = operands[0].tiling
    if len(operands) > 1 and all(each.tiling == first for each in operands):
        return reshard(computed(operands, first, shape, item, key), wanted)
    moved = [reshard(each, wanted) if each.shape else each for each in operands]
    return computed(moved, wanted, shape, item, key)


def by_default(
    operands: Sequence[HeldValue],
    wanted: Sequence[Tiled],
    shapes: Sequence[tuple[int, ...]],
    items: Sequence[int],
    key: object,
) -> list[HeldValue]:
    """Returns the results of an operation that XLA does not partition: each device computes all of it.

    It does not know afterwards that each device had all of a result that has been sliced.
    """
    gathered = [reshard(each, whole(len(each.shape), each.room.size)) for each in operands]
    found = []
    for number, (target, shape, item) in enumerate(zip(wanted, shapes, items, strict=True)):
        value = computed(gathered, whole(len(shape), len(target.devices)), shape, item, key, number)
        found.append(value if target.is_whole else reshard(value, target).made(target, "copy", number))
    return found


def made_locally(room: Room, wanted: Tiled, shape: Sequence[int], item: int, key: object) -> HeldValue:
    """Returns a constant filled with one value, or an iota: each device makes its tile."""
    step = room.computation.step((wanted, tuple(shape), key), ())
    return HeldValue(room, tuple(shape), item, wanted, step)


def constant(
    room: Room, wanted: Tiled, shape: Sequence[int], item: int, key: object, is_filled: bool = False
) -> HeldValue:
    """Returns a constant: if it is not filled with one value each device has all of it, and slices it."""
    if is_filled:
        return made_locally(room, wanted, shape, item, key)._replace(is_filled=True)
    return reshard(made_locally(room, whole(len(shape), room.size), shape, item, key), wanted)


def broadcast(value: HeldValue, wanted: Tiled, shape: Sequence[int], dimensions: Sequence[int]) -> HeldValue:
    """Returns a value with new dimensions: dimension i of the operand is `dimensions[i]` of the result, as large."""
    pairs = [(result, operand) for operand, result in enumerate(dimensions)]
    moved = reshard(value, carried(wanted, pairs, len(value.shape)))
    found = moved.made(wanted, "broadcast", tuple(dimensions), shape=shape)
    return found._replace(is_filled=not value.shape)


def transpose(value: HeldValue, wanted: Tiled, permutation: Sequence[int]) -> HeldValue:
    """Returns a value with its dimensions permuted: dimension i of the result is `permutation[i]` of the operand."""
    pairs = list(enumerate(permutation))
    moved = reshard(value, carried(wanted, pairs, len(value.shape)))
    shape = [value.shape[number] for number in permutation]
    return moved.made(wanted, "transpose", tuple(permutation), shape=shape)._replace(is_filled=False)


def reduce(
    operands: Sequence[HeldValue], wanted: Sequence[Tiled], dimensions: Sequence[int], key: object
) -> list[HeldValue]:
    """Returns the results of a reduction: devices reduce what they hold, then all-reduce it, one dimension after the
    other; of several operands they gather the partial results, and reduce these.
    """
    first = operands[0].tiling
    operands = [reshard(each, first) for each in operands]
    kept = [number for number in range(len(first.counts)) if number not in dimensions]
    shape = [operands[0].shape[number] for number in kept]
    natural = carried(first, [(number, place) for place, number in enumerate(kept)], len(kept))
    partial = [
        computed(operands, natural, shape, each.item, "reduce", key, tuple(dimensions), number)
        for number, each in enumerate(operands)
    ]
    if len(operands) == 1:
        return [reshard(partial[0].summed_along(first, dimensions), wanted[0])]
    if along := groups_along_each(first, dimensions):
        gathered = []
        for value in partial:
            held = value.bytes
            for groups in along:
                value = value.sent(ALL_GATHER, groups, held, held * len(groups[0]), natural, "partial")
                held *= len(groups[0])
            gathered.append(value)
        partial = [
            computed(gathered, natural, shape, each.item, "reduce", key, number) for number, each in enumerate(gathered)
        ]
    return [reshard(each, tiling) for each, tiling in zip(partial, wanted, strict=True)]


# Reshapes.


def reshape(value: HeldValue, wanted: Tiled, shape: Sequence[int]) -> HeldValue:
    """Returns a value in another shape."""
    shape = tuple(shape)
    if wanted.is_whole:
        return _in_shape(reshard(value, whole(len(value.shape), value.room.size)), wanted, shape)
    back = reshaped(wanted, shape, value.shape)
    forward = reshaped(value.tiling, value.shape, shape)
    if back is not None:
        found = _in_shape(reshard(value, back), wanted, shape)
        if forward is not None and forward != wanted:
            value.room.computation.keep_form(found.step, _in_shape(value, forward, shape), shape)
        return found
    if forward is not None:
        return reshard(_in_shape(value, forward, shape), wanted)
    return _reshaped_otherwise(value, wanted, shape)


def _in_shape(value: HeldValue, tiling: Tiled, shape: tuple[int, ...]) -> HeldValue:
    """Returns what a device holds, in another shape: for XLA it is no filled value then."""
    return computed([value], tiling, shape, value.item, "reshape")


def reshaped(given: Tiled, shape: Sequence[int], new: Sequence[int]) -> Tiled | None:
    """Returns the tiling of a reshaped value, of which each device holds the same elements; None if there is none."""
    if given.is_whole:
        return whole(len(new), len(given.devices))
    counts = _reshaped_counts(given.counts, shape, new)
    return tiling(counts, given.devices) if prod(counts) == given.tiles else None


def _reshaped_counts(given: Sequence[int], shape: Sequence[int], new: Sequence[int]) -> list[int]:
    """Returns into how many tiles the dimensions of a reshaped value are cut: as far as that can be as before.

    Dimensions may be merged if only the first one is split, or if those before are in tiles of one; and be split.
    """
    sizes, counts, targets = [*reversed(shape)], [*reversed(given)], [*reversed(new)]
    found: list[int] = []
    while targets:
        merged = 1
        while counts and counts[-1] == 1:
            counts.pop()
            merged *= sizes.pop()
        while targets and merged > 1 and merged % targets[-1] == 0:
            merged //= targets.pop()
            found.append(1)
        if merged != 1:
            sizes.append(merged)
            counts.append(1)
        if not targets:
            break
        size, count = (sizes.pop(), counts.pop()) if sizes else (1, 1)
        target = targets.pop()
        if size == target:
            found.append(count)
        elif target == 1:
            found.append(1)
            sizes.append(size)
            counts.append(count)
        elif size > target:
            common = gcd(count, target)
            if size % target or size % count:
                break
            found.append(common)
            if common not in (count, target):
                break
            sizes.append(size // target)
            counts.append(count // common)
        else:
            if size % count or not sizes or (counts[-1] != 1 and (size != count or sizes[-1] % counts[-1])):
                break
            sizes[-1] *= size
            counts[-1] *= count
            targets.append(target)
    return found + [1] * (len(new) - len(found))


def _reshaped_otherwise(value: HeldValue, wanted: Tiled, shape: tuple[int, ...]) -> HeldValue:
    """Returns a value in another shape, whose tiles do not stay: rows move, or what cannot stay is gathered."""
    fixed = [
        (before, after)
        for before, size in enumerate(value.shape)
        for after, new in enumerate(shape)
        if size == new
        and value.tiling.counts[before] == wanted.counts[after] > 1
        and prod(value.shape[:before]) == prod(shape[:after])
    ]
    groups = grouped(wanted, [after for _, after in fixed])
    own = grouped(value.tiling, [before for before, _ in fixed]).aligned(groups.groups)
    shares = _staying(value, shape)
    if prod(shares) in (1, prod(own.shares)):
        inner = _reshaped_by_rows(value, own, groups, in_group(shape, groups.dimensions, groups.shares))
        if inner is not None:
            return outside(inner, groups, value.room, shape)
    if prod(shares) == 1:
        gathered = replicated(value, range(len(value.shape)))
        return reshard(_in_shape(gathered, whole(len(shape), value.room.size), shape), wanted)
    kept = value.tiling
    for number, share in enumerate(shares):
        kept = coarser(kept, number, share)
    natural = reshaped(kept, value.shape, shape)
    assert natural is not None
    dimensions = [number for number, share in enumerate(shares) if share > 1]
    own = grouped(value.tiling, dimensions, [shares[number] for number in dimensions])
    inner = inside(value, own)
    inner = replicated(inner, range(len(inner.shape)))
    groups = grouped(natural, [number for number, count in enumerate(natural.counts) if count > 1])
    inner_shape = in_group(shape, groups.dimensions, groups.shares)
    inner = _in_shape(inner, whole(len(shape), inner.room.size), inner_shape)
    return reshard(outside(inner, groups._replace(groups=own.groups), value.room, shape), wanted)


def _staying(value: HeldValue, shape: Sequence[int]) -> list[int]:
    """Returns into how many tiles each dimension of a value can stay cut when it is reshaped."""
    shares = [1] * len(value.shape)
    for number, count in enumerate(value.tiling.counts):
        trial = [*shares[:number], count, *shares[number + 1 :]]
        found = prod(_reshaped_counts(trial, value.shape, shape))
        if found % prod(shares) == 0:
            shares[number] = found // prod(shares)
        if prod(_reshaped_counts(shares, value.shape, shape)) != prod(shares):
            shares[number] = 1
    return shares


def _reshaped_by_rows(value: HeldValue, own: Grouped, groups: Grouped, shape: tuple[int, ...]) -> HeldValue | None:
    """Returns a value in another shape, in groups: one dimension is split before and after, and what is before it is as
    large, so that rows move between tiles; None for others.
    """
    wanted = groups.inner
    size, target = [[number for number, count in enumerate(each.counts) if count > 1] for each in (own.inner, wanted)]
    if not (len(size) == len(target) == 1 and own.inner.tiles == wanted.tiles):
        return None
    (old,), (new,), count = size, target, wanted.tiles
    in_own = in_group(value.shape, own.dimensions, own.shares)
    if prod(in_own[:old]) != prod(shape[:new]) or max(in_own[old], shape[new]) % min(in_own[old], shape[new]):
        return None
    own = own._replace(inner=tiling(own.inner.counts, wanted.devices))
    moved = inside(reshard(value, own.whole), own)
    rows, place = wanted.local(shape)[new], new
    if in_own[old] % shape[new]:
        held = moved.local[old] * (shape[new] // in_own[old])
        moved = _in_shape(moved, wanted, (*shape[:new], held * count, *shape[new + 1 :]))
    else:
        rows, place = rows * (in_own[old] // shape[new]), old
    window = [SlidingWindow()] * len(moved.shape)
    window[place] = SlidingWindow(high=rows * count - moved.shape[place])
    found = windowed(moved, moved.tiling, window)
    return None if found is None else _in_shape(found, wanted, shape)
