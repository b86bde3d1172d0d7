"""The page of a program, of a large one only what costs most: its data, and its text."""

from __future__ import annotations

import os.path
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from json import dumps
from typing import TYPE_CHECKING, Any, TypeVar

from sdyopt.api.module import Module, parse
from sdyopt.cli import console
from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.cost.origins.followers import Frames, line_text, shown_frame
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.cost.sizes.partition import Partition
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.display.tables import Table
from sdyopt.display.wording import printable
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.tokens import end_of_brackets
from sdyopt.mlir.write.names import ValueNames
from sdyopt.view.collection import Analysis
from sdyopt.view.columns.collectives import COLLECTIVE, HELD, TENSOR, ViewListing, listing_of, name_text, tensor_listing
from sdyopt.view.comparison import compare, comparison_tables
from sdyopt.view.model import ModuleView, TensorView, listed, main_first
from sdyopt.view.page.static import style
from sdyopt.view.render.amounts import short
from sdyopt.view.render.cost_tables import (
    axes_text,
    collective_notes,
    difference_notes,
    listed_collectives,
    name_of_ours,
    pair_table,
    peak_notes,
    sums_table,
    xla_heading,
)
from sdyopt.view.render.memory_curve import MemoryCurve, memory_curve
from sdyopt.view.render.printing import function_table, heading
from sdyopt.view.render.verdict import verdict
from sdyopt.view.stacks import (
    METRICS,
    Metric,
    SourceFile,
    flame_graphs,
    metric_text,
    samples_of,
    samples_of_compiled,
    source_files,
)
from sdyopt.view.timing import OPERATION, TimeView, roofline_object, time_notes, timeline_object
from sdyopt.view.why.replicated import lines_of
from sdyopt.view.why.why_views import Reasons

if TYPE_CHECKING:
    from sdyopt.view.options import ViewOptions
    from sdyopt.view.xla import XlaView

# The text of a program as a page shows it: all lines, or the most expensive lines of a long program.

# Which lines of a long program a page shows.

MAX_LINES = 5_000
"""Lines of a program that is shown as a whole, and lines shown of a longer one."""

_AROUND = 2
"""Lines before and after one of interest."""

_FUNCTION = re.compile(r"\s*func\.func\b[^@\n]*@\"?([^\s\"(]+)")
_DEFINED = re.compile(r"\s*(%[\w$.-]+)[^=\n]*=")


