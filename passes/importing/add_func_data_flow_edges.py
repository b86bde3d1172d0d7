"""-sdy-add-func-data-flow-edges."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import FUNC_DATA_FLOW_EDGE
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.passes.importing.add_data_flow_edges import add_edges
from sdyopt.rewriting.functions import CallGraph, Functions, calls_in
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-add-func-data-flow-edges")
class AddFuncDataFlowEdges(Pass):
    """Inserts an sdy.func_data_flow_edge for each function argument and each call result.

    Through these edges shardings are propagated between calls and functions. The main function, which nothing calls,
    gets none for its arguments. An edge has the sharding that its value has.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        main = Functions(module).find_main()
        for function in CallGraph(rewriter.listing(module)).calls:
            if function is main:
                rewriter.report(main_arguments_skipped, function)
            else:
                block = function.regions[0].blocks[0]
                add_edges(block.arguments, InsertionPoint.start_of(block), rewriter, edge_signature, function.location)
        for call in calls_in(module):
            add_edges(call.results, InsertionPoint.after_op(call), rewriter, edge_signature, call.location)


@remembered
def edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    """Returns the signature of an edge for a value of `type`, with `sharding` if there is one."""
    attributes = NO_ATTRIBUTES
    if sharding is not None:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
    return Signature.of(FUNC_DATA_FLOW_EDGE, (type,), (type,), attributes=attributes)


def main_arguments_skipped(function: Operation) -> Explanation:
    """The arguments of the main function get no edges."""
    text = "no edges for the arguments of @{name}: it is the main function, which nothing calls"
    return explained("function-skipped", text, function, name=symbol_name(function))
