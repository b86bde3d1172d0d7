"""How wide text is on a terminal: in cells, of which most characters take one."""

from __future__ import annotations

from unicodedata import category, east_asian_width

_JOINER = "\u200d"
TAB = 8
"""How many cells a tab takes at most."""


def cells(text: str) -> int:
    """How many cells `text` takes. Tabs count as the widest that they may be."""
    if text.isascii():
        return len(text) + (TAB - 1) * text.count("\t")
    return sum(widths(text))


def widths(text: str) -> list[int]:
    """The cells of each character; what a joiner joins to an emoji, and what is drawn over a letter, takes none."""
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
