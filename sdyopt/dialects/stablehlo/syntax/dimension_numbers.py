"""Attributes that list numbers of dimensions by name: how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.convolution import conv_dimensions, conv_lists, field_text
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


def _any_fields(parser: Parser, cls: type[Attribute]) -> Any:
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


def dimension_numbers(cls: type[Attribute], mnemonic: str, words: str = "") -> AttributeDef:
    """Returns the definition of `<name = value, …>`, without what is zero or empty; `words` name it in messages."""

    def parse(parser: Parser) -> Any:
        parser.parse_token("<", "expected '<'")
        try:
            return _any_fields(parser, cls)
        except Failed:
            raise parser.say(f"failed parsing {words or mnemonic} dimension numbers attribute") from None

    def write(numbers: Attribute) -> str:
        values = [(field, getattr(numbers, field)) for field in cls.fields]
        return f"<{', '.join([f'{field} = {field_text(value)}' for field, value in values if value])}>"

    return AttributeDef(cls, mnemonic, parse=parse, write=write)


def _parse_conv(parser: Parser) -> Any:
    """`<[b, 0, f]x[0, i, o]->[b, 0, f]>`, or `<raw …>` with all parameters by name."""
    parser.parse_token("<", "expected '<'")
    if parser.consume_if("raw"):
        try:
            return _any_fields(parser, s.ConvDimensionNumbers)
        except Failed:
            raise parser.say("failed parsing dot dimension numbers attribute") from None
    dimensions = conv_dimensions(parser)
    parser.parse_token(">", "expected '>'")
    return dimensions


CONV = AttributeDef(s.ConvDimensionNumbers, "conv", parse=_parse_conv, write=lambda numbers: f"<{conv_lists(numbers)}>")
