"""How XLA makes a tiling of another one: the ways in which it does so, in the order in which it tries them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.shards import HeldValue, Rematerialization, grouped, inside, outside
from sdyopt.cost.partitioner.tilings import Devices, Tiled, groups_along, is_within, rearranged, tiling
from sdyopt.ir.records import NamedTuple


def reshard(value: HeldValue, target: Tiled) -> HeldValue:
    """Returns a value in another tiling; if there is no other way, it is made whole on each device.

    What comes from a tiling is there still for those who want that one.
    """
    key = (value.step, target, value.shape)
    made = value.room.computation.resharded
    found = made.get(key)
    if found is None:
        computation = value.room.computation
        around = computation.resharding
        full = around or Rematerialization(value.tiling, target, value.shape)
        computation.resharding = full
        found = resharded(value, target)
        if found is None:
            found = replicated(value, range(len(value.shape)), full).made(target, "sliced")
        computation.resharding = around
        made[key] = found
        is_even = all(size % count == 0 for size, count in zip(value.shape, target.counts, strict=True))
        if found.step is not value.step and (is_even or not value.tiling.is_whole):  # What is padded is another value.
            computation.keep_form(found.step, value, value.shape)
    return found


def resharded(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns a value in another tiling; None if only a full rematerialization makes it."""
    source = value.tiling
    if source == target:
        return value
    if value.is_filled or source.is_whole:
        return value.made(target, "sliced")
    if source.array() == target.array():
        return permuted_to(value, target)
    pairs = exchanges(source, target)
    if pairs is not None:
        return exchanged(value, target, pairs)
    found = _of_replication(value, target) or _to_replication(value, target)
    if found is not None:
        return found
    if target.is_whole:
        return replicated(value, range(len(value.shape)))
    return (
        _by_split_dimension(value, target)
        or _by_replicated_dimension(value, target)
        or _by_sliced_dimension(value, target)
        or _in_groups(value, target)
    )


def permuted_to(value: HeldValue, target: Tiled) -> HeldValue:
    """Returns a value whose tiles move to other devices, all at once."""
    pairs = tuple(zip(value.tiling.devices, target.devices, strict=True))
    return value.sent(COLLECTIVE_PERMUTE, pairs, value.bytes, value.bytes, target)


# To replicate dimensions.


def replicated(value: HeldValue, dimensions: Iterable[int], full: Rematerialization | None = None) -> HeldValue:
    """Returns a value with dimensions whole."""
    counts = [1 if number in dimensions else count for number, count in enumerate(value.tiling.counts)]
    return gathered(value, counts, full)


