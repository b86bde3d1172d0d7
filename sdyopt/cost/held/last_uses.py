"""Where the values of a function are used last."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value


def last_uses(function: Operation) -> dict[Operation, list[Value]]:
    """Returns for operations in a function the values that nothing behind them uses.

    A value that is used in regions of an operation beside its definition counts as used by that operation. Values
    without uses are not in it.
    """
    depth_of: dict[Value, int] = {}
    last: dict[Value, Operation] = {}
    path: list[Operation] = []
    pending: list[tuple[Operation | None, int]] = []
    _open(function, 0, depth_of, pending)
    while pending:
        op, depth = pending.pop()
        while op is not None:
            path[depth:] = [op]
            for operand in op.operands:
                at = depth_of.get(operand)
                if at is not None:
                    last[operand] = path[at]
            for result in op.results:
                depth_of[result] = depth
            if op.regions:
                pending.append((op.next, depth))
                _open(op, depth + 1, depth_of, pending)
                break
            op = op.next
    found: dict[Operation, list[Value]] = {}
    for value, user in last.items():
        found.setdefault(user, []).append(value)
    return found


def _open(op: Operation, depth: int, depth_of: dict[Value, int], pending: list[tuple[Operation | None, int]]) -> None:
    """Adds the blocks of `op`, the last one first, with their arguments."""
    blocks = [block for region in op.regions for block in region.blocks]
    for block in reversed(blocks):
        pending.append((block.first, depth))
        for argument in block.arguments:
            depth_of[argument] = depth
