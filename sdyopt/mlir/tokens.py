"""Tokens that occur in literals and everywhere else, what is not a token, and where MLIR reports it."""

from __future__ import annotations

import re
import sys
from typing import Any

# Regular expressions that are compiled when they are first used: most runs meet only a few of them.

_BACK = "|(?!)" if sys.version_info < (3, 11, 5) else ""
"""A last alternative that never matches: trying it undoes what a failed alternative has consumed.

Without it, `(?:,[0-9]+)*+]` matches ",]" before Python 3.11.5 (python/cpython#106052).
"""


class _Pattern:
    """Delegates to a `re.Pattern` that is compiled at the first use of an attribute, and keeps the attribute."""

    def __init__(self, text: str, flags: int) -> None:
        self._arguments = (text, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._arguments), name)  # which `re` remembers
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern `text`, not compiled yet."""
    return _Pattern(text, flags)  # type: ignore[return-value]


def repeated(body: str) -> str:
    """Returns what `(?:body)*+` means, for a body that may consume something and then fail."""
    return f"(?:{body}{_BACK})*+"


STRING_START = r'"[^"\\\n\v\f]*+' + repeated(r'\\(?:[nt"\\]|[0-9a-fA-F]{2})[^"\\\n\v\f]*+')
"""A string up to where it ends, or to where it can go on no longer."""

STRING = rf'{STRING_START}"'

_UNFINISHED_STRING = pattern(STRING_START)
_TOKEN_START = pattern(r"[\w(){}\[\]<>:,=|?*/+-]", re.ASCII)
_INCOMPLETE = {
    "!": (pattern(r"![\w$.-]", re.ASCII), "invalid type identifier", 0),
    "#": (pattern(r"#[\w$.-]", re.ASCII), "invalid attribute name", 0),
    "%": (pattern(r"%[\w$.-]", re.ASCII), "invalid SSA name", 0),
    "^": (pattern(r"\^[\w$.-]", re.ASCII), "invalid block name", 0),
    "@": (pattern(r'@["A-Za-z_]'), "@ identifier expected to start with letter or '_'", 1),
    ".": (pattern(r"\.\.\."), "expected three consecutive dots for an ellipsis", 1),
}
"""By its first character: how a token has to begin, and what is said, and where, if it does not."""


def lexical_error(text: str, start: int) -> tuple[str, int] | None:
    """Returns what MLIR's lexer says of the token that starts at `start`, and where; None if it is valid."""
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


SUFFIX_ID = r"(?:\d+|[A-Za-z$._-][\w$.-]*+)"
"""The name after a sigil (MLIR: suffix-id)."""

VALUE_ID = f"%{SUFFIX_ID}"
"""The name of a value, without the number of a result."""

SKIPPED = r"(?:[ \t\r\n\0]++|//[^\r\n]*+)*+"
"""Blanks and comments, which may stand before any token."""

_SKIPPED = pattern(SKIPPED)


def token_start(text: str, end: int) -> int:
    """Returns where the first token begins after `end`."""
    found = _SKIPPED.match(text, end)
    return end if found is None else found.end()


def before_token(text: str, start: int) -> int:
    """Where MLIR reports that something is missing before the token at `start`: after what comes before it.

    Spaces, ends of lines and comments between the two are skipped; at the end of the text one character more is. Where
    nothing comes before, it is the token itself.
    """
    original = end = start - 1 if start >= len(text) and start else start
    newline = carriage_return = end
    while True:
        while end and text[end - 1] in " \t":
            end -= 1
        if not end:
            return original
        if text[end - 1] not in "\r\n":
            return end
        end -= 1
        # Each is sought again only after where it was found: there may be none of one kind in a million lines.
        if newline >= end:
            newline = text.rfind("\n", 0, end)
        if carriage_return >= end:
            carriage_return = text.rfind("\r", 0, end)
        if (comment := text.find("//", max(newline, carriage_return) + 1, end)) >= 0:
            end = comment


def at_token(text: str, start: int) -> int:
    """Where MLIR reports that the token at `start` is wrong: there, but at the end of the text a character earlier."""
    return start - 1 if start >= len(text) and start else start


BRACKET = pattern(rf'{STRING}|"|->|[<>()\[\]{{}}\0]')
"""The tokens that matter to the pairing of brackets: also strings, arrows, and those that no bracket may go across."""

OPENING = {">": "<", ")": "(", "]": "[", "}": "{"}


def end_of_brackets(text: str, start: int) -> int | None:
    """Returns where the bracket closes that opens at `start`; None if it does not, or others inside do not pair."""
    opened: list[str] = []
    for match in BRACKET.finditer(text, start):
        bracket = match[0]
        if (opening := OPENING.get(bracket)) is not None:
            if not opened or opened.pop() != opening:
                return None
            if not opened:
                return match.end()
        elif bracket in ('"', "\0"):
            return None
        elif bracket in "<([{":
            opened.append(bracket)
    return None
