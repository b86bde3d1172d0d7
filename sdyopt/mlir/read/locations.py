"""Locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.tokens import Tokens
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_value


class Locations(Tokens):
    """Reads locations."""

    attribute_aliases: dict[str, Attribute]
    alias_uses: dict[str, int]
    """The aliases that have been used before their definition, and where."""

    def parse_optional_location(self) -> Location | None:
        """Reads `loc(…)` behind an operation or an argument; its alias may be defined further down."""
        if self.token != "loc":
            return None
        self.consume()
        self.parse_token("(", "expected '(' in location")
        if self.kind == "HASH" and "." not in self.token:
            location = self._parse_location_alias()
        else:
            location = self.parse_location_instance()
        self.parse_token(")", "expected ')' in location")
        return location

    def _parse_location_alias(self) -> Location:
        name, at = self.token[1:], self.start
        self.consume()
        known = self.attribute_aliases.get(name)
        if known is None:
            self.alias_uses.setdefault(name, at)
            return l.OpaqueLoc(name)
        if not isinstance(known, Location):
            raise self.error_at(f"expected location, but found '{text_of(known)}'", at)
        return known

    def parse_location_instance(self) -> Location:
        self.go_deeper()
        token = self.token
        location: Location
        if self.kind == "HASH":
            attribute = self.parse_symbol(False)
            if not isinstance(attribute, Location):
                raise self.error_here(f"expected location attribute, but got{text_of(attribute)}")
            location = attribute
        elif self.kind == "STRING":
            location = self._parse_file_or_name()
        elif token == "callsite":
            location = self._parse_call_site()
        elif token == "fused":
            location = self._parse_fused()
        elif token == "unknown":
            self.consume()
            location = l.UNKNOWN
        else:
            raise self.wrong_token("expected location instance")
        self.depth -= 1
        return location

    def _parse_file_or_name(self) -> Location:
        name = string_value(self.token)
        self.consume()
        if self.token == ":":
            self.consume()
            return self._parse_range(name)
        if not self.consume_if("("):
            return l.NameLoc(name, None)
        child = self.parse_location_instance()
        self.parse_token(")", "expected ')' after child location of NameLoc")
        return named_location(name, child)

    def _parse_range(self, file: str) -> Location:
        """Reads `line:column to line:column`, most of which may be missing."""
        line = self._parse_position("expected integer line number in FileLineColRange", True)
        if not self.consume_if(":"):
            return file_location(file, line, None, None)
        column = self._parse_position("expected integer column number in FileLineColRange")
        if not self.consume_if("to"):
            return file_location(file, line, column, None)
        end_line = None
        if self.kind == "INTEGER":
            end_line = self._parse_position("expected integer line number in FileLineColRange", True)
        self.parse_token(":", "expected either integer or `:` post `to` in FileLineColRange")
        end_column = self._parse_position("expected integer column number in FileLineColRange")
        return file_location(file, line, column, (end_line, end_column))

    def _parse_position(self, message: str, is_line: bool = False) -> int:
        """Reads a number of 32 bits."""
        if self.kind != "INTEGER":
            raise self.wrong_token(message)
        number = short_integer(self.token)
        if number >= 1 << 32:
            raise self.wrong_token(message) if is_line else self.error_here(message)
        self.consume()
        return number

    def _parse_call_site(self) -> Location:
        self.consume()
        self.parse_token("(", "expected '(' in callsite location")
        callee = self.parse_location_instance()
        self.parse_token("at", "expected 'at' in callsite location")
        caller = self.parse_location_instance()
        self.parse_token(")", "expected ')' in callsite location")
        return l.CallSiteLoc(callee, caller)

    def _parse_fused(self) -> Location:
        self.consume()
        metadata = None
        if self.consume_if("<"):
            metadata = self.parse_attribute()
            self.parse_token(">", "expected '>' after fused location metadata")
        parts: list[Location] = []
        self.parse_list("[", "]", " in fused location", lambda: parts.append(self.parse_location_instance()))
        return fused_location(metadata, parts)


def file_location(file: str, line: int, column: int | None, end: tuple[int | None, int] | None) -> Location:
    """Returns a place in a file, or a range of it."""
    if end is None:
        return l.FileLineColRange(file or "-", line, column or 0)
    assert column is not None
    end_line, end_column = end
    last = line if end_line is None else end_line
    if (last, end_column) == (line, column):
        return l.FileLineColRange(file, line, column)
    return l.FileLineColRange(file, line, column, last, end_column)


def named_location(name: str, child: Location) -> Location:
    """Returns a location with a name; one that is not known is no child."""
    return l.NameLoc(name, None if child is l.UNKNOWN else child)


def fused_location(metadata: Attribute | None, locations: Sequence[Location]) -> Location:
    """Fuses locations: unknown ones, repetitions and what nested fused ones share are left out, as in MLIR."""
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
