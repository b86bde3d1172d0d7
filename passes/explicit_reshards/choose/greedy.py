"""Common axes chosen greedily: the lists of axes that most of the data is sharded by come first."""

from __future__ import annotations

from sdyopt.passes.explicit_reshards.choose.axis_lists import until_overlap
from sdyopt.passes.explicit_reshards.choose.problem import FactorAxes, ReshardProblem
from sdyopt.passes.propagation.solve.axis_spans import Spans, append_merging, is_strict_prefix, sharded_size

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
    names = problem.axis_names

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
