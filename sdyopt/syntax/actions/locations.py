"""Locations."""

from __future__ import annotations

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ods.diagnostics import ParseError, UnwantedToken
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.quoting import string_value
from sdyopt.ods.spelling import spell
from sdyopt.ods.tokens import before_token
from sdyopt.syntax.actions.attributes import opaque_attribute
from sdyopt.syntax.builder import Builder

ACTIONS = (
    "location",
    "unknown_location",
    "file_location",
    "location_end",
    "line",
    "end_line",
    "column",
    "name_location",
    "callsite_location",
    "fused_location",
    "deferred_location",
    "location_alias",
    "no_location",
    "opaque_location",
)


def location(parser: Builder, body: Location) -> Location:
    return body


def unknown_location(parser: Builder) -> Location:
    return l.UNKNOWN


def file_location(
    parser: Builder, file: str, line: int, column: int | None, end: tuple[int | None, int] | None
) -> Location:
    name = string_value(file)
    if end is None:
        return l.FileLineColRange(name or "-", line, column or 0)
    assert column is not None
    end_line, end_column = end
    last = line if end_line is None else end_line
    if (last, end_column) == (line, column):
        return l.FileLineColRange(name, line, column)
    return l.FileLineColRange(name, line, column, last, end_column)


def location_end(parser: Builder, line: int | None, column: int) -> tuple[int | None, int]:
    return line, column


def line(parser: Builder, literal: str) -> int:
    return _position(parser, literal, "line")


def end_line(parser: Builder, literal: str) -> int:
    if literal[0] == "-":
        raise parser.missing("expected either integer or `:` post `to` in FileLineColRange", parser.start)
    return _position(parser, literal, "line")


def column(parser: Builder, literal: str) -> int:
    return _position(parser, literal, "column")


def _position(parser: Builder, literal: str, what: str) -> int:
    """A number that MLIR does not take if it is none, or too large; of lines it says where they are missing."""
    is_negative = literal[0] == "-"
    number = short_integer(literal)
    if is_negative or number >= 1 << 32:
        is_missing = is_negative or what == "line"
        place = before_token(parser.text, parser.start) if is_missing else parser.start
        raise UnwantedToken(f"expected integer {what} number in FileLineColRange", place)
    return number


def name_location(parser: Builder, name: str, child: Location | None) -> Location:
    return l.NameLoc(string_value(name), None if child is l.UNKNOWN else child)


def callsite_location(parser: Builder, callee: Location, caller: Location) -> Location:
    return l.CallSiteLoc(callee, caller)


def fused_location(parser: Builder, metadata: Attribute | None, *locations: Location) -> Location:
    """Fused locations: unknown ones, repetitions and what nested fused ones share fall away, as in MLIR."""
    flat: dict[Location, None] = {}
    for part in locations:
        if isinstance(part, l.FusedLoc) and part.metadata is metadata:
            flat.update(dict.fromkeys(part.locations))
        elif part is not l.UNKNOWN:
            flat[part] = None
    if not flat and metadata is None:
        return l.UNKNOWN
    if len(flat) == 1 and metadata is None:
        return next(iter(flat))
    return l.FusedLoc(tuple(flat) or (l.UNKNOWN,), metadata)


def deferred_location(parser: Builder, name: str) -> Location:
    """A location by its alias, which may be defined further down."""
    known = parser.attribute_aliases.get(name)
    if known is None:
        parser.alias_uses.setdefault(name, parser.start)
        return l.OpaqueLoc(name)
    if not isinstance(known, Location):
        raise ParseError(f"expected location, but found '{spell(known)}'", parser.start)
    return known


def no_location(parser: Builder, attribute: Attribute) -> Location:
    """A dialect's attribute, of which none is a location."""
    raise ParseError(f"expected location attribute, but got{spell(attribute)}", parser.next_token_or_end)


def opaque_location(parser: Builder, symbol: tuple[str, str, int]) -> Location:
    return no_location(parser, opaque_attribute(parser, symbol, None))


def location_alias(parser: Builder, name: str) -> Location:
    """A location inside another, by its alias."""
    known = parser.attribute_aliases.get(name)
    if known is None:
        raise parser.undefined_alias("#", name, parser.attribute_aliases)
    if not isinstance(known, Location):
        raise ParseError(f"expected location attribute, but got{spell(known)}", parser.next_token_or_end)
    return known
