"""Dominance: which blocks of a region surely run before a block, and what is said where a value comes too late."""

from __future__ import annotations

from typing import Any, NoReturn

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import Note


def has_dominance(region: Region) -> bool:
    """Whether values must be defined before they are used; not in the one block of a module or an unknown operation."""
    op = region.parent
    is_graph = op is not None and (not isinstance(op.definition, OpDef) or "HasOnlyGraphRegion" in op.definition.traits)
    return not is_graph or len(region.blocks) != 1


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    """For each block that can be reached from the entry the blocks that it immediately dominates.

    The iterative algorithm over reverse postorder (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
    """
    order = _reverse_postorder(region.blocks[0])
    number = {block: index for index, block in enumerate(order)}
    predecessors: list[list[int]] = [[] for _ in order]
    for index, block in enumerate(order):
        for successor in _successors(block):
            predecessors[number[successor]].append(index)
    immediate = [0, *([-1] * (len(order) - 1))]
    changed = True
    while changed:
        changed = False
        for index in range(1, len(order)):
            known = [before for before in predecessors[index] if immediate[before] >= 0]
            new = known[0]
            for other in known[1:]:
                while new != other:
                    new, other = (immediate[new], other) if new > other else (new, immediate[other])
            changed |= immediate[index] != new
            immediate[index] = new
    tree: dict[Block, list[Block]] = {block: [] for block in order}
    for index in range(1, len(order)):
        tree[order[immediate[index]]].append(order[index])
    return tree


def _successors(block: Block) -> list[Block]:
    return [] if block.last is None else list(block.last.successors)


def _reverse_postorder(entry: Block) -> list[Block]:
    seen = {entry}
    done: list[Block] = []
    work = [(entry, iter(_successors(entry)))]
    while work:
        block, pending = work[-1]
        following = next(pending, None)
        if following is None:
            done.append(block)
            work.pop()
        elif following not in seen:
            seen.add(following)
            work.append((following, iter(_successors(following))))
    return done[::-1]


def report_invisible(op: Operation, operand: Value, context: Any) -> NoReturn:
    """Raises the error that `op` uses a value that is not defined before it."""
    index = op.operands.index(operand)
    raise context.plain_error(
        op.location, f"operand #{index} does not dominate this use", _definition_notes(op, operand)
    )


def verify_isolation(isolated: Operation, context: Any) -> None:
    """Raises the error that something inside of an isolated operation uses a value from outside."""
    pending = list(isolated.regions)
    inside = set(pending)
    while pending:
        region = pending.pop()
        for block in region.blocks:
            for op in block.ops:
                for operand in op.operands:
                    if operand.block is None or operand.block.parent not in inside:
                        note = Note("required by region isolation constraints", isolated.location)
                        context.error(op, "using value defined outside the region", [note])
                if "IsolatedFromAbove" not in op.definition.traits:
                    pending += op.regions
                    inside.update(op.regions)


def verify_dominance(root: Operation, context: Any) -> None:
    """Raises the error that a value is used where it is not defined yet, but for what isolated operations hold."""
    places = _Places()
    pending = [root]
    while pending:
        for region in pending.pop().regions:
            for block in region.blocks:
                reached = places.is_reached(block)
                for op in block.ops:
                    for operand in op.operands if reached else ():
                        if not places.is_defined(operand, op):
                            report_invisible(op, operand, context)
                    if op.regions and "IsolatedFromAbove" not in op.definition.traits:
                        pending.append(op)


class _Places:
    """Where operations stand in their blocks, and blocks among those of their region; found out once."""

    def __init__(self) -> None:
        self._numbers: dict[Block, dict[Operation, int]] = {}
        self._dominators: dict[Region, dict[Block, Block | None]] = {}

    def is_reached(self, block: Block) -> bool:
        """Whether a path leads from the entry of its region to `block`."""
        region = block.parent
        return region is None or len(region.blocks) == 1 or block in self._immediate_dominators(region)

    def is_defined(self, value: Value, op: Operation) -> bool:
        """Whether `value` is defined wherever `op` can run."""
        home = value.block
        region = None if home is None else home.parent
        user: Operation | None = op
        while user is not None and user.parent is not None and user.parent.parent is not region:
            user = user.parent_op
        if home is None or user is None or user.parent is None:
            return False
        if user.parent is not home:
            return self._dominates(home, user.parent)
        if isinstance(value, BlockArgument) or (region is not None and not has_dominance(region)):
            return True
        assert isinstance(value, OpResult)
        return self._number(value.owner) < self._number(user)

    def _number(self, op: Operation) -> int:
        block = op.parent
        assert block is not None
        numbers = self._numbers.get(block)
        if numbers is None:
            numbers = self._numbers[block] = {inner: number for number, inner in enumerate(block.ops)}
        return numbers[op]

    def _dominates(self, block: Block, other: Block) -> bool:
        assert block.parent is not None
        dominators = self._immediate_dominators(block.parent)
        above: Block | None = other
        while above is not None and above is not block:
            above = dominators.get(above)
        return above is block or other not in dominators

    def _immediate_dominators(self, region: Region) -> dict[Block, Block | None]:
        known = self._dominators.get(region)
        if known is None:
            tree = dominator_tree(region)
            known = dict.fromkeys(tree)
            known.update({inner: block for block, dominated in tree.items() for inner in dominated})
            self._dominators[region] = known
        return known


def _definition_notes(op: Operation, operand: Value) -> list[Note]:
    """Where the value is defined, and how that place lies to the use."""
    if isinstance(operand, BlockArgument):
        return []
    assert isinstance(operand, OpResult)
    definition = operand.owner
    if definition.parent is op.parent:
        relation = "op in the same block"
    elif definition.parent is not None and op.parent is not None and definition.parent.parent is op.parent.parent:
        relation = "op in the same region"
    else:
        relation = "op in a parent region" if _encloses(definition, op) else "op in a child region"
    return [Note(f"operand defined here ({relation})", definition.location)]


def _encloses(outer: Operation, inner: Operation) -> bool:
    """Whether `inner` stands, at any depth, in the region that holds `outer`."""
    region = None if outer.parent is None else outer.parent.parent
    around: Operation | None = inner
    while around is not None:
        if around.parent is not None and around.parent.parent is region:
            return True
        around = around.parent_op
    return False
