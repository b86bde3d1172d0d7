"""What the insertion of explicit reshards reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import (
    MAX,
    MIN,
    SUM,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    OpShardingRule,
    Sharding,
)
from sdyopt.dialects.sdy.ops import ALL_REDUCE, REPLICATED_TO_UNREDUCED, RESHARD, SHARDED_TO_UNREDUCED
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.shardings.spans import (
    Spans,
    any_overlap,
    is_strict_prefix,
    rest_behind,
    sorted_and_merged,
    without_axes,
)
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.passes.explicit_reshards.common_axes import (
    RESULT,
    FactorAxes,
    ReshardProblem,
    axes_of,
    common_axes,
    dot_update,
    reshape_axes,
)
from sdyopt.rewriting.reshards import ReshardStep
from sdyopt.sharding.projections import (
    NO_OVERFLOW,
    FactorTensors,
    MeshAxes,
    NamedMesh,
    Projection,
    all_factor_sizes,
    common_mesh,
    is_sharded,
    project,
)
from sdyopt.sharding.uses import are_equivalent, fully_closed


def operation_mesh(shardings: Iterable[tuple[Sharding, Mesh]]) -> NamedMesh | None:
    """Returns the mesh of an operation's tensors: the one that most sharded tensors are on, else `common_mesh`."""
    present = tuple(shardings)
    common = common_mesh(present)
    if common is None:
        return None
    counts: dict[SymbolRefAttr | Mesh, int] = {}
    favourite: NamedMesh | None = None
    for sharding, mesh in present:
        name = sharding.mesh
        if is_sharded(sharding):
            counts[name] = counts.get(name, 0) + 1
            if favourite is None or counts[name] > counts[favourite[0]]:
                favourite = name, mesh
    return favourite or common


# How an operation's tensors are to be resharded, as a pure function of interned values that is computed once.


