"""Operations with sharding rules: reshards of operands and results, and all-reduces of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import SHARDING_RULE, AxisRef, AxisRefList, Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER
from sdyopt.dialects.stablehlo.ops import CONCATENATE, DOT, DOT_GENERAL, RESHAPE
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.rewriting.explicit_reshards.decisions import OperandResharded, ResultReduced, ResultResharded
from sdyopt.rewriting.explicit_reshards.insertions import reshard_operand, reshard_result, use_instead
from sdyopt.rewriting.explicit_reshards.operand_shardings import (
    OperandShardings,
    Shardings,
    has_barrier,
    stored_sharding,
)
from sdyopt.rewriting.explicit_reshards.signatures import all_reduce_signature
from sdyopt.rewriting.explicit_reshards.uses import Uses, fail
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import fully_closed_on
from sdyopt.sharding.mesh_symbols import sharding_mesh
from sdyopt.sharding.reshards.solution import (
    IncompatibleReductionError,
    Question,
    Solution,
    solve,
    solve_dot,
    solve_reduction,
)
from sdyopt.sharding.reshards.tensors import on_other_devices, operation_mesh
from sdyopt.sharding.rules import depends_on_signature, sharding_rule_of
from sdyopt.sharding.slots import rank_of, sharding_of

DOTS = (DOT, DOT_GENERAL)

SPECIAL = (*DOTS, CONCATENATE)
"""The operations around which anything is done in the default version where no axes are unreduced."""


class Plan(NamedTuple):
    """What is done around an operation: the shardings that tensors get, by index, and along what results are summed.

    `mesh` is the name of the mesh of new shardings.
    """

    mesh: SymbolRefAttr | Mesh
    updates: tuple[tuple[int, Sharding], ...]
    reduction_axes: AxisRefList | None


class Operations:
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
        self._plans: dict[tuple[Signature, Shardings], Plan | None] = {}
        self._idle: set[Signature] = set()
        """Those of operations around which nothing is done, however their operands are sharded."""

    def change(self, op: Operation) -> None:
        """Inserts what `op` needs around it. Raises CompilationError where the reference aborts."""
        signature = op.signature
        if signature in self._idle:
            return
        key = signature, self._operands.of(op)
        if key in self._plans:
            plan = self._plans[key]
        else:
            if self._has_unreduced:
                self._reduce_operands(op)
            is_same_for_all = _depends_on_shardings(signature) and not has_barrier(op) and op.signature is signature
            plan = self._plan(op)
            if is_same_for_all and not any(sharding is not None and sharding.unreduced for sharding in key[1]):
                self._plans[key] = plan
        if plan is not None:
            self._apply(op, plan)

    def _plan(self, op: Operation) -> Plan | None:
        rule = sharding_rule_of(op, False, self._rewriter.unknown_ops)
        definition = op.signature.definition
        if not self._is_full and not self._has_unreduced and definition not in SPECIAL:
            self._idle.add(op.signature)
            return None
        question = None if rule is None or rule.is_custom else self._question(op, rule)
        if question is None:
            return None
        if self._is_full or (definition is CONCATENATE and has_other_sharding(op)):
            solution = solve(question)
        else:
            solution = self._partial_solution(op, question)
        updates, axes = solution
        return Plan(question.mesh_name, updates, AxisRefList(axes) if axes else None) if updates or axes else None

    def _partial_solution(self, op: Operation, question: Question) -> Solution:
        updates: tuple[tuple[int, Sharding], ...] = ()
        axes: tuple[AxisRef, ...] = ()
        if op.signature.definition in DOTS:
            updates = solve_dot(question).updates
        if question.unreduced:
            try:
                axes = solve_reduction(question).reduction_axes
            except IncompatibleReductionError as error:
                fail(op, str(error))
        return Solution(updates, axes)

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

    def _question(self, op: Operation, rule: OpShardingRule) -> Question | None:
        """Returns what the reshards of an operation depend on; None if it needs none, whatever its rule is."""
        stored = tuple([sharding_of(value) for value in (*op.operands, *op.results)])
        seen = tuple([sharding_of(behind_barriers(operand)) for operand in op.operands])
        shardings = seen + stored[len(seen) :]
        present = [None if sharding is None else (sharding, self._mesh_of(sharding)) for sharding in shardings]
        found = operation_mesh([each for each in present if each is not None])
        if found is None:
            return None
        name, mesh = found
        result = stored[len(seen)] if op.results else None
        return Question(
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

    def _apply(self, op: Operation, plan: Plan) -> None:
        operand_count = len(op.operands)
        after = InsertionPoint.after_op(op)
        for index, sharding in plan.updates:
            if index < operand_count:
                self._reshard_operand(op, index, sharding)
            else:
                self._reshard_result(op.results[index - operand_count], plan, sharding, after)
        if plan.reduction_axes is not None:
            after = InsertionPoint.after_op(op)
            for result in op.results:
                self._reduce_result(result, plan.mesh, plan.reduction_axes, after)

    def _reshard_operand(self, op: Operation, index: int, sharding: Sharding) -> None:
        if self._rewriter.is_explaining:
            operand = op.operands[index]
            self._rewriter.report(OperandResharded, op, operand, sharding_of(operand), sharding)
        reshard_operand(op, index, sharding, self._rewriter)

    def _reshard_result(self, result: OpResult, plan: Plan, sharding: Sharding, at: InsertionPoint) -> None:
        """Computes a result with another sharding, and reshards it to its own, for all uses."""
        wanted = stored_sharding(result) or fully_closed_on(plan.mesh, rank_of(result.type))
        self._rewriter.report(ResultResharded, result, sharding, wanted)
        reshard_result(result, sharding, wanted, at, self._rewriter)

    def _reduce_result(
        self, result: OpResult, mesh: SymbolRefAttr | Mesh, axes: AxisRefList, at: InsertionPoint
    ) -> None:
        self._rewriter.report(ResultReduced, result, axes)
        sharding = stored_sharding(result) or fully_closed_on(mesh, rank_of(result.type))
        use_instead(result, all_reduce_signature(axes, sharding, result.type), at, self._rewriter)


def _depends_on_shardings(signature: Signature) -> bool:
    """Whether nothing but the shardings of its operands makes a difference for an operation with that signature."""
    return SHARDING_RULE in signature.attributes or depends_on_signature(signature.definition)


def has_other_sharding(op: Operation) -> bool:
    """Whether an operand does not have the sharding of the result."""
    sharding = sharding_of(op.results[0])
    return any(sharding_of(operand) is not sharding for operand in op.operands)


def behind_barriers(value: Value) -> Value:
    """Returns the value that propagation barriers in front of `value` have been put on."""
    while isinstance(value, OpResult) and value.owner.signature.definition is PROPAGATION_BARRIER:
        value = value.owner.operands[0]
    return value


def unreduced_axes(value: Value) -> Sequence[AxisRef]:
    """Returns the unreduced axes of a value."""
    sharding = sharding_of(value)
    return () if sharding is None else sharding.unreduced


@cache
def element_counts(signature: Signature) -> tuple[int, ...]:
    """Returns the number of elements of each operand, then of each result; 0 for those without a static shape."""
    return tuple([_element_count(type) for type in signature.operand_types + signature.result_types])


def _element_count(type: Type) -> int:
    return prod(type.shape) if isinstance(type, RankedTensorType) and DYNAMIC not in type.shape else 0
