"""Places in files."""

from __future__ import annotations

from dataclasses import dataclass

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, NameLoc, OffsetLoc
from sdyopt.ods.source import Source


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
    assert not isinstance(location, int)
    file = file_location(location)
    return None if file is None else Place(file.file, file.line, file.column)


def offset_of(location: Location | int) -> int | None:
    """Returns the offset that a location is in the text, or that comes first in a fused one; None if there is none."""
    if isinstance(location, int):
        return location
    first = location.locations[0] if isinstance(location, FusedLoc) and location.locations else None
    return first.offset if isinstance(first, OffsetLoc) else None


def file_location(location: Location) -> FileLineColRange | None:
    """Returns the first file position in a location."""
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
