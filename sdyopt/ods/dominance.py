"""Dominance: which blocks of a region surely run before a block, and what is said where a value comes too late."""

from __future__ import annotations

from typing import Any, NoReturn

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.diagnostics import Note


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
    """Raises the error that `op` uses a value that it may not use."""
    isolated = _isolated_between(op, operand.block)
    if isolated is not None:
        note = Note("required by region isolation constraints", isolated.location)
        raise context.error(op, "using value defined outside the region", [note])
    index = op.operands.index(operand)
    raise context.plain_error(
        op.location, f"operand #{index} does not dominate this use", _definition_notes(op, operand)
    )


def _isolated_between(op: Operation, block: Block | None) -> Operation | None:
    """The innermost isolated operation around `op` that does not hold `block`."""
    holders = set()
    while block is not None:
        holders.add(block.parent_op)
        owner = block.parent_op
        block = None if owner is None else owner.parent
    around = op.parent_op
    while around is not None and around not in holders:
        if "IsolatedFromAbove" in around.definition.traits:
            return around
        around = around.parent_op
    return None


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
