"""-sdy-propagate-sharding-from-func-to-call."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.functions.call_graph import Functions, calls_in
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import FunctionShardings, call_shardings


@register_pass("sdy-propagate-sharding-from-func-to-call")
class PropagateShardingFromFuncToCall(Pass):
    """Gives calls without shardings those of the results of their functions.

    A function without shardings of its results, or with maximal ones alone, leaves its calls as they are.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        for call in calls_in(module):
            function = functions.called_by(call)
            if call_shardings(call.signature) is not None:
                rewriter.report(CallShardingsKept, call)
                continue
            of_results = shardings.of_results(function)
            if of_results is None:
                rewriter.report(NoFunctionShardings, call, function)
                continue
            rewriter.set_attribute(call, SHARDING, of_results)
            rewriter.report(Set, call, function)


class CallShardingsKept(Decision):
    """A call has shardings already."""

    kind = "call-shardings-kept"
    text = "this call has shardings already: those of the function are not looked at"

    call: Operation


class NoFunctionShardings(Decision):
    """A call gets no shardings: the results of its function have none, except on single devices."""

    call: Operation
    function: Operation

    def explain(self, remarks: Remarks) -> None:
        if self.call.results:
            text = "call gets no shardings: no result of @{function} is sharded along a mesh with axes"
            remarks.tell("no-shardings", text, self.call, function=symbol_name(self.function))


class Set(Decision):
    """A call gets the shardings of the results of its function."""

    call: Operation
    function: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "call gets the shardings of the results of @{function}: {shardings}"
        shardings = call_shardings(self.call.signature)
        remarks.tell("call-shardings-set", text, self.call, function=symbol_name(self.function), shardings=shardings)
