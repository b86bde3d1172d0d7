"""The choice of common axes in numbers: what each list of axes that a factor could have had would have cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.explicit_reshards.choose.axis_lists import any_overlap
from sdyopt.passes.explicit_reshards.choose.problem import FactorAxes, ReshardProblem
from sdyopt.passes.explicit_reshards.choose.solution import ReshardQuestion, axes_and_changes, problem_of
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes, Spans, is_strict_prefix


class ChosenDimension(NamedTuple):
    """A dimension of an operand or of a result."""

    dimension: int
    what: str
    number: int

    def __str__(self) -> str:
        return f"dimension {self.dimension} of {self.what} {self.number}"


class Candidate(NamedTuple):
    """Axes that a factor could have: of how many elements the tensors have them already, and of how many they change.

    With more axes after these ones a tensor counts in both. The choice is by the first number. `taken_by` is a place
    whose axes overlap these.
    """

    axes: tuple[AxisRef, ...]
    kept: int
    moved: int
    taken_by: ChosenDimension | None


class Choice(NamedTuple):
    """The axes of a factor by which not all tensors were sharded, and what else these could be, the best first.

    `places` are the dimensions that have the factor, in tensors of `total` elements. Some factors `must_be_replicated`.
    """

    places: tuple[ChosenDimension, ...]
    total: int
    chosen: Candidate
    alternatives: tuple[Candidate, ...]
    must_be_replicated: bool


def choices(question: ReshardQuestion) -> Iterator[Choice]:
    """Yields the choice for each factor along which tensors are resharded."""
    problem = problem_of(question)
    axes, _ = axes_and_changes(question, problem)
    mesh_axes = MeshAxes.of(question.mesh)
    for factor in range(problem.factor_count):
        tensors = [
            (projection.axes[factor] + projection.overflow.get(factor, ()), count)
            for projection, count in zip(problem.projections, problem.element_counts, strict=True)
            if factor in projection.axes
        ]
        if any(present != axes[factor] for present, _ in tensors):
            found = [
                Candidate(
                    mesh_axes.refs(candidate),
                    sum([count for present, count in tensors if begins_with(present, candidate)]),
                    sum([count for present, count in tensors if present != candidate]),
                    _taken_by(candidate, factor, axes, problem),
                )
                for candidate in candidates(axes[factor], [present for present, _ in tensors])
            ]
            chosen, *others = found
            others.sort(key=lambda other: (-other.kept, other.moved))
            total = sum([count for _, count in tensors])
            is_replicated = factor in problem.rule.need_replication
            yield Choice(tuple(places_of(factor, problem)), total, chosen, tuple(others), is_replicated)


def candidates(chosen: Spans, present: Sequence[Spans]) -> list[Spans]:
    """Returns the chosen axes and then those that tensors have, or that these begin with."""
    prefixes = [axes[:length] for axes in present for length in range(len(axes), 0, -1)]
    return list(dict.fromkeys([chosen, *prefixes, *[axes for axes in present if not axes]]))


def begins_with(axes: Spans, prefix: Spans) -> bool:
    """Whether `axes` begin with `prefix`; with an empty one only empty ones do."""
    return axes == prefix or bool(prefix and is_strict_prefix(prefix, axes))


def places_of(factor: int, problem: ReshardProblem) -> Iterator[ChosenDimension]:
    """Yields the dimensions that have a factor."""
    rule = problem.rule
    for what, mappings in (("operand", rule.operand_mappings), ("result", rule.result_mappings)):
        for number, mapping in enumerate(mappings):
            for dimension, factors in enumerate(mapping.dimensions):
                if factor in factors.factors:
                    yield ChosenDimension(dimension, what, number)


def _taken_by(candidate: Spans, factor: int, axes: FactorAxes, problem: ReshardProblem) -> ChosenDimension | None:
    """Returns a place of another factor that has got some of these axes."""
    for other, others in enumerate(axes):
        if other != factor and any_overlap(candidate, others):
            return next(places_of(other, problem))
    return None


def sharded_operand_elements(question: ReshardQuestion) -> int:
    """Returns the number of elements of operands that are sharded along factors that are reduced."""
    problem = problem_of(question)
    operands = problem.projections[: len(problem.rule.operand_mappings)]
    return sum(
        [
            count
            for projection, count in zip(operands, problem.element_counts, strict=False)
            if any(projection.axes.get(factor) for factor in problem.rule.reduction)
        ]
    )
