"""How XLA gathers from a split table: in which groups of devices, and what it makes the same in them.

There are several ways, and the one is taken with which devices hold least at a time. Each leaves a smaller gather to
groups of devices: along batching dimensions, along dimensions of the table that slices have whole, along dimensions of
which a slice has one element, where devices sum what each of them finds, and along dimensions of the indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from typing import TypeVar

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL
from sdyopt.cost.partitioner.products import carried, merged
from sdyopt.cost.partitioner.reshards import finer, reshard
from sdyopt.cost.partitioner.shapes import by_default, computed
from sdyopt.cost.partitioner.shards import (
    Collective,
    Grouped,
    HeldValue,
    grouped,
    holding_since,
    in_group,
    inside,
    outside,
)
from sdyopt.cost.partitioner.tilings import Tiled, is_within, replicated_over, tiling, whole
from sdyopt.cost.partitioner.windows import slice_of
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple

Pairs = Sequence[tuple[int, int]]
"""Dimensions of one value, and those of another one that are the same."""


class GatheredDimensions(NamedTuple):
    """The dimensions of a gather or a scatter: of tables, of indices, and of what is gathered (or the updates)."""

    window: tuple[int, ...]
    """Those of the result that are those of a table, in their order."""
    dropped: tuple[int, ...]
    """Those of a table that the result does not have, of which slices have one element."""
    batched: tuple[tuple[int, int], ...]
    """Those of a table, and those of the indices that go with them."""
    mapped: tuple[int, ...]
    """Those of a table that the indices are places in."""
    vector: int
    """The dimension of the indices along which the numbers of one place are; or the rank of the indices."""
    sizes: tuple[int, ...]
    """Those of the slices of a table."""

    @property
    def kept(self) -> Pairs:
        """The dimensions of a table that are dimensions of the result."""
        gone = (*self.dropped, *[number for number, _ in self.batched])
        return list(zip([number for number in range(len(self.sizes)) if number not in gone], self.window, strict=True))

    def of_indices(self, rank: int) -> Pairs:
        """Returns the dimensions of the indices that are dimensions of the result, which has this rank."""
        results = [number for number in range(rank) if number not in self.window]
        return [(place + (place >= self.vector), number) for place, number in enumerate(results)]

    def in_order(self, rank: int) -> list[int]:
        """Returns the dimensions of the indices, which have this rank, in the order in which they are gathered."""
        first = [self.vector] if self.vector < rank else []
        last = [number for _, number in self.batched]
        return [*first, *[number for number in range(rank) if number not in (*first, *last)], *last]

    def passed(self, shape: Sequence[int]) -> Pairs:
        """Returns the dimensions of a table of this shape that slices have whole, and those of the result."""
        return [pair for pair in self.kept if self.sizes[pair[0]] == shape[pair[0]]]

    def found(self, table: Tiled) -> list[int]:
        """Returns the split dimensions of a table of which a slice has one element."""
        return [number for number in sorted(self.mapped) if self.sizes[number] == 1 and table.counts[number] > 1]

    def in_group(self, shape: Sequence[int], inner: Sequence[int]) -> GatheredDimensions:
        """Returns the dimensions in a group of devices, with this part of a table of this shape."""
        sizes = [part if size == all else size for size, all, part in zip(self.sizes, shape, inner, strict=True)]
        return self._replace(sizes=tuple(sizes))


def gather_dimensions(op: Operation) -> GatheredDimensions:
    numbers = op.properties.find(GatherDimensionNumbers)
    return GatheredDimensions(
        numbers.offset_dims,
        numbers.collapsed_slice_dims,
        tuple(zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)),
        numbers.start_index_map,
        numbers.index_vector_dim,
        integers(op, "slice_sizes"),
    )


def scatter_dimensions(op: Operation, table: Sequence[int], updates: Sequence[int]) -> GatheredDimensions:
    """Returns the dimensions of a `scatter` into tables of a shape, of updates of a shape."""
    numbers = op.properties.find(ScatterDimensionNumbers)
    batched = numbers.input_batching_dims
    gone = {*numbers.inserted_window_dims, *batched}
    windows = iter([updates[number] for number in numbers.update_window_dims])
    return GatheredDimensions(
        numbers.update_window_dims,
        numbers.inserted_window_dims,
        tuple(zip(batched, numbers.scatter_indices_batching_dims, strict=True)),
        numbers.scatter_dims_to_operand_dims,
        numbers.index_vector_dim,
        tuple([1 if number in gone else next(windows) for number in range(len(table))]),
    )


# The choice between ways.

Result = TypeVar("Result", HeldValue, list[HeldValue])


def cheapest(
    ways: Iterable[Callable[[bool], Result]], given: Sequence[HeldValue], wanted: Tiled | None = None
) -> Result | None:
    """Returns what the way makes with which devices hold least at a time, and then send least; None if there is none.

    If a tiling is wanted, the parts of it that devices take of what a way makes count, too.

    To try a way is to do it without ways in its groups, as True tells it; of what has been tried nothing is sent.
    """
    before = [each.step for each in given]
    found: list[tuple[int, float, int, Callable[[bool], Result]]] = []
    for number, way in enumerate(ways):
        result = way(True)
        made = [result] if isinstance(result, HeldValue) else result
        results = made if wanted is None else [reshard(each, wanted) for each in made]
        after = holding_since([each.step for each in results], before)
        sent = [step.collective for step in after if step.collective is not None]
        held = [step.held for step in after] + [_held(each) for each in sent]
        held += [old.bytes + new.bytes for old, new in zip(made, results, strict=True) if new.bytes < old.bytes]
        found.append((max(held, default=0), sum([_cost(each) for each in sent]), number, way))
    return min(found)[-1](False) if found else None


def _held(each: Collective) -> int:
    """Returns the bytes that a device holds for a collective; sums are made in place."""
    return each.result if each.kind == ALL_REDUCE else each.operand + each.result


def _cost(each: Collective) -> float:
    """Returns what XLA's partitioner takes a collective to send."""
    size = len(each.groups[0])
    if each.kind == ALL_GATHER:
        return each.result * (size - 1) / size
    if each.kind == ALL_REDUCE:
        return 2 * each.operand
    return each.operand * (size - 1) / size if each.kind == ALL_TO_ALL else each.operand


