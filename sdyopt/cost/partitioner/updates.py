"""How XLA scatters into split tables."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.cost.collective_kinds import ALL_REDUCE
from sdyopt.cost.partitioner.gathers import IndexedDimensions, Pairs, aligned_along, cheapest, partly_same_in, refined, same_beside, same_in
from sdyopt.cost.partitioner.products import carried
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import Grouped, HeldValue, grouped, in_group, inside, outside
from sdyopt.cost.partitioner.tilings import Tiled, groups_along, whole
from sdyopt.ir.records import NamedTuple


class ScatterProblem(NamedTuple):
    """A scatter: its operands, and the results that are wanted."""

    dims: IndexedDimensions
    tables: tuple[HeldValue, ...]
    indices: HeldValue
    updates: tuple[HeldValue, ...]
    tiling: Tiled
    is_summed: bool
    """Whether partial results can be combined."""
    is_tried: bool = True

    @property
    def rank(self):
        return len(self.updates[0].shape)

    def in_groups(self, table: Grouped, indices: Grouped, updates: Grouped, result: Grouped, is_dry: bool):
        tables = [inside(reshard(each, table.whole), table) for each in self.tables]
        ids = inside(reshard(self.indices, indices.whole), indices)
        news = [inside(reshard(each, updates.whole), updates) for each in self.updates]
        dims = self.dims.in_group(self.tables[0].shape, tables[0].shape)
        inner = ScatterProblem(dims, tuple(tables), ids, tuple(news), result.inner, self.is_summed, not is_dry)
        found = _scatter(inner)
        return [outside(each, result, self.indices.room, table.shape) for each, table in zip(found, self.tables)]


def scatter(tables, indices, updates, wanted, dims, is_summed):
    return _scatter(ScatterProblem(dims, tuple(tables), indices, tuple(updates), wanted, is_summed))


def _scatter(problem):
    if problem.is_tried:
        for pairs in (problem.dims.batched, problem.dims.counted):
            found = _by_batch(problem, pairs)
            if found is not None:
                return found
        ways = [lambda is_dry, way=way: way(problem, is_dry) for way in (_by_passed, _by_found, _by_indices)]
        found = cheapest(ways, [*problem.tables, problem.indices, *problem.updates])
        if found is not None:
            return found
    room = problem.indices.room
    tables = [reshard(each, whole(len(each.shape), room.size)) for each in problem.tables]
    news = [reshard(each, whole(len(each.shape), room.size)) for each in problem.updates]
    indices = reshard(problem.indices, whole(len(problem.indices.shape), room.size))
    held = sum([each.bytes for each in tables]) + sum([each.bytes for each in news]) + indices.bytes
    key = ("scatter", problem.dims, problem.is_summed)
    step = room.computation.step(key, [each.step for each in (*tables, indices, *news)], held=held)
    found = []
    for number, each in enumerate(tables):
        own = each._replace(step=room.computation.step(("result", number), [step]))
        found.append(reshard(own, problem.tiling))
    return found


def _reshard(found, tiling):
    return [reshard(each, tiling) for each in found]


def _by_batch(problem: ScatterProblem, pairs: Pairs):
    both = aligned_along(problem.tables[0].tiling, problem.indices.tiling, pairs) if pairs else None
    if both is None:
        return None
    table, indices = both
    pairs = [pair for pair in pairs if indices.counts[pair[1]] > 1]
    of_result = dict(problem.dims.of_indices(problem.rank))
    own = carried(indices, of_result.items(), problem.rank)
    own = refined(own, carried(table, problem.dims.passed(problem.tables[0].shape), problem.rank))
    updates = grouped(own, [of_result[number] for _, number in pairs])
    tables = grouped(table, [each for each, _ in pairs]).aligned(updates.groups)
    ids = grouped(indices, [number for _, number in pairs]).aligned(updates.groups)
    return _reshard(problem.in_groups(tables, ids, updates, tables, False), problem.tiling)


def _by_passed(problem: ScatterProblem, is_dry: bool):
    given = problem.tables[0].tiling
    pairs = [pair for pair in problem.dims.passed(problem.tables[0].shape) if given.counts[pair[0]] > 1]
    if not pairs:
        return None
    own = refined(carried(given, pairs, problem.rank), problem.updates[0].tiling)
    updates = grouped(own, [number for _, number in pairs])
    table = grouped(given, [each for each, _ in pairs]).aligned(updates.groups)
    indices = same_in(problem.indices.tiling, updates, problem.dims.in_order(len(problem.indices.shape)))
    return _reshard(problem.in_groups(table, indices, updates, table, is_dry), problem.tiling)


def _by_found(problem: ScatterProblem, is_dry: bool):
    given = problem.tables[0].tiling
    along = problem.dims.found(given)
    if not along:
        return None
    table = grouped(given, along)
    passed = [number for _, number in problem.dims.passed(problem.tables[0].shape)]
    indices, updates = same_beside(problem.dims, problem.indices.tiling, problem.updates[0].tiling, table, passed)
    return _reshard(problem.in_groups(table, indices, updates, table, is_dry), problem.tiling)


def _by_indices(problem: ScatterProblem, is_dry: bool):
    if len(problem.tables) > 1 or not problem.is_summed:
        return None
    batched = [number for _, number in problem.dims.batched]
    both = [pair for pair in problem.dims.of_indices(problem.rank) if pair[0] not in batched]
    back = [(number, each) for each, number in both]
    ids_rank = len(problem.indices.shape)
    given = refined(problem.indices.tiling, carried(problem.updates[0].tiling, back, ids_rank))
    pairs = [pair for pair in both if given.counts[pair[0]] > 1]
    if not pairs:
        return None
    own = refined(carried(given, pairs, problem.rank), problem.updates[0].tiling)
    updates = grouped(own, [number for _, number in pairs])
    indices = grouped(given, [each for each, _ in pairs]).aligned(updates.groups)
    passed = [each for each, _ in problem.dims.passed(problem.tables[0].shape)]
    order = [*problem.dims.found(problem.tables[0].tiling), *passed]
    table = same_in(problem.tables[0].tiling, updates, order)
    result = table
    found = problem.in_groups(table, indices, updates, result, is_dry)
    summed = []
    for each in found:
        for number, _ in reversed(pairs):
            groups = groups_along(given, [(number, 1, given.counts[number])])
            each = each.sent(ALL_REDUCE, groups, each.bytes, each.bytes, each.tiling, "sum")
        summed.append(each)
    return _reshard(summed, problem.tiling)
