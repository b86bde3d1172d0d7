"""The costs of a program by Python call stacks: beside its source, in flame graphs, and as a trace."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain, pairwise
from json import dumps
from linecache import cache
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import console
from sdyopt.cost import ViewError
from sdyopt.cost.origins.followers import Frames, shown_frame
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.ir.collecting import summed
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import ModuleView, layer_pattern, short_label
from sdyopt.view.options import StackOptions
from sdyopt.view.render.amounts import short, time

if TYPE_CHECKING:
    from sdyopt.view.timing import TimeView
    from sdyopt.view.xla import XlaView

# Samples: what values at the peak, collectives, and operations cost, with the call stacks that they come from.


class Metric(StrEnum):
    """A kind of cost."""

    MEMORY = "memory at the peak"
    """Bytes."""
    SENT = "bytes sent"
    TIME = "time"
    """Seconds, estimated."""


METRICS = tuple(Metric)
"""The same, for code that runs for each line: Python makes the members anew for each loop over them."""


class Sample(NamedTuple):
    """Something with a cost, and the call stack from which it comes."""

    metric: Metric
    frames: Frames
    """Innermost first; empty if it is not known."""
    name: str
    amount: float


def samples_of(found: ModuleView) -> list[Sample]:
    """Returns the samples of a view, those with the same stack and name as one; times only if the view has them.

    Estimates of what XLA sends beside are not among them, nor collectives of unknown sizes or in loops of unknown
    length.
    """
    costs: list[tuple[tuple[Metric, Frames, str], float]] = []
    for live in () if found.peak is None else found.peak.live:
        costs.append(((Metric.MEMORY, live.source, layer_pattern(short_label(live.label)) or live.name), live.bytes))
    costs += [((Metric.SENT, each.source, each.kind), each.sent) for each in found.collectives if each.sent]
    for (operation, source), seconds in () if found.time is None else found.time.stacks:
        costs.append(((Metric.TIME, source, operation), seconds))
    return [Sample(*key, amount) for key, amount in summed(costs).items() if amount]


def samples_of_compiled(found: XlaView) -> list[Sample]:
    """Returns the samples of a program that XLA has compiled: what it sends, and temporaries at the peak."""
    from sdyopt.view.xla import frames_of

    live = () if found.peak is None else found.peak.live
    return [
        *[Sample(Metric.MEMORY, frames_of(each.source), each.name, each.bytes) for each in live],
        *[Sample(Metric.SENT, each.source, each.kind, each.sent) for each in found.collectives if each.sent],
    ]


_ELSEWHERE = {Metric.MEMORY: "arguments", Metric.SENT: "(no location)", Metric.TIME: "(no location)"}
"""The stack of what has no location: of values in memory, those are arguments."""


def frame_name(file: str, line: int, function: str | None) -> str:
    """`layer (model.py:22)`, `model.py:22`."""
    place = f"{file.rpartition('/')[2]}:{line}"
    return f"{function} ({place})" if function else place


# The sources of a program with what each of their lines costs beside it.


class SourceError(ViewError):
    """A source file that does not exist, or that no line of the program is from."""


Costs = tuple[dict[Metric, float], ...]
"""The costs of a line in each of the programs that are shown."""


class SourceFile(NamedTuple):
    """A file with what its lines cost, in each of one or two programs."""

    file: str
    """As the program calls it."""
    texts: tuple[str, ...]
    """Of its lines; empty if it cannot be read."""
    costs: dict[int, Costs]
    """By the number of a line, from 1."""

    def sum(self, metric: Metric) -> float:
        """Returns what all lines cost in the last program."""
        return sum([costs[-1].get(metric, 0.0) for costs in self.costs.values()])

    def shown(self) -> list[int]:
        """Returns the lines that cost something, those that begin the functions and classes that these are in, and the
        lines between if there are few.
        """
        shown = {number for number in self.costs if number <= len(self.texts)}
        around: list[tuple[int, int]] = []
        for number, text in enumerate(self.texts[: max(shown, default=0)], 1):
            bare = text.lstrip()
            indent = len(text) - len(bare)
            if number in shown:
                shown.update([above for outer, above in around if outer < indent])
            if bare:
                while around and around[-1][0] >= indent:
                    around.pop()
                if bare.startswith(_HEADS):
                    around.append((indent, number))
        for above, line in pairwise(sorted(shown)):
            if line - above - 1 <= _MAX_BETWEEN:
                shown.update(range(above + 1, line))
        return sorted(shown)


_HEADS = ("def ", "class ", "async def ", "func.func ")
_MAX_BETWEEN = 2
"""Lines without costs that are shown between others."""


def source_files(
    programs: Sequence[Sequence[Sample]],
    frames: FrameChoice,
    texts: Mapping[str, str],
    wanted: str = "",
    folder: str = "",
) -> list[SourceFile]:
    """Returns the files that the lines of programs are from, those that cost most first.

    `texts` are the texts of files that need not be read; with `wanted`, only the file at that path is shown. Files that
    are not where the program says are looked for in `folder`.
    """
    costs: dict[str, dict[int, Costs]] = {}
    for number, samples in enumerate(programs):
        for sample in samples:
            frame = shown_frame(sample.frames, frames)
            if frame is not None and (len(programs) == 2 or not wanted or _is_same(frame.file, wanted)):
                lines = costs.setdefault(frame.file, {})
                if (of_programs := lines.get(frame.line)) is None:
                    of_programs = lines[frame.line] = tuple([{} for _ in programs])
                line = of_programs[number]
                line[sample.metric] = line.get(sample.metric, 0.0) + sample.amount
    found = []
    for file, lines in costs.items():
        text = texts.get(file)
        if text is None and wanted and _is_same(file, wanted):
            text = _text_of(wanted)
        if text is None:
            text = text_of_named(file) or text_of_named(str(Path(folder, file))) or ""
        found.append(SourceFile(file, tuple(text.split("\n")), lines))
    if len(programs) == 2:
        found = [each for each in _in_new_files(found) if not wanted or _is_same(each.file, wanted)]
    wholes = {metric: sum([each.sum(metric) for each in found]) or 1.0 for metric in METRICS}
    return sorted(found, key=lambda each: -sum([each.sum(metric) / wholes[metric] for metric in METRICS]))


def _in_new_files(files: Sequence[SourceFile]) -> list[SourceFile]:
    """Returns the files of two programs with the costs of lines that have moved to another file beside the new lines.

    A file of the first program has moved to the file that only the second one has, if half of their lines are the same.
    Lines that the new file does not have are left in the old one.
    """
    from difflib import SequenceMatcher  # Only where two programs are compared.

    def of_one(program: int) -> list[SourceFile]:
        return [
            each for each in files if each.texts != ("",) and not any(line[1 - program] for line in each.costs.values())
        ]

    gone, new = of_one(0), of_one(1)
    found = [each for each in files if not any(each is other for other in (*gone, *new))]
    for old in gone:
        matchers = [SequenceMatcher(None, old.texts, each.texts, autojunk=False) for each in new]
        best = max(range(len(new)), key=lambda number: matchers[number].ratio(), default=None)
        if best is None or matchers[best].ratio() < _LEAST_SAME:
            found.append(old)
            continue
        file, blocks = new.pop(best), matchers[best].get_matching_blocks()
        moved = {block.a + line: block.b + line for block in blocks for line in range(1, block.size + 1)}
        costs = dict(file.costs)
        for line in old.costs.keys() & moved.keys():
            costs[moved[line]] = old.costs[line][0], costs.get(moved[line], ({}, {}))[1]
        left = {line: each for line, each in old.costs.items() if line not in moved}
        found += [file._replace(costs=costs), *([old._replace(costs=left)] if left else [])]
    return [*found, *new]


_LEAST_SAME = 0.5
"""The share of lines that an old file and a new one have in common."""


def annotated_lines(
    path: str, programs: Mapping[str, Sequence[Sample]], frames: FrameChoice, width: int | None = None
) -> Iterator[str]:
    """Yields the lines of a source file, each with its memory at the peak, bytes sent, and time in each program.

    The file is the one at `path`, or where the program says that it is. Functions without costs are folded, and lines
    that are longer than `width` are cut. Raises SourceError.
    """
    samples = [sample for each in programs.values() for sample in each]
    found = source_files(list(programs.values()), frames, {}, path)
    files = ", ".join([each.file for each in found])
    if not any(each.texts != ("",) for each in found) and _text_of(path) is None:
        origin = f"the program's {files} cannot, either" if files else "the program is not from a file of this name"
        raise SourceError(f"'{path}' cannot be read, and {origin}")
    if not found:
        known = dict.fromkeys([frame.file for each in samples if (frame := shown_frame(each.frames, frames))])
        others = [file for file in known if not _is_same(file, path)]
        if len(others) < len(known):
            raise SourceError(f"the lines of '{path}' are beside the same lines of another file: {', '.join(others)}")
        hint = "" if any(file.endswith(_SOURCES) for file in known) else "; as_text(debug_info=True) has the lines"
        raise SourceError(f"no operation is from '{path}': they are from {', '.join(known) or 'no known place'}{hint}")
    for each in found:
        yield from costed_lines(each, list(programs), width)


def costed_lines(source: SourceFile, names: Sequence[str], width: int | None = None) -> Iterator[str]:
    """Yields the lines of a source file with what they cost in each program, as `annotated_lines`."""
    columns = [
        (number, metric, f"{metric.name.lower()} {name}" if name else metric.value)
        for metric in METRICS
        for number, name in enumerate(names)
        if any(metric in costs[number] for costs in source.costs.values())
    ]
    texts = {
        line: [metric_text(metric, costs[number].get(metric)) for number, metric, _ in columns]
        for line, costs in source.costs.items()
    }
    heading = [title for *_, title in columns]
    widths = [max(map(len, cells)) for cells in zip(heading, *texts.values(), strict=True)]
    yield _cut("  ".join(map(str.rjust, heading, widths)) + f"  │ {source.file}", width)
    digits = len(str(len(source.texts)))
    before = 0
    for number in source.shown():
        if number > before + 1:
            yield _cut(f"{' ' * (sum(widths) + 2 * len(widths) - 2)}  │ {'⋮':>{digits}}", width)
        before = number
        cells = texts.get(number, [""] * len(columns))
        margin = "  ".join(map(str.rjust, cells, widths))
        yield _cut(f"{margin}  │ {number:{digits}} {source.texts[number - 1]}".rstrip(), width)


def _cut(text: str, width: int | None) -> str:
    return text if width is None or len(text) <= width else f"{text[: width - 1]}…"


def metric_text(metric: Metric, amount: float | None) -> str:
    """Returns an amount in its unit: `1.5 GiB`, `2 ms`; empty if there is none."""
    if amount is None:
        return ""
    return time(amount) if metric is Metric.TIME else short(int(amount))


def _is_same(file: str, wanted: str) -> bool:
    """Whether two paths are those of one file: one ends with the other, or the wanted one is there and has its name."""
    if Path(file).name != Path(wanted).name:
        return False
    return file.endswith(wanted) or wanted.endswith(file) or Path(wanted).exists()


_SOURCES = (".py", ".jl")
"""The ends of the names of source files. What else a program names is not read: it may be from anywhere."""

_MAX_SOURCE = 16 << 20
"""Bytes of a source file."""


def text_of_named(path: str) -> str | None:
    """Returns the text of a file that a program names, if it is source code; None if not, or if it cannot be read.

    The cells of a notebook are no files: Python's cache of lines has them.
    """
    try:
        is_source = path.endswith(_SOURCES) and os.path.isfile(path) and os.path.getsize(path) <= _MAX_SOURCE
    except (OSError, ValueError):
        return None
    if is_source:
        return _text_of(path)
    return "".join(chain(*cache.get(path, ())[2:3])).rstrip("\n") or None


def _text_of(path: str) -> str | None:
    """Returns the text of a file; None if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        return None


