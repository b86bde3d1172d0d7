"""What patterns on branches share: new branches in the place of others, and what is after blocks that only branch."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.cf.ops import BRANCH
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.control_flow.branches import BranchTarget, segment_properties, targets_of
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.patterns import PatternRewriter

PASSED_THROUGH = "a block that it leads to only branches"
KNOWN = "the condition is known"


def replace_branch(
    op: Operation,
    definition: OpDef,
    targets: Sequence[BranchTarget],
    rewriter: PatternRewriter,
    why: str,
    properties: dict[str, Attribute] | None = None,
) -> None:
    """Puts a branch of that kind to these targets, on the same condition if it has one, in the place of `op`."""
    rewriter.report(BranchSimplified, op, why)
    condition = () if definition is BRANCH else op.operands[:1]
    operands = [*condition, *[value for target in targets for value in target.operands]]
    sizes = segment_properties(definition, [len(target.operands) for target in targets])
    signature = Signature.of(
        definition,
        tuple([operand.type for operand in operands]),
        (),
        DictionaryAttr.of({**sizes, **(properties or {})}),
    )
    new = Operation(signature, operands, op.location, (), [target.block for target in targets])
    rewriter.insert(new, InsertionPoint.before_op(op))
    rewriter.predecessors.add(new)
    rewriter.predecessors.remove(op)
    rewriter.erase(op)


def behind(target: BranchTarget) -> BranchTarget | None:
    """Returns where a block that does nothing but branch leads; None if it does more, or leads to a loop."""
    block = target.block
    branch = block.last
    if branch is None or branch.previous is not None or branch.definition is not BRANCH:
        return None
    if any(user is not branch for argument in block.arguments for user in argument.walk_users()):
        return None
    (following,) = targets_of(branch)
    seen = {block}
    last: Operation | None = branch
    while last is not None and last.definition is BRANCH:
        (successor,) = last.successors
        if successor in seen:
            return None
        seen.add(successor)
        last = successor.last
    passed = [
        target.operands[value.index] if isinstance(value, BlockArgument) and value.owner is block else value
        for value in following.operands
    ]
    return BranchTarget(following.block, tuple(passed))


class BranchSimplified(Decision):
    """A branch is replaced by a simpler one, or by the block that it leads to."""

    kind = "branch-simplified"
    text = "{op} simplified: {why}"

    op: Operation
    why: str
