"""The order in which the nodes of a block that are in memory run, and when: others run with their readers."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.graph import Graph, HeldBlock, HeldNode
from sdyopt.cost.memory_model.stored import PRODUCTS
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION


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
    """Returns nodes in the order of the text, except nodes that wait until something needs their results.

    Products wait at most until a barrier: what is computed again after it would be in memory beside their operands.
    """
    found: list[HeldNode] = []
    done: set[HeldNode] = set()
    lazy: set[HeldNode] = {node for node in block.nodes if _waits(node, compiler)}
    ranks = _ranks(block, compiler)

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
            operands = [*node.operands, *node.captures] if node.captures else node.operands
            sources = [operand.node for operand in operands if operand.node in lazy and operand.node not in done]
            if len(sources) > 1:
                sources.sort(key=ranks.__getitem__)
            stack += [(source, False) for source in reversed(sources)]

    products: list[HeldNode] = []
    has_sum = False
    for node in block.nodes:
        if node in lazy and node.op.signature.definition in PRODUCTS:
            products.append(node)
        elif node.is_held and node not in lazy:
            if node.is_loop or node.op.signature.definition is OPTIMIZATION_BARRIER:
                waiting = [product for product in products if product.kind & marks.WAITS]
                first, has_sum = waiting[: not has_sum], has_sum or bool(waiting)
                for product in products:
                    if product in first or not product.kind & marks.WAITS:
                        add_lazy(product)
                products = waiting[len(first) :]
            add_lazy(node)
    for node in sorted([item.node for item in block.returned if item.node in lazy], key=ranks.__getitem__):
        add_lazy(node)
    return _prefetched(found) if compiler is Compiler.GPU else found


def _prefetched(nodes: list[HeldNode]) -> list[HeldNode]:
    """Returns nodes in the order in which XLA for GPUs begins them: it gathers operands during the product before."""
    found: list[HeldNode] = []
    place = product = 0
    for node in nodes:
        if node.kind & marks.GATHERS:
            made = {operand.node for operand in node.operands}
            first = max(place, product)
            first = max([number + 1 for number in range(first, len(found)) if found[number] in made], default=first)
            found.insert(first, node)
            place = first + 1
        else:
            if node.op.signature.definition in PRODUCTS:
                product = len(found)
            found.append(node)
    return found


def _ranks(block: HeldBlock, compiler: Compiler) -> dict[HeldNode, tuple[int, ...]]:
    """Returns the place of each node among operands: updates in place come last.

    XLA for GPUs runs operands depth first: those first that have more readers than one, with all that they are computed
    from, and of equal ones those with more bytes. What a node needs in several ways counts several times, at most as
    often as there are nodes, or bytes.
    """
    found: dict[HeldNode, tuple[int, ...]] = {}
    count, whole, is_tpu = -len(block.nodes), 0, compiler is Compiler.TPU
    for node in block.nodes:
        readers = size = 0
        if is_tpu:
            found[node] = (node.kind & marks.IN_PLACE,)
            continue
        if node.is_held:
            readers = min(1 - node.readers, 0)
            for result in node.results:
                size -= result.bytes
            whole += size
        for source in {operand.node for operand in (*node.operands, *node.captures)}:
            if source in found:
                before = found[source]
                readers += before[1]
                size += before[2]
        found[node] = node.kind & marks.IN_PLACE, max(readers, count), max(size, whole)
    return found


def _waits(node: HeldNode, compiler: Compiler) -> bool:
    """Whether a node is not run before something needs it.

    That is so for what is free, or a part of something, for scalars of scalars, such as counters of loops, and for
    products: their operands are often in memory anyway.
    XLA for GPUs hides what is sent between kernels that run as late as they can, except updates in place and
    convolutions.
    """
    definition = node.op.signature.definition
    if not node.is_held or node.is_recomputed or node.kind & marks.LAZY:
        return True
    if node.results and node.results[0].is_free:
        return True
    if node.blocks or not node.readers or definition is CONVOLUTION:
        return False
    if not any(item.value is not None and rank_of(item.value.type) for item in (*node.results, *node.operands)):
        return True
    if compiler is Compiler.TPU:
        return definition in PRODUCTS and not node.kind & marks.COPIES
    return not node.kind & marks.IN_PLACE


# When the nodes of a graph run, and how long items are in memory: one clock ticks for each node that runs.


class Timeline:
    """The lives of the items of a graph in an order: from the tick `first` to the tick `last`, by their numbers."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.at: list[HeldNode | None] = [None]
        """The node that runs at each tick; None at the beginning."""
        self.first = [-1] * len(graph.items)
        """-1 for items that are not in memory."""
        self.last = [-1] * len(graph.items)
        self.start = [-1] * len(graph.nodes)
        """The ticks at which nodes begin to run, by their numbers."""
        self._end = [-1] * len(graph.nodes)
        """When nodes are done: when they began, unless they run blocks."""
        self.returns: dict[HeldBlock, int] = {}
        """The ticks at which blocks return."""
        self._run()
        self.end = len(self.at)
        """The tick after the last node, at which the function returns."""
        self.at.append(None)
        self.returns[graph.body] = self.end
        self._live()

    def _run(self) -> None:
        first, at = self.first, self.at
        for item in self.graph.body.arguments:
            first[item.number] = 0
        stack: list[tuple[Iterator[HeldNode], HeldNode | None, int]] = [
            (iter(ordered(self.graph.body, self.graph.compiler)), None, 0)
        ]
        while stack:
            nodes, owner, number = stack[-1]
            node = next(nodes, None)
            if node is None:
                stack.pop()
                if owner is None:
                    continue
                self.returns[owner.blocks[number]] = len(at)
                at.append(owner)
                if number + 1 < len(owner.blocks):
                    stack.append(self._enter(owner, number + 1))
                    continue
                self._end[owner.number] = len(at) - 1
                for item in owner.results:
                    first[item.number] = len(at) - 1
                continue
            self.start[node.number] = self._end[node.number] = len(at)
            at.append(node)
            if node.blocks:
                stack.append(self._enter(node, 0))
                continue
            if node.scratch is not None:
                first[node.scratch.number] = self.last[node.scratch.number] = len(at) - 1
                if node in self.graph.callees:  # What it returns is in memory during the call already.
                    at.append(node)
            for item in node.results:
                first[item.number] = len(at) - 1

    def _enter(self, owner: HeldNode, number: int) -> tuple[Iterator[HeldNode], HeldNode, int]:
        block = owner.blocks[number]
        for item in block.arguments:
            self.first[item.number] = self.start[owner.number]
        return iter(ordered(block, self.graph.compiler)), owner, number

    def _live(self) -> None:
        """Finds out when items are read last; what a node reads that is fused, or computed again, by its readers."""
        graph, last = self.graph, self.last
        needed = [-1] * len(graph.nodes)
        for block in graph.blocks:
            if block not in self.returns:  # It does not run.
                continue
            end = self.returns[block]
            for item in block.returned:
                _raise(last, item.number, end)
                if item.node is not None and not item.node.is_held:
                    _raise(needed, item.node.number, end)
            for node in reversed(block.nodes):
                tick = needed[node.number]
                if node.is_held and (not node.is_recomputed or tick < self.start[node.number]):
                    tick = self.start[node.number]
                if tick < 0:
                    continue
                if node.blocks:
                    finish = self._end[node.number]
                    for item in node.captures:
                        _raise(last, item.number, finish)
                    if not node.is_loop:
                        tick = finish
                for item in node.operands:
                    source = item.node
                    is_recomputed = source is not None and source.is_recomputed and node.computes
                    if tick > last[item.number] and not is_recomputed:
                        last[item.number] = tick
                    if source is not None and (is_recomputed or not source.is_held) and tick > needed[source.number]:
                        needed[source.number] = tick
        for item in graph.kept:
            last[item.number] = self.end
        for number, tick in enumerate(self.first):
            if last[number] < tick:
                last[number] = tick


def _raise(ticks: list[int], number: int, tick: int) -> None:
    ticks[number] = max(ticks[number], tick)