# What is the same in groups of devices.


def same_in(given: Tiled, wanted: Grouped, dimensions: Sequence[int]) -> Grouped:
    """Returns a tiling that is the same in all groups of another one: copies are used for it, then parts of the
    dimensions are gathered, or else all.
    """
    found = partly_same_in(given, wanted, dimensions)
    return found or _copies(whole(len(given.counts), len(given.devices)), wanted)


def partly_same_in(given: Tiled, wanted: Grouped, dimensions: Sequence[int]) -> Grouped | None:
    """Returns the same; None if all would be gathered.

    Where parts are gathered, tiles are then in the order of the devices of a group, wherever they were.
    """
    count, held = len(wanted.groups), given.replication
    if held % count == 0:
        return _copies(given, wanted)
    left, rest = divmod(count, held)
    if rest:
        return None
    counts = list(given.counts)
    for number in dimensions:
        factor = _gathered(left, counts[number])
        counts[number] //= factor
        left //= factor
    if left > 1:
        return None
    inner = tiling(counts, range(len(wanted.groups[0])))
    return Grouped((len(counts),), (count,), wanted.groups, inner)


def _copies(given: Tiled, wanted: Grouped) -> Grouped:
    """Returns a tiling in groups that each have copies of all of it."""
    return grouped(given, [len(given.counts)], [len(wanted.groups)]).aligned(wanted.groups)


def _gathered(wanted: int, count: int) -> int:
    """Returns the factor of a number of tiles that is gathered to have `wanted` copies.

    Prime factors are tried in order, and the largest one is not if it is odd and there only once.
    """
    found, prime = 1, 2
    while prime == 2 or prime * prime <= count:
        while count % prime == 0:
            count //= prime
            if wanted % (found * prime) == 0:
                found *= prime
        prime += 1
    return found


def refined(given: Tiled, other: Tiled) -> Tiled:
    """Returns a tiling with the tiles of another one too, if devices allow it."""
    return merged(given, other) or given


# The ways.


