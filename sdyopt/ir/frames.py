"""The call stack that a location describes: https://mlir.llvm.org/docs/Dialects/Builtin/#callsiteloc.

Frontends write the stack of an operation as nested call sites: `callsite("f"("model.py":3:1) at "g"("train.py":9:1))`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, NameLoc


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
    the position is one of a call site, or if another name surrounds it; otherwise it is that of the operation.
    """
    work: list[tuple[Location | int, str | None, bool]] = [(location, None, False)]
    while work:
        current, name, is_nested = work.pop()
        if isinstance(current, FileLineColRange):
            yield Frame(current.file, current.line, current.column, name if is_nested else None)
        elif isinstance(current, NameLoc) and current.child is not None:
            work.append((current.child, current.name, is_nested or name is not None))
        elif isinstance(current, CallSiteLoc):
            work += [(current.caller, None, True), (current.callee, None, True)]
        elif isinstance(current, FusedLoc):
            first = next((part for part in current.locations if any(frames_of(part))), None)
            if first is not None:
                work.append((first, name, is_nested))