def gathered(value: HeldValue, counts: Sequence[int], full: Rematerialization | None = None) -> HeldValue:
    """Returns a value in fewer tiles, which each are several ones of before.

    There is one all-gather for each dimension, the last one first. A dimension of which one device holds all is summed
    with the padding of others before, and a short one with zeros after.
    """
    before = value.tiling.counts
    dimensions = [number for number in reversed(range(len(counts))) if before[number] != counts[number]]
    padded: list[int] = []
    short: list[int] = []
    long: list[int] = []
    for number in dimensions:
        size = -(-value.shape[number] // counts[number])
        factor = before[number] // counts[number]
        if size == value.local[number]:
            padded.append(number)
        else:
            (short if size <= factor // 2 else long).append(number)
    for number in dimensions:
        value = _aligned_rows(value, number, counts[number])
    if padded:
        value = _summed_with_zeros(value, sorted(padded), counts, full)
    held = value.bytes
    for number in long:
        factor = before[number] // counts[number]
        groups = groups_along(value.tiling, [(number, counts[number], factor)])
        new = coarser(value.tiling, number, counts[number])
        value = value.sent(ALL_GATHER, groups, held, held * factor, new, number, rematerialized=full)
        held *= factor
    for number in short:
        value = _summed_with_zeros(value, [number], counts, full)
    return value


def _aligned_rows(value: HeldValue, dimension: int, count: int) -> HeldValue:
    """Returns a value whose tiles are parts of those of a dimension in `count` tiles: rows move if sizes are uneven."""
    before, size = value.tiling.counts[dimension], value.shape[dimension]
    factor, tile, held = before // count, -(-size // count), value.local[dimension]
    if count == 1 or tile == factor * held:
        return value
    windows = {}
    for number in range(before):
        start = number // factor * tile + number % factor * held
        windows[number] = (start, start + held)
    return moved(value, dimension, value.local, windows)


def coarser(given: Tiled, dimension: int, count: int) -> Tiled:
    """Returns a tiling with a dimension in `count` tiles, which each are several ones of before."""
    before = given.counts[dimension]
    parts: list[list[int]] = [[size] for size in given.array()]
    parts[dimension] = [count, before // count]
    order = [number + (number > dimension) for number in range(len(parts))]
    order.insert(-1, dimension + 1)
    counts = list(given.counts)
    counts[dimension] = count
    return rearranged(given, parts, order, counts)


def _summed_with_zeros(
    value: HeldValue, dimensions: Sequence[int], counts: Sequence[int], full: Rematerialization | None
) -> HeldValue:
    """Returns a value of which devices write their tiles among zeros, which are summed."""
    factors, new = [], value.tiling
    for number in dimensions:
        factors.append((number, counts[number], value.tiling.counts[number] // counts[number]))
        new = coarser(new, number, counts[number])
    groups = groups_along(value.tiling, factors)
    size = prod(new.local(value.shape)) * value.item
    return value.sent(ALL_REDUCE, groups, size, size, new, tuple(dimensions), rematerialized=full)


# Two tilings with the same counts in other dimensions: all-to-all.


def exchanges(source: Tiled, target: Tiled) -> list[tuple[int, int]] | None:
    """Returns the dimensions between which tiles move, from the first to the second; None if that is not all."""
    if source.tiles != target.tiles or source.is_whole:
        return None
    now, wanted = list(source.counts), target.counts
    by_count: dict[int, list[int]] = {}
    by_wanted: dict[int, list[int]] = {}
    for number, (count, new) in enumerate(zip(now, wanted, strict=True)):
        if count != new:
            by_count.setdefault(count, []).append(number)
            by_wanted.setdefault(new, []).append(number)
    if not by_count or {k: len(v) for k, v in by_count.items()} != {k: len(v) for k, v in by_wanted.items()}:
        return None
    pairs: list[tuple[int, int]] = []
    while by_count:
        count = min(by_count)
        to = by_count[count][-1]
        new = wanted[to]
        choices = by_count[new]
        if count == 1:
            start = next((number for number in choices if wanted[number] != 1), choices[-1])
        elif new % count == 0:
            start = next((number for number in choices if wanted[number] == count), choices[-1])
        else:
            return None
        pairs.append((start, to))
        _remove(by_count, new, start)
        _remove(by_wanted, new, to)
        _remove(by_count, count, to)
        if wanted[start] == count:
            _remove(by_wanted, count, start)
        else:
            by_count.setdefault(count, []).append(start)
    return pairs


def _remove(table: dict[int, list[int]], key: int, number: int) -> None:
    table[key].remove(number)
    if not table[key]:
        del table[key]


def exchanged(value: HeldValue, target: Tiled | None, pairs: Sequence[tuple[int, int]]) -> HeldValue:
    """Returns a value after all-to-alls that move tiles between pairs of dimensions, one for all if these are even; and
    a permute if it has a target and needs one.
    """
    counts, shape = value.tiling.counts, value.shape
    together = len({number for pair in pairs for number in pair}) == 2 * len(pairs) and all(
        counts[start] % counts[to] == shape[start] % counts[start] == shape[to] % counts[start] == 0
        for start, to in pairs
    )
    if together and len(pairs) > 1:
        value = _moved(value, pairs)
    else:
        for pair in pairs:
            value = _moved(value, [pair])
    return value if target is None or value.tiling == target else permuted_to(value, target)


def _moved(value: HeldValue, pairs: Sequence[tuple[int, int]]) -> HeldValue:
    """Returns a value after one all-to-all over the pairs."""
    source = value.tiling
    counts = list(source.counts)
    factors = []
    parts: list[list[int]] = [[size, 1] for size in source.array()]
    order = list(range(2 * len(parts)))
    local = list(value.local)
    for start, to in pairs:
        factor = source.counts[start] // source.counts[to]
        factors.append((start, source.counts[to], factor))
        parts[start] = [source.counts[to], factor]
        order[2 * start + 1], order[2 * to + 1] = 2 * to + 1, 2 * start + 1
        counts[start], counts[to] = counts[to], counts[start]
        rows = factor * -(-value.shape[to] // counts[to])
        value = moved(value, to, local, even(source.counts[to], rows))
        local[to] = rows
    groups = groups_along(source, factors)
    new = rearranged(source, parts, order, counts)
    size = prod(local) * value.item
    value = value.sent(ALL_TO_ALL, groups, size, size, new, tuple(pairs))
    for (start, _), (_, _, factor) in zip(pairs, factors, strict=True):
        held = list(value.local)
        held[start] = factor * local[start]
        padded = source.counts[start] * local[start]
        value = moved(value, start, held, even(counts[start], value.local[start]), padded)
    return value


# Tilings with replication.


def finer(source: Tiled, counts: Sequence[int]) -> Tiled | None:
    """Returns a tiling with more tiles that the replication is used up for, so that devices slice what they hold."""
    held = source.replication
    factors = []
    for count, new in zip(source.counts, counts, strict=True):
        factor, rest = divmod(new, count)
        if rest or held % factor:
            return None
        held //= factor
        factors.append(factor)
    rank = len(factors)
    parts = [*[[count] for count in source.counts], [*factors, held]]
    order = [number for dimension in range(rank) for number in (dimension, rank + dimension)] + [2 * rank]
    return rearranged(source, parts, order, counts)


def _of_replication(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns what a device slices of what it and others hold."""
    source = value.tiling
    if source.replication == 1:
        return None
    if is_within(target, source):
        return sliced(value, target)
    new = finer(source, target.counts)
    if new is not None:
        return permuted_to(sliced(value, new), target)
    return _by_first(value, target)


def sliced(value: HeldValue, target: Tiled) -> HeldValue:
    """Returns a value in more tiles, which are parts of those that devices hold; rows move if sizes are uneven."""
    local = list(value.local)
    for number, (count, new) in enumerate(zip(value.tiling.counts, target.counts, strict=True)):
        if new != count > 1:
            rows = new // count * -(-value.shape[number] // new)
            value = moved(value, number, local, even(count, rows))
            local[number] = rows
    return value.made(target, "sliced")


def _to_replication(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns a value that is gathered along parts of dimensions."""
    source = value.tiling
    if target.replication == 1 or target.is_whole:
        return None
    if not is_within(source, target):
        new = finer(target, source.counts)
        if new is None:
            return _by_first(value, target)
        value = permuted_to(value, new)
    return gathered(value, target.counts)


def _by_first(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns a value between [1, x, y] with r copies and [x, y, r], by an all-to-all; None for other tilings."""
    source = value.tiling
    partial, full = (source, target) if source.replication > 1 else (target, source)
    if partial.replication == 1 or full.replication > 1 or full.is_whole:
        return None
    if (1, *full.counts[:-1]) != partial.counts or full.counts[-1] != partial.replication:
        return None
    between = tiling((*full.counts[:-1], 1), full.devices)
    if partial is source:
        pairs = exchanges(source, between)
        moved = None if pairs is None else exchanged(value, None, pairs)
        return resharded(moved, target) if moved is not None and moved.tiling == between else None
    pairs = exchanges(between, target)
    if pairs is None:
        return None
    found = resharded(value, between)
    moved_to = None if found is None else exchanged(found, None, pairs)
    return moved_to if moved_to is not None and moved_to.tiling == target else None


# In several steps.


def _by_split_dimension(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns what is made by cutting a dimension in two: one in tiles that stay, and one in the others."""
    source = value.tiling
    if source.replication != target.replication:
        return None
    pairs = list(zip(source.counts, target.counts, strict=True))
    choices = [
        number
        for number, (count, new) in enumerate(pairs)
        if count != new
        and min(count, new) > 1
        and max(count, new) % min(count, new) == 0
        and count * value.local[number] == new * -(-value.shape[number] // new)
    ]
    for number in choices:
        count, new = pairs[number]
        for other, (now, then) in enumerate(pairs):
            if other != number and now != then and min(now, then) == 1 and now * count == then * new:
                return _split(value, target, number)
    for number in choices:
        if pairs[number][0] > pairs[number][1]:
            return _split(value, target, number)
    return None


def _split(value: HeldValue, target: Tiled, dimension: int) -> HeldValue | None:
    """Returns a value as `target`, made with a dimension cut in two."""
    source = value.tiling
    count, new = source.counts[dimension], target.counts[dimension]
    common, rows = min(count, new), count * value.local[dimension]

    def cut(given: Sequence[int], first: int, second: int) -> tuple[int, ...]:
        return (*given[:dimension], first, second, *given[dimension + 1 :])

    cut_source = Tiled(cut(source.counts, common, count // common), source.devices)
    cut_target = Tiled(cut(target.counts, common, new // common), target.devices)
    inner = value.made(cut_source, "cut", shape=cut(value.shape, common, rows // common))
    found = resharded(inner, cut_target)
    return None if found is None else found.made(target, "merged", shape=value.shape)


def _by_replicated_dimension(value: HeldValue, target: Tiled) -> HeldValue | None:
    source = value.tiling
    if target.replication == 1:
        return None
    for number, count in enumerate(source.counts):
        if count > 1 and count * source.replication == target.replication:
            return resharded(replicated(value, [number]), target)
    return None


def _by_sliced_dimension(value: HeldValue, target: Tiled) -> HeldValue | None:
    source = value.tiling
    held = source.replication
    if held == 1 or target.replication > 1:
        return None
    for number, (count, new) in enumerate(zip(source.counts, target.counts, strict=True)):
        if count == 1 and new % held == 0:
            counts = list(source.counts)
            counts[number] = held
            between = finer(source, counts)
            assert between is not None
            return resharded(value.made(between, "sliced"), target)
    return None


def _in_groups(value: HeldValue, target: Tiled) -> HeldValue | None:
    """Returns what is made in groups of devices, with the dimensions that are in the same tiles held fixed."""
    source = value.tiling
    fixed = [
        number
        for number, (count, new) in enumerate(zip(source.counts, target.counts, strict=True))
        if count == new and count > 1
    ]
    if not fixed:
        return None
    groups = grouped(source, fixed)
    wanted = grouped(target, fixed).aligned(groups.groups)
    return reshard(outside(reshard(inside(value, groups), wanted.inner), groups, value.room, value.shape), target)


# What moves between the tiles of a dimension when each device needs other rows of it than it holds.

Window = tuple[int, int]
"""The first row that a tile needs, and the one after the last."""


class LackedRows(NamedTuple):
    """Rows that one tile has and another one needs."""

    source: int
    offset: int
    """Where they begin in the tile that needs them."""
    target: int
    rows: Window
    """Where they are in the tile that has them."""


def pieces(size: int, held: int, wanted: Sequence[Window]) -> list[LackedRows]:
    """Returns what tiles of `held` rows of a dimension lack of the rows that they need, by the tile that has it.

    What is padded counts where it follows something else in the tile that has it.
    """
    found, padded = [], -(-size // held) * held
    for target, (start, stop) in enumerate(wanted):
        start, end = max(0, start), min(stop, padded)
        for source in range(start // held, -(-end // held)) if start < min(end, size) else ():
            low, high = max(start, source * held), min(end, (source + 1) * held)
            if source != target and low < size:
                rows = low - source * held, high - source * held
                found.append(LackedRows(source, low - wanted[target][0], target, rows))
    return sorted(found)


def moved(
    value: HeldValue,
    dimension: int,
    local: Sequence[int],
    wanted: Mapping[int, Window],
    size: int | None = None,
    key: object = None,
) -> HeldValue:
    """Returns a value after tiles, which are as large as `local` for now, have got what they lack of a dimension.

    What is lacking goes in rounds: in each a tile sends once, and gets once. A round is a collective-permute of all
    rows that it sends of any tile; what would make it longer than its parts together, and all of a tile, waits. The
    dimension has `size` rows, if not those of the value. What is the same is sent again for another key.
    """
    tiling, held = value.tiling, local[dimension]
    row = value.item * prod([each for number, each in enumerate(local) if number != dimension])
    left = pieces(size or value.shape[dimension], held, list(wanted.values()))
    groups = groups_of_tiles(tiling, dimension, wanted)
    while left:
        these, later = _round(left, held)
        rows = max([piece.rows[1] for piece in these]) - min([piece.rows[0] for piece in these])
        pairs = tuple([(group[piece.source], group[piece.target]) for group in groups for piece in these])
        value = value.sent(
            COLLECTIVE_PERMUTE, pairs, rows * row, rows * row, tiling, "rows", dimension, tuple(these), key
        )
        left = later
    return value


def _round(left: Sequence[LackedRows], held: int) -> tuple[list[LackedRows], list[LackedRows]]:
    """Returns what goes in the next round, and what is left for later ones."""
    senders, receivers = set(), set()
    these: list[LackedRows] = []
    later: list[LackedRows] = []
    first, last = left[0].rows
    for piece in left:
        start, stop = min(first, piece.rows[0]), max(last, piece.rows[1])
        parts = last - first + piece.rows[1] - piece.rows[0]
        if piece.source in senders or piece.target in receivers:
            later.append(piece)
        elif these and stop - start >= held and stop - start > parts:
            later.append(piece)
            senders.add(piece.source)
        else:
            first, last = start, stop
            senders.add(piece.source)
            receivers.add(piece.target)
            these.append(piece)
    return these, later


def groups_of_tiles(given: Tiled, dimension: int, tiles: Collection[int]) -> Sequence[Devices]:
    """Returns the devices that have some of the tiles of a dimension, in groups of which each has one of each tile."""
    groups = groups_along(given, [(dimension, 1, given.counts[dimension])])
    return [tuple([group[tile] for tile in tiles]) for group in groups]


def even(count: int, rows: int) -> dict[int, Window]:
    """Returns the windows of `count` tiles of as many rows."""
    return {number: (number * rows, (number + 1) * rows) for number in range(count)}
