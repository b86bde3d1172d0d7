"""How the tensors of an operation are to be sharded so that they fit its rule: one list of axes for each factor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd, prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding, TensorMapping
from sdyopt.dialects.sdy.shardings.spans import (
    AxisSpan,
    Spans,
    any_overlap,
    append_merging,
    can_merge,
    common_prefix,
    is_strict_prefix,
    merged,
    sharded_size,
    sorted_and_merged,
    until_overlap,
    without_axes,
)
from sdyopt.dialects.stablehlo.verification.reading import fail
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.releases import since
from sdyopt.sharding.projections import (
    NO_OVERFLOW,
    FactorTensors,
    MeshAxes,
    NamedMesh,
    Projection,
    all_factor_sizes,
    common_mesh,
    factors_of,
    project,
)
from sdyopt.sharding.rules import Shape
from sdyopt.sharding.uses import are_equivalent


def operation_mesh(shardings: Iterable[tuple[Sharding, Mesh]]) -> NamedMesh | None:
    """Returns the mesh of an operation's tensors: the one that most sharded tensors are on, else `common_mesh`."""
    present = tuple(shardings)
    if (common := common_mesh(present)) is None:
        return None
    counts: dict[SymbolRefAttr | Mesh, int] = {}
    favourite: NamedMesh | None = None
    for sharding, mesh in present:
        name = sharding.mesh
        if sharding.is_sharded:
            counts[name] = counts.get(name, 0) + 1
            if favourite is None or counts[name] > counts[favourite[0]]:
                favourite = name, mesh
    return favourite or common


class ReshardProblem:
    """The tensors of an operation, operands first, and what else their common axes depend on.

    `stored` are their shardings, but where a sharding is read after a propagation barrier, that of the barrier.
    `element_counts` are their sizes, 0 where they are not static. `elsewhere` are those that are on other devices than
    those of the mesh. `unreduced` are the unreduced axes of the first result, `reshaped` the sizes of what a reshape
    reads and writes.
    """

    def __init__(
        self,
        tensors: FactorTensors,
        stored: tuple[Sharding | None, ...],
        element_counts: tuple[int, ...],
        elsewhere: frozenset[int] = frozenset(),
        unreduced: tuple[AxisRef, ...] = (),
        reshaped: Sequence[Shape] = (),
    ) -> None:
        self.tensors = tensors
        self.stored = stored
        self.element_counts = element_counts
        self.elsewhere = elsewhere
        self.unreduced = unreduced
        self.reshaped = reshaped
        self.rule = tensors.rule
        self.mappings = tensors.rule.mappings
        self.mesh_axes = MeshAxes.of(tensors.mesh)
        self.factor_count = len(self.rule.factor_sizes)
        self.factor_sizes = all_factor_sizes(self.rule)
        """The sizes of all factors, also of those that only tensors have."""
        self.projections = tensors.projections()

    def is_in_all_tensors(self, factor: int) -> bool:
        """Whether every tensor that is not a scalar has the factor."""
        return all(factor in factors_of(mapping) for mapping in self.mappings if mapping.dimensions)


class ReshardSolution(NamedTuple):
    """The shardings that an operation is to be computed with.

    `updates` has those that tensors do not have yet, by the index of the tensor, operands first. The results are
    partial sums along `reduction_axes`.
    """

    updates: tuple[tuple[int, Sharding], ...] = ()
    reduction_axes: tuple[AxisRef, ...] = ()


DISAGREEING = "the result has unreduced axes while the operand has incompatible sharding along reduction factors."

FactorAxes = list[Spans]
"""The common axes of each factor."""


