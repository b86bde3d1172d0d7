"""-sdy-sharding-group-import."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, SHARDING_GROUP
from sdyopt.dialects.stablehlo.verification.reading import fail
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import IntegerAttr, ShapedType, i64
from sdyopt.ir.collecting import grouped
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-sharding-group-import")
class ShardingGroupImport(Pass):
    """Checks sharding groups, merges groups that share a tensor and renumbers them.

    The numbers are 0, 1, … without gaps, and afterwards no value is twice in one group.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        memberships = rewriter.listing(module).collect_kind_post(SHARDING_GROUP)
        check_groups(memberships)
        numbers = merged_groups(memberships, rewriter)
        report_numbers(memberships, numbers, rewriter)
        renumber(memberships, numbers, rewriter)


def group_of(membership: Operation) -> int:
    """The id of the group that an `sdy.sharding_group` adds its input to."""
    return membership.signature.properties.find(IntegerAttr, "group_id").value


def check_groups(memberships: Iterable[Operation]) -> None:
    """Raises CompilationError at the first member that is in another manual computation, or of another shape, than the
    first of its group.
    """
    first: dict[int, tuple[Operation | None, tuple[int, ...] | None]] = {}
    for membership in memberships:
        group = group_of(membership)
        computation = enclosing_manual_computation(membership)
        shape = checked(ShapedType, membership.operands[0].type).dimensions
        first_computation, first_shape = first.setdefault(group, (computation, shape))
        if computation is not first_computation:
            fail(
                membership, f"ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: {group}"
            )
        if shape != first_shape:
            fail(membership, f"ShardingGroupOps values must have the same shape for groupId: {group}")


def enclosing_manual_computation(op: Operation) -> Operation | None:
    """The innermost manual computation around `op`."""
    parent = op.parent_op
    while parent is not None and parent.signature.definition is not MANUAL_COMPUTATION:
        parent = parent.parent_op
    return parent


def merged_groups(memberships: Iterable[Operation], rewriter: Rewriter) -> dict[int, int]:
    """The new number of each group's id.

    Value by value, in the order of their first membership, a value's groups are merged into its first one, whose
    merged group keeps its leader. The numbers follow the order in which the leaders were first met, as in the
    reference; that need not be the order of the smallest ids.
    """
    by_value = grouped((membership.operands[0], membership) for membership in memberships)
    leaders: dict[int, int] = {}

    def leader(group: int) -> int:
        leaders.setdefault(group, group)
        while leaders[group] != group:
            leaders[group] = group = leaders[leaders[group]]
        return group

    for first, *others in by_value.values():
        kept = leader(group_of(first))
        for other in others:
            merged = leader(group_of(other))
            leaders[merged] = kept
            if merged != kept:
                rewriter.tell(
                    "groups-merged",
                    "group {group} merged into group {into}: {value} is in both",
                    other,
                    ("{value} is in group {into} here", first),
                    group=group_of(other),
                    into=group_of(first),
                    value=other.operands[0],
                )
    kept_groups = [group for group, above in leaders.items() if group == above]
    numbers = {group: number for number, group in enumerate(kept_groups)}
    return {group: numbers[leader(group)] for group in leaders}


def report_numbers(memberships: Iterable[Operation], numbers: dict[int, int], rewriter: Rewriter) -> None:
    """Reports, at the first member of each group, its new number, if that is another."""
    seen: set[int] = set()
    for membership in memberships:
        group = group_of(membership)
        if group not in seen and numbers[group] != group:
            text = "group {group} is group {number} now"
            rewriter.tell("group-renumbered", text, membership, group=group_of(membership), number=numbers[group])
        seen.add(group)


def renumber(memberships: Iterable[Operation], numbers: dict[int, int], rewriter: Rewriter) -> None:
    """Gives each membership its group's new number; a value's second membership in a group is erased."""
    known: dict[tuple[Value, int], Operation] = {}
    for membership in memberships:
        number = numbers[group_of(membership)]
        first = known.setdefault((membership.operands[0], number), membership)
        if first is not membership:
            rewriter.tell(
                "membership-erased",
                "membership erased: {value} is in group {group} already",
                membership,
                ("it became a member here", first),
                value=membership.operands[0],
                group=number,
            )
            rewriter.erase(membership)
        elif number != group_of(membership):
            rewriter.set_property(membership, "group_id", i64(number))