class ReshardQuestion(NamedTuple):
    """What depends on which tensors of an operation are resharded.

    `shardings` are those of the operands, then of the results, in the order of the mappings of `rule`; new ones are on
    `mesh`, by the name `mesh_name`. `stored` are the same, but where a sharding is read after a propagation barrier,
    that of the barrier. `elsewhere` are the tensors that are on other devices than those of `mesh`. `unreduced` are the
    unreduced axes of the first result.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    stored: tuple[Sharding | None, ...]
    element_counts: tuple[int, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh
    elsewhere: frozenset[int]
    unreduced: tuple[AxisRef, ...]
    is_reshape: bool

    @property
    def tensors(self) -> FactorTensors:
        """The tensors with the shardings that are seen."""
        return FactorTensors(self.rule, self.shardings, self.mesh, self.mesh_name)


class ReshardSolution(NamedTuple):
    """The shardings that an operation is to be computed with.

    `updates` has those that tensors do not have yet, by the index of the tensor, operands first. The results are
    partial sums along `reduction_axes`.
    """

    updates: tuple[tuple[int, Sharding], ...]
    reduction_axes: tuple[AxisRef, ...]


NO_CHANGE = ReshardSolution((), ())


class IncompatibleReductionError(ValueError):
    """The result has unreduced axes, and the tensors disagree along a factor that is reduced."""

    def __init__(self) -> None:
        super().__init__(
            "the result has unreduced axes while the operand has incompatible sharding along reduction factors."
        )


@remembered
def solve(question: ReshardQuestion) -> ReshardSolution:
    """Returns the shardings that fit the rule of an operation in all its tensors."""
    problem = problem_of(question)
    projections = problem.projections
    axes, changed = axes_and_changes(question, problem)
    updates = []
    for index, projection in enumerate(projections):
        if changed is None:
            new = question.tensors.unprojected(index, _with_axes(projection, axes))
            is_changed = not are_equivalent(new, question.stored[index])
        else:
            is_changed = index in changed
        if is_changed or index in question.elsewhere:
            updates.append((index, question.tensors.unprojected(index, _with_axes(projection, axes))))
    return ReshardSolution(tuple(updates), reduction_axes(question, axes))


def axes_and_changes(question: ReshardQuestion, problem: ReshardProblem) -> tuple[FactorAxes, set[int] | None]:
    """Returns the common axes, and the tensors that are sharded otherwise; None if that shows in their shardings."""
    projections = problem.projections
    if question.is_reshape and any(projection.overflow for projection in projections):
        return reshape_axes(problem, lambda index, projection: _project_again(question, index, projection)), None
    axes = common_axes(problem)
    return axes, {index for index, projection in enumerate(projections) if _differs(projection, axes)}


@remembered
def solve_dot(question: ReshardQuestion) -> ReshardSolution:
    """Returns what to do with a dot product unless all operations are to fit their rules."""
    problem = problem_of(question)
    update = dot_update(problem)
    if update is None:
        return NO_CHANGE
    factor, axes = update
    projection = problem.projections[RESULT]
    updated = projection._replace(axes={**projection.axes, factor: axes})
    return ReshardSolution(((RESULT, question.tensors.unprojected(RESULT, updated)),), ())


@remembered
def solve_reduction(question: ReshardQuestion) -> ReshardSolution:
    """Returns along which axes the results are partial sums, as the shardings are.

    Raises IncompatibleReductionError if tensors disagree.
    """
    projections = problem_of(question).projections
    axes: FactorAxes = []
    for factor in range(len(question.rule.factor_sizes)):
        of_tensors = {projection.axes[factor] for projection in projections if factor in projection.axes}
        if factor in question.rule.reduction and len(of_tensors) > 1:
            raise IncompatibleReductionError
        axes.append(of_tensors.pop() if of_tensors else ())
    return ReshardSolution((), reduction_axes(question, axes))


def problem_of(question: ReshardQuestion) -> ReshardProblem:
    """Returns the projections of the tensors, and what else the common axes depend on."""
    projections, names = question.tensors.projections(), MeshAxes.of(question.mesh).names
    return ReshardProblem(question.rule, projections, question.element_counts, names)


def _differs(projection: Projection, axes: FactorAxes) -> bool:
    """Whether a tensor is sharded otherwise than by the common axes."""
    return bool(projection.overflow) or any(
        axes[factor] != present for factor, present in projection.axes.items() if factor < len(axes)
    )


def _with_axes(projection: Projection, axes: FactorAxes) -> Projection:
    common = {factor: axes[factor] for factor in projection.axes if factor < len(axes)}
    return projection._replace(axes={**projection.axes, **common}, overflow=NO_OVERFLOW)


def _project_again(question: ReshardQuestion, index: int, projection: Projection) -> Projection:
    tensors = question.tensors
    sizes = all_factor_sizes(question.rule)
    return project(tensors.unprojected(index, projection), tensors.mappings[index], sizes, question.mesh)


def reduction_axes(question: ReshardQuestion, axes: FactorAxes) -> tuple[AxisRef, ...]:
    """Returns the axes of the reduction factors, without those that the result is unreduced along, in mesh order."""
    mesh_axes = MeshAxes.of(question.mesh)
    spans = without_axes(axes_of(question.rule.reduction, axes), mesh_axes.spans(question.unreduced))
    return mesh_axes.refs(sorted_and_merged(spans))


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


# How a value comes to the sharding that a use of it needs, step by step.


class UseTarget(NamedTuple):
    """The sharding that a use needs, and its mesh."""

    sharding: Sharding
    mesh: Mesh


class UnreducedAxesError(ValueError):
    """Unreduced axes change in a way that no operation expresses."""


@remembered
def all_reduce(source: UseTarget, target: UseTarget | None) -> ReshardStep | None:
    """Returns the step that reduces the unreduced axes of `source` that `target` does not have.

    Raises UnreducedAxesError if they are on different meshes.
    """
    sharding = source.sharding
    if not sharding.unreduced:
        return None
    axes = MeshAxes.of(source.mesh)
    unreduced = axes.spans(sharding.unreduced)
    reduced = unreduced
    if target is not None:
        if target.mesh is not source.mesh:
            raise UnreducedAxesError("source and user shardings have different meshes for unreduced axes.")
        reduced = without_axes(unreduced, axes.spans(target.sharding.unreduced))
    if not reduced:
        return None
    left = sharding.replace(unreduced=axes.refs(without_axes(unreduced, reduced)))
    return ReshardStep(ALL_REDUCE, ("reduction_axes", AxisRefList(axes.refs(reduced))), left)


@remembered
def to_unreduced(source: UseTarget, target: UseTarget) -> tuple[ReshardStep, ...]:
    """Returns the steps to a target with unreduced axes that `source` does not have; () if it has none.

    Raises UnreducedAxesError if they are on different meshes, or if `source` has other unreduced axes.
    """
    before, after = source.sharding, target.sharding
    if not after.unreduced:
        return ()
    if source.mesh is not target.mesh:
        raise UnreducedAxesError(
            "Input and output shardings have different meshes. The result has non-empty unreduced axes."
        )
    axes = MeshAxes.of(source.mesh)
    present, wanted = axes.spans(before.unreduced), axes.spans(after.unreduced)
    added = without_axes(wanted, present)
    if not added:
        return ()
    if without_axes(present, wanted):
        raise UnreducedAxesError("Both input and output have unreduced axes that does not appear in the other.")
    dimensions: list[DimensionSharding] = []
    taken: list[Spans] = []
    needs_reshard = False
    for old, new in zip(before.dimensions, after.dimensions, strict=False):  # A branch may pass values of other ranks.
        beyond: Spans = ()
        if old.axes != new.axes:
            rest = rest_behind(axes.spans(new.axes), axes.spans(old.axes))
            if rest is None or without_axes(rest, added):
                needs_reshard = True
            else:
                beyond = rest
        dimensions.append(old if beyond else new)
        taken.append(beyond)
    steps = []
    between = tuple(dimensions)
    if needs_reshard:
        steps.append(ReshardStep(RESHARD, None, before.replace(dimensions=between)))
    replicated = without_axes(added, tuple([axis for beyond in taken for axis in beyond]))
    if replicated:
        unreduced = axes.refs(sorted_and_merged((*present, *replicated)))
        all_dimensions = between + after.dimensions[len(between) :]
        sharding = after.replace(mesh=before.mesh, dimensions=all_dimensions, unreduced=unreduced)
        steps.append(ReshardStep(REPLICATED_TO_UNREDUCED, ("axes", AxisRefList(axes.refs(replicated))), sharding))
    if any(taken):
        lists = AxisRefLists(tuple([AxisRefList(axes.refs(beyond)) for beyond in taken]))
        steps.append(ReshardStep(SHARDED_TO_UNREDUCED, ("axes", lists), after))
    return tuple(steps)


@remembered
def steps_to(source: UseTarget | None, target: UseTarget | None, with_reshard: bool) -> tuple[ReshardStep, ...]:
    """Returns all steps from one sharding, or none, to another; the last one, a reshard, only `with_reshard`.

    Raises UnreducedAxesError if unreduced axes differ in a way that no operation expresses.
    """
    steps: list[ReshardStep] = []
    if source is not None:
        reduction = all_reduce(source, target)
        if reduction is not None:
            steps.append(reduction)
            source = source._replace(sharding=reduction.sharding)
        if target is not None:
            steps += to_unreduced(source, target)
    if with_reshard:
        before = steps[-1].sharding if steps else None if source is None else source.sharding
        after = None if target is None else target.sharding
        if before is not None and after is None:
            after = fully_closed(before)
        if after is not None and not are_equivalent(after, before):
            steps.append(ReshardStep(RESHARD, None, after))
    return tuple(steps)


_REDUCED = {SUM: "summed", MAX: "reduced to the maximum", MIN: "reduced to the minimum"}
"""What an all-reduce does to a value, by its operator."""


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
            reduced_by = _REDUCED[sharding.reduction_op]
            text = f"{{value}} {reduced_by} along {{axes}}: {{user}} does not keep these axes unreduced"
            reduced = cast(AxisRefList, axes[1]).axes
            self.report(remarks, "use-reduced", text, self.user, axes=reduced)
        elif definition is RESHARD:
            text = f"{resharded(self.has)} for {{user}}"
            value, has, user = self.value, self.has, self.user
            remarks.tell("use-resharded", text, user, value=value, has=has, sharding=sharding, user=user)
        else:
            text = "{value} becomes {sharding} for {user}"
            self.report(remarks, "use-unreduced", text, self.user, sharding=sharding)


def axes_chosen(op: Operation, question: ReshardQuestion) -> Iterator[Explanation]:
    """The tensors of an operation disagree along factors, each of which gets one list of axes."""
    for choice in choices(question):
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
    if candidate.taken_by is not None:
        return f"{text}, but {candidate.taken_by} has such axes"
    return text


def operand_resharded(op: Operation, operand: Value, has: Sharding | None, sharding: Sharding) -> Explanation:
    """An operand is resharded so that all tensors of an operation fit together."""
    text = f"operand {resharded(has)} to fit the other tensors"
    return explained("operand-resharded", text, op, value=operand, has=has, sharding=sharding)


def result_resharded(result: Value, computed: Sharding, sharding: Sharding) -> Explanation:
    """A result is computed with another sharding than it had, to which it is resharded."""
    text = "{value} computed as {computed} to fit the other tensors, and resharded to {sharding}"
    return explained("result-resharded", text, result, value=result, computed=computed, sharding=sharding)


def result_reduced(result: Value, axes: AxisRefList, question: ReshardQuestion) -> Explanation:
    """A result is a partial sum on each device, and is summed."""
    sharding = sharding_of(result)
    text = (
        f"{{value}} {_REDUCED[SUM if sharding is None else sharding.reduction_op]} along "
        "{axes}: dimensions that are reduced are sharded along these axes; "
        "otherwise operands of {operands} elements would be resharded"
    )
    operands = sharded_operand_elements(question)
    return explained("result-reduced", text, result, value=result, axes=axes.axes, operands=operands)


def reshard_replaced(op: Operation, sharding: Sharding) -> Explanation:
    """A reshard that makes axes unreduced is replaced by operations that do so."""
    text = "reshard to {sharding} replaced by what makes axes unreduced"
    return explained("reshard-replaced", text, op, sharding=sharding)


def moved_to_device(op: Operation, operand: Value, has: Sharding | None, sharding: Sharding) -> Explanation:
    """An operand is resharded to the single device that an operation is on."""
    text = f"operand {resharded(has)}, a single device, for {{user}}"
    value, user = operand, op
    return explained("moved-to-device", text, op, value=value, has=has, sharding=sharding, user=user)


def moved_from_device(result: Value, place: Sharding, sharding: Sharding) -> Explanation:
    """A result is computed on a single device, and resharded for its uses."""
    text = "{value} computed as {place}, on a single device, and resharded to {sharding}"
    value = result
    return explained("moved-from-device", text, value, value=value, place=place, sharding=sharding)


def resharded(has: Sharding | None) -> str:
    """Returns the part of a text that says from which sharding a value is resharded."""
    if has is None:
        return "{value}, which has no sharding, resharded to {sharding}"
    return "{value} resharded from {has} to {sharding}"
