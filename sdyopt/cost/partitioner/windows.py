"""How XLA computes operations of which a device needs rows of its neighbours: slices, pads, and what has windows.

Each function takes what devices hold of the operands, and the tiling in which the result is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.collective_kinds import COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.products import Dimensions, ProductProblem, carried, product
from sdyopt.cost.partitioner.reshards import Window, replicated, reshard
from sdyopt.cost.partitioner.shapes import SlidingWindow, by_default, computed, made_locally, windowed, with_halo
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import (
    Tiled,
    coordinates,
    groups_along_each,
    is_within,
    place_number,
    replicated_over,
    tiling,
    transposed,
    whole,
)
from sdyopt.ir.records import NamedTuple


def slice_of(
    value: HeldValue, wanted: Tiled, starts: Sequence[int], stops: Sequence[int], strides: Sequence[int]
) -> HeldValue:
    """Returns every few rows of a value between `starts` and `stops`."""
    shape = tuple([-(-(stop - start) // stride) for start, stop, stride in zip(starts, stops, strides, strict=True)])
    window = [
        SlidingWindow(1, stride, -start, stop - size)
        for start, stop, stride, size in zip(starts, stops, strides, value.shape, strict=True)
    ]
    key = ("slice", tuple(starts), tuple(stops), tuple(strides))
    where = value.tiling if value.tiling.tiles > wanted.tiles else wanted
    found = windowed(value, where, window)
    if found is None:
        split = [number for number, each in enumerate(window) if not each.is_trivial]
        found = reshard(reshard(value, where), replicated_over(where, split))
    return reshard(computed([found], where, shape, value.item, *key), wanted)


def pad(value: HeldValue, wanted: Tiled, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> HeldValue:
    """Returns a value with a scalar before, after and between its rows; negative numbers take rows away."""
    window = [
        SlidingWindow(1, 1, before, after, 1, between + 1)
        for before, after, between in zip(low, high, interior, strict=True)
    ]
    shape = tuple([each.windows(size) for each, size in zip(window, value.shape, strict=True)])
    key = ("pad", tuple(low), tuple(high), tuple(interior))
    padded = [number for number, each in enumerate(window) if not each.is_trivial]
    if _is_sliced_after(value.tiling, wanted, padded):
        return reshard(computed([value], value.tiling, shape, value.item, *key), wanted)
    where, found = wanted, windowed(value, wanted, window)
    if found is None:
        where = replicated_over(wanted, padded)
        found = reshard(reshard(value, wanted), where)
    made = reshard(computed([found], where, shape, value.item, *key), wanted)
    return made if where is wanted else made.made(wanted, "copy")  # As where an operation is not partitioned.


def _is_sliced_after(source: Tiled, wanted: Tiled, dimensions: Sequence[int]) -> bool:
    """Whether an operand has its dimensions with windows whole, and devices only slice the result along these."""
    if source.is_whole or not is_within(wanted, source):
        return source.is_whole
    return all(
        count == (1 if number in dimensions else wanted.counts[number]) for number, count in enumerate(source.counts)
    )


def concatenate(operands: Sequence[HeldValue], wanted: Tiled, dimension: int, is_tpu: bool = False) -> HeldValue:
    """Returns the operands one after the other: a dimension in tiles is moved to another one for that.

    If no other one takes it, the partitioner for TPUs pads the operands, which are all in the tiling of the result.
    """
    shape = list(operands[0].shape)
    shape[dimension] = sum([each.shape[dimension] for each in operands])
    where = wanted
    if wanted.counts[dimension] > 1:
        where = _without_dimension(wanted, dimension, shape)
    if is_tpu and where.tiles < wanted.tiles and all(each.tiling == wanted for each in operands):
        where, before = wanted, 0
        moved_operands, none = [], [0] * len(shape)
        for each in operands:
            low, high = list(none), list(none)
            low[dimension], high[dimension] = before, shape[dimension] - before - each.shape[dimension]
            moved_operands.append(pad(each, wanted, low, high, none))
            before += each.shape[dimension]
    else:
        moved_operands = [reshard(each, where) for each in operands]
    found = computed(moved_operands, where, shape, operands[0].item, "concatenate", dimension)
    return reshard(found, wanted)


def _without_dimension(given: Tiled, dimension: int, shape: Sequence[int], rank: int | None = None) -> Tiled:
    """Returns a tiling with the tiles of a dimension on the first other one that takes them evenly, or on none; only
    the first `rank` dimensions take them.
    """
    count = given.counts[dimension]
    for number in range(len(shape) if rank is None else rank):
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


def rotated(value: HeldValue, dimension: int, at: int, own: object = None) -> HeldValue:
    """Returns the rows of a value from `at` on, and then those before, in its tiling, which cuts the dimension.

    XLA knows this of a concatenation of two slices of one value in the same tiling. The rows go around the tiles, those
    that the last tile lacks with them: then all rows go twice. One with another key of its `own` sends them
    again.
    """
    held, size = value.local[dimension], value.shape[dimension]
    count = -(-size // held)
    row = value.bytes // held
    (groups,) = groups_along_each(value.tiling, [dimension])
    padding = count * held - size
    for rows in (at, at + padding) if padding else (at,):
        far, rest = divmod(rows, held)
        for part, sent in ((far, held - rest), (far + 1, rest)):
            if sent and part % count:
                pairs = tuple(
                    [(group[(tile + part) % count], group[tile]) for group in groups for tile in range(count)]
                )
                key = ("rotated", dimension, at, rows, part, own)
                value = value.sent(COLLECTIVE_PERMUTE, pairs, sent * row, sent * row, value.tiling, *key)
    return computed([value], value.tiling, value.shape, value.item, "rotated", dimension, at)


def padded_with_rows(
    value: HeldValue, wanted: Tiled, dimension: int, before: Window, after: Window, own: object = None
) -> HeldValue:
    """Returns a value with some of its rows before it, and some after it, where the dimension is in tiles.

    XLA knows this of a concatenation of three: it pads the value, and rotates what it has padded twice.
    """
    none = [0] * len(value.shape)
    size, low, high = value.shape[dimension], before[1] - before[0], after[1] - after[0]
    low_of, high_of = ([*none[:dimension], each, *none[dimension + 1 :]] for each in (low, high))
    padded = pad(value, wanted, low_of, high_of, none)
    places = low + before[0], (after[0] - size) % (low + size + high)
    parts = [padded, *[rotated(padded, dimension, at, (own, number)) for number, at in enumerate(places)]]
    return computed(parts, wanted, padded.shape, value.item, "wrap", dimension)


def reverse(value: HeldValue, wanted: Tiled, dimensions: Sequence[int]) -> HeldValue:
    """Returns a value with its rows in the reverse order: so are the tiles, and the last one is filled first."""
    rank = len(wanted.counts)
    key = ("reverse", tuple(dimensions))
    if wanted.is_whole:
        return by_default([value], [wanted], [value.shape], [value.item], key)[0]
    array = wanted.array()
    places = [coordinates(number, array) for number in range(len(wanted.devices))]
    for place in places:
        for number in dimensions:
            place[number] = array[number] - 1 - place[number]
    turned = tiling(wanted.counts, [wanted.devices[place_number(place, array)] for place in places])
    window = [SlidingWindow()] * rank
    for number in dimensions:
        missing = wanted.local(value.shape)[number] * wanted.counts[number] - value.shape[number]
        window[number] = SlidingWindow(low=missing)
    found = windowed(value, turned, window)
    if found is None:
        return by_default([value], [wanted], [value.shape], [value.item], key)[0]
    return computed([found], wanted, value.shape, value.item, *key)


def sort(
    operands: Sequence[HeldValue], wanted: Sequence[Tiled], dimension: int, key: object, is_numbered: bool = False
) -> list[HeldValue]:
    """Returns operands sorted together: a dimension in tiles is moved to another one for that, with the numbers of all
    elements if it `is_numbered`.
    """
    where, shape = wanted[0], operands[0].shape
    if any(each != where for each in wanted):
        return by_default(operands, wanted, [each.shape for each in operands], [each.item for each in operands], key)
    if where.counts[dimension] > 1:
        where = _without_dimension(where, dimension, shape)
    moved_operands = [reshard(each, where) for each in operands]
    if is_numbered and where.tiles == wanted[0].tiles:  # Else each device makes the numbers that it needs.
        numbers = made_locally(operands[0].room, wanted[0], shape, 4, ("numbers", key))
        moved_operands.append(reshard(numbers, where))
    return [
        reshard(computed(moved_operands, where, shape, each.item, "sort", key, number), tiling)
        for number, (each, tiling) in enumerate(zip(operands, wanted, strict=True))
    ]


def top_k(
    value: HeldValue,
    wanted: Sequence[Tiled],
    shapes: Sequence[tuple[int, ...]],
    items: Sequence[int],
    key: object,
    is_kept: bool,
) -> list[HeldValue]:
    """Returns the largest elements along the last dimension, and their numbers: devices gather the largest ones of
    each, and choose among these, for which numbers are not needed.

    If the last dimension is whole, they gather the results along the others unless the tiling `is_kept`: that is the
    most that XLA does.
    """
    last, counts = len(value.shape) - 1, value.tiling.counts
    split = [last] if is_kept or counts[last] > 1 else [number for number, count in enumerate(counts) if count > 1]
    found, held = [], []
    for number, (target, shape, item) in enumerate(zip(wanted, shapes, items, strict=True)):
        of_all = (*shape[:last], shape[last] * counts[last])
        own = computed([value], value.tiling, of_all, item, "top of a device", key, number)
        held.append(replicated(own, split))
        found.append(reshard(computed(held, held[0].tiling, shape, item, "top", key, number), target))
    return found


def reduce_window(
    operands: Sequence[HeldValue], wanted: Sequence[Tiled], window: Sequence[SlidingWindow], key: object
) -> list[HeldValue]:
    """Returns the results of reductions of windows, of several operands alike."""
    shapes = [tuple([each.windows(size) for each, size in zip(window, value.shape, strict=True)]) for value in operands]
    given = ("windows", key, tuple(window))
    split = [number for number, each in enumerate(window) if not each.is_trivial]
    held, places = [], []
    for value, target in zip(operands, wanted, strict=True):
        where = target
        if _is_sliced_after(value.tiling, target, split):
            where = value.tiling
        found = windowed(value, where, window)
        if found is None:
            found = reshard(reshard(value, target), replicated_over(target, split))
        held.append(found)
        places.append(where)
    return [
        reshard(computed(held, where, shape, value.item, *given, number), target)
        for number, (value, where, target, shape) in enumerate(zip(operands, places, wanted, shapes, strict=True))
    ]


def select_and_scatter(
    operand: HeldValue, source: HeldValue, wanted: Tiled, window: Sequence[SlidingWindow], key: object
) -> HeldValue:
    """Returns values that are put where windows of the operand have their chosen elements."""
    given = ("select and scatter", key, tuple(window))
    by_all = by_default([operand, source], [wanted], [operand.shape], [operand.item], given)[0]
    if wanted.is_whole:
        return by_all
    value, updates = reshard(operand, wanted), reshard(source, wanted)
    rows, source_rows, itself = list(value.local), list(updates.local), value.room.computation.itself
    for number, (count, each) in enumerate(zip(wanted.counts, window, strict=True)):
        if count == 1:
            continue
        size, own = max(each.size, each.stride), rows[number]
        needed, of_value = {}, {}
        for tile in range(count):
            first = (own * tile + each.low - size + each.stride) // each.stride
            last = (own * (tile + 1) + each.low + each.stride - 1) // each.stride
            needed[tile] = (first, last)
            of_value[tile] = (first * each.stride - each.low, (last - 1) * each.stride - each.low + size)
        found = with_halo(updates, number, source_rows, needed, updates.shape[number], itself)
        grown = with_halo(value, number, rows, of_value, value.shape[number], itself)
        if found is None or grown is None:
            return by_all
        value, updates = grown, found
        source_rows[number] = max([stop - start for start, stop in needed.values()])
        rows[number] = max([stop - start for start, stop in of_value.values()])
    return computed([value, updates], wanted, operand.shape, operand.item, *given)


def of_matrices(operands: Sequence[HeldValue], wanted: Tiled, key: object) -> HeldValue:
    """Returns a Cholesky decomposition, or the solution of triangular systems: the last operand has its shape.

    Each device has whole matrices: what cuts them is moved to a dimension before.
    """
    shape, rank = operands[-1].shape, len(wanted.counts)
    where = wanted
    for dimension in (rank - 2, rank - 1):
        if where.counts[dimension] > 1:
            where = _without_dimension(where, dimension, shape, rank - 2)
    held = [reshard(each, where) for each in operands]
    return reshard(computed(held, where, shape, operands[-1].item, key), wanted)


# Convolutions: as products, or with the rows of neighbours.


class ConvolutionDimensions(NamedTuple):
    """The dimensions of a convolution, by their numbers, and its windows."""

    input: tuple[int, int, tuple[int, ...]]
    """Those of the left operand: batch, features, and those with windows."""
    kernel: tuple[int, int, tuple[int, ...]]
    """Those of the right operand: features of the input, those of the result, and those with windows."""
    result: tuple[int, int, tuple[int, ...]]
    """Those of the result: batch, features, and those with windows."""
    window: tuple[SlidingWindow, ...]
    """The windows, one for each such dimension."""
    feature_groups: int = 1
    batch_groups: int = 1

    def may_be_summed(self, left: HeldValue, right: HeldValue) -> bool:
        """Whether the larger operand has the rows of the other one, and only those, so that devices sum products."""
        is_left = prod(left.shape) * left.item >= prod(right.shape) * right.item
        kept = left.tiling.counts[self.input[0]] if is_left else right.tiling.counts[self.kernel[1]]
        return kept == 1 and all(each.base_dilation == 1 for each in self.window)

    def contracted(self, shape: Sequence[int]) -> list[int]:
        """Returns the numbers of the windows that are a dimension of an input of this shape, whole."""
        sizes = [shape[number] for number in self.input[2]]
        return [number for number, each in enumerate(self.window) if each == SlidingWindow(sizes[number], each.stride)]

    def as_product(self, shape: Sequence[int]) -> Dimensions:
        """Returns the dimensions of the product that it is where no dimension with windows is split, of an input of
        this shape: windows of one element are none, and those of a whole dimension contract it. Where each feature, or
        each element of a batch, is a group, groups are the batch of the product.
        """
        whole_windows = self.contracted(shape)
        kept = [
            (left, result)
            for left, result, each in zip(self.input[2], self.result[2], self.window, strict=True)
            if each.is_trivial
        ]
        batch, features = (self.input[0], self.result[0]), (self.input[1], self.kernel[0])
        rows = [
            (self.input[2][each], self.kernel[2][each]) for each in whole_windows if not self.window[each].is_trivial
        ]
        if self.batch_groups > 1:
            return Dimensions(((self.input[0], self.kernel[1], self.result[1]),), (features, *rows), tuple(kept), ())
        if self.feature_groups > 1:
            return Dimensions(((self.input[1], self.kernel[1], self.result[1]),), tuple(rows), (batch, *kept), ())
        return Dimensions((), (features, *rows), (batch, *kept), ((self.kernel[1], self.result[1]),))


def convolution(
    left: HeldValue, right: HeldValue, wanted: Tiled, shape: Sequence[int], item: int, dims: ConvolutionDimensions
) -> HeldValue:
    """Returns a convolution in the wanted tiling. With groups of several features each device computes all of it."""
    contracted = dims.contracted(left.shape)
    windows = [each for each, window in enumerate(dims.window) if not window.is_trivial and each not in contracted]
    if windows and dims.feature_groups > 1 and right.local[dims.kernel[0]] > 1:
        return by_default([left, right], [wanted], [tuple(shape)], [item], dims)[0]
    facts = dims.as_product(left.shape)
    problem = ProductProblem(facts, left, right, tuple(shape), item, wanted)
    if max(dims.feature_groups, dims.batch_groups) > 1:
        found = _with_groups(problem, dims, windows)
        if found is not None:
            return found
    convolved = (lambda problem: _in_windows(problem, dims, windows)) if windows else None
    found = product(problem._replace(convolved=convolved)).made(wanted, dims)
    of_result = wanted.counts[dims.result[1]]
    is_known = {left.tiling.counts[dims.input[1]], right.tiling.counts[dims.kernel[1]]} <= {1, of_result}
    is_known = is_known or dims.feature_groups == 1
    if dims.batch_groups > 1:
        is_known = left.tiling.is_whole == right.tiling.is_whole
        is_known = is_known or left.tiling.tiles == left.tiling.counts[dims.input[0]] == wanted.tiles == of_result
    return found if is_known else found.in_doubt()


def _are_split(problem: ProductProblem, dims: ConvolutionDimensions, windows: Sequence[int]) -> list[bool]:
    """Returns whether any of the windows is split: in the left operand, the right one, and the result."""
    sides = ((problem.left.tiling, dims.input), (problem.right.tiling, dims.kernel), (problem.tiling, dims.result))
    return [any(tiling.counts[its[2][number]] > 1 for number in windows) for tiling, its in sides]


def _with_groups(problem: ProductProblem, dims: ConvolutionDimensions, windows: Sequence[int]) -> HeldValue | None:
    """Returns a convolution with groups of features or of the batch, if groups or windows are split; None for others.

    That is known if devices need not move both operands.
    """
    left, right, wanted = problem.left, problem.right, problem.tiling
    are_split, are_whole = _are_split(problem, dims, windows), (left.tiling.is_whole, right.tiling.is_whole)
    of_right, of_result = right.tiling.counts[dims.kernel[1]], wanted.counts[dims.result[1]]
    may_be_summed, is_of_batch = dims.may_be_summed(left, right), dims.batch_groups > 1
    if left.tiling.counts[dims.input[0] if is_of_batch else dims.input[1]] == of_right == of_result > 1:
        return None
    found = _in_their_groups(problem, dims, may_be_summed)
    if found is not None:
        return found
    by_all = by_default([left, right], [wanted], [problem.shape], [problem.item], dims)[0]
    is_summed = (any(are_split[:2]) and may_be_summed) or (is_of_batch and left.tiling.counts[dims.input[0]] == 1)
    if is_summed and not any(are_whole):
        found = _summed_over_windows(problem, dims)
        is_known = is_of_batch or (left.tiling.counts[dims.input[1]] == 1 and of_right in (1, of_result))
        return by_all.in_doubt() if found is None or not is_known else found
    if are_split[1]:
        return by_all if are_whole[0] and wanted.is_whole else by_all.in_doubt()
    if not any(are_split):
        return None
    found = None if wanted.is_whole else _with_rows(problem, dims)
    is_known = are_whole[1] and (of_result == 1 or left.tiling.counts[dims.input[1]] == of_result)
    return (found or by_all) if is_known else (found or by_all).in_doubt()


def _in_their_groups(problem: ProductProblem, dims: ConvolutionDimensions, may_be_summed: bool) -> HeldValue | None:
    """Returns a convolution whose groups are split as in the operand with more tiles of groups; None if no operand has
    its groups split, or the result has these tiles, or devices sum what they compute of their rows.
    """
    left, right, wanted, rank = problem.left, problem.right, problem.tiling, len(problem.shape)
    number, kernel = dims.input[0] if dims.batch_groups > 1 else dims.input[1], dims.kernel[1]
    of_left, of_right = left.tiling.counts[number], right.tiling.counts[kernel]
    source, along = (right.tiling, kernel) if of_right > of_left else (left.tiling, number)
    where = [carried(source, [(along, to)], rank) for to in (number, kernel, dims.result[1])]
    has_tiles = replicated_over(wanted, [each for each in range(rank) if each != dims.result[1]]) == where[2]
    rows = [(left.tiling.counts[at], right.shape[of]) for at, of in zip(dims.input[2], dims.kernel[2], strict=True)]
    is_summed = of_left == 1 and max(rows)[0] > 1 and all(count <= size or size == 1 for count, size in rows)
    is_left_to_others = has_tiles or (may_be_summed and is_summed)
    if source.counts[along] == 1 or (source.counts[along] < problem.room.size and is_left_to_others):
        return None
    return reshard(problem.local(reshard(left, where[0]), reshard(right, where[1]), where[2]), wanted)


def _in_windows(problem: ProductProblem, dims: ConvolutionDimensions, windows: Sequence[int]) -> HeldValue | None:
    """Returns a convolution with windows that are split, if devices can sum what they compute of their rows of both
    operands, or the result's features are whole; None for others.
    """
    problem = problem.mirrored if problem.is_mirrored else problem
    left, right, wanted = problem.left, problem.right, problem.tiling
    are_contracted = min(left.tiling.counts[dims.input[1]], right.tiling.counts[dims.kernel[0]]) > 1
    if are_contracted or not any(_are_split(problem, dims, windows)):
        return None
    found = None
    if not (left.tiling.is_whole or right.tiling.is_whole) and dims.may_be_summed(left, right):
        found = _summed_over_windows(problem, dims)
    if found is None and not wanted.is_whole and wanted.counts[dims.result[1]] == 1:
        found = _with_rows(problem, dims)
    return found


def _summed_over_windows(problem: ProductProblem, dims: ConvolutionDimensions) -> HeldValue | None:
    """Returns a convolution whose windows are split, as the gradient of a kernel is: devices sum what they compute of
    their rows of both operands; None if they lack too many rows.
    """
    left, right = problem.left, problem.right
    both = [(dims.input[1], dims.kernel[0]), *zip(dims.input[2], dims.kernel[2], strict=True)]
    if prod(left.shape) * left.item < prod(right.shape) * right.item:
        left = reshard(left, carried(right.tiling, [(other, number) for number, other in both], len(left.shape)))
    else:
        right = reshard(right, carried(left.tiling, both, len(right.shape)))
    rows, value, itself = list(left.local), left, left.room.computation.itself
    for (number, other), each in zip(both[1:], dims.window, strict=True):
        count = left.tiling.counts[number]
        if count > 1:
            held, windows = right.local[other], each.windows(left.shape[number])
            last = (held - 1) * each.dilation + (windows - 1) * each.stride + 1
            wanted = {tile: held * tile * each.dilation - each.low for tile in range(count)}
            needed = {tile: (first, first + last) for tile, first in wanted.items()}
            found = with_halo(value, number, rows, needed, left.shape[number], itself)
            if found is None:
                return None
            value, rows[number] = found, last
    size = problem.room.size
    found = problem.local(value, right, whole(len(problem.shape), size))
    return reshard(found.summed((tuple(range(size)),), over="sum over windows"), problem.tiling)


def _with_rows(problem: ProductProblem, dims: ConvolutionDimensions) -> HeldValue | None:
    """Returns a convolution of which each device gets the rows of the left operand that its part of the result needs;
    None if these are too many.
    """
    left, wanted, facts = problem.left, problem.tiling, dims.as_product(problem.left.shape)
    pairs = [(result, number) for number, result in facts.left]
    pairs += [(result, number) for number, _, result in facts.batch]
    pairs += [pair for pair in zip(dims.result[2], dims.input[2], strict=True) if pair not in pairs]
    window = [SlidingWindow()] * len(left.shape)
    for number, each in zip(dims.input[2], dims.window, strict=True):
        window[number] = each
    held = windowed(left, carried(wanted, pairs, len(left.shape)), window)
    if held is None:
        return None
    of_right = carried(wanted, [(dims.result[1], dims.kernel[1])], len(problem.right.shape))
    return problem.local(held, reshard(problem.right, of_right), wanted)
