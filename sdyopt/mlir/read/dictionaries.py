"""Attribute dictionaries that were seen before are taken without parsing.

A function with hundreds of sharded arguments says the same few dictionaries again and again. When the grammar has
parsed one, its text is remembered; the same text in a place where a dictionary may come is that dictionary.
"""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.patterns import pattern, repeated

_FLAT = r'[^{}"/]++|"[^"\\\n]*+"'


def _braces(inside: str) -> str:
    return rf"\{{{repeated(inside)}\}}"


DICTIONARY = _braces(f"{_FLAT}|{_braces(f'{_FLAT}|{_braces(_FLAT)}')}")
"""A dictionary with braces at most two deep inside, and without comments and escapes."""

_PATTERN = pattern(DICTIONARY)

LONGEST = 1024
"""How many characters a dictionary may have to be remembered."""


class Dictionaries:
    """The dictionaries that one parse has met, by their text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[str, dict[str, Attribute]] = {}

    def learn(self, start: int, end: int, entries: dict[str, Attribute]) -> None:
        """Remembers that the text from `start` to `end` is a dictionary with these entries."""
        if end - start <= LONGEST:
            self.known[self.text[start:end]] = dict(entries)

    def take(self, start: int) -> tuple[dict[str, Attribute], int] | None:
        """The dictionary whose brace opens at `start`, and where it ends, if it has been seen before."""
        found = _PATTERN.match(self.text, start, start + LONGEST)
        if found is None:
            return None
        entries = self.known.get(found[0])
        return None if entries is None else (dict(entries), found.end())
