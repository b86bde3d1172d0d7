"""-sdy-remove-sharding-groups."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.ops import SHARDING_GROUP
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-remove-sharding-groups")
class RemoveShardingGroups(Pass):
    """Removes all sharding groups.

    Propagation has given their members one sharding; nothing needs the groups after it.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in rewriter.listing(module).collect_kind(SHARDING_GROUP):
            rewriter.report(membership_erased, op)
            rewriter.erase(op)


def membership_erased(membership: Operation) -> Explanation:
    """A membership in a sharding group is erased."""
    return explained(
        "membership-erased",
        "membership of {value} in group {group} erased",
        membership,
        value=membership.operands[0],
        group=cast(IntegerAttr, membership.properties["group_id"]).value,
    )
