"""The peak of a partitioned program, for those who compare many: its bytes, and its largest value."""

from __future__ import annotations

from sdyopt.cost.held.donation import donated_arguments
from sdyopt.cost.held.peak import lives_in, value_label, value_name
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class PeakSummary(NamedTuple):
    """The most memory that a device needs at one time."""

    bytes: int
    largest: tuple[str, int] | None
    """The name and the bytes of the largest value that is alive then."""


class _Partitioned(NamedTuple):
    operation: Operation


def peak_bytes(module: Operation, sizes: LocalSizes) -> int | None:
    """Returns the bytes of the peak; None if no function has a body."""
    lives = lives_in(_Partitioned(module), sizes, donated_arguments(module))
    return None if lives is None else lives.peak.bytes


def peak_summary(program: Program, sizes: LocalSizes) -> PeakSummary | None:
    """Returns the peak; None if no function has a body."""
    lives = lives_in(program, sizes, donated_arguments(program.operation))
    if lives is None:
        return None
    peak = lives.peak
    alive = lives.values.at(peak)
    while peak.callee is not None:
        callee = peak.callee
        peak = lives.peaks[callee]
        alive |= lives.called[callee].at(peak)
    if not any(alive.values()):
        return PeakSummary(lives.peak.bytes, None)
    value = max(alive, key=lambda value: alive[value])
    name = f"{value_name(program, value)} {value_label(value)}".strip()
    return PeakSummary(lives.peak.bytes, (name, alive[value]))
