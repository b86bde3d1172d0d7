"""The common axes of each factor: those by which all tensors of an operation are to be sharded along it."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.passes.explicit_reshards.choose.axis_lists import any_overlap, until_overlap
from sdyopt.passes.explicit_reshards.choose.greedy import greedy_axes
from sdyopt.passes.explicit_reshards.choose.problem import FactorAxes, ReshardProblem
from sdyopt.passes.propagation.solve.axis_spans import Spans, sharded_size
from sdyopt.passes.propagation.solve.projection import Projection


def common_axes(problem: ReshardProblem) -> FactorAxes:
    """Returns the common axes of each factor: the present ones, those of the larger tensor of two, or a compromise."""
    axes = compatible_axes(problem)
    if axes is None:
        pair = pair_of_tensors(problem)
        axes = greedy_axes(problem)[: problem.factor_count] if pair is None else preferred_axes(problem, *pair)
    return axes


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


def axes_of(factors: Sequence[int], axes: FactorAxes) -> Spans:
    """Returns the common axes of these factors as one list."""
    return tuple([axis for factor in factors for axis in axes[factor]])