def solve(problem: ReshardProblem) -> ReshardSolution:
    """Returns the shardings that fit the rule of an operation in all its tensors."""
    is_reshaped = needs_other_factors(problem)
    if is_reshaped and since("0.12.0.1") and has_equal_splits(problem):
        return ReshardSolution()
    axes = axes_of_factors(problem)
    updates = []
    for index, projection in enumerate(problem.projections):
        common = {factor: axes[factor] for factor in projection.axes if factor < len(axes)}
        fitting = projection._replace(axes={**projection.axes, **common}, overflow=NO_OVERFLOW)
        if is_reshaped:
            is_changed = not are_equivalent(problem.tensors.unprojected(index, fitting), problem.stored[index])
        else:
            is_changed = bool(projection.overflow) or fitting.axes != projection.axes
        if is_changed or index in problem.elsewhere:
            updates.append((index, problem.tensors.unprojected(index, fitting)))
    return ReshardSolution(tuple(updates), reduction_axes(problem, axes))


def needs_other_factors(problem: ReshardProblem) -> bool:
    """Whether a reshape has dimensions that cannot be divided by their axes."""
    return bool(problem.reshaped) and any(projection.overflow for projection in problem.projections)


def has_equal_splits(problem: ReshardProblem) -> bool:
    """Whether each axis splits operand and result of a reshape after equally many parts of dimensions before it."""
    splits: list[list[tuple[AxisSpan, int]]] = []
    for sharding, shape in zip(problem.tensors.shardings, problem.reshaped, strict=True):
        split: list[tuple[AxisSpan, int]] = []
        for number, dimension in enumerate(sharding.dimensions if sharding else ()):
            parts = prod(shape[:number])
            for span in problem.mesh_axes.spans(dimension.axes):
                (last, before) = split[-1] if split else (span, 0)
                if can_merge(last, span) and before * sharded_size([last]) == parts:
                    split[-1] = ((last[0], last[1], span[2]), before)
                else:
                    split.append((span, parts))
                parts *= sharded_size([span])
        splits.append(sorted(split))
    return splits[0] == splits[1]


def axes_of_factors(problem: ReshardProblem) -> FactorAxes:
    """Returns the common axes of each factor: the present ones, those of the larger tensor of two, or a compromise."""
    if needs_other_factors(problem):
        return reshape_axes(problem)
    if (axes := compatible_axes(problem)) is None:
        pair = pair_of_tensors(problem)
        axes = greedy_axes(problem)[: problem.factor_count] if pair is None else preferred_axes(problem, *pair)
    return axes


def solve_partly(op: Operation, problem: ReshardProblem, is_dot: bool) -> ReshardSolution:
    """Returns what to do with an operation that need not fit its rule.

    The result of a dot product may get another sharding. Results with unreduced axes are partial sums, as the shardings
    are. Raises CompilationError if tensors disagree about these.
    """
    updates: tuple[tuple[int, Sharding], ...] = ()
    update = dot_update(problem) if is_dot else None
    if update is not None:
        factor, axes = update
        projection = problem.projections[RESULT]
        updated = projection._replace(axes={**projection.axes, factor: axes})
        updates = ((RESULT, problem.tensors.unprojected(RESULT, updated)),)
    if not problem.unreduced:
        return ReshardSolution(updates)
    present: FactorAxes = []
    for factor in range(problem.factor_count):
        of_tensors = {projection.axes[factor] for projection in problem.projections if factor in projection.axes}
        if factor in problem.rule.reduction and len(of_tensors) > 1:
            fail(op, DISAGREEING)
        present.append(of_tensors.pop() if of_tensors else ())
    return ReshardSolution(updates, reduction_axes(problem, present))


def reduction_axes(problem: ReshardProblem, axes: FactorAxes) -> tuple[AxisRef, ...]:
    """Returns the axes of the reduction factors, without those that the result is unreduced along, in mesh order."""
    reduced = tuple([axis for factor in problem.rule.reduction for axis in axes[factor]])
    left = without_axes(reduced, problem.mesh_axes.spans(problem.unreduced))
    return problem.mesh_axes.refs(sorted_and_merged(left))


