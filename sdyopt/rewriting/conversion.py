"""Conversions, as MLIR's dialect conversion does them: one walk that replaces the operations of some kinds.

Nothing is replaced before all operations have been visited, so that an operation still has the operands that it had
before. Operations of other kinds are folded.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.verify.dominance import dominator_tree
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.driver import CastFolded, fold_unconverted, is_foldable
from sdyopt.rewriting.rewriter import Rewriter


def operations_to_convert(root: Operation) -> list[Operation]:
    """Returns `root` and the operations inside it, outer before inner, without blocks that nothing leads to."""
    found = [root]
    pending = _first_ops(root)
    while pending:
        op = pending.pop()
        while op is not None:
            found.append(op)
            if op.regions:
                pending.append(op.next)
                pending += _first_ops(op)
                break
            op = op.next
    return found


class Reachability:
    """Which operations are in blocks that something leads to: conversions leave the others as they are."""

    def __init__(self) -> None:
        self._reached: dict[Region, set[Block]] = {}

    def __contains__(self, op: Operation) -> bool:
        block = op.parent
        while block is not None:
            region = block.parent
            if region is None:
                return True
            if len(region.blocks) > 1:
                if region not in self._reached:
                    self._reached[region] = set(_preorder(region.blocks[0]))
                if block not in self._reached[region]:
                    return False
            holder = region.parent
            block = None if holder is None else holder.parent
        return True


def _first_ops(op: Operation) -> list[Operation | None]:
    """Returns the first operation of each block of `op` that is reached, the last block first."""
    regions = op.regions
    if len(regions) == 1 and len(regions[0].blocks) == 1:
        return [regions[0].blocks[0].first]
    return [block.first for region in reversed(regions) for block in reversed(_reached_blocks(region))]


def _reached_blocks(region: Region) -> list[Block]:
    """Returns the blocks that are reached from the first: each, and then those that it dominates.

    Of blocks that are dominated by the same one those come first that a depth-first search finds first.
    """
    if len(region.blocks) < 2:
        return region.blocks
    number = {block: index for index, block in enumerate(_preorder(region.blocks[0]))}
    tree = dominator_tree(region)
    work = [region.blocks[0]]
    found: list[Block] = []
    while work:
        block = work.pop()
        found.append(block)
        work += sorted(tree[block], key=number.__getitem__, reverse=True)
    return found


def _preorder(entry: Block) -> list[Block]:
    """Returns the blocks in the order in which a depth-first search meets them."""
    found: dict[Block, None] = {}
    work = [entry]
    while work:
        block = work.pop()
        if block not in found:
            found[block] = None
            work += reversed([] if block.last is None else block.last.successors)
    return list(found)


class Replacements:
    """Operations to be replaced when all have been visited, and the values that are used instead of their results."""

    def __init__(self) -> None:
        self._values: dict[Value, Value] = {}
        self._replaced: list[Operation] = []

    def add(self, op: Operation, values: Sequence[Value]) -> None:
        """Replaces `op` by `values`."""
        self._replaced.append(op)
        for result, value in zip(op.results, values, strict=True):
            if self.of(value) is not result:  # In a graph region values may depend on each other.
                self._values[result] = value

    def of(self, value: Value) -> Value:
        """Returns what is used instead of `value`, or that itself."""
        found = value
        while found in self._values:
            found = self._values[found]
        if found is not value:
            self._values[value] = found
        return found

    def apply(self, rewriter: Rewriter) -> None:
        """Replaces the operations, and erases those that are not used then."""
        for op in self._replaced:
            for result in op.results:
                rewriter.replace_uses(result, self.of(result))
        for op in reversed(self._replaced):
            if not any(result.is_used for result in op.results):
                rewriter.erase(op)


def visit_unconverted(op: Operation, replacements: Replacements, rewriter: Rewriter) -> None:
    """Folds an operation that is not converted, if it can be folded. It becomes the newest user of its operands."""
    op.renew_uses()
    if not is_foldable(op.signature.definition):
        return
    values = fold_unconverted(op, constant_value, rewriter)
    if values is not None:
        replacements.add(op, values)
        for result, value in zip(op.results, values, strict=True):
            rewriter.report(CastFolded, result, value)


def not_legalized(op: Operation, rewriter: Rewriter) -> CompilationError:
    """Returns the error at `op`, which had to be converted and could not be.

    It shows the operation with the names that values have at this moment.
    """
    text = rewriter.description_of(op)
    if "\n" in text:
        text = f"\n{text}"
    message = f"failed to legalize operation '{op.name}' that was explicitly marked illegal: {text}"
    return CompilationError([Diagnostic("error", message, op.location)])
