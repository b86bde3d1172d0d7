"""Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before."""

from __future__ import annotations

from sdyopt.cost.held.graph import Graph, HeldItem, HeldNode
from sdyopt.cost.held.kinds import COPIES, COSTLY, FUSES, LAZY, READS_FUSED


def hold(graph: Graph) -> None:
    """Finds out which nodes have their results in memory, and which are read at all.

    An operation that fuses is not held if its only reader computes it; with several readers, if it is cheap and what
    it reads takes no more than its result: each of them computes it again then, and none reads more than before.
    """
    for block in graph.blocks:
        for item in block.returned:
            _read(item, False)
    for block in graph.blocks:  # Outer ones first: what is not read there is not captured.
        for node in reversed(block.nodes):
            if not node.is_read and not node.readers:
                continue
            node.is_read = True
            node.is_held = not _is_fused(node)
            fuses = bool(node.kind & (FUSES | READS_FUSED))
            part = sum([result.bytes for result in node.results]) if node.kind & LAZY else -1
            for operand in dict.fromkeys(node.operands):
                _read(operand, fuses)
                if operand.node is not None and node.kind & COPIES:
                    operand.node.copies += 1
                if operand.node is not None:
                    operand.node.parts = -1 if part < 0 or operand.node.parts < 0 else operand.node.parts + part
            for item in node.captures:
                _read(item, False)


def _read(item: HeldItem, fuses: bool) -> None:
    node = item.node
    if node is not None:
        node.readers += 1
        if not fuses:
            node.unfused += 1


def _is_fused(node: HeldNode) -> bool:
    """Whether the readers of a node compute it."""
    if node.unfused or node.copies > 1:
        return False
    if node.results and node.results[0].is_free:
        return True
    if not node.kind & FUSES:
        return False
    if node.readers == 1:
        return True
    if node.kind & COSTLY:
        return False
    size = sum([result.bytes for result in node.results])
    if 0 <= node.parts <= size:
        return True
    operands = sum([operand.bytes for operand in dict.fromkeys(node.operands) if not operand.is_free])
    return operands <= size
