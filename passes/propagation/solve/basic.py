"""The basic strategy: a factor is sharded by the same axes in all tensors, those that none of them conflicts with."""

from __future__ import annotations

from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, Spans, is_strict_prefix
from sdyopt.passes.propagation.solve.compatible_axes import FactorAxes, compatible_major_axes
from sdyopt.passes.propagation.solve.conflicts import prefix_across_factors, prefix_within_factor
from sdyopt.passes.propagation.solve.problem import PropagationProblem
from sdyopt.passes.propagation.solve.projection import Projection
from sdyopt.passes.propagation.solve.truncation import truncated


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
