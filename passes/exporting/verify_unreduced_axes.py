"""-sdy-verify-unreduced-axes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import SUM, AxisRef, ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, MANUAL_COMPUTATION, REDUCE_SCATTER, RESHARD, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.axes import INVALID_TRANSITION, check_transition
from sdyopt.dialects.sdy.shardings.slots import (
    meshes_by_name,
    past_barriers,
    sharding_mesh,
    sharding_of,
    shardings_in,
    without_manual_axes,
)
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import Record
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import ShardingRole
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_signatures import fail
from sdyopt.sharding.reductions import reduction_of_body
from sdyopt.sharding.uses import has_unreduced_axes


@register_pass("sdy-verify-unreduced-axes")
class VerifyUnreducedAxes(FunctionPass):
    """Checks that unreduced axes are only reduced by operations that are meant to.

    Along an unreduced axis each device holds a part of a sum, a maximum or a minimum. An operation may introduce sums;
    a `stablehlo.reduce` introduces what its body computes. Apart from that, only reshards, constraints and collectives
    change unreduced axes: other operations pass on those of their operands, calls agree with their functions, and what
    is returned agrees with the results. A value that a reshard or constraint defines may be used in any way by
    reductions, dot products, calls and returns.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        callees = rewriter.analysis_around(function, symbols)

        def may_fail(signature: Signature) -> bool:
            if signature.definition in (ALL_REDUCE, REDUCE_SCATTER):
                return True
            if signature.definition is CALL:
                callee = callees.get(signature.properties.find(SymbolRefAttr, "callee").leaf)
                if callee is not None and callee.signature.definition is FUNC and may_fail(callee.signature):
                    return True
            return has_unreduced_axes(signature)

        if rewriter.listing(function).collect(may_fail):
            check = UnreducedCheck(callees, rewriter.analysis_around(function, meshes_by_name))
            for op in walk_post(function):
                check.operation(op)


class UnreducedCheck(Record):
    """The checks of the operations of a function. They raise CompilationError at the operation."""

    _callees: Mapping[str, Operation]
    _meshes: Mapping[str, Mesh]

    def operation(self, op: Operation) -> None:
        """Checks the unreduced axes around one operation."""
        definition = op.signature.definition
        if definition is RESHARD or definition is SHARDING_CONSTRAINT:
            return  # Their verifiers check them.
        if definition in (ALL_REDUCE, REDUCE_SCATTER):
            if stored_sharding(op.operands[0]) is None:
                fail(op, "operand must be sharded.")
        elif definition in (communication.ALL_REDUCE, communication.REDUCE_SCATTER):
            self._transition(op, [stored_sharding(op.operands[0])], op.results[:1], None, reduction_of_body(op))
        elif definition is REDUCE:
            inputs = [needed_sharding(value) for value in op.operands_named("inputs")]
            self._transition(op, inputs, op.results, reduction_of_body(op), None)
        elif definition is DOT or definition is DOT_GENERAL:
            self._transition(op, [needed_sharding(value) for value in op.operands], op.results, SUM, None)
        elif definition is CALL:
            self._call(op)
        elif "IsTerminator" in definition.traits:
            if "ReturnLike" in definition.traits:
                self._return(op)
        else:
            self._transition(op, [needed_sharding(value) for value in op.operands], op.results, SUM, None)

    def _transition(
        self,
        op: Operation,
        operands: Iterable[Sharding | None],
        results: Iterable[Value],
        introduced_by: str | None,
        dropped_by: str | None,
    ) -> None:
        before = [sharding for sharding in operands if sharding is not None]
        after = [sharding for sharding in map(stored_sharding, results) if sharding is not None]
        meshes = [sharding_mesh(sharding, self._meshes) for sharding in (*before, *after)]
        complaint = check_transition(before, after, meshes, introduced_by, dropped_by)
        if complaint is not None:
            fail(op, complaint)

    def _call(self, call: Operation) -> None:
        callee = self._callees.get(call.properties.find(SymbolRefAttr, "callee").leaf)
        if callee is None or callee.signature.definition is not FUNC:
            return
        of_function = shardings_of_function(callee)
        for number, operand in enumerate(call.operands):
            argument = of_function.get((ShardingRole.FUNCTION_ARGUMENT, number))
            differing = differing_axes(stored_sharding(operand), argument)
            if differing and not is_excused(operand):
                fail(call, f"has unreduced axes mismatch for '{differing}' at call argument {number}.")
        for number, result in enumerate(call.results):
            returned = of_function.get((ShardingRole.FUNCTION_RESULT, number))
            differing = differing_axes(returned, stored_sharding(result))
            if differing:
                fail(call, f"has unreduced axes mismatch for '{differing}' at call result {number}.")

    def _return(self, op: Operation) -> None:
        targets = self._targets(op)
        for number, operand in enumerate(op.operands):
            target = targets[number] if number < len(targets) else None
            if target is None or is_excused(operand):
                continue
            if differing := differing_axes(stored_sharding(operand), target):
                place = f"for '{differing}' at return value {number}"
                fail(op, f"has unreduced axes mismatch {place} {INVALID_TRANSITION}")

    @staticmethod
    def _targets(op: Operation) -> Sequence[Sharding | None]:
        """Returns the shardings of what a terminator gives its values to."""
        parent = checked(Operation, op.parent_op)
        if parent.signature.definition is FUNC:
            of_function = shardings_of_function(parent)
            return [of_function.get((ShardingRole.FUNCTION_RESULT, number)) for number in range(len(op.operands))]
        shardings = [sharding_of(result) for result in parent.results]
        if parent.signature.definition is not MANUAL_COMPUTATION:
            return shardings
        manual = parent.properties.find(ManualAxes, "manual_axes")
        return [sharding and without_manual_axes(sharding, manual) for sharding in shardings]


def shardings_of_function(function: Operation) -> dict[tuple[ShardingRole, int], Sharding]:
    """Returns the shardings of those arguments and results that have one, by their numbers."""
    return {(role, number): sharding for sharding, role, number in shardings_in(function.signature)}


def stored_sharding(value: Value) -> Sharding | None:
    """Returns the sharding of a value, in front of barriers."""
    return sharding_of(past_barriers(value))


def is_excused(value: Value) -> bool:
    """Returns whether a reshard or constraint defines a value, which may then be used as if it had no sharding."""
    source = past_barriers(value)
    return isinstance(source, OpResult) and source.owner.signature.definition in (RESHARD, SHARDING_CONSTRAINT)


def needed_sharding(value: Value) -> Sharding | None:
    """Returns the sharding of a value unless it is excused."""
    return None if is_excused(value) else stored_sharding(value)


def differing_axes(found: Sharding | None, expected: Sharding | None) -> str:
    """Returns the names of the axes that are unreduced in one of the shardings only."""
    first, second = _axes(found), _axes(expected)
    return ", ".join(sorted({axis.name for axis in first ^ second}))


def _axes(sharding: Sharding | None) -> frozenset[AxisRef]:
    return frozenset(() if sharding is None else sharding.unreduced)
