"""-trivial-dce."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.value import OpResult
from sdyopt.mlir.rewrite.control_flow import erase_unreachable_blocks
from sdyopt.mlir.rewrite.rewriter import is_trivially_dead
from sdyopt.rewriting.greedy import dead_operation
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("trivial-dce")
class TrivialDeadCodeElimination(Pass):
    """Erases operations without effects that nothing uses, and blocks that no branch leads to.

    What only these use goes, too; operations that use each other in a circle stay.
    """

    anchor: ClassVar[str] = ANY

    recursive: bool = option(default=True, help="Also erases operations in regions of operations, such as functions")
    remove_blocks: bool = option(default=True, help="Erases blocks that no branch leads to")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if self.remove_blocks:
            for region in op.regions:
                erase_unreachable_blocks(region, rewriter, self.recursive)
        erase_dead(op, rewriter, self.recursive)


def erase_dead(root: Operation, rewriter: Rewriter, is_recursive: bool) -> None:
    """Erases the dead operations in `root`, or only those right inside, until there are no more."""
    directly = [op for region in root.regions for block in region.blocks for op in block.ops]
    work = dict.fromkeys(inner for op in directly for inner in (walk(op) if is_recursive else [op]))
    scope = None if is_recursive else set(directly)
    while work:
        op, _ = work.popitem()
        if not is_trivially_dead(op):
            continue
        for inner in walk(op):
            work.pop(inner, None)
            makers = [operand.owner for operand in inner.operands if isinstance(operand, OpResult)]
            work.update(dict.fromkeys(maker for maker in makers if scope is None or maker in scope))
        work.pop(op, None)
        rewriter.report(dead_operation, op)
        rewriter.erase(op)