# Axes that all tensors have, or those of the larger one of two.


def compatible_axes(problem: ReshardProblem) -> FactorAxes | None:
    """Returns the axes of each factor if all tensors agree on them, and no two factors overlap; else None."""
    found: dict[int, Spans] = {}
    for projection in problem.projections:
        for factor, axes in projection.axes.items():
            if factor < problem.factor_count and found.setdefault(factor, axes) != axes:
                return None
    if any(found.get(factor) for factor in problem.rule.need_replication):
        return None
    seen: list[Spans] = []
    for axes in found.values():
        if axes:
            if any(any_overlap(axes, other) for other in seen):
                return None
            seen.append(axes)
    return [found.get(factor, ()) for factor in range(problem.factor_count)]


def pair_of_tensors(problem: ReshardProblem) -> tuple[int, int] | None:
    """Returns the only two tensors with dimensions, the one whose axes are preferred first.

    None if there are others, or if a factor needs replication or shares its dimension with another one.
    """
    mappings = problem.mappings
    tensors = [index for index, mapping in enumerate(mappings) if mapping.dimensions]
    if len(tensors) != 2 or problem.rule.need_replication:
        return None
    if any(len(dimension.factors) > 1 for mapping in mappings for dimension in mapping.dimensions):
        return None
    first, second = tensors
    return (second, first) if _preference(problem, second) > _preference(problem, first) else (first, second)


def _preference(problem: ReshardProblem, index: int) -> tuple[bool, int, int]:
    projection = problem.projections[index]
    has_permutation = any(projection.axes.get(factor) for factor in problem.rule.permutation)
    return not has_permutation, problem.element_counts[index], total_size(projection)


def total_size(projection: Projection) -> int:
    """Returns the number of pieces that all axes of a tensor cut it into."""
    size = 1
    for axes in (*projection.axes.values(), *projection.overflow.values()):
        size *= sharded_size(axes)
    return size


def preferred_axes(problem: ReshardProblem, preferred: int, other: int) -> FactorAxes:
    """Returns the axes of the preferred tensor; along factors that only the other one has, what fits of its axes."""
    axes, others = problem.projections[preferred].axes, problem.projections[other].axes
    used = [axis for spans in axes.values() for axis in spans]
    return [
        axes[factor] if factor in axes else until_overlap(others.get(factor, ()), tuple(used))
        for factor in range(problem.factor_count)
    ]


# Axes chosen greedily: the lists that most of the data is sharded by come first.

PASS_THROUGH, REDUCTION, PERMUTATION, NEED_REPLICATION = 3, 2, 1, 0
"""The kinds of factors by the order of preference."""


class FactorCandidate:
    """A list of axes for a factor.

    `weight` is the number of elements that are sharded so already, `gain` the number of further pieces.
    """

    __slots__ = ("axes", "factor", "gain", "weight")

    def __init__(self, factor: int, axes: Spans, weight: int) -> None:
        self.factor = factor
        self.axes = axes
        self.weight = weight
        self.gain = sharded_size(axes)


def greedy_axes(problem: ReshardProblem) -> FactorAxes:
    """Returns common axes for each factor, none where another factor has got them.

    A factor after another one in a dimension gets axes once that one is sharded completely.
    """
    kinds, sizes = factor_kinds(problem), problem.factor_sizes
    names = problem.mesh_axes.names

    def rank(candidate: FactorCandidate) -> tuple[int, int, int, int, int, list[tuple[str, int, int]]]:
        factor, axes = candidate.factor, candidate.axes
        named = [(names[number], start, stop) for number, start, stop in axes]
        return candidate.weight, kinds[factor], candidate.gain, factor, len(axes), named

    assigned: FactorAxes = [()] * len(sizes)
    dependencies = factor_dependencies(problem)
    candidates = all_candidates(problem)
    while valid := [candidate for candidate in candidates if not dependencies[candidate.factor]]:
        best = max(valid, key=rank)
        factor = best.factor
        assigned[factor] = best.axes
        if sharded_size(best.axes) == sizes[factor]:
            for others in dependencies:
                others.discard(factor)
        candidates = [other for other in candidates if _remains(other, factor, best.axes, assigned)]
    if problem.rule.need_replication:
        hand_over(problem, assigned)
    return assigned


