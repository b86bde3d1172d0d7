"""The aggressive strategy: each tensor is sharded as far as it can be; of conflicting factors the larger one wins."""

from __future__ import annotations

from sdyopt.passes.propagation.solve.axis_spans import (
    AxisSpan,
    Spans,
    is_strict_prefix,
    sharded_size,
)
from sdyopt.passes.propagation.solve.compatible_axes import FactorAxes, compatible_major_axes
from sdyopt.passes.propagation.solve.conflicts import prefix_across_factors, prefix_within_factor
from sdyopt.passes.propagation.solve.problem import PropagationProblem
from sdyopt.passes.propagation.solve.projection import Projection
from sdyopt.passes.propagation.solve.truncation import truncated


def propagate_aggressive(problem: PropagationProblem) -> list[FactorAxes]:
    """Returns the axes of the factors of each tensor after one propagation.

    The results are updated first, so that operands take their new axes into account. A tensor that did not change
    keeps the same object.
    """
    tensors: list[FactorAxes] = [projection.axes for projection in problem.projections]
    operand_count = problem.operand_count
    compatible: dict[int, Spans] = {}
    for factor, direction in enumerate(problem.directions):
        axes = compatible_major_axes(factor, tensors, operand_count, direction)
        if axes:
            compatible[factor] = axes
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
        _size(projection, problem.factor_sizes) if compatible.keys() & projection.axes.keys() else 0
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


def _size(projection: Projection, factor_sizes: tuple[int, ...]) -> int:
    """Returns the number of elements of a tensor, as far as its factors make it up."""
    size = 1
    for factor in projection.axes:
        size *= factor_sizes[factor]
    return size


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
            of_result = result.get(factor)
            if of_result is not None and is_strict_prefix(of_result, axes):
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
