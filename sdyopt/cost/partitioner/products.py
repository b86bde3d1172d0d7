"""How XLA computes products of split operands: which one it gathers, and what it sums.

A product is tried in steps, each of which may leave a smaller one for groups of devices: along dimensions that are in
both operands and in the result, then along those of one operand and the result, then along contracted ones. That is
done twice: first only where devices are the same already, then with operands moved between devices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_REDUCE
from sdyopt.cost.partitioner.reshards import exchanges, reshard
from sdyopt.cost.partitioner.shards import (
    Collective,
    Grouped,
    Groups,
    HeldValue,
    Room,
    grouped,
    in_group,
    inside,
    outside,
)
from sdyopt.cost.partitioner.tilings import (
    Tiled,
    coordinates,
    groups_along_each,
    is_within,
    place_number,
    replicated_over,
    tile_numbers,
    tiling,
    transposed,
    whole,
)
from sdyopt.ir.records import NamedTuple


class Dimensions(NamedTuple):
    """The dimensions of a product, by their numbers in the left operand, the right one, and the result."""

    batch: tuple[tuple[int, int, int], ...]
    contracted: tuple[tuple[int, int], ...]
    left: tuple[tuple[int, int], ...]
    """Those of the left operand and the result."""
    right: tuple[tuple[int, int], ...]

    @property
    def mirrored(self) -> Dimensions:
        """Those of the product with its operands exchanged."""
        batch = tuple([(right, left, result) for left, right, result in self.batch])
        contracted = tuple([(right, left) for left, right in self.contracted])
        return Dimensions(batch, contracted, self.right, self.left)


class SumOfProducts(NamedTuple):
    """A sum of what devices have computed, of which each may keep a part."""

    groups: tuple[Groups, ...]
    """Groups of all devices, for one all-reduce after the other."""
    parts: int
    """How many parts there are; 1 if each device keeps all."""


class ProductProblem(NamedTuple):
    """A product: its operands, and the result that is wanted."""

    dims: Dimensions
    left: HeldValue
    right: HeldValue
    shape: tuple[int, ...]
    item: int
    tiling: Tiled
    is_mirrored: bool = False
    """Whether the operands are exchanged."""
    sums: tuple[SumOfProducts, ...] = ()
    """The sums of products of the devices of other groups, the outermost first."""
    convolved: Callable[[ProductProblem], HeldValue | None] | None = None
    """Returns a convolution whose windows are split; None if they are not. Without another way each device computes
    all of a convolution.
    """

    @property
    def mirrored(self) -> ProductProblem:
        """The product with its operands exchanged."""
        return self._replace(
            dims=self.dims.mirrored, left=self.right, right=self.left, is_mirrored=not self.is_mirrored
        )

    @property
    def room(self) -> Room:
        """The devices among which it is partitioned."""
        return self.left.room

    @property
    def bytes(self) -> int:
        """The bytes of the result in the wanted tiling."""
        return prod(self.tiling.local(self.shape)) * self.item

    def local(self, left: HeldValue, right: HeldValue, tiling: Tiled) -> HeldValue:
        """Returns what devices compute of what they hold."""
        computation = self.room.computation
        local = tiling.local(self.shape)
        key = "product", self.dims, tiling, self.shape, computation.operation
        shapes = (right.local, left.local) if self.is_mirrored else (left.local, right.local)
        step = computation.step(key, (left.step, right.step), local=(*shapes, local))
        size = prod(local) * self.item * prod([each.parts for each in self.sums])
        for each in self.sums:
            for groups in each.groups:
                is_sliced = each.parts > 1 and len(each.groups) == 1
                shape = local if size == prod(local) * self.item else None
                collective = Collective(ALL_REDUCE, groups, size, size, None, is_sliced, shape, shape)
                step = computation.step((ALL_REDUCE, frozenset(groups), size, computation.itself), (step,), collective)
            size //= each.parts
        return HeldValue(self.room, self.shape, self.item, tiling, step)


class _Parts(NamedTuple):
    """Into how many tiles the kinds of dimensions are cut: of the left operand, the right one, and the result, as far
    as these have them.
    """

    batch: tuple[int, ...]
    contracted: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def _parts(problem: ProductProblem) -> _Parts:
    def parts(dimensions: Sequence[Sequence[int]], *tilings: Tiled) -> tuple[int, ...]:
        return tuple([prod([given.counts[each[at]] for each in dimensions]) for at, given in enumerate(tilings)])

    dims, left, right, result = problem.dims, problem.left.tiling, problem.right.tiling, problem.tiling
    return _Parts(
        parts(dims.batch, left, right, result),
        parts(dims.contracted, left, right),
        parts(dims.left, left, result),
        parts(dims.right, right, result),
    )


def product(problem: ProductProblem) -> HeldValue:
    """Returns the product of two operands in the wanted tiling, which may be a convolution."""
    for is_same in (True, False):
        found = (
            _base(problem, is_same)
            or _by_batch(problem, is_same)
            or _by_windows(problem)
            or _by_kept(problem, is_same)
            or _by_contracted(problem, is_same)
            or _without_copies(problem)
        )
        if found is not None:
            return found
        if _is_split_in_one(problem):
            break
    else:
        if problem.convolved is not None:
            operands = problem.left, problem.right
            left, right = [reshard(each, whole(len(each.shape), each.room.size)) for each in operands]
            found = problem.local(left, right, whole(len(problem.shape), problem.room.size))
            return reshard(found, problem.tiling)
    left = reshard(problem.left, _left_of_result(problem))
    right = reshard(problem.right, _left_of_result(problem.mirrored))
    return problem.local(left, right, problem.tiling)


def _is_split_in_one(problem: ProductProblem) -> bool:
    """Whether all devices differ in one kind of dimensions of the result, where operands are moved to then."""
    if problem.tiling.replication > 1 and not problem.tiling.is_whole:
        return False
    parts = _parts(problem)
    return problem.room.size in (parts.batch[2], parts.left[1], parts.right[1])


# Tilings of the one that follow from those of another.


def carried(given: Tiled, pairs: Iterable[tuple[int, int]], rank: int) -> Tiled:
    """Returns the tiling of another value whose dimensions are those of the given one, by pairs; others are whole."""
    by_other = {other: number for number, other in pairs}
    kept = [by_other[number] for number in range(rank) if number in by_other]
    gone = [number for number in range(len(given.counts)) if number not in kept]
    counts = [given.counts[by_other[number]] if number in by_other else 1 for number in range(rank)]
    return tiling(counts, transposed(given.devices, given.array(), [*kept, *gone, len(given.counts)]))


def _right_of_left(problem: ProductProblem) -> Tiled:
    """Returns the tiling of the right operand that has the devices of the left one."""
    dims = problem.dims
    pairs = [*[(left, right) for left, right, _ in dims.batch], *dims.contracted]
    return carried(problem.left.tiling, pairs, len(problem.right.shape))


def _result_of_left(problem: ProductProblem) -> Tiled:
    dims = problem.dims
    pairs = [*[(left, result) for left, _, result in dims.batch], *dims.left]
    return carried(problem.left.tiling, pairs, len(problem.shape))


def _left_of_result(problem: ProductProblem) -> Tiled:
    dims = problem.dims
    pairs = [*[(result, left) for left, _, result in dims.batch], *[(result, left) for left, result in dims.left]]
    return carried(problem.tiling, pairs, len(problem.left.shape))


# Products that are not left to groups.


def _base(problem: ProductProblem, is_same: bool) -> HeldValue | None:
    """Returns a product all of whose devices differ in one kind of dimensions; None for others."""
    if problem.tiling.replication > 1 and not problem.tiling.is_whole:
        return None
    count = problem.room.size
    parts, mirrored = _parts(problem), problem.mirrored
    if parts.batch[:2] == (count, count) and _right_of_left(problem) == problem.right.tiling:
        return reshard(problem.local(problem.left, problem.right, _result_of_left(problem)), problem.tiling)
    both = [(problem, _parts(problem)), (mirrored, _parts(mirrored))]
    for is_cheap in (True, False):
        for each, its in both:
            if its.batch[0] == its.batch[2] == count and _result_of_left(each) == each.tiling:
                target, right = _right_of_left(each), each.right
                if not is_cheap or right.tiling.array() == target.array() or exchanges(right.tiling, target):
                    return each.local(each.left, reshard(right, target), each.tiling)
    if parts.contracted == (count, count) and not (is_same and _right_of_left(problem) != problem.right.tiling):
        first = prod(problem.left.shape) * problem.left.item < prod(problem.right.shape) * problem.right.item
        return _summed_on_all(mirrored if first else problem)
    for each, its in both:
        if its.left == (count, count) and _result_of_left(each) == each.tiling:
            everything = whole(len(each.right.shape), count)
            return _by_windows(each) or each.local(each.left, reshard(each.right, everything), each.tiling)
    if problem.tiling.is_whole:
        for each, its in both:
            is_larger = prod(each.right.shape) > prod(each.shape)
            if each.left.tiling.is_whole and its.contracted[1] == count and is_larger:
                return _summed_on_all(each.mirrored)
    return None


def _summed_on_all(problem: ProductProblem) -> HeldValue:
    """Returns a product whose contracted dimensions are those of the left operand, and the right one moves."""
    right = reshard(problem.right, _right_of_left(problem))
    found = problem.local(problem.left, right, whole(len(problem.shape), problem.room.size))
    wanted = problem.tiling
    if wanted.replication == 1:
        return reshard(found.summed_along(wanted, range(len(problem.shape)), True), wanted)  # As it is sliced.
    contracted = [left for left, _ in problem.dims.contracted]
    return reshard(found.summed_along(problem.left.tiling, contracted), wanted)


def _without_copies(problem: ProductProblem) -> HeldValue | None:
    """Returns a product of whole operands, computed once in each group of devices that want the same."""
    held = problem.tiling.replication
    if held == 1 or problem.tiling.is_whole or not (problem.left.tiling.is_whole and problem.right.tiling.is_whole):
        return None
    result = grouped(problem.tiling, [len(problem.shape)])
    return _in_groups(problem, None, None, result)


# Products in groups.


def _in_groups(problem: ProductProblem, left: Grouped | None, right: Grouped | None, result: Grouped) -> HeldValue:
    """Returns a product in groups of devices: its operands have their tilings, or are whole."""

    def part(value: HeldValue, groups: Grouped | None) -> HeldValue:
        if groups is None:
            groups = grouped(value.tiling, [len(value.shape)], [len(result.groups)]).aligned(result.groups, True)
        return inside(value, groups)

    shape = in_group(problem.shape, result.dimensions, result.shares)
    inner = problem._replace(
        left=part(problem.left, left), right=part(problem.right, right), shape=shape, tiling=result.inner
    )
    return outside(product(inner), result, problem.room, problem.shape)


def _by_batch(problem: ProductProblem, is_same: bool) -> HeldValue | None:
    parts = _parts(problem)
    wanted = parts.batch[2]
    if wanted == 1 or wanted not in parts.batch[:2]:
        return None
    dims = problem.dims.batch
    lefts, rights, results = [[each[number] for each in dims] for number in range(3)]
    left, right = problem.left, problem.right
    result = grouped(problem.tiling, results)
    if [left.tiling.counts[each] for each in lefts] == [right.tiling.counts[each] for each in rights]:
        left_groups, right_groups = grouped(left.tiling, lefts), grouped(right.tiling, rights)
        if left.bytes > right.bytes:
            right_groups = right_groups.aligned(left_groups.groups)
        else:
            left_groups = left_groups.aligned(right_groups.groups)
        is_matching = left_groups.whole == left.tiling and right_groups.whole == right.tiling
        if is_matching or not is_same:
            left, right = reshard(left, left_groups.whole), reshard(right, right_groups.whole)
            result = grouped(problem.tiling, results).aligned(left_groups.groups)
            found = _in_groups(problem._replace(left=left, right=right), left_groups, right_groups, result)
            return reshard(found, problem.tiling)
    operands = []
    for each, its in ((problem, lefts), (problem.mirrored, rights)):
        groups = _as_batch(each, its, result)
        source = each.left.tiling
        if groups is None or (is_same and groups.whole != source and not source.is_whole):
            return None
        operands.append((reshard(each.left, groups.whole), groups))
    (left, left_groups), (right, right_groups) = operands
    return _in_groups(problem._replace(left=left, right=right), left_groups, right_groups, result)


def _as_batch(problem: ProductProblem, batch: Sequence[int], result: Grouped) -> Grouped | None:
    """Returns the groups of the result's batch for the left operand; None if its tiles cannot be those.

    Devices stay in their order: what is cut more in the batch is held by fewer devices, or is cut less elsewhere.
    """
    source, parts = problem.left.tiling, _parts(problem)
    counts = list(source.counts)
    for number, share in zip(batch, result.shares, strict=True):
        if share % counts[number]:
            return None
        counts[number] = share
    factor = prod(counts) // source.tiles
    if source.replication % factor:
        kept, contracted = parts.left[0], parts.contracted
        if factor == kept and (factor != contracted[0] or contracted[0] == contracted[1]):
            gone = [left for left, _ in problem.dims.left]
        elif factor == contracted[0]:
            gone = [left for left, _ in problem.dims.contracted]
        else:
            return None
        counts = [1 if number in gone else count for number, count in enumerate(counts)]
    return grouped(tiling(counts, source.devices), batch).aligned(result.groups)


def _by_windows(problem: ProductProblem) -> HeldValue | None:
    """Returns a convolution with windows that are split, if not both operands have their features split."""
    parts = _parts(problem)
    is_contracted = parts.contracted[0] == parts.contracted[1] > 1
    return None if problem.convolved is None or is_contracted else problem.convolved(problem)


def _by_kept(problem: ProductProblem, is_same: bool) -> HeldValue | None:
    """Returns a product in groups that are along dimensions of one operand and of the result."""
    parts = _parts(problem)
    is_left, is_right = parts.left[0] == parts.left[1] > 1, parts.right[0] == parts.right[1] > 1
    mirrored = problem.mirrored
    if is_left and is_right:
        is_first = parts.left[0] * problem.right.bytes < parts.right[0] * problem.left.bytes
        order = [problem, mirrored] if is_first else [mirrored, problem]
    else:  # Only some of the dimensions: those of the right operand if the left one and the result have none split.
        is_first = is_left or (not is_right and min(parts.left) > 1)
        order = [problem] if is_first else [mirrored]
    for each in order:
        kept = list(each.dims.left)
        if not (is_left or is_right):
            kept = [pair for pair in kept if each.left.tiling.counts[pair[0]] == each.tiling.counts[pair[1]] > 1]
        if kept:
            return _keeping(each, kept, is_same)
    return None


def _keeping(problem: ProductProblem, kept: Sequence[tuple[int, int]], is_same: bool) -> HeldValue | None:
    """Returns a product in groups along the left operand's dimensions; the right one is the same in all groups."""
    result = grouped(problem.tiling, [each[1] for each in kept])
    left_groups = _grouped_as(problem.left.tiling, [each[0] for each in kept], result)
    if is_same and left_groups.whole != problem.left.tiling:
        return None
    left, right = reshard(problem.left, left_groups.whole), problem.right
    right = _in_order(problem, result, problem.convolved is not None)
    problem = problem._replace(right=right)
    right_groups = _matching_copies(problem, result) or _same_in(problem, result)
    if right_groups is None and problem.convolved is None:
        again = problem._replace(right=reshard(right, _suggested(problem)))
        again = problem._replace(right=_in_order(again, result, True))
        right_groups = _matching_copies(again, result)
        if right_groups is None and again.right.tiling.replication % len(result.groups) == 0:
            right_groups = _same_in(again, result)
        right = right if right_groups is None else again.right
    right = reshard(right, whole(len(right.shape), problem.room.size) if right_groups is None else right_groups.whole)
    return _in_groups(problem._replace(left=left, right=right), left_groups, right_groups, result)