def aligned_along(table: Tiled, indices: Tiled, pairs: Pairs) -> tuple[Tiled, Tiled] | None:
    """Returns tilings of a table and of indices, with the same devices along dimensions of both; None if none has
    tiles along them, or their tiles do not fit.
    """
    along_table, along_indices = [each for each, _ in pairs], [each for _, each in pairs]
    tables = prod([table.counts[each] for each in along_table])
    tiles = prod([indices.counts[each] for each in along_indices])
    back = [(number, each) for each, number in pairs]
    if tables == tiles == 1:
        return None
    if indices.is_whole:
        return table, carried(table, pairs, len(indices.counts))
    if table.is_whole:
        return carried(indices, back, len(table.counts)), indices
    if tables > tiles:
        new = _with_counts(indices, table, pairs)
        groups = grouped(table, along_table).groups
        return None if new is None else (table, grouped(new, along_indices).aligned(groups).whole)
    if tables < tiles:
        new = _with_counts(table, indices, back)
        if new is None:
            return None
        table = new
    counts = list(table.counts)
    for each, number in pairs:
        counts[each] = indices.counts[number]
    groups = grouped(indices, along_indices).groups
    return grouped(tiling(counts, table.devices), along_table).aligned(groups).whole, indices


def _with_counts(given: Tiled, other: Tiled, pairs: Pairs) -> Tiled | None:
    """Returns a tiling with as many tiles along dimensions as another one has, out of copies. Devices stay in order."""
    counts = list(given.counts)
    for each, number in pairs:
        counts[number] = other.counts[each]
    return None if finer(given, counts) is None else tiling(counts, given.devices)


class GroupedTilings(NamedTuple):
    """The tilings of a table, of indices, and of what is gathered or updates, in the same groups."""

    table: Grouped
    indices: Grouped
    other: Grouped
    split: Tiled
    """The tiling whose dimensions the groups are along."""
    along: Sequence[int]
    """These dimensions."""


class GatheredTilings(NamedTuple):
    """The tilings of a table, of indices, and of what is gathered or updates. Groups are None if none are to be had."""

    dims: GatheredDimensions
    table_shape: tuple[int, ...]
    table: Tiled
    indices: Tiled
    other: Tiled

    @property
    def passed(self) -> Pairs:
        """The dimensions of the table that slices have whole, and those of what is gathered or updates."""
        return self.dims.passed(self.table_shape)

    def by_batch(self) -> GroupedTilings | None:
        """Returns them in groups along dimensions where the indices take elements of one tile of the table."""
        both = aligned_along(self.table, self.indices, self.dims.batched) if self.dims.batched else None
        if both is None:
            return None
        table, indices = both
        rank = len(self.other.counts)
        pairs = [pair for pair in self.dims.batched if indices.counts[pair[1]] > 1]
        of_other = dict(self.dims.of_indices(rank))
        own = refined(carried(indices, of_other.items(), rank), carried(table, self.passed, rank))
        other = grouped(own, [of_other[number] for _, number in pairs])
        along = [number for _, number in pairs]
        tables = grouped(table, [each for each, _ in pairs]).aligned(other.groups)
        return GroupedTilings(tables, grouped(indices, along).aligned(other.groups), other, indices, along)

    def by_passed(self) -> GroupedTilings | None:
        """Returns them in groups along dimensions of the table that slices have whole."""
        pairs = [pair for pair in self.passed if self.table.counts[pair[0]] > 1]
        if not pairs:
            return None
        own = refined(carried(self.table, pairs, len(self.other.counts)), self.other)
        other = grouped(own, [number for _, number in pairs])
        along = [each for each, _ in pairs]
        indices = same_in(self.indices, other, self.dims.in_order(len(self.indices.counts)))
        return GroupedTilings(grouped(self.table, along).aligned(other.groups), indices, other, self.table, along)

    def by_found(self) -> GroupedTilings | None:
        """Returns them in groups along the dimensions of the table in which slices, or updates, have one element."""
        along = self.dims.found(self.table)
        if not along:
            return None
        table = grouped(self.table, along)
        passed = [number for _, number in self.passed]
        return GroupedTilings(
            table, *same_beside(self.dims, self.indices, self.other, table, passed), self.table, along
        )

    def by_indices(self) -> GroupedTilings | None:
        """Returns them in groups along dimensions of the indices that are not those of batches, where these follow what
        is gathered or updates; the table is the same in all of them.
        """
        batched = [number for _, number in self.dims.batched]
        both = [pair for pair in self.dims.of_indices(len(self.other.counts)) if pair[0] not in batched]
        back = [(number, each) for each, number in both]
        given = refined(self.indices, carried(self.other, back, len(self.indices.counts)))
        pairs = [pair for pair in both if given.counts[pair[0]] > 1]
        if not pairs:
            return None
        own = refined(carried(given, pairs, len(self.other.counts)), self.other)
        other = grouped(own, [number for _, number in pairs])
        along = [each for each, _ in pairs]
        order = [*self.dims.found(self.table), *[each for each, _ in self.passed]]
        indices = grouped(given, along).aligned(other.groups)
        return GroupedTilings(same_in(self.table, other, order), indices, other, given, along)


