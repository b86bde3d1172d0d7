"""What a page shows: the tensors with what it takes to draw them, collectives, memory, and the program.

Places in the program are those of JavaScript's strings, which count UTF-16 units.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.cost.memory_model.peak import LiveView, statement
from sdyopt.cost.origins.followers import Frames, frames_at, line_text, shown_frame, source_text
from sdyopt.cost.origins.propagation_record import Over, Spot
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.cost.sizes.partition import Partition
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import Source
from sdyopt.view.collection import Analysis
from sdyopt.view.collection import view as view_of
from sdyopt.view.columns.collectives import COLLECTIVE
from sdyopt.view.columns.tensors import SHARE, TENSOR
from sdyopt.view.model import ModuleView, TensorKind, TensorView, by_bytes, main_first
from sdyopt.view.page.program import Definitions, PageExcerpt, PageProgram, Reference, excerpt, line_count, sharding_key
from sdyopt.view.render.cost_tables import difference_notes, name_of_ours, pair_text, sums_of, unknown_text
from sdyopt.view.render.json_form import function_object, mesh_object
from sdyopt.view.render.memory_curve import MemoryCurve, MemoryPoint
from sdyopt.view.stacks import flame_graphs, samples_of
from sdyopt.view.timing import roofline_object, timeline_object
from sdyopt.view.why.replicated import placed, stop_text
from sdyopt.view.why.why_views import Reasons, axes_in, rank_of
from sdyopt.view.xla import Pair, XlaView, side_by_side

# On which lines of the text that a page shows values are defined.

_PLACED = frozenset((TensorKind.ARGUMENT, TensorKind.RESULT))
"""The kinds of tensors that are found by where their function stands; others are found by their names."""


class TextLines:
    """The lines of a program, from 1, on which the values of `view` are defined."""

    def __init__(self, view: ModuleView, program: PageProgram) -> None:
        self._view = view
        self._program = program
        self.frames = view.frames
        self.are_of_input = program.has_lines_of_input
        """Whether the lines are those of the input."""

    def of_tensor(self, tensor: TensorView) -> int | None:
        """Returns the line of a tensor; a result stands where its function does.

        None if that is unknown: in a text that does not parse, and for a value that was selected by name, if there are
        several of that name in its function.
        """
        if self._program.is_as_written:
            return None if tensor.place is None else tensor.place.line
        key = (tensor.function, tensor.kind, tensor.name)
        line = self._places.get(key) if tensor.kind in _PLACED else None
        return self.of_name(tensor.function, tensor.name) if line is None else line

    def of_source(self, source: Frames) -> int | None:
        """Returns the line of the program that a source is; None if it is in another file."""
        frame = shown_frame(source, self.frames)
        is_here = frame is not None and frame.file == self._view.file and self.are_of_input
        return frame.line if frame is not None and is_here else None

    def of_name(self, function: str, name: str) -> int | None:
        """Returns the line of the value of that name in a function, if there is only one."""
        name = name.partition(" ")[0].partition("#")[0]
        definitions = self._program.definitions
        if definitions is None:
            return self._named.get((function, name))
        number = self._numbers.get(function)
        place = None if number is None else definitions.once.get((number, name))
        return None if place is None else self._source.position(place)[0]

    @cached_property
    def _source(self) -> Source:
        return Source(self._program.text)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of functions in the text."""
        definitions = self._program.definitions
        return {} if definitions is None else {name: number for number, name in enumerate(definitions.names)}

    @cached_property
    def _shown(self) -> ModuleView | None:
        """The view of what is shown."""
        if self._program.is_as_written:
            return self._view
        return None if self._program.module is None else view_of(self._program.module, as_written=True)

    @cached_property
    def _places(self) -> dict[tuple[str, TensorKind, str], int | None]:
        tensors = () if self._shown is None else self._shown.tensors
        return {
            (tensor.function, tensor.kind, tensor.name): None if tensor.place is None else tensor.place.line
            for tensor in tensors
        }

    @cached_property
    def _named(self) -> dict[tuple[str, str], int | None]:
        """The line of each name that is defined once in its function, and None for the others."""
        if self._shown is None:
            return {}
        placed = [each for each in self._shown.functions if each.place is not None]
        functions = sorted([(each.place.line, each.name) for each in placed if each.place is not None])
        starts = [line for line, _ in functions]
        found: dict[tuple[str, str], int | None] = {}
        for mark in self._program.values:
            if mark.start == mark.definition:
                line, _ = self._source.position(mark.start)
                index = bisect_right(starts, line) - 1
                key = (functions[index][1] if index >= 0 else "", self._program.text[mark.start : mark.stop])
                found[key] = None if key in found else line
        return found


# What a page shows of collectives and of memory.

Object = dict[str, Any]


