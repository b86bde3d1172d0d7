"""Samples: what values at the peak, collectives, and operations cost, with the call stacks that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from sdyopt.cost.origins.sources import Frames
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.model import ModuleView


class Metric(StrEnum):
    """What is measured."""

    MEMORY = "memory at the peak"
    """Bytes."""
    SENT = "bytes sent"
    TIME = "time"
    """Seconds, estimated."""

    @property
    def unit(self) -> str:
        """`bytes` or `seconds`."""
        return "seconds" if self is Metric.TIME else "bytes"


class Sample(NamedTuple):
    """Something with a cost, and the call stack from which it comes."""

    metric: Metric
    frames: Frames
    """Innermost first; empty if it is not known."""
    name: str
    """What costs: the name of a value, or an operation."""
    amount: float


def samples_of(found: ModuleView) -> list[Sample]:
    """Returns the samples of a view, those with the same stack and name as one; times only if the view has them.

    Estimates of what XLA sends beside are not among them, nor collectives of unknown sizes or in loops of unknown
    length.
    """
    sums: dict[tuple[Metric, Frames, str], float] = {}
    for each in _all(found):
        key = each.metric, each.frames, each.name
        sums[key] = sums.get(key, 0.0) + each.amount
    return [Sample(*key, amount) for key, amount in sums.items() if amount]


def _all(found: ModuleView) -> Iterator[Sample]:
    if found.peak is not None:
        for live, held in zip(found.peak.live, found.peak.held, strict=True):
            yield Sample(Metric.MEMORY, held.source, f"{live.name} {live.label}".strip(), live.bytes)
    for collective in found.collectives:
        if collective.sent and not collective.estimated:
            yield Sample(Metric.SENT, collective.source, collective.kind, collective.sent)
    for stack in () if found.time is None else found.time.stacks:
        yield Sample(Metric.TIME, stack.source, stack.operation, stack.seconds)


def of_metric(samples: Iterable[Sample], metric: Metric) -> list[Sample]:
    """Returns the samples of one metric, those that cost most first."""
    return sorted([each for each in samples if each.metric is metric], key=lambda each: -each.amount)


UNKNOWN_PLACE = "(no location)"
"""The stack of what has no location."""


def frame_name(file: str, line: int, function: str | None) -> str:
    """`layer (model.py:22)`, `model.py:22`."""
    place = f"{file.rpartition('/')[2]}:{line}"
    return f"{function} ({place})" if function else place
