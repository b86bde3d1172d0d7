"""From text to a module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, forget_if_grown
from sdyopt.ir.attributes import Resources
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import NO_POSITION, CompilationError, Diagnostic
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.read.parser import Parser, SpanParser
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Spans

MODULE_NAME = "builtin.module"


class ParsedText(Record):
    """What a text says: its module, and the resources of its trailer.

    Values may be used where they are not visible only if the module is `is_rewired`; see `Verifier.verify`.
    """

    module: Operation
    resources: Resources
    is_rewired: bool = True
    external_resources: Mapping[str, Mapping[str, str]] = {}
    """The tokens of resources that other tools know, by group and key."""


def parse(
    text: str,
    registry: Registry,
    allow_unregistered: bool = False,
    use_templates: bool = True,
    complaints: list[Diagnostic] | None = None,
    spans: Spans | None = None,
) -> ParsedText:
    """The module in `text`; one is put around what is not one module. Raises CompilationError.

    To `complaints` are added the errors after which MLIR's parser goes on. With `spans`, it is recorded
    there where the parts of the text are; these stay valid if the text cannot be read, up to its first error.
    """
    forget_if_grown()
    if spans is None:
        parser = Parser(text, registry, allow_unregistered, use_templates)
    else:
        parser = SpanParser(text, registry, allow_unregistered, spans)
    try:
        is_read = parser.run()
    except BrokenPackageError as error:
        raise error.at(parser.start if error.location == NO_POSITION else error.location) from error
    if is_read and parser.alias_uses:
        is_read = _resolve_aliases(parser)
    if not is_read:
        raise CompilationError(parser.complaints)
    if complaints is not None:
        complaints += parser.complaints
    parser.templates = None  # that hold the parser: in a run without a garbage collector both would stay
    module = _module_around(parser, registry)
    return ParsedText(module, parser.resources, parser.may_use_hidden, parser.external_resources)


def _module_around(parser: Parser, registry: Registry) -> Operation:
    """The one module that was read, or a new one with everything that was read."""
    first = parser.top.first
    if first is not None and first.next is None and first.name == MODULE_NAME:
        first.detach()
        return first
    definition = registry.operations[MODULE_NAME]
    module = Operation(Signature.of(definition), [], NO_POSITION, [Region([parser.top])])
    return module


def _resolve_aliases(parser: Parser) -> bool:
    """Puts the locations in whose aliases were used before they were defined; reports the first that is missing."""
    aliases = parser.attribute_aliases
    if not all(isinstance(aliases.get(name), Location) for name in parser.alias_uses):
        from sdyopt.mlir.write.aliases import first_unresolved

        unresolved = first_unresolved(parser.text, parser.top, aliases)
        if unresolved is not None:
            name, offset = unresolved
            if name not in aliases:
                parser.error_at("operation location alias was never defined", offset)
            else:
                parser.error_at(f"expected location, but found '{text_of(aliases[name])}'", offset)
            return False
    for top in parser.top.ops:
        for op in top.walk():
            op.location = _resolved(op.location, aliases)
            for region in op.regions:
                for inner in region.blocks:
                    for argument in inner.arguments:
                        argument.location = _resolved(argument.location, aliases)
    return True


def _resolved(location: Location | int, aliases: dict[str, Attribute]) -> Any:
    return aliases[location.alias] if isinstance(location, OpaqueLoc) else location