def collectives_object(view: ModuleView, collectives: Sequence[CollectiveView], lines: TextLines) -> Object:
    """Returns `collectives`, those of `view` that are listed, and the sums of all."""
    totals = view.totals
    return {
        "rows": [COLLECTIVE.on_page(each, lines) for each in collectives],
        "left_out": len(view.collectives) - len(collectives),
        "sent": totals.bytes_sent,
        "sums": [["axis", totals.by_axis], ["kind", totals.by_kind], ["source line", totals.by_line]],
        "unknown_executions": totals.unknown_executions,
        "unknown_sizes": totals.unknown_sizes,
        "reshards": totals.reshards,
        "unknown": unknown_text(totals, view.frames),
    }


def curve_object(curve: MemoryCurve | None, lines: TextLines, is_lower_bound: bool) -> Object | None:
    """Returns the points of a curve; the values that are alive there are numbers of a list."""
    if curve is None:
        return None
    numbers: dict[LiveView, int] = {}
    points = [_point(point, lines, numbers) for point in curve.points]
    return {
        "function": curve.function,
        "profile": curve.profile.value,
        "is_lower_bound": is_lower_bound,
        "statement": statement(curve.profile),
        "steps": curve.steps,
        "points": points,
        "values": [
            [value.function, value.name, value.label, value.bytes, lines.of_name(value.function, value.name)]
            for value in numbers
        ],
    }


def _point(point: MemoryPoint, lines: TextLines, numbers: dict[LiveView, int]) -> list[Any]:
    """Bytes, function, operation, source, line, the number of live values, and the numbers of the largest ones."""
    live = [numbers.setdefault(value, len(numbers)) for value in point.live]
    source = line_text(point.source, lines.frames)
    line = lines.of_source(point.source)
    return [point.bytes, point.function, point.operation, source, line, point.count, live]


class ShownOnPage(NamedTuple):
    """What of a view is shown on a page."""

    tensors: Sequence[TensorView]
    collectives: Sequence[CollectiveView]
    curve: MemoryCurve | None = None
    everything: bool = True
    """Whether all lines of the program are, however many there are."""
    explained: Analysis | None = None
    """The analysis, if it says why the tensors have their shardings."""
    xla: XlaView | None = None
    """The program as XLA has compiled it."""


def page_object(view: ModuleView, shown: ShownOnPage, program: PageProgram) -> Object:
    """Returns what is shown of a view, and the text of the program with its marks.

    What tensors have in common stands once: each has the number of its share.
    """
    keys = [mark.key for mark in program.shardings]
    used = dict.fromkeys([tensor.share.sharding for tensor in shown.tensors])
    shardings = _numbered([*keys, *[sharding_key(sharding_text(each)) for each in used if each is not None]])
    lines = TextLines(view, program)
    shares = PageShares(lines, shardings)
    tensors = [TENSOR.on_page(tensor, shares) for tensor in shown.tensors]
    part = excerpt(program.text, _wanted_lines(view, shown, lines), shown.everything)
    return {
        "file": view.file,
        "stage": ". ".join([view.stage_text, *view.notes]),
        "partitioner": view.stage.partitioner,
        "devices": view.devices,
        "tiles": view.tiles,
        "meshes": [mesh_object(mesh) for mesh in view.shown_meshes],
        "functions": [
            {**function_object(function), "shared_bytes": function.shared} for function in main_first(view.functions)
        ],
        "tensors": tensors,
        "shares": shares.objects,
        "left_out": view.left_out + len(view.tensors) - len(tensors),
        "layouts": [
            {"axes": [[axis.name, axis.size] for axis in mesh.axes], "device_ids": mesh.device_ids or None}
            for mesh in shares.layouts
        ],
        "collectives": collectives_object(view, shown.collectives, lines),
        "memory": curve_object(shown.curve, lines, view.peak is not None and view.peak.is_lower_bound),
        "flames": flame_graphs(samples_of(view)),
        "roofline": roofline_object(view.time, view.frames),
        "timeline": [] if view.time is None else timeline_object(view.time.blocks, view.frames),
        "ways": None if shown.explained is None else Ways(shown.explained, lines).object(shown.tensors),
        "xla": None if shown.xla is None else beside_object(view, shown.xla, lines),
        "program": _program(program, part, shardings),
    }


def _numbered(keys: Iterable[str]) -> dict[str, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys))}