def same_beside(
    dims: GatheredDimensions, given: Tiled, other: Tiled, table: Grouped, passed: Sequence[int]
) -> tuple[Grouped, Grouped]:
    """Returns indices, and what is gathered or updated, the same in all groups of a table.

    Each follows the other if it would be whole. The second one has dimensions that are whole in slices.
    """
    rank, ids_rank = len(other.counts), len(given.counts)
    order = [*[number for number in range(rank) if number not in passed], *passed]
    ids_order = dims.in_order(ids_rank)
    both = dims.of_indices(rank)
    back = [(number, each) for each, number in both]
    found = None if other.is_whole else partly_same_in(other, table, order)
    if given.is_whole and (found is not None or other.is_whole):
        given = refined(given, carried(other, back, ids_rank))
    indices = partly_same_in(given, table, ids_order)
    if indices is None and found is not None:
        return same_in(carried(found.whole, back, ids_rank), table, ids_order), found
    indices = indices or same_in(given, table, ids_order)
    return indices, found or same_in(carried(indices.whole, both, rank), table, order)


class GatherProblem(NamedTuple):
    """A gather: its operands, and the result that is wanted."""

    dims: GatheredDimensions
    table: HeldValue
    indices: HeldValue
    shape: tuple[int, ...]
    tiling: Tiled
    is_tried: bool = True
    """Whether it is done in groups, as far as it can be."""

    def in_groups(self, groups: GroupedTilings, is_masked: bool, is_dry: bool) -> HeldValue:
        """Returns what is gathered in groups of devices.

        If these have parts of the table only, they mask what they do not find, and what each of them finds is summed.
        """
        tables = inside(reshard(self.table, groups.table.whole), groups.table)
        ids = inside(reshard(self.indices, groups.indices.whole), groups.indices)
        shape = in_group(self.shape, groups.other.dimensions, groups.other.shares)
        dims = self.dims.in_group(self.table.shape, tables.shape)
        found = gather(GatherProblem(dims, tables, ids, shape, groups.other.inner, not is_dry))
        if is_masked:
            both = [(number, each) for each, number in dims.of_indices(len(shape))]
            mask = ids._replace(item=1).made(ids.tiling, "mask")
            mask = reshard(mask, carried(groups.other.inner, both, len(mask.shape)))
            step = found.room.computation.step(("masked", shape), (found.step, mask.step))
            found = found._replace(step=step)
        found = outside(found, groups.other, self.table.room, self.shape)
        return reshard(found.summed_along(groups.split, groups.along) if is_masked else found, self.tiling)


def gather(problem: GatherProblem) -> HeldValue:
    """Returns what is gathered, in the wanted tiling."""
    if problem.is_tried:
        table, indices = problem.table, problem.indices
        tilings = GatheredTilings(problem.dims, table.shape, table.tiling, indices.tiling, problem.tiling)
        batched = tilings.by_batch()
        if batched is not None:
            return problem.in_groups(batched, is_masked=False, is_dry=False)
        by_indices = None if indices.tiling.is_whole else tilings.by_indices()
        groups = [(tilings.by_passed(), False), (tilings.by_found(), True), (by_indices, False)]
        ways = [partial(problem.in_groups, each, is_masked) for each, is_masked in groups if each is not None]
        found = cheapest(ways, [table, indices])
        if found is not None:
            return found
    room = problem.table.room
    table = reshard(problem.table, whole(len(problem.table.shape), room.size))
    indices = reshard(problem.indices, whole(len(problem.indices.shape), room.size))
    result = whole(len(problem.shape), room.size)
    held = table.bytes + indices.bytes + prod(problem.shape) * table.item
    key = ("gather", problem.dims, problem.shape)
    step = room.computation.step(key, (table.step, indices.step), held=held)
    return reshard(HeldValue(room, problem.shape, table.item, result, step), problem.tiling)