# Flame graphs of costs by call stack, for the page: outermost calls at the top, what costs at the bottom.

_MIN_SHARE = 0.001
"""Of the whole, what a part must be to be drawn."""

_DEEPEST = 60
"""Frames of a stack, from the outermost on."""


class _Node:
    """A frame with all that is called from it."""

    __slots__ = ("amount", "children")

    def __init__(self) -> None:
        self.amount = 0.0
        self.children: dict[str, _Node] = {}

    def add(self, path: Sequence[str], amount: float) -> None:
        node = self
        node.amount += amount
        for name in path:
            if (child := node.children.get(name)) is None:
                child = node.children[name] = _Node()
            node = child
            node.amount += amount


def flame_graphs(samples: Sequence[Sample]) -> Iterator[dict[str, Any]]:
    """Returns the graph of each metric that has samples: a title, and parts.

    A part is its name, its amount, where it starts and its share of the whole, both from 0 to 1, and its depth.
    """
    for metric in METRICS:
        root = _Node()
        for sample in sorted([each for each in samples if each.metric is metric], key=lambda each: -each.amount):
            frames = [frame_name(frame.file, frame.line, frame.short_function) for frame in sample.frames[::-1]]
            root.add([*(frames or [_ELSEWHERE[metric]])[:_DEEPEST], sample.name], sample.amount)
        if root.amount:
            parts = list(_parts(root, metric))
            yield {"title": f"{metric.value}: {metric_text(metric, root.amount)}", "parts": parts}


