"""The resource trailer: `{-# dialect_resources: { builtin: { key: "0x04000000…" } } #-}`.

Of the dialects here only builtin has resources, which are bytes. As the reference does, external resources are read and
forgotten.
"""

from __future__ import annotations

from typing import NamedTuple

from sdyopt.ir.resources import ALIGNMENT_DIGITS, Blob
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.patterns import pattern
from sdyopt.syntax.builder import Builder
from sdyopt.syntax.lexer import token_start

ACTIONS = ("resource_trailer", "resources", "resource_section", "resource_dialect", "resource_entry", "resource_value")


class Token(NamedTuple):
    """Where a value stands; it is looked at only if something knows what to do with it."""

    start: int
    end: int


class DialectResources(NamedTuple):
    """The entries of one dialect; where its name stands, and where what is in its braces begins."""

    name: str
    entries: list[tuple[str, Token]]
    offset: int
    body: int


def resource_trailer(parser: Builder, resources: None) -> None:
    """What is in it is known already."""


def resources(parser: Builder, *sections: None) -> None:
    """As are the sections."""


def resource_section(parser: Builder, name: str, *dialects: DialectResources) -> None:
    """What a section lists by dialect. Of entries with the same key the last counts."""
    if name not in ("dialect_resources", "external_resources"):
        raise ParseError(f"unknown key '{name}' in file metadata dictionary", parser.start)
    for dialect in dialects if name == "dialect_resources" else ():
        if dialect.name not in parser.registry.dialects:
            raise ParseError(f"dialect '{dialect.name}' is unknown", dialect.offset)
        if dialect.name != "builtin":
            raise ParseError(f"unexpected 'resource' section for dialect '{dialect.name}'", dialect.body)
        for key, value in dialect.entries:
            parser.resources[key] = _blob(parser.text, key, value)


def _blob(text: str, key: str, value: Token) -> Blob:
    """The bytes that a hex string holds. Raises ParseError unless it is one, and begins with an alignment.

    That of no bytes may be none: so they are printed.
    """
    start, end = value.start + len('"0x'), value.end - 1
    is_hex = text.startswith('"0x', value.start) and _HEX_DIGITS.fullmatch(text, start, end)
    expected = f"expected hex string blob for key '{key}'"
    if not is_hex or (end - start) % 2:
        raise ParseError(expected, value.start)
    if end - start < ALIGNMENT_DIGITS:
        raise ParseError(f"{expected} to encode alignment in first 4 bytes", value.start)
    blob = Blob(text, start, end)
    alignment = blob.alignment
    has_bytes = end - start > ALIGNMENT_DIGITS
    if alignment & (alignment - 1) or (alignment == 0 and has_bytes):
        raise ParseError(
            f"{expected} to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}", value.start
        )
    return blob


_HEX_DIGITS = pattern("[0-9a-fA-F]*+")


def resource_dialect(parser: Builder, name: str, *entries: tuple[str, Token]) -> DialectResources:
    body = token_start(parser.text, parser.offset_of(2) + 1)
    return DialectResources(name, list(entries), parser.start, body)


def resource_entry(parser: Builder, key: str, value: Token) -> tuple[str, Token]:
    return key, value


def resource_value(parser: Builder, token: str) -> Token:
    return Token(parser.start, parser.start + len(token))
