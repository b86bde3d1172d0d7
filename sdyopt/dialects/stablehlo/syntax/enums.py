"""Enumerations: the bodies of their attributes, and their words in formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


def _unread_case(cls: type[s.EnumAttr]) -> str:
    """Returns what MLIR reports where no case of an enumeration stands."""
    prefix = {"stablehlo": "StableHLO", "chlo": "CHLO"}[cls.dialect]
    return f"failed to parse {prefix}_{cls.__name__}Attr parameter 'value' which is to be a `{cls.type_name()}`"


def enum_body(cls: type[s.EnumAttr]) -> Callable[[Parser], Attribute]:
    """Returns what reads one word out of the cases of `cls`."""
    message = _unread_case(cls)

    def parse(parser: Parser) -> Any:
        at = parser.start
        try:
            word = parser.parse_keyword_or_string()
            if word not in cls.cases:
                raise parser.not_a_case(cls.type_name(), cls.cases, word, at)
        except Failed:
            raise parser.say(message) from None
        return cls(word)

    return parse


def bracketed_enum_body(cls: type[s.EnumAttr]) -> Callable[[Parser], Attribute]:
    """Returns what reads `<TOLERANCE>`."""
    body = enum_body(cls)

    def parse(parser: Parser) -> Attribute:
        parser.parse_token("<", "expected '<'")
        attribute = body(parser)
        parser.parse_token(">", "expected '>'")
        return attribute

    return parse


def enum_in_format(cls: type[s.EnumAttr]) -> Callable[[Parser], Attribute]:
    """Returns what reads the word in a format, or the whole attribute."""
    body = enum_body(cls)
    return lambda parser: parser.parse_of_class(cls) if parser.kind == "HASH" else body(parser)