def all_candidates(problem: ReshardProblem) -> list[FactorCandidate]:
    """Returns the axes of each factor of each tensor, and all that these begin with."""
    lists: dict[int, list[tuple[Spans, int]]] = {}
    for projection, count in zip(problem.projections, problem.element_counts, strict=True):
        for factor, axes in projection.axes.items():
            if axes:
                lists.setdefault(factor, []).append((axes, count))
    candidates = []
    for factor, of_tensors in lists.items():
        prefixes = {axes[:length] for axes, _ in of_tensors for length in range(1, len(axes) + 1)}
        for prefix in prefixes:
            weight = sum([count for axes, count in of_tensors if prefix == axes or is_strict_prefix(prefix, axes)])
            candidates.append(FactorCandidate(factor, prefix, weight))
    return candidates


def _remains(candidate: FactorCandidate, factor: int, axes: Spans, assigned: FactorAxes) -> bool:
    """Whether a candidate is still one when `factor` has got `axes`; what it is for is brought up to date."""
    if candidate.factor == factor:
        candidate.gain = sharded_size(candidate.axes) // sharded_size(axes)
        return is_strict_prefix(axes, candidate.axes)
    left = until_overlap(candidate.axes, axes)
    if left == candidate.axes:
        candidate.gain = sharded_size(left)
        return True
    already = assigned[candidate.factor]
    candidate.axes = left
    candidate.gain = sharded_size(left) // sharded_size(already)
    return left != already


def factor_kinds(problem: ReshardProblem) -> list[int]:
    """Returns the kind of each factor."""
    kinds = [PASS_THROUGH] * len(problem.factor_sizes)
    for factors, kind in (
        (problem.rule.reduction, REDUCTION),
        (problem.rule.permutation, PERMUTATION),
        (problem.rule.need_replication, NEED_REPLICATION),
    ):
        for factor in factors:
            kinds[factor] = kind
    return kinds


def factor_dependencies(problem: ReshardProblem) -> list[set[int]]:
    """Returns for each factor those that come right before it in a dimension."""
    dependencies: list[set[int]] = [set() for _ in problem.factor_sizes]
    for mapping in problem.mappings:
        for dimension in mapping.dimensions:
            for before, after in zip(dimension.factors, dimension.factors[1:], strict=False):
                dependencies[after].add(before)
    return dependencies


def hand_over(problem: ReshardProblem, assigned: FactorAxes) -> None:
    """Takes the axes away from factors that need replication, and shards batching factors by those that divide them."""
    batching = [
        factor
        for factor, kind in enumerate(factor_kinds(problem))
        if kind == PASS_THROUGH and problem.is_in_all_tensors(factor)
    ]
    for factor in problem.rule.need_replication:
        axes, assigned[factor] = assigned[factor], ()
        if problem.is_in_all_tensors(factor):
            for target in batching:
                axes = _fill(problem, assigned, target, axes)


def _fill(problem: ReshardProblem, assigned: FactorAxes, factor: int, axes: Spans) -> Spans:
    """Shards `factor` by leading `axes` as far as they divide what is left of it, and returns the other axes."""
    size, present = problem.factor_sizes[factor], sharded_size(assigned[factor])
    if size == 0 or size % present:
        return axes
    capacity = size // present
    for index, axis in enumerate(axes):
        axis_size = axis[2] // axis[1]
        if capacity % axis_size:
            return axes[index:]
        assigned[factor] = append_merging(assigned[factor], (axis,))
        capacity //= axis_size
    return ()


