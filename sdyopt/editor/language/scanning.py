"""Tokens of a text that need not be valid: names under a cursor, brackets, comments, and trailing locations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.patterns import repeated
from sdyopt.mlir.read.spans import Span
from sdyopt.mlir.tokens import SUFFIX_ID, VALUE_ID, end_of_brackets

_WORD = re.compile(
    rf"""(?P<VALUE>{VALUE_ID})(?:\#\d+)?
    | (?P<SYMBOL>@(?:[A-Za-z_][\w$.-]*|"[^"\n]*"))
    | (?P<ALIAS>[\#!]{SUFFIX_ID})
    | (?P<LOCATION>\bloc\()
    | (?P<STRING>"[^"\n]*")
    | (?P<WORD>[A-Za-z_][\w$.]*(?:-+[\w$.]+)*)
    """,
    re.VERBOSE | re.ASCII,
)

BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|->|[()\[\]{}]')
"""The brackets outside of strings and comments, which it matches, too."""

_COMMENT = re.compile(repeated(r'[^"/\n]|"(?:[^"\\\n]|\\.)*"?|/(?!/)') + "(//)")

_LOCATION = re.compile(r"(?<![=\[,(<:{\s])(?:[ \t]*\n)?[ \t]+(?=loc\()")
"""The blanks before a location that ends an operation or an argument; not that which is the value of an attribute."""

_ALIAS_LOCATION = re.compile(r"loc\(#[\w$.-]+\)")


class Token(NamedTuple):
    """A name in a text: its kind, a group of the regular expression for words, and its extent."""

    kind: str
    text: str
    span: Span


def line_span(text: str, offset: int) -> Span:
    """Returns the line that an offset is in, without its newline."""
    end = text.find("\n", offset)
    return Span(text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end)


def token_at(text: str, offset: int) -> Token | None:
    """Returns the name that an offset is in, or after; None if there is none."""
    line = line_span(text, offset)
    before = None
    for found in _WORD.finditer(text, line.start, line.end):
        kind = found.lastgroup
        if kind is None or found.start() > offset:
            break
        span = Span(found.start(), found.end())
        if kind == "LOCATION":
            span = location_span(text, found.start()) or span
        if kind == "STRING" and span.start <= offset < span.end:
            continue
        if span.start <= offset <= span.end:
            before = Token(kind, found[kind], span)
            if offset < span.end:
                break
    return before


def location_span(text: str, start: int) -> Span | None:
    """Returns the extent of `loc(…)`; None if its brackets do not pair."""
    short = _ALIAS_LOCATION.match(text, start)
    if short is not None:
        return Span(start, short.end())
    end = end_of_brackets(text, text.find("(", start))
    return None if end is None else Span(start, end)


def trailing_locations(text: str) -> Iterator[Span]:
    """Yields the extents of the locations of operations and arguments."""
    for found in _LOCATION.finditer(text) if "loc(" in text else ():
        span = location_span(text, found.end())
        if span is not None:
            yield span


def without_locations(text: str) -> str:
    """Returns a text of the same length with blanks in place of the locations of operations and arguments.

    What is parsed from it has offsets for locations.
    """
    parts: list[str] = []
    end = 0
    for span in trailing_locations(text):
        parts += (text[end : span.start], " " * (span.end - span.start))
        end = span.end
    return "".join([*parts, text[end:]]) if parts else text


def comment_start(text: str, line: Span) -> int:
    """Returns where the comment of a line begins; the end of the line if it has none."""
    found = _COMMENT.match(text, line.start, line.end) if text.find("//", line.start, line.end) >= 0 else None
    return line.end if found is None else found.start(1)


def is_in_comment(text: str, offset: int) -> bool:
    """Returns whether an offset is in a comment."""
    start = text.rfind("\n", 0, offset) + 1
    return text.find("//", start, offset) >= 0 and comment_start(text, line_span(text, offset)) <= offset


def is_in_string(text: str, offset: int) -> bool:
    """Returns whether an offset is in a string, which begins on the same line."""
    before = text[text.rfind("\n", 0, offset) + 1 : offset].replace("\\\\", "").replace('\\"', "")
    return before.count('"') % 2 == 1


def open_braces(text: str, start: int, end: int) -> list[int]:
    """Returns where the braces are that open in a piece of text and are open at its end."""
    opened: list[int] = []
    for found in BRACKETS.finditer(text, start, end):
        if found[0] == "{":
            opened.append(found.start())
        elif found[0] == "}" and opened:
            opened.pop()
    return opened
