"""The page: a template, with its style, its script and what it shows all inside."""

from __future__ import annotations

import os.path
from json import dumps

from sdyopt.display.wording import printable
from sdyopt.view.model import ModuleView
from sdyopt.view.page.data import Object, ShownOnPage, page_object
from sdyopt.view.page.program import PageProgram

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
