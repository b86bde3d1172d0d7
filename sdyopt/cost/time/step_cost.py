"""What a step costs, and each of its operations: times, arithmetic, and bytes moved and sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sdyopt.cost.collectives.axis_keys import key_of_axes
from sdyopt.cost.program.executions import Runs
from sdyopt.cost.time.operations import MATRIX, NOTHING, Work
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class Bound(StrEnum):
    """What limits an operation, or a program."""

    COMPUTE = "compute"
    MEMORY = "memory"
    NETWORK = "network"


class Timed(NamedTuple):
    """An operation that takes time, or computes something in the kernel of another one; of one execution."""

    op: Operation
    bound: Bound
    seconds: float
    runs: Runs
    """In one run of the program."""
    work: Work
    model_flops: float
    """What all devices together compute in matrix operations of the program before it is partitioned."""
    bytes: int
    """Read from and written to memory."""
    sent: int
    """Bytes that a device sends."""
    kind: str = ""
    """The kind of collective; empty for other operations."""
    axes: tuple[AxisRef, ...] = ()
    is_known: bool = True
    """Whether sizes and work are known."""
    estimated: str = ""
    """The name of the rule that estimates what XLA sends beside the program; empty for what is in it."""

    @property
    def axes_text(self) -> str:
        """The names of the axes of a collective, each once: `data,model`."""
        return key_of_axes(dict.fromkeys([axis.name for axis in self.axes]))

    @property
    def times(self) -> int:
        """The runs that are counted: loops of unknown length with one iteration."""
        return self.runs.each if self.runs.times is None else self.runs.times


@dataclass(slots=True)
class StepCost:
    """The estimates for one step of a program, of one device. Loops of unknown length count with one iteration."""

    seconds: float = 0.0
    """By the overlap of the machine: between `overlapped_seconds` and `serial_seconds`."""
    compute_seconds: float = 0.0
    """Of operations that are bound by matrix units."""
    memory_seconds: float = 0.0
    """Of those that are bound by memory."""
    network_seconds: float = 0.0
    """Of collectives."""
    overlapped_seconds: float | None = None
    """The time if collectives overlap with all operations that do not depend on them; None if not requested."""
    flops: float = 0.0
    """Matrix and element-wise operations."""
    matrix_flops: float = 0.0
    model_flops: float = 0.0
    """What all devices together compute in matrix operations of the program before it is partitioned."""
    transcendentals: float = 0.0
    hbm_bytes: int = 0
    bytes_sent: int = 0
    seconds_by_kind: dict[str, float] = field(default_factory=dict)
    """Of collectives, by kind."""
    bytes_by_kind: dict[str, int] = field(default_factory=dict)
    bytes_by_axes: dict[str, int] = field(default_factory=dict)
    """Of collectives, by the axes along which they are, separated by commas."""
    devices: int = 1
    peak_flops: float = 0.0
    """The floating-point operations a second of a device, on bf16."""
    unknown_runs: int = 0
    """Operations in loops of unknown length."""
    unknown_work: int = 0
    """Operations whose sizes or work are not known, custom calls among them."""
    unknown_sent: int = 0
    """Of `unknown_work`, collectives of which it is not known what they send."""
    estimated_seconds: float = 0.0
    """Of `network_seconds`, what XLA is estimated to send beside the collectives of the program."""
    unknown_estimates: int = 0
    """Of `unknown_work`, what is not known of what XLA sends beside the program."""
    unknown_runs_of_estimates: int = 0
    """Of `unknown_runs`, those of what XLA sends beside the program."""
    estimated_bytes: int = 0
    """What a device sends in these, which is not in `bytes_sent`."""
    peak_bytes: int | None = None
    """The most memory that a device needs at one time, if it was asked for."""

    @property
    def serial_seconds(self) -> float:
        """If nothing overlaps."""
        return self.compute_seconds + self.memory_seconds + self.network_seconds

    @property
    def utilization(self) -> float | None:
        """The model FLOP/s utilization: model FLOPs a second of those that the devices can do; None without time."""
        possible = self.seconds * self.peak_flops * self.devices
        return self.model_flops / possible if possible else None

    @property
    def bound(self) -> Bound:
        """What takes most of the time."""
        parts = {
            Bound.COMPUTE: self.compute_seconds,
            Bound.MEMORY: self.memory_seconds,
            Bound.NETWORK: self.network_seconds,
        }
        return max(parts, key=lambda bound: parts[bound])

    def add(self, each: Timed) -> None:
        """Adds an operation, in all its runs."""
        runs, work = each.runs, each.work
        times = runs.each if runs.times is None else runs.times
        seconds = each.seconds * times
        if runs.times is None:
            self.unknown_runs += 1
        if not each.is_known:
            self.unknown_work += 1
        if each.bound is Bound.COMPUTE:
            self.compute_seconds += seconds
        elif each.bound is Bound.MEMORY:
            self.memory_seconds += seconds
        else:
            self.network_seconds += seconds
            self.seconds_by_kind[each.kind] = self.seconds_by_kind.get(each.kind, 0.0) + seconds
            if each.estimated:
                self.estimated_seconds += seconds
                self.estimated_bytes += each.sent * times
                self.unknown_estimates += not each.is_known
                self.unknown_runs_of_estimates += runs.times is None
                return
            self.unknown_sent += not each.is_known
            if each.sent:
                axes = each.axes_text
                self.bytes_by_axes[axes] = self.bytes_by_axes.get(axes, 0) + each.sent * times
                self.bytes_sent += each.sent * times
            self.bytes_by_kind[each.kind] = self.bytes_by_kind.get(each.kind, 0) + each.sent * times
        if work is not NOTHING:
            self.flops += work.flops * times
            self.transcendentals += work.transcendentals * times
            if each.op.signature.definition in MATRIX:
                self.matrix_flops += work.flops * times
                self.model_flops += each.model_flops * times
        self.hbm_bytes += each.bytes * times