class PageShares:
    """The shares of tensors, each once, with the meshes that cut them."""

    def __init__(self, lines: TextLines, shardings: dict[str, int]) -> None:
        self.lines: TextLines = lines
        self.objects: list[Object] = []
        self.layouts: dict[Mesh, int] = {}
        self._shardings = shardings
        self._numbers: dict[int, int] = {}

    def number(self, share: Share) -> int:
        """Returns the place of a share among `objects`."""
        number = self._numbers.setdefault(id(share), len(self.objects))
        if number == len(self.objects):
            self.objects.append(SHARE.on_page(share, self))
        return number

    def sharding_number(self, text: str | None) -> int | None:
        """Returns the number of a sharding among those of the program."""
        return None if text is None else self._shardings[sharding_key(text)]

    def partition(self, share: Share) -> Object | None:
        """Returns the number of the mesh, and which parts of its axes cut each dimension, or are manual.

        A part is a name, a pre-size and a size.
        """
        partition = share.partition
        if share.shape is None:
            return None
        return {
            "mesh": self.layouts.setdefault(partition.mesh, len(self.layouts)),
            "dimensions": [_parts(axes, partition) for axes in partition.dimensions],
            "manual": _parts(partition.manual, partition),
        }


def _wanted_lines(view: ModuleView, shown: ShownOnPage, lines: TextLines) -> Iterator[int | None]:
    """Yields the lines of what is shown, by what it costs."""
    places = [each.place for each in view.functions if each.is_public and lines.are_of_input]
    yield from [place.line for place in places if place is not None]
    for point in [max(shown.curve.points, key=lambda point: point.bytes)] if shown.curve is not None else []:
        yield lines.of_source(point.source)
        yield from [lines.of_name(value.function, value.name) for value in point.live]
    tensors = sorted(shown.tensors, key=by_bytes)
    collectives = sorted(shown.collectives, key=lambda each: -(each.sent or 0))
    for number in range(max(len(tensors), len(collectives))):
        if number < len(tensors):
            yield lines.of_tensor(tensors[number])
        if number < len(collectives):
            yield lines.of_source(collectives[number].source)


