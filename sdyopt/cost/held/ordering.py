"""The order in which the nodes of a block run: those that are in memory; others run with their readers."""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush

from sdyopt.cost.held.graph import Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.held.kinds import LAZY
from sdyopt.cost.held.profiles import Order


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


def ordered(block: HeldBlock, order: Order) -> list[HeldNode]:
    """Returns the nodes of a block that run, in order."""
    if order is Order.BREADTH_FIRST:
        return _breadth_first(block)
    return _in_program_order(block)


def _in_program_order(block: HeldBlock) -> list[HeldNode]:
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
    if not node.is_held or node.is_again or node.kind & LAZY:
        return True
    return bool(node.results) and node.results[0].is_free


def _breadth_first(block: HeldBlock) -> list[HeldNode]:
    """Returns nodes in the order of a queue, in which a node enters when the last of its operands leaves it.

    What is free is made when it is needed.
    """
    waiting: dict[HeldNode, int] = {}
    readers: dict[HeldItem, list[HeldNode]] = {}
    free: list[HeldNode] = []
    for node in block.nodes:
        if not node.is_read or (node.results and node.results[0].is_free):
            continue
        operands = [operand for operand in dict.fromkeys([*node.operands, *node.captures]) if not operand.is_free]
        waiting[node] = len(operands)
        for operand in operands:
            readers.setdefault(operand, []).append(node)
        if not operands:
            free.append(node)
    found: list[HeldNode] = []
    queue: deque[HeldNode | HeldItem] = deque(
        [item for item in readers if item.node is None or item.block is not block]
    )
    queue.extend(free)
    while queue:
        entry = queue.popleft()
        if isinstance(entry, HeldNode):
            if entry.is_held:
                found.append(entry)
            leaving = deque(entry.results)
        else:
            leaving = deque([entry])
        while leaving:
            item = leaving.popleft()
            for node in readers.get(item, ()):
                waiting[node] -= 1
                if not waiting[node]:
                    if node.is_held:
                        queue.append(node)
                    else:
                        leaving.extend(node.results)
    return _with_free(block, found)


def _with_free(block: HeldBlock, nodes: list[HeldNode]) -> list[HeldNode]:
    """Returns nodes with those of free values that are in memory, each in front of the first that needs it."""
    found: dict[HeldNode, None] = {}
    for node in (*nodes, None):
        for item in block.returned if node is None else (*node.operands, *node.captures):
            if item.is_free and item.node is not None and item.block is block and item.node.is_held:
                found.setdefault(item.node)
        if node is not None:
            found[node] = None
    return list(found)
