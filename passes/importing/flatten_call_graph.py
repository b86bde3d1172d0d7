"""-sdy-flatten-call-graph."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import CallGraph, FunctionCopies, callee_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-flatten-call-graph")
class FlattenCallGraph(Pass):
    """Gives every call but the first of a function a copy of the function to call.

    What a copied function calls is copied with it, so that no function has two callers. Copies stand at the end of the
    module, and keep the original name in the attribute `sdy.original_func_name`.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        graph = CallGraph(rewriter.listing(module))
        copies = FunctionCopies(module, rewriter)
        called: set[str] = set()
        for call in [call for function in graph.callees_first() for call in graph.calls[function]]:
            name = callee_name(call)
            if name not in called:
                copies.called_by(call)
                called.add(name)
                rewriter.report(function_kept, call, name)
            else:
                copies.give_own_callee(call)


def function_kept(call: Operation, function: str) -> Explanation:
    """A call is the first of its function, and calls it still."""
    text = "this call, the first of @{function}, calls it still"
    return explained("function-kept", text, call, function=function)
