"""The common axes of a reshape whose dimensions cannot be divided by their axes: those that both shapes can take."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from sdyopt.dialects.sdy.attributes import TensorMapping
from sdyopt.passes.explicit_reshards.choose.axis_lists import common_prefix, merged
from sdyopt.passes.explicit_reshards.choose.common_axes import total_size
from sdyopt.passes.explicit_reshards.choose.problem import FactorAxes, ReshardProblem, factors_of
from sdyopt.passes.propagation.solve.axis_spans import Spans, append_merging
from sdyopt.passes.propagation.solve.projection import NO_OVERFLOW, Projection

Reprojected = Callable[[int, Projection], Projection]
"""Returns the projection of the sharding that a projection of the tensor with that number makes."""


def reshape_axes(problem: ReshardProblem, reprojected: Reprojected) -> FactorAxes:
    """Returns the common axes: those of the side with more axes, handed out to the factors of each side anew."""
    operand, result = problem.projections
    preferred = operand if total_size(operand) >= total_size(result) else result
    sizes = problem.factor_sizes
    queue: Spans = ()
    for factor in range(problem.factor_count):
        queue += (*preferred.axes.get(factor, ()), *preferred.overflow.get(factor, ()))
    sides = [
        reprojected(index, handed_out(queue, projection, mapping, sizes)).axes
        for index, (projection, mapping) in enumerate(zip(problem.projections, problem.mappings, strict=True))
    ]
    return [_in_both(sides[0].get(factor), sides[1].get(factor)) for factor in range(problem.factor_count)]


def _in_both(first: Spans | None, second: Spans | None) -> Spans:
    """Returns what both sides have of a factor; that of the only side that has it."""
    if first is None or second is None:
        return first or second or ()
    return common_prefix(first, second)


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
