"""The order in which the nodes of a block that are in memory run, and when: others run with their readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import prod, sqrt

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.graph import Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.memory_model.host_memory import moves_to_device
from sdyopt.cost.memory_model.stored import PRODUCTS, bits_of_element
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.ir.records import NamedTuple


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


_SEVERAL = 2
"""The gathered operands, or sums, from which on sums of windowed products do not wait for the end."""


def ordered(block: HeldBlock, graph: Graph) -> list[HeldNode]:
    """Returns nodes in the order of the text, except nodes that wait until something needs their results.

    Products wait at most until a barrier: what is computed again after it would be in memory beside their operands. Of
    sums of windowed products only the first one runs then, unless there are several between two barriers, and no loop
    that adds to its result, or devices send something else that they hide: several gathered operands, or one in a loop
    that writes parts of its result.
    """
    found: list[HeldNode] = []
    done: set[HeldNode] = set()
    lazy: set[HeldNode] = {node for node in block.nodes if _waits(node, graph.compiler)}
    ranks = _ranks(block, graph.compiler)

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
    sent = sums = 0
    is_adding = False
    for node in block.nodes:
        if node.kind & marks.WINDOW and not node.kind & marks.WRITES_PARTS:
            is_adding = True
        elif node.kind & marks.WINDOW:
            sent += _SEVERAL
        elif node.kind & marks.GATHERS and node.is_held:
            sent += 1
        if node in lazy and node.op.signature.definition in PRODUCTS:
            products.append(node)
            sums += bool(node.kind & marks.WAITS)
        elif node.is_held and node not in lazy:
            if node.is_loop or node.op.signature.definition is OPTIMIZATION_BARRIER:
                waiting = [product for product in products if product.kind & marks.WAITS]
                is_hidden = sent >= _SEVERAL or (sums >= _SEVERAL and not is_adding)
                first = waiting if is_hidden else waiting[: not has_sum]
                has_sum, sent, sums, is_adding = has_sum or bool(waiting), 0, 0, False
                for product in products:
                    if product in first or not product.kind & marks.WAITS:
                        add_lazy(product)
                products = waiting[len(first) :]
            add_lazy(node)
    for node in sorted([item.node for item in block.returned if item.node in lazy], key=ranks.__getitem__):
        add_lazy(node)
    if graph.compiler is Compiler.TPU:
        return found
    kernels = KernelReads(block, found)
    listed = kernels.listed()
    if kernels.peak(listed) < _MUCH_LESS * kernels.peak(found):
        return _Prefetching(kernels, listed, graph, is_listed=True).order()
    if graph.compiler is Compiler.GPU and any(node.kind & marks.GATHERS for node in found):
        return _Prefetching(kernels, found, graph, is_listed=False).order()
    return found


_MUCH_LESS = 0.7
"""The part of the bytes of one order below which XLA for GPUs is expected to find that another one needs less."""


class KernelReads:
    """What the nodes of a block that are in memory read of each other, also where others are part of their kernels."""

    def __init__(self, block: HeldBlock, nodes: Sequence[HeldNode]) -> None:
        self.nodes = nodes
        reads: dict[HeldNode, set[HeldNode]] = {}
        held = set(nodes)
        for node in block.nodes:
            if node.is_read or node in held:
                found: set[HeldNode] = set()
                for operand in (*node.operands, *node.captures):
                    source = operand.node
                    if source in held:
                        found.add(source)
                    elif source in reads:
                        more = reads[source]
                        if len(more) > len(found) and source.readers == 1:
                            found, more = more, found
                        found |= more
                reads[node] = found
        self.reads = {node: reads[node] for node in nodes}
        self.users: dict[HeldNode, set[HeldNode]] = {node: set() for node in nodes}
        for node, sources in self.reads.items():
            for source in sources:
                self.users[source].add(node)
        self.sizes = {node: sum([result.bytes for result in node.results]) for node in nodes}
        self.returned: set[HeldNode] = set()
        for item in block.returned:
            source = item.node
            if source in held:
                self.returned.add(source)
            elif source in reads:
                self.returned |= reads[source]

    def listed(self) -> list[HeldNode]:
        """Returns the order in which the next node is always the one that leaves the least in memory.

        Of equal ones, that is the one with more users, and then the one that was ready last.
        """
        left = {node: set(users) for node, users in self.users.items()}
        waiting = {node: len(sources) for node, sources in self.reads.items()}
        ready: list[tuple[int, int, int, HeldNode]] = []
        count = 0

        def add(node: HeldNode) -> None:
            nonlocal count
            count += 1
            last = [each for each in self.reads[node] if len(left[each]) == 1 and each not in self.returned]
            freed = sum([self.sizes[each] for each in last])
            heappush(ready, (self.sizes[node] - freed, -len(self.users[node]), -count, node))

        for node in self.nodes:
            if not waiting[node]:
                add(node)
        found: list[HeldNode] = []
        done: set[HeldNode] = set()
        while ready:
            node = heappop(ready)[-1]
            if node in done:
                continue
            done.add(node)
            found.append(node)
            for source in self.reads[node]:
                users = left[source]
                users.discard(node)
                if len(users) == 1:
                    (last,) = users
                    if not waiting[last]:
                        add(last)
            for user in self.users[node]:
                waiting[user] -= 1
                if not waiting[user]:
                    add(user)
        return found

    def peak(self, order: Sequence[HeldNode]) -> int:
        """Returns the most bytes of results that are in memory at a time in an order."""
        left = {node: len(users) + (node in self.returned) for node, users in self.users.items()}
        now = most = 0
        for node in order:
            now += self.sizes[node]
            most = max(most, now)
            for source in self.reads[node]:
                left[source] -= 1
                if not left[source]:
                    now -= self.sizes[source]
            if not left[node]:
                now -= self.sizes[node]
        return most


# When XLA for GPUs begins to gather, as its scheduler expects kernels and collectives of an H100 to take.

_SENDING_MICROSECONDS = 30.0, 2.7 / 2**20
"""The least time of a collective, and the time of each byte of its results."""
_TERAFLOPS = {16: 650.0, 32: 330.0}
"""The rates of products, by the bits of an element of the result."""
_WIDENING_TERAFLOPS = 12.0
"""The rate of products of elements of 16 bits that are computed in 32: such are results, or parts of sums."""
_SMALL_WIDENING = 50.0, 1 << 27, 0.6
"""Their least time with this number of operations, and the exponent by which it grows with the number."""
_FEW_ROWS = 64
"""The rows of the smallest products whose times are known: fewer rows take their share of these."""
_MAX_APART = 1 << 20, 1 << 9
"""The elements of results up to which parts of sums are computed apart: in all, and for each element of a sum."""
_BYTES_IN_MICROSECOND = 2.7e6
"""The bytes that other kernels read and write."""
_MAX_SOURCES = 64
"""Nodes that are looked at for what a collective reads."""


class _Prefetching:
    """The order in which XLA for GPUs begins the nodes of a block in which devices gather something, or which it lists.

    Its scheduler goes from the last node to the first. One collective is under way at a time, and begins when the
    kernels that run meanwhile take as long as it does. Others wait until then, those with the longest chain of
    collectives first, and so do loops in which devices gather something. The results of nodes that wait are in memory
    from their beginning on: all gathers are at the beginning where kernels take less time than the gathers of what they
    read. What a collective reads is made before it. Of kernels in an order that is listed those come first, from the
    end, after which most others are ready: gradients of weights wait if something else reads what they are made of.
    """

    def __init__(self, kernels: KernelReads, nodes: list[HeldNode], graph: Graph, is_listed: bool) -> None:
        self._is_listed = is_listed
        self._graph = graph
        self._places = {node: place for place, node in enumerate(nodes)}
        self._sources = kernels.reads
        """The nodes that make what each node reads."""
        self._readers = {node: set(users) for node, users in kernels.users.items()}
        """The readers of each node that are not placed yet."""
        self._depths: dict[HeldNode, float] = {}
        """The time that collectives take together that a node needs, one after the other, with itself."""
        for node in nodes:
            own = _sending_time(node) if node.kind & marks.SENDS else 0.0
            self._depths[node] = own + max([self._depths[source] for source in self._sources[node]], default=0.0)
        self._ready: list[tuple[int, int, HeldNode]] = []
        """The kernels whose readers have all been placed: those first after which most others are ready."""
        self._waiting: list[tuple[float, int, HeldNode]] = []
        """The collectives and loops whose readers have all been placed, by their depths."""
        self._made: list[tuple[int, int, HeldNode]] = []
        """The collectives that have not begun, by the places from the end of the kernels that make what they read."""
        self._found: list[HeldNode] = []
        self._placed: set[HeldNode] = set()
        self._queued: set[HeldNode] = set()
        """The collectives and loops that are or were among those that wait."""
        for node in nodes:
            if not self._readers[node]:
                self._add(node)

    def order(self) -> list[HeldNode]:
        running: HeldNode | None = None
        left = 0.0
        while self._next_ready() is not None or self._waiting or running is not None:
            if running is None and self._waiting:
                node = heappop(self._waiting)[-1]
                if node.kind & marks.SENDS:
                    running, left = node, _sending_time(node)
                else:
                    self._place(node)
                continue
            following = self._next_ready()
            if running is not None and (left <= 0 or following is None or self._places[following] < self._last_made()):
                self._place(running)
                running = None
            elif following is not None:
                heappop(self._ready)
                if running is not None:
                    left -= _time(following, self._graph)
                self._place(following)
        self._found.reverse()
        return self._found

    def _next_ready(self) -> HeldNode | None:
        while self._ready and self._ready[0][-1] in self._placed:
            heappop(self._ready)
        return self._ready[0][-1] if self._ready else None

    def _place(self, node: HeldNode) -> None:
        self._found.append(node)
        self._placed.add(node)
        for source in self._sources[node]:
            readers = self._readers[source]
            readers.discard(node)
            if not readers:
                self._add(source)
            elif len(readers) == 1:
                (last,) = readers
                if not self._readers[last]:
                    self._add(last)

    def _add(self, node: HeldNode) -> None:
        """Adds a node whose readers have been placed, or after which more are ready than before."""
        place = -self._places[node]
        if not node.kind & (marks.SENDS | marks.GATHERS_INSIDE):
            heappush(self._ready, (-self._released_by(node), place, node))
        elif node not in self._queued:
            self._queued.add(node)
            heappush(self._waiting, (-self._depths[node], place, node))
            if node.kind & marks.SENDS:
                heappush(self._made, (-self._place_of_source(node), place, node))

    def _released_by(self, node: HeldNode) -> int:
        """Returns how many nodes of XLA are ready after a kernel: its sources, and bitcasts of what it multiplies.

        The result of such a product is a bitcast, too, or a sum of parts, which is ready before the product.
        """
        if not self._is_listed:
            return 0
        freed = {source for source in self._sources[node] if len(self._readers[source]) == 1}
        size = _ProductSize.of(node, self._graph)
        if size is None:
            return len(freed)
        found = 0
        for operand in node.operands[:2]:
            found += size.is_apart or _is_merged(operand, self._graph) or operand.node in freed
        return min(found, 1) if size.is_apart or _is_merged(node.results[0], self._graph) else found

    def _last_made(self) -> int:
        """Returns the place of the last kernel that makes what a waiting collective reads; -1 if none does."""
        while self._made and self._made[0][-1] in self._placed:
            heappop(self._made)
        return -self._made[0][0] if self._made else -1

    def _place_of_source(self, node: HeldNode) -> int:
        """Returns the place of the last kernel that makes what a collective reads; -1 if that is a part of an argument,
        or computed element by element from one.
        """
        last, pending = -1, [node]
        for _ in range(_MAX_SOURCES):
            if not pending:
                break
            for source in self._sources[pending.pop()]:
                if source.kind & (marks.FUSES | marks.SAME_MEMORY):
                    pending.append(source)
                else:
                    last = max(last, self._places.get(source, -1))
        return last


def _sending_time(node: HeldNode) -> float:
    least, of_byte = _SENDING_MICROSECONDS
    return least + of_byte * sum([result.bytes for result in node.results])


class _ProductSize(NamedTuple):
    """The elements of a product."""

    counts: tuple[int, ...]
    """Of its operands and its result."""
    bits: tuple[int, ...]
    """Of an element of each."""
    batch: int

    @staticmethod
    def of(node: HeldNode, graph: Graph) -> _ProductSize | None:
        """Returns None for what is no product, or of unknown size."""
        items = [*node.operands[:2], *node.results[:1]]
        if node.op.signature.definition not in PRODUCTS or len(items) != 3:
            return None
        bits = [bits_of_element(item) for item in items]
        if not all(bits) or not all(item.bytes for item in items):
            return None
        batch = 1
        if node.op.signature.definition is DOT_GENERAL:
            dims = node.op.properties.find(DotDimensionNumbers).lhs_batching_dimensions
            shape = graph.sizes.of_value(node.op.results[0]).local_shape or ()
            batch = prod([size or 1 for size in shape[: len(dims)]])
        counts = [8 * item.bytes // size for item, size in zip(items, bits, strict=True)]
        return _ProductSize(tuple(counts), tuple(bits), batch)

    @property
    def is_apart(self) -> bool:
        """Whether parts of its sums are computed apart, and then added."""
        left, right, result = self.counts
        return result <= min(_MAX_APART[0], _MAX_APART[1] * sqrt(left * right / result / self.batch))


def _time(node: HeldNode, graph: Graph) -> float:
    """Returns the microseconds that XLA for H100 expects a kernel to take, about."""
    size = _ProductSize.of(node, graph)
    if size is None:
        return sum([item.bytes for item in (*node.operands, *node.results)]) / _BYTES_IN_MICROSECOND
    counts, bits, batch = size
    is_widening = max(bits[:2]) <= 16 and (bits[2] > 16 or size.is_apart)
    flops = 2 * sqrt(prod(counts) / batch)
    if is_widening:
        time, of_flops, exponent = _SMALL_WIDENING
        rows = min(1.0, sqrt(min(counts[0] / counts[1], counts[1] / counts[0]) * counts[2] / batch) / _FEW_ROWS)
        return max(flops * 1e-6 / _WIDENING_TERAFLOPS, time * float((flops / rows / of_flops) ** exponent) * rows)
    return flops * 1e-6 / _TERAFLOPS[16 if bits[2] <= 16 else 32]


def _is_merged(item: HeldItem, graph: Graph) -> bool:
    """Whether a matrix has several dimensions of rows, columns or batches, which XLA makes one of."""
    shape = None if item.value is None else graph.sizes.of_value(item.value).local_shape
    return shape is not None and sum([size != 1 for size in shape]) > 2


def _ranks(block: HeldBlock, compiler: Compiler) -> dict[HeldNode, tuple[int, int]]:
    """Returns the place of each node among operands: updates in place come last.

    XLA for GPUs runs operands depth first: those first that are computed from more bytes. What a node needs in several
    ways counts several times, at most as often as there are bytes.
    """
    found: dict[HeldNode, tuple[int, int]] = {}
    whole, is_tpu = 0, compiler is Compiler.TPU
    for node in block.nodes:
        size = 0
        if not is_tpu:
            size = -sum([result.bytes for result in node.results]) if node.is_held else 0
            whole += size
            for source in {operand.node for operand in (*node.operands, *node.captures)}:
                if source in found:
                    size += found[source][1]
        found[node] = node.kind & marks.IN_PLACE, max(size, whole)
    return found


def _waits(node: HeldNode, compiler: Compiler) -> bool:
    """Whether a node is not run before something needs it.

    That is so for what is free, or a part of something, for scalars of scalars, such as counters of loops, and for
    products: their operands are often in memory anyway.
    XLA for GPUs hides what is sent between kernels that run as late as they can, except updates in place and
    convolutions. What is in the memory of the host is copied early.
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
    return not node.kind & marks.IN_PLACE and not moves_to_device(node.op.signature)


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
            (iter(ordered(self.graph.body, self.graph)), None, 0)
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
        return iter(ordered(block, self.graph)), owner, number

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
