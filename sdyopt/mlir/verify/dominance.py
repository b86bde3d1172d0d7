"""Dominance: which values are there where an operation uses them, and what is said where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import Note
from sdyopt.mlir.verify.verification import Verification


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    """For each block that can be reached from the entry the blocks that it immediately dominates.

    The iterative algorithm over reverse postorder (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
    """
    order = reverse_postorder(region.blocks[0])
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


def reverse_postorder(entry: Block) -> list[Block]:
    """Returns the blocks that paths from `entry` lead to, each before its successors if no path leads back."""
    seen = {entry}
    done: list[Block] = []
    work = [(entry, iter(_successors(entry)))]
    while work:
        block, pending = work[-1]
        if (following := next(pending, None)) is None:
            done.append(block)
            work.pop()
        elif following not in seen:
            seen.add(following)
            work.append((following, iter(_successors(following))))
    return done[::-1]


def is_graph_region(region: Region) -> bool:
    """Whether the order of operations in a region means nothing: in modules, and in one block of what is not known."""
    if (op := region.parent) is None or len(region.blocks) != 1:
        return False
    return "HasOnlyGraphRegion" in op.definition.traits or not isinstance(op.definition, OpDef)


def is_null(value: Value) -> bool:
    """Whether `value` takes the place of one that is gone: it is an argument of a block that is in no region."""
    return isinstance(value, BlockArgument) and value.owner.parent is None


class Dominance:
    """Which values are defined where they are used. What is found out about blocks and regions is remembered.

    So it is of one state of the program: make another one after a change.
    """

    def __init__(self) -> None:
        self._trees: dict[Region, dict[Block, Block | None]] = {}
        self._positions: dict[Block, dict[Operation, int]] = {}

    def verify(self, root: Operation, context: Verification) -> None:
        """Reports the first use in the regions of `root`, an isolated operation, of a value that is not there yet.

        Regions inside come after all that stands around them, the last first; those of isolated operations are left
        out.
        """
        work = [root]
        while work:
            for region in work.pop().regions:
                for block in region.blocks:
                    is_reachable = block in self._dominators(region)
                    for op in block.ops:
                        if is_reachable:
                            self._verify_operands(op, context)
                        if op.regions and "IsolatedFromAbove" not in op.definition.traits:
                            work.append(op)

    def _verify_operands(self, op: Operation, context: Verification) -> None:
        for index, operand in enumerate(op.operands):
            if not self.is_visible(operand, op):
                message = f"operand #{index} does not dominate this use"
                context.plain_error(op.location, message, [_definition_note(op, operand)])

    def is_visible(self, value: Value, op: Operation) -> bool:
        """Whether `value` is defined whenever `op` runs (MLIR: properly dominates)."""
        assert value.block is not None
        region = value.block.parent
        holder: Operation | None = op
        while holder is not None and (holder.parent is None or holder.parent.parent is not region):
            holder = holder.parent_op
        if holder is None or region is None or holder.parent is None:
            return False
        if is_graph_region(region):
            return True
        if holder.parent is not value.block:
            return self._dominates(value.block, holder.parent)
        if (defining := value.defining_op) is None:
            return True
        positions = self._positions_in(holder.parent)
        return positions[defining] < positions[holder]

    def _positions_in(self, block: Block) -> dict[Operation, int]:
        if (known := self._positions.get(block)) is None:
            known = self._positions[block] = {op: index for index, op in enumerate(block.ops)}
        return known

    def _dominates(self, block: Block, other: Block) -> bool:
        """Whether every path to `other` goes through `block`; there is none to a block that cannot be reached."""
        assert block.parent is not None
        dominators = self._dominators(block.parent)
        if other not in dominators:
            return True
        above: Block | None = other
        while above is not None and above is not block:
            above = dominators[above]
        return above is block

    def _dominators(self, region: Region) -> dict[Block, Block | None]:
        """The immediate dominator of each block that can be reached; None for the entry."""
        if (known := self._trees.get(region)) is None:
            known = self._trees[region] = {region.blocks[0]: None}
            if len(region.blocks) > 1:
                for block, dominated in dominator_tree(region).items():
                    known.update(dict.fromkeys(dominated, block))
        return known


class Liveness:
    """Which values are live at the ends of the blocks inside an operation: used later, there or in a block after it.

    A use inside the regions of an operation counts as one by this operation. It is of one state of the program.
    """

    def __init__(self, root: Operation) -> None:
        self._in: dict[Block, set[Value]] = {}
        self._out: dict[Block, set[Value]] = {}
        for op in root.walk():
            for region in op.regions:
                self._add_region(region)

    def live_in(self, block: Block) -> Set[Value]:
        """Returns the values that are defined elsewhere and used in `block` or after it."""
        return self._in[block]

    def live_out(self, block: Block) -> Set[Value]:
        """Returns the values that are used after `block`, in blocks that follow it; the operands of its end are not."""
        return self._out[block]

    def is_dead_after(self, value: Value, op: Operation) -> bool:
        """Whether no operation that runs after `op` uses `value`, which is defined before."""
        if (block := op.parent) is None or value in self._out[block]:
            return False
        users = [_holder_in(block, user) for user in value.users]
        return not any(user is not None and op.is_before(user) for user in users)

    def _add_region(self, region: Region) -> None:
        """Iterates backwards over the blocks until nothing changes."""
        used = {block: self._used_in(block) for block in region.blocks}
        defined = {
            block: {*block.arguments, *[result for op in block.ops for result in op.results]} for block in region.blocks
        }
        self._in.update(used)
        self._out.update({block: set() for block in region.blocks})
        changed = True
        while changed:
            changed = False
            for block in reversed(region.blocks):
                after = {value for following in _successors(block) for value in self._in[following]}
                changed |= after != self._out[block]
                self._out[block] = after
                self._in[block] = used[block] | (after - defined[block])

    def _used_in(self, block: Block) -> set[Value]:
        """Returns the values that are used in `block`, or in regions inside, and defined outside of it."""
        found = {value for op in block.ops for inner in op.walk() for value in inner.operands}
        return {value for value in found if value.block is None or not _is_inside(value.block, block)}


def _is_inside(block: Block, outer: Block) -> bool:
    """Whether `block` is `outer` or in a region of one of its operations."""
    around: Block | None = block
    while around is not None and around is not outer:
        around = None if around.parent_op is None else around.parent_op.parent
    return around is outer


def _holder_in(block: Block, op: Operation) -> Operation | None:
    """Returns the operation of `block` that is `op` or holds it; None if there is none."""
    holder: Operation | None = op
    while holder is not None and holder.parent is not block:
        holder = holder.parent_op
    return holder


def verify_isolation(root: Operation, context: Verification) -> None:
    """Reports what uses a value from outside the regions of `root`; what isolated operations hold is left out."""
    for region in root.regions:
        held: set[Region] = set()
        work = [region]
        while work:
            inner = work.pop()
            held.add(inner)
            for block in inner.blocks:
                for op in block.ops:
                    for operand in op.operands:
                        if not _is_held(operand, held):
                            note = Note("required by region isolation constraints", root.location)
                            context.error(op, "using value defined outside the region", [note])
                    if op.regions and "IsolatedFromAbove" not in op.definition.traits:
                        work += op.regions


def _is_held(value: Value, held: set[Region]) -> bool:
    """Whether `value` is defined in one of the regions `held`, or inside."""
    return value.block is not None and any(region in held for region in _around(value.block.parent))


def _definition_note(op: Operation, operand: Value) -> Note:
    """Where the value is defined, and how that place lies to the use."""
    block = operand.block
    assert block is not None and block.parent is not None and op.parent is not None and op.parent.parent is not None
    definition, use = block.parent, op.parent.parent
    if definition is use:
        relation = "in the same region"
    elif definition in _around(use):
        relation = "in a parent region"
    elif use in _around(definition):
        relation = "in a child region"
    else:
        relation = "neither in a parent nor in a child region"
    if isinstance(operand, BlockArgument):
        number = definition.blocks.index(block)
        assert definition.parent is not None
        return Note(f"operand defined as a block argument (block #{number} {relation})", definition.parent.location)
    if block is op.parent:
        relation = "in the same block"
    elif relation.startswith("neither"):
        relation = f"is {relation}"
    return Note(f"operand defined here (op {relation})", operand.definition_location)


def _around(region: Region | None) -> Iterator[Region]:
    """`region` and those that it stands in."""
    while region is not None:
        yield region
        holder = None if region.parent is None else region.parent.parent
        region = None if holder is None else holder.parent


# Checks that operations use only values that are visible to them: in one walk, without looking for definitions.

_ENTER, _RESUME, _LEAVE, _LEAVE_BODY, _RESTORE = range(5)
"""The next steps: enter a block; go on after an operation whose regions are done; leave a block, whose values
are no longer visible; leave the only block of an operation, and go on after that; leave an isolated operation for what
was visible outside it."""


def verify_visibility(root: Operation, context: Verification) -> None:
    """Reports a use, by an operation inside `root`, of a value that is not there."""
    visible: set[Value] = set()
    work: list[tuple[int, Any]] = [(_ENTER, entry) for entry in reversed(_entries(root))]
    while work:
        step, item = work.pop()
        op: Operation | None = None
        if step in (_LEAVE_BODY, _RESUME):
            if step == _LEAVE_BODY:
                _hide(item.regions[0].blocks[0], visible)
            visible.update(item.results)
            op = item.next
        elif step == _ENTER:
            block, dominated = item.block, item.dominated
            visible.update(block.arguments)
            unreachable: list[Value] = []
            if dominated is None:
                unreachable = [use for inner in block.ops for use in inner.operands if use not in visible]
                if any(map(is_null, unreachable)):
                    context.error(block.parent_op, "uses a value that is gone")
                visible.update(unreachable)
            elif item.is_graph:
                visible.update([result for inner in block.ops for result in inner.results])
            if not item.is_alone:
                work.append((_LEAVE, (block, unreachable)))
            work += [(_ENTER, entry) for entry in reversed(dominated or ())]
            op = block.first
        elif step == _LEAVE:
            block, unreachable = item
            _hide(block, visible)
            visible.difference_update(unreachable)
        else:
            visible = item
        while op is not None:
            if not visible.issuperset(op.operands):
                context.error(op, "uses a value that is not there")
            if op.regions:
                if type(op.regions[0]) is CopiedRegion:  # uses only what is visible
                    visible.update(op.results)
                    op = op.next
                    continue
                if (body := _body_of(op)) is not None and _uses_visible(body, visible):
                    visible.update(op.results)
                    op = op.next
                    continue
                if body is not None:
                    work.append((_LEAVE_BODY, op))
                    visible.update(body.arguments)
                    op = body.first
                    continue
                work.append((_RESUME, op))
                if "IsolatedFromAbove" in op.signature.definition.traits:
                    work.append((_RESTORE, visible))
                    visible = set()
                work += [(_ENTER, entry) for entry in reversed(_entries(op))]
                break
            visible.update(op.results)
            op = op.next


def _body_of(op: Operation) -> Block | None:
    """Returns the block of `op` if that is the only one, and may use the values above, as in a reduction."""
    regions, definition = op.regions, op.signature.definition
    if len(regions) != 1 or len(regions[0].blocks) != 1 or not isinstance(definition, OpDef):
        return None
    traits = definition.traits
    return None if "IsolatedFromAbove" in traits or "HasOnlyGraphRegion" in traits else regions[0].blocks[0]


def _uses_visible(body: Block, visible: set[Value]) -> bool:
    """Returns whether all operands in a block without further regions are visible; False if that is still unknown."""
    own: set[Value] = set(body.arguments)
    op = body.first
    while op is not None:
        if op.regions or not (
            own.issuperset(op.operands) or visible.issuperset([value for value in op.operands if value not in own])
        ):
            return False
        own.update(op.results)
        op = op.next
    return True


def _hide(block: Block, visible: set[Value]) -> None:
    """Removes the values that are defined in a block."""
    visible.difference_update(block.arguments)
    op = block.first
    while op is not None:
        visible.difference_update(op.results)
        op = op.next


class _Entry(NamedTuple):
    """A block to be checked."""

    block: Block
    dominated: Sequence[_Entry] | None
    """The entries of the blocks that it dominates; None if it cannot be reached."""
    is_graph: bool = False
    """Whether the order of operations in it means nothing."""
    is_alone: bool = False
    """Whether nothing else can see its values: the only block of an isolated operation."""


def _entries(op: Operation) -> list[_Entry]:
    """The entry blocks of the regions of `op`, and the blocks that no path leads to."""
    is_alone = len(op.regions) == 1 and "IsolatedFromAbove" in op.signature.definition.traits
    entries: list[_Entry] = []
    for region in op.regions:
        if len(region.blocks) == 1:
            entries.append(_Entry(region.blocks[0], (), is_graph_region(region), is_alone))
        elif region.blocks:
            tree = dominator_tree(region)
            made: dict[Block, _Entry] = {}
            for block in reversed(tree):  # what a block dominates comes after it
                made[block] = _Entry(block, [made[other] for other in tree[block]])
            entries.append(made[region.blocks[0]])
            entries += [_Entry(block, None) for block in region.blocks if block not in tree]
    return entries
