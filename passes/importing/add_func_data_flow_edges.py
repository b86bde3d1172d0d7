"""-sdy-add-func-data-flow-edges."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.passes.importing.add_data_flow_edges import EdgeSkipped, Inserted, has_static_shape
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.functions.call_graph import CallGraph, Functions, calls_in
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-add-func-data-flow-edges")
class AddFuncDataFlowEdges(Pass):
    """Inserts an sdy.func_data_flow_edge for each function argument and each call result.

    Through these edges shardings are propagated between calls and functions. The main function, which nothing calls,
    gets none for its arguments. An edge has the sharding that its value has.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        main = Functions(module).find_main()
        for function in CallGraph(module).calls:
            if function is main:
                rewriter.report(MainArgumentsSkipped, function)
            else:
                block = function.regions[0].blocks[0]
                _add_edges(block.arguments, InsertionPoint.start_of(block), function.location, rewriter)
        for call in calls_in(module):
            _add_edges(call.results, InsertionPoint.after_op(call), call.location, rewriter)


def _add_edges(values: Sequence[Value], at: InsertionPoint, location: Location | int, rewriter: Rewriter) -> None:
    """Inserts the edges of those of `values` that have static shapes, in their order, and routes their uses through."""
    for value in values:
        if not has_static_shape(value):
            rewriter.report(EdgeSkipped, value, value.type)
            continue
        sharding = sharding_of(value)
        rewriter.report(Inserted, value, sharding, len(value.users))
        edge = rewriter.create_with(at, _edge_signature(value.type, sharding), [value], location)
        rewriter.replace_uses(value, edge.result, except_in=edge)
        rewriter.renames(edge.result, value)


@remembered
def _edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    attributes = NO_ATTRIBUTES
    if sharding is not None:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
    return Signature.of(FUNC_DATA_FLOW_EDGE, (type,), (type,), attributes=attributes)


class MainArgumentsSkipped(Decision):
    """The arguments of the main function get no edges."""

    function: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "no edges for the arguments of @{name}: it is the main function, which nothing calls"
        remarks.tell("function-skipped", text, self.function, name=symbol_name(self.function))
