"""How XLA updates parts of split values: by scatters, and by slices whose places are not constant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sdyopt.cost.partitioner.gathers import (
    GatheredDimensions,
    GatheredTilings,
    Pairs,
    cheapest,
    refined,
    same_beside,
    tiles_fit,
)
from sdyopt.cost.partitioner.products import carried
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shapes import by_default, computed
from sdyopt.cost.partitioner.shards import Grouped, HeldValue, grouped, inside, outside
from sdyopt.cost.partitioner.tilings import Tiled, groups_along, is_within, replicated_over, whole
from sdyopt.dialects.stablehlo.attributes import ScatterDimensionNumbers
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple

# Scatters.


def scatter_dimensions(
    op: Operation, table: Sequence[int], updates: Sequence[int], counted: Pairs = ()
) -> GatheredDimensions:
    """Returns the dimensions of a `scatter` into tables of a shape, of updates of a shape; `counted` as of a gather."""
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
        tuple([(numbers.scatter_dims_to_operand_dims[place], dimension) for place, dimension in counted]),
    )


class ScatterProblem(NamedTuple):
    """A scatter: its operands, and how its results are wanted."""

    dims: GatheredDimensions
    tables: tuple[HeldValue, ...]
    indices: HeldValue
    updates: tuple[HeldValue, ...]
    tiling: Tiled
    is_combined: bool
    """Whether the results of groups of devices, each with a part of the updates, can be combined."""
    key: object
    is_tried: bool = True
    """Whether it is done in groups, as far as it can be."""

    @property
    def tilings(self) -> GatheredTilings:
        """The tilings of the operands."""
        table = self.tables[0]
        return GatheredTilings(self.dims, table.shape, table.tiling, self.indices.tiling, self.updates[0].tiling)

    def in_groups(self, table: Grouped, indices: Grouped, updates: Grouped, is_dry: bool) -> list[HeldValue]:
        """Returns the results of scatters in groups of devices, in which the operands are as given."""
        tables = tuple([inside(reshard(each, table.whole), table) for each in self.tables])
        inner = self._replace(
            dims=self.dims.in_group(self.tables[0].shape, tables[0].shape),
            tables=tables,
            indices=inside(reshard(self.indices, indices.whole), indices),
            updates=tuple([inside(reshard(each, updates.whole), updates) for each in self.updates]),
            tiling=table.inner,
            is_tried=not is_dry,
        )
        found = zip(_scatter(inner), self.tables, strict=True)
        return [outside(each, table, self.indices.room, given.shape) for each, given in found]


def scatter(
    tables: Sequence[HeldValue],
    indices: HeldValue,
    updates: Sequence[HeldValue],
    wanted: Tiled,
    dims: GatheredDimensions,
    is_combined: bool,
    key: object,
) -> list[HeldValue]:
    """Returns tables with updates in the wanted tiling. Those of one scatter are in the same tilings.

    `is_combined` says whether elements are combined by one addition, multiplication, minimum, maximum, `and` or `or`.
    """
    return _scatter(ScatterProblem(dims, tuple(tables), indices, tuple(updates), wanted, is_combined, key))


def _scatter(problem: ScatterProblem) -> list[HeldValue]:
    found = None
    if problem.is_tried:
        found = _by_batch(problem, problem.dims.batched) or _by_batch(problem, problem.dims.counted)
        ways = [partial(way, problem) for way in (_by_passed, _by_placed, _by_indices)]
        found = found or cheapest(ways, [*problem.tables, problem.indices, *problem.updates])
        if found and not tiles_fit(problem.dims, problem.tables[0].tiling, problem.indices.tiling):
            found = [each.in_doubt() for each in found]
    return [reshard(each, problem.tiling) for each in found or _on_each_device(problem)]


def _on_each_device(problem: ScatterProblem) -> list[HeldValue]:
    room = problem.indices.room

    def gathered(value: HeldValue) -> HeldValue:
        return reshard(value, whole(len(value.shape), room.size))

    tables = [gathered(each) for each in problem.tables]
    others = [gathered(problem.indices), *[gathered(each) for each in problem.updates]]
    held = sum([each.bytes for each in (*tables, *others)])  # Tables are updated in place.
    key = ("scatter", problem.dims, problem.key)
    step = room.computation.step(key, [each.step for each in (*tables, *others)], held=held)
    return [
        each._replace(step=room.computation.step(("result", number), (step,)), is_filled=False)
        for number, each in enumerate(tables)
    ]


def _by_batch(problem: ScatterProblem, pairs: Pairs) -> list[HeldValue] | None:
    """Returns results in groups along dimensions of which the indices take elements of one tile of the tables."""
    groups = problem.tilings.by_batch(pairs)
    return None if groups is None else problem.in_groups(*groups, is_dry=False)


def _by_passed(problem: ScatterProblem, is_dry: bool) -> list[HeldValue] | None:
    """Returns results in groups along dimensions of the tables that updates have whole."""
    groups = problem.tilings.by_passed()
    return None if groups is None else problem.in_groups(*groups, is_dry)


def _by_placed(problem: ScatterProblem, is_dry: bool) -> list[HeldValue] | None:
    """Returns results in groups along dimensions of the tables of which an update has one element."""
    along = problem.dims.found(problem.tables[0].tiling)
    if not along:
        return None
    table = grouped(problem.tables[0].tiling, along)
    passed = [number for _, number in problem.tilings.passed]
    indices, updates = same_beside(problem.dims, problem.indices.tiling, problem.updates[0].tiling, table, passed)
    return problem.in_groups(table, indices, updates, is_dry)


def _by_indices(problem: ScatterProblem, is_dry: bool) -> list[HeldValue] | None:
    """Returns the result in groups along dimensions of the indices, which is summed over them, of a single table."""
    if len(problem.tables) > 1 or not problem.is_combined:
        return None
    given, pairs = problem.tilings.by_indices()
    if not pairs:
        return None
    (found,) = problem.in_groups(*problem.tilings.in_groups_of(given, pairs), is_dry)
    for number, _ in reversed(pairs):
        groups = groups_along(given, [(number, 1, given.counts[number])])
        found = found.summed(groups)
    return [found]


# Slices.


def dynamic_slice(value: HeldValue, wanted: Tiled, shape: Sequence[int], key: object) -> HeldValue:
    """Returns a part of a value, of which the key says where it begins, in the wanted tiling."""
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


# Gathers of one slice and scatters of one update, which XLA for GPUs makes slices before it partitions a program.


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
    table: HeldValue, indices: HeldValue, update: HeldValue, wanted: Tiled, dims: GatheredDimensions, key: object
) -> HeldValue:
    """Returns a table with one update in the wanted tiling: a part of the table is sliced, computed and replaced.

    If the part cannot be split as the update is, it is not known how XLA splits it.
    """
    own = _part_beside(table, update.tiling, dims)
    part = dynamic_slice(table, own, dims.sizes, key)
    starts = reshard(indices, whole(len(indices.shape), table.room.size))
    tiling = carried(own, dims.kept, len(update.shape))
    operands = [part, reshard(update, tiling), starts]
    part = computed(operands, own, dims.sizes, table.item, "update", key)
    found = dynamic_update_slice(table, part, wanted, [None] * len(table.shape), key)
    return found if is_within(tiling, update.tiling) else found.in_doubt()


def _part_beside(table: HeldValue, other: Tiled, dims: GatheredDimensions) -> Tiled:
    """Returns the tiling of a part of a table: that of the table, and that of what is gathered or updates, if both
    can be.
    """
    sliced = [number for number, size in enumerate(dims.sizes) if size != table.shape[number]]
    given = replicated_over(table.tiling, sliced)
    wanted = carried(other, [(number, each) for each, number in dims.kept], len(table.shape))
    return wanted if is_within(wanted, given) else refined(given, wanted)
