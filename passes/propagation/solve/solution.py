"""One propagation over an operation, as a pure function of interned values that is computed once for the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from math import gcd, prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.shardings.spans import (
    AxisSpan,
    Spans,
    can_merge,
    contains,
    is_axis_prefix,
    is_strict_prefix,
    prefix_without_overlaps,
    sharded_size,
)
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.projections import Direction, Directions, MeshAxes, Projection, project, unproject

# What one propagation over an operation depends on, in the form that the strategies take.


class PropagationProblem(NamedTuple):
    """The tensors of an operation, operands first, and how their factors may be propagated."""

    projections: tuple[Projection, ...]
    operand_count: int
    factor_sizes: tuple[int, ...]
    directions: Directions
    is_elementwise: bool
    whole_sizes: tuple[int, ...] | None
    """The sizes of the axes of the mesh if sub-axes are not propagated; else None."""


# Cutting lists of axes short at the first one that a tensor cannot take as it is.

Limit = Callable[[AxisSpan, int], AxisSpan | None]
"""Returns the prefix of an axis that may shard a factor after axes of a size, None if it may not at all."""


def truncated(axes: Spans, limit: Limit, whole_sizes: tuple[int, ...] | None) -> Spans:
    """Returns `axes` up to the first one that `limit` shortens, which is the last, or rejects.

    With `whole_sizes`, the sizes of all axes of the mesh, axes end before the first sub-axis as well.
    """
    size = 1
    for index, axis in enumerate(axes):
        found = limit(axis, size)
        if found is None or (whole_sizes is not None and not (found[1] == 1 and found[2] == whole_sizes[found[0]])):
            return axes[:index]
        if found != axis:
            return (*axes[:index], found)
        size *= axis[2] // axis[1]
    return axes


# Compatible major axes: the axes that all tensors with a factor agree on, or may be extended to.

FactorAxes = Mapping[int, Spans]
"""The axes that shard each factor of a tensor."""


def compatible_major_axes(factor: int, tensors: Sequence[FactorAxes], operand_count: int, direction: int) -> Spans:
    """Returns the longest axes for `factor` that do not conflict with the axes of any tensor, operands first.

    The tensors against the `direction` may not extend the axes.
    """
    if not direction:
        return ()
    if direction == Direction.BOTH:
        return _combined((), factor, tensors, True)[0]
    operands, results = tensors[:operand_count], tensors[operand_count:]
    sources, targets = (operands, results) if direction == Direction.FORWARD else (results, operands)
    axes, _ = _combined((), factor, sources, True)
    return _combined(axes, factor, targets, False)[0]


def _combined(axes: Spans, factor: int, tensors: Sequence[FactorAxes], may_grow: bool) -> tuple[Spans, bool]:
    for tensor in tensors:
        if (other := tensor.get(factor)) is None or other == axes:
            continue
        if not axes:
            if may_grow:
                axes = other
        elif other:
            axes, may_grow = combine(axes, other, may_grow)
    return axes, may_grow


def combine(axes: Spans, other: Spans, may_grow: bool) -> tuple[Spans, bool]:
    """Returns the axes that `axes` and `other` agree on, with what follows in the longer one, and whether to grow on.

    Without `may_grow`, nothing of `other` that goes beyond `axes` is added.
    """
    kept = 0
    for mine, theirs in zip(axes, other, strict=False):
        if mine == theirs:
            kept += 1
            continue
        if is_axis_prefix(theirs, mine):
            if len(other) > kept + 1:
                return (*axes[:kept], theirs), False
            kept += 1
            continue
        if is_axis_prefix(mine, theirs):
            if not may_grow or len(axes) > kept + 1:
                return axes[: kept + 1], False
            return (*axes[:kept], theirs, *other[kept + 1 :]), True
        return axes[:kept], False
    if len(axes) > kept:
        return axes, may_grow
    return (axes + other[kept:] if may_grow else axes), may_grow


# Conflicts: how far a tensor can be sharded by axes that come to one of its factors.


def prefix_within_factor(
    axis: AxisSpan, size_before: int, factor: int, factor_size: int, factor_axes: Spans, projection: Projection
) -> AxisSpan | None:
    """Returns the longest prefix of `axis` that can shard the `factor` of a tensor after axes of `size_before`.

    `factor_axes` shard the factor now. The replicated and unreduced axes of the tensor are in the way, and so is a
    factor that is closed, overflows, or cannot be divided further.
    """
    found = prefix_without_overlaps(axis, projection.replicated)
    if found is not None:
        found = prefix_without_overlaps(found, projection.unreduced)
    if found is None:
        return None
    for present in factor_axes:
        if contains(present, found):
            return found
    if factor not in projection.closed and factor not in projection.overflow:
        if factor in projection.minor_most:
            return found
        if factor_size % size_before == 0:
            number, start, stop = found
            common = gcd(factor_size // size_before, stop // start)
            if common == stop // start:
                return found
            if common != 1:
                return number, start, start * common
    if factor_axes and is_axis_prefix(factor_axes[-1], found):
        return factor_axes[-1]
    return None


def prefix_across_factors(axis: AxisSpan, factor: int, axes: FactorAxes, projection: Projection) -> AxisSpan | None:
    """Returns the longest prefix of `axis` that shards no factor of a tensor but `factor`.

    `axes` shard the factors now; axes that overflow other factors are in the way as well.
    """
    found: AxisSpan | None = axis
    number = axis[0]
    overflow = projection.overflow
    for other, other_axes in axes.items():
        if other == factor:
            continue
        if overflow and other in overflow:
            found = prefix_without_overlaps(found, overflow[other])  # type: ignore[arg-type]
            if found is None:
                return None
        for removed in other_axes:
            if removed[0] == number:
                found = prefix_without_overlaps(found, other_axes)  # type: ignore[arg-type]
                if found is None:
                    return None
                break
    return found


# The aggressive strategy: each tensor is sharded as far as it can be; of conflicting factors the larger one wins.


def propagate_aggressive(problem: PropagationProblem) -> list[FactorAxes]:
    """Returns the axes of the factors of each tensor after one propagation.

    The results are updated first, so that operands take their new axes into account. A tensor that did not change
    keeps the same object.
    """
    tensors: list[FactorAxes] = [projection.axes for projection in problem.projections]
    operand_count = problem.operand_count
    compatible = {
        factor: axes
        for factor, direction in enumerate(problem.directions)
        if (axes := compatible_major_axes(factor, tensors, operand_count, direction))
    }
    if not compatible:
        return tensors
    order = list(compatible) if len(compatible) == 1 else preferred_order(problem, compatible)
    for index in (*range(operand_count, len(tensors)), *range(operand_count)):
        results = tensors[operand_count:] if problem.is_elementwise and index < operand_count else ()
        tensors[index] = _extended(tensors[index], problem.projections[index], compatible, order, results, problem)
    return tensors


def preferred_order(problem: PropagationProblem, compatible: dict[int, Spans]) -> list[int]:
    """Returns the factors, those that are propagated first in front.

    The source of a factor is the largest tensor that is sharded by all its compatible axes.
    """
    sizes = [
        prod([problem.factor_sizes[factor] for factor in projection.axes])
        if compatible.keys() & projection.axes.keys()
        else 0
        for projection in problem.projections
    ]

    def preference(factor: int) -> tuple[int, int, int, int]:
        axes = compatible[factor]
        source, largest = -1, -1
        for index, projection in enumerate(problem.projections):
            present = projection.axes.get(factor)
            if present is not None and sizes[index] > largest and (present == axes or is_strict_prefix(axes, present)):
                source, largest = index, sizes[index]
        sharded = sharded_size(axes) if problem.is_elementwise else 0
        return -largest, -sharded, source, factor

    return sorted(compatible, key=preference)


def _extended(
    present: FactorAxes,
    projection: Projection,
    compatible: dict[int, Spans],
    order: list[int],
    results: list[FactorAxes] | tuple[()],
    problem: PropagationProblem,
) -> FactorAxes:
    """Returns the axes of a tensor's factors extended by the compatible axes that do not conflict with it.

    An operand of an elementwise operation takes no axes that one of the `results` could not take.
    """
    for factor in order:
        factor_axes = present.get(factor)
        axes = compatible[factor]
        if factor_axes is None or not is_strict_prefix(factor_axes, axes):
            continue
        axes = _within_factor(axes, factor, factor_axes, projection, problem)
        if not is_strict_prefix(factor_axes, axes):
            continue
        axes = _across_factors(axes, factor, present, projection, problem)
        if not axes:
            continue
        for result in results:
            if (of_result := result.get(factor)) is not None and is_strict_prefix(of_result, axes):
                axes = of_result
        if is_strict_prefix(factor_axes, axes):
            present = {**present, factor: axes}
    return present


def _within_factor(
    axes: Spans, factor: int, factor_axes: Spans, projection: Projection, problem: PropagationProblem
) -> Spans:
    factor_size = problem.factor_sizes[factor]

    def limit(axis: AxisSpan, size_before: int) -> AxisSpan | None:
        return prefix_within_factor(axis, size_before, factor, factor_size, factor_axes, projection)

    return truncated(axes, limit, problem.whole_sizes)


def _across_factors(
    axes: Spans, factor: int, present: FactorAxes, projection: Projection, problem: PropagationProblem
) -> Spans:
    def limit(axis: AxisSpan, size_before: int) -> AxisSpan | None:
        return prefix_across_factors(axis, factor, present, projection)

    return truncated(axes, limit, problem.whole_sizes)


def propagate_basic(problem: PropagationProblem) -> list[FactorAxes]:
    """Returns the axes of the factors of each tensor after one propagation.

    Factors are propagated one after the other; a tensor that did not change keeps the same object.
    """
    tensors: list[FactorAxes] = [projection.axes for projection in problem.projections]
    for factor, direction in enumerate(problem.directions):
        axes = compatible_major_axes(factor, tensors, problem.operand_count, direction)
        for projection, present in zip(problem.projections, tensors, strict=True):
            if not axes:
                break
            axes = _without_conflicts(axes, factor, present, projection, problem)
        if not axes:
            continue
        for index, present in enumerate(tensors):
            if factor in present and is_strict_prefix(present[factor], axes):
                tensors[index] = {**present, factor: axes}
    return tensors


def _without_conflicts(
    axes: Spans, factor: int, present: FactorAxes, projection: Projection, problem: PropagationProblem
) -> Spans:
    """Returns the longest prefix of `axes` that can shard `factor` in one tensor."""
    factor_axes = present.get(factor)
    factor_size = problem.factor_sizes[factor]

    def limit(axis: AxisSpan, size_before: int) -> AxisSpan | None:
        found = prefix_across_factors(axis, factor, present, projection)
        if found is None or factor_axes is None:
            return found
        return prefix_within_factor(found, size_before, factor, factor_size, factor_axes, projection)

    return truncated(axes, limit, problem.whole_sizes)


class Strategy(StrEnum):
    """How conflicts between factors are resolved."""

    BASIC = "basic"
    AGGRESSIVE = "aggressive"


STRATEGIES: dict[Strategy, Callable[[PropagationProblem], list[FactorAxes]]] = {
    Strategy.BASIC: propagate_basic,
    Strategy.AGGRESSIVE: propagate_aggressive,
}


class PropagationQuestion(NamedTuple):
    """The inputs on which the outcome of one propagation depends.

    `shardings` are those of the operands, then of the results, in the order of the mappings of `rule`; all are on
    `mesh`, which new shardings call `mesh_name`. `directions` has an entry for each factor.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh
    directions: Directions
    is_elementwise: bool
    is_conservative: bool
    strategy: Strategy


