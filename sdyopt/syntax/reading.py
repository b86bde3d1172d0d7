"""From text to a module."""

from __future__ import annotations

from functools import cache
from typing import Any

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ods.diagnostics import CompilationError, Diagnostic, ParseError
from sdyopt.ods.dialect import Registry
from sdyopt.syntax.actions import ACTIONS
from sdyopt.syntax.grammar_tables import TABLES_FILE, LoadedTables, read_json
from sdyopt.syntax.parser import Parser

MODULE_NAME = "builtin.module"
NO_POSITION = -1
"""The location of the module that is put around a text without one."""


class ParsedText:
    """What a text says: its module, and the resources of its trailer."""

    __slots__ = ("module", "resources")

    def __init__(self, module: Operation, resources: Any) -> None:
        self.module = module
        self.resources = resources


@cache
def shipped_tables(registry: Registry) -> LoadedTables:
    """The tables that were made ahead of time, for the dialects that come with the package."""
    return LoadedTables(read_json(TABLES_FILE), {**ACTIONS, **registry.actions})


def parse(text: str, registry: Registry, allow_unregistered: bool = False, use_statements: bool = True) -> ParsedText:
    """The module in `text`; one is put around what is not one module. Raises CompilationError."""
    parser = Parser(text, registry, shipped_tables(registry), allow_unregistered, use_statements)
    parser.run()
    if parser.alias_uses:
        _resolve_aliases(parser)
    parser.finish()
    return ParsedText(_module_around(parser, registry), parser.resources)


def _module_around(parser: Parser, registry: Registry) -> Operation:
    """The one module that was read, or a new one with everything that was read."""
    first = parser.top.first
    if first is not None and first.next is None and first.name == MODULE_NAME:
        first.detach()
        return first
    definition = registry.operations[MODULE_NAME]
    module = Operation(Signature.of(definition), [], NO_POSITION, [Region([parser.top])])
    return module


def _resolve_aliases(parser: Parser) -> None:
    """Puts the locations in whose aliases were used before they were defined. Raises ParseError for undefined ones."""
    aliases = parser.attribute_aliases
    for name, offset in sorted(parser.alias_uses.items(), key=lambda item: item[1]):
        if name not in aliases:
            raise ParseError("operation location alias was never defined", offset)
    resolved: dict[Location, Location] = {}
    for block in [parser.top]:
        for top in block.ops:
            for op in top.walk():
                if not isinstance(op.location, int):
                    op.location = _resolved(op.location, aliases, resolved)
                for region in op.regions:
                    for inner in region.blocks:
                        for argument in inner.arguments:
                            if not isinstance(argument.location, int):
                                argument.location = _resolved(argument.location, aliases, resolved)


def _resolved(location: Location, aliases: dict[str, Attribute], resolved: dict[Location, Location]) -> Location:
    """`location` with every alias in it replaced by what it stands for. Does not recurse."""
    known = resolved.get(location)
    if known is not None:
        return known
    work = [location]
    while work:
        current = work[-1]
        if current in resolved:
            work.pop()
            continue
        parts = _parts(current, aliases)
        missing = [part for part in parts if part not in resolved]
        if missing:
            if any(part in work for part in missing):
                raise CompilationError([Diagnostic("error", "location alias refers to itself", NO_POSITION)])
            work += missing
            continue
        resolved[current] = _rebuilt(current, [resolved[part] for part in parts])
        work.pop()
    return resolved[location]


def _parts(location: Location, aliases: dict[str, Attribute]) -> list[Location]:
    if isinstance(location, OpaqueLoc):
        target = aliases[location.alias]
        if not isinstance(target, Location):
            message = f"expected location, but found '{location.alias}'"
            raise CompilationError([Diagnostic("error", message, NO_POSITION)])
        return [target]
    if isinstance(location, NameLoc):
        return [] if location.child is None else [location.child]
    if isinstance(location, CallSiteLoc):
        return [location.callee, location.caller]
    if isinstance(location, FusedLoc):
        return list(location.locations)
    return []


def _rebuilt(location: Location, parts: list[Location]) -> Location:
    if isinstance(location, OpaqueLoc):
        return parts[0]
    if isinstance(location, NameLoc):
        return NameLoc(location.name, parts[0]) if parts else location
    if isinstance(location, CallSiteLoc):
        return CallSiteLoc(*parts)
    if isinstance(location, FusedLoc):
        return FusedLoc(tuple(parts), location.metadata)
    return location
