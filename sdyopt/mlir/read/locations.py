"""Locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.read.tokens import Tokens
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write.attributes import string_value, text_of


class _Opened(NamedTuple):
    """A location some of whose parts have not been read."""

    kind: str
    parts: list[Location]
    name: str = ""
    metadata: Attribute | None = None


class Locations(Tokens):
    """Reads locations."""

    attribute_aliases: dict[str, Attribute]
    alias_uses: dict[str, int]
    """The aliases that have been used before their definition, and where."""

    def parse_optional_location(self) -> Location | None:
        """Reads `loc(…)` after an operation or an argument; its alias may be defined further down."""
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
        """Reads a location without its parentheses. It may nest as deep as it likes."""
        opened: list[_Opened] = []
        while True:
            location = self._begin_location(opened)
            while location is not None:
                if not opened:
                    return location
                location = self._go_on(opened, location)

    def _begin_location(self, opened: list[_Opened]) -> Location | None:
        """Reads a location; returns None if it has parts, which come next, and adds it to `opened`."""
        token = self.token
        if self.kind == "HASH":
            attribute = self.parse_symbol(False)
            if not isinstance(attribute, Location):
                raise self.error_here(f"expected location attribute, but got{text_of(attribute)}")
            return attribute
        if self.kind == "STRING":
            name = string_value(token)
            self.consume()
            if self.consume_if(":"):
                return self._parse_range(name)
            if not self.consume_if("("):
                return l.NameLoc(name, None)
            opened.append(_Opened("name", [], name))
            return None
        if token not in ("callsite", "fused", "unknown"):
            raise self.wrong_token("expected location instance")
        self.consume()
        if token == "unknown":
            return l.UNKNOWN
        if token == "callsite":
            self.parse_token("(", "expected '(' in callsite location")
            opened.append(_Opened(token, []))
            return None
        metadata = None
        if self.consume_if("<"):
            metadata = self.parse_attribute()
            self.parse_token(">", "expected '>' after fused location metadata")
        self.parse_token("[", "expected '[' in fused location")
        if self.consume_if("]"):
            return fused_location(metadata, [])
        opened.append(_Opened(token, [], "", metadata))
        return None

    def _go_on(self, opened: list[_Opened], part: Location) -> Location | None:
        """Adds a part to the location that was opened last; returns that if it is complete."""
        kind, parts, name, metadata = opened[-1]
        parts.append(part)
        if kind == "fused":
            if self.consume_if(","):
                return None
            self.parse_token("]", "expected ']' in fused location")
            opened.pop()
            return fused_location(metadata, parts)
        if kind == "callsite" and len(parts) == 1:
            self.parse_token("at", "expected 'at' in callsite location")
            return None
        message = "expected ')' after child location of NameLoc"
        self.parse_token(")", message if kind == "name" else "expected ')' in callsite location")
        opened.pop()
        return named_location(name, part) if kind == "name" else l.CallSiteLoc(*parts)

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
    """Returns a location with a name; one that is not known is not a child."""
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


# Lines that define aliases of locations, as JAX writes them by the thousand, are read without the grammar.

_NUMBER = r"\d{1,9}"
"""A number that is small enough for a line or a column."""

_DEFINITION = pattern(
    rf"""\#(?P<alias>loc\d*)\ =\ loc\((?:
      (?P<file>"[ !\#-\[\]-~]+"):(?P<line>{_NUMBER}):(?P<column>{_NUMBER})
        (?:\ to\ (?P<end_line>{_NUMBER})?:(?P<end_column>{_NUMBER}))?
    | (?P<name>"[ !\#-\[\]-~]+")(?:\(\#(?P<child>loc\d*)\))?
    | callsite\(\#(?P<callee>loc\d*)\ at\ \#(?P<caller>loc\d*)\)
    )\)\n""",
    re.VERBOSE | re.ASCII,
)


def define_location_aliases(parser: Builder, start: int) -> int | None:
    """Defines the aliases of the lines from `start` on; gives where the first line begins that it leaves to the
    grammar, or None if that is the first.
    """
    aliases = parser.attribute_aliases
    position = start
    while (found := _DEFINITION.match(parser.text, position)) is not None and found["alias"] not in aliases:
        if found["file"]:
            end_line, end_column = found["end_line"], found["end_column"]
            end = None if end_column is None else (None if end_line is None else int(end_line), int(end_column))
            location = file_location(string_value(found["file"]), int(found["line"]), int(found["column"]), end)
        elif found["name"]:
            child = aliases.get(found["child"]) if found["child"] else UNKNOWN
            if not isinstance(child, Location):
                break
            location = named_location(string_value(found["name"]), child)
        else:
            callee, caller = aliases.get(found["callee"]), aliases.get(found["caller"])
            if not isinstance(callee, Location) or not isinstance(caller, Location):
                break
            location = CallSiteLoc(callee, caller)
        aliases[found["alias"]] = location
        position = found.end()
    if position == start:
        return None
    return position
