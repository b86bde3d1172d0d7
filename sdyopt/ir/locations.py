"""The kinds of locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdyopt.ir.attribute import Attribute, Location


class UnknownLoc(Location):
    """`loc(unknown)`."""


class FileLineColRange(Location):
    """`loc("file":1:2)` or, with an end, `loc("file":1:2 to 3:4)`. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_line: int | None = None
    end_column: int | None = None


class NameLoc(Location):
    """`loc("name")` or `loc("name"(child))`."""

    name: str
    child: Location | None = None


class CallSiteLoc(Location):
    """`loc(callsite(callee at caller))`."""

    callee: Location
    caller: Location


class FusedLoc(Location):
    """`loc(fused<metadata>[a, b])`."""

    locations: tuple[Location, ...]
    metadata: Attribute | None = None


class OffsetLoc(Location):
    """An offset in the text that the program was parsed from, as a part of a fused location."""

    offset: int


class OpaqueLoc(Location):
    """A placeholder for an alias that is not defined yet; parsing replaces all of them."""

    alias: str


UNKNOWN = UnknownLoc()


def fused(locations: Iterable[Location | int]) -> Location | int:
    """Returns a location that stands for all of `locations`, as MLIR fuses them.

    Fused ones without metadata are flattened; each location counts once, unknown ones do not count.
    """
    parts: dict[Location, None] = {}
    for location in locations:
        if isinstance(location, int):
            parts[OffsetLoc(location)] = None
        elif isinstance(location, FusedLoc) and location.metadata is None:
            parts.update(dict.fromkeys(location.locations))
        elif location is not UNKNOWN:
            parts[location] = None
    if not parts:
        return UNKNOWN
    first, *others = parts
    if others:
        return FusedLoc(tuple(parts))
    return first.offset if isinstance(first, OffsetLoc) else first


def without_offsets(location: Location | int, locate: Callable[[int], Location]) -> Location:
    """Returns `location` with `locate(offset)` in place of an offset, also of those in a fused location."""
    if isinstance(location, int):
        return locate(location)
    if not isinstance(location, FusedLoc) or not any(isinstance(part, OffsetLoc) for part in location.locations):
        return location
    parts = [locate(part.offset) if isinstance(part, OffsetLoc) else part for part in location.locations]
    return without_offsets(fused(parts), locate)
