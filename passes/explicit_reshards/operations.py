"""Operations with sharding rules: reshards of operands and results, and all-reduces of results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import prod
from typing import Literal

from sdyopt.dialects.sdy.attributes import SHARDING_RULE, AxisRef, Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.shardings.data_flow import past_barriers
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops import CONCATENATE, DOT, DOT_GENERAL, RESHAPE
from sdyopt.ir.attribute import Type
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpOperand, Value
from sdyopt.passes.explicit_reshards.choose.solution import (
    IncompatibleReductionError,
    ReshardQuestion,
    ReshardSolution,
    solve,
    solve_dot,
    solve_reduction,
)
from sdyopt.passes.explicit_reshards.choose.tensors import on_other_devices, operation_mesh
from sdyopt.passes.explicit_reshards.decisions import AxesChosen, OperandResharded, ResultReduced, ResultResharded
from sdyopt.passes.explicit_reshards.insertions import reshard_operand, use_instead
from sdyopt.passes.explicit_reshards.operand_shardings import OperandShardings, Shardings, has_barrier
from sdyopt.passes.explicit_reshards.plans import ReshardPlan, plan_of
from sdyopt.passes.explicit_reshards.uses import Uses, fail
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import depends_on_signature, sharding_rule_of

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
    ) -> None:
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
        known, known_plans = self._operands.of_only_results, self._plans
        for op in ops:
            signature = op.signature
            if signature in special:
                visit(op)
                continue
            plans = known_plans.get(signature, NO_PLANS)
            if plans is None:
                continue
            try:  # The block that owns an argument has no signature.
                match op.operands:
                    case [one]:
                        shardings: Shardings = (known[one.owner.signature],)  # type: ignore[attr-defined]
                    case [one, other]:
                        shardings = known[one.owner.signature], known[other.owner.signature]  # type: ignore[attr-defined]
                    case operands:
                        shardings = tuple([known[one.owner.signature] for one in operands])  # type: ignore[attr-defined]
            except (AttributeError, KeyError):
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
            self._rewriter.report(AxesChosen, op, plan.question)
        for number, sharding in plan.operands:
            self._reshard_operand(op, number, sharding)
        if plan.results:
            at = InsertionPoint.after_op(op)
            for index, computed, sharding, signature in plan.results:
                self._rewriter.report(ResultResharded, op.results[index], computed, sharding)
                use_instead(op.results[index], signature, at, self._rewriter)
            self._rewriter.set_signature(op, plan.signature)
        if plan.reduction_axes is not None:
            at = InsertionPoint.after_op(op)
            for result, signature in zip(op.results, plan.reductions, strict=True):
                self._rewriter.report(ResultReduced, result, plan.reduction_axes, plan.question)
                use_instead(result, signature, at, self._rewriter)

    def _reshard_operand(self, op: Operation, number: int, sharding: Sharding) -> None:
        if self._rewriter.is_explaining:
            operand = op.operands[number]
            self._rewriter.report(OperandResharded, op, operand, sharding_of(operand), sharding)
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
