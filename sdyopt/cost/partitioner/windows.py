"""How XLA computes operations of which a device needs rows of its neighbours: slices, pads, and what has windows.

Each function takes what devices hold of the operands, and the tiling in which the result is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.cost.partitioner.halos import WindowDimension, windowed
from sdyopt.cost.partitioner.reshards import replicated, reshard
from sdyopt.cost.partitioner.shapes import by_default, computed
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import Tiled, is_within, replicated_over, tiling, transposed


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