# How XLA updates parts of split values: by scatters, and by slices whose places are not constant.


class ScatterProblem(NamedTuple):
    """A scatter: its operands, and how its results are wanted. The tables, and the updates, are in the same tilings."""

    dims: GatheredDimensions
    tables: tuple[HeldValue, ...]
    indices: HeldValue
    updates: tuple[HeldValue, ...]
    tiling: Tiled
    is_combined: bool
    """Whether the results of groups of devices, each with a part of the updates, can be combined: by one addition,
    multiplication, minimum, maximum, `and` or `or`.
    """
    key: object
    is_tried: bool = True
    """Whether it is done in groups, as far as it can be."""

    def in_groups(self, groups: GroupedTilings, is_summed: bool, is_dry: bool) -> list[HeldValue]:
        """Returns the results of scatters in groups of devices, which may be summed."""
        tables = tuple([inside(reshard(each, groups.table.whole), groups.table) for each in self.tables])
        inner = self._replace(
            dims=self.dims.in_group(self.tables[0].shape, tables[0].shape),
            tables=tables,
            indices=inside(reshard(self.indices, groups.indices.whole), groups.indices),
            updates=tuple([inside(reshard(each, groups.other.whole), groups.other) for each in self.updates]),
            tiling=groups.table.inner,
            is_tried=not is_dry,
        )
        pairs = zip(scatter(inner), self.tables, strict=True)
        found = [outside(each, groups.table, self.indices.room, given.shape) for each, given in pairs]
        return [each.summed_along(groups.split, groups.along) for each in found] if is_summed else found


def scatter(problem: ScatterProblem) -> list[HeldValue]:
    """Returns tables with updates in the wanted tiling."""
    found = None
    if problem.is_tried:
        table, indices = problem.tables[0], problem.indices.tiling
        tilings = GatheredTilings(problem.dims, table.shape, table.tiling, indices, problem.updates[0].tiling)
        batched = tilings.by_batch()
        if batched is not None:
            found = problem.in_groups(batched, is_summed=False, is_dry=False)
        else:
            is_alone = len(problem.tables) == 1 and problem.is_combined
            by_indices = tilings.by_indices() if is_alone else None
            groups = [(tilings.by_passed(), False), (tilings.by_found(), False), (by_indices, True)]
            ways = [partial(problem.in_groups, each, is_summed) for each, is_summed in groups if each is not None]
            found = cheapest(ways, [*problem.tables, problem.indices, *problem.updates], problem.tiling)
    return [reshard(each, problem.tiling) for each in found or _on_each_device(problem)]


def _on_each_device(problem: ScatterProblem) -> list[HeldValue]:
    room = problem.indices.room
    given = (*problem.tables, problem.indices, *problem.updates)
    operands = [reshard(each, whole(len(each.shape), room.size)) for each in given]
    held = sum([each.bytes for each in operands])  # Tables are updated in place.
    key = ("scatter", problem.dims, problem.key)
    step = room.computation.step(key, [each.step for each in operands], held=held)
    return [
        each._replace(step=room.computation.step(("result", number), (step,)), is_filled=False)
        for number, each in enumerate(operands[: len(problem.tables)])
    ]


# Slices.


def dynamic_slice(value: HeldValue, wanted: Tiled, shape: Sequence[int], key: object) -> HeldValue:
    """Returns a part of a value in the wanted tiling; the key says where the part begins."""
    sizes = zip(wanted.counts, shape, value.shape, strict=True)
    if any(count > 1 and size != all for count, size, all in sizes):
        return by_default([value], [wanted], [tuple(shape)], [value.item], key)[0]
    return reshard(value, wanted).made(wanted, "dynamic slice", key, shape=shape)


