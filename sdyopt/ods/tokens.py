"""What tokens look like that stand in literals as well as everywhere else, and what is no token at all."""

from __future__ import annotations

import re

STRING_START = r'"[^"\\\n\v\f]*+(?:\\(?:[nt"\\]|[0-9a-fA-F]{2})[^"\\\n\v\f]*+)*+'
"""A string up to where it ends, or to where it can go on no longer."""

STRING = rf'{STRING_START}"'

_UNFINISHED_STRING = re.compile(STRING_START)
_TOKEN_START = re.compile(r"[\w(){}\[\]<>:,=|?*/+-]", re.ASCII)
_INCOMPLETE = {
    "!": (re.compile(r"![\w$.-]", re.ASCII), "invalid type identifier", 0),
    "#": (re.compile(r"#[\w$.-]", re.ASCII), "invalid attribute name", 0),
    "%": (re.compile(r"%[\w$.-]", re.ASCII), "invalid SSA name", 0),
    "^": (re.compile(r"\^[\w$.-]", re.ASCII), "invalid block name", 0),
    "@": (re.compile(r'@["A-Za-z_]'), "@ identifier expected to start with letter or '_'", 1),
    ".": (re.compile(r"\.\.\."), "expected three consecutive dots for an ellipsis", 1),
}
"""By its first character: how a token has to begin, and what is said, and where, if it does not."""


def lexical_error(text: str, start: int) -> tuple[str, int] | None:
    """What MLIR's lexer says of the token that starts at `start`, and where; None if it is in order."""
    first = text[start : start + 1]
    quote = start + (text.startswith('@"', start))
    if text.startswith('"', quote):
        string = _UNFINISHED_STRING.match(text, quote)
        assert string is not None
        end = string.end()
        if text.startswith('"', end):
            return None
        return "unknown escape in string literal" if text.startswith(
            "\\", end
        ) else "expected '\"' in string literal", end
    if first in _INCOMPLETE:
        beginning, message, offset = _INCOMPLETE[first]
        return None if beginning.match(text, start) else (message, start + offset)
    return None if not first or _TOKEN_START.match(first) else ("unexpected character", start)
