"""-sdy-insert-func-call-reshards."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.functions.call_graph import Functions, callee_name, calls_in
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import (
    FunctionShardings,
    all_fully_closed,
    are_equivalent,
    call_shardings,
    fully_closed,
)


@register_pass("sdy-insert-func-call-reshards")
class InsertFuncCallReshards(Pass):
    """Inserts reshards of call results whose shardings differ between the call and its function.

    The call then has the shardings of the function, and the reshard, which all users use, what the call had. Only axes
    of dimensions count as a difference.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        for call in calls_in(module):
            of_function = shardings.of_results(functions.called_by(call))
            of_call = call_shardings(call.signature)
            if of_function is None:
                if of_call is None:
                    continue
                of_function = all_fully_closed(of_call)
            wanted = (None,) * len(call.results) if of_call is None else of_call.shardings
            # In a nested module the name may mean a function with other results; then the call is not valid any more.
            for result, has, wants in zip(call.results, of_function.shardings, wanted, strict=False):
                if are_equivalent(has, wants):
                    rewriter.report(NotResharded, result)
                else:
                    reshard(result, has, wants or fully_closed(has), rewriter)
            if of_function is not of_call:
                rewriter.report(CallSharded, call, of_function)
            rewriter.set_attribute(call, SHARDING, of_function)


def reshard(result: Value, has: Sharding, wanted: Sharding, rewriter: Rewriter) -> None:
    """Inserts a reshard to the sharding `wanted` right after the call, for all uses of the result."""
    rewriter.report(Resharded, result, has, wanted)
    op = rewriter.create_after(
        result, RESHARD, [result], properties={"sharding": wanted}, location=result.definition_location
    )
    rewriter.renames(op.result, result)
    rewriter.replace_uses(result, op.result, except_in=op)


class Resharded(Decision):
    """The result of a call is resharded."""

    kind = "result-resharded"
    text = "{value} resharded to {sharding}: the function returns it as {returned}"

    value: Value
    returned: Sharding
    sharding: Sharding


class CallSharded(Decision):
    """A call has the shardings of its function, fully closed ones if that has none."""

    call: Operation
    shardings: ShardingPerValue

    def explain(self, remarks: Remarks) -> None:
        text = "this call has the shardings of @{function} now: {shardings}"
        function = callee_name(self.call)
        self.report(remarks, "call-shardings-set", text, self.call, function=function)


class NotResharded(Decision):
    """The result of a call needs no reshard."""

    kind = "result-not-resharded"
    text = "{value} not resharded: the function returns it on the same axes"

    value: Value
