"""Remarks of the insertion of explicit reshards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRef, AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.dialects.sdy.shardings.spans import Spans, any_overlap, is_strict_prefix
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.ir.attribute import checked
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.passes.explicit_reshards.common_axes import FactorAxes, ReshardProblem, axes_of_factors
from sdyopt.rewriting.reshards import ReshardStep

# The choice of common axes in numbers: what each list of axes that a factor could have had would have cost.


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


def choices(problem: ReshardProblem) -> Iterator[Choice]:
    """Yields the choice for each factor along which tensors are resharded."""
    axes, refs = axes_of_factors(problem), problem.mesh_axes.refs
    for factor in range(problem.factor_count):
        tensors = [
            (projection.axes[factor] + projection.overflow.get(factor, ()), count)
            for projection, count in zip(problem.projections, problem.element_counts, strict=True)
            if factor in projection.axes
        ]
        if all(present == axes[factor] for present, _ in tensors):
            continue
        chosen, *others = [
            Candidate(
                refs(candidate),
                sum([count for present, count in tensors if begins_with(present, candidate)]),
                sum([count for present, count in tensors if present != candidate]),
                _taken_by(candidate, factor, axes, problem),
            )
            for candidate in candidates(axes[factor], [present for present, _ in tensors])
        ]
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


def sharded_operand_elements(problem: ReshardProblem) -> int:
    """Returns the number of elements of operands that are sharded along factors that are reduced."""
    operands = problem.projections[: len(problem.rule.operand_mappings)]
    return sum(
        [
            count
            for projection, count in zip(operands, problem.element_counts, strict=False)
            if any(projection.axes.get(factor) for factor in problem.rule.reduction)
        ]
    )


REDUCED = {SUM: "summed", MAX: "reduced to the maximum", MIN: "reduced to the minimum"}
"""The effect of an all-reduce on a value, by its operator."""


class UseChanged(Decision):
    """A step is inserted in front of the use of `value` by `user`."""

    user: Operation
    value: Value
    has: Sharding | None
    step: ReshardStep

    def explain(self, remarks: Remarks) -> None:
        definition, axes, sharding = self.step
        if definition is ALL_REDUCE:
            assert axes is not None
            reduced_by = REDUCED[sharding.reduction_op]
            text = f"{{value}} {reduced_by} along {{axes}}: {{user}} does not keep these axes unreduced"
            self.report(remarks, "use-reduced", text, self.user, axes=checked(AxisRefList, axes[1]).axes)
        elif definition is RESHARD:
            text = f"{resharded(self.has)} for {{user}}"
            value, has, user = self.value, self.has, self.user
            remarks.tell("use-resharded", text, user, value=value, has=has, sharding=sharding, user=user)
        else:
            text = "{value} becomes {sharding} for {user}"
            self.report(remarks, "use-unreduced", text, self.user, sharding=sharding)


def axes_chosen(op: Operation, problem: ReshardProblem) -> Iterator[Explanation]:
    """The tensors of an operation disagree along factors, each of which gets one list of axes."""
    for choice in choices(problem):
        chosen = choice.chosen
        alternatives = [alternative_text(each, choice) for each in choice.alternatives]
        listed = "; ".join(alternatives).replace("{", "{{").replace("}", "}}")
        text = "{dimensions} sharded along {axes}: {kept} of {total} elements are so already, {moved} are resharded; "
        yield explained(
            "axes-chosen",
            text + listed,
            op,
            dimensions=[str(place) for place in choice.places],
            axes=axes_text(chosen.axes),
            kept=chosen.kept,
            total=choice.total,
            moved=chosen.moved,
            alternatives=alternatives,
        )


def alternative_text(candidate: Candidate, choice: Choice) -> str:
    """Returns what axes that were not chosen would have cost, and why they could not be chosen, if so."""
    text = f"along {axes_text(candidate.axes)} it would be {candidate.kept} and {candidate.moved}"
    if choice.must_be_replicated and candidate.axes:
        return f"{text}, but no axes are allowed"
    return f"{text}, but {candidate.taken_by} has such axes" if candidate.taken_by is not None else text


def resharded(has: Sharding | None) -> str:
    """Returns the part of a text that says from which sharding a value is resharded."""
    if has is None:
        return "{value}, which has no sharding, resharded to {sharding}"
    return "{value} resharded from {has} to {sharding}"
