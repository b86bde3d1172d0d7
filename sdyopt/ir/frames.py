"""The call stack that a location describes: https://mlir.llvm.org/docs/Dialects/Builtin/#callsiteloc.

Frontends write the stack of an operation as nested call sites: `callsite("f"("model.py":3:1) at "g"("train.py":9:1))`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from sdyopt.ir.named_tuple import NamedTuple


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
