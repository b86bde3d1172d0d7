"""What is simplified in regions as a whole: unreachable blocks, operations that are dead together, similar blocks.

Where all regions have one block only dead operations are found here that nothing has looked at, and cycles of them,
which graph regions may have.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.verify.dominance import reverse_postorder
from sdyopt.rewriting.control_flow.branches import argument_for, is_branch, set_passed, targets_of
from sdyopt.rewriting.control_flow.identical_blocks import drop_redundant_arguments, merge_identical_blocks
from sdyopt.rewriting.memory_effects import would_be_dead
from sdyopt.rewriting.rewriter import Rewriter


def erase_unreachable_blocks(region: Region, rewriter: Rewriter, is_recursive: bool = True) -> bool:
    """Erases the blocks in `region`, and in regions inside if wanted, that no path from the entry leads to."""
    erased = False
    for inner in _regions(region) if is_recursive else [region]:
        if len(inner.blocks) > 1:
            reachable = set(reverse_postorder(inner.blocks[0]))
            unreachable = [block for block in inner.blocks if block not in reachable]
            rewriter.erase_blocks(unreachable)
            erased |= bool(unreachable)
    return erased


def simplify_regions(region: Region, rewriter: Rewriter, merge_blocks: bool) -> bool:
    """Simplifies `region` and those inside; with `merge_blocks`, of similar blocks one stays."""
    changed = erase_unreachable_blocks(region, rewriter)
    changed |= _erase_dead(region, rewriter)
    if merge_blocks:
        for inner in _regions(region):
            while merge_identical_blocks(inner, rewriter):
                changed = True
        for inner in _regions(region):
            changed |= drop_redundant_arguments(inner, rewriter)
    return changed


def _regions(region: Region) -> Iterator[Region]:
    """Yields `region` and those inside; blocks of the last one may be erased."""
    work = [region]
    while work:
        current = work.pop()
        if current.blocks:
            yield current
        for block in current.blocks:
            for op in block.ops:
                work += op.regions


# Dead operations and arguments.


def _erase_dead(region: Region, rewriter: Rewriter) -> bool:
    """Erases the operations that no live one depends on; returns whether there are any.

    Arguments of blocks that no live operation depends on go with them, except those of entries.
    """
    live = _live_values_and_operations(region)
    dead: list[Operation] = []
    work = [region]
    while work:
        for block in work.pop().blocks:
            for op in block.ops:
                if op in live:
                    work += op.regions
                else:
                    dead.append(op)
    for inner in _regions(region):
        if len(inner.blocks) > 1:
            for block in inner.blocks:
                if block.last is not None and is_branch(block.last) and block.last in live:
                    _keep_passed(block.last, live, rewriter)
    rewriter.erase_together(dead)
    for inner in _regions(region):
        for block in inner.blocks[1:]:
            for argument in block.arguments[::-1]:
                if argument not in live:
                    rewriter.erase_block_argument(argument)
    return bool(dead)


def _keep_passed(branch: Operation, live: set[Operation | Value], rewriter: Rewriter) -> None:
    """Makes a branch pass only what live arguments get."""
    targets = targets_of(branch)
    if all(argument in live for block in branch.successors for argument in block.arguments):
        return
    kept = [
        [value for value, argument in zip(operands, block.arguments, strict=True) if argument in live]
        for block, operands in targets
    ]
    set_passed(branch, kept, rewriter)


def _live_values_and_operations(region: Region) -> set[Operation | Value]:
    """Returns what may not be erased, terminators included, and the operations and block arguments it depends on.

    What a branch passes is live if the argument of the block is.
    """
    work: list[Operation] = [
        op for inner in _regions(region) for block in inner.blocks for op in block.ops if not would_be_dead(op)
    ]
    live: set[Operation | Value] = set(work)
    passed: dict[Value, list[Value]] = {}
    values: list[Value] = []
    while work:
        op = work.pop()
        if op.successors and is_branch(op):
            for index, operand in enumerate(op.operands):
                argument = argument_for(op, index)
                if argument is None or argument in live:
                    values.append(operand)
                else:
                    passed.setdefault(argument, []).append(operand)
        else:
            values += op.operands
        while values:
            value = values.pop()
            if isinstance(value, OpResult):
                if value.owner not in live:
                    live.add(value.owner)
                    work.append(value.owner)
            elif value not in live:
                live.add(value)
                values += passed.get(value, ())
    return live
