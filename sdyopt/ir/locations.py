"""The kinds of locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.records import NamedTuple


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


def label_of(location: Location | int | None) -> str:
    """Returns the name around a location, which JAX gives to arguments and operations; empty if it has none."""
    return location.name if isinstance(location, NameLoc) else ""


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


# The call stack that a location describes: https://mlir.llvm.org/docs/Dialects/Builtin/#callsiteloc.


class Frame(NamedTuple):
    """A position in a file, from 1, and the name of the function that it is in, if the location says it."""

    file: str
    line: int
    column: int
    function: str | None = None

    @property
    def short_function(self) -> str | None:
        """The name of the function without those of the functions around it, as in a traceback of Python."""
        return self.function and self.function.rpartition(".<locals>.")[2]


def frames_of(location: Location | int) -> Iterator[Frame]:
    """Returns the call stack of a location, innermost first; empty if it has no position in a file.

    Of fused locations the first with a position counts. A name directly around a position is that of a function if
    the position is one of a call site, or if another name surrounds it; otherwise it is that of the operation. What
    occurs in a location more than once counts once, so that the time does not grow with the number of its paths.
    """
    work: list[_UnreadPart] = [_UnreadPart(location)]
    seen: set[Location] = set()
    answered: set[Location] = set()
    while work:
        part = work.pop()
        current = part.location
        if part.fused in answered:
            continue
        if isinstance(current, FileLineColRange):
            yield Frame(current.file, current.line, current.column, part.name if part.is_nested else None)
            if part.fused is not None:
                answered.add(part.fused)
        elif isinstance(current, NameLoc) and current.child is not None:
            is_nested = part.is_nested or part.name is not None
            work.append(part._replace(location=current.child, name=current.name, is_nested=is_nested))
        elif isinstance(current, CallSiteLoc | FusedLoc) and current not in seen:
            seen.add(current)
            if isinstance(current, FusedLoc):
                work += [
                    part._replace(location=each, fused=part.fused or current) for each in reversed(current.locations)
                ]
            else:
                work += [
                    _UnreadPart(current.caller, is_nested=True),
                    part._replace(location=current.callee, name=None, is_nested=True),
                ]


class _UnreadPart(NamedTuple):
    """A part of a location that is still to be read."""

    location: Location | int
    name: str | None = None
    """The name directly around it."""
    is_nested: bool = False
    """Whether it is in a call site, or in more than one name."""
    fused: FusedLoc | None = None
    """The fused location of which it is one alternative."""