# The one reshard of a dot product that is inserted without the full version: it makes an all-reduce a reduce-
# scatter.

LHS, RHS, RESULT = 0, 1, 2


def dot_update(problem: ReshardProblem) -> tuple[int, Spans] | None:
    """Returns the factor of the result to be sharded otherwise, and by which axes; None if nothing is to be done."""
    lhs, rhs, result = [projection.axes for projection in problem.projections]
    lhs_count, rhs_count, result_count = problem.element_counts
    reduction: Spans = ()
    of_one_operand: Spans = ()
    differing: tuple[int, Spans] | None = None
    for factor in range(problem.factor_count):
        if factor in lhs and factor in rhs:
            axes = lhs[factor]
            if axes != rhs[factor]:
                return None
            if factor in problem.rule.reduction:
                reduction += axes
                continue
            count = max(lhs_count, rhs_count)
        elif factor in lhs or factor in rhs:
            axes, count = (lhs[factor], lhs_count) if factor in lhs else (rhs[factor], rhs_count)
            if any_overlap(axes, of_one_operand):
                return None
            of_one_operand += axes
        else:
            continue
        if axes != result.get(factor):
            if not axes or differing is not None or result_count > count:
                return None
            differing = factor, axes
    if differing is None:
        return None
    of_result = result.get(differing[0])
    return differing if of_result and of_result == reduction else None


# The common axes of a reshape whose dimensions cannot be divided by their axes: those that both shapes can take.


def reshape_axes(problem: ReshardProblem) -> FactorAxes:
    """Returns the common axes: those of the side with more axes, handed out to the factors of each side anew."""
    operand, result = problem.projections
    preferred = operand if total_size(operand) >= total_size(result) else result
    sizes = problem.factor_sizes
    queue: Spans = ()
    for factor in range(problem.factor_count):
        queue += (*preferred.axes.get(factor, ()), *preferred.overflow.get(factor, ()))
    sides = []
    for index, (projection, mapping) in enumerate(zip(problem.projections, problem.mappings, strict=True)):
        sharding = problem.tensors.unprojected(index, handed_out(queue, projection, mapping, sizes))
        sides.append(project(sharding, mapping, sizes, problem.tensors.mesh).axes)
    first, second = sides
    return [
        common_prefix(first[factor], second[factor])
        if factor in first and factor in second
        else first.get(factor) or second.get(factor, ())
        for factor in range(problem.factor_count)
    ]


def handed_out(queue: Spans, projection: Projection, mapping: TensorMapping, sizes: tuple[int, ...]) -> Projection:
    """Returns the projection with the axes of `queue`, in this order, wherever a factor can be divided by them.

    What no factor can be divided by overflows the last one.
    """
    factors = [factor for factor in factors_of(mapping) if factor in projection.axes]
    axes: dict[int, Spans] = dict.fromkeys(projection.axes, ())
    capacities = {factor: sizes[factor] for factor in factors}
    remaining = list(reversed(queue))
    while remaining and _use_one(remaining, factors, axes, capacities):
        pass
    overflow = {factors[-1]: merged(reversed(remaining))} if remaining and factors else NO_OVERFLOW
    return projection._replace(axes=axes, overflow=overflow)


def _use_one(
    remaining: list[tuple[int, int, int]], factors: list[int], axes: dict[int, Spans], capacities: dict[int, int]
) -> bool:
    """Goes through the factors with the next axis, until it is used up; returns whether any factor took a part."""
    has_used = False
    for factor in factors:
        number, start, stop = remaining[-1]
        size = stop // start
        common = gcd(capacities[factor], size)
        if capacities[factor] <= 1 or (common == 1 and size != 1):
            continue
        has_used = True
        remaining.pop()
        axes[factor] = append_merging(axes[factor], ((number, start, start * common),))
        capacities[factor] //= common
        if size == common:
            return True
        remaining.append((number, start * common, stop))
    return has_used
