"""-sdy-propagate-sharding-from-func-to-call."""

from __future__ import annotations

from sdyopt.dialects.func.ops import CALL
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import FunctionShardings, call_shardings


@register_pass("sdy-propagate-sharding-from-func-to-call")
class PropagateShardingFromFuncToCall(Pass):
    """Gives calls without shardings those of the results of their functions.

    A function without shardings of its results, or with maximal ones alone, leaves its calls as they are.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        for call in rewriter.listing(module).collect_kind(CALL):
            function = functions.called_by(call)
            if call_shardings(call.signature) is not None:
                rewriter.report(call_shardings_kept, call)
                continue
            of_results = shardings.of_results(function)
            if of_results is None:
                rewriter.report(no_shardings, call, function)
                continue
            rewriter.set_attribute(call, SHARDING, of_results)
            rewriter.report(call_shardings_set, call, function)


def call_shardings_kept(call: Operation) -> Explanation:
    """A call has shardings already."""
    text = "this call has shardings already: those of the function are not looked at"
    return explained("call-shardings-kept", text, call)


def no_shardings(call: Operation, function: Operation) -> Explanation | None:
    """A call gets no shardings: the results of its function have none, except on single devices."""
    if call.results:
        text = "call gets no shardings: no result of @{function} is sharded along a mesh with axes"
        return explained("no-shardings", text, call, function=symbol_name(function))
    return None


def call_shardings_set(call: Operation, function: Operation) -> Explanation:
    """A call gets the shardings of the results of its function."""
    text = "call gets the shardings of the results of @{function}: {shardings}"
    shardings = call_shardings(call.signature)
    return explained("call-shardings-set", text, call, function=symbol_name(function), shardings=shardings)