class PropagationSolution(NamedTuple):
    """The outcome of one propagation.

    `updates` has the new shardings that differ from the old ones, by the index of the tensor, operands first.
    `problem` and `axes`, the axes of each tensor's factors afterwards, allow to explain them.
    """

    updates: tuple[tuple[int, Sharding], ...]
    problem: PropagationProblem
    axes: tuple[FactorAxes, ...]


def problem_of(question: PropagationQuestion) -> PropagationProblem:
    """Returns the projections of the tensors, and what else a strategy depends on."""
    rule, mesh, sizes = question.rule, question.mesh, question.rule.factor_sizes
    pairs = zip(question.shardings, rule.mappings, strict=True)
    return PropagationProblem(
        tuple([project(sharding, mapping, sizes, mesh) for sharding, mapping in pairs]),
        len(rule.operand_mappings),
        sizes,
        question.directions,
        question.is_elementwise,
        MeshAxes.of(mesh).sizes if question.is_conservative else None,
    )


@remembered
def solve(question: PropagationQuestion) -> PropagationSolution:
    """Propagates once over an operation."""
    problem = problem_of(question)
    axes = STRATEGIES[question.strategy](problem)
    rule, sizes = question.rule, question.rule.factor_sizes
    mappings = rule.mappings
    updates = []
    for index, (mapping, projection, new_axes) in enumerate(zip(mappings, problem.projections, axes, strict=True)):
        if new_axes is projection.axes:
            continue
        old = question.shardings[index]
        new = unproject(new_axes, projection, old, mapping, sizes, question.mesh, question.mesh_name)
        if new is not old and (old is not None or new.is_sharded):
            updates.append((index, new))
    return PropagationSolution(tuple(updates), problem, tuple(axes))


