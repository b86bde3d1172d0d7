"""Remarks of the insertion of explicit reshards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD
from sdyopt.dialects.sdy.shardings.spans import Spans, any_overlap, is_strict_prefix
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.ir.attribute import checked
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.passes.explicit_reshards.common_axes import FactorAxes, ReshardProblem, axes_of_factors
from sdyopt.rewriting.reshards import ReshardStep

# The choice of common axes in numbers: what each list of axes that a factor could have had would have cost.


def axes_chosen(op: Operation, problem: ReshardProblem) -> Iterator[Explanation]:
    """The tensors of an operation disagree along factors, each of which gets one list of axes.

    The explanation counts for each possible list the elements that have it already, and those that change. With more
    axes after these ones a tensor counts in both. The choice is by the first number.
    """
    axes, refs = axes_of_factors(problem), problem.mesh_axes.refs
    for factor in range(problem.factor_count):
        tensors = [
            (projection.axes[factor] + projection.overflow.get(factor, ()), count)
            for projection, count in zip(problem.projections, problem.element_counts, strict=True)
            if factor in projection.axes
        ]
        if all(present == axes[factor] for present, _ in tensors):
            continue
        (chosen, kept, moved), *others = [
            (
                candidate,
                sum([count for present, count in tensors if begins_with(present, candidate)]),
                sum([count for present, count in tensors if present != candidate]),
            )
            for candidate in candidates(axes[factor], [present for present, _ in tensors])
        ]
        alternatives = []
        for candidate, own_kept, own_moved in sorted(others, key=lambda other: (-other[1], other[2])):
            cost = f"along {axes_text(refs(candidate))} it would be {own_kept} and {own_moved}"
            taken_by = _taken_by(candidate, factor, axes, problem)
            if factor in problem.rule.need_replication and candidate:
                cost += ", but no axes are allowed"
            elif taken_by is not None:
                cost += f", but {taken_by} has such axes"
            alternatives.append(cost)
        listed = "; ".join(alternatives).replace("{", "{{").replace("}", "}}")
        text = "{dimensions} sharded along {axes}: {kept} of {total} elements are so already, {moved} are resharded; "
        yield explained(
            "axes-chosen",
            text + listed,
            op,
            dimensions=list(places_of(factor, problem)),
            axes=axes_text(refs(chosen)),
            kept=kept,
            total=sum([count for _, count in tensors]),
            moved=moved,
            alternatives=alternatives,
        )


def candidates(chosen: Spans, present: Sequence[Spans]) -> list[Spans]:
    """Returns the chosen axes and then those that tensors have, or that these begin with."""
    prefixes = [axes[:length] for axes in present for length in range(len(axes), 0, -1)]
    return list(dict.fromkeys([chosen, *prefixes, *[axes for axes in present if not axes]]))


def begins_with(axes: Spans, prefix: Spans) -> bool:
    """Whether `axes` begin with `prefix`; with an empty one only empty ones do."""
    return axes == prefix or bool(prefix and is_strict_prefix(prefix, axes))


def places_of(factor: int, problem: ReshardProblem) -> Iterator[str]:
    """Yields the dimensions of operands and results that have a factor."""
    rule = problem.rule
    for what, mappings in (("operand", rule.operand_mappings), ("result", rule.result_mappings)):
        for number, mapping in enumerate(mappings):
            for dimension, factors in enumerate(mapping.dimensions):
                if factor in factors.factors:
                    yield f"dimension {dimension} of {what} {number}"


def _taken_by(candidate: Spans, factor: int, axes: FactorAxes, problem: ReshardProblem) -> str | None:
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


def resharded(has: Sharding | None) -> str:
    """Returns the part of a text that says from which sharding a value is resharded."""
    if has is None:
        return "{value}, which has no sharding, resharded to {sharding}"
    return "{value} resharded from {has} to {sharding}"