def _in_order(problem: ProductProblem, result: Grouped, orders_copies: bool) -> HeldValue:
    """Returns the right operand with the tiles of some of its dimensions on the same devices as the groups in their
    order, if others remain split; with its copies among these only if it `orders_copies`.
    """
    source = problem.right.tiling
    chosen = _dimensions_of(source, result.groups) if source.replication % len(result.groups) else None
    gone = [number for number in chosen or () if number < len(source.counts)]
    is_ordered = chosen is not None and (orders_copies or len(gone) == len(chosen))
    if chosen is None or not is_ordered or replicated_over(source, gone).is_whole:
        return problem.right
    found = grouped(source, chosen).aligned(result.groups, True)
    return reshard(problem.right, found._replace(groups=result.groups).whole)


def _grouped_as(source: Tiled, dimensions: Sequence[int], wanted: Grouped) -> Grouped:
    """Returns a tiling in the groups of another one, along dimensions with as many tiles together."""
    found = grouped(source, dimensions)
    if found.shares == wanted.shares:
        return found.aligned(wanted.groups)
    return found._replace(shares=wanted.shares, groups=wanted.groups)


def _matching_copies(problem: ProductProblem, result: Grouped) -> Grouped | None:
    """Returns a tiling of the right operand that is the same in all groups of the result, with dimensions gathered
    that are on the same devices; None if there is none.
    """
    source = problem.right.tiling
    if source.replication % len(result.groups):
        chosen = _dimensions_of(source, result.groups)
        if chosen is None:
            return None
        source = replicated_over(source, [number for number in chosen if number < len(source.counts)])
    return _copies(source, result.groups)


