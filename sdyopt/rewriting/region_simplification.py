"""What is simplified in regions as a whole: unreachable blocks, operations that are dead together, identical blocks.

Where all regions have one block only dead operations are found here that nothing has looked at, and cycles of them,
which graph regions may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.analysis.memory_effects import would_be_dead
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.ods.verify.dominance import reverse_postorder
from sdyopt.rewriting.rewriter import Rewriter


def erase_unreachable_blocks(region: Region, rewriter: Rewriter) -> bool:
    """Erases the blocks in `region`, and in regions inside, that no path from the entry leads to."""
    erased = False
    for inner in _regions(region):
        if len(inner.blocks) > 1:
            reachable = set(reverse_postorder(inner.blocks[0]))
            unreachable = [block for block in inner.blocks if block not in reachable]
            rewriter.erase_blocks(unreachable)
            erased |= bool(unreachable)
    return erased


def simplify_regions(region: Region, rewriter: Rewriter, merge_blocks: bool) -> bool:
    """Simplifies `region` and those inside; with `merge_blocks`, of identical blocks one stays."""
    changed = erase_unreachable_blocks(region, rewriter)
    changed |= _erase_dead(region, rewriter)
    if merge_blocks:
        for inner in _regions(region):
            while _merge_identical_blocks(inner, rewriter):
                changed = True
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


# Dead operations.


def _erase_dead(region: Region, rewriter: Rewriter) -> bool:
    """Erases the operations that no live one depends on; returns whether there are any.

    Arguments of blocks that no live operation uses go with them, except those of entries.
    """
    live = _live_operations(region)
    dead: list[Operation] = []
    work = [region]
    while work:
        for block in work.pop().blocks:
            for op in block.ops:
                if op in live:
                    work += op.regions
                else:
                    dead.append(op)
    rewriter.erase_together(dead)
    for inner in _regions(region):
        for block in inner.blocks[1:]:
            for argument in block.arguments[::-1]:
                if not argument.is_used:
                    rewriter.erase_block_argument(argument)
    return bool(dead)


def _live_operations(region: Region) -> set[Operation]:
    """Returns what may not be erased, terminators included, and what it depends on."""
    work = [op for inner in _regions(region) for block in inner.blocks for op in block.ops if not would_be_dead(op)]
    live = set(work)
    while work:
        for operand in work.pop().operands:
            if isinstance(operand, OpResult) and operand.owner not in live:
                live.add(operand.owner)
                work.append(operand.owner)
    return live


# Identical blocks.

_Use = Type | tuple[int, int]
"""An operand: the type of a value from outside the block, or the place of one in it."""


def _merge_identical_blocks(region: Region, rewriter: Rewriter) -> bool:
    """Merges blocks other than the entry that hold the same operations and lead to the same successors.

    If similar blocks use different values from outside, none of them is merged: no operation that branches is known,
    so that such values cannot become arguments.
    """
    clusters: dict[object, list[Block]] = {}
    for block in region.blocks[1:]:
        if not _is_used_elsewhere(block) and not any(inner.blocks for op in block.ops for inner in op.regions):
            clusters.setdefault(_content(block), []).append(block)
    merged = False
    for first, *others in clusters.values():
        if others and len({_values_from_outside(block) for block in (first, *others)}) == 1:
            for block in others:
                rewriter.redirect_branches(block, first)
            rewriter.erase_blocks(others)
            merged = True
    return merged


def _is_used_elsewhere(block: Block) -> bool:
    """Whether another block uses a value that `block` defines."""
    return any(use.owner.parent is not block for value in _values_in(block) for use in value.uses)


def _values_in(block: Block) -> Iterable[Value]:
    yield from block.arguments
    for op in block.ops:
        yield from op.results


def _content(
    block: Block,
) -> tuple[tuple[Type, ...], tuple[tuple[Signature, tuple[Block, ...], tuple[_Use, ...]], ...]]:
    """Returns what is the same for similar blocks: types of arguments, and operations with their operands."""
    places: dict[Value, tuple[int, int]] = {value: (0, index) for index, value in enumerate(block.arguments)}
    for number, op in enumerate(block.ops, 1):
        places |= {result: (number, result.index) for result in op.results}
    ops = [
        (op.signature, tuple(op.successors), tuple([places.get(value, value.type) for value in op.operands]))
        for op in block.ops
    ]
    return tuple([argument.type for argument in block.arguments]), tuple(ops)


def _values_from_outside(block: Block) -> tuple[Value, ...]:
    return tuple([value for op in block.ops for value in op.operands if value.block is not block])
