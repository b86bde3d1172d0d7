"""-sdy-verify-unreduced-axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.sdy.shardings.slots import sharding_of, shardings_in
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.symbols import symbols
from sdyopt.mlir.declare.sharding_slots import ShardingRole
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

INVALID = "without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced."


@register_pass("sdy-verify-unreduced-axes")
class VerifyUnreducedAxes(FunctionPass):
    """Checks that unreduced axes are only reduced by operations of SDY.

    Along an unreduced axis each device holds a summand only. An operation has to pass such axes of its operands on to
    its results; calls have to agree with their functions, and what is returned with the function's results.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        callees = symbols(cast(Operation, function.parent_op))
        for op in walk_post(function):
            definition = op.signature.definition
            if definition is CALL:
                callee = callees.get(cast(SymbolRefAttr, op.properties["callee"]).leaf)
                if callee is not None and callee.signature.definition is FUNC:
                    check_call(op, callee)
            elif definition is RETURN:
                check_return(op, function)
            elif definition.dialect != "sdy" and "IsTerminator" not in definition.traits:
                check_op(op)


def check_call(call: Operation, callee: Operation) -> None:
    """Raises CompilationError unless operands and results have the unreduced axes that the function says."""
    of_function = function_unreduced_axes(callee)
    for role, kind, values in (
        (ShardingRole.FUNCTION_ARGUMENT, "argument", call.operands),
        (ShardingRole.FUNCTION_RESULT, "result", call.results),
    ):
        for number, value in enumerate(values):
            found, expected = unreduced_axes(sharding_of(value)), of_function.get((role, number), ())
            if found != expected:
                fail(call, f"has unreduced axes mismatch for '{differing(found, expected)}' at call {kind} {number}.")


def check_return(op: Operation, function: Operation) -> None:
    """Raises CompilationError unless what is returned has the unreduced axes of the function's results."""
    of_function = function_unreduced_axes(function)
    found = [axis for value in op.operands for axis in unreduced_axes(sharding_of(value))]
    expected = [
        axis
        for number in range(len(op.operands))
        for axis in of_function.get((ShardingRole.FUNCTION_RESULT, number), ())
    ]
    if found != expected:
        fail(op, f"has unreduced axes mismatch for '{differing(found, expected)}' {INVALID}")


def check_op(op: Operation) -> None:
    """Raises CompilationError unless all unreduced axes of operands are unreduced axes of results."""
    kept = {axis for result in op.results for axis in unreduced_axes(sharding_of(result))}
    for operand in op.operands:
        for axis in unreduced_axes(sharding_of(operand)):
            if axis not in kept:
                fail(op, f"dropped unreduced axis '{axis.name}' {INVALID}")


def unreduced_axes(sharding: Sharding | None) -> Axes:
    """Returns the unreduced axes of a value with that sharding."""
    return () if sharding is None else sharding.unreduced


def function_unreduced_axes(function: Operation) -> dict[tuple[ShardingRole, int], Axes]:
    """Returns the unreduced axes of those arguments and results that have a sharding, by their numbers."""
    return {(role, number): sharding.unreduced for sharding, role, number in shardings_in(function.signature)}


def differing(found: Sequence[AxisRef], expected: Sequence[AxisRef]) -> str:
    """Returns the names of the axes that are in one of the two lists only."""
    axes: Iterable[AxisRef] = set(found) ^ set(expected)
    return ", ".join(sorted({axis.name for axis in axes}))


def fail(op: Operation, message: str) -> None:
    """Raises CompilationError at `op`."""
    raise CompilationError([Diagnostic("error", f"'{op.name}' op {message}", op.location)])
