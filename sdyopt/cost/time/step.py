"""How long one step of a partitioned program takes on one device: an estimate, operation by operation.

`Step(sizes, machine).cost()` is the sum, which is cheap enough to be asked for thousands of variants of a program.
Left out are: what kernels lose on shapes that do not fill matrix units, launches of kernels, arithmetic that matrix
units do not do, caches and on-chip memory, congestion between collectives, the host, and input and output.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from math import prod

from sdyopt.cost import collective_kinds as kinds
from sdyopt.cost.collective_kinds import bytes_sent, is_known, kind_of, sent_operands, takes_whole
from sdyopt.cost.collectives.found import groups_of
from sdyopt.cost.collectives.inserted import RESULT, InsertedCollectives
from sdyopt.cost.memory_model.graph import ENTERED, Donation, donated_to, shared_bytes
from sdyopt.cost.memory_model.peak import PeakAnalysis, lives_in, value_name
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.programs import item_of
from sdyopt.cost.partitioner.rounding import is_moved_in_bf16
from sdyopt.cost.partitioner.shards import Shapes
from sdyopt.cost.program.executions import NOT_MANUAL, Executions, OpRuns
from sdyopt.cost.program.stages import Program, collected_value
from sdyopt.cost.sizes.local_sizes import LocalSizes, Share, Sizes
from sdyopt.cost.sizes.partition import element_name
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import (
    APART,
    COMPUTE,
    FREE,
    MATRIX,
    MEMORY,
    NETWORK,
    NOTHING,
    Kernels,
    StepCost,
    Timed,
    Work,
    elements,
    is_work_of_results,
    role_of,
    work_of,
)
from sdyopt.cost.time.recomputed import Recomputed
from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.slots import MAY_FLOW
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.collecting import summed
from sdyopt.ir.locations import label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.rewriting.functions import argument_attributes

# How long a block takes if collectives run beside operations that do not depend on them.


class Sending(NamedTuple):
    """A collective of a block, or what XLA inserts for one operand, or the result, of an operation."""

    needs: tuple[object, ...]
    """Values, or the operation whose result it moves with RESULT."""
    gives: tuple[object, ...]
    """Values, or the operation whose operand it moves with the number of the operand."""
    seconds: float


class CollectiveSchedule:
    """Two streams, of operations and of collectives; times are seconds from the beginning of the block."""

    def __init__(self, block: Block, sendings: Mapping[object, Sending]) -> None:
        """Queues the collectives, by their keys, whose operands are there before the block."""
        self._sendings = list(sendings.items())
        self._senders: dict[object, int] = {}
        self._moving: set[object] = set()
        """The operations whose operands or results XLA moves."""
        self._ready: dict[object, float] = {}
        """When values are there; those that are not in it are there at the beginning."""
        self._computed = 0.0
        self._sent = 0.0
        self._missing: list[int] = []
        """How much of what collectives need is not there yet."""
        self._needing: dict[object, list[int]] = {}
        self._waiting: list[tuple[float, int]] = []
        self._queue: list[int] = []
        self.starts: dict[object, float] = {}
        for number, (_, sending) in enumerate(self._sendings):
            self._senders.update(dict.fromkeys(sending.gives, number))
            self._moving.update([each[0] for each in (*sending.needs, *sending.gives) if isinstance(each, tuple)])
            missing = {need for need in sending.needs if _is_made_in(need, block)}
            self._missing.append(len(missing))
            for need in missing:
                self._needing.setdefault(need, []).append(number)
            if not missing:
                heappush(self._waiting, (0.0, number))

    def run(self, op: Operation, seconds: float) -> None:
        """OpRuns an operation for so long; one of 0 seconds is part of what reads its results."""
        ready = self._when(op)
        if seconds:
            start = max(self._computed, ready)
            self.starts[op] = start
            self._computed = ready = start + seconds
        self._finish(op, ready)

    def wait(self, op: Operation) -> None:
        """Waits at an operation with blocks of its own, which uses both streams."""
        ready = max(self._computed, self._sent, self._when(op))
        self._computed = self._sent = ready
        self.starts[op] = ready
        self._finish(op, ready)

    @property
    def end(self) -> float:
        """When everything is done."""
        while self._waiting or self._queue:
            self._send()
        return max(self._computed, self._sent)

    def _when(self, op: Operation) -> float:
        """Returns when operands are there, as they have been moved; collectives that make them are sent first."""
        things: Sequence[object] = op.operands
        if op in self._moving:
            things = [thing for number, value in enumerate(things) for thing in (value, (op, number))]
        latest, ready = 0.0, self._ready
        for thing in things:
            if thing in self._senders:
                while thing not in ready and (self._waiting or self._queue):
                    self._send()
            if (when := ready.get(thing, 0.0)) > latest:
                latest = when
        return latest

    def _send(self) -> None:
        """OpRuns the first collective that can start when the network is free."""
        if not self._queue:
            self._sent = max(self._sent, self._waiting[0][0])
        while self._waiting and self._waiting[0][0] <= self._sent:
            heappush(self._queue, heappop(self._waiting)[1])
        key, sending = self._sendings[heappop(self._queue)]
        self.starts[key] = self._sent
        self._sent += sending.seconds
        for each in sending.gives:
            self._make(each, self._sent)

    def _finish(self, op: Operation, ready: float) -> None:
        if op in self._moving and (op, RESULT) in self._needing:
            self._make((op, RESULT), ready)
        else:
            for result in op.results:
                self._make(result, ready)

    def _make(self, thing: object, ready: float) -> None:
        self._ready[thing] = ready
        for number in self._needing.get(thing, ()):
            self._missing[number] -= 1
            if not self._missing[number]:
                when = max([self._ready.get(need, 0.0) for need in self._sendings[number][1].needs])
                heappush(self._waiting, (when, number))


def _is_made_in(need: object, block: Block) -> bool:
    """Whether what a collective needs is not there when a block begins."""
    return not isinstance(need, Value) or (need.block is block and need not in block.arguments)


def _sending(each: Timed, inserted: Container[object], seconds: float) -> Sending:
    op = each.op
    if each.moved is None:
        places = [(op, number) for number in range(len(op.operands))]
        needs = [place if place in inserted else op.operands[place[1]] for place in places]
        return Sending(tuple(needs), tuple(op.results), seconds)
    if each.moved == RESULT:
        return Sending((each.key,), tuple(op.results), seconds)
    return Sending((op.operands[each.moved],), (each.key,), seconds)


# Collectives that XLA combines.

_COMBINED = {
    Compiler.GPU: (kinds.ALL_GATHER, kinds.ALL_REDUCE, kinds.REDUCE_SCATTER),
    Compiler.TPU: (kinds.ALL_REDUCE, kinds.REDUCE_SCATTER),
}
"""The kinds of collectives that XLA combines."""

_Route = tuple[str, tuple[AxisRef, ...], int]
"""A kind of collective, the axes that it is over, and how many devices communicate."""


class _Combined:
    """The collectives of a block that XLA combines: of a kind, over the same axes, independent of each other.

    All take the time of their bytes, and a group has the latency that its largest member does not hide: a program of
    more layers takes as much more as each layer does. XLA begins another group after some megabytes, which hide it. A
    set of groups is a number with a bit for each.
    """

    def __init__(self, seconds: Callable[[_Route, int, bool], float]) -> None:
        """`seconds` returns how long it takes to send a number of bytes, with the latency or without."""
        self._seconds = seconds
        self._needs: dict[Value, int] = {}
        """The groups on which values depend."""
        self._moved: dict[int, int] = {}
        """The groups on which operands of the present operation, or its result, depend as they have been moved."""
        self._largest: list[int] = []
        """The bytes of the largest member of each group."""
        self._before: list[int] = []
        """The groups on which each group depends, however far."""
        self._open: dict[tuple[_Route, str], int] = {}

    def added(self, op: Operation, place: int, route: _Route, summed: str, sent: int) -> float:
        """Returns how much longer the group takes for a collective that moves an operand, or the result, of `op`.

        Sums of elements of different types are not combined if `summed` differs.
        """
        needs = self._moved.get(place)
        if needs is None:
            needs = self._of(op) if place == RESULT else self._needs.get(op.operands[place], 0)
        rest = needs
        while rest:  # The last groups depend on most of the others.
            group = rest.bit_length() - 1
            needs |= self._before[group]
            rest &= ~(self._before[group] | 1 << group)
        free = self._open.get((route, summed), 0) & ~needs
        number = (free & -free).bit_length() - 1 if free else len(self._largest)
        if not free:
            self._largest.append(0)
            self._before.append(needs)
            self._open[route, summed] = self._open.get((route, summed), 0) | 1 << number
        self._moved[place] = needs | 1 << number
        if needs & ~self._before[number]:
            for other, has in enumerate(self._before):
                if other == number or has >> number & 1:
                    self._before[other] |= needs
        before = self._largest[number]
        self._largest[number] = max(before, sent)
        latency = self._latency(route, self._largest[number]) - self._latency(route, before)
        return self._seconds(route, sent, False) + latency

    def _latency(self, route: _Route, sent: int) -> float:
        return self._seconds(route, sent, True) - self._seconds(route, sent, False)

    def finish(self, op: Operation) -> None:
        """Notes on which groups the results of an operation depend."""
        if self._largest and (needs := self._of(op)):
            self._needs.update(dict.fromkeys(op.results, needs))
        self._moved = {}

    def _of(self, op: Operation) -> int:
        needs = 0
        for each in self._moved.values():
            needs |= each
        for value in op.operands:
            needs |= self._needs.get(value, 0)
        for inner in op.walk() if op.regions else ():
            for value in inner.operands:
                needs |= self._needs.get(value, 0)
        return needs


# The peak of a partitioned program, for those who compare many: its bytes, and its largest value.


def peak_summary(program: Program, lives: PeakAnalysis | None) -> tuple[int, tuple[str, int] | None] | None:
    """Returns the bytes of the peak, and the name and the bytes of the largest value that is alive then.

    None if no function has a body.
    """
    if lives is None:
        return None
    alive = lives.alive()
    if not (values := [(item.value, size) for _, item, size in alive if item.value is not None and size]):
        return lives.shown.bytes, None
    value, size = max(values, key=lambda pair: pair[1])
    name = f"{value_name(program, value)} {label_of(collected_value(value).definition_location)}".strip()
    return lives.shown.bytes, (name, size)


def _donated(function: Operation, sizes: LocalSizes) -> tuple[frozenset[int], int]:
    """Returns the arguments in whose memory results are, and the bytes of all without what these share."""
    block = function.regions[0].blocks[0]
    arguments = [sizes.of_value(argument).bytes for argument in block.arguments]
    last = function.regions[0].blocks[-1].last
    results = [] if last is None else [sizes.of_value(operand).bytes for operand in last.operands]
    targets = map(donated_to, argument_attributes(function.signature))
    shared = shared_bytes(dict(enumerate(map(Donation, arguments, targets))), results)
    taken = frozenset([number for number, size in shared.items() if size])
    return taken, sum([size or 0 for size in (*arguments, *results)]) - sum(shared.values())


@cache
def _counting(definition: OpDefinition) -> tuple[bool, bool, int, bool]:
    """Returns whether operations of a kind take time themselves, whether they are matrix operations, their role, and
    whether their work follows from their signatures, which have the shardings of results.
    """
    is_counted = definition not in ENTERED and definition is not FUNC and definition is not CALL
    is_of_results = is_work_of_results(definition) and definition not in MAY_FLOW
    return is_counted, definition in MATRIX, role_of(definition), is_of_results


class _Arithmetic(NamedTuple):
    work: Work
    is_known: bool
    shares: tuple[Share, ...]
    """Those of operands and results, which are kept for as long as their identities are keys."""
    seconds: float = 0.0
    model_flops: float = 0.0


class _Sent(NamedTuple):
    work: Work
    """The sums, one for each element, as XLA counts them."""
    moved: int
    """Bytes of operands and results."""
    sent: int
    seconds: float
    axes: tuple[AxisRef, ...]
    is_known: bool
    shares: tuple[Share, ...]


class TimedBlock(NamedTuple):
    block: Block
    timed: Sequence[Timed]
    """Its operations that take time or compute something."""
    schedule: CollectiveSchedule | None
    """When they run if collectives hide; None if it has no collectives, or the time with overlap is not wanted."""


class Step:
    """The operations of a partitioned module, with what they take."""

    def __init__(
        self,
        sizes: LocalSizes,
        machine: Machine,
        executions: Executions | None = None,
        inserted: InsertedCollectives | None = None,
        is_brief: bool = False,
    ) -> None:
        """Looks at a module of such sizes, with the runs of its operations, if they are known.

        FLOPs that are computed again do not count if it `is_brief`. Raises PlacementError if the mesh does not fit on
        the machine. What is `inserted` beside the collectives of the program takes time, too.
        """
        self._is_brief = is_brief
        self.machine = machine
        self._sizes, self._scope, self._whole = sizes, sizes.scope, sizes.whole
        self._network = machine.network(self._whole)
        self._bare_network = self._network.without_latency
        self._inserted = inserted
        self._executions = executions or Executions(self._scope.listing)
        self._shares: dict[Value, Share] = {}
        self._bandwidth = machine.device.figure("memory_bandwidth")
        self._peak = cache(machine.device.flops)
        self._arithmetic: dict[object, _Arithmetic] = {}
        self._collectives: dict[object, _Sent] = {}
        self._seconds: dict[object, float] = {}
        """How long what XLA inserts takes, by kind, axes, devices and bytes, with latency or without."""
        self._manual = NOT_MANUAL
        self._alike: dict[Signature, tuple[Share, ...]] = {}
        """The shares of results inside of `_manual`."""
        self._work: dict[Signature, _Arithmetic] = {}
        """The work inside of `_manual` of operations whose work follows from their signatures."""

    def cost(self, with_overlapped: bool = False, noted: list[TimedBlock] | None = None) -> StepCost:
        """Returns the sums; the time with all overlap only if the machine has overlap, or `with_overlapped`.

        The blocks are appended to `noted`.
        """
        with_overlapped = with_overlapped or self.machine.overlap > 0
        found = StepCost(devices=self._whole.device_count, peak_flops=self._peak("bf16"))
        hidden = 0.0
        for block in self.blocks():
            timed = list(self.timed(block))
            for each in timed:
                found.add(each)
            schedule = self._schedule(block, timed) if with_overlapped else None
            if schedule is not None:
                hidden += max(0.0, sum([each.seconds for each in timed]) - schedule.end) * timed[0].times
            if noted is not None:
                noted.append(TimedBlock(block, timed, schedule))
        if with_overlapped:
            found.overlapped_seconds = found.serial_seconds - hidden
        found.seconds = found.serial_seconds - self.machine.overlap * hidden
        return found

    def lives(self, compiler: Compiler | None = None) -> PeakAnalysis | None:
        """Returns what is in memory at each time; None if no function has a body.

        It is as the machine's compiler has it unless another is given.
        """
        donated: dict[Operation, frozenset[int]] = {}
        least: dict[Operation, int] = {}
        for function in self._scope.listing.collect_kind(FUNC):
            if function.regions[0].blocks:
                donated[function], least[function] = _donated(function, self._sizes)
        machine = self.machine
        return lives_in(self._sizes, donated, least, self._inserted, compiler or machine.compiler, machine.device.vmem)

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks whose operations run one by one, each once, outer before inner."""
        pending = [block for region in self._scope.module.regions for block in region.blocks]
        pending.reverse()
        while pending:
            block = pending.pop()
            if block.first is not None:
                yield block
            inner = [
                inside
                for op in block.ops
                if op.regions and (op.signature.definition in ENTERED or op.signature.definition in _CONTAINERS)
                for region in op.regions
                for inside in region.blocks
            ]
            pending += reversed(inner)

    def timed(self, block: Block) -> Iterator[Timed]:
        """Yields the operations of a block that take time or compute something, in its order."""
        if (first := block.first) is None:
            return
        runs = self._executions.of(first)
        if self._scope.manual(block.parent_op) != self._manual:
            self._alike, self._work, self._manual = {}, {}, self._scope.manual(block.parent_op)
        kernels = Kernels(self._size)
        inserted = self._inserted
        fused = Recomputed(block, inserted, self._whole, self._is_brief)
        moved = () if inserted is None else inserted.moved
        combined = _Combined(self._seconds_of)
        for op in block.ops:
            if inserted is not None and op in moved:
                yield from self._sent_for(op, runs, inserted, combined)
            combined.finish(op)
            is_counted, is_matrix, role, is_of_results = _counting(op.signature.definition)
            if not is_counted:
                continue
            times = fused.counts[op]
            if not times and is_matrix:  # Kernels read again what others read.
                first = fused.maker(op.results[0])
                if first is not None:
                    kernels.repeat(op, first)
                continue
            kind = kind_of(op.signature) if role == APART else None
            if kind is not None:
                if inserted is None or op not in inserted.replaced:
                    yield self._collective(op, kind, runs)
            elif op.results:
                found = self._operation(op, runs, kernels, role, is_of_results, times)
                if found is not None:
                    yield found

    def _operation(
        self, op: Operation, runs: OpRuns, kernels: Kernels, role: int, is_of_results: bool, times: int
    ) -> Timed | None:
        results = self._of_results(op)
        traffic = kernels.traffic(op, role)
        if role == FREE:
            return None
        if (inserted := self._inserted) is not None and op in inserted.moved:
            known = self._arithmetic_of(op, results, inserted.shapes(op))
            if traffic is not None:
                traffic += self._more_traffic(op, inserted)
        else:
            found = self._work.get(op.signature)
            known = self._arithmetic_of(op, results, ()) if found is None else found
            if found is None and is_of_results:
                self._work[op.signature] = known
        work, is_known, _, seconds, model_flops = known
        if times != 1 and work is not NOTHING:
            work = Work(work.flops * times, work.transcendentals * times) if times else NOTHING
        if traffic is None:
            if work is NOTHING:
                return None
            traffic = 0
        moving = traffic / self._bandwidth
        bound, seconds = (COMPUTE, seconds) if seconds > moving else (MEMORY, moving)
        # There are very many: a named tuple is made more quickly without its class.
        return _new(Timed, (op, bound, seconds, runs, work, model_flops, traffic, 0, "", (), is_known, None, ()))

    def _arithmetic_of(self, op: Operation, results: tuple[Share, ...], shapes: Shapes) -> _Arithmetic:
        """Returns the arithmetic of an operation whose results have these shares; see `_computed`."""
        shares = (*map(self.share, op.operands), *results)
        key = (op.signature, self._manual if op.signature.definition in MATRIX else None, *map(id, shares), shapes)
        if (known := self._arithmetic.get(key)) is None:
            known = self._arithmetic[key] = self._computed(op, shares, shapes)
        return known

    def _more_traffic(self, op: Operation, inserted: InsertedCollectives) -> int:
        """Returns the bytes that are read and written beyond a device's shares, of what XLA moves for `op`."""
        read = [max(0, max(sizes) - self._size(op.operands[number])) for number, sizes in inserted.gathered(op)]
        written = max(inserted.computed(op), default=0)
        return sum(read) + (max(0, written - self._size(op.results[0])) if written else 0)

    def _computed(self, op: Operation, shares: tuple[Share, ...], shapes: Shapes) -> _Arithmetic:
        """Returns the arithmetic of an operation whose operands and results have these shares.

        `shapes` are those of what XLA computes of the first operands, and of its result, where that is known.
        """
        count = len(op.operands)
        local: list[Sizes | None] = [share.local_shape for share in shares]
        if shapes:
            local[: len(shapes) - 1] = shapes[:-1]
            local[count:] = [shapes[-1]] * len(op.results)
        work = work_of(op, local[:count], local[count:])
        is_known = work is not None and op.signature.definition is not CUSTOM_CALL
        is_known = is_known and all(share.bytes is not None for share in shares)
        work = work or NOTHING
        if op.signature.definition not in MATRIX:
            return _Arithmetic(work, is_known, shares)
        seconds = work.flops / min([self._peak(_element(value)) for value in op.operands[:2]])
        return _Arithmetic(work, is_known, shares, seconds, self._model_flops(op, work, shares))

    def _collective(self, op: Operation, kind: str, runs: OpRuns) -> Timed:
        shares = [self.share(value) for value in (*op.operands, *op.results)]
        key = (op.signature, self._manual, *map(id, shares))
        known = self._collectives.get(key)
        if known is None or op.signature.definition not in kinds.SDY_COLLECTIVES:
            known = self._collectives[key] = self._sent(op, kind, shares)
        work, moved, sent, seconds, axes, is_known, _ = known
        return Timed(op, NETWORK, seconds, runs, work, 0.0, moved, sent, kind, axes, is_known)

    def _sent(self, op: Operation, kind: str, shares: Sequence[Share]) -> _Sent:
        groups = groups_of(op, self._sizes)
        if self._inserted is not None and takes_whole(op.signature):
            shares = [share.gathered() for share in shares]
        operands = shares[: len(sent_operands(op))]
        own = sum([share.bytes or 0 for share in operands])
        if self._inserted is not None and self._inserted.compiler is Compiler.TPU and is_moved_in_bf16(op):
            own //= 2
        sent, seconds = 0, 0.0
        is_understood = groups.is_known and is_known(kind)
        if groups.communicate and is_understood:
            sent = bytes_sent(kind, own, groups.size)
            seconds = self._network.seconds(kind, own, groups.axes, groups.size)
        moved = sum([share.bytes or 0 for share in shares])
        if not is_understood:
            seconds = moved / self._bandwidth  # It takes at least what a kernel on its operands does.
        is_sent_known = is_understood and all(share.bytes is not None for share in operands)
        work = NOTHING
        if kind in (kinds.ALL_REDUCE, kinds.REDUCE_SCATTER):
            work = Work(float(sum([elements(share.local_shape) or 0 for share in operands])))
        return _Sent(work, moved, sent, seconds, groups.axes, is_sent_known, tuple(shares))

    def _seconds_of(self, route: _Route, sent: int, with_latency: bool) -> float:
        """Returns how long a device takes to send bytes in a collective that XLA inserts."""
        key = route, sent, with_latency
        if (seconds := self._seconds.get(key)) is None:
            kind, axes, n = route
            network = self._network if with_latency else self._bare_network
            operand = sent / bytes_sent(kind, n, n) * n if n > 1 else 0.0
            seconds = self._seconds[key] = network.seconds(kind, operand, axes, n) if sent else 0.0
        return seconds

    def _sent_for(
        self, op: Operation, runs: OpRuns, inserted: InsertedCollectives, combined: _Combined
    ) -> Iterator[Timed]:
        are_combined = _COMBINED.get(inserted.compiler, ()) if inserted.compiler else ()
        for each in inserted.of(op):
            n = each.group_size(self._whole)
            sent = (each.most if each.bytes is None and inserted.is_at_most else each.bytes) or 0
            work, moved, summed = NOTHING, 0, ""
            if each.insertion is not None:
                collective, number, _, source, _ = each.insertion
                moved = collective.operand + collective.result
                if each.kind in (kinds.ALL_REDUCE, kinds.REDUCE_SCATTER):
                    of = source or op
                    value = of.results[0] if number is None else of.operands[number]
                    work = Work(float(collective.operand // collective.item(item_of(value))))
                    summed = _element(value) if inserted.compiler is Compiler.GPU else ""
            route = each.kind, each.axes, n
            if sent and each.kind in are_combined:
                seconds = combined.added(op, each.place, route, summed, sent)
            else:
                seconds = self._seconds_of(route, sent, True)
            is_known = each.bytes is not None
            places = each.places(op)
            yield Timed(
                op, NETWORK, seconds, runs, work, 0.0, moved, sent, each.kind, each.axes, is_known, each.place, places
            )

    def _model_flops(self, op: Operation, work: Work, shares: tuple[Share, ...]) -> float:
        """Returns what all devices compute together, before the operation is partitioned, without padding."""
        if self._sizes.is_local:
            return work.flops * self._whole.device_count
        count = len(op.operands)
        shapes = [share.bounds for share in shares]
        whole = work_of(op, shapes[:count], shapes[count:]) or NOTHING
        manual = self._scope.manual(op)
        sizes = {} if manual.mesh is None else manual.mesh.axis_sizes
        return whole.flops * prod([sizes.get(axis, 1) for axis in manual.axes])

    def _schedule(self, block: Block, timed: Sequence[Timed]) -> CollectiveSchedule | None:
        """Returns when the operations of a block run if collectives hide; None if it has no collectives."""
        on_network = {each.key: each for each in timed if each.bound is NETWORK}
        seconds = summed((each.key, each.seconds) for each in timed)
        if not on_network:
            return None
        schedule = CollectiveSchedule(
            block, {key: _sending(each, on_network, seconds[key]) for key, each in on_network.items()}
        )
        for op in block.ops:
            if op in on_network:
                continue
            if op.signature.definition in ENTERED:
                schedule.wait(op)
            else:
                schedule.run(op, seconds.get(op, 0.0))
        return schedule

    def _of_results(self, op: Operation) -> tuple[Share, ...]:
        """Returns the shares of the results of an operation in the block that is timed."""
        known = self._alike.get(op.signature)
        if known is None:
            known = tuple([self.share(value) for value in op.results])
            if op.signature.definition not in MAY_FLOW:
                self._alike[op.signature] = known
        elif len(known) == 1:
            self._shares[op.results[0]] = known[0]
        else:
            self._shares.update(zip(op.results, known, strict=True))
        return known

    def share(self, value: Value) -> Share:
        if (found := self._shares.get(value)) is None:
            found = self._shares[value] = self._sizes.of_value(value)
        return found

    def _size(self, value: Value) -> int:
        return (self._shares.get(value) or self.share(value)).bytes or 0


def _element(value: Value) -> str:
    return element_name(value.type.element_type) if isinstance(value.type, RankedTensorType) else ""


_new = tuple.__new__

_CONTAINERS = frozenset((FUNC, MODULE))
