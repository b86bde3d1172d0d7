"""The width of text on a terminal, in cells; most characters take one."""

from __future__ import annotations

from unicodedata import category, east_asian_width

_JOINER = "\u200d"
TAB = 8
"""The largest width of a tab."""


def cells(text: str) -> int:
    """Returns the width of `text`. Tabs count with their largest width."""
    if text.isascii():
        return len(text) + (TAB - 1) * text.count("\t")
    return sum(widths(text))


def widths(text: str) -> list[int]:
    """Returns the width of each character; joined parts of emoji and combining characters have none."""
    found = []
    before = ""
    for character in text:
        found.append(0 if before == _JOINER else _width(character))
        before = character
    return found


def _width(character: str) -> int:
    if character.isascii():
        return TAB if character == "\t" else 1
    if east_asian_width(character) in "WF":
        return 2
    return 0 if character == _JOINER or category(character) in ("Mn", "Me") else 1