def _parts(axes: Axes, partition: Partition) -> list[list[Any]]:
    spans = [(axis.name, *span(axis, partition.mesh)) for axis in axes]
    return [[name, start, stop // start] for name, start, stop in spans]


def _program(program: PageProgram, part: PageExcerpt, shardings: dict[str, int]) -> Object:
    """Returns the text, and its marks: flat lists, for each mark where it begins, its length and its number.

    Of a definition that is not shown, there is its line with a minus sign. If there are places of `functions`, names
    that a function defines once are not marked.
    """
    at = _in_units(part.text)
    names = program.definitions if part.is_whole else None
    marks = program.values if names is None else list(_repeated(program, names))
    values = [(mark, start) for mark in marks if (start := part.place(mark.start)) is not None]
    places = sorted({mark.definition for mark, _ in values}) if names is None else names.places
    numbers = {place: number for number, place in enumerate(places)}
    spans = [(mark, part.place(mark.start), part.place(mark.stop)) for mark in program.shardings]
    return {
        "text": part.text,
        "lines": [[lines.first, lines.size] for lines in part.lines],
        "all_lines": line_count(program.text),
        "is_as_written": program.is_as_written,
        "has_lines_of_input": program.has_lines_of_input,
        "functions": None if names is None else [at(place) for place in names.functions],
        "definitions": list(_definitions(places, part, at, program.text)),
        "values": [
            number for mark, start in values for number in (at(start), mark.stop - mark.start, numbers[mark.definition])
        ],
        "shardings": [
            number
            for mark, start, stop in spans
            if start is not None and stop is not None and stop - start == mark.stop - mark.start
            for number in (at(start), at(stop) - at(start), shardings[mark.key])
        ],
        "sharding_texts": list(shardings),
    }


def _repeated(program: PageProgram, names: Definitions) -> Iterator[Reference]:
    """Yields the names that do not mean the same wherever they occur in a function."""
    for mark in program.values if names.repeated else ():
        if (names.function_at(mark.start), program.text[mark.start : mark.stop]) in names.repeated:
            yield mark


def _definitions(places: list[int], part: PageExcerpt, at: Callable[[int], int], text: str) -> Iterator[int]:
    if part.is_whole:
        yield from map(at, places)
        return
    line, done = 1, 0
    for place in places:
        shown = part.place(place)
        line += text.count("\n", done, place)
        done = place
        yield -line if shown is None else at(shown)


def _in_units(text: str) -> Callable[[int], int]:
    """From a place in `text` to the same in UTF-16 units, of which what lies beyond U+FFFF takes two."""
    if text.isascii():
        return lambda place: place
    wide = [place for place, character in enumerate(text) if character > "\uffff"]
    return lambda place: place + bisect_left(wide, place)


# What a page shows of a program that XLA has compiled, next to the program.


def beside_object(view: ModuleView, xla: XlaView, lines: TextLines) -> Object:
    """Returns the collectives of both programs in pairs, and the sums of both."""
    ours = name_of_ours(view)
    return {
        "file": xla.file,
        "module": xla.module,
        "devices": xla.devices,
        "ours": ours,
        "rows": [
            _pair(pair, view, ours, lines) for pair in side_by_side(view.collectives, xla.collectives, view.frames)
        ],
        "sums": [[name, *ours, *of_xla] for name, ours, of_xla in sums_of(view, xla)],
        "notes": list(difference_notes(view, xla)),
    }


def _pair(pair: Pair, view: ModuleView, ours: str, lines: TextLines) -> Object:
    return {
        "kind": pair.group.kind,
        "axis_key": pair.group.axes,
        "only": pair_text(pair, ours),
        "shardy": _member(pair.shardy, view, lines),
        "xla": _member(pair.xla, view, lines),
    }


def _member(collective: CollectiveView | None, view: ModuleView, lines: TextLines) -> Object | None:
    if collective is None:
        return None
    return {
        "source": source_text(collective.source, view.frames),
        "text_line": lines.of_source(collective.source),
        "operand": collective.operand.type,
        "bytes_sent": collective.bytes_sent,
        "executions": collective.executions,
        "runs": collective.runs.text,
        "most": collective.most,
        "sent": collective.sent,
    }


# Why the shardings on a page are what they are: the ways of their axes, of which each part stands once.

_MAX_TRACED = 300
"""Tensors of a page that says of each dimension without axes what has stopped them on the way."""


class _WayPart(NamedTuple):
    """The end of a way: a move by its number, or its origin if that is None."""

    move: int | None
    spot: Spot
    axis: AxisRef
    function: str
    """That of the tensor, in which names are those of the function."""


class Ways:
    """The ways of the axes of tensors."""

    def __init__(self, analysis: Analysis, lines: TextLines) -> None:
        self._analysis = analysis
        self._view: ModuleView = analysis.view
        self._lines = lines
        self._reasons = Reasons(analysis.program)
        self._places: dict[Over, int] = {}
        self._parts: dict[_WayPart, int] = {}
        self._found: list[list[Any]] = []
        self._are_few = True

    def object(self, tensors: Sequence[TensorView]) -> Object:
        """Returns the ways to tensors.

        Of `tensors` there are lists of dimension, axis, and the number of the last part of its way; then of dimension,
        axis, and the reason why it does not come. `parts` have the number of the place that they go over, the factor,
        and the number of the part before. The first has no part before it, its dimension instead of the factor, and
        whether it has been given the axis. `places` have a text, and the line in the text of the program. If they are
        `traced`, no axis comes to a dimension that neither list has.
        """
        self._are_few = len(tensors) <= _MAX_TRACED
        ways = [self._tensor(tensor) for tensor in tensors]
        places = [self._place(place) for place in self._places]
        return {"tensors": ways, "parts": self._found, "places": places, "traced": self._are_few}

    def _tensor(self, tensor: TensorView) -> list[list[list[Any]]]:
        row = self._analysis.rows[tensor.number]
        subject = self._reasons.subject(row, tensor.function)
        come: list[list[Any]] = []
        stopped: list[list[Any]] = []
        for dimension in range(rank_of(row)):
            spot, present = Spot(subject, dimension), axes_in(row.sharding, dimension)
            come += [[dimension, axis_ref(axis), self._way(spot, axis, tensor.function)] for axis in present]
            stops = tuple(self._reasons.stops(spot, present, tensor.function))
            if not stops and self._are_few:
                stops = self._reasons.stops_before(dimension, row, tensor.function)
            for stop in stops:
                stopped.append([dimension, axis_ref(stop.axis), stop_text(stop, self._view.frames)])
        return [come, stopped]

    def _way(self, spot: Spot, axis: AxisRef, function: str) -> int:
        """Returns the number of the last part of a way."""
        history = self._reasons.history
        new: list[_WayPart] = []
        part = _WayPart(history.last_move(spot, axis), spot, axis, function)
        while part not in self._parts:
            new.append(part)
            if part.move is None:
                break
            source = history.move(part.move).source
            part = _WayPart(history.move_before(part.move, axis), source, axis, function)
        before = self._parts.get(part)
        for part in reversed(new):
            self._found.append(self._part(part, before))
            before = self._parts[part] = len(self._found) - 1
        assert before is not None
        return before

    def _part(self, part: _WayPart, before: int | None) -> list[Any]:
        if part.move is None:
            origin, is_written = self._reasons.origin(part.spot, (part.axis,), part.function)
            return [self._number(origin), part.spot.dimension, None, is_written]
        over = self._reasons.history.move(part.move).over
        return [self._number(over._replace(factor="")), over.factor, before]

    def _number(self, over: Over) -> int:
        return self._places.setdefault(over, len(self._places))

    def _place(self, over: Over) -> list[Any]:
        frames = frames_at(over.location, self._analysis.program.source)
        return [
            placed(over.name, frames, self._view.frames) if over.name else "",
            self._lines.of_source(frames),
        ]
