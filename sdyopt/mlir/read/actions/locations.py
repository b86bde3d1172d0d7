"""Locations."""

from __future__ import annotations

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.mlir.diagnostics import ParseError, UnwantedToken
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.syntax import Syntax, always, as_tuple, made
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.actions.attributes import Attributes
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.tokens import before_token
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_value


class Locations(Syntax):
    """Locations."""

    grammar = """
        ?location: "loc" "(" outer_location ")"
        ?outer_location: written_location
                       | ATTRIBUTE_ALIAS                               -> deferred_location
                       | no_location
        ?location_body: written_location
                      | ATTRIBUTE_ALIAS                                -> location_alias
                      | no_location
        ?written_location: "unknown"                                   -> unknown_location
                         | STRING ":" line [":" column [location_end]] -> file_location
                         | STRING ["(" location_body ")"]              -> name_location
                         | "callsite" "(" location_body "at" location_body ")" -> callsite_location
                         | "fused" ["<" attribute ">"] "[" (location_body ("," location_body)*)? "]" -> fused_location
        no_location: dialect_attribute
                   | OPAQUE_ATTRIBUTE                                  -> opaque_location
        location_end: "to" [end_line] ":" column
        line: INTEGER
        end_line: INTEGER
        column: INTEGER
    """
    messages = {
        "location '('": missing("expected '(' in location"),
        "location ')'": missing("expected ')' in location"),
        "file_location line": missing("expected integer line number in FileLineColRange"),
        "location_end ':'": missing("expected either integer or `:` post `to` in FileLineColRange"),
        " column": missing("expected integer column number in FileLineColRange"),
        "name_location ')'": missing("expected ')' after child location of NameLoc"),
        "callsite_location '('": missing("expected '(' in callsite location"),
        "callsite_location 'at'": missing("expected 'at' in callsite location"),
        "callsite_location ')'": missing("expected ')' in callsite location"),
        "fused_location '>'": missing("expected '>' after fused location metadata"),
        "fused_location '['": missing("expected '[' in fused location"),
        "fused_location ']'": missing("expected ']' in fused location"),
        " outer_location": missing("expected location instance"),
        " location_body": missing("expected location instance"),
    }

    unknown_location = always(l.UNKNOWN)
    location_end = as_tuple
    callsite_location = made(l.CallSiteLoc)

    @staticmethod
    def file_location(
        builder: Builder, file: str, line: int, column: int | None, end: tuple[int | None, int] | None
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

    @staticmethod
    def line(builder: Builder, literal: str) -> int:
        return _position(builder, literal, "line")

    @staticmethod
    def end_line(builder: Builder, literal: str) -> int:
        if literal[0] == "-":
            raise builder.missing("expected either integer or `:` post `to` in FileLineColRange", builder.start)
        return _position(builder, literal, "line")

    @staticmethod
    def column(builder: Builder, literal: str) -> int:
        return _position(builder, literal, "column")

    @staticmethod
    def name_location(builder: Builder, name: str, child: Location | None) -> Location:
        return l.NameLoc(string_value(name), None if child is l.UNKNOWN else child)

    @staticmethod
    def fused_location(builder: Builder, metadata: Attribute | None, *locations: Location) -> Location:
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

    @staticmethod
    def deferred_location(builder: Builder, name: str) -> Location:
        """A location by its alias, which may be defined further down."""
        known = builder.attribute_aliases.get(name)
        if known is None:
            builder.alias_uses.setdefault(name, builder.start)
            return l.OpaqueLoc(name)
        if not isinstance(known, Location):
            raise ParseError(f"expected location, but found '{text_of(known)}'", builder.start)
        return known

    @staticmethod
    def no_location(builder: Builder, attribute: Attribute) -> Location:
        """A dialect's attribute, of which none is a location."""
        raise ParseError(f"expected location attribute, but got{text_of(attribute)}", builder.next_token_or_end)

    @staticmethod
    def opaque_location(builder: Builder, symbol: tuple[str, str, int]) -> Location:
        return Locations.no_location(builder, Attributes.opaque_attribute(builder, symbol, None))

    @staticmethod
    def location_alias(builder: Builder, name: str) -> Location:
        """A location inside another, by its alias."""
        known = builder.attribute_aliases.get(name)
        if known is None:
            raise builder.undefined_alias("#", name, builder.attribute_aliases)
        if not isinstance(known, Location):
            raise ParseError(f"expected location attribute, but got{text_of(known)}", builder.next_token_or_end)
        return known


def _position(builder: Builder, literal: str, what: str) -> int:
    """A number that MLIR does not take if it is none, or too large; of lines it says where they are missing."""
    is_negative = literal[0] == "-"
    number = short_integer(literal)
    if is_negative or number >= 1 << 32:
        is_missing = is_negative or what == "line"
        place = before_token(builder.text, builder.start) if is_missing else builder.start
        raise UnwantedToken(f"expected integer {what} number in FileLineColRange", place)
    return number
