"""How XLA gathers rows of a split table: in which groups of devices, and what it makes the same in them.

A gather is tried in several ways, and the one that holds least is taken. Each leaves a smaller gather to groups of
devices: along dimensions of which the indices are of one tile only, or dimensions of the table that are taken whole, or
by summing what devices find in their rows, or along dimensions of the indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd, prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL
from sdyopt.cost.partitioner.products import carried, merged
from sdyopt.cost.partitioner.reshards import coarser, finer, reshard
from sdyopt.cost.partitioner.shards import (
    Collective,
    Grouped,
    HeldValue,
    grouped,
    in_group,
    inside,
    outside,
    steps_behind,
)
from sdyopt.cost.partitioner.tilings import Tiled, groups_along, replicated_over, tiling, whole
from sdyopt.ir.records import NamedTuple


class IndexedDimensions(NamedTuple):
    """The dimensions of a gather or a scatter: of tables, of indices, and of what is gathered (or the updates)."""

    window: tuple[int, ...]
    """Those of the result that are those of a table, in their order."""
    dropped: tuple[int, ...]
    """Those of a table that the result has not, with slices of size 1."""
    batched: tuple[tuple[int, int], ...]
    """Those of a table and of the indices that go together."""
    mapped: tuple[int, ...]
    """Those of a table that the indices are of."""
    vector: int
    """The dimension of the indices along which one place is; or their rank."""
    sizes: tuple[int, ...]
    """Those of the slices."""
    counted: tuple[tuple[int, int], ...] = ()
    """Those of a table, and of the indices along which these count up: an iota is joined to them."""

    def kept(self) -> list[tuple[int, int]]:
        """Returns dimensions of the table, and of the result, that are the same."""
        batched = [table for table, _ in self.batched]
        rest = [number for number in range(len(self.sizes)) if number not in self.dropped and number not in batched]
        return list(zip(rest, self.window, strict=True))

    def of_indices(self, rank: int) -> list[tuple[int, int]]:
        """Returns dimensions of the indices, and of the result of this rank, that are the same."""
        results = [number for number in range(rank) if number not in self.window]
        indices = [number for number in range(len(results) + 1) if number != self.vector]
        return list(zip(indices[: len(results)], results, strict=True))


class GatherProblem(NamedTuple):
    """A gather: its operands, and the result that is wanted."""

    dims: IndexedDimensions
    table: HeldValue
    indices: HeldValue
    shape: tuple[int, ...]
    tiling: Tiled

    def passed(self) -> list[tuple[int, int]]:
        """Returns the dimensions of the table that are taken whole, with those of the result."""
        return [pair for pair in self.dims.kept() if self.dims.sizes[pair[0]] == self.table.shape[pair[0]]]

    def trivial(self) -> list[int]:
        """Returns the dimensions of the table of which an index takes one element."""
        return [number for number in self.dims.mapped if self.dims.sizes[number] == 1]

    def of_indices(self) -> list[tuple[int, int]]:
        """Returns the dimensions of the indices, and of the result, that are the same."""
        batched = [number for _, number in self.dims.batched]
        return [pair for pair in self.dims.of_indices(len(self.shape)) if pair[0] not in batched]


def gather(
    table: HeldValue, indices: HeldValue, wanted: Tiled, shape: Sequence[int], dims: IndexedDimensions
) -> HeldValue:
    """Returns what is gathered, in the wanted tiling."""
    return _gather(GatherProblem(dims, table, indices, tuple(shape), wanted))


def _gather(problem: GatherProblem, is_tried: bool = True) -> HeldValue:
    if is_tried:
        found = _explicit(problem, problem.dims.batched) or _explicit(problem, problem.dims.counted) or cheapest(
            [lambda dry, way=way: way(problem, dry) for way in (_by_passed, _by_trivial, _by_indices)],
            [problem.table, problem.indices],
        )
        if found is not None:
            return found
    table = reshard(problem.table, whole(len(problem.table.shape), problem.table.room.size))
    indices = reshard(problem.indices, whole(len(problem.indices.shape), problem.table.room.size))
    result = whole(len(problem.shape), problem.table.room.size)
    return reshard(_gathered(problem, table, indices, result), problem.tiling)


def _gathered(problem: GatherProblem, table: HeldValue, indices: HeldValue, result: Tiled) -> HeldValue:
    computation = table.room.computation
    step = computation.step(("gather", problem.dims, result, problem.shape), (table.step, indices.step))
    step.held = table.bytes + indices.bytes + prod(problem.shape) * table.item
    return HeldValue(table.room, problem.shape, table.item, result, step)


def cheapest(ways: Iterable[Callable[[], HeldValue | None]], given: Sequence[HeldValue]) -> HeldValue | None:
    """Returns what the way makes that holds least at a time, and then sends least; None if none of them applies."""
    before = set(steps_behind([each.step for each in given]))
    found = []
    for way in ways:
        result = way(True)
        if result is not None:
            after = [step for step in steps_behind([result.step]) if step not in before]
            held = [getattr(step, "held", 0) for step in after]
            held += [
                each.collective.result + (0 if each.collective.kind == ALL_REDUCE else each.collective.operand) for each in after if each.collective is not None
            ]
            sent = sum([sent_by_xla(each.collective) for each in after if each.collective is not None])
            found.append((max(held, default=0), sent, len(found), way))
    return min(found)[-1](False) if found else None


def sent_by_xla(each: Collective) -> float:
    """Returns what XLA's partitioner takes a collective to send."""
    size = len(each.groups[0])
    if each.kind == ALL_GATHER:
        return each.result * (size - 1) / size
    if each.kind == ALL_REDUCE:
        return 2 * each.operand
    return each.operand * (size - 1) / size if each.kind == ALL_TO_ALL else each.operand


