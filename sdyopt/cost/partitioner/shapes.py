"""How XLA computes elementwise operations, broadcasts, transposes, reshapes and reductions of split operands.

Each function takes what devices hold of the operands, and the tiling in which the result is wanted. A `key` says what
is computed: equal operations of equal operands are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE
from sdyopt.cost.partitioner.products import carried
from sdyopt.cost.partitioner.reshards import replicated, reshard
from sdyopt.cost.partitioner.shards import HeldValue, Room, grouped, inside, outside
from sdyopt.cost.partitioner.tilings import Tiled, groups_along, tiling, whole


def computed(operands: Sequence[HeldValue], tiling: Tiled, shape: Sequence[int], item: int, *key: object) -> HeldValue:
    """Returns what devices compute of what they hold; `item` is the bytes of an element."""
    room = operands[0].room
    step = room.computation.step((tiling, tuple(shape), *key), [each.step for each in operands])
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
    """Returns the results of an operation that XLA does not partition: each device computes all of it."""
    gathered = [reshard(each, whole(len(each.shape), each.room.size)) for each in operands]
    return [
        reshard(computed(gathered, whole(len(shape), len(tiling.devices)), shape, item, key, number), tiling)
        for number, (tiling, shape, item) in enumerate(zip(wanted, shapes, items, strict=True))
    ]


def made_locally(room: Room, wanted: Tiled, shape: Sequence[int], item: int, key: object) -> HeldValue:
    """Returns a constant, or an iota, of which each device makes its tile."""
    step = room.computation.step((wanted, tuple(shape), key), ())
    return HeldValue(room, tuple(shape), item, wanted, step)


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
    split = [number for number in sorted(dimensions, reverse=True) if first.counts[number] > 1]
    size = prod(natural.local(shape))
    partial = [
        computed(operands, natural, shape, each.item, "reduce", key, tuple(dimensions), number)
        for number, each in enumerate(operands)
    ]
    if len(operands) == 1:
        (value,) = partial
        for number in split:
            groups = groups_along(first, [(number, 1, first.counts[number])])
            value = value.sent(ALL_REDUCE, groups, value.bytes, value.bytes, natural, "sum", key)
        return [reshard(value, wanted[0])]
    if split:
        gathered = []
        for each in partial:
            held = size * each.item
            value = each
            for number in split:
                groups = groups_along(first, [(number, 1, first.counts[number])])
                value = value.sent(ALL_GATHER, groups, held, held * first.counts[number], natural, "partial", number)
                held *= first.counts[number]
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
        return reshard(value, whole(len(value.shape), value.room.size)).made(wanted, "reshape", shape=shape)
    back = reshaped(wanted, shape, value.shape)
    forward = reshaped(value.tiling, value.shape, shape)
    if back is not None:
        found = reshard(value, back).made(wanted, "reshape", shape=shape)
        if forward is not None and forward != wanted:
            other = value.made(forward, "reshape", shape=shape)
            value.room.computation.resharded[(found.step, forward, shape)] = other
        return found
    if forward is not None:
        return reshard(value.made(forward, "reshape", shape=shape), wanted)
    return _reshaped_in_groups(value, wanted, shape)


def reshaped(given: Tiled, shape: Sequence[int], new: Sequence[int]) -> Tiled | None:
    """Returns the tiling of a reshaped value, of which each device holds the same elements; None if there is none.

    Dimensions may be merged if only the first one is split, or if those before are in tiles of one; and be split.
    """
    if given.is_whole:
        return whole(len(new), len(given.devices))
    sizes, counts, targets = [*reversed(shape)], [*reversed(given.counts)], [*reversed(new)]
    found: list[int] = []
    while sizes or targets:
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
            if size % target:
                return None
            if target % count == 0:
                found.append(count)
                sizes.append(size // target)
                counts.append(1)
            elif count % target == 0:
                found.append(target)
                sizes.append(size // target)
                counts.append(count // target)
            else:
                return None
        else:
            if size % count or not sizes or (counts[-1] != 1 and size != count):
                return None
            sizes[-1] *= size
            counts[-1] *= count
            targets.append(target)
    found += [1] * (len(new) - len(found))
    if prod(found) != given.tiles:
        return None
    return tiling(found, given.devices)


def _reshaped_in_groups(value: HeldValue, wanted: Tiled, shape: tuple[int, ...]) -> HeldValue:
    """Returns a value in another shape, with the dimensions that stay, and are split alike, held fixed."""
    source = value.tiling
    befores, afters = _majors(value.shape), _majors(shape)
    fixed = [
        (number, afters.index(before))
        for number, before in enumerate(befores)
        if before in afters and source.counts[number] == wanted.counts[afters.index(before)] > 1
    ]
    if not fixed:
        return _reshaped_whole(value, wanted, shape)
    groups = grouped(wanted, [after for _, after in fixed])
    own = grouped(source, [before for before, _ in fixed]).aligned(groups.groups)
    inner_shape = tuple(
        [
            -(-size // count) if number in groups.dimensions else size
            for number, (size, count) in enumerate(zip(shape, wanted.counts, strict=True))
        ]
    )
    inner = _reshaped_whole(inside(reshard(value, own.whole), own), groups.inner, inner_shape)
    return outside(inner, groups, value.room, shape).in_doubt()


def _majors(shape: Sequence[int]) -> list[tuple[int, int]]:
    """Returns what is before each dimension, and its size."""
    return [(prod(shape[:number]), size) for number, size in enumerate(shape)]


def _reshaped_whole(value: HeldValue, wanted: Tiled, shape: tuple[int, ...]) -> HeldValue:
    rank = len(shape)
    gathered = replicated(value, range(len(value.shape)))
    return reshard(gathered.in_doubt().made(whole(rank, value.room.size), "reshape", shape=shape), wanted)
