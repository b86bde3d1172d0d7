"""-sdy-remove-all-gather-reduce-scatter-for-cmv1."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRef, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import ALL_GATHER, REDUCE_SCATTER
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT, DOT_GENERAL
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-remove-all-gather-reduce-scatter-for-cmv1")
class RemoveAllGatherReduceScatterForCMV1(FunctionPass):
    """Removes all-gathers before dots and reduce-scatters after them, for collective matmuls.

    The partitioner that runs later makes collective matmuls of such dots. Of a dot either the gathers of its operands
    go, those that nothing else uses, or, if there are none, the reduce-scatter that is its only user, whose sharding
    the dot has then.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        removed: list[Operation] = []
        for dot in walk_post(function):
            if dot.signature.definition in (DOT, DOT_GENERAL):
                if gathers := removable_gathers(dot, rewriter):
                    removed += gathers
                    continue
                if (scatter := removable_scatter(dot, rewriter)) is not None:
                    sharding = ShardingPerValue((scatter.properties.find(Sharding, "out_sharding"),))
                    rewriter.set_attribute(dot, SHARDING, sharding)
                    removed.append(scatter)
        for op in removed:
            rewriter.replace_renaming(op, op.operands)


def removable_gathers(dot: Operation, rewriter: Rewriter) -> list[Operation]:
    """Returns the all-gathers that define operands of `dot`, and that nothing else uses."""
    found: list[Operation] = []
    for operand in dict.fromkeys(dot.operands):
        if (gather := operand.defined_by(ALL_GATHER)) is not None and operand.has_one_use:
            text = "all-gather removed: only {dot} uses it, which takes {value} itself"
            rewriter.tell("all-gather-removed", text, gather, dot=dot, value=gather.operands[0])
            found.append(gather)
        elif gather is not None:
            rewriter.tell("all-gather-kept", "all-gather kept: it has {uses} uses", gather, uses=operand.use_count)
    return found


def removable_scatter(dot: Operation, rewriter: Rewriter) -> Operation | None:
    """Returns the reduce-scatter of `dot` if nothing else uses that, and it has no unreduced axes."""
    scatters = [user for user in dot.result.users if user.signature.definition is REDUCE_SCATTER]
    if not scatters:
        return None
    sharding = sharding_of(dot.result)
    if not dot.result.has_one_use or (sharding is not None and sharding.unreduced):
        for scatter in scatters:
            rewriter.report(
                reduce_scatter_kept, scatter, dot, sharding.unreduced if dot.result.has_one_use and sharding else ()
            )
        return None
    text = "reduce-scatter removed: {value} has the sharding {sharding} instead"
    rewriter.tell(
        "reduce-scatter-removed", text, scatters[0], value=dot.result, sharding=scatters[0].properties["out_sharding"]
    )
    return scatters[0]


def reduce_scatter_kept(scatter: Operation, dot: Operation, unreduced: tuple[AxisRef, ...]) -> Explanation:
    """The reduce-scatter after `dot` stays: the dot has other uses, or `unreduced` axes."""
    text = "reduce-scatter kept: {value} has {uses} uses"
    if unreduced:
        text = "reduce-scatter kept: {value} has the unreduced {axes:axis|axes} {axes}"
    uses = dot.result.use_count
    return explained("reduce-scatter-kept", text, scatter, value=dot.result, uses=uses, axes=unreduced)
