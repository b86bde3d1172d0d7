"""What a page shows: the tensors with what it takes to draw them, collectives, memory, and the program.

Places in the program are those of JavaScript's strings, which count UTF-16 units.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.sizes.partition import Partition
from sdyopt.cost.sizes.share import Share
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.printing import sharding as sharding_text
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.collection import Analysis
from sdyopt.view.columns.tensors import SHARE, TENSOR
from sdyopt.view.model import FunctionView, ModuleView, TensorView
from sdyopt.view.order import by_bytes, main_first
from sdyopt.view.page.costs import collectives_object, curve_object
from sdyopt.view.page.definitions import Definitions
from sdyopt.view.page.excerpt import PageExcerpt, excerpt, line_count
from sdyopt.view.page.lines import TextLines
from sdyopt.view.page.program import PageProgram, sharding_key
from sdyopt.view.page.references import Reference
from sdyopt.view.render.json_form import function_object, mesh_object
from sdyopt.view.render.memory_curve import MemoryCurve
from sdyopt.view.stacks.flames import flame_graphs
from sdyopt.view.stacks.samples import samples_of
from sdyopt.view.timing.roofline import roofline_object
from sdyopt.view.timing.timeline import timeline_object

if TYPE_CHECKING:
    from sdyopt.view.xla import XlaView

Object = dict[str, Any]


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
        "stage": ". ".join([view.stage.value, *view.notes]),
        "partitioner": view.stage.partitioner,
        "devices": view.devices,
        "tiles": view.tiles,
        "meshes": [mesh_object(mesh) for mesh in view.shown_meshes],
        "functions": [_function(function) for function in main_first(view.functions)],
        "tensors": tensors,
        "shares": shares.objects,
        "left_out": view.left_out + len(view.tensors) - len(tensors),
        "layouts": [_layout(mesh) for mesh in shares.layouts],
        "collectives": collectives_object(view, shown.collectives, lines),
        "memory": curve_object(shown.curve, lines),
        "flames": flame_graphs(samples_of(view)),
        "roofline": roofline_object(view.time, view.frames),
        "timeline": [] if view.time is None else timeline_object(view.time.blocks, view.frames),
        "ways": None if shown.explained is None else _ways(shown.explained, shown.tensors, lines),
        "xla": None if shown.xla is None else _beside(view, shown.xla, lines),
        "program": _program(program, part, shardings),
    }


def _beside(view: ModuleView, xla: XlaView, lines: TextLines) -> Object:
    from sdyopt.view.page.beside import beside_object

    return beside_object(view, xla, lines)


def _ways(analysis: Analysis, tensors: Sequence[TensorView], lines: TextLines) -> Object:
    from sdyopt.view.page.ways import Ways

    return Ways(analysis, lines).object(tensors)


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


def _function(function: FunctionView) -> Object:
    return {**function_object(function), "shared_bytes": function.shared}


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


def _layout(mesh: Mesh) -> Object:
    return {"axes": [[axis.name, axis.size] for axis in mesh.axes], "device_ids": mesh.device_ids or None}


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