def dynamic_update_slice(
    value: HeldValue, part: HeldValue, wanted: Tiled, starts: Sequence[int | None], key: object
) -> HeldValue:
    """Returns a value with a part of it replaced. It begins at `starts`, of which those are None that are not constant;
    the key says where.
    """
    sliced = [number for number, (size, all) in enumerate(zip(part.shape, value.shape, strict=True)) if size != all]
    if not sliced and None not in starts:
        return reshard(part, wanted)
    local = wanted.local(value.shape)

    def is_in_tile(number: int) -> bool:
        """Whether the part is in one tile of a dimension."""
        start, size = starts[number], part.shape[number]
        return size == 1 or (start is not None and start // local[number] == (start + size - 1) // local[number])

    split = [number for number in sliced if wanted.counts[number] > 1]
    own = new = wanted
    if split and all(is_in_tile(number) for number in split):
        new = replicated_over(wanted, split)
    elif not wanted.is_whole:
        own = new = replicated_over(value.tiling if value.tiling.tiles > wanted.tiles else wanted, sliced)
    operands = [reshard(value, own), reshard(part, new)]
    return reshard(computed(operands, own, value.shape, value.item, "dynamic update", key), wanted)


# Gathers of one slice, for GPUs, and scatters of one update, which compilers make slices before they partition.


def gather_one(
    table: HeldValue, indices: HeldValue, wanted: Tiled, shape: Sequence[int], dims: GatheredDimensions, key: object
) -> HeldValue:
    """Returns what is gathered by one index, as a part of the table that begins there, in the wanted tiling."""
    own = wanted if dims.sizes == tuple(shape) else _part_beside(table, wanted, dims)
    part = dynamic_slice(table, own, dims.sizes, key)
    starts = reshard(indices, whole(len(indices.shape), table.room.size))
    tiling = carried(own, dims.kept, len(shape))
    return reshard(computed([part, starts], tiling, shape, table.item, "slice", key), wanted)


def scatter_one(
    values: Sequence[HeldValue],
    wanted: Tiled,
    dims: GatheredDimensions,
    start: int | None,
    is_replaced: bool,
    key: object,
) -> HeldValue:
    """Returns a table with one update in the wanted tiling: a part of the table is sliced, computed and replaced.

    `values` are the table, the index and the update. Of a constant index (`start`) the part is sliced where the update
    is, and not needed if it `is_replaced`. If it cannot be split as the update is, it is not known how XLA splits it.
    """
    table, indices, update = values
    sizes, rank, places = dims.sizes, len(table.shape), dims.mapped
    begins = [(start or 0) if number in places else 0 for number in range(rank)]
    ends = [begin + size for begin, size in zip(begins, sizes, strict=True)]
    if start is None or len(places) > 1 or not all(0 <= start <= table.shape[each] - sizes[each] for each in places):
        own = _part_beside(table, update.tiling, dims)
        parts = [dynamic_slice(table, own, sizes, key), reshard(indices, whole(len(indices.shape), table.room.size))]
        start = None
    else:
        own, parts = carried(update.tiling, [(number, each) for each, number in dims.kept], rank), []
        if not is_replaced:
            own = table.tiling if own.is_whole else own
            parts = [slice_of(table, own, begins, ends, [1] * rank)]
    tiling = carried(own, dims.kept, len(update.shape))
    part = computed([*parts, reshard(update, tiling)], own, sizes, table.item, "update", key)
    found = dynamic_update_slice(table, part, wanted, [None] * rank if start is None else begins, key)
    return found if is_within(tiling, update.tiling) else found.in_doubt()


def _part_beside(table: HeldValue, other: Tiled, dims: GatheredDimensions) -> Tiled:
    """Returns the tiling of a part of a table: that of the table, and that of what is gathered or updates, if both
    can be.
    """
    sliced = [number for number, size in enumerate(dims.sizes) if size != table.shape[number]]
    given = replicated_over(table.tiling, sliced)
    wanted = carried(other, [(number, each) for each, number in dims.kept], len(table.shape))
    return wanted if is_within(wanted, given) else refined(given, wanted)
