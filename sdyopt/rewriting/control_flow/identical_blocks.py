"""Similar blocks: one takes the place of all, with arguments for the values in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.rewriting.control_flow.branches import is_branch, set_passed, targets_of, values_passed
from sdyopt.rewriting.control_flow.predecessors import Predecessors
from sdyopt.rewriting.rewriter import Rewriter

_Place = tuple[int, int]
"""The number of an operation in its block, and that of an operand; of a result, or an argument with 0, from 1."""
_Use = Type | _Place
"""An operand: the type of a value from outside the block, or the place of one in it."""


def merge_identical_blocks(region: Region, rewriter: Rewriter) -> bool:
    """Merges blocks other than the entry that hold the same operations and lead to the same successors.

    Where they use different values from outside, branches pass these as further arguments.
    """
    clusters: dict[object, list[Block]] = {}
    for block in region.blocks[1:]:
        if not _is_used_elsewhere(block) and not any(inner.blocks for op in block.ops for inner in op.regions):
            clusters.setdefault(_content(block), []).append(block)
    merged = False
    predecessors = Predecessors()
    for blocks in clusters.values():
        if len(blocks) > 1 and _merge(blocks, predecessors, rewriter):
            predecessors.clear()
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
    places: dict[Value, _Place] = {value: (0, index) for index, value in enumerate(block.arguments)}
    for number, op in enumerate(block.ops, 1):
        places |= {result: (number, result.index) for result in op.results}
    ops = [
        (op.signature, tuple(op.successors), tuple([places.get(value, value.type) for value in op.operands]))
        for op in block.ops
    ]
    return tuple([argument.type for argument in block.arguments]), tuple(ops)


def _merge(blocks: Sequence[Block], predecessors: Predecessors, rewriter: Rewriter) -> bool:
    """Merges similar blocks into the first one, if those that lead to them can pass what they differ in."""
    leader = blocks[0]
    lists = [list(block.ops) for block in blocks]
    differing = [
        (number, index)
        for number, op in enumerate(lists[0])
        for index, operand in enumerate(op.operands)
        if operand.block is not leader and any(ops[number].operands[index] is not operand for ops in lists[1:])
    ]
    if differing:
        branches = [predecessors.branches_to(block) for block in blocks]
        if not all(is_branch(branch) for group in branches for branch in group):
            return False
        values = [[ops[number].operands[index] for number, index in differing] for ops in lists]
        kept, first = _distinct(values)
        arguments = {
            index: leader.add_argument(values[0][index].type, values[0][index].definition_location) for index in kept
        }
        for (number, index), source in zip(differing, first, strict=True):
            lists[0][number].set_operand(index, arguments[source])
            rewriter.on_modified(lists[0][number])
        for block, passed in zip(blocks, values, strict=True):
            branches_to_block = dict.fromkeys(predecessors.branches_to(block))
            _pass_more(block, branches_to_block, [passed[index] for index in kept], rewriter)
    for block in blocks[1:]:
        rewriter.redirect_branches(block, leader)
    rewriter.erase_blocks(blocks[1:])
    return True


def _distinct(values: Sequence[Sequence[Value]]) -> tuple[list[int], list[int]]:
    """Returns the columns that are needed, and for each column the one that stands for it.

    A column is compared with the first one that begins with the same value.
    """
    earliest: dict[Value, int] = {}
    stands = []
    for index, value in enumerate(values[0]):
        first = earliest.setdefault(value, index)
        stands.append(first if all(row[first] is row[index] for row in values) else index)
    return [index for index, first in enumerate(stands) if first == index], stands


def _pass_more(block: Block, branches: Iterable[Operation], values: Sequence[Value], rewriter: Rewriter) -> None:
    """Makes these branches pass more values to `block`."""
    for branch in branches:
        targets = targets_of(branch)
        set_passed(branch, [[*passed, *values] if to is block else passed for to, passed in targets], rewriter)


# Arguments.


def drop_redundant_arguments(region: Region, rewriter: Rewriter) -> bool:
    """Erases the arguments of blocks for which all branches pass one value; returns whether there are any."""
    predecessors = Predecessors()
    changed = False
    for block in region.blocks[1:]:
        branches = list(dict.fromkeys(predecessors.branches_to(block)))
        if not branches or not all(map(is_branch, branches)):
            continue
        dropped = [argument for argument in block.arguments if _replace_by_passed(argument, branches, rewriter)]
        if not dropped:
            continue
        changed = True
        for branch in branches:
            kept = [
                [value for value, argument in zip(values, to.arguments, strict=True) if argument not in dropped]
                for to, values in targets_of(branch)
            ]
            set_passed(branch, kept, rewriter)
        for argument in dropped[::-1]:
            rewriter.erase_block_argument(argument)
    return changed


def _replace_by_passed(argument: BlockArgument, branches: Sequence[Operation], rewriter: Rewriter) -> bool:
    first, *others = values_passed(branches, argument)
    if any(other is not first for other in others):
        return False
    rewriter.replace_uses(argument, first)
    return True
