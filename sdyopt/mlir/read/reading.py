"""From text to a module."""

from __future__ import annotations

from functools import cache
from typing import Any

from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.record import Record
from sdyopt.ir.region import Region
from sdyopt.ir.remembering import forget_if_grown
from sdyopt.ir.resources import Resources
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Diagnostic, ParseError
from sdyopt.mlir.formats.syntax import actions_of
from sdyopt.mlir.read.actions import SYNTAX
from sdyopt.mlir.read.grammar_tables import TABLES_FILE, LoadedTables, read_json
from sdyopt.mlir.read.parser import Parser
from sdyopt.mlir.write.attributes import text_of

MODULE_NAME = "builtin.module"
NO_POSITION = -1
"""The location of the module that is put around a text without one."""


class ParsedText(Record):
    """What a text says: its module, and the resources of its trailer.

    Values may be used where they are not visible only if the module is `is_rewired`; see `Verifier.verify`.
    """

    module: Operation
    resources: Resources
    is_rewired: bool = True


@cache
def shipped_tables(registry: Registry) -> LoadedTables:
    """The tables that were made ahead of time, for the dialects that come with the package."""
    return LoadedTables(read_json(TABLES_FILE), actions_of([*SYNTAX, *registry.syntax]))


def parse(
    text: str,
    registry: Registry,
    allow_unregistered: bool = False,
    use_templates: bool = True,
    complaints: list[Diagnostic] | None = None,
) -> ParsedText:
    """The module in `text`; one is put around what is not one module. Raises CompilationError.

    To `complaints` are added the errors that MLIR's parser reports and yet goes on behind.
    """
    forget_if_grown()
    parser = Parser(text, registry, shipped_tables(registry), allow_unregistered, use_templates)
    if complaints is not None:
        parser.complaints = complaints
    parser.run()
    parser.finish()
    if parser.alias_uses:
        _resolve_aliases(parser)
    parser.templates = None  # that hold the parser: in a run without a garbage collector both would stay
    return ParsedText(_module_around(parser, registry), parser.resources, parser.may_use_hidden)


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
    """Puts the locations in whose aliases were used before they were defined. Raises ParseError where there is none."""
    aliases = parser.attribute_aliases
    if not all(isinstance(aliases.get(name), Location) for name in parser.alias_uses):
        from sdyopt.mlir.write.location_aliases import first_unresolved

        unresolved = first_unresolved(parser.text, parser.top, aliases)
        if unresolved is not None:
            name, offset = unresolved
            if name not in aliases:
                raise ParseError("operation location alias was never defined", offset)
            raise ParseError(f"expected location, but found '{text_of(aliases[name])}'", offset)
    for top in parser.top.ops:
        for op in top.walk():
            op.location = _resolved(op.location, aliases)
            for region in op.regions:
                for inner in region.blocks:
                    for argument in inner.arguments:
                        argument.location = _resolved(argument.location, aliases)


def _resolved(location: Location | int, aliases: dict[str, Attribute]) -> Any:
    return aliases[location.alias] if isinstance(location, OpaqueLoc) else location
