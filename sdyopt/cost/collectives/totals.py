"""What the collectives of a program send together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sdyopt.cost.collectives.found import NO_AXES, CollectiveView, key_of_axes
from sdyopt.cost.origins.followers import Frames, line_text
from sdyopt.cost.sizes.local_sizes import Unruled
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.records import NamedTuple

_GIGA = 10**9


class UnknownBytes(NamedTuple):
    """What sums leave out because it is not known: collectives of a kind on a line of the source, or an operation."""

    kind: str
    """`runs` if constants do not say how often they run, `bytes` if their sizes are not known; `sharding` if shardings
    end at an operation, although XLA may pass them on.
    """
    source: Frames
    operation: str
    """In XLA's spelling, `all-reduce`; of an operation at which shardings end, its name."""
    bytes_each: int | None
    """What one device sends in them in one iteration of `loop`, or if each runs once; of an operation at which
    shardings end, what a device holds whole. None if that is not known.
    """
    number: int
    """How many collectives or operations they are."""
    loop: Frames = ()
    """Where the loop is whose length constants do not say; empty if that is not known, or if there is none."""
    most: int | None = None
    """An upper bound of what one device sends in them where the bytes are unknown; None if there is none."""
    reason: str = ""
    """Why the bytes are unknown: what XLA may do otherwise; empty if sizes are not known."""


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
    unknown: tuple[UnknownBytes, ...] = ()
    """What is not summed, by kind, source and operation, in the order of the text."""
    most: int | None = None
    """An upper bound of what a device sends; None if there is none."""

    @property
    def is_lower_bound(self) -> bool:
        """Whether more may be sent, as the bytes or runs of some collectives, reshards or estimates are not known."""
        return bool(self.unknown or self.reshards)


def totals_of(
    collectives: Sequence[CollectiveView],
    reshards: int = 0,
    choice: FrameChoice = USER_FRAMES,
    unruled: Sequence[Unruled] = (),
) -> Totals:
    """Returns the sums over `collectives`, the largest parts first, of a program with so many reshards, and with these
    operations at which shardings end.
    """
    sent = [(collective, collective.sent) for collective in collectives]
    known = [(collective, size) for collective, size in sent if size is not None]
    unknown = [collective for collective, size in sent if size is None]
    ends = [each for each in unruled if not each.also_in_xla]
    bounds = [None if each.most is None or each.executions is None else each.most * each.executions for each in unknown]
    is_bounded = not reshards and not ends and None not in bounds
    known_bytes = sum([size for _, size in known])
    return Totals(
        bytes_sent=known_bytes,
        by_kind=_summed(known, lambda collective: collective.kind),
        by_axis=_summed(known, axis_key),
        by_line=_summed(known, lambda collective: line_text(collective.source, choice)),
        unknown_executions=sum([collective.executions is None for collective in unknown]),
        unknown_sizes=sum([collective.bytes_sent is None and collective.most is None for collective in unknown]),
        reshards=reshards,
        unknown=(*_unknown(unknown), *_unknown_shardings(ends)),
        most=known_bytes + sum([bound or 0 for bound in bounds]) if is_bounded else None,
    )


def _unknown(collectives: Sequence[CollectiveView]) -> tuple[UnknownBytes, ...]:
    found: dict[tuple[str, Frames, str, str, Frames], list[tuple[int | None, int | None]]] = {}
    for each in collectives:
        kind = "bytes" if each.bytes_sent is None else "runs"
        size = None if each.bytes_sent is None else each.bytes_sent * each.runs.each
        loop = each.runs.loop if each.executions is None else ()
        most = None if each.most is None or each.executions is None else each.most * each.executions
        found.setdefault((kind, each.source, each.kind, _reason(each), loop), []).append((size, most))
    return tuple(
        [
            UnknownBytes(
                kind,
                source,
                operation,
                _sum([size for size, _ in sizes]),
                len(sizes),
                loop,
                _sum([most for _, most in sizes]),
                reason,
            )
            for (kind, source, operation, reason, loop), sizes in found.items()
        ]
    )


def _reason(each: CollectiveView) -> str:
    """Returns why it is not known what a collective sends; empty if its sizes or runs are not known."""
    return each.cause if each.bytes_sent is None and each.most is not None else ""


def _unknown_shardings(operations: Sequence[Unruled]) -> Iterator[UnknownBytes]:
    found: dict[tuple[Frames, str], list[int | None]] = {}
    for each in operations:
        found.setdefault((each.source, each.operation), []).append(each.bytes)
    for key, sizes in found.items():
        yield UnknownBytes("sharding", *key, _sum(sizes), len(sizes))


def _sum(sizes: Sequence[int | None]) -> int | None:
    return None if None in sizes else sum([size or 0 for size in sizes])


def axis_key(collective: CollectiveView) -> str:
    """Returns the names of the axes of a collective, sorted: `model`, `data,model`."""
    return key_of_axes(sorted({axis.name for axis in collective.axes})) or NO_AXES


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
