"""Operations with sharding rules: reshards of operands and results, and all-reduces of results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import prod
from typing import Literal, NoReturn, TypeVar, cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, SUM, AxisRef, AxisRefList, Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.axes import ordered, reduction_properties
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    past_barriers,
    rank_of,
    result_sharding,
    sharding_mesh,
    sharding_of,
    slots_of,
    with_shardings,
)
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import CONCATENATE, RESHAPE, SCATTER
from sdyopt.ir.attribute import Location, Type, remembered
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpOperand, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.passes.explicit_reshards.choices import (
    IncompatibleReductionError,
    ReshardQuestion,
    ReshardSolution,
    UnreducedAxesError,
    UseChanged,
    UseTarget,
    all_reduce,
    axes_chosen,
    operand_resharded,
    operation_mesh,
    reshard_replaced,
    result_reduced,
    result_resharded,
    solve,
    solve_dot,
    solve_reduction,
    steps_to,
    to_unreduced,
)
from sdyopt.rewriting.reshards import (
    ReshardStep,
    all_reduce_signature,
    reshard_operand,
    reshard_signature,
    step_signature,
    use_instead,
)
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.projections import Shardings, on_other_devices
from sdyopt.sharding.reductions import reduction_of_body
from sdyopt.sharding.rules import depends_on_signature, sharding_rule_of
from sdyopt.sharding.uses import fully_closed_on

# What is done around operations: which operations are inserted, as a function of signatures and shardings.


class ResultReshard(NamedTuple):
    """A reshard of the result of that number, which is computed with another sharding, after the operation."""

    number: int
    computed: Sharding
    sharding: Sharding
    signature: Signature


class ReshardPlan(NamedTuple):
    """What is done around operations of one signature whose operands have the same shardings.

    The operands with these numbers are resharded. Afterwards the operations have `signature`. With `reduction_axes`
    there is an all-reduce of each result, in front of the reshards. All follows from `question`. If it `fits_rule`, all
    tensors get the common axes of each factor.
    """

    question: ReshardQuestion
    fits_rule: bool
    operands: tuple[tuple[int, Sharding], ...]
    results: tuple[ResultReshard, ...]
    reduction_axes: AxisRefList | None
    reductions: tuple[Signature, ...]
    signature: Signature


def plan_of(
    signature: Signature, question: ReshardQuestion, solution: ReshardSolution, fits_rule: bool
) -> ReshardPlan | None:
    """Returns what is done around operations with that signature; None if nothing is."""
    if not solution.updates and not solution.reduction_axes:
        return None
    operands: list[tuple[int, Sharding]] = []
    results: list[ResultReshard] = []
    types, slots, updated = signature.operand_types, slots_of(signature.definition)[-1], signature
    for number, sharding in solution.updates:
        index = number - len(types)
        if index < 0:
            operands.append((number, sharding))
        else:
            before = _present(updated, index, question)
            reshard = reshard_signature(before, signature.result_types[index])
            results.append(ResultReshard(index, sharding, before, reshard))
            updated = with_shardings(updated, slots, {index: sharding})
    axes = AxisRefList(solution.reduction_axes) if solution.reduction_axes else None
    reductions: list[Signature] = []
    for index, type in enumerate(() if axes is None else signature.result_types):
        assert axes is not None
        reductions.append(all_reduce_signature(axes, _present(updated, index, question), type))
    return ReshardPlan(question, fits_rule, tuple(operands), tuple(results), axes, tuple(reductions), updated)


def reducing_operator(op: Operation) -> str | None:
    """Returns the operator by which the partial results of an operation are reduced.

    It is that of the body of a reduction or a scatter since jaxlib 0.11.2, and a sum elsewhere; None if the body
    computes several results otherwise.
    """
    is_known = op.signature.definition in (REDUCE, SCATTER) and since("0.11.2")
    found = reduction_of_body(op) if is_known else SUM
    return found or (SUM if len(op.results) == 1 else None)


def _present(signature: Signature, index: int, question: ReshardQuestion) -> Sharding:
    """Returns the sharding of a result, closed and without axes if it has none."""
    present = result_sharding(signature, index)
    return present or fully_closed_on(question.mesh_name, rank_of(signature.result_types[index]))


# The shardings of operands, found without slots where that is possible.


class OperandShardings:
    """Finds the shardings of the operands of operations in a function.

    The shardings of the function's arguments must not change.
    """

    def __init__(self, function: Operation) -> None:
        self._of_only_results: dict[Signature, Sharding | None] = {}
        """By the signature of an operation the sharding of its only result, if that is stored with the operation."""
        self._arguments: dict[Value, Sharding | None] = {
            argument: sharding_of(argument) for block in function.regions[0].blocks for argument in block.arguments
        }

    def of(self, op: Operation) -> Shardings:
        """Returns the shardings of the operands of `op`, those of propagation barriers as they are stored."""
        known, arguments = self._of_only_results, self._arguments
        found: list[Sharding | None] = []
        for operand in op.operands:
            if type(operand) is OpResult:
                signature = operand.owner.signature
                found.append(known[signature] if signature in known else self._of_result(operand))
            elif operand in arguments:
                found.append(arguments[operand])
            else:
                found.append(None if _has_no_sharding(cast(BlockArgument, operand)) else sharding_of(operand))
        return tuple(found)

    def _of_result(self, result: OpResult) -> Sharding | None:
        signature = result.owner.signature
        if len(signature.result_types) != 1 or signature.definition in DATA_FLOW_OPS:
            return sharding_of(result)
        sharding = self._of_only_results[signature] = result_sharding(signature, 0)
        return sharding


WITH_SHARDINGS_OF_ARGUMENTS = frozenset({FUNC, ASYNC_START, *DATA_FLOW_OPS})
"""The operations the arguments of whose blocks may have shardings."""


def _has_no_sharding(argument: BlockArgument) -> bool:
    """Whether a block argument can have no sharding, like those of a reduction."""
    op = argument.owner.parent_op
    return op is not None and op.signature.definition not in WITH_SHARDINGS_OF_ARGUMENTS


def has_barrier(op: Operation) -> bool:
    """Whether an operand is the result of a propagation barrier."""
    return any(
        isinstance(operand, OpResult) and operand.owner.signature.definition is PROPAGATION_BARRIER
        for operand in op.operands
    )


# Single uses of values: each is given the sharding that it needs.

T = TypeVar("T")


class Uses:
    """Inserts operations in front of uses.

    With `with_reshards` also what changes only the axes of dimensions.
    """

    def __init__(self, meshes: Mapping[str, Mesh], with_reshards: bool, rewriter: Rewriter) -> None:
        self._meshes = meshes
        self._with_reshards = with_reshards
        self._rewriter = rewriter

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
        steps = self._steps(use.owner, lambda: steps_to(source, goal, is_full))
        if steps:
            self._insert(use, source, steps, at or InsertionPoint.after_value(use.value))

    def reduce(self, use: OpOperand, target: Sharding | None) -> None:
        """Sums the value of `use` along unreduced axes that `target` does not have, right before the operation."""
        source = self._target(sharding_of(use.value))
        if source is None:
            return
        goal = self._target(target)
        step = self._steps(use.owner, lambda: all_reduce(source, goal))
        if step is not None:
            self._insert(use, source, (step,), InsertionPoint.before_op(use.owner))

    def replace_reshard(self, op: Operation) -> bool:
        """Replaces a reshard to a sharding with new unreduced axes; returns whether it is one."""
        source, goal = self._target(sharding_of(op.operands[0])), self._target(sharding_of(op.result))
        if source is None or goal is None:
            return False
        steps = self._steps(op, lambda: to_unreduced(source, goal))
        if not steps:
            return False
        self._rewriter.report(reshard_replaced, op, goal.sharding)
        value = op.operands[0]
        location = value.definition_location
        for step in steps:
            value = self._create(step, value, InsertionPoint.before_op(op), location)
        self._rewriter.renames(value, op.result)
        self._rewriter.replace(op, [value])
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

    def _steps(self, op: Operation, steps: Callable[[], T]) -> T:
        try:
            return steps()
        except UnreducedAxesError as error:
            fail(op, str(error))


def fail(op: Operation, message: str) -> NoReturn:
    """Raises CompilationError at `op`."""
    raise CompilationError([Diagnostic("error", message, op.location)])


DOTS = (DOT, DOT_GENERAL)

SPECIAL = (*DOTS, CONCATENATE)
"""The operations around which anything is done in the default version where no axes are unreduced."""


Nothing = Literal[False]

Plans = dict[Shardings, ReshardPlan | Nothing]
"""What is done around operations of one signature, by the shardings of the operands."""

NO_PLANS: Plans = {}


class KnownPlans:
    """What is done around the operations of the functions of a module, as far as it is known."""

    def __init__(self, module: Operation) -> None:
        self.by_version: defaultdict[tuple[bool, bool], dict[Signature, Plans | None]] = defaultdict(dict)
        """For operations that are all to fit their rules, or not; where values have unreduced axes, or not.

        None where nothing is done however operands are sharded.
        """


class InsertionOperations:
    """Makes the tensors of operations fit their sharding rules.

    Unless all operations are to (`is_full`), these are concatenations; of others only unreduced axes, if any value
    `has_unreduced` ones, and certain results of dot products change.
    """

    def __init__(
        self,
        function: Operation,
        meshes: Mapping[str, Mesh],
        is_full: bool,
        has_unreduced: bool,
        uses: Uses,
        rewriter: Rewriter,
        is_marking: bool = False,
    ) -> None:
        self._is_marking = is_marking
        """Whether results have unreduced axes before they are summed."""
        self._operands = OperandShardings(function)
        self._meshes = meshes
        self._is_full = is_full
        self._has_unreduced = has_unreduced
        self._uses = uses
        self._rewriter = rewriter
        plans = rewriter.analysis_around(function, KnownPlans)
        self._plans = plans.by_version[is_full, has_unreduced]

    def change(self, op: Operation) -> None:
        """Inserts what `op` needs around it. Raises CompilationError where the reference aborts."""
        self.change_all((op,), (), self.change)

    def reduce_operands(self, op: Operation) -> None:
        """Sums operands of `op` along unreduced axes that its result does not have, if there are any."""
        if self._has_unreduced:
            self._reduce_operands(op)

    def change_all(
        self, ops: Iterable[Operation], special: Container[Signature], visit: Callable[[Operation], None]
    ) -> None:
        """Changes operations in order; calls `visit` instead with those that have a `special` signature."""
        known_plans = self._plans
        for op in ops:
            signature = op.signature
            if signature in special:
                visit(op)
                continue
            plans = known_plans.get(signature, NO_PLANS)
            if plans is None:
                continue
            shardings = self._operands.of(op)
            plan = plans.get(shardings)
            if plan is None:
                plan = self._new_plan(op, shardings)
            if plan:
                self._apply(op, plan)

    def _new_plan(self, op: Operation, shardings: Shardings) -> ReshardPlan | Nothing:
        """Returns what is done around `op`, and remembers it for operations of its kind with such operands."""
        signature = op.signature
        self.reduce_operands(op)
        plan: ReshardPlan | Nothing = self._plan(op) or False
        if (
            _depends_on_shardings(signature)
            and op.signature is signature
            and not has_barrier(op)
            and not any(sharding is not None and sharding.unreduced for sharding in shardings)
        ):
            plans = self._plans.setdefault(signature, {})
            if plans is not None:
                plans[shardings] = plan
        return plan

    def _plan(self, op: Operation) -> ReshardPlan | None:
        rule = sharding_rule_of(op, False, self._rewriter.unknown_ops)
        definition = op.signature.definition
        if not self._is_full and not self._has_unreduced and definition not in SPECIAL:
            self._plans[op.signature] = None
            return None
        question = None if rule is None or rule.is_custom else self._question(op, rule)
        if question is None:
            return None
        if self._is_full or (definition is CONCATENATE and has_other_sharding(op)):
            return plan_of(op.signature, question, solve(question), fits_rule=True)
        return plan_of(op.signature, question, self._partial_solution(op, question), fits_rule=False)

    def _partial_solution(self, op: Operation, question: ReshardQuestion) -> ReshardSolution:
        updates: tuple[tuple[int, Sharding], ...] = ()
        axes: tuple[AxisRef, ...] = ()
        if op.signature.definition in DOTS:
            updates = solve_dot(question).updates
        if question.unreduced:
            try:
                axes = solve_reduction(question).reduction_axes
            except IncompatibleReductionError as error:
                fail(op, str(error))
        return ReshardSolution(updates, axes)

    def _reduce_operands(self, op: Operation) -> None:
        """Sums operands along unreduced axes that the first result does not have."""
        unreduced = [index for index, operand in enumerate(op.operands) if unreduced_axes(operand)]
        if not op.results:
            if unreduced:
                fail(op, "Some operands have unreduced axes but the operation has no results.")
            return
        target = sharding_of(op.results[0])
        if len(op.results) > 1:
            axes = unreduced_axes(op.results[0])
            if any(unreduced_axes(result) != axes for result in op.results[1:]):
                fail(op, "Unreduced axes mismatch between results for multi-result op.")
        for index in unreduced:
            self._uses.reduce(OpOperand(op, index), target)

    def _question(self, op: Operation, rule: OpShardingRule) -> ReshardQuestion | None:
        """Returns what the reshards of an operation depend on; None if it needs none, whatever its rule is."""
        stored = tuple([sharding_of(value) for value in (*op.operands, *op.results)])
        seen = tuple([sharding_of(past_barriers(operand)) for operand in op.operands])
        shardings = seen + stored[len(seen) :]
        present = [None if sharding is None else (sharding, self._mesh_of(sharding)) for sharding in shardings]
        found = operation_mesh([each for each in present if each is not None])
        if found is None:
            return None
        name, mesh = found
        result = stored[len(seen)] if op.results else None
        return ReshardQuestion(
            rule,
            shardings,
            stored,
            element_counts(op.signature),
            mesh,
            name,
            on_other_devices(present, mesh),
            () if result is None else result.unreduced,
            op.signature.definition is RESHAPE,
        )

    def _mesh_of(self, sharding: Sharding) -> Mesh:
        mesh = sharding_mesh(sharding, self._meshes)
        assert mesh is not None
        return mesh

    def _apply(self, op: Operation, plan: ReshardPlan) -> None:
        if plan.fits_rule and (plan.operands or plan.results):
            self._rewriter.report(axes_chosen, op, plan.question)
        for number, sharding in plan.operands:
            self._reshard_operand(op, number, sharding)
        if plan.results:
            at = InsertionPoint.after_op(op)
            for index, computed, sharding, signature in plan.results:
                self._rewriter.report(result_resharded, op.results[index], computed, sharding)
                use_instead(op.results[index], signature, at, self._rewriter)
            self._rewriter.set_signature(op, plan.signature)
        if plan.reduction_axes is not None:
            self._reduce(op, plan, plan.reduction_axes)

    def _reduce(self, op: Operation, plan: ReshardPlan, axes: AxisRefList) -> None:
        """Reduces the partial results of an operation; not since jaxlib 0.12.0.1 if there is no operator for all."""
        operator = reducing_operator(op)
        if operator is None and since("0.12.0.1"):
            return
        at, properties = InsertionPoint.after_op(op), reduction_properties(operator or SUM)
        for result, signature in zip(op.results, plan.reductions, strict=True):
            self._rewriter.report(result_reduced, result, axes, plan.question)
            is_marked = self._is_marking and operator is not None
            total = sharding_of(result) if is_marked else None  # Where the first is marked, all have a sharding.
            for name, value in (properties | ({"out_sharding": total} if total is not None else {})).items():
                signature = signature.with_property(name, value)
            use_instead(result, signature, at, self._rewriter)
            if is_marked:
                partial = cast(Sharding, signature.properties["out_sharding"])
                unreduced = ordered((*partial.unreduced, *axes.axes), plan.question.mesh)
                self._rewriter.set_sharding(result, partial.replace(unreduced=unreduced, reduction_op=operator))

    def _reshard_operand(self, op: Operation, number: int, sharding: Sharding) -> None:
        if self._rewriter.is_explaining:
            operand = op.operands[number]
            self._rewriter.report(operand_resharded, op, operand, sharding_of(operand), sharding)
        reshard_operand(op, number, sharding, self._rewriter)


def _depends_on_shardings(signature: Signature) -> bool:
    """Whether nothing but the shardings of its operands makes a difference for an operation with that signature."""
    return SHARDING_RULE in signature.attributes or depends_on_signature(signature.definition)


def has_other_sharding(op: Operation) -> bool:
    """Whether an operand does not have the sharding of the result."""
    sharding = sharding_of(op.results[0])
    return any(sharding_of(operand) is not sharding for operand in op.operands)


def unreduced_axes(value: Value) -> Sequence[AxisRef]:
    """Returns the unreduced axes of a value."""
    sharding = sharding_of(value)
    return () if sharding is None else sharding.unreduced


@remembered
def element_counts(signature: Signature) -> tuple[int, ...]:
    """Returns the number of elements of each operand, then of each result; 0 for those without a static shape."""
    return tuple([_element_count(type) for type in signature.operand_types + signature.result_types])


def _element_count(type: Type) -> int:
    return prod(type.shape) if isinstance(type, RankedTensorType) and DYNAMIC not in type.shape else 0
