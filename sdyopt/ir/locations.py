"""The kinds of locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes."""

from __future__ import annotations

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


class OpaqueLoc(Location):
    """A placeholder for an alias that is not defined yet; parsing replaces all of them."""

    alias: str


UNKNOWN = UnknownLoc()
