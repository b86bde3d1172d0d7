"""Writes the page of a program, of a large one only what costs most."""

from __future__ import annotations

import os.path
import re
from collections.abc import Collection, Iterator
from json import dumps
from typing import TYPE_CHECKING

from sdyopt.cli import console
from sdyopt.display.messages import Extent, Message
from sdyopt.display.wording import printable
from sdyopt.ir.records import NamedTuple
from sdyopt.view.collection import Analysis
from sdyopt.view.model import ModuleView, listed
from sdyopt.view.page.data import Object, ShownOnPage, page_object
from sdyopt.view.page.program import MAX_LINES, PageProgram
from sdyopt.view.render.amounts import short
from sdyopt.view.render.memory_curve import memory_curve

if TYPE_CHECKING:
    from sdyopt.view.options import PageOptions
    from sdyopt.view.xla import XlaView


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
"""What could end a script, or begin a comment in one."""

_IN_HTML = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"))


def page(view: ModuleView, shown: ShownOnPage, program: PageProgram) -> str:
    """Returns one page of HTML for what is shown of a view, and the program."""
    parts = {
        "title": _escaped(printable(os.path.basename(view.file))),
        "style": style(),
        "data": _data(page_object(view, shown, program)),
        "script": "\n".join([_read(f"script/{name}") for name in _SCRIPTS]),
    }
    pieces = _read("page.html").split("@@")
    return "".join([parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)])


def _data(shown: Object) -> str:
    """Returns JSON in which no text ends the script that it is in."""
    return _ENDS.sub(lambda match: f"\\u{ord(match[0][0]):04x}{match[0][1:]}", dumps(shown, separators=(",", ":")))


def style() -> str:
    """Returns the style of pages."""
    return _read("page.css")


def _read(name: str) -> str:
    with open(os.path.join(_FOLDER, *name.split("/")), encoding="utf-8") as file:
        return file.read()


def _escaped(text: str) -> str:
    """Returns `text` for HTML, as `html.escape` does, whose module takes long to import."""
    for character, escape in _IN_HTML:
        text = text.replace(character, escape)
    return text


_MAX_COLLECTIVES = 2_000
_MAX_POINTS, _MAX_ALIVE = 240, 25
"""Of the curve of memory, and rows of live values of each point."""

_ALL_POINTS, _ALL_ALIVE = 1_000, 1_000
"""The same if everything is to be shown."""

_LARGE = 4 << 20
"""Bytes of a page above which its size is reported."""


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
    before: ModuleView | None = None
    """The program with which it is compared."""


def write_page(given: PageOptions, analysis: Analysis, program: PageProgram, extent: PageExtent) -> None:
    """Writes the page for browsers to a file, and to standard error its name, its size, and what is left out."""
    with console.progress("writing the page"):
        shown = shown_of(analysis, extent)
        text = page(analysis.view, shown, program)
    given.write_page(text)
    left_out = "" if extent.everything else ", ".join(_left_out(analysis.view, shown, extent, program))
    shows = f", and shows what costs most: {left_out} (--all)" if left_out else ""
    name = "the page" if given.html == "-" else given.html
    if given.html != "-" or left_out or len(text) > _LARGE:
        _note(f"{name} has {short(len(text.encode()))}{shows}")


def _note(text: str) -> None:
    console.say(Message("note", text, Extent(None)))


def shown_of(analysis: Analysis, extent: PageExtent) -> ShownOnPage:
    """Returns what is shown of a view."""
    view = analysis.view
    everything = extent.everything
    collectives = view.collectives
    if extent.functions:
        collectives = tuple([each for each in collectives if each.function in extent.functions])
    points, alive = (_ALL_POINTS, _ALL_ALIVE) if everything else (_MAX_POINTS, _MAX_ALIVE)
    return ShownOnPage(
        listed(view.tensors, extent.sort, extent.top),
        collectives,
        None if everything else _MAX_COLLECTIVES,
        memory_curve(analysis, points, alive),
        everything,
        analysis if analysis.program.written is not None else None,
        extent.xla,
        extent.before,
    )


def _left_out(view: ModuleView, shown: ShownOnPage, extent: PageExtent, program: PageProgram) -> Iterator[str]:
    """Yields how much is shown of what is not shown as a whole."""
    if extent.top is None and view.left_out:
        yield f"{len(shown.tensors):,} of {len(view.tensors) + view.left_out:,} tensors"
    lines = program.text.removesuffix("\n").count("\n") + 1
    if lines > MAX_LINES:
        yield f"the lines of these, of {lines:,}"
