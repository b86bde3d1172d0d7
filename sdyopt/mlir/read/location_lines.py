"""Lines that define aliases of locations, as JAX writes them by the thousand, are read without the grammar.

What is not quite as usual (an alias that is defined already, one that is not known, an escape in a string) is left to
the grammar, which says what is wrong.
"""

from __future__ import annotations

import re

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import UNKNOWN
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.actions.locations import Locations
from sdyopt.mlir.read.builder import Builder

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
            location = Locations.file_location(parser, found["file"], int(found["line"]), int(found["column"]), end)
        elif found["name"]:
            child = aliases.get(found["child"]) if found["child"] else UNKNOWN
            if not isinstance(child, Location):
                break
            location = Locations.name_location(parser, found["name"], child)
        else:
            callee, caller = aliases.get(found["callee"]), aliases.get(found["caller"])
            if not isinstance(callee, Location) or not isinstance(caller, Location):
                break
            location = Locations.callsite_location(parser, callee, caller)
        aliases[found["alias"]] = location
        position = found.end()
    if position == start:
        return None
    parser.last_end = position - 1
    return position
