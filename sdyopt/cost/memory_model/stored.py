"""The order in which the nodes of a block run: those that are in memory; others run with their readers."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from sdyopt.cost.memory_model.graph import (
    COPIES,
    COSTLY,
    FUSES,
    LAZY,
    READS_FUSED,
    Graph,
    HeldBlock,
    HeldItem,
    HeldNode,
)
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.ops import shapes

# Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before.

_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))


def decide_stored(graph: Graph, compiler: Compiler) -> None:
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
            kind = node.kind
            node.is_held = not _is_fused(node)
            node.computes = bool(kind & (FUSES | READS_FUSED))
            node.is_recomputed = node.is_held and node.unfused < node.readers and not node.copies and _may_repeat(node)
            part = sum([result.bytes for result in node.results]) if kind & LAZY else -1
            for operand in dict.fromkeys(node.operands) if len(node.operands) > 1 else node.operands:
                source = operand.node
                if source is None:
                    continue
                source.readers += 1
                if not node.computes:
                    source.unfused += 1
                if kind & COPIES:
                    source.copies += 1
                source.parts = -1 if part < 0 or source.parts < 0 else source.parts + part
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


def settle(graph: Graph, last: dict[HeldNode, int]) -> None:
    """Puts the nodes of each block in an order in which they can run, for groups of all-reduces that run as late as
    the last of them: `last` has the number of the node in front of that.
    """
    for block in graph.blocks:
        if any(node in last for node in block.nodes):
            block.nodes = _settled(block, last, len(graph.nodes))


def _settled(block: HeldBlock, last: dict[HeldNode, int], count: int) -> list[HeldNode]:
    """Returns the nodes of a block of a graph of `count`."""
    places = [-1] * count
    for place, node in enumerate(block.nodes):
        places[node.number] = place
    key: list[float] = list(range(len(block.nodes)))
    waiting = [0] * len(key)
    readers: list[list[int]] = [[] for _ in key]
    for number, node in enumerate(block.nodes):
        if node in last:
            before = places[last[node] - 1]
            key[number] = (number if before < 0 else before) + 0.5
        for operand in [*node.operands, *node.captures] if node.captures else node.operands:
            if operand.node is not None:
                source = places[operand.node.number]
                if source >= 0:
                    waiting[number] += 1
                    readers[source].append(number)
    ready = [(key[number], number) for number, count in enumerate(waiting) if not count]
    heapify(ready)
    found = []
    while ready:
        _, number = heappop(ready)
        found.append(block.nodes[number])
        for reader in readers[number]:
            waiting[reader] -= 1
            if not waiting[reader]:
                heappush(ready, (key[reader], reader))
    return found


def ordered(block: HeldBlock) -> list[HeldNode]:
    """Returns nodes in the order of the text. What is free, or a part of something, is made when it is needed."""
    found: list[HeldNode] = []
    done: set[HeldNode] = set()

    def add_lazy(node: HeldNode) -> None:
        """Adds what `node` waits for, and `node` itself if it is in memory."""
        stack = [(node, False)]
        while stack:
            node, is_ready = stack.pop()
            if is_ready:
                if node.is_held:
                    found.append(node)
                continue
            if node in done:
                continue
            done.add(node)
            stack.append((node, True))
            for operand in reversed([*node.operands, *node.captures]):
                source = operand.node
                if source is not None and operand.block is block and source not in done and _waits(source):
                    stack.append((source, False))

    for node in block.nodes:
        if node.is_held and not _waits(node):
            add_lazy(node)
    for item in block.returned:
        if item.node is not None and item.block is block and _waits(item.node):
            add_lazy(item.node)
    return found


def _waits(node: HeldNode) -> bool:
    """Whether a node is not run before something needs it."""
    if not node.is_held or node.is_recomputed or node.kind & LAZY:
        return True
    return bool(node.results) and node.results[0].is_free