def same_in(given: Tiled, wanted: Grouped, dimensions: Sequence[int]) -> Grouped:
    """Returns a tiling that is the same in all groups of another one: copies are used for it, then parts of the
    dimensions are gathered, or else all.
    """
    found = partly_same_in(given, wanted, dimensions)
    return found or grouped_copies(whole(len(given.counts), len(given.devices)), wanted)


def grouped_copies(given: Tiled, wanted: Grouped) -> Grouped:
    """Returns a tiling in groups that each have copies of all of it."""
    return grouped(given, [len(given.counts)], [len(wanted.groups)]).aligned(wanted.groups)


def partly_same_in(given: Tiled, wanted: Grouped, dimensions: Sequence[int]) -> Grouped | None:
    """Returns the same; None if all would be gathered."""
    count, held = len(wanted.groups), given.replication
    if held % count == 0:
        return grouped_copies(given, wanted)
    left, rest = divmod(count, held)
    new = given
    for number in () if rest else dimensions:
        factor = _borrowed(left, new.counts[number])
        if factor > 1:
            new = coarser(new, number, new.counts[number] // factor)
            left //= factor
    return None if rest or left > 1 else grouped_copies(new, wanted)


def _borrowed(wanted: int, count: int) -> int:
    """Returns the factor of a number of tiles that is taken to make `wanted` ones: the last odd prime is not."""
    found = 1
    prime = 2
    while prime == 2 or prime * prime <= count:
        while count % prime == 0:
            count //= prime
            if wanted % (found * prime) == 0:
                found *= prime
        prime += 1
    return found


def _refined(own: Tiled, wanted: Tiled) -> Tiled:
    return merged(own, wanted) or own


def _in_groups(problem: GatherProblem, table: Grouped, indices: Grouped, result: Grouped, is_dry: bool, is_masked: bool = False) -> HeldValue:
    tables, ids = reshard(problem.table, table.whole), reshard(problem.indices, indices.whole)
    shape = in_group(problem.shape, result.dimensions, result.shares)
    inner_table = inside(tables, table)
    sizes = list(problem.dims.sizes)
    for number in table.dimensions:
        if number < len(sizes) and sizes[number] == problem.table.shape[number]:
            sizes[number] = inner_table.shape[number]
    dims = problem.dims._replace(sizes=tuple(sizes))
    inner = GatherProblem(dims, inner_table, inside(ids, indices), shape, result.inner)
    found = _gather(inner, not is_dry)
    if is_masked:
        pairs = [(each, number) for number, each in inner.dims.of_indices(len(inner.shape))]
        mask = inner.indices._replace(item=1).made(inner.indices.tiling, "mask")
        mask = reshard(mask, carried(inner.tiling, pairs, len(mask.shape)))
        found = found._replace(step=found.room.computation.step(("masked", found.shape), (found.step, mask.step)))
    return outside(found, result, problem.table.room, problem.shape)


def aligned_along(
    table: Tiled, indices: Tiled, pairs: Sequence[tuple[int, int]]
) -> tuple[Tiled, Tiled] | None:
    """Returns tilings of a table and of indices, with the same devices along dimensions of both."""
    tables, ids = prod([table.counts[each] for each, _ in pairs]), prod([indices.counts[each] for _, each in pairs])
    if tables == ids == 1:
        return None
    mirrored = [(number, each) for each, number in pairs]
    if indices.is_whole:
        return table, carried(table, pairs, len(indices.counts))
    if table.is_whole:
        return carried(indices, mirrored, len(table.counts)), indices
    if tables != ids:
        fewer, more, both = (table, indices, mirrored) if tables < ids else (indices, table, pairs)
        counts = list(fewer.counts)
        for number, each in both:
            counts[each] = more.counts[number]
        new = finer(fewer, counts)
        if new is None:
            return None
        table, indices = (new, indices) if tables < ids else (table, new)
    if any(table.counts[each] != indices.counts[number] for each, number in pairs):
        counts = list(table.counts)
        for each, number in pairs:
            counts[each] = indices.counts[number]
        table = tiling(counts, table.devices)
    tables_along, ids_along = [each for each, _ in pairs], [number for _, number in pairs]
    if tables > ids:
        groups = grouped(table, tables_along).groups
        return table, grouped(indices, ids_along).aligned(groups).whole
    groups = grouped(indices, ids_along).groups
    return grouped(table, tables_along).aligned(groups).whole, indices


def _explicit(problem: GatherProblem, pairs: Sequence[tuple[int, int]]) -> HeldValue | None:
    """Returns a gather in groups along dimensions of the indices that are of one tile of the table only."""
    found = aligned_along(problem.table.tiling, problem.indices.tiling, pairs) if pairs else None
    if found is None:
        return None
    pairs = [pair for pair in pairs if found[1].counts[pair[1]] > 1]
    of_result = dict(problem.dims.of_indices(len(problem.shape)))
    both = [(number, of_result[number]) for _, number in pairs]
    own = carried(found[1], [*of_result.items()], len(problem.shape))
    own = _refined(own, carried(found[0], problem.passed(), len(problem.shape)))
    result = grouped(own, [each for _, each in both])
    indices = grouped(found[1], [number for _, number in pairs]).aligned(result.groups)
    table = grouped(found[0], [each for each, _ in pairs]).aligned(result.groups)
    return reshard(_in_groups(problem, table, indices, result, False), problem.tiling)


def _by_passed(problem: GatherProblem, is_dry: bool) -> HeldValue | None:
    """Returns a gather in groups along dimensions of the table that are taken whole."""
    given = problem.table.tiling
    pairs = [pair for pair in problem.passed() if given.counts[pair[0]] > 1]
    if not pairs:
        return None
    own = _refined(carried(given, pairs, len(problem.shape)), problem.tiling)
    result = grouped(own, [pair[1] for pair in pairs])
    table = grouped(given, [pair[0] for pair in pairs]).aligned(result.groups)
    indices = same_in(problem.indices.tiling, result, _indices_order(problem))
    return reshard(_in_groups(problem, table, indices, result, is_dry), problem.tiling)


def _indices_order(problem: GatherProblem) -> list[int]:
    rank = len(problem.indices.shape)
    vector = problem.dims.vector
    batched = [number for _, number in problem.dims.batched]
    rest = [number for number in range(rank) if number not in (vector, *batched)]
    return [*[number for number in (vector,) if number < rank], *rest, *batched]


def _by_trivial(problem: GatherProblem, is_dry: bool) -> HeldValue | None:
    """Returns a gather in groups along dimensions of the table of which indices take one element: it is summed."""
    given = problem.table.tiling
    along = [number for number in sorted(problem.trivial()) if given.counts[number] > 1]
    if not along:
        return None
    table = grouped(given, along)
    given_ids = _refined(
        problem.indices.tiling,
        carried(problem.tiling, [(result, number) for number, result in problem.of_indices()], len(problem.indices.shape)),
    )
    indices = same_in(given_ids, table, _indices_order(problem))
    passed = [result for _, result in problem.passed()]
    rank = len(problem.shape)
    order = [*[number for number in range(rank) if number not in passed], *passed]
    own = carried(indices.whole, problem.dims.of_indices(rank), rank)
    refined = _refined(problem.tiling, own)
    result = partly_same_in(refined, table, order) or same_in(own, table, order)
    found = _in_groups(problem, table, indices, result, is_dry, is_masked=True)
    for number in reversed(along):
        groups = groups_along(given, [(number, 1, given.counts[number])])
        found = found.sent(ALL_REDUCE, groups, found.bytes, found.bytes, found.tiling, "sum")
    return reshard(found, problem.tiling)


def _by_indices(problem: GatherProblem, is_dry: bool) -> HeldValue | None:
    """Returns a gather in groups along dimensions of the indices; the table is the same in all of them."""
    if problem.indices.tiling.is_whole:
        return None
    both = problem.of_indices()
    given = _refined(
        problem.indices.tiling,
        carried(problem.tiling, [(result, number) for number, result in both], len(problem.indices.shape)),
    )
    pairs = [pair for pair in both if given.counts[pair[0]] > 1]
    if not pairs:
        return None
    own = _refined(carried(given, pairs, len(problem.shape)), problem.tiling)
    result = grouped(own, [pair[1] for pair in pairs])
    indices = grouped(given, [pair[0] for pair in pairs]).aligned(result.groups)
    passed = [table for table, _ in problem.passed()]
    table = same_in(problem.table.tiling, result, [*sorted(problem.trivial()), *passed])
    return reshard(_in_groups(problem, table, indices, result, is_dry), problem.tiling)
