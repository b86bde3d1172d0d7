"""The resource trailer: `{-# dialect_resources: { builtin: { key: "0x04000000…" } } #-}`.

Of the dialects here only builtin has resources, which are bytes. As the reference does, external resources are read and
forgotten.
"""

from __future__ import annotations

from sdyopt.ir.resources import ALIGNMENT_DIGITS, Blob
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.messages import missing, wrong
from sdyopt.mlir.formats.syntax import Syntax
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.builder import Builder


class Resources(Syntax):
    """The resource trailer: `{-# dialect_resources: { builtin: { key: "0x04000000…" } } #-}`."""

    grammar = """
        resources: resource_section ("," resource_section)*
        resource_section: dialect_section_key "{" (resource_dialect ("," resource_dialect)*)? "}"
                        | external_section_key "{" (external_group ("," external_group)*)? "}" -> external_section
        dialect_section_key: "dialect_resources" ":"
        external_section_key: "external_resources" ":"
                            | WORD ":" -> unknown_section_key
        resource_dialect: resource_dialect_name (resource_entry ("," resource_entry)*)? "}"
        resource_dialect_name: WORD ":" "{"
        resource_entry: resource_key ":" resource_value
        external_group: WORD ":" "{" (external_entry ("," external_entry)*)? "}"
        external_entry: resource_key ":" external_value
        resource_value: STRING | WORD | INTEGER | FLOAT
        external_value: STRING | WORD | INTEGER | FLOAT | VALUE | SYMBOL | CARET | "(" | "[" | "{" | ":" | "," | "="
    """
    messages = {
        "resource_trailer '#-}'": missing("expected ',' or '#-}'"),
        " resources": wrong("expected identifier key in file metadata dictionary"),
        " resource_section": wrong("expected identifier key in file metadata dictionary"),
        " resource_dialect": wrong("expected identifier key for 'resource' entry"),
        " resource_entry": wrong("expected identifier key for 'resource' entry"),
        " external_group": wrong("expected identifier key for 'resource' entry"),
        " external_entry": wrong("expected identifier key for 'external_resources' entry"),
        "resource_section '}'": missing("expected ',' or '}'"),
        "external_section '}'": missing("expected ',' or '}'"),
        "resource_dialect '}'": missing("expected ',' or '}'"),
        "external_group '}'": missing("expected ',' or '}'"),
    }

    @staticmethod
    def resource_trailer(builder: Builder, *parts: None) -> None:
        """Each entry is looked at where it stands."""

    resources = resource_section = resource_dialect = resource_trailer

    external_section = external_group = external_entry = resource_trailer

    dialect_section_key = external_section_key = resource_trailer

    @staticmethod
    def unknown_section_key(builder: Builder, name: str) -> None:
        raise ParseError(f"unknown key '{name}' in file metadata dictionary", builder.start)

    @staticmethod
    def resource_dialect_name(builder: Builder, name: str) -> None:
        if name not in builder.registry.namespaces:
            raise ParseError(f"dialect '{name}' is unknown", builder.start)
        if name != "builtin":
            raise ParseError(f"unexpected 'resource' section for dialect '{name}'", builder.next_token)

    @staticmethod
    def resource_entry(builder: Builder, key: str, end: int) -> None:
        """A resource. Of those with the same key the last counts."""
        builder.resources[key] = _blob(builder.text, key, builder.offset_of(2), end)

    @staticmethod
    def resource_value(builder: Builder, token: str) -> int:
        """Where the value of an entry ends."""
        return builder.last_end

    @staticmethod
    def external_value(builder: Builder, *token: str) -> None:
        """Of an external resource MLIR takes whatever token there is; a minus is one."""
        if token and token[0][0] == "-":
            raise builder.missing("expected ',' or '}'", builder.start + 1)


def _blob(text: str, key: str, value_start: int, value_end: int) -> Blob:
    """The bytes that a hex string holds. Raises ParseError unless it is one, and begins with an alignment.

    That of no bytes may be none: so they are printed.
    """
    start, end = value_start + len('"0x'), value_end - 1
    is_hex = text.startswith('"0x', value_start) and _HEX_DIGITS.fullmatch(text, start, end)
    expected = f"expected hex string blob for key '{key}'"
    if not is_hex or (end - start) % 2:
        raise ParseError(expected, value_start)
    if end - start < ALIGNMENT_DIGITS:
        raise ParseError(f"{expected} to encode alignment in first 4 bytes", value_start)
    blob = Blob(text, start, end)
    alignment = blob.alignment
    has_bytes = end - start > ALIGNMENT_DIGITS
    if alignment & (alignment - 1) or (alignment == 0 and has_bytes):
        raise ParseError(
            f"{expected} to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}", value_start
        )
    return blob


_HEX_DIGITS = pattern("[0-9a-fA-F]*+")
