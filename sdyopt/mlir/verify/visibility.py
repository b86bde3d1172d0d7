"""Checks that operations use only values that are visible to them: in one walk, without looking for definitions.

`mlir.verify.dominance` finds out what is to be said if they do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.verify.dominance import dominator_tree, is_graph_region, is_null
from sdyopt.mlir.verify.verification import Verification

_ENTER, _RESUME, _LEAVE, _LEAVE_BODY, _RESTORE = range(5)
"""What is to be done next: enter a block; go on after an operation whose regions are done; leave a block, whose values
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
                body = _body_of(op)
                if body is not None and _uses_visible(body, visible):
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
