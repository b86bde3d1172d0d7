"""The memory that the items of a graph take: items whose lives do not overlap may follow each other in one buffer.

The result of an element-wise operation or of a sort is where an operand of its size was that ends there, that of an
update in the place of what it updates. A loop has one buffer for each value that it changes: for the initial value, the
argument of the body, what the body returns, and the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.collectives.inserted import InsertedCollectives
from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.graph import ELEMENT_WISE, IN_PLACE, REUSES_OPERAND, Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.memory_model.host_memory import host_arguments, host_bytes, host_values, moves_to_host
from sdyopt.cost.memory_model.layouts import has_other_layout
from sdyopt.cost.memory_model.order import Timeline
from sdyopt.cost.memory_model.reading import Reader, Sources
from sdyopt.cost.memory_model.stored import PRODUCTS, decide_stored
from sdyopt.cost.origins.followers import Frames, LineKeys, frames_at
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.stages import Program, collected_value
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.stablehlo.ops import elementwise
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.ir.attribute import checked
from sdyopt.ir.intervals import Interval, overlap, union
from sdyopt.ir.locations import label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.functions import CallGraph

_MAX_PEAK = 8
"""The peak, in times of the VMEM of a TPU, from which on it does not matter what is there."""
_MAX_FUSED = 64
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

    def __init__(self, graph: Graph, timeline: Timeline, has_results: bool = True) -> None:
        """Without `has_results`, those of the function are values like others."""
        self._timeline = timeline
        self._is_tpu = graph.compiler is Compiler.TPU
        self._own = dict.fromkeys(self._results_of_their_own(graph) if has_results else ())
        """The results that need memory of their own."""
        self._of: list[Buffer | None] = [
            Buffer(item, (first, last)) if first >= 0 and item.bytes else None
            for item, first, last in zip(graph.items, timeline.first, timeline.last, strict=True)
        ]
        self._kept = graph.kept
        self._is_windowed = cache(_is_windowed)
        self._copies: list[Buffer] = []
        for node in graph.nodes:
            if node.blocks and node.is_held:
                self._join_blocks(node)
        if graph.compiler is not Compiler.TPU:
            self._join_zeros(graph)
        ending: dict[int, list[HeldItem]] = {}
        for item in graph.items:
            if self._of[item.number] is not None:
                ending.setdefault(timeline.last[item.number], []).append(item)
        for tick, running in enumerate(timeline.at):
            if running is not None and not running.blocks and running.kind & (REUSES_OPERAND | IN_PLACE):
                self._join_in_place(running, ending.get(tick, ()))
        self._keep_places(graph)

    def __iter__(self) -> Iterator[Buffer]:
        yield from filter(None, dict.fromkeys(self._of))
        yield from self._copies

    def reserve_results(self) -> None:
        """Reserves the memory of results, which nothing else takes before."""
        for item in self._own:
            buffer = self._of[item.number]
            if buffer is not None:
                buffer.intervals = [(0, self._timeline.end)]

    def keep_in_vmem(self, graph: Graph, room: int) -> None:
        """Takes the buffers for which XLA finds room in the VMEM of a TPU out of what is in HBM, the largest first.

        Copies there of arguments that kernels read, and results that kernels write, need room, too.
        """
        ends = {*graph.body.arguments, *graph.body.returned}
        free = [room] * (self._timeline.end + 1)
        wanted: list[tuple[int, Sequence[Interval], Buffer | None]]
        wanted = [(each.size, each.intervals, each) for each in self if ends.isdisjoint(each.items)]
        for tick, node in enumerate(self._timeline.at):
            if node is not None and not node.blocks:
                used = ends.intersection((*self._read_by(node), *node.results))
                wanted += [(item.bytes, ((tick - 1, tick),), None) for item in used]
        kept = set()
        for size, intervals, buffer in sorted(wanted, key=lambda each: (-each[0], each[2] is not None)):
            if size <= min([min(free[first : last + 1]) for first, last in intervals]):
                for first, last in intervals:
                    free[first : last + 1] = [left - size for left in free[first : last + 1]]
                kept.add(buffer)
        self._of = [None if buffer in kept else buffer for buffer in self._of]

    def _results_of_their_own(self, graph: Graph) -> Iterator[HeldItem]:
        """Yields the results that no donated argument of their size has room for, except of loops and calls."""
        donated = Counter([item.bytes for item in graph.body.arguments if item not in graph.kept])
        for item in graph.body.returned:
            donated[item.bytes] -= 1
            made = item.node
            if made is None or made.blocks or made in graph.callees or item.block is not graph.body:
                continue
            before = [operand.node.op for operand in made.operands if operand.node is not None]
            # On GPUs a sum over devices is where its operand was.
            if donated[item.bytes] < 0 and (self._is_tpu or made.op not in before):
                yield item

    def copy(self, of: HeldItem, size: int, interval: Interval, reason: str) -> None:
        """Adds memory beside that of an item."""
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
        if len(buffer.items) == 1:
            return buffer.items[0]
        first, last = self._timeline.first, self._timeline.last
        inside = [item for item in buffer.items if first[item.number] <= tick <= last[item.number]]
        return min(inside or buffer.items, key=lambda item: first[item.number])

    # Joining.

    def _join_blocks(self, node: HeldNode) -> None:
        if not node.is_loop:
            for block in node.blocks:
                for returned, result in zip(block.returned, node.results, strict=False):
                    if returned.block is block:
                        self._join(returned, result)
            return
        body = node.blocks[1]
        start, end = self._timeline.start[node.number], self._timeline.returns[body]
        carried = zip(
            node.operands, node.blocks[0].arguments, body.arguments, body.returned, node.results, strict=False
        )
        for initial, tested, argument, returned, result in carried:
            self._join(argument, tested)
            if returned.node is None and returned.block is body and returned is not argument:
                # It goes to the place of another argument: XLA copies both.
                for item, last in ((returned, end), (argument, self._timeline.last[argument.number])):
                    self.copy(item, item.bytes, (start, last), "copy for while")
            if (
                initial.node is None
                and self._timeline.graph.compiler is Compiler.TPU
                and has_other_layout(body, returned)
            ):
                self.copy(initial, initial.bytes, (start, end), "in another layout for while")
            self._join(argument, result)
            if self._timeline.last[initial.number] == start:
                self._join(initial, argument)
            if returned.block is body and self._may_follow(returned, argument):
                self._join(argument, returned)
            self._extend(argument, start, start)
            self._extend(argument, end, end)

    def _join_zeros(self, graph: Graph) -> None:
        """Lets constants that are updated be there from the first on: one kernel makes all of one size in a block."""
        made: dict[tuple[HeldBlock, int], list[HeldItem]] = {}
        for node in graph.nodes:
            if node.is_held and (node.is_loop or node.kind & marks.COPIES):
                updated = node.blocks[1].arguments if node.is_loop else node.results
                for constant, item in zip(node.operands, updated, strict=False):
                    if constant.is_free:
                        made.setdefault((node.results[0].block, item.bytes), []).append(item)
        starts = self._timeline.first
        for items in made.values():
            first = min([starts[item.number] for item in items])
            for item in items:
                self._extend(item, first, starts[item.number])

    def _may_follow(self, item: HeldItem, argument: HeldItem) -> bool:
        """Whether an item may be where an argument was: it is made later, or in place."""
        node, first, last = item.node, self._timeline.first, self._timeline.last
        if node is None or first[item.number] != last[argument.number] or node.blocks:
            return node is not None
        if node.kind & IN_PLACE:
            return node.operands[0] is argument
        return bool(node.kind & REUSES_OPERAND) and argument in self._operands(node)

    def _join_in_place(self, node: HeldNode, ending: Sequence[HeldItem]) -> None:
        """Joins the results of a node with operands of those that end there."""
        if node.kind & IN_PLACE:
            operands = node.operands[:1]
        else:
            sizes = {result.bytes for result in node.results}
            if not any(item.bytes in sizes for item in ending):
                return
            operands = self._operands(node)
        dying = [operand for operand in operands if operand in ending and not self._is_windowed(operand.node)]
        if node.kind & ELEMENT_WISE and not self._is_tpu:
            dying = [each for each in dying if _may_write_over(node, each)]
        for result in node.results:
            is_apart = result in self._own and self._is_tpu and not node.kind & IN_PLACE
            for operand in dying:
                if is_apart and not (node.kind & ELEMENT_WISE and _is_product(operand)):
                    continue  # XLA writes it to the memory of the results, in the kernel of the product or not.
                has_place = node.kind & IN_PLACE or operand.bytes == result.bytes
                if has_place and not self._meet_before(operand, result) and self._join(operand, result):
                    dying.remove(operand)
                    break

    def _meet_before(self, operand: HeldItem, result: HeldItem) -> bool:
        """Whether the buffer of a result is read where that of an operand is written, or the other way round.

        So is that of a carried value where a product computes from it what the next one is made of, in place.
        """
        one, other = self._of[operand.number], self._of[result.number]
        if one is None or other is None or len(one.items) == len(other.items) == 1:
            return False
        ends = [{interval[1] for interval in each.intervals} for each in (one, other)]
        begins = [{interval[0] for interval in each.intervals} for each in (one, other)]
        meeting = ((ends[0] & begins[1]) | (ends[1] & begins[0])) - {self._timeline.first[result.number]}
        running = [self._timeline.at[tick] for tick in meeting]
        return any(node is not None and not node.blocks for node in running)

    def _operands(self, node: HeldNode) -> list[HeldItem]:
        """Returns what a node computes from, of what is in memory, if it reads that element by element only.

        What is also reduced for this node alone is not among it: both are one kernel, which reads it twice, as that of
        softmax does.
        """
        found = self._read_by(node)
        reduced = {source for item in found for source in self._reduced(item)}
        return [item for item, is_pointwise in found.items() if is_pointwise and item not in reduced]

    def _read_by(self, node: HeldNode) -> dict[HeldItem, bool]:
        """Returns what a node reads, of what is in memory, and whether it reads that element by element only."""
        found: dict[HeldItem, bool] = {}
        pending = [(item, True) for item in reversed(node.operands)]
        for _ in range(len(pending) + _MAX_FUSED):  # A sum over devices may be of hundreds of values.
            if not pending:
                return found
            item, is_pointwise = pending.pop()
            if self._of[item.number] is not None:
                found[item] = found.get(item, True) and is_pointwise
            elif item.node is not None and not item.is_free:
                is_pointwise = is_pointwise and bool(item.node.kind & ELEMENT_WISE)
                pending += [(operand, is_pointwise) for operand in reversed(item.node.operands)]
        return {}

    def _reduced(self, item: HeldItem) -> Iterator[HeldItem]:
        """Yields what a reduction with one reader computes its result from, of what is in memory."""
        is_reduction = item.node is not None and item.node.op.signature.definition is REDUCE and item.node.readers == 1
        pending = list(item.node.operands) if item.node is not None and is_reduction else []
        for _ in range(_MAX_FUSED):
            if not pending:
                return
            source = pending.pop()
            if self._of[source.number] is not None:
                yield source
            elif source.node is not None and not source.is_free:
                pending += source.node.operands

    def _keep_places(self, graph: Graph) -> None:
        """Keeps the memory of donated arguments until the end, for results and other values of their size."""
        end = self._timeline.end
        places = [self._of[item.number] for item in graph.body.arguments if item not in graph.kept]
        apart = [each for each in places if each is not None and each.intervals != [(0, end)]]
        carried = {item for node in graph.body.nodes if node.is_loop for item in node.blocks[1].arguments}
        others = [each for each in self if carried.isdisjoint(each.items)] if apart else []
        others.sort(key=lambda each: (each.intervals[-1][1] < end, each.intervals[0]))
        for place in apart:
            for other in others:
                around = [(first - 1, last + 1) for first, last in other.intervals]
                if other.size == place.size and other.items and not overlap(place.intervals, around):
                    self._join(place.items[0], other.items[0])
                    other.items = []
            place.intervals = [(0, end)]

    def _join(self, left: HeldItem, right: HeldItem) -> bool:
        """Puts two items in one buffer, if what is in there does not overlap; returns whether it did."""
        one, other = self._of[left.number], self._of[right.number]
        if one is None or other is None or one is other or left in self._kept:
            return False
        if one.intervals[-1][1] > other.intervals[0][0]:
            if overlap(one.intervals, other.intervals):
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


def _is_product(item: HeldItem) -> bool:
    return item.node is not None and item.node.op.signature.definition in PRODUCTS and not item.reason


def _may_write_over(node: HeldNode, item: HeldItem) -> bool:
    """Whether an element-wise kernel of GPUs may write its result over an item.

    It may not over what cuDNN computes, which is in a tuple with its scratch memory. The kernel of a convolution adds a
    bias to its result, and takes the maximum of that and zero, if nothing else reads it.
    """
    if item.node is None or item.node.op.signature.definition is not CONVOLUTION:
        return True
    while node.op.signature.definition is elementwise.MAXIMUM and item not in node.operands:
        if (added := node.operands[0].node) is None:
            break
        node = added
    is_own = node.op.signature.definition in (elementwise.ADD, elementwise.MAXIMUM)
    return is_own and item in node.operands and item.node.readers == 1


def _is_windowed(node: HeldNode | None) -> bool:
    """Whether the results of a node are those of a windowed product."""
    sources = [] if node is None else [operand.node for operand in node.operands]
    return any(source is not None and source.kind & marks.WINDOW for source in sources)


# The peak of each function of a program: what is in memory at each time, for an order of its operations.


class Schedule:
    """A graph whose nodes run."""

    def __init__(self, graph: Graph, least: int = 0, vmem: int = 0) -> None:
        """`least` are the bytes of arguments and results without what they share, `vmem` those of a TPU's VMEM."""
        self.graph = graph
        self.least = least
        self.timeline = Timeline(graph)
        self.buffers = Buffers(graph, self.timeline, has_results=bool(least))
        used = self.buffers.heights()
        has_images = any(node.op.signature.definition is CONVOLUTION for node in graph.nodes)
        if vmem and max(used) <= vmem * _MAX_PEAK and not has_images:  # Images are padded, and often evicted.
            self.buffers.keep_in_vmem(graph, vmem // 2)
            used = self.buffers.heights()
        self.buffers.reserve_results()
        self.heights = self.buffers.heights()
        """The bytes in use at each tick."""
        missing = least - max(self.heights)
        if missing > 0 and graph.body.returned:  # Results have other shardings than what is returned.
            place = self.timeline.end, self.timeline.end
            self.buffers.copy(graph.body.returned[0], least - self.heights[-1], place, "results in their own shardings")
            self.heights[-1] = least
        self.bytes = max(self.heights)
        self.tick = max(range(len(used)), key=lambda tick: (self.heights[tick], used[tick]))
        """The tick at which they are most: of several, the first one at which most of it has been written."""
        self.views: dict[tuple[HeldItem, int], LiveView] = {}
        """What is shown of items with the bytes of their buffers, of those that were looked at."""

    def operation(self, tick: int) -> Operation | None:
        """Returns the operation that runs at a tick; None at the beginning and at the end."""
        node = self.timeline.at[tick]
        return None if node is None else node.op

    def callee(self, tick: int) -> Operation | None:
        """Returns the function that is called at a tick, if it needs memory beside its arguments."""
        node = self.timeline.at[tick]
        if node is None or node.scratch is None or node.scratch.bytes == 0 or self.timeline.start[node.number] != tick:
            return None
        return self.graph.callees.get(node)

    def alive(self, tick: int) -> list[tuple[HeldItem, int]]:
        """Returns what is in memory at a tick, with the bytes of each, the largest first; not that of callees."""
        node = self.timeline.at[tick]
        called = node.scratch if node is not None and node in self.graph.callees else None
        found = [(item, size) for item, size in self.buffers.at(tick) if item is not called]
        return sorted(found, key=lambda pair: -pair[1])


class PeakAnalysis(NamedTuple):
    """The values in memory in the public function that needs most, and in the functions that it calls."""

    compiler: Compiler
    """For which it is."""
    shown: Schedule
    """The schedule whose peak is the figure."""
    called: Mapping[Operation, Schedule]
    """Those of functions that are called."""

    def alive(self) -> list[AliveItem]:
        """Returns what is in memory at the peak, the largest of each function first."""
        schedule = self.shown
        found = [AliveItem(schedule, *each) for each in schedule.alive(schedule.tick)]
        while (callee := schedule.callee(schedule.tick)) is not None and callee in self.called:
            schedule = self.called[callee]
            found += [AliveItem(schedule, *each) for each in schedule.alive(schedule.tick)]
        return found


class AliveItem(NamedTuple):
    """The values that are in memory at the peak."""

    schedule: Schedule
    item: HeldItem
    size: int


def lives_in(
    sizes: LocalSizes,
    donated: Mapping[Operation, Collection[int]],
    least: Mapping[Operation, int],
    inserted: InsertedCollectives | None,
    compiler: Compiler,
    vmem: int = 0,
) -> PeakAnalysis | None:
    """Returns what is in memory in the public function that needs most; None if no function has a body.

    Without what XLA keeps in the VMEM of a TPU, of `vmem` bytes.

    `donated` has the numbers of the arguments of functions in whose memory results are, and `least`
    the bytes of their arguments and results without what these share. `inserted` has looked at all
    operations.
    """
    calls = CallGraph(sizes.scope.listing)
    peaks: dict[Operation, int] = {}
    schedules: dict[Operation, Schedule] = {}
    host: set[Value] = set()
    moves = [call for call in sizes.scope.listing.collect_kind(CUSTOM_CALL) if moves_to_host(call.signature)]
    for function in calls.calls:
        if moves or host_arguments(function):
            host |= host_values(function, moves)
    sources = Sources(sizes, inserted, calls.callee_of, peaks, host)
    called = set(calls.callee_of.values())
    for function in calls.callees_first() if called else ():
        if function in called:
            graph = Reader(function, sources, compiler, None).read()
            decide_stored(graph)
            schedules[function] = Schedule(graph)
            peaks[function] = schedules[function].bytes
    best: PeakAnalysis | None = None
    for function in calls.calls:
        if not is_private(function) or function not in called:
            graph = Reader(function, sources, compiler, donated.get(function, ())).read()
            decide_stored(graph)
            known = least.get(function, 0)
            if known and host:
                known = max(1, known - host_bytes(function, sizes, donated.get(function, ())))
            found = PeakAnalysis(compiler, Schedule(graph, known, vmem if compiler is Compiler.TPU else 0), schedules)
            if best is None or found.shown.bytes > best.shown.bytes:
                best = found
    return best


# The most memory that a device needs at one time, about, and what it holds then.

RANGES = {Compiler.GPU: "0.86 to 1.17", Compiler.TPU: "0.86 to 1.17"}
"""How many times what XLA needs the figure is for nine of ten programs of real size that no rule was chosen with."""


def statement(compiler: Compiler) -> str:
    """Returns what the figure is."""
    if compiler is Compiler.CPU:
        return "about what XLA needs on GPUs, by a model of what it stores; --compile cpu knows in seconds"
    most = f"in nine of ten {RANGES[compiler]} times as much"
    models = f"for steps of models typically within a quarter, {most}; other programs can differ more"
    return f"about what XLA needs: {models}; --compile {compiler} knows in seconds"


OF_EACH_ITERATION = "of each iteration, "
"""Before the reason for what a loop collects."""

_MAX_READERS = 3
"""Names of operations that read a value, in the reason why it is in memory."""


class LiveView(NamedTuple):
    """A value that is in memory at the peak."""

    function: str
    name: str
    label: str
    """Its name in JAX; empty if that is not known."""
    bytes: int
    """On one device."""
    type: str
    sharding: str | None
    """None for a value without one."""
    source: Frames
    reason: str
    """`argument`, `donated, until its last use`, `carried by while`, `gathered for fft`, `read by add`."""


class PeakView(NamedTuple):
    """The peak of a program."""

    function: str
    """The public function that has it."""
    bytes: int
    """On one device."""
    operation: str
    """The operation during which it is; empty for the beginning."""
    source: Frames
    live: tuple[LiveView, ...]
    """The values that are in memory then, the largest first."""
    profile: Compiler
    """The compiler of the machine for which it is."""
    estimated: tuple[str, ...]
    """The buffers in memory then that are not in the program: `copy for dot_general`."""
    most: int | None = None
    """The peak if XLA gathers all that it may gather beside what is known; None if nothing is unknown, or no limit."""
    is_lower_bound: bool = False
    """Whether XLA may hold more, as it is not known what some collectives send."""

    @property
    def held(self) -> tuple[LiveView, ...]:
        """The same as `live`, which had no types and reasons in earlier releases."""
        return self.live


def peak_view(
    program: Program,
    lives: PeakAnalysis,
    sizes: LocalSizes,
    most: int | None = None,
    is_lower_bound: bool = False,
    only_largest: FrameChoice | None = None,
) -> PeakView:
    """Returns the peak of a program; `most` is that with all that XLA may gather, if something is unknown.

    Of what is alive then, `only_largest` leaves the values of the line that has most, by the frames that are shown, and
    values without a line if they have more.
    """
    schedule = lives.shown
    alive = [each for each in lives.alive() if each.item.value is not None]
    named = len(alive)
    if only_largest is not None:
        by_line: dict[int | str, list[AliveItem]] = {}
        lines = LineKeys(program.source, only_largest)
        for each in alive:
            line = lines.of(program.written_at(collected_value(checked(Value, each.item.value))))
            by_line.setdefault(line, []).append(each)
        sizes_of_lines = {line: sum([each.size for each in values]) for line, values in by_line.items()}
        arguments, least = by_line.pop("", []), sizes_of_lines.pop("", 0)
        largest = by_line[max(sizes_of_lines, key=sizes_of_lines.__getitem__)] if by_line else []
        if sum([each.size for each in largest]) >= least:
            arguments = []
        alive = [*arguments, *largest]
        named = len(arguments) + min(len(largest), 1)
    found = [(live_view(program, sizes, *each), each.item) for each in alive[:named]]
    for each in alive[named:]:  # On one line: all have the same place, and are not named.
        type = sizes.of_value(checked(Value, each.item.value)).type
        found.append((found[named - 1][0]._replace(name="", label="", bytes=each.size, type=type), each.item))
    found.sort(key=lambda row: -row[0].bytes)
    function, op = schedule.graph.function, schedule.operation(schedule.tick)
    return PeakView(
        function=symbol_name(function) or "",
        bytes=schedule.bytes,
        operation="" if op is None else op.short_name,
        source=frames_at(function.location if op is None else op.location, program.source),
        live=tuple([live for live, _ in found]),
        profile=lives.compiler,
        estimated=tuple(dict.fromkeys([item.reason for _, item in found if item.reason])),
        most=None if most is None else max(most, schedule.bytes),
        is_lower_bound=is_lower_bound,
    )


def _reason(item: HeldItem, schedule: Schedule) -> str:
    """Returns why an item is in memory at the peak."""
    graph, tick = schedule.graph, schedule.tick
    at = schedule.operation(tick)
    if item.reason:
        return item.reason
    if item.node is None and item.block is graph.body:
        return "argument" if item in graph.kept else "donated, until its last use"
    if item.node is None and item.block.owner is not None:
        return f"carried by {item.block.owner.op.short_name}"
    if item.node is not None and item.node.op is at:
        return f"result of {at.short_name}"
    if item.is_free and item.node is not None:
        return "constant"
    users = [] if item.value is None else item.value.users
    if at is not None and at in users:
        return f"operand of {at.short_name}"
    names = dict.fromkeys([user.short_name for user in users])
    return f"read by {', '.join(names)}" if len(names) <= _MAX_READERS else f"read by {len(users)} operations"


def live_view(program: Program, sizes: LocalSizes, schedule: Schedule, item: HeldItem, size: int) -> LiveView:
    """Returns what is in memory of a function, with the reason at the peak; of what is called all together."""
    found = schedule.views.get((item, size))
    if found is None:
        found = schedule.views[item, size] = _live_view(program, sizes, schedule, item, size)
    return found


def _live_view(program: Program, sizes: LocalSizes, schedule: Schedule, item: HeldItem, size: int) -> LiveView:
    if item.value is None:
        callee = None if item.node is None else schedule.graph.callees.get(item.node)
        function, what = "" if callee is None else symbol_name(callee) or "", "in a function that is called"
        return LiveView(function, "all values together", "", size, "", None, (), what)
    share, part, name = sizes.of_value(item.value), collected_value(item.value), value_name(program, item.value)
    reason = f"{'' if part is item.value else OF_EACH_ITERATION}{_reason(item, schedule)}"
    return LiveView(
        function=symbol_name(schedule.graph.function) or "",
        name=f"{name} ({item.reason})" if item.reason else name,
        label=label_of(part.definition_location),
        bytes=size,
        type=share.type,
        sharding=share.sharding_text,
        source=frames_at(program.written_at(part), program.source),
        reason=reason,
    )


def value_name(program: Program, value: Value) -> str:
    """Returns the name of a value, and of one that a collective has moved, what has moved it."""
    name = program.name(value)
    if isinstance(value, OpResult) and value.owner.signature.definition in SDY_COLLECTIVES:
        return f"{name} after {value.owner.name.rpartition('.')[2]}"
    return name
