"""Writes the page of a program, of a large one only what costs most."""

from __future__ import annotations

import os.path
from collections.abc import Collection, Iterator
from heapq import nsmallest
from json import dumps
from typing import TYPE_CHECKING, TypeVar

from sdyopt.cli import console
from sdyopt.cost.collectives.found import CollectiveView
from sdyopt.display.messages import Extent, Message
from sdyopt.display.wording import printable
from sdyopt.ir.records import NamedTuple
from sdyopt.view.collection import Analysis
from sdyopt.view.model import ModuleView, listed
from sdyopt.view.page.data import Object, ShownOnPage, page_object
from sdyopt.view.page.program import MAX_LINES, PageProgram, line_count
from sdyopt.view.render.amounts import short
from sdyopt.view.render.memory_curve import memory_curve
from sdyopt.view.render.printing import write_text

if TYPE_CHECKING:
    from sdyopt.view.xla import XlaView


# The page: a template, with its style, its script and what it shows all inside.

_FOLDER = os.path.dirname(__file__)
_SCRIPTS = (
    "words.js",
    "head.js",
    "listing.js",
    "tensors.js",
    "picture.js",
    "ways.js",
    "collectives.js",
    "xla.js",
    "memory.js",
    "flames.js",
    "roofline.js",
    "timeline.js",
    "program.js",
    "start.js",
)
"""Parts of one script, in one scope, in this order."""

_IN_SCRIPT = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"))
"""What could end a script, or begin a comment in one, as escapes of JSON."""


_IN_HTML = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"))


def page(view: ModuleView, shown: ShownOnPage, program: PageProgram) -> str:
    """Returns one page of HTML for what is shown of a view, and the program."""
    parts = {
        "title": _escaped(printable(os.path.basename(view.file))),
        "style": _read("page.css"),
        "data": _data(page_object(view, shown, program)),
        "script": "\n".join([_read(f"script/{name}") for name in _SCRIPTS]),
    }
    pieces = _read("page.html").split("@@")
    return "".join([parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)])


def _data(shown: Object) -> str:
    text = dumps(shown, separators=(",", ":"))
    for character, escape in _IN_SCRIPT:
        text = text.replace(character, escape)
    return text


def _read(name: str) -> str:
    with open(os.path.join(_FOLDER, *name.split("/")), encoding="utf-8") as file:
        return file.read()


def _escaped(text: str) -> str:
    """Returns `text` for HTML, as `html.escape` does, whose module takes long to import."""
    for character, escape in _IN_HTML:
        text = text.replace(character, escape)
    return text


_MAX_COLLECTIVES = 2_000
_MAX_POINTS, _MAX_ALIVE = 300, 25
"""Of the curve of memory, and live values of each point."""

_ALL_POINTS, _ALL_ALIVE = 1_000, 100
"""The same if everything is to be shown."""

_LARGE = 4 << 20
"""Bytes of a page above which its size is reported."""

_BYTES_OF_TENSOR, _BYTES_OF_COLLECTIVE, _BYTES_OF_LINE, _BYTES_OF_BRACKET = 200, 410, 45, 5
"""What each takes on a page, roughly; of a line and of an angle bracket beside the text itself."""

_BYTES_OF_ALL_POINTS = 500_000
"""What the curve takes in a large program."""

Item = TypeVar("Item")


class PageExtent(NamedTuple):
    """How much of a program a page shows, and in which order."""

    sort: str = "order"
    top: int | None = None
    """How many tensors; None for all, or of very many those that cost most."""
    everything: bool = False
    """Whether nothing is left out."""
    xla: XlaView | None = None
    """A compiled program that is shown, too."""
    functions: Collection[str] = ()
    """Those whose collectives are shown; all if it is empty."""


def write_page(path: str, analysis: Analysis, program: PageProgram, extent: PageExtent) -> None:
    """Writes the page for browsers to a file, and to standard error what is left out, and how large a large page is."""
    name = "the page" if path == "-" else path
    size_of_all = _size_of_all(analysis.view, program)
    if extent.everything and size_of_all > _LARGE:
        _note(f"{name} is going to have about {short(size_of_all)}")
    shown = shown_of(analysis, extent)
    text = page(analysis.view, shown, program)
    if not extent.everything:
        left_out = ", ".join(_left_out(analysis.view, shown, extent, program))
        size, whole = short(len(text.encode())), short(size_of_all)
        if left_out:
            _note(f"{name} has {size} and shows what costs most: {left_out}; with --all it has about {whole}")
        elif len(text) > _LARGE:
            _note(f"{name} has {size}")
    write_text(path, text)


def _note(text: str) -> None:
    console.say(Message("note", text, Extent(None)))


def shown_of(analysis: Analysis, extent: PageExtent) -> ShownOnPage:
    """Returns what is shown of a view."""
    view = analysis.view
    everything = extent.everything
    collectives = view.collectives
    if extent.functions:
        collectives = tuple([each for each in collectives if each.function in extent.functions])
    if not everything and len(collectives) > _MAX_COLLECTIVES:
        order = nsmallest(_MAX_COLLECTIVES, range(len(collectives)), key=lambda number: -_sent(collectives[number]))
        collectives = tuple([collectives[number] for number in sorted(order)])
    points, alive = (_ALL_POINTS, _ALL_ALIVE) if everything else (_MAX_POINTS, _MAX_ALIVE)
    return ShownOnPage(
        listed(view.tensors, extent.sort, extent.top),
        collectives,
        memory_curve(analysis, points, alive),
        everything,
        analysis if analysis.program.written is not None else None,
        extent.xla,
    )


def _sent(collective: CollectiveView) -> float:
    sent = collective.sent
    return float("inf") if sent is None else sent


def _left_out(view: ModuleView, shown: ShownOnPage, extent: PageExtent, program: PageProgram) -> Iterator[str]:
    """Yields how much is shown of what is not shown as a whole."""
    if extent.top is None and view.left_out:
        yield f"{len(shown.tensors):,} of {len(view.tensors) + view.left_out:,} tensors"
    if len(shown.collectives) < len(view.collectives) and not extent.functions:
        yield f"{len(shown.collectives):,} of {len(view.collectives):,} collectives"
    if line_count(program.text) > MAX_LINES:
        yield f"the lines of these, of {line_count(program.text):,}"


def _size_of_all(view: ModuleView, program: PageProgram) -> int:
    """Returns about how many bytes a page has that shows everything."""
    text = program.text
    brackets = _BYTES_OF_BRACKET * (text.count("<") + text.count(">"))
    lines = len(text.encode("utf-8", "replace")) + brackets + _BYTES_OF_LINE * line_count(text)
    rows = _BYTES_OF_TENSOR * (len(view.tensors) + view.left_out) + _BYTES_OF_COLLECTIVE * len(view.collectives)
    return lines + rows + (_BYTES_OF_ALL_POINTS if line_count(text) > MAX_LINES else 0)
