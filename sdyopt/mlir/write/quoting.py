"""Strings and names as they stand in MLIR text."""

from __future__ import annotations

import re

from sdyopt.ir.remembering import remembered
from sdyopt.mlir.patterns import pattern


def string_value(token: str) -> str:
    """What a string token says. Bytes that are not UTF-8 become surrogates."""
    body = token[1:-1]
    if "\\" not in body:
        return body
    encoded = body.encode("utf-8", "surrogateescape")
    decoded = re.sub(
        rb'\\(?:([0-9a-fA-F]{2})|([nt"\\]))',
        lambda m: bytes([int(m[1], 16)]) if m[1] else {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}[m[2]],
        encoded,
    )
    return decoded.decode("utf-8", "surrogateescape")


def string_token(value: str) -> str:
    """`value` in quotes, as MLIR prints it: what is not printable ASCII as a backslash and two hexadecimal digits."""
    if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    data = value.encode("utf-8", "surrogateescape")
    return '"' + "".join(_escaped[byte] for byte in data) + '"'


_escaped = [
    "\\\\" if byte == 0x5C else chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"
    for byte in range(256)
]

_BARE = pattern(r"[A-Za-z_][\w$.]*", re.ASCII)


def entry_name(name: str) -> str:
    """A dictionary key: bare if it can be."""
    return name if _BARE.fullmatch(name) else string_token(name)


@remembered
def symbol_token(name: str) -> str:
    """`@name`, in quotes where needed. A name that is empty can be read but not be written."""
    if not name:
        return "@<<INVALID EMPTY SYMBOL>>"
    return f"@{name}" if _BARE.fullmatch(name) else f"@{string_token(name)}"