def _parts(root: _Node, metric: Metric) -> Iterator[list[Any]]:
    pending: list[tuple[str, _Node, float, int]] = [("all", root, 0.0, 0)]
    while pending:
        name, node, start, depth = pending.pop()
        share = node.amount / root.amount
        yield [name, metric_text(metric, node.amount), round(start, 6), round(share, 6), depth]
        for child, inner in sorted(node.children.items(), key=lambda pair: -pair[1].amount):
            if inner.amount < _MIN_SHARE * root.amount:
                break
            pending.append((child, inner, start, depth + 1))
            start += inner.amount / root.amount


# When operations run, in the format of Chrome's traces, which Perfetto opens.

_MICRO = 1e6


def trace_object(found: TimeView, frames: FrameChoice) -> dict[str, Any]:
    """Returns a trace of one run of each block: a process for each, with a thread for operations and collectives."""
    from sdyopt.view.timing import COLLECTIVES, OPERATIONS, block_title

    def named(what: str, thread: int, name: str) -> dict[str, Any]:
        return {"ph": "M", "name": what, "pid": number, "tid": thread, "args": {"name": name}}

    events: list[dict[str, Any]] = []
    for number, block in enumerate(found.blocks):
        events.append(named("process_name", OPERATIONS, block_title(block, frames)))
        events += [named("thread_name", OPERATIONS, "operations"), named("thread_name", COLLECTIVES, "collectives")]
        for part in block.parts:
            stack = [frame_name(frame.file, frame.line, frame.short_function) for frame in part.source]
            times = {"ts": part.start * _MICRO, "dur": part.seconds * _MICRO}
            place = {"pid": number, "tid": part.track}
            events.append({"ph": "X", "name": part.name, **place, **times, "args": {"stack": ", ".join(stack)}})
    return {"traceEvents": events, "displayTimeUnit": "ns"}


def write_stacks(programs: Mapping[str, Sequence[Sample]], found: ModuleView, given: StackOptions) -> None:
    """Writes what the options ask for, of one program or of two that have names.

    Fails as the command does if a file cannot be written or read.
    """
    if given.trace and found.time is not None:
        console.write_text(given.trace, dumps(trace_object(found.time, found.frames)))
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    for number, path in enumerate(given.annotate):
        try:
            lines = list(annotated_lines(path, programs, found.frames, width))
        except ViewError as error:
            console.fail(str(error))
        click.echo("\n".join(["", *lines] if number else lines))