def _same_in(problem: ProductProblem, result: Grouped) -> Grouped | None:
    """Returns a tiling of the right operand that is made the same in all groups of the result; None for a whole one."""
    source, parts = problem.right.tiling, _parts(problem)
    rank, count = len(source.counts), len(result.groups)
    if source.replication % count == 0:
        along = _dimension_over(source, result.groups)
        found = grouped(source, [rank], [count]) if along is None else _swapped(source, along, result.groups)
        return found.aligned(result.groups, True)
    may_contracted = parts.contracted[1] == count and parts.right[0] == parts.right[1]
    may_kept = parts.right[0] == count and parts.contracted[0] == parts.contracted[1]
    if may_contracted and not (may_kept and problem.right.bytes > problem.bytes):
        new = replicated_over(source, [right for _, right in problem.dims.contracted])
    elif may_kept:
        new = replicated_over(source, [right for right, _ in problem.dims.right])
    else:
        return None
    if new.replication % count:
        return None
    return _copies(new, result.groups) or grouped(new, [rank], [count]).aligned(result.groups, True)


def _copies(source: Tiled, groups: Groups) -> Grouped | None:
    """Returns a tiling in groups that each have all of its tiles, as they are; None if they have not, or differ."""
    numbers, found = tile_numbers(source), set()
    held, rest = divmod(source.replication, len(groups))
    if rest:
        return None
    for group in groups:
        places: list[list[int]] = [[] for _ in range(source.tiles)]
        for place, device in enumerate(group):
            places[numbers[device]].append(place)
        if any(len(each) != held for each in places):
            return None
        found.add(tuple([place for each in places for place in each]))
    if len(found) != 1:
        return None
    return Grouped((len(source.counts),), (len(groups),), groups, tiling(source.counts, found.pop()))


