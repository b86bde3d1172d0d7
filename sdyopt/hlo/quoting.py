"""Quoted strings of HLO text, whose escapes are those of C."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"(?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.))+", re.DOTALL)
_EACH = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unquoted(text: str) -> str:
    """Returns what a string stands for; text without quotes as it is."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return text
    inner = text[1:-1]
    return _ESCAPE.sub(_decoded, inner) if "\\" in inner else inner


def _decoded(escapes: re.Match[str]) -> str:
    """Returns the characters of adjacent escapes, which may be the bytes of one in UTF-8."""
    return b"".join([_bytes(code) for code in _EACH.findall(escapes[0])]).decode("utf-8", "replace")


def _bytes(code: str) -> bytes:
    if code[0] in "01234567":
        return bytes([int(code, 8) & 0xFF])
    if code[0] == "x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return _LETTERS.get(code, code).encode("utf-8", "surrogateescape")
