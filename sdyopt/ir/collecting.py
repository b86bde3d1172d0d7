"""Lists of the operations of some kind in a program, which cost less than a walk that visits all operations."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature


def collect(root: Operation, holds: Callable[[Signature], bool]) -> list[Operation]:
    """Returns `root` and the operations inside it for whose signature `holds` is true, in the order of `walk`.

    `holds` is a function of the signature: its answers are remembered.
    """
    answers: dict[Signature, bool] = {}
    found: list[Operation] = []
    if holds(root.signature):
        found.append(root)
    pending = _first_ops(root)
    while pending:
        op = pending.pop()
        while op is not None:
            signature = op.signature
            try:
                is_wanted = answers[signature]
            except KeyError:
                is_wanted = answers[signature] = holds(signature)
            if is_wanted:
                found.append(op)
            if op.regions:
                pending.append(op.next)
                pending += _first_ops(op)
                break
            op = op.next
    return found


def collect_post(root: Operation, holds: Callable[[Signature], bool]) -> list[Operation]:
    """Returns the same operations in the order of `walk_post`: inner before outer ones."""
    answers: dict[Signature, bool] = {}
    found: list[Operation] = []
    pending: list[tuple[Operation | None, Operation | None]] = [(root, None)]
    pending += [(None, op) for op in _first_ops(root)]
    while pending:
        left, op = pending.pop()
        if left is not None and holds(left.signature):
            found.append(left)
        while op is not None:
            if op.regions:
                pending.append((op, op.next))
                pending += [(None, inner) for inner in _first_ops(op)]
                break
            signature = op.signature
            try:
                is_wanted = answers[signature]
            except KeyError:
                is_wanted = answers[signature] = holds(signature)
            if is_wanted:
                found.append(op)
            op = op.next
    return found


def collect_kind(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns `root` and the operations inside it of these kinds, in the order of `walk`."""
    return collect(root, lambda signature: signature.definition in definitions)


def collect_kind_post(root: Operation, *definitions: OpDefinition) -> list[Operation]:
    """Returns the same operations in the order of `walk_post`: inner before outer ones."""
    return collect_post(root, lambda signature: signature.definition in definitions)


def _first_ops(op: Operation) -> list[Operation | None]:
    """Returns the first operation of each block of `op`, the last block first."""
    regions = op.regions
    if len(regions) == 1 and len(regions[0].blocks) == 1:
        return [regions[0].blocks[0].first]
    return [block.first for region in reversed(regions) for block in reversed(region.blocks)]