def shown_lines(text: str, wanted: Iterable[tuple[str, str]], everything: bool) -> list[tuple[int, int]]:
    """Returns the first and the last of the lines that are shown: all, or the lines that define values of interest.

    `wanted` are the names of functions and values, the most expensive first.
    """
    lines = text.removesuffix("\n").split("\n")
    if everything or len(lines) <= MAX_LINES:
        aliases = next((number for number, line in enumerate(lines) if not _ALIAS.match(line)), 0)
        return [(1 + aliases, len(lines))]
    places, function = dict[tuple[str, str], int](), ""
    for number, line in enumerate(lines, 1):
        if "func.func" in line and (begun := _FUNCTION.match(line)):
            function = begun[1]
            places[function, ""] = number
        elif defined := _DEFINED.match(line):
            places.setdefault((function, defined[1]), number)
    shown: set[int] = set()
    for name in wanted:
        if len(shown) >= MAX_LINES:
            break
        place = places.get(name, places.get((name[0], "")))
        if place is not None:
            shown.update(range(max(1, place - _AROUND), min(len(lines), place + _AROUND) + 1))
    return list(_runs(sorted(shown) or list(range(1, MAX_LINES + 1))))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yields the first and the last of each run of numbers that follow each other."""
    for _, pairs in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in pairs]
        yield run[0], run[-1]


# The text of a module: its input, without locations, or what passes have left.

_UNREAD = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
"""Strings and comments."""

_LOCATION = re.compile(r"[ \t]*(?<![\w#$.-])loc\(")
_ALIAS = re.compile(r"#[\w$.-]+\s*=\s*loc\(")


class PageProgram(NamedTuple):
    """The text that a page shows."""

    text: str
    has_lines_of_input: bool
    """Whether that is the input, or the input without locations, and not what passes have left."""


def program_of(module: Module, allow_unregistered_dialect: bool = False) -> PageProgram:
    """Returns the text of a module: its input, without locations if it has any, unless passes have changed it.

    What passes have left is shown as sdy-opt prints it, and so is an input with locations in which values have other
    names than those.
    """
    if module.is_as_written and module.source.is_mlir:
        if _is_placed(module):
            return PageProgram(module.source.text, True)
        if (stripped := _without_locations(module, allow_unregistered_dialect)) is not None:
            return PageProgram(stripped, True)
    return PageProgram(str(module), False)


def _without_locations(module: Module, allow_unregistered_dialect: bool) -> str | None:
    """Returns the input without its locations, if it can be read then, and calls values as tables do.

    Values that have locations of their own are called in tables what sdy-opt calls them.
    """
    text = module.source.text
    readable = _UNREAD.sub(lambda match: " " * len(match[0]), text)
    try:
        found = parse(without_locations(text, readable), allow_unregistered_dialect, module.source.name)
    except Error:
        return None
    printed = found.value_names()
    written = ValueNames(found.operation, found.source)
    return found.source.text if _is_placed(found) and all(printed[value] == name for value, name in written) else None


def _is_placed(module: Module) -> bool:
    """Whether all operations and block arguments know their place in the input, rather than have a location."""
    for op in module.walk():
        if not isinstance(op.location, int):
            return False
        blocks = [block for region in op.regions for block in region.blocks] if op.regions else ()
        if not all(isinstance(argument.location, int) for block in blocks for argument in block.arguments):
            return False
    return True


def without_locations(text: str, readable: str) -> str:
    """Returns `text` without the locations of operations and arguments.

    Aliases of locations stay at the beginning, so that each line keeps its number, and go at the end. `readable` is the
    text with blanks in place of comments and strings.
    """
    kept = []
    done = 0
    aliases = {readable.index("loc(", match.start()) for match in _ALIAS.finditer(readable)}
    for match in _LOCATION.finditer(readable):
        start = match.end() - len("loc(")
        if match.start() < done or start in aliases:
            continue
        if (stop := end_of_brackets(readable, match.end() - 1)) is None:
            break
        kept.append(text[done : match.start()])
        kept.append("\n" * text.count("\n", match.start(), stop))
        done = stop
    lines = ("".join(kept) + text[done:]).split("\n")
    while lines and (not lines[-1] or _ALIAS.match(lines[-1])):
        lines.pop()
    return "\n".join([*lines, ""])


# What a page shows: the answers, the source with its costs, and the tables that the command prints, with their rows.
#
# A table has its texts, and of each row the values that it is of, so that they can be found in the program, and its
# place in the source.
#

Object = dict[str, Any]
Row = TypeVar("Row")

_MAX_EXPLAINED = 300
"""Rows of tensors for which a page says why they have their shardings."""

_MAX_SOURCE = 3_000
"""Lines of a source file that is on a page as a whole, with lines that cost nothing."""


class ShownOnPage(NamedTuple):
    """The parts of a view that a page shows."""

    tensors: Sequence[TensorView]
    collectives: Sequence[CollectiveView]
    most: int | None = None
    """How many rows of collectives, and of operations by their time; None for all."""
    curve: MemoryCurve | None = None
    everything: bool = True
    """Whether all lines of the program are, however many there are."""
    explained: Analysis | None = None
    """The analysis, if it says why the tensors have their shardings."""
    xla: XlaView | None = None
    """The program as XLA has compiled it."""
    before: ModuleView | None = None
    """The program with which it is compared."""


@dataclass
class _Places:
    """The places of rows in the source: the number of a file, and a line."""

    view: ModuleView
    files: list[str]

    def of(self, source: Frames) -> list[int] | None:
        frame = shown_frame(source, self.view.frames)
        return [self.files.index(frame.file), frame.line] if frame is not None and frame.file in self.files else None

    def table(self, table: Table, groups: Sequence[Sequence[Any]], has_values: bool = True) -> Object:
        """Returns a table with the values that its rows are of, with what JAX calls them, and their places."""

        def names(group: Sequence[Any]) -> list[Any]:
            return [group[0].function, [name_text(each.name, each.label) for each in group]]

        named = [names(group) if has_values else None for group in groups]
        places = [self.of(group[0].source) for group in groups]
        return {**table_object(table), "of": named, "places": places}


def table_object(table: Table) -> Object:
    """Returns the texts of a table."""
    columns = [{"name": each.name, "right": each.right, "bold": each.style == "bold"} for each in table.columns]
    return {"columns": columns, "rows": table.rows}


def page_object(view: ModuleView, shown: ShownOnPage, program: PageProgram) -> Object:
    """Returns what is shown of a view, and the text of the program."""
    texts = {view.file: program.text} if program.has_lines_of_input else {}
    samples = samples_of(view)
    programs, names, beside = [samples], [""], None
    if shown.xla is not None:
        programs, names = [samples, samples_of_compiled(shown.xla)], [name_of_ours(view), "XLA"]
        beside = _compiled(view, shown.xla)
    elif shown.before is not None:
        programs, names = [samples_of(shown.before), samples], ["before", "after"]
        beside = _compared(shown.before, view)
    sources = source_files(programs, view.frames, texts, folder=os.path.dirname(view.file))
    if any(each.texts != ("",) and each.file != view.file for each in sources):
        sources = [each for each in sources if each.file != view.file]  # The program has a source of its own.
    places = _Places(view, [each.file for each in sources])
    listing = tensor_listing(view, shown.tensors)
    tensors = TENSOR.folded(shown.tensors, listing)
    shares, objects, meshes = _shares([group[0].share for group in tensors])
    return {
        "file": view.file,
        "name": os.path.basename(view.file),
        "heading": [heading(view).removeprefix(f"{view.file}, "), *view.notes],
        "answers": [[each.about, each.text, each.fits] for each in verdict(view)],
        "sources": {"names": names, "files": [_source(each, view, len(names)) for each in sources]},
        "memory": None if shown.curve is None else _memory(view, shown.curve, places),
        "collectives": _collectives(view, shown, places),
        "time": None if view.time is None else _time(view, view.time, places, shown.most),
        "flames": list(flame_graphs(samples)),
        "beside": beside,
        "functions": table_object(function_table(view, main_first(view.functions))),
        "tensors": {
            **places.table(TENSOR.folded_table(tensors, listing), tensors),
            "shares": shares,
            "why": list(_why(shown.explained, tensors)),
            "left_out": view.left_out + len(view.tensors) - len(shown.tensors),
        },
        "shares": objects,
        "meshes": [
            {"axes": [[axis.name, axis.size] for axis in mesh.axes], "device_ids": mesh.device_ids or None}
            for mesh in meshes
        ],
        "program": _program(program, _wanted(shown), shown.everything),
    }


# The source.


def _source(source: SourceFile, view: ModuleView, programs: int) -> Object:
    """Returns the lines of a file with their costs: the share of the largest of all lines, and the text, by metric."""
    shown = source.shown()
    last = len(source.texts)
    texts = {number: source.texts[number - 1] for number in (range(1, last + 1) if last <= _MAX_SOURCE else shown)}
    most = {
        metric: max([each.get(metric, 0.0) for costs in source.costs.values() for each in costs], default=0.0) or 1.0
        for metric in METRICS
    }

    @cache
    def cell(metric: Metric, amount: float | None) -> list[Any] | None:
        return None if amount is None else [round(amount / most[metric], 4), metric_text(metric, amount)]

    costs = {
        line: [[cell(metric, each.get(metric)) for metric in METRICS] for each in of_programs]
        for line, of_programs in source.costs.items()
    }
    return {
        "file": source.file,
        "name": os.path.basename(source.file),
        "is_program": source.file == view.file,
        "texts": [[number, texts.get(number, "")] for number in sorted({*texts, *source.costs})],
        "shown": shown or sorted(source.costs),
        "costs": costs,
    }


# Memory, collectives and time.


def _memory(view: ModuleView, curve: MemoryCurve, places: _Places) -> Object:
    groups = [each.rows for each in curve.groups]
    capacity = None if view.time is None else int(view.time.machine.device.figure("memory"))
    return {
        "notes": [] if view.peak is None else list(peak_notes(view.peak, view.frames)),
        "steps": curve.steps,
        "capacity": capacity,
        "capacity_text": "" if view.time is None else f"{short(capacity)}, {view.time.machine.device.name}",
        "alive": places.table(HELD.folded_table(groups, curve.listing, has_sums=True), groups),
        "lives": [each.lives for each in curve.groups],
        "drawn": curve.drawn,
        "bands": [list(band) for band in curve.bands],
        "points": [
            [
                point.tick,
                point.bytes,
                f"{point.operation} {line_text(point.source, view.frames)}".strip() or "the beginning",
                point.values,
                point.live,
                point.drawn,
            ]
            for point in curve.points
        ],
    }


def _collectives(view: ModuleView, shown: ShownOnPage, places: _Places) -> Object:
    listing = listing_of(view, [collective.function for collective in view.collectives])
    groups = listed_collectives(COLLECTIVE.folded(shown.collectives, listing), shown.most, "bytes")
    totals = view.totals
    by_axis = [(axes_text(key), size) for key, size in totals.by_axis]
    by_kind = [(kind.replace("-", "_"), size) for kind, size in totals.by_kind]
    sums = (("axis", by_axis), ("kind", by_kind), ("line", list(totals.by_line)))
    return {
        "notes": [note for note in collective_notes(view) if not note.startswith("by ")],
        "sums": [[name, [[key, size, short(size)] for key, size in parts]] for name, parts in sums if parts],
        **places.table(COLLECTIVE.folded_table(groups, listing), groups, has_values=False),
        "left_out": len(view.collectives) - sum(map(len, groups)),
    }


def _time(view: ModuleView, found: TimeView, places: _Places, most: int | None) -> Object:
    rows = found.operations[:most]
    return {
        "notes": list(time_notes(found)),
        **places.table(OPERATION.table(rows, ViewListing(view)), [[row] for row in rows], has_values=False),
        "left_out": len(found.operations) - len(rows),
        "timeline": timeline_object(found.blocks, view.frames),
        "roofline": roofline_object(found, view.frames),
    }


def _compiled(view: ModuleView, xla: XlaView) -> Object:
    """Returns the collectives of both programs in pairs, and the sums of both."""
    return {
        "title": "XLA's compiled program",
        "notes": [xla_heading(xla), *difference_notes(view, xla)],
        "sums": [table_object(sums_table(view, xla))],
        **table_object(pair_table(view, xla)),
    }


def _compared(before: ModuleView, after: ModuleView) -> Object:
    """Returns the sums of both programs, and the collectives and tensors that have changed, what changed most first."""
    sums, *tables = comparison_tables(compare(before, after))
    *others, last = tables or [Table((), ())]
    notes = [heading(before), *[answer.text for answer in verdict(before)]]
    return {
        "title": "Changes",
        "notes": [f"before: {note}" for note in notes],
        "sums": list(map(table_object, (sums, *others))),
        **table_object(last),
    }


# Shardings: which devices have which block, and why they are what they are.


def _shares(shares: Iterable[Share]) -> tuple[list[int | None], list[Object], list[Mesh]]:
    """Returns the number of each share, None if it is not known which blocks there are; and those that can be drawn,
    each once, with the meshes that cut them.
    """
    numbers: dict[int, int] = {}
    found: list[int | None] = []
    objects: list[Object] = []
    meshes: dict[Mesh, int] = {}
    for share in shares:
        if share.shape is not None and id(share) not in numbers:
            numbers[id(share)] = len(objects)
            partition = share.partition
            objects.append(
                {
                    "mesh": meshes.setdefault(partition.mesh, len(meshes)),
                    "sizes": share.bounds,
                    "dimensions": [_parts(axes, partition) for axes in partition.dimensions],
                    "manual": _parts(partition.manual, partition),
                }
            )
        found.append(numbers.get(id(share)))
    return found, objects, list(meshes)


def _parts(axes: Axes, partition: Partition) -> list[list[Any]]:
    """Returns parts of axes: a name, a pre-size and a size of each."""
    spans = [(axis.name, *span(axis, partition.mesh)) for axis in axes]
    return [[name, start, stop // start] for name, start, stop in spans]


def _why(analysis: Analysis | None, groups: Sequence[Sequence[TensorView]]) -> Iterator[list[str]]:
    """Yields the lines that `--why` prints of the first tensor of each group."""
    if analysis is None:
        return
    reasons = Reasons(analysis.program)
    for group in groups[:_MAX_EXPLAINED]:
        tensor = group[0]
        why = reasons.why(None, analysis.rows[tensor.number], tensor.name, tensor.function)
        yield [line.removeprefix(f"{tensor.name} ") for line in lines_of([why], analysis.view.frames)]


# The text.


def _wanted(shown: ShownOnPage) -> Iterable[tuple[str, str]]:
    """Yields the functions and names of what is shown, by what it costs."""
    if shown.curve is not None:
        for group in [shown.curve.groups[number] for number in shown.curve.drawn]:
            yield from [(row.function, row.name.partition(" ")[0]) for row in group.rows]
    for tensor in sorted(shown.tensors, key=lambda tensor: -(tensor.share.bytes or 0)):
        yield tensor.function, tensor.name.partition(" ")[0].partition("#")[0]


def _program(program: PageProgram, wanted: Iterable[tuple[str, str]], everything: bool) -> Object:
    lines = program.text.removesuffix("\n").split("\n")
    shown = shown_lines(program.text, wanted, everything)
    return {
        "lines": [[first, lines[first - 1 : last]] for first, last in shown],
        "count": len(lines),
        "is_input": program.has_lines_of_input,
    }


# The page: a template, with its style, its script and what it shows all inside.

_FOLDER = os.path.dirname(__file__)
_SCRIPTS = (
    "elements.js",
    "tables.js",
    "program.js",
    "source.js",
    "memory.js",
    "costs.js",
    "flames.js",
    "shardings.js",
    "start.js",
)
"""Parts of one script, in one scope, in this order."""

_ENDS = re.compile(r"<(?=[/!sS])|-->")
"""The texts that could end a script, or begin a comment in one."""


def page(view: ModuleView, shown: ShownOnPage, program: PageProgram) -> str:
    """Returns one page of HTML for what is shown of a view, and the program."""
    parts = {
        "title": escape(printable(os.path.basename(view.file))),
        "style": style(),
        "data": _data(page_object(view, shown, program)),
        "script": "\n".join([_read(f"script/{name}") for name in _SCRIPTS]),
    }
    pieces = _read("page.html").split("@@")
    return "".join([parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)])


def _data(shown: Object) -> str:
    """Returns JSON in which no text ends the script that it is in."""
    return _ENDS.sub(lambda match: f"\\u{ord(match[0][0]):04x}{match[0][1:]}", dumps(shown, separators=(",", ":")))


def _read(name: str) -> str:
    with open(os.path.join(_FOLDER, *name.split("/")), encoding="utf-8") as file:
        return file.read()


_MAX_ROWS = 2_000
_MAX_POINTS, _MAX_ALIVE = 240, 25
"""Of the curve of memory, and rows of live values of each point."""

_ALL_POINTS, _ALL_ALIVE = 1_000, 1_000
"""The same if everything is to be shown."""

_LARGE = 4 << 20
"""Bytes of a page above which its size is reported."""


def write_page(given: ViewOptions, analysis: Analysis, program: PageProgram, **beside: Any) -> None:
    """Writes the page for browsers to a file, and to standard error its name, its size, and what is left out.

    `beside` are fields of `ShownOnPage`: the program as XLA has compiled it, or the one with which it is compared.
    """
    with console.progress("writing the page"):
        shown = shown_of(analysis, given.order, given.top, given.all, given.function)
        text = page(analysis.view, shown._replace(**beside), program)
    given.write_page(text)
    left_out = "" if given.all else " and ".join(_left_out(analysis.view, program))
    shows = f", and shows what costs most of {left_out} (--all)" if left_out else ""
    name = "the page" if given.html == "-" else given.html
    if given.html != "-" or left_out or len(text) > _LARGE:
        console.tell("note", f"{name} has {short(len(text.encode()))}{shows}")


def shown_of(
    analysis: Analysis, sort: str, top: int | None, everything: bool, functions: Collection[str]
) -> ShownOnPage:
    """Returns what is shown of a view: the first tensors in an order, and the collectives of functions, or all."""
    view = analysis.view
    collectives = tuple([each for each in view.collectives if not functions or each.function in functions])
    points, alive = (_ALL_POINTS, _ALL_ALIVE) if everything else (_MAX_POINTS, _MAX_ALIVE)
    return ShownOnPage(
        listed(view.tensors, sort, top),
        collectives,
        None if everything else _MAX_ROWS,
        memory_curve(analysis, points, alive),
        everything,
        analysis if analysis.program.written is not None else None,
    )


def _left_out(view: ModuleView, program: PageProgram) -> Iterator[str]:
    """Yields how much there is of what is not shown as a whole."""
    if view.left_out:
        yield f"{len(view.tensors) + view.left_out:,} tensors"
    lines = program.text.removesuffix("\n").count("\n") + 1
    if lines > MAX_LINES:
        yield f"{lines:,} lines"
