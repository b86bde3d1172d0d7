"""Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before."""

from __future__ import annotations

from sdyopt.cost.held.graph import Graph, HeldItem, HeldNode
from sdyopt.cost.held.kinds import COPIES, COSTLY, FUSES, LAZY, READS_FUSED, SUMMED
from sdyopt.cost.held.profiles import Rules
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import FloatType, RankedTensorType

_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_MAXIMUM = frozenset[OpDefinition]((elementwise.MAXIMUM,))
_SUMS = _MAXIMUM | {elementwise.ADD}
_MOST_BETWEEN = 4
"""Operations that are followed from a difference to a maximum."""


def hold(graph: Graph, rules: Rules) -> None:
    """Finds out which nodes have their results in memory, and which are read at all.

    An operation that fuses is not held if its only reader computes it; with several readers, if it may be computed
    again: each of them does so then. If some of its readers need it in memory, only these read it there.
    """
    for block in graph.blocks:
        for item in block.returned:
            _read(item)
    for block in graph.blocks:  # Outer ones first: what is not read there is not captured.
        for node in reversed(block.nodes):
            if not node.is_read and not node.readers:
                continue
            node.is_read = True
            kind, definition = node.kind, node.op.signature.definition
            is_summed = node.is_summed and node.readers == 1 and bool(kind & SUMMED)
            node.is_held = not is_summed and not _is_fused(node)
            takes_sums = rules.sums_apart and definition is reductions.REDUCE and _takes_sums(node)
            is_apart = is_summed or takes_sums
            node.computes = bool(kind & (FUSES | READS_FUSED)) and not is_apart
            node.is_again = node.is_held and node.unfused < node.readers and not node.copies and _may_repeat(node)
            part = sum([result.bytes for result in node.results]) if kind & LAZY else -1
            whole = _lessened(node) if rules.sums_apart and definition is elementwise.SUBTRACT else None
            initial = node.operands[1] if takes_sums else None
            for operand in dict.fromkeys(node.operands) if len(node.operands) > 1 else node.operands:
                source = operand.node
                if source is None:
                    continue
                source.readers += 1
                if operand is not initial and (not node.computes or operand is whole):
                    source.unfused += 1
                if kind & COPIES:
                    source.copies += 1
                source.parts = -1 if part < 0 or source.parts < 0 else source.parts + part
                source.is_summed |= is_apart
            for item in node.captures:
                _read(item)


def _read(item: HeldItem) -> None:
    """Notes that an item is read in memory."""
    node = item.node
    if node is not None:
        node.readers += 1
        node.unfused += 1


def _is_fused(node: HeldNode) -> bool:
    """Whether the readers of a node compute it."""
    if node.unfused or node.copies > 1:
        return False
    if node.results and node.results[0].is_free:
        return True
    return bool(node.kind & FUSES) and (node.readers == 1 or _may_repeat(node))


def _may_repeat(node: HeldNode) -> bool:
    """Whether several readers of a node may compute it: it is cheap, and does not read more than its result.

    As in XLA, it may also read more if at most one operand has the rank of the result and is not a broadcast.
    """
    if not node.kind & FUSES or node.kind & COSTLY:
        return False
    operands = [operand for operand in dict.fromkeys(node.operands) if not operand.is_free]
    rank = max([_rank(result) for result in node.results], default=0)
    if sum([_rank(operand) >= rank and not _is_broadcast(operand) for operand in operands]) <= 1:
        return True
    size = sum([result.bytes for result in node.results])
    return 0 <= node.parts <= size or sum([operand.bytes for operand in operands]) <= size


def _rank(item: HeldItem) -> int:
    return 0 if item.value is None else rank_of(item.value.type)


def _is_broadcast(item: HeldItem) -> bool:
    return item.node is not None and item.node.op.signature.definition in _BROADCASTS


def _takes_sums(node: HeldNode) -> bool:
    """Whether a library for `f32` takes the sums or maxima of a reduction."""
    op = node.op
    if len(op.results) != 1:
        return False
    type = op.results[0].type
    element = type.element_type if isinstance(type, RankedTensorType) else None
    return _reduces_by(node, _SUMS) and isinstance(element, FloatType) and element.name == "f32"


def _lessened(node: HeldNode) -> HeldItem | None:
    """Returns the value from which a subtraction takes its own maximum, as softmax does; None if it does not.

    The library computes the exponential of it where it takes the maximum.
    """
    if len(node.operands) != 2:
        return None
    value, item = node.operands
    for _ in range(_MOST_BETWEEN):
        source = item.node
        if source is None:
            return None
        if source.op.signature.definition is reductions.REDUCE:
            return value if source.operands[0] is value and _reduces_by(source, _MAXIMUM) else None
        item = next((operand for operand in source.operands if not operand.is_free), item)
    return None


def _reduces_by(node: HeldNode, wanted: frozenset[OpDefinition]) -> bool:
    first = node.op.regions[0].block.first
    return first is not None and first.signature.definition in wanted
