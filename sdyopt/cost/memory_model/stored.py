"""The order in which the nodes of a block run: those that are in memory; others run with their readers."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from sdyopt.cost.memory_model.graph import (
    COPIES,
    COSTLY,
    ELEMENT_WISE,
    EXPONENTIAL,
    FUSES,
    IN_PLACE,
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
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE

_DOTS = frozenset((DOT, DOT_GENERAL))
PRODUCTS = _DOTS | {CONVOLUTION}

# Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before.

_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_MAX_REPEATED = 64
"""Operations that readers compute again."""


_SEVERAL = -1


def decide_stored(graph: Graph) -> None:
    """Finds out which nodes have their results in memory, and which are read at all.

    An operation that fuses is not held if its only reader computes it; with several readers, if it may be computed
    again: each of them does so then. If some of its readers need it in memory, only these read it there. On TPUs
    products compute what they read, too; convolutions, and on GPUs products, read it in memory.
    """
    is_tpu = graph.compiler is Compiler.TPU
    for block in graph.blocks:
        for item in block.returned:
            _read(item)
    for block in graph.blocks:  # Outer ones first: what is not read there is not captured.
        for node in reversed(block.nodes):
            if not node.is_read and not node.readers:
                continue
            node.is_read = True
            kind, definition = node.kind, node.op.signature.definition
            may_repeat = bool(kind & FUSES) and node.unfused < node.readers and _may_repeat(node, is_tpu)
            is_fused = may_repeat or (bool(kind & FUSES) and (node.readers == 1 or node.kernel >= 0))
            is_known = bool(node.results) and node.results[0].is_free
            node.is_held = bool(node.unfused) or node.copies > 1 or not (is_fused or is_known)
            kernel = node.number if node.is_held else node.kernel
            node.computes = bool(kind & (FUSES | READS_FUSED)) or (is_tpu and definition in _DOTS)
            node.is_recomputed = node.is_held and not node.copies and may_repeat
            part = sum([result.bytes for result in node.results]) if kind & LAZY else -1
            for operand in dict.fromkeys(node.operands) if len(node.operands) > 1 else node.operands:
                source = operand.node
                if source is None:
                    continue
                source.kernel = kernel if source.readers == 0 or source.kernel == kernel else _SEVERAL
                source.readers += 1
                source.is_reduced |= definition is REDUCE
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


def _may_repeat(node: HeldNode, is_tpu: bool) -> bool:
    """Whether several readers of a node may compute it: it is cheap, and does not read more than its result.

    It may also read more if at most one operand has the rank of the result and is not a broadcast, or if all of these
    are computed element by element from one value: gelu reads one value, however many operations it is.
    """
    if node.kind & (EXPONENTIAL | COSTLY) and (node.is_reduced if is_tpu else node.kind & COSTLY):
        return False
    operands = [operand for operand in dict.fromkeys(node.operands) if not operand.is_free]
    if len(operands) < 2:
        return True
    rank = max([_rank(result) for result in node.results], default=0)
    whole = [operand for operand in operands if _rank(operand) >= rank and not _is_broadcast(operand)]
    if len(whole) <= 1 or _have_one_source(whole, rank):
        return True
    size = sum([result.bytes for result in node.results])
    return 0 <= node.parts <= size or sum([operand.bytes for operand in operands]) <= size


def _have_one_source(items: list[HeldItem], rank: int) -> bool:
    """Whether items are computed element by element from one that is not, of those of that rank."""
    found: HeldItem | None = None
    pending, seen = list(items), set(items)
    for _ in range(_MAX_REPEATED):
        if not pending:
            return True
        item = pending.pop()
        if item.node is not None and item.node.kind & ELEMENT_WISE:
            operands = [each for each in item.node.operands if each not in seen and not each.is_free]
            more = [each for each in operands if _rank(each) >= rank and not _is_broadcast(each)]
            seen.update(more)
            pending += more
        elif found is not None:
            return False
        else:
            found = item
    return False


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


def ordered(block: HeldBlock, compiler: Compiler) -> list[HeldNode]:
    """Returns nodes in the order of the text, except those that wait until something needs their results."""
    found: list[HeldNode] = []
    done: set[HeldNode] = set()
    lazy: set[HeldNode] = {node for node in block.nodes if _waits(node, compiler)}

    def add_lazy(node: HeldNode) -> None:
        """Adds the lazy ones that `node` needs, and `node` itself if it is in memory."""
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
            for operand in reversed([*node.operands, *node.captures] if node.captures else node.operands):
                source = operand.node
                if source is not None and source in lazy and source not in done:
                    stack.append((source, False))

    for node in block.nodes:
        if node.is_held and node not in lazy:
            add_lazy(node)
    for item in block.returned:
        if item.node is not None and item.node in lazy:
            add_lazy(item.node)
    return found


def _waits(node: HeldNode, compiler: Compiler) -> bool:
    """Whether a node is not run before something needs it.

    That is so for what is free, or a part of something, for scalars of scalars, such as counters of loops, and for
    products: their operands are often in memory anyway.
    XLA for GPUs hides what is sent between kernels that run as late as they can, except updates in place and
    convolutions.
    """
    definition = node.op.signature.definition
    if not node.is_held or node.is_recomputed or node.kind & LAZY:
        return True
    if node.results and node.results[0].is_free:
        return True
    if node.blocks or not node.readers or definition is CONVOLUTION:
        return False
    if not any(_rank(item) for item in (*node.results, *node.operands)):
        return True
    return definition in PRODUCTS if compiler is Compiler.TPU else not node.kind & IN_PLACE
