"""Bodies of attributes that list their parameters by name, in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.convolution import conv_dimensions
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

Readers = Mapping[str, tuple[str, Callable[["Parser"], Any]]]
"""For each parameter what is said if it cannot be read, and what reads it."""


def unread(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter that could not be read."""
    return f"failed to parse StableHLO_{attribute} parameter '{name}' which is to be a `{type}`"


def unread_list(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter, a list, that could not be read."""
    return unread(attribute, name, f"::llvm::ArrayRef<{type}>")


def struct(parser: Parser, readers: Readers, required: str = "") -> dict[str, Any]:
    """Reads `name = value` for each parameter, in any order; with `required` all others may be missing."""
    found: dict[str, Any] = {}
    while True:
        _struct_parameter(parser, readers, found)
        if required:
            if not parser.consume_if(","):
                break
        elif len(found) == len(readers):
            break
        else:
            parser.parse_token(",", "expected ','")
    if required and required not in found:
        raise parser.say(f"struct is missing required parameter: {required}")
    return found


def _struct_parameter(parser: Parser, readers: Readers, found: dict[str, Any]) -> None:
    try:
        name = parser.parse_any_keyword()
    except Failed:
        raise parser.say("expected a parameter name in struct") from None
    parser.parse_token("=", "expected '='")
    if name not in readers or name in found:
        raise parser.say(f"duplicate or unknown struct parameter name: {name}")
    message, read = readers[name]
    try:
        found[name] = read(parser)
    except Failed:
        raise parser.say(message) from None


def channel_handle(parser: Parser) -> Any:
    """`<handle = 1, type = 0>`."""
    parser.parse_token("<", "expected '<'")
    found = struct(parser, _CHANNEL_HANDLE)
    parser.parse_token(">", "expected '>'")
    return s.ChannelHandle(**found)


_CHANNEL_HANDLE: Readers = {
    name: (unread("ChannelHandle", name, "int64_t"), lambda parser: parser.parse_integer())
    for name in ("handle", "type")
}


def any_fields(parser: Parser, cls: type[Attribute]) -> Any:
    """Reads `name = value, …>` of any fields of `cls`, each at most once; a comma may stand before the bracket."""
    fields = cls.fields
    found: dict[str, Any] = {}
    while not parser.consume_if(">"):
        name = parser.token
        if name not in fields:
            names = ", ".join([f"`{name}`" for name in fields])
            raise parser.say(f"expected one of: {names}")
        parser.consume()
        if name in found:
            raise parser.say(f"duplicated `{name}` entry")
        parser.parse_token("=", "expected '='")
        is_list = not name.endswith(("_dim", "_dimension"))
        found[name] = parser.parse_integers() if is_list else parser.parse_integer()
        if not parser.consume_if(","):
            parser.parse_token(">", "expected '>'")
            break
    return cls(**found)


def dimension_numbers(cls: type[Attribute], words: str) -> Callable[[Parser], Attribute]:
    """Returns what reads `<name = value, …>`; `words` name the attribute where that fails."""

    def parse(parser: Parser) -> Any:
        parser.parse_token("<", "expected '<'")
        try:
            return any_fields(parser, cls)
        except Failed:
            raise parser.say(f"failed parsing {words} dimension numbers attribute") from None

    return parse


def conv(parser: Parser) -> Any:
    """`<[b, 0, f]x[0, i, o]->[b, 0, f]>`, or `<raw …>` with all parameters by name."""
    parser.parse_token("<", "expected '<'")
    if parser.consume_if("raw"):
        try:
            return any_fields(parser, s.ConvDimensionNumbers)
        except Failed:
            raise parser.say("failed parsing dot dimension numbers attribute") from None
    dimensions = conv_dimensions(parser)
    parser.parse_token(">", "expected '>'")
    return dimensions
