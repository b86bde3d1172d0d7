"""Diagnostics as people read them: `file:line:col: error: message`, the source line, and a caret."""

from __future__ import annotations

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from sdyopt.ods.diagnostics import Diagnostic
from sdyopt.ods.source import Source

LONGEST_LINE = 4096
"""Of a longer source line nothing is shown: it would bury the message."""


def render(diagnostic: Diagnostic, source: Source) -> str:
    """The text of a diagnostic and its notes, with a newline at the end."""
    parts = [_render(diagnostic.severity, diagnostic.message, diagnostic.location, source)]
    parts += [_render("note", note.message, note.location, source) for note in diagnostic.notes]
    return "".join(parts)


def _render(severity: str, message: str, location: Location | int, source: Source) -> str:
    if isinstance(location, int) and location >= 0:
        line, column = source.position(location)
        return f"{source.name}:{line}:{column}: {severity}: {message}\n{_excerpt(source, location)}"
    file = None if isinstance(location, int) else file_location(location)
    if file is None:
        return f"{source.name}: {severity}: {message}\n"
    return f"{file.file}:{file.line}:{file.column}: {severity}: {message}\n"


def _excerpt(source: Source, offset: int) -> str:
    """The line of `offset`, and a caret below it."""
    start, end = source.line_bounds(offset)
    if end - start > LONGEST_LINE:
        return ""
    line = source.text[start:end].rstrip("\r")
    before = "".join([c if c == "\t" else " " for c in line[: offset - start]])
    return f"{line}\n{before}^\n"


def file_location(location: Location) -> FileLineColRange | None:
    """The first file position in a location."""
    work = [location]
    while work:
        current = work.pop()
        if isinstance(current, FileLineColRange):
            return current
        if isinstance(current, NameLoc) and current.child is not None:
            work.append(current.child)
        elif isinstance(current, CallSiteLoc):
            work += [current.caller, current.callee]
        elif isinstance(current, FusedLoc):
            work += reversed(current.locations)
    return None
