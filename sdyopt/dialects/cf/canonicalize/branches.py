"""Canonicalization of branches, conditional ones, and of assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.dialects.arith.ops import CONSTANT, SELECT
from sdyopt.dialects.cf.canonicalize.switches import PATTERNS as SWITCHES
from sdyopt.dialects.cf.canonicalize.targets import KNOWN, PASSED_THROUGH, BranchSimplified, behind, replace_branch
from sdyopt.dialects.cf.ops import ASSERT, BRANCH, COND_BRANCH, SWITCH
from sdyopt.dialects.ub.ops import UNREACHABLE
from sdyopt.ir.attributes import I1, BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.rewriting.control_flow.branches import BranchTarget, is_branch, targets_of, values_passed
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.remarks import Remarks

if TYPE_CHECKING:
    from sdyopt.ir.region import Block


@pattern(ASSERT, "")
def true_assertion(op: Operation, rewriter: PatternRewriter) -> bool:
    """Erases an assertion of what is true."""
    if constant_value(op.operands[0]) is not BoolAttr(True):
        return False
    rewriter.report(AssertionHolds, op)
    rewriter.erase(op)
    return True


# Branches.


@pattern(BRANCH, "")
def branch(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts the block that only `op` leads to in its place, or leads to where a block leads that only branches."""
    (target,) = targets_of(op)
    block = op.parent
    assert block is not None
    if target.block is block:
        return False
    if len(rewriter.predecessors.branches_to(target.block)) == 1:
        rewriter.report(BranchSimplified, op, "nothing else leads to the block")
        rewriter.predecessors.remove(op)
        rewriter.erase(op)
        rewriter.merge_block(target.block, block, target.operands)
        return True
    following = behind(target)
    if following is None:
        return False
    replace_branch(op, BRANCH, [following], rewriter, PASSED_THROUGH)
    return True


# Conditional branches.


