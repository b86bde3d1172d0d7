"""Places in files."""

from __future__ import annotations

import re

from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import frames_of
from sdyopt.ir.locations import FusedLoc, OffsetLoc
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.write.quoting import symbol_token


class Place(NamedTuple):
    """A line and a column of a file, from 1: of the input, or of the file that its locations name.

    Columns count bytes of UTF-8, as MLIR's do.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def place_of(location: Location | int, source: Source) -> Place | None:
    """Returns the place of a location, or of an offset in `source`; None if it has none."""
    location = source.known(location)
    offset = offset_of(location)
    if offset is not None:
        return Place(source.name, *source.position(offset)) if offset >= 0 else None
    frame = next(frames_of(location), None)
    return None if frame is None else Place(frame.file, frame.line, frame.column)


def function_place(function: Operation, source: Source) -> Place | None:
    """Returns the place of a function whose own location says nothing: that of its end, or its line in the text."""
    blocks = function.regions[0].blocks
    last = blocks[-1].last if blocks else None
    return (None if last is None else place_of(last.location, source)) or place_in_text(function, source)


def place_in_text(function: Operation, source: Source) -> Place | None:
    """Returns where the text defines a function, which is looked for by its name; None if it does not."""
    name = re.escape(symbol_token(symbol_name(function) or ""))
    match = re.search(rf"^[^\S\n]*(func\.func)\b[^\n@]*{name}(?![\w$.-])", source.text, re.MULTILINE)
    return None if match is None else place_of(match.start(1), source)


def offset_of(location: Location | int) -> int | None:
    """Returns the offset that a location is in the text, or that comes first in a fused one; None if there is none."""
    if isinstance(location, int):
        return location
    first = location.locations[0] if isinstance(location, FusedLoc) and location.locations else None
    return first.offset if isinstance(first, OffsetLoc) else None
