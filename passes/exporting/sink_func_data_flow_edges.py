"""-sdy-sink-func-data-flow-edges."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import DimensionSharding, Sharding
from sdyopt.dialects.sdy.ops import FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-sink-func-data-flow-edges")
class SinkFuncDataFlowEdges(FunctionPass):
    """Erases each sdy.func_data_flow_edge; its value gets the sharding of the edge.

    If the edge has none, a sharding that the value has loses its axes, and all dimensions are open.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in walk(function):
            if op.signature.definition is FUNC_DATA_FLOW_EDGE:
                value = op.operands[0]
                before, sharding = sharding_of(value), sharding_of(op.result)
                rewriter.report(edge_sunk, value, before, sharding)
                if sharding is None and before is not None:
                    sharding = opened(before)
                if sharding is not None:
                    rewriter.set_sharding(value, sharding)
                rewriter.replace(op, [value])


def opened(sharding: Sharding) -> Sharding:
    """Returns the sharding on the same mesh and of the same rank that has no axes; all dimensions are open."""
    return Sharding(sharding.mesh, (DimensionSharding((), False),) * sharding.rank)


def edge_sunk(value: Value, before: Sharding | None, after: Sharding | None) -> Explanation:
    """An edge is erased: its value, which had the sharding `before`, gets the sharding `after` of the edge."""
    kind, text, sharding = "edge-sunk", "edge erased: {value} gets its sharding, {sharding}", after
    if after is before:
        kind, text = "edge-erased", "edge erased: the sharding of {value} stays as it is"
    elif after is None:
        kind, text = "made-open", "edge erased: it has no sharding, so {value} loses {sharding} and is fully open"
        sharding = before
    return explained(kind, text, value, value=value, sharding=sharding)
