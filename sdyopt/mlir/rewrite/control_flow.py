"""Blocks, branches and regions: predecessors, identical blocks, simplification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import I32, DenseArrayAttr
from sdyopt.ir.bodies import Body, Content, CopiedRegion, copied_content, relocated, rewritten
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.constraints import successor_operands
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.rewrite.rewriter import BaseRewriter, would_be_dead
from sdyopt.mlir.verify.dominance import reverse_postorder

# Branches: the operands that each successor gets.


def is_branch(op: Operation) -> bool:
    """Whether `op` passes some of its operands to the arguments of its successors."""
    definition = op.signature.definition
    successors = definition.successors if isinstance(definition, OpDef) else ()
    return bool(successors) and all(successor.operands for successor in successors)


class BranchTarget(NamedTuple):
    """A successor, and the operands that its arguments get."""

    block: Block
    operands: tuple[Value, ...]


def targets_of(op: Operation) -> list[BranchTarget]:
    """Returns the successors of a branch."""
    groups = successor_operands(op)
    return [
        BranchTarget(block, tuple(op.operands[start:stop]))
        for block, (start, stop) in zip(op.successors, groups, strict=True)
    ]


def values_passed(branches: Iterable[Operation], argument: BlockArgument) -> Iterator[Value]:
    """Yields what each of these branches passes for `argument`; each of them comes once, and may pass several."""
    for branch in dict.fromkeys(branches):
        for target in targets_of(branch):
            if target.block is argument.owner:
                yield target.operands[argument.index]


def argument_for(op: Operation, index: int) -> BlockArgument | None:
    """Returns the block argument that becomes the operand number `index` of a branch; None if it is not passed on."""
    for block, (start, stop) in zip(op.successors, successor_operands(op), strict=False):
        if start <= index < stop:
            return block.arguments[index - start]
    return None


def segment_properties(definition: OpDef, sizes: Sequence[int]) -> dict[str, Attribute]:
    """Returns the properties of a branch that say how many operands each successor gets.

    Of the operands that it does not pass on, it has one each.
    """
    groups: dict[str, tuple[int, ...]] = {}
    properties: dict[str, Attribute] = {}
    for number, successor in enumerate(definition.successors):
        group = groups[successor.operands] = tuple(sizes[number:] if successor.arity else sizes[number : number + 1])
        if successor.segments:
            properties[successor.segments] = DenseArrayAttr(I32, group)
    if "AttrSizedOperandSegments" in definition.traits:
        extents = tuple([sum(groups.get(operand.name, (1,))) for operand in definition.operands])
        properties["operandSegmentSizes"] = DenseArrayAttr(I32, extents)
    return properties


def set_passed(op: Operation, passed: Sequence[Sequence[Value]], rewriter: BaseRewriter) -> None:
    """Makes a branch pass these operands to its successors."""
    definition = checked(OpDef, op.definition)
    operands: list[Value] = []
    end = 0
    groups = zip(successor_operands(op), passed, strict=True)
    for (start, stop), values in sorted(groups, key=lambda group: group[0]):
        operands += [*op.operands[end:start], *values]
        end = stop
    for name, value in segment_properties(definition, [len(values) for values in passed]).items():
        op.signature = op.signature.with_property(name, value)
    rewriter.set_operands(op, [*operands, *op.operands[end:]])


# Rewriting copies of bodies: once for all copies, without creating their operations.

R = TypeVar("R")


class CopiedBodies(Generic[R]):
    """A rewrite of the bodies of isolated operations, and what it has made of bodies so far.

    `rewrite` changes nothing but the body of an operation. What it makes of that, and what it returns, depends on the
    body and one attribute of the operation, but not on locations.
    """

    def __init__(self, rewrite: Callable[[Operation, BaseRewriter], R]) -> None:
        self._rewrite = rewrite
        self._known: dict[tuple[Body, Attribute | None], tuple[R, Content | None]] = {}

    def rewrite(self, op: Operation, attribute: Attribute | None, rewriter: BaseRewriter) -> tuple[R] | None:
        """Rewrites the body of `op` if that is a copy, and returns what the rewrite returns.

        None if it is not a copy; or if there are listeners for decisions or renamed values, which the copy
        does not have.
        """
        if (content := copied_content(op)) is None or rewriter.is_explaining or rewriter.is_renaming:
            return None
        key = content.body, attribute
        if (known := self._known.get(key)) is None:
            known = self._known[key] = rewritten(content.body, lambda region: self._rewrite_alone(op, region))
        answer, after = known
        if after is None:
            return None
        region = CopiedRegion(relocated(after, content.locations))
        region.parent = op
        op.regions = [region]
        rewriter.has_changed = rewriter.has_rewired = True
        return (answer,)

    def _rewrite_alone(self, op: Operation, region: Region) -> R:
        """Rewrites `region` as if it were that of `op`."""
        return self._rewrite(Operation(op.signature, [], op.location, [region]), BaseRewriter())


# Predecessors: from which blocks control comes to a block.


class Predecessors:
    """The branches to each block of the regions that have been asked about, until `clear`."""

    def __init__(self) -> None:
        self._known: dict[Region, dict[Block, list[Operation]]] = {}

    def branches_to(self, block: Block) -> list[Operation]:
        """Returns the operations that branch to `block`; one that has it as several successors as often as it does."""
        region = block.parent
        assert region is not None
        if (found := self._known.get(region)) is None:
            found = self._known[region] = {}
            for other in region.blocks:
                if other.last is not None:
                    for successor in other.last.successors:
                        found.setdefault(successor, []).append(other.last)
        return found.get(block, [])

    def clear(self) -> None:
        """Forgets everything, after changes."""
        self._known.clear()


# Similar blocks: one takes the place of all, with arguments for the values in which they differ.

_Place = tuple[int, int]
"""The number of an operation in its block, and that of an operand; of a result, or an argument with 0, from 1."""
_Use = Type | _Place
"""An operand: the type of a value from outside the block, or the place of one in it."""


def merge_identical_blocks(region: Region, rewriter: BaseRewriter) -> bool:
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


def _merge(blocks: Sequence[Block], predecessors: Predecessors, rewriter: BaseRewriter) -> bool:
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


def _pass_more(block: Block, branches: Iterable[Operation], values: Sequence[Value], rewriter: BaseRewriter) -> None:
    """Makes these branches pass more values to `block`."""
    for branch in branches:
        targets = targets_of(branch)
        set_passed(branch, [[*passed, *values] if to is block else passed for to, passed in targets], rewriter)


# Arguments.


def drop_redundant_arguments(region: Region, rewriter: BaseRewriter) -> bool:
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


def _replace_by_passed(argument: BlockArgument, branches: Sequence[Operation], rewriter: BaseRewriter) -> bool:
    first, *others = values_passed(branches, argument)
    if any(other is not first for other in others):
        return False
    rewriter.replace_uses(argument, first)
    return True


# What is simplified in regions as a whole: unreachable blocks, operations that are dead together, similar blocks.


def erase_unreachable_blocks(region: Region, rewriter: BaseRewriter, is_recursive: bool = True) -> bool:
    """Erases the blocks in `region`, and in regions inside if wanted, that no path from the entry leads to."""
    erased = False
    for inner in _regions(region) if is_recursive else [region]:
        if len(inner.blocks) > 1:
            reachable = set(reverse_postorder(inner.blocks[0]))
            unreachable = [block for block in inner.blocks if block not in reachable]
            rewriter.erase_blocks(unreachable)
            erased |= bool(unreachable)
    return erased


def simplify_regions(region: Region, rewriter: BaseRewriter, merge_blocks: bool) -> bool:
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


def _erase_dead(region: Region, rewriter: BaseRewriter) -> bool:
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


def _keep_passed(branch: Operation, live: set[Operation | Value], rewriter: BaseRewriter) -> None:
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
                if (argument := argument_for(op, index)) is None or argument in live:
                    values.append(operand)
                else:
                    passed.setdefault(argument, []).append(operand)
        else:
            values += op.operands
        while values:
            if isinstance(value := values.pop(), OpResult):
                if value.owner not in live:
                    live.add(value.owner)
                    work.append(value.owner)
            elif value not in live:
                live.add(value)
                values += passed.get(value, ())
    return live
