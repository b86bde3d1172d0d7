"""Chains of constraints, each the only user of the one before: a part of -sdy-apply-sharding-constraints."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import OpResult
from sdyopt.passes.importing.requested_shardings import RequestedShardings, is_constraint
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


class ConstraintChain:
    """The constraints from `head` to `end`."""

    __slots__ = ("end", "head")

    def __init__(self, head: Operation, end: Operation) -> None:
        self.head = head
        self.end = end

    @property
    def length(self) -> int:
        """The number of constraints."""
        length, op = 1, self.end
        while op is not self.head:
            op = cast(OpResult, op.operands[0]).owner
            length += 1
        return length


def chain_from(head: Operation) -> ConstraintChain | None:
    """Returns the chain that begins with the constraint `head`; None if it is alone, or not the first."""
    value = head.operands[0]
    if isinstance(value, OpResult) and is_constraint(value.owner):
        return None
    end = head
    while (user := end.results[0].only_user) is not None and is_constraint(user):
        end = user
    return None if end is head else ConstraintChain(head, end)


def use_end(
    chain: ConstraintChain, present: Sharding | None, requested: RequestedShardings, rewriter: Rewriter
) -> None:
    """Makes uses of a chain's input after the chain, by operations in the same block, uses of its end.

    Uses by `func.return` stay. All stay if the input has a sharding, `present`, or if other constraints or manual
    computations use it, or the end.
    """
    head, end = chain.head, chain.end
    value = head.operands[0]
    obstacle = None
    if requested.is_requested(end.result):
        obstacle = "chain-not-used-end-constrained"
    elif not requested.is_requested_once(value):
        obstacle = "chain-not-used-other-constraints"
    elif present is not None:
        obstacle = "chain-not-used-sharding-present"
    if obstacle is not None:
        rewriter.report(ChainNotUsed, chain, obstacle, present)
        return
    block = cast(Block, end.parent)
    positions = requested.positions_in(block)
    moved = {
        user
        for user in value.users
        if user.parent is block and user.signature.definition is not RETURN and positions[user] > positions[end]
    }
    rewriter.replace_uses(value, end.result, where=lambda use: use.owner in moved)
    rewriter.report(ChainUsed, chain, len(moved))


class ChainUsed(Decision):
    """Users of a chain's input, `moved` of them, use its end now."""

    chain: ConstraintChain
    moved: int

    def explain(self, remarks: Remarks) -> None:
        head, end = self.chain.head, self.chain.end
        value = head.operands[0]
        remarks.tell(
            "chain-found",
            "chain of {length} constraints on {value} ends with {end}: "
            "{users:#} later {users:user|users} of {value} {users:uses|use} {end} instead",
            head,
            ("the chain ends here", end),
            value=value,
            end=end.result,
            length=self.chain.length,
            users=self.moved,
        )
        for user in value.users:
            if user is head:
                continue
            if user.parent is not end.parent:
                kind, reason = "use-kept-other-block", "this use is in another block"
            elif user.signature.definition is RETURN:
                kind, reason = "use-kept-return", "func.return keeps its operands"
            else:
                kind, reason = "use-kept-before-end", "this use comes before"
            remarks.tell(kind, "{value} not replaced by {end}: " + reason, user, value=value, end=end.result)


class ChainNotUsed(Decision):
    """All uses of a chain's input stay, for the reason that the `obstacle` names."""

    chain: ConstraintChain
    obstacle: str
    present: Sharding | None

    def explain(self, remarks: Remarks) -> None:
        head, end = self.chain.head, self.chain.end
        remarks.tell(
            self.obstacle,
            "chain of {length} constraints that ends with {end} leaves other uses of {value} alone: "
            + _OBSTACLES[self.obstacle],
            head,
            ("the chain ends here", end),
            value=head.operands[0],
            end=end.result,
            length=self.chain.length,
            present=self.present,
        )


_OBSTACLES = {
    "chain-not-used-end-constrained": "a constraint or manual computation is among the users of {end}",
    "chain-not-used-other-constraints": "other constraints or manual computations use {value}",
    "chain-not-used-sharding-present": "{value} has the sharding {present}",
}
"""What remarks of these kinds say of the reason."""
