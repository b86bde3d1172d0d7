"""What a program costs by Python call stacks: for profilers, in flame graphs, and beside its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from sdyopt.cli import console
from sdyopt.cost import ViewError
from sdyopt.cost.origins.followers import Frames, shown_frame
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.ir.locations import Frame
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import ModuleView
from sdyopt.view.options import StackOptions
from sdyopt.view.render.amounts import short, time

# Samples: what values at the peak, collectives, and operations cost, with the call stacks that they come from.


class Metric(StrEnum):
    """What is measured."""

    MEMORY = "memory at the peak"
    """Bytes."""
    SENT = "bytes sent"
    TIME = "time"
    """Seconds, estimated."""


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
        if collective.sent:
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


# The Python source of a program with what each of its lines costs beside it.


class SourceError(ViewError):
    """A source file that does not exist, or that no line of the program is from."""


def annotated_lines(path: str, samples: Sequence[Sample], frames: FrameChoice) -> Iterator[str]:
    """Yields the lines of a source file, each with its memory at the peak, bytes sent, and time.

    The file is the one at `path`, or where the program says that it is. Raises SourceError.
    """
    costs: dict[int, dict[Metric, float]] = {}
    files: dict[str, None] = {}
    for sample in samples:
        frame = shown_frame(sample.frames, frames)
        if frame is None or not _is_same(frame.file, path):
            continue
        files[frame.file] = None
        line = costs.setdefault(frame.line, {})
        line[sample.metric] = line.get(sample.metric, 0.0) + sample.amount
    text = _read(path, list(files))
    if not costs:
        known = dict.fromkeys([frame.file for each in samples if (frame := shown_frame(each.frames, frames))])
        raise SourceError(f"no operation is from '{path}': they are from {', '.join(known) or 'no known place'}")
    columns = [metric for metric in Metric if any(metric in line for line in costs.values())]
    texts = {metric: [metric.value, *[_amount(metric, line) for line in costs.values()]] for metric in columns}
    widths = {metric: max(map(len, texts[metric])) for metric in columns}
    yield "  ".join([metric.value.rjust(widths[metric]) for metric in columns]) + "  │ line"
    for number, code in enumerate(text.splitlines(), 1):
        line = costs.get(number, {})
        cells = [_amount(metric, line).rjust(widths[metric]) for metric in columns]
        yield f"{'  '.join(cells)}  │ {number:4} {code}".rstrip()


def _amount(metric: Metric, line: dict[Metric, float]) -> str:
    if metric not in line:
        return ""
    return time(line[metric]) if metric is Metric.TIME else short(int(line[metric]))


def _is_same(file: str, wanted: str) -> bool:
    """Whether two paths are those of one file: one ends with the other, or the wanted one is there and has its name."""
    if Path(file).name != Path(wanted).name:
        return False
    return file.endswith(wanted) or wanted.endswith(file) or Path(wanted).exists()


def _read(path: str, files: Sequence[str]) -> str:
    for candidate in (path, *files):
        try:
            return Path(candidate).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    raise SourceError(f"'{path}' cannot be read, and neither can {', '.join(files) or 'a file of the program'}")


# Flame graphs of costs by call stack, for the page: outermost calls at the top, what costs at the bottom.

_MIN_SHARE = 0.001
"""Of the whole, what a part must be to be drawn."""

_DEEPEST = 60
"""Frames of a stack, from the outermost on."""


class _Node:
    """A frame with all that is called from it."""

    def __init__(self) -> None:
        self.amount = 0.0
        self.children: dict[str, _Node] = {}

    def add(self, path: Sequence[str], amount: float) -> None:
        node = self
        node.amount += amount
        for name in path:
            node = node.children.setdefault(name, _Node())
            node.amount += amount


def flame_graphs(samples: Sequence[Sample]) -> list[dict[str, Any]]:
    """Returns the graph of each metric that has samples: a title, and parts.

    A part is its name, its amount, where it starts and its share of the whole, both from 0 to 1, and its depth.
    """
    found = []
    for metric in Metric:
        root = _Node()
        for sample in of_metric(samples, metric):
            frames = [frame_name(frame.file, frame.line, frame.short_function) for frame in sample.frames[::-1]]
            root.add([*(frames or [UNKNOWN_PLACE])[:_DEEPEST], sample.name], sample.amount)
        if root.amount:
            parts = list(_parts(root, metric))
            found.append({"title": f"{metric.value}: {_frame_amount(metric, root.amount)}", "parts": parts})
    return found


def _parts(root: _Node, metric: Metric) -> Iterator[list[Any]]:
    pending: list[tuple[str, _Node, float, int]] = [("all", root, 0.0, 0)]
    while pending:
        name, node, start, depth = pending.pop()
        share = node.amount / root.amount
        yield [name, _frame_amount(metric, node.amount), round(start, 6), round(share, 6), depth]
        for child, inner in sorted(node.children.items(), key=lambda pair: -pair[1].amount):
            if inner.amount >= _MIN_SHARE * root.amount:
                pending.append((child, inner, start, depth + 1))
            start += inner.amount / root.amount


def _frame_amount(metric: Metric, amount: float) -> str:
    return time(amount) if metric is Metric.TIME else short(int(amount))


# Samples in the format of pprof, as `jax.profiler.device_memory_profile` returns it: a compressed protocol buffer.

_SAMPLE_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _STRINGS, _DEFAULT_TYPE = 1, 2, 3, 4, 5, 6, 14
"""Fields of Profile."""

_NANO = 10**9

_TYPES = (("space", "bytes"), ("sent", "bytes"), ("time", "nanoseconds"))
"""Names and units of values, in the order of the metrics."""


class _Table:
    """Texts, functions and locations by number."""

    def __init__(self) -> None:
        self.strings: dict[str, int] = {"": 0}
        self.functions: dict[tuple[str, str], int] = {}
        self.locations: dict[tuple[int, int], int] = {}

    def string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def location(self, name: str, file: str, line: int) -> int:
        """Returns the number of a line of a function, from 1."""
        self.string(name), self.string(file)
        function = self.functions.setdefault((name, file), len(self.functions) + 1)
        return self.locations.setdefault((function, line), len(self.locations) + 1)


def pprof_bytes(samples: Sequence[Sample]) -> bytes:
    """Returns the profile, with memory at the peak, bytes sent, and nanoseconds for each stack."""
    from gzip import compress

    table = _Table()
    types = [_message((1, table.string(name)), (2, table.string(unit))) for name, unit in _TYPES]
    stacks: dict[tuple[int, ...], list[int]] = {}
    metrics = list(Metric)
    for sample in samples:
        values = stacks.setdefault(tuple(_locations(sample, table)), [0] * len(metrics))
        amount = sample.amount * _NANO if sample.metric is Metric.TIME else sample.amount
        values[metrics.index(sample.metric)] += round(amount)
    parts = [_bytes(_SAMPLE_TYPE, each) for each in types]
    parts += [
        _bytes(_SAMPLE, _bytes(1, _packed(locations)) + _bytes(2, _packed(values)))
        for locations, values in stacks.items()
    ]
    parts.append(_bytes(_MAPPING, _message((1, 1), (7, 1), (8, 1), (9, 1))))  # all functions and lines are known
    for (function, line), number in table.locations.items():
        place = _bytes(4, _message((1, function), (2, line)))
        parts.append(_bytes(_LOCATION, _message((1, number), (2, 1)) + place))
    for (name, file), number in table.functions.items():
        texts = table.string(name), table.string(name), table.string(file)
        parts.append(_bytes(_FUNCTION, _message((1, number), (2, texts[0]), (3, texts[1]), (4, texts[2]))))
    default = table.string(_TYPES[0][0])
    parts += [_bytes(_STRINGS, text.encode("utf-8", "replace")) for text in table.strings]
    parts.append(_message((_DEFAULT_TYPE, default)))
    return compress(b"".join(parts), mtime=0)


def _locations(sample: Sample, table: _Table) -> Iterable[int]:
    """Yields the numbers of the locations of a sample, innermost first: what costs, then the call stack."""
    frames: Sequence[Frame] = sample.frames
    inner = frames[0] if frames else Frame("", 0, 0)
    yield table.location(sample.name, inner.file, inner.line)
    for frame in frames:
        yield table.location(frame.function or f"{frame.file}:{frame.line}", frame.file, frame.line)


def _message(*fields: tuple[int, int]) -> bytes:
    """Returns integer fields of a message."""
    return b"".join([_varint(number << 3) + _varint(value) for number, value in fields])


def _bytes(number: int, content: bytes) -> bytes:
    """Returns a field of bytes, a text, or a message."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _packed(values: Iterable[int]) -> bytes:
    return b"".join(map(_varint, values))


def _varint(value: int) -> bytes:
    """Returns a natural number in groups of seven bits, the least significant first."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def write_stacks(found: ModuleView, given: StackOptions) -> None:
    """Writes what the options ask for. Fails as the command does if a file cannot be written or read."""
    samples = samples_of(found)
    if given.pprof:
        try:
            Path(given.pprof).write_bytes(pprof_bytes(samples))
        except OSError as error:
            console.fail_on_file("output", given.pprof, error)
    if given.annotate:
        try:
            for line in annotated_lines(given.annotate, samples, found.frames):
                click.echo(line)
        except ViewError as error:
            console.fail(str(error))
