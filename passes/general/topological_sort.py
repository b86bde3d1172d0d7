"""-topological-sort."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, InsertionPoint
from sdyopt.ir.value import OpResult
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("topological-sort")
class TopologicalSort(Pass):
    """Moves operations of modules after those that compute their operands, as far as there is no cycle.

    In all other regions operations are in such an order anyway. Those that need not wait for others keep their order.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in walk(op):
            if inner.has_trait("HasOnlyGraphRegion"):
                for region in inner.regions:
                    for block in region.blocks:
                        sort_topologically(block, rewriter)


def sort_topologically(block: Block, rewriter: Rewriter) -> None:
    """Moves operations of `block` to the front that do not wait for others, again and again.

    Where all wait for each other, the first one that is left stays in front of the rest.
    """
    waiting = dict.fromkeys([op for op in block.ops if not op.has_trait("IsTerminator")])
    while waiting:
        count = len(waiting)
        for op in list(waiting):
            if not _waits(op, waiting):
                _place(op, waiting, rewriter)
        if len(waiting) == count:
            _place(next(iter(waiting)), waiting, rewriter)


def _place(op: Operation, waiting: dict[Operation, None], rewriter: Rewriter) -> None:
    """Moves `op` to the front of those that are waiting."""
    first = next(iter(waiting))
    del waiting[op]
    if op is not first:
        rewriter.report(moved, op, first)
        rewriter.move(op, InsertionPoint.before_op(first))


def _waits(op: Operation, waiting: dict[Operation, None]) -> bool:
    """Returns whether an operation that is waiting computes an operand of `op`, or of an operation inside it."""
    for inner in walk(op):
        for operand in inner.operands:
            source = operand.owner if isinstance(operand, OpResult) else None
            while source is not None and source is not op:
                if source in waiting:
                    return True
                source = source.parent_op
    return False


def moved(op: Operation, other: Operation) -> Explanation:
    """An operation is moved before another one, which needs values that are computed later."""
    text = "{op} moved before {other}, which has to wait for its operands"
    return explained("moved", text, op, op=op, other=other)
