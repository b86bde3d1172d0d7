"""What a step costs on a device: time, bytes sent, and memory."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class Cost(NamedTuple):
    """What one step costs one device."""

    seconds: float
    """The time of the step; infinite for a program that a pass refuses, as is the peak."""
    peak_bytes: float
    """What is held at the peak."""
    compute_seconds: float = 0.0
    """Of operations that are bound by arithmetic."""
    memory_seconds: float = 0.0
    """Of operations that are bound by memory."""
    communication_seconds: float = 0.0
    flops: float = 0.0
    bytes_sent: int = 0
    by_kind: tuple[tuple[str, int], ...] = ()
    """The bytes sent in each kind of collective."""
    arguments_bytes: int = 0
    unknown_executions: int = 0
    """Collectives of which constants do not say how often they run; they count once."""


REFUSED = Cost(inf, inf)

Measure = Callable[[Operation], Cost]
"""Returns what a partitioned program costs."""
