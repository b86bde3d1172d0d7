"""When the nodes of a graph run, and how long items are in memory: one clock ticks for each node that runs.

Bodies of loops are run once, conditions in front of them, branches one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.cost.held.graph import Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.held.ordering import ordered
from sdyopt.cost.held.profiles import Order


class Timeline:
    """The lives of the items of a graph in an order: from the tick `first` to the tick `last`, by their numbers."""

    def __init__(self, graph: Graph, order: Order) -> None:
        self.graph = graph
        self.at: list[HeldNode | None] = [None]
        """What runs at each tick; nothing at the beginning."""
        self.first = [-1] * len(graph.items)
        """-1 for items that are not in memory."""
        self.last = [-1] * len(graph.items)
        self._start = [-1] * len(graph.nodes)
        self._end = [-1] * len(graph.nodes)
        self._ends: dict[HeldBlock, int] = {}
        """When blocks return."""
        self._run(order)
        self.end = len(self.at)
        """The tick after the last node, at which the function returns."""
        self.at.append(None)
        self._ends[graph.body] = self.end
        self._live()

    def start(self, node: HeldNode) -> int:
        """Returns the tick at which a node begins to run."""
        return self._start[node.number]

    def finish(self, node: HeldNode) -> int:
        """Returns the tick at which a node is done: that at which it began, unless it runs blocks."""
        return self._end[node.number]

    def returns(self, block: HeldBlock) -> int:
        """Returns the tick at which a block returns."""
        return self._ends[block]

    def is_held(self, item: HeldItem) -> bool:
        """Whether an item is in memory."""
        return self.first[item.number] >= 0

    def _run(self, order: Order) -> None:
        first, at = self.first, self.at
        for item in self.graph.body.arguments:
            first[item.number] = 0
        stack: list[tuple[Iterator[HeldNode], HeldNode | None, int]] = [
            (iter(ordered(self.graph.body, order)), None, 0)
        ]
        while stack:
            nodes, owner, number = stack[-1]
            node = next(nodes, None)
            if node is None:
                stack.pop()
                if owner is None:
                    continue
                self._ends[owner.blocks[number]] = len(at)
                at.append(owner)
                if number + 1 < len(owner.blocks):
                    stack.append(self._enter(owner, number + 1, order))
                    continue
                self._end[owner.number] = len(at) - 1
                for item in owner.results:
                    first[item.number] = len(at) - 1
                continue
            self._start[node.number] = self._end[node.number] = len(at)
            at.append(node)
            if node.blocks:
                stack.append(self._enter(node, 0, order))
                continue
            if node.scratch is not None:
                first[node.scratch.number] = self.last[node.scratch.number] = len(at) - 1
                if node in self.graph.callees:  # What it returns is in memory during the call already.
                    at.append(node)
            for item in node.results:
                first[item.number] = len(at) - 1

    def _enter(self, owner: HeldNode, number: int, order: Order) -> tuple[Iterator[HeldNode], HeldNode, int]:
        block = owner.blocks[number]
        for item in block.arguments:
            self.first[item.number] = self._start[owner.number]
        return iter(ordered(block, order)), owner, number

    def _live(self) -> None:
        """Finds out when items are read last; what a node reads that is fused, or computed again, by its readers."""
        graph, last = self.graph, self.last
        needed = [-1] * len(graph.nodes)
        for block in graph.blocks:
            if block not in self._ends:  # It does not run.
                continue
            end = self._ends[block]
            for item in block.returned:
                _raise(last, item.number, end)
                if item.node is not None and not item.node.is_held:
                    _raise(needed, item.node.number, end)
            for node in reversed(block.nodes):
                tick = needed[node.number]
                if node.is_held and (not node.is_again or tick < self._start[node.number]):
                    tick = self._start[node.number]
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
                    is_again = source is not None and source.is_again and node.computes
                    if tick > last[item.number] and not is_again:
                        last[item.number] = tick
                    if source is not None and (is_again or not source.is_held) and tick > needed[source.number]:
                        needed[source.number] = tick
        for item in graph.kept:
            last[item.number] = self.end
        for number, tick in enumerate(self.first):
            if last[number] < tick:
                last[number] = tick


def _raise(ticks: list[int], number: int, tick: int) -> None:
    ticks[number] = max(ticks[number], tick)