def _dimension_over(source: Tiled, groups: Groups) -> int | None:
    """Returns the dimension of which all devices with the same tile are in one of the groups; None if there is none."""
    number_of = {device: number for number, group in enumerate(groups) for device in group}
    for dimension, count in enumerate(source.counts):
        if count > 1 and count % len(groups) == 0:
            tiles = grouped(source, [dimension]).groups
            if all(len({number_of[device] for device in each}) == 1 for each in tiles):
                return dimension
    return None


def _swapped(source: Tiled, dimension: int, wanted: Groups) -> Grouped:
    """Returns a tiling in groups of devices with all tiles, after a part of a dimension has been exchanged with the
    copies: the one with the devices of the groups that are wanted, or else the first one.
    """
    rank, array, count = len(source.counts), source.array(), len(wanted)
    devices = {frozenset(group) for group in wanted}
    order = [number + 2 * (number > dimension) for number in range(rank)]
    order[dimension] = rank + 2
    counts = [source.replication if number == dimension else each for number, each in enumerate(source.counts)]
    found: list[Groups] = []
    for major in range(1, array[dimension] // count + 1):
        if array[dimension] % (major * count) == 0:
            parts = [major, count, array[dimension] // (major * count)]
            sizes = [*array[:dimension], *parts, *array[dimension + 1 :]]
            flat = transposed(source.devices, sizes, [dimension + 1, *order, dimension, dimension + 2])
            width = len(flat) // count
            found.append(tuple([tuple(flat[start : start + width]) for start in range(0, len(flat), width)]))
    groups = next((each for each in found if set(map(frozenset, each)) == devices), found[0])
    return Grouped((rank,), (count,), groups, tiling(counts, range(len(groups[0]))))


def _suggested(problem: ProductProblem) -> Tiled:
    """Returns the tiling of the right operand that follows from the result and from the left operand: of both together
    if they do not conflict, else of the one with more tiles.
    """
    of_result, of_left = _left_of_result(problem.mirrored), _right_of_left(problem)
    both = merged(of_result, of_left)
    if both is not None:
        return both
    return of_left if of_left.tiles > of_result.tiles else of_result


def merged(first: Tiled, second: Tiled) -> Tiled | None:
    """Returns the tiling with the tiles of two; None if they cut a dimension in different ways, or devices do not allow
    it.
    """
    if any(min(each) > 1 and min(each) < max(each) for each in zip(first.counts, second.counts, strict=True)):
        return None
    counts = [max(each) for each in zip(first.counts, second.counts, strict=True)]
    held, rest = divmod(len(first.devices), prod(counts))
    if rest or not held:
        return None
    tiles: dict[tuple[int, int], list[int]] = {}
    ones, twos = tile_numbers(first), tile_numbers(second)
    for device in range(len(first.devices)):
        tiles.setdefault((ones[device], twos[device]), []).append(device)
    if len(tiles) != prod(counts) or any(len(each) != held for each in tiles.values()):
        return None

    def tile_of(place: Sequence[int], given: Tiled) -> int:
        own = [at if count > 1 else 0 for at, count in zip(place, given.counts, strict=True)]
        return place_number(own, given.counts)

    places = [coordinates(number, counts) for number in range(prod(counts))]
    order = [(tile_of(place, first), tile_of(place, second)) for place in places]
    return tiling(counts, [device for each in order for device in tiles[each]]) if tiles.keys() == set(order) else None


def _dimensions_of(source: Tiled, groups: Groups) -> list[int] | None:
    """Returns the dimensions whose tiles are on the same devices as the groups, the rank for copies; None if there are
    none. XLA takes those in which the first two devices of a group are equal, and no others.
    """
    array = source.array()
    places = {device: coordinates(place, array) for place, device in enumerate(source.devices)}
    if len(groups) == 1 or len(groups[0]) == 1:
        return [number for number, count in enumerate(array) if count > 1] if len(groups) > 1 else None
    first, second = [places[device] for device in groups[0][:2]]
    found = [number for number, count in enumerate(array) if count > 1 and first[number] == second[number]]
    if prod([array[number] for number in found]) != len(groups):
        return None
    for number in found:
        if any(len({places[device][number] for device in group}) > 1 for group in groups):
            return None
    return found


def _by_contracted(problem: ProductProblem, is_same: bool) -> HeldValue | None:
    """Returns a product in groups along contracted dimensions, whose results are summed."""
    parts = _parts(problem)
    left, right = problem.left, problem.right
    pairs = list(problem.dims.contracted)
    if not parts.contracted[0] == parts.contracted[1] > 1:
        pairs = [pair for pair in pairs if left.tiling.counts[pair[0]] == right.tiling.counts[pair[1]] > 1]
    if not pairs:
        return None
    lefts, rights = [[each[number] for each in pairs] for number in range(2)]
    if left.bytes > right.bytes:
        left_groups = grouped(left.tiling, lefts)
        right_groups = _grouped_as(right.tiling, rights, left_groups)
    else:
        right_groups = grouped(right.tiling, rights)
        left_groups = _grouped_as(left.tiling, lefts, right_groups)
    if is_same and (left_groups.whole, right_groups.whole) != (left.tiling, right.tiling):
        return None
    left, right = reshard(left, left_groups.whole), reshard(right, right_groups.whole)
    count, rank = len(left_groups.groups), len(problem.shape)
    wanted = problem.tiling
    slices: list[int] = []
    if wanted.replication % count == 0 and not wanted.is_whole:
        result = grouped(wanted, [rank], [count])
    else:
        moved = problem._replace(left=left, right=right)
        is_even = parts.contracted[0] == parts.contracted[1]
        is_all_kept = not is_even and problem.room.size in (parts.left[1], parts.right[1])
        natural = None if parts.batch[2] > 1 or is_all_kept else _natural(moved, left_groups.groups)
        if natural is None or (natural.inner.is_whole and is_even):
            slices = _slices(problem, left_groups.groups)
        if slices:
            result = grouped(wanted, slices)
        else:
            result = natural or grouped(whole(rank, problem.room.size), [rank], [count])
    result = result.aligned(left_groups.groups, True)

    def along(split: Tiled, numbers: Iterable[int]) -> tuple[Groups, ...]:
        return tuple(map(problem.room.everywhere, groups_along_each(split, numbers)))

    cut = [number for number in slices if number < rank]
    sums = []
    if cut:
        sums.append(SumOfProducts(along(result.whole, cut), prod([wanted.counts[number] for number in cut])))
        if rank in slices:
            sums.append(SumOfProducts(along(result.whole, [rank]), 1))
    else:
        sums.append(SumOfProducts(along(left.tiling, lefts), 1))
    inner = problem._replace(left=left, right=right, sums=(*problem.sums, *sums))
    return reshard(_in_groups(inner, left_groups, right_groups, result), wanted)


def _slices(problem: ProductProblem, groups: Groups) -> list[int]:
    """Returns the dimensions of the result along which devices slice what they sum in the groups; none if they keep
    all of it.
    """
    found = _dimensions_of(problem.tiling, groups)
    if found is not None:
        return found
    dims, parts = problem.dims, _parts(problem)
    if parts.left[1] == len(groups):
        return [each[1] for each in dims.left]
    if parts.right[1] == len(groups):
        return [each[1] for each in dims.right]
    return [each[2] for each in dims.batch] if parts.batch[2] == len(groups) else []


def _natural(problem: ProductProblem, groups: Groups) -> Grouped | None:
    """Returns the tiling that results from those of the operands, if the wanted one is within it."""
    own = merged(_result_of_left(problem), _result_of_left(problem.mirrored))
    return _copies(own, groups) if own is not None and is_within(problem.tiling, own) else None
