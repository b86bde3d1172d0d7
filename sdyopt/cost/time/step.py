"""How long one step of a partitioned program takes on one device: an estimate, operation by operation.

`step_cost(module, machine)` is the sum, which is cheap enough to be asked for thousands of variants of a program.
Left out are: what kernels lose on shapes that do not fill matrix units, launches of kernels, arithmetic that matrix
units do not do, caches and on-chip memory, congestion between collectives, the host, and input and output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_REDUCE, REDUCE_SCATTER, SDY_COLLECTIVES, bytes_sent, kind_of
from sdyopt.cost.collectives.estimate_rules import ON_CPUS
from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.collectives.groups import axis_groups
from sdyopt.cost.collectives.replica_groups import replica_groups
from sdyopt.cost.held.kinds import ENTERED
from sdyopt.cost.held.profiles import Profile
from sdyopt.cost.held.schedules import Schedule
from sdyopt.cost.program.enclosing_scope import NOT_MANUAL, EnclosingScope
from sdyopt.cost.program.executions import Executions, Runs
from sdyopt.cost.sizes.array_types import element_name
from sdyopt.cost.sizes.local_sizes import LocalSizes, whole_mesh
from sdyopt.cost.sizes.share import Share
from sdyopt.cost.time.fusion import EqualOps, Fusion, KernelRole, Kernels, role_of
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import MATRIX, NOTHING, Work, elements, work_of
from sdyopt.cost.time.peaks import PartitionedModule, peak_schedule
from sdyopt.cost.time.schedule import CollectiveSchedule
from sdyopt.cost.time.step_cost import Bound, StepCost, Timed
from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value


def step_cost(module: Operation, machine: Machine, is_local: bool = False, with_peak: bool = True) -> StepCost:
    """Returns the estimates for a partitioned module: with the collectives of SDY, or those of StableHLO.

    With `is_local` types are those of what one device holds. The peak is counted only `with_peak`. Raises
    PlacementError if its mesh does not fit on the machine, and ViewError if it has too many devices.
    """
    step = Step(module, machine, is_local=is_local)
    found = step.cost()
    if with_peak:
        found.peak_bytes = step.peak_bytes()
    return found


class _Counting(NamedTuple):
    """How operations of one signature are counted."""

    is_counted: bool
    """Whether they take time themselves."""
    is_matrix: bool
    kind: str | None
    """The kind of collective, if they are counted as such."""


@remembered
def _counting(signature: Signature) -> _Counting:
    definition = signature.definition
    is_counted = definition not in ENTERED and definition is not FUNC and definition is not CALL
    is_apart = role_of(definition) is KernelRole.APART
    return _Counting(is_counted, definition in MATRIX, kind_of(signature) if is_apart else None)


class _Arithmetic(NamedTuple):
    """What operations that are alike compute."""

    work: Work
    is_known: bool
    shares: tuple[Share, ...]
    """Those of operands and results, which are kept for as long as their identities are keys."""
    seconds: float = 0.0
    model_flops: float = 0.0


class _Sent(NamedTuple):
    """What collectives that are alike send."""

    work: Work
    """The sums, one for each element, as XLA counts them."""
    moved: int
    """Bytes of operands and results."""
    sent: int
    seconds: float
    axes: tuple[AxisRef, ...]
    is_known: bool
    shares: tuple[Share, ...]
    """As above."""


class Step:
    """The operations of a partitioned module, with what they take."""

    def __init__(
        self,
        module: Operation,
        machine: Machine,
        enclosing_scope: EnclosingScope | None = None,
        sizes: LocalSizes | None = None,
        executions: Executions | None = None,
        is_local: bool = False,
        with_estimates: bool = False,
        is_at_most: bool = False,
    ) -> None:
        """Looks at `module`; scope, sizes and runs are those of it, if they are known. Raises as `step_cost`.

        With estimates, what XLA sends beside the collectives of a propagated program takes time, too; `is_at_most`
        counts what is not known of it as its upper bound, in time and in memory.
        """
        self.machine = machine
        self._module = module
        self._scope = enclosing_scope or EnclosingScope(module)
        self._whole: Mesh = whole_mesh(module, self._scope, {})
        self._is_local = is_local
        self._sizes = sizes or LocalSizes(self._scope, self._whole, is_local)
        self._network = machine.network(self._whole)
        self._estimates = Estimates(self._scope, self._sizes, self._whole, is_at_most) if with_estimates else None
        self._executions = executions or Executions(module)
        self._shares: dict[Value, Share] = {}
        self._bandwidth = machine.device.figure("memory_bandwidth")
        self._peaks: dict[str, float] = {}
        self._arithmetic: dict[object, _Arithmetic] = {}
        self._collectives: dict[object, _Sent] = {}
        self._manual = NOT_MANUAL
        self._alike: dict[Signature, tuple[Share, ...]] = {}
        """The shares of results inside of `_manual`."""

    def cost(self, with_overlapped: bool = False, noted: list[tuple[Block, list[Timed]]] | None = None) -> StepCost:
        """Returns the sums; the time with all overlap only if the machine has overlap, or `with_overlapped`.

        The blocks are appended to `noted` with their operations.
        """
        with_overlapped = with_overlapped or self.machine.overlap > 0
        found = StepCost(devices=self._whole.device_count, peak_flops=self._peak("bf16"))
        hidden = 0.0
        for block in self.blocks():
            timed = list(self.timed(block))
            for each in timed:
                found.add(each)
            if noted is not None:
                noted.append((block, timed))
            if with_overlapped:
                hidden += self._hidden(block, timed)
        if with_overlapped:
            found.overlapped_seconds = found.serial_seconds - hidden
        found.seconds = found.serial_seconds - self.machine.overlap * hidden
        return found

    def peak_bytes(self, profile: Profile | None = None) -> int | None:
        """Returns the most memory that a device needs at one time; None if no function has a body."""
        schedule = self.memory_schedule(profile)
        return None if schedule is None else schedule.bytes

    def memory_schedule(self, profile: Profile | None = None) -> Schedule | None:
        """Returns the schedule of the peak: what is in memory at each time; None if no function has a body."""
        return peak_schedule(self.partitioned, profile)

    @property
    def partitioned(self) -> PartitionedModule:
        """The module, with what is known of it."""
        return PartitionedModule(self._module, self._scope, self._sizes, self._whole, self._is_local, self._estimates)

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks whose operations run one by one, each once, outer before inner."""
        pending = [block for region in self._module.regions for block in region.blocks]
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
        first = block.first
        if first is None:
            return
        runs = self._executions.of(first)
        if self._scope.manual(block.parent_op) != self._manual:
            self._alike, self._manual = {}, self._scope.manual(block.parent_op)
        kernels = Kernels(self._size) if self.machine.fusion is Fusion.KERNELS else None
        equal, estimates = EqualOps(), self._estimates
        for op in block.ops:
            if estimates is not None and estimates.of(op):
                yield from self._estimated(op, runs)
            is_counted, is_matrix, kind = _counting(op.signature)
            if not is_counted:
                continue
            first = equal.first(op)
            if first is not op and is_matrix:  # Kernels compute others again.
                if kernels is not None:
                    kernels.repeat(op, first)
                continue
            if kind is not None:
                yield self._collective(op, kind, runs)
            elif op.results:
                found = self._operation(op, runs, kernels)
                if found is not None:
                    yield found

    def _operation(self, op: Operation, runs: Runs, kernels: Kernels | None) -> Timed | None:
        definition = op.signature.definition
        role = role_of(definition)
        results = self._of_results(op)
        traffic = kernels.traffic(op) if kernels is not None else self._traffic(op, role)
        if role is KernelRole.FREE:
            return None
        known_shares = self._shares
        shares = [known_shares.get(value) or self.share(value) for value in op.operands]
        shares += results
        key = (op.signature, self._manual if definition in MATRIX else None, *map(id, shares))
        known = self._arithmetic.get(key)
        if known is None:
            known = self._arithmetic[key] = self._computed(op, tuple(shares))
        work, is_known, _, seconds, model_flops = known
        if traffic is None:
            if work is NOTHING:
                return None
            traffic = 0
        moving = traffic / self._bandwidth
        if seconds > moving:
            return Timed(op, Bound.COMPUTE, seconds, runs, work, model_flops, traffic, 0, "", (), is_known)
        return Timed(op, Bound.MEMORY, moving, runs, work, model_flops, traffic, 0, "", (), is_known)

    def _computed(self, op: Operation, shares: tuple[Share, ...]) -> _Arithmetic:
        """Returns the arithmetic of an operation whose operands and results have these shares."""
        count = len(op.operands)
        local = [share.local_shape for share in shares]
        work = work_of(op, local[:count], local[count:])
        is_known = work is not None and op.signature.definition is not CUSTOM_CALL
        is_known = is_known and all(share.bytes is not None for share in shares)
        work = work or NOTHING
        if op.signature.definition not in MATRIX:
            return _Arithmetic(work, is_known, shares)
        seconds = work.flops / min([self._peak(_element(value)) for value in op.operands[:2]])
        return _Arithmetic(work, is_known, shares, seconds, self._model_flops(op, work, shares))

    def _traffic(self, op: Operation, role: KernelRole) -> int | None:
        """Returns the bytes of an operation by itself, if element-wise ones are part of others."""
        if role in (KernelRole.FREE, KernelRole.FUSED):
            return None
        return Kernels(self._size).traffic(op)

    def _collective(self, op: Operation, kind: str, runs: Runs) -> Timed:
        shares = [self.share(value) for value in (*op.operands, *op.results)]
        key = (op.signature, self._manual, *map(id, shares))
        known = self._collectives.get(key)
        if known is None or op.signature.definition not in SDY_COLLECTIVES:
            known = self._collectives[key] = self._sent(op, kind, shares)
        work, moved, sent, seconds, axes, is_known, _ = known
        return Timed(op, Bound.NETWORK, seconds, runs, work, 0.0, moved, sent, kind, axes, is_known)

    def _sent(self, op: Operation, kind: str, shares: Sequence[Share]) -> _Sent:
        if op.signature.definition in SDY_COLLECTIVES:
            groups = axis_groups(op, self._scope, self._whole.device_count)
        else:
            groups = replica_groups(op, self._scope, self._whole, self._is_local)
        operands = shares[: len(op.operands)]
        own = sum([share.bytes or 0 for share in operands])
        sent, seconds = 0, 0.0
        if groups.communicate:
            sent = bytes_sent(kind, own, groups.size)
            seconds = self._network.seconds(kind, own, groups.axes, groups.size)
        moved = sum([share.bytes or 0 for share in shares])
        is_known = all(share.bytes is not None for share in operands)
        work = NOTHING
        if kind in (ALL_REDUCE, REDUCE_SCATTER):
            work = Work(float(sum([elements(share.local_shape) or 0 for share in operands])))
        return _Sent(work, moved, sent, seconds, groups.axes, is_known, tuple(shares))

    def _estimated(self, op: Operation, runs: Runs) -> Iterator[Timed]:
        """Yields what XLA sends for an operation beside the collectives of the program, except for CPUs only."""
        assert self._estimates is not None
        for estimate in self._estimates.of(op):
            if estimate.rule == ON_CPUS:
                continue
            n = sharded_size(estimate.axes, self._whole)
            most = estimate.most if self._estimates.is_at_most else 0
            sent = (most if estimate.bytes is None else estimate.bytes) or 0
            operand = sent / bytes_sent(estimate.kind, n, n) * n if n > 1 else 0.0
            seconds = self._network.seconds(estimate.kind, operand, estimate.axes, n) if sent else 0.0
            is_known = estimate.bytes is not None
            kind, axes, rule = estimate.kind, estimate.axes, estimate.rule
            yield Timed(op, Bound.NETWORK, seconds, runs, NOTHING, 0.0, 0, sent, kind, axes, is_known, rule)

    def _model_flops(self, op: Operation, work: Work, shares: tuple[Share, ...]) -> float:
        """Returns what all devices compute together, before the operation is partitioned, without padding."""
        if self._is_local:
            return work.flops * self._whole.device_count
        count = len(op.operands)
        shapes = [share.bounds for share in shares]
        whole = work_of(op, shapes[:count], shapes[count:]) or NOTHING
        manual = self._scope.manual(op)
        sizes = {} if manual.mesh is None else manual.mesh.axis_sizes
        return whole.flops * prod([sizes.get(axis, 1) for axis in manual.axes])

    def _hidden(self, block: Block, timed: Sequence[Timed]) -> float:
        """Returns the seconds of one run of the program that collectives of a block could hide."""
        schedule = self.schedule(block, timed)
        if schedule is None:
            return 0.0
        times = timed[0].times
        return max(0.0, sum([each.seconds for each in timed]) - schedule.end) * times

    def schedule(self, block: Block, timed: Sequence[Timed]) -> CollectiveSchedule | None:
        """Returns when the operations of a block run if collectives hide; None if it has no collectives."""
        collectives = {each.op: each.seconds for each in timed if each.bound is Bound.NETWORK and not each.estimated}
        if not collectives:
            return None
        seconds: dict[Operation, float] = {}
        for each in timed:  # What is estimated takes its time at the operation: how XLA schedules it is not known.
            seconds[each.op] = seconds.get(each.op, 0.0) + each.seconds
        schedule = CollectiveSchedule(collectives)
        schedule.begin()
        for op in block.ops:
            if op in collectives:
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
            if op.signature.definition not in DATA_FLOW_OPS:
                self._alike[op.signature] = known
        elif len(known) == 1:
            self._shares[op.results[0]] = known[0]
        else:
            self._shares.update(zip(op.results, known, strict=True))
        return known

    def share(self, value: Value) -> Share:
        """Returns the share of a device of a value."""
        found = self._shares.get(value)
        if found is None:
            found = self._shares[value] = self._sizes.of_value(value)
        return found

    def _size(self, value: Value) -> int:
        """Returns the bytes of a value on a device; 0 if they are not known."""
        return self.share(value).bytes or 0

    def _peak(self, element: str) -> float:
        """Returns the floating-point operations a second on elements of a type."""
        found = self._peaks.get(element)
        if found is None:
            found = self._peaks[element] = self.machine.device.flops(element)
        return found


def _element(value: Value) -> str:
    return element_name(value.type.element_type) if isinstance(value.type, RankedTensorType) else ""


_CONTAINERS = frozenset((FUNC, MODULE))
