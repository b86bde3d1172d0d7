"""The page: a template, with its style, its script and what it shows all inside."""

from __future__ import annotations

import html
import os.path
from json import dumps
from pathlib import Path

from sdyopt.display.wording import printable
from sdyopt.view.model import ModuleView
from sdyopt.view.page.data import Shown, page_object
from sdyopt.view.page.program import Program

_FOLDER = Path(__file__).parent
_SCRIPTS = (
    "words.js",
    "head.js",
    "listing.js",
    "tensors.js",
    "picture.js",
    "collectives.js",
    "memory.js",
    "program.js",
    "start.js",
)
"""Parts of one script, in one scope, in this order."""

_IN_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What could end a script, or begin a comment in one, as escapes of JSON."""


def page(view: ModuleView, shown: Shown, program: Program) -> str:
    """Returns one page of HTML for what is shown of a view, and the program."""
    parts = {
        "title": html.escape(printable(os.path.basename(view.file))),
        "style": _read("page.css"),
        "data": dumps(page_object(view, shown, program), separators=(",", ":")).translate(_IN_SCRIPT),
        "script": "\n".join([_read(f"script/{name}") for name in _SCRIPTS]),
    }
    pieces = _read("page.html").split("@@")
    return "".join([parts[piece] if index % 2 else piece for index, piece in enumerate(pieces)])


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
