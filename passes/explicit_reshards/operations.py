"""Operations with sharding rules, and uses of values: the steps in front of them and after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from sdyopt.dialects.sdy.attributes import (
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
from sdyopt.dialects.sdy.shardings.axes import ordered, reduction_properties
from sdyopt.dialects.sdy.shardings.slots import past_barriers, rank_of, sharding_mesh, sharding_of
from sdyopt.dialects.sdy.shardings.spans import Spans, rest_behind, sorted_and_merged, without_axes
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import CONCATENATE, RESHAPE, SCATTER
from sdyopt.dialects.stablehlo.verification.reading import fail
from sdyopt.ir.attribute import Location, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpOperand, Value
from sdyopt.mlir.releases import since
from sdyopt.passes.explicit_reshards.common_axes import (
    ReshardProblem,
    ReshardSolution,
    operation_mesh,
    solve,
    solve_partly,
)
from sdyopt.passes.explicit_reshards.decisions import (
    REDUCED,
    UseChanged,
    axes_chosen,
    resharded,
    sharded_operand_elements,
)
from sdyopt.rewriting.reshards import (
    ReshardStep,
    all_reduce_signature,
    reshard_operand,
    reshard_result,
    step_signature,
    use_instead,
)
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import FactorTensors, MeshAxes, on_other_devices
from sdyopt.sharding.reductions import reduction_of_body
from sdyopt.sharding.rules import shape_of, sharding_rule_of
from sdyopt.sharding.uses import are_equivalent, fully_closed, fully_closed_on

# How a value comes to the sharding that a use of it needs, step by step.


class UseTarget(NamedTuple):
    """The sharding that a use needs, and its mesh."""

    sharding: Sharding
    mesh: Mesh


def all_reduce(op: Operation, source: UseTarget, target: UseTarget | None) -> ReshardStep | None:
    """Returns the step that reduces the unreduced axes of `source` that `target` does not have.

    Raises CompilationError at the operation that uses the value if they are on different meshes.
    """
    sharding = source.sharding
    if not sharding.unreduced:
        return None
    axes = MeshAxes.of(source.mesh)
    unreduced = axes.spans(sharding.unreduced)
    reduced = unreduced
    if target is not None:
        if target.mesh is not source.mesh:
            fail(op, "source and user shardings have different meshes for unreduced axes.")
        reduced = without_axes(unreduced, axes.spans(target.sharding.unreduced))
    if not reduced:
        return None
    left = sharding.replace(unreduced=axes.refs(without_axes(unreduced, reduced)))
    return ReshardStep(ALL_REDUCE, ("reduction_axes", AxisRefList(axes.refs(reduced))), left)


def to_unreduced(op: Operation, source: UseTarget, target: UseTarget) -> tuple[ReshardStep, ...]:
    """Returns the steps to a target with unreduced axes that `source` does not have; () if it has none.

    Raises CompilationError at the operation if they are on different meshes, or if `source` has other unreduced axes.
    """
    before, after = source.sharding, target.sharding
    if not after.unreduced:
        return ()
    if source.mesh is not target.mesh:
        fail(op, "Input and output shardings have different meshes. The result has non-empty unreduced axes.")
    axes = MeshAxes.of(source.mesh)
    present, wanted = axes.spans(before.unreduced), axes.spans(after.unreduced)
    if not (added := without_axes(wanted, present)):
        return ()
    if without_axes(present, wanted):
        fail(op, "Both input and output have unreduced axes that does not appear in the other.")
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


def steps_to(
    op: Operation, source: UseTarget | None, target: UseTarget | None, with_reshard: bool
) -> tuple[ReshardStep, ...]:
    """Returns all steps from one sharding, or none, to another; the last one, a reshard, only `with_reshard`.

    Raises CompilationError at the operation if unreduced axes differ in a way that no operation expresses.
    """
    steps: list[ReshardStep] = []
    if source is not None:
        if (reduction := all_reduce(op, source, target)) is not None:
            steps.append(reduction)
            source = source._replace(sharding=reduction.sharding)
        if target is not None:
            steps += to_unreduced(op, source, target)
    if with_reshard:
        before = steps[-1].sharding if steps else None if source is None else source.sharding
        after = None if target is None else target.sharding
        if before is not None and after is None:
            after = fully_closed(before)
        # Since jaxlib 0.11 a tensor with unreduced axes is not as one without axes, which is on any mesh.
        is_moved = since("0.11.0") and after and before and after.unreduced and after.mesh is not before.mesh
        if after is not None and (is_moved or not are_equivalent(after, before)):
            steps.append(ReshardStep(RESHARD, None, after))
    return tuple(steps)


# Single uses of values: each is given the sharding that it needs.


class Uses(Record):
    """Inserts operations in front of uses.

    With `with_reshards` also what changes only the axes of dimensions.
    """

    _meshes: Mapping[str, Mesh]
    _with_reshards: bool
    _rewriter: Rewriter

    def change(
        self,
        use: OpOperand,
        target: Sharding | None,
        at: InsertionPoint | None = None,
        with_reshards: bool | None = None,
    ) -> None:
        """Gives the value of `use` the sharding `target`, or none, for that use alone.

        New operations come to `at`, by default right after the value. Raises CompilationError where the reference
        aborts.
        """
        present = sharding_of(use.value)
        if present is target:
            return
        source, goal = self._target(present), self._target(target)
        is_full = self._with_reshards if with_reshards is None else with_reshards
        steps = steps_to(use.owner, source, goal, is_full)
        if steps:
            self._insert(use, source, steps, at or InsertionPoint.after_value(use.value))

    def reduce(self, use: OpOperand, target: Sharding | None) -> None:
        """Sums the value of `use` along unreduced axes that `target` does not have, right before the operation."""
        source, goal = self._target(sharding_of(use.value)), self._target(target)
        step = None if source is None else all_reduce(use.owner, source, goal)
        if step is not None:
            self._insert(use, source, (step,), InsertionPoint.before_op(use.owner))

    def replace_reshard(self, op: Operation) -> bool:
        """Replaces a reshard to a sharding with new unreduced axes; returns whether it is one."""
        source, goal = self._target(sharding_of(op.operands[0])), self._target(sharding_of(op.result))
        if source is None or goal is None:
            return False
        steps = to_unreduced(op, source, goal)
        if not steps:
            return False
        text = "reshard to {sharding} replaced by what makes axes unreduced"
        self._rewriter.tell("reshard-replaced", text, op, sharding=goal.sharding)
        value = op.operands[0]
        location = value.definition_location
        for step in steps:
            value = self._create(step, value, InsertionPoint.before_op(op), location)
        self._rewriter.replace_renaming(op, [value])
        return True

    def _insert(
        self, use: OpOperand, source: UseTarget | None, steps: Sequence[ReshardStep], at: InsertionPoint
    ) -> None:
        value = original = use.value
        has = None if source is None else source.sharding
        location = original.definition_location
        for step in steps:
            self._rewriter.report(UseChanged, use.owner, original, has, step)
            value = self._create(step, value, at, location)
            self._rewriter.renames(value, original)
            has = step.sharding
        self._rewriter.set_operand(use, value)

    def _create(self, step: ReshardStep, value: Value, at: InsertionPoint, location: Location | int) -> Value:
        return self._rewriter.create_with(at, step_signature(step, value.type), [value], location).results[0]

    def _target(self, sharding: Sharding | None) -> UseTarget | None:
        mesh = None if sharding is None else sharding_mesh(sharding, self._meshes)
        return None if sharding is None or mesh is None else UseTarget(sharding, mesh)


DOTS = (DOT, DOT_GENERAL)

SPECIAL = (*DOTS, CONCATENATE)
"""The operations around which anything is done in the default version where no axes are unreduced."""


class ReshardPlan(NamedTuple):
    """The reshards around an operation. If it `fits_rule`, all tensors get the common axes of each factor."""

    problem: ReshardProblem
    solution: ReshardSolution
    fits_rule: bool


class InsertionOperations(Record):
    """Makes the tensors of operations fit their sharding rules.

    Unless all operations are to (`is_full`), these are concatenations; of others only unreduced axes and certain
    results of dot products change. If it `is_marking`, results have unreduced axes before they are summed.
    """

    _meshes: Mapping[str, Mesh]
    _is_full: bool
    _is_marking: bool
    _uses: Uses
    _rewriter: Rewriter

    def reduce_operands(self, op: Operation) -> None:
        """Sums operands along unreduced axes that the first result does not have."""
        unreduced = [index for index, operand in enumerate(op.operands) if unreduced_axes(operand)]
        if not op.results:
            if unreduced:
                fail(op, "Some operands have unreduced axes but the operation has no results.")
            return
        if len(op.results) > 1:
            axes = unreduced_axes(op.results[0])
            if any(unreduced_axes(result) != axes for result in op.results[1:]):
                fail(op, "Unreduced axes mismatch between results for multi-result op.")
        for index in unreduced:
            self._uses.reduce(OpOperand(op, index), sharding_of(op.results[0]))

    def plan(self, op: Operation) -> ReshardPlan | None:
        """Returns what is done around an operation; None if nothing is.

        Raises CompilationError where the reference aborts.
        """
        rule = sharding_rule_of(op, False, self._rewriter.unknown_ops)
        problem = None if rule is None or rule.is_custom else self._problem(op, rule)
        if problem is None:
            return None
        definition = op.signature.definition
        fits_rule = self._is_full or (definition is CONCATENATE and has_other_sharding(op))
        solution = solve(problem) if fits_rule else solve_partly(op, problem, definition in DOTS)
        return ReshardPlan(problem, solution, fits_rule) if any(solution) else None

    def _problem(self, op: Operation, rule: OpShardingRule) -> ReshardProblem | None:
        """Returns what the reshards of an operation depend on; None if it needs none, whatever its rule is."""
        stored = tuple([sharding_of(value) for value in (*op.operands, *op.results)])
        seen = tuple([sharding_of(past_barriers(operand)) for operand in op.operands])
        shardings = seen + stored[len(seen) :]
        present = [None if sharding is None else (sharding, self._mesh_of(sharding)) for sharding in shardings]
        found = operation_mesh([each for each in present if each is not None])
        if found is None:
            return None
        name, mesh = found
        return ReshardProblem(
            FactorTensors(rule, shardings, mesh, name),
            stored,
            element_counts(op.signature),
            on_other_devices(present, mesh),
            unreduced_axes(op.results[0]) if op.results else (),
            (shape_of(op.operands[0].type), shape_of(op.results[0].type)) if op.signature.definition is RESHAPE else (),
        )

    def _mesh_of(self, sharding: Sharding) -> Mesh:
        return checked(Mesh, sharding_mesh(sharding, self._meshes))

    def apply(self, op: Operation, plan: ReshardPlan) -> None:
        """Inserts reshards of operands and results, and all-reduces of results in front of these."""
        (problem, solution, fits_rule), rewriter = plan, self._rewriter
        if fits_rule and solution.updates:
            rewriter.report(axes_chosen, op, problem)
        after = InsertionPoint.after_op(op)
        for number, sharding in solution.updates:
            if number < len(op.operands):
                if rewriter.is_explaining:
                    operand = op.operands[number]
                    has = sharding_of(operand)
                    text = f"operand {resharded(has)} to fit the other tensors"
                    rewriter.tell("operand-resharded", text, op, value=operand, has=has, sharding=sharding)
                reshard_operand(op, number, sharding, rewriter)
            else:
                result = op.results[number - len(op.operands)]
                before = sharding_of(result) or fully_closed_on(problem.tensors.mesh_name, rank_of(result.type))
                text = "{value} computed as {computed} to fit the other tensors, and resharded to {sharding}"
                rewriter.tell("result-resharded", text, result, value=result, computed=sharding, sharding=before)
                reshard_result(result, sharding, before, after, rewriter)
        if solution.reduction_axes:
            self._reduce(op, problem, AxisRefList(solution.reduction_axes))

    def _reduce(self, op: Operation, problem: ReshardProblem, axes: AxisRefList) -> None:
        """Reduces the partial results of an operation; not since jaxlib 0.12.0.1 if there is no operator for all."""
        if (operator := reducing_operator(op)) is None and since("0.12.0.1"):
            return
        at, is_marked = InsertionPoint.after_op(op), self._is_marking and operator is not None
        properties = reduction_properties(operator or SUM)
        if not properties and op.definition in (REDUCE, SCATTER) and reduction_of_body(op) != SUM:
            message = f"adds what devices have along {axes_text(axes.axes)}, where its body combines it otherwise"
            self._rewriter.warn("wrong-sums", message, op)
        for result in op.results:
            has = sharding_of(result) or fully_closed_on(problem.tensors.mesh_name, rank_of(result.type))
            if self._rewriter.is_explaining:
                text = (
                    f"{{value}} {REDUCED[has.reduction_op]} along "
                    "{axes}: dimensions that are reduced are sharded along these axes; "
                    "otherwise operands of {operands} elements would be resharded"
                )
                count = sharded_operand_elements(problem)
                self._rewriter.tell("result-reduced", text, result, value=result, axes=axes.axes, operands=count)
            signature = all_reduce_signature(axes, has, result.type)
            for name, value in properties.items():
                signature = signature.with_property(name, value)
            use_instead(result, signature, at, self._rewriter)
            if is_marked:
                unreduced = ordered((*has.unreduced, *axes.axes), problem.tensors.mesh)
                self._rewriter.set_sharding(result, has.replace(unreduced=unreduced, reduction_op=operator))


def reducing_operator(op: Operation) -> str | None:
    """Returns the operator by which the partial results of an operation are reduced.

    It is that of the body of a reduction or a scatter since jaxlib 0.11.2, and a sum elsewhere; None if the body of a
    scatter is another, or if a reduction computes several results otherwise.
    """
    definition = op.signature.definition
    if definition not in (REDUCE, SCATTER) or not since("0.11.2"):
        return SUM
    found = reduction_of_body(op)
    if found is None and definition is REDUCE and len(op.results) == 1:
        return SUM
    return found


def has_other_sharding(op: Operation) -> bool:
    """Whether an operand does not have the sharding of the result."""
    sharding = sharding_of(op.results[0])
    return any(sharding_of(operand) is not sharding for operand in op.operands)


def unreduced_axes(value: Value) -> tuple[AxisRef, ...]:
    sharding = sharding_of(value)
    return () if sharding is None else sharding.unreduced


@remembered
def element_counts(signature: Signature) -> tuple[int, ...]:
    """Returns the number of elements of each operand, then of each result; 0 for those without a static shape."""
    return tuple(
        [
            prod(type.shape) if isinstance(type, RankedTensorType) and DYNAMIC not in type.shape else 0
            for type in signature.operand_types + signature.result_types
        ]
    )
