"""The memory that the items of a graph take: items whose lives do not overlap may follow each other in one buffer.

The result of an element-wise operation or of a sort is where an operand of its size was that ends there, that of an
update in the place of what it updates. A loop has one buffer for each value that it changes: for the initial value, the
argument of the body, what the body returns, and the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.held.graph import Graph, HeldItem, HeldNode
from sdyopt.cost.held.kinds import ELEMENT_WISE, SAME_SIZE, UPDATES
from sdyopt.cost.held.timeline import Timeline

Interval = tuple[int, int]

_MOST_FUSED = 64
"""Nodes that are looked at, from one in memory, for the operands that it computes from."""


class Buffer:
    """Memory that items take one after the other."""

    __slots__ = ("intervals", "items", "size")

    def __init__(self, item: HeldItem, interval: Interval) -> None:
        self.items = [item]
        self.intervals = [interval]
        """The ticks between which it is in use, in order."""
        self.size = item.bytes


class Buffers:
    """The buffers of a graph whose nodes run at certain times."""

    def __init__(self, graph: Graph, timeline: Timeline) -> None:
        self._timeline = timeline
        self._of: list[Buffer | None] = [
            Buffer(item, (first, last)) if first >= 0 and item.bytes else None
            for item, first, last in zip(graph.items, timeline.first, timeline.last, strict=True)
        ]
        self._kept = graph.kept
        self._copies = self._returned_twice(graph)
        for node in graph.nodes:
            if node.blocks and node.is_held:
                self._join_blocks(node)
        ending: dict[int, list[HeldItem]] = {}
        for item in graph.items:
            if self._of[item.number] is not None:
                ending.setdefault(timeline.last[item.number], []).append(item)
        for tick, running in enumerate(timeline.at):
            if running is not None and not running.blocks and running.kind & (SAME_SIZE | UPDATES):
                self._join_in_place(running, ending.get(tick, ()))

    def __iter__(self) -> Iterator[Buffer]:
        seen: set[int] = set()
        for buffer in self._of:
            if buffer is not None and id(buffer) not in seen:
                seen.add(id(buffer))
                yield buffer
        yield from self._copies

    def add_result(self, returned: HeldItem, size: int) -> None:
        """Adds what results take beside the values that are returned: `returned` is one of these."""
        end = self._timeline.end
        self._copy(returned, size, (end, end), "results in their own shardings")

    def _copy(self, of: HeldItem, size: int, interval: Interval, reason: str) -> None:
        item = HeldItem(len(self._timeline.first), size, of.value, of.block, of.node)
        item.reason = reason
        self._timeline.first.append(interval[0])
        self._timeline.last.append(interval[1])
        self._copies.append(Buffer(item, interval))

    def heights(self) -> list[int]:
        """Returns the bytes in use at each tick."""
        changes = [0] * (self._timeline.end + 2)
        for buffer in self:
            for first, last in buffer.intervals:
                changes[first] += buffer.size
                changes[last + 1] -= buffer.size
        now = 0
        for tick, change in enumerate(changes):
            now += change
            changes[tick] = now
        return changes[:-1]

    def at(self, tick: int) -> Iterator[tuple[HeldItem, int]]:
        """Yields the items in memory at a tick, with the bytes of their buffers."""
        for buffer in self:
            if any(first <= tick <= last for first, last in buffer.intervals):
                yield self.held_in(buffer, tick), buffer.size

    def held_in(self, buffer: Buffer, tick: int) -> HeldItem:
        """Returns what is in a buffer at a tick at which it is in use: of two, the one that has been there longer."""
        first, last = self._timeline.first, self._timeline.last
        inside = [item for item in buffer.items if first[item.number] <= tick <= last[item.number]]
        return min(inside or buffer.items, key=lambda item: first[item.number])

    # Joining.

    def _returned_twice(self, graph: Graph) -> list[Buffer]:
        """Returns the copies of arguments, and of values without memory, that are results."""
        end = self._timeline.end
        seen: set[HeldItem] = set()
        copies = []
        for item in graph.body.returned:
            if item in graph.kept or item in seen or self._of[item.number] is None:
                copies.append(Buffer(item, (end, end)))
            seen.add(item)
        return copies

    def _join_blocks(self, node: HeldNode) -> None:
        if not node.is_loop:
            for block in node.blocks:
                for returned, result in zip(block.returned, node.results, strict=False):
                    if returned.block is block:
                        self._join(returned, result)
            return
        body = node.blocks[1]
        start, end = self._timeline.start(node), self._timeline.returns(body)
        carried = zip(
            node.operands, node.blocks[0].arguments, body.arguments, body.returned, node.results, strict=False
        )
        for initial, tested, argument, returned, result in carried:
            self._join(argument, tested)
            if returned.node is None and returned.block is body and returned is not argument:
                # It goes to the place of another argument: XLA copies both.
                for item, last in ((returned, end), (argument, self._timeline.last[argument.number])):
                    self._copy(item, item.bytes, (start, last), "copy for while")
            self._join(argument, result)
            if self._timeline.last[initial.number] == start:
                self._join(initial, argument)
            if returned.block is body and self._may_follow(returned, argument):
                self._join(argument, returned)
            self._extend(argument, start, start)
            self._extend(argument, end, end)

    def _may_follow(self, item: HeldItem, argument: HeldItem) -> bool:
        """Whether an item may be where an argument was: it is made later, or in place."""
        node, first, last = item.node, self._timeline.first, self._timeline.last
        if node is None or first[item.number] != last[argument.number] or node.blocks:
            return node is not None
        if node.kind & UPDATES:
            return node.operands[0] is argument
        return bool(node.kind & SAME_SIZE) and argument in self._operands(node)

    def _join_in_place(self, node: HeldNode, ending: Sequence[HeldItem]) -> None:
        """Joins the results of a node with operands of those that end there."""
        if node.kind & UPDATES:
            operands = node.operands[:1]
        else:
            sizes = {result.bytes for result in node.results}
            if not any(item.bytes in sizes for item in ending):
                return
            operands = self._operands(node)
        dying = [operand for operand in operands if operand in ending]
        for result in node.results:
            for operand in dying:
                if (node.kind & UPDATES or operand.bytes == result.bytes) and self._join(operand, result):
                    break

    def _operands(self, node: HeldNode) -> list[HeldItem]:
        """Returns what a node computes from, of what is in memory, if it reads that element by element only."""
        found: dict[HeldItem, bool] = {}
        pending = [(item, True) for item in reversed(node.operands)]
        for _ in range(_MOST_FUSED):
            if not pending:
                return [item for item, is_pointwise in found.items() if is_pointwise]
            item, is_pointwise = pending.pop()
            if self._of[item.number] is not None:
                found[item] = found.get(item, True) and is_pointwise
            elif item.node is not None and not item.is_free:
                is_pointwise = is_pointwise and bool(item.node.kind & ELEMENT_WISE)
                pending += [(operand, is_pointwise) for operand in reversed(item.node.operands)]
        return []

    def _join(self, left: HeldItem, right: HeldItem) -> bool:
        """Puts two items in one buffer, if what is in there does not overlap; returns whether it did."""
        one, other = self._of[left.number], self._of[right.number]
        if one is None or other is None or one is other or left in self._kept:
            return False
        if one.intervals[-1][1] > other.intervals[0][0]:
            if _overlap(one.intervals, other.intervals):
                return False
            one.intervals = union([*one.intervals, *other.intervals])
        elif one.intervals[-1][1] == other.intervals[0][0]:
            one.intervals[-1:] = [(one.intervals[-1][0], other.intervals[0][1]), *other.intervals[1:]]
        else:
            one.intervals += other.intervals
        one.items += other.items
        one.size = max(one.size, other.size)
        for item in other.items:
            self._of[item.number] = one
        return True

    def _extend(self, item: HeldItem, first: int, last: int) -> None:
        buffer = self._of[item.number]
        if buffer is not None:
            buffer.intervals = union([*buffer.intervals, (first, last)])


def union(intervals: list[Interval]) -> list[Interval]:
    """Returns intervals in order, those that touch or overlap joined."""
    found: list[Interval] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def _overlap(one: Sequence[Interval], other: Sequence[Interval]) -> bool:
    """Whether intervals, each in order, share more than an end with a beginning."""
    left, right = iter(one), iter(other)
    a, b = next(left, None), next(right, None)
    while a is not None and b is not None:
        if a[0] < b[1] and b[0] < a[1]:
            return True
        if a[1] < b[1]:
            a = next(left, None)
        else:
            b = next(right, None)
    return False
