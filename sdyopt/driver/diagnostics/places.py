"""Places in files."""

from __future__ import annotations

from dataclasses import dataclass

from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import frames_of
from sdyopt.ir.locations import FusedLoc, OffsetLoc
from sdyopt.mlir.diagnostics.source import Source


@dataclass(frozen=True, slots=True)
class Place:
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
    offset = offset_of(location)
    if offset is not None:
        return Place(source.name, *source.position(offset)) if offset >= 0 else None
    frame = next(frames_of(location), None)
    return None if frame is None else Place(frame.file, frame.line, frame.column)


def offset_of(location: Location | int) -> int | None:
    """Returns the offset that a location is in the text, or that comes first in a fused one; None if there is none."""
    if isinstance(location, int):
        return location
    first = location.locations[0] if isinstance(location, FusedLoc) and location.locations else None
    return first.offset if isinstance(first, OffsetLoc) else None