@pattern(COND_BRANCH, "(anonymous namespace)::SimplifyConstCondBranchPred")
def constant_condition(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to where a constant condition leads."""
    condition = constant_value(op.operands[0])
    if not isinstance(condition, BoolAttr):
        return False
    replace_branch(op, BRANCH, [targets_of(op)[0 if condition.value else 1]], rewriter, KNOWN)
    return True


@pattern(COND_BRANCH, "(anonymous namespace)::SimplifyPassThroughCondBranch")
def pass_through(op: Operation, rewriter: PatternRewriter) -> bool:
    """Leads to where blocks lead that only branch."""
    targets = targets_of(op)
    new = [behind(target) or target for target in targets]
    if new == targets:
        return False
    weights = op.properties.get("branch_weights")
    properties = {} if weights is None else {"branch_weights": weights}
    replace_branch(op, COND_BRANCH, new, rewriter, PASSED_THROUGH, properties)
    return True


@pattern(COND_BRANCH, "(anonymous namespace)::SimplifyCondBranchIdenticalSuccessors")
def same_successors(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to the block that is both successors; the condition selects what that gets."""
    one, other = targets_of(op)
    if one.block is not other.block:
        return False
    passed = one.operands
    if one != other:
        if rewriter.predecessors.unique(one.block) is not op.parent:
            return False
        pairs = zip(one.operands, other.operands, strict=True)
        passed = tuple([_selected(op, first, second, rewriter) for first, second in pairs])
    replace_branch(op, BRANCH, [BranchTarget(one.block, passed)], rewriter, "both successors are the same block")
    return True


def _selected(op: Operation, one: Value, other: Value, rewriter: PatternRewriter) -> Value:
    if one is other:
        return one
    operands = (op.operands[0], one, other)
    return rewriter.create_before(op, SELECT, operands, (one.type,), location=op.location).result


@pattern(COND_BRANCH, "(anonymous namespace)::SimplifyCondBranchFromCondBranchOnSameCondition")
def condition_of_predecessor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to where a condition leads on which a branch to this block depends already."""
    block = op.parent
    assert block is not None
    before = rewriter.predecessors.single(block)
    branch = None if before is None else before.last
    if branch is None or branch.definition is not COND_BRANCH or branch.operands[0] is not op.operands[0]:
        return False
    number = 0 if branch.successors[0] is block else 1
    replace_branch(op, BRANCH, [targets_of(op)[number]], rewriter, KNOWN)
    return True


@pattern(COND_BRANCH, "(anonymous namespace)::CondBranchTruthPropagation")
def condition_in_successors(op: Operation, rewriter: PatternRewriter) -> bool:
    """Replaces the condition by what it is in the successors that nothing else leads to."""
    known = [
        _replace_condition(op, block, value, rewriter)
        for block, value in zip(op.successors, (True, False), strict=True)
        if rewriter.predecessors.single(block) is not None
    ]
    return any(known)


def _replace_condition(op: Operation, block: Block, value: bool, rewriter: PatternRewriter) -> bool:
    condition = op.operands[0]
    constant: Value | None = None
    for use in condition.uses:
        if use.owner.parent is block:
            if constant is None:
                properties = {"value": BoolAttr(value)}
                rewriter.report(ConditionKnown, op, use.owner, "true" if value else "false")
                constant = rewriter.create_before(op, CONSTANT, (), (I1,), properties, location=op.location).result
            rewriter.set_operand(use, constant)
    return constant is not None


@pattern(COND_BRANCH, "(anonymous namespace)::DropUnreachableCondBranch")
def unreachable_successor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Branches to the other successor where one of them is never reached."""
    targets = targets_of(op)
    for target, other in (targets, targets[::-1]):
        if target.block.first is not None and target.block.first.definition is UNREACHABLE:
            replace_branch(op, BRANCH, [other], rewriter, "a successor is never reached")
            return True
    return False


# Arguments.


def uniform_arguments(op: Operation, rewriter: PatternRewriter) -> bool:
    """Replaces the arguments of successors for which all branches, of which there are several, pass one value."""
    changed = False
    for block in dict.fromkeys(op.successors):
        branches = rewriter.predecessors.branches_to(block) if block.arguments else []
        if len(branches) > 1 and all(map(is_branch, branches)):
            for argument in block.arguments:
                changed |= _replace_if_uniform(argument, branches, rewriter)
    return changed


def _replace_if_uniform(argument: BlockArgument, branches: Sequence[Operation], rewriter: PatternRewriter) -> bool:
    first, *others = values_passed(branches, argument)
    if not argument.is_used or first is argument or any(other is not first for other in others):
        return False
    rewriter.report(ArgumentKnown, argument, first)
    rewriter.replace_uses(argument, first)
    return True


class AssertionHolds(Decision):
    """An assertion is erased."""

    kind = "assertion-holds"
    text = "{op} erased: its operand is true"

    op: Operation


class ArgumentKnown(Decision):
    """An argument of a block is replaced by the value that all branches pass for it."""

    kind = "argument-known"
    text = "{argument} replaced by {value}, which all branches to the block pass"

    argument: BlockArgument
    value: Value


class ConditionKnown(Decision):
    """In a successor of a branch its condition is replaced by a constant."""

    op: Operation
    user: Operation
    constant: str

    def explain(self, remarks: Remarks) -> None:
        text = "{value} is {constant} here: {op} has led here by it"
        self.report(remarks, "condition-known", text, self.user, ("see the branch", self.op), value=self.op.operands[0])


PATTERNS = (
    true_assertion,
    branch,
    constant_condition,
    pass_through,
    same_successors,
    condition_of_predecessor,
    condition_in_successors,
    unreachable_successor,
    *[
        Pattern(root, "(anonymous namespace)::SimplifyUniformBlockArguments", uniform_arguments)
        for root in (BRANCH, COND_BRANCH, SWITCH)
    ],
    *SWITCHES,
)
"""In the order in which they are tried."""