MeshName = SymbolRefAttr | Mesh


def common_mesh(shardings: Iterable[Sharding | None], meshes: Mapping[str, Mesh]) -> tuple[MeshName, Mesh] | None:
    """Returns the mesh of all `shardings` and the first name that one of them has for it.

    Empty meshes count only where there is no other. Returns None if there is no sharding, or if two are on different
    meshes.
    """
    name: MeshName | None = None
    mesh: Mesh | None = None
    for sharding in shardings:
        if sharding is None:
            continue
        other = sharding.mesh if isinstance(sharding.mesh, Mesh) else meshes[sharding.mesh.leaf]
        if mesh is None or mesh.is_empty:
            name, mesh = sharding.mesh, other
        elif other is not mesh and not other.is_empty:
            return None
    return None if mesh is None or name is None else (name, mesh)


# The second reading of a propagation: which axes came to which tensor, and from where.


class NewAxis(NamedTuple):
    """An axis that has come to the tensor `target` from the tensor `source`, both by number, operands first."""

    axis: AxisRef
    factor: int
    source: int
    target: int


@remembered
def new_axes(question: PropagationQuestion) -> tuple[NewAxis, ...]:
    """Returns the axes that a propagation adds to the factors of each tensor, with the tensors that had them before.

    Parts of one axis that come to neighbouring factors of a dimension count as one. Of several sources of an axis the
    first counts. Axes are listed even if they are lost again where the dimension is put together.
    """
    solution = solve(question)
    old = [projection.axes for projection in solution.problem.projections]
    mesh = MeshAxes.of(question.mesh)
    mappings = question.rule.mappings
    found: list[NewAxis] = []
    for target, mapping in enumerate(mappings):
        if solution.axes[target] is old[target]:
            continue
        sources: dict[AxisSpan, tuple[int, int]] = {}
        for dimension in mapping.dimensions:
            _add_new_axes(dimension.factors, old, solution.axes[target], target, sources)
        found += [NewAxis(mesh.ref(span), *found_in, target) for span, found_in in sources.items()]
    return tuple(found)


def _add_new_axes(
    factors: Sequence[int],
    old: Sequence[FactorAxes],
    new: FactorAxes,
    target: int,
    sources: dict[AxisSpan, tuple[int, int]],
) -> None:
    """Notes the factors and sources of the axes that are new in one dimension of a tensor."""
    last: AxisSpan | None = None
    for factor in factors:
        present, added = old[target].get(factor), new.get(factor)
        if present is None or added is None or present == added:
            continue
        if (source := _source(factor, added, old)) is None:
            continue
        if last is not None and can_merge(last, added[-1]):
            sources.pop(last, None)
            added = (*added[:-1], (last[0], last[1], added[-1][2]))
        last = added[-1]
        count = len(present)
        first = count - 1 if count and added[count - 1] != present[-1] else count
        for span in added[first:]:
            sources.setdefault(span, (factor, source))


def _source(factor: int, axes: Spans, tensors: Sequence[FactorAxes]) -> int | None:
    """Returns the first tensor whose factor was sharded by all `axes`."""
    for number, tensor in enumerate(tensors):
        present = tensor.get(factor)
        if present is not None and (present == axes or is_strict_prefix(axes, present)):
            return number
    return None
