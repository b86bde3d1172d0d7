"""What the collectives of a program send together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sdyopt.cost.collectives import CollectiveView
from sdyopt.cost.sources import line_text
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.named_tuple import NamedTuple

NO_AXES = "other"
"""The key of what is not sent along axes of a mesh."""

_GIGA = 10**9


class Totals(NamedTuple):
    """The bytes that one device sends in one run of the program, executions multiplied in."""

    bytes_sent: int
    by_kind: tuple[tuple[str, int], ...]
    by_axis: tuple[tuple[str, int], ...]
    """By the names of axes, those of collectives along several axes separated by commas."""
    by_line: tuple[tuple[str, int], ...]
    """By lines of the source: `model.py:22`."""
    unknown_executions: int
    """The number of collectives that are not summed because constants do not say how often they run."""
    unknown_sizes: int
    """The number of those that are not summed because sizes are not known."""
    reshards: int = 0
    """The number of reshards, which are not summed: the partitioner leaves those between different meshes."""
    permuting: tuple[tuple[str, int], ...] = ()
    """The operations that move data along sharded dimensions themselves, which is not summed: names and numbers."""

    @property
    def permuting_text(self) -> str:
        """`slice ×3, concatenate`; empty if there are no such operations."""
        return ", ".join([name if count == 1 else f"{name} ×{count:,}" for name, count in self.permuting])


def totals_of(
    collectives: Sequence[CollectiveView],
    reshards: int = 0,
    choice: FrameChoice = USER_FRAMES,
    permuting: Sequence[str] = (),
) -> Totals:
    """Returns the sums over `collectives`, the largest parts first, of a program with so many reshards.

    `permuting` are the names of operations that move data themselves.
    """
    sent = [(collective, collective.sent) for collective in collectives]
    known = [(collective, size) for collective, size in sent if size is not None]
    unknown = [collective for collective, size in sent if size is None]
    return Totals(
        bytes_sent=sum([size for _, size in known]),
        by_kind=_summed(known, lambda collective: collective.kind),
        by_axis=_summed(known, axis_key),
        by_line=_summed(known, lambda collective: line_text(collective.source, choice)),
        unknown_executions=sum([collective.executions is None for collective in unknown]),
        unknown_sizes=sum([collective.bytes_sent is None for collective in unknown]),
        reshards=reshards,
        permuting=tuple(Counter(permuting).items()),
    )


def axis_key(collective: CollectiveView) -> str:
    """Returns the names of the axes of a collective, sorted: `model`, `data,model`."""
    return ",".join(sorted({axis.name for axis in collective.axes})) or NO_AXES


def seconds(collective: CollectiveView, bandwidths: Mapping[str, float]) -> float | None:
    """Returns a lower bound of the time that a collective takes in one run of the program; None if it is not known.

    `bandwidths` are those of one device along axes, in gigabytes a second. Along several axes a device sends at the
    same time.
    """
    sent = collective.sent
    if sent == 0:
        return 0.0
    together = sum([bandwidths.get(name, 0.0) for name in {axis.name for axis in collective.axes}])
    has_all = all(axis.name in bandwidths for axis in collective.axes)
    return sent / (together * _GIGA) if sent is not None and together and has_all else None


def _summed(
    known: Sequence[tuple[CollectiveView, int]], key: Callable[[CollectiveView], str]
) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for collective, size in known:
        if size:
            name = key(collective)
            sums[name] = sums.get(name, 0) + size
    return tuple(sorted(sums.items(), key=lambda entry: -entry[1]))
