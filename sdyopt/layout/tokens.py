"""The tokens of a shape's text, as XLA's lexer cuts HLO text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from sdyopt.layout.errors import ShapeSyntaxError

_TOKEN = re.compile(
    r"(?:[ \t\r\n]|/\*.*?\*/|//[^\n]*)*"
    r"(?:(?P<integer>-?[0-9]+)|(?P<word>[A-Za-z_][A-Za-z0-9_.-]*)|(?P<symbol><=|.)|(?P<end>\Z))",
    re.DOTALL,
)

_INT64 = range(-(2**63), 2**63)
_DIGITS = 19
"""Of the largest integers that fit into 64 bits."""

_LONGEST_SHOWN = 40
"""Characters of a token in a message."""


def integer(text: str) -> int | None:
    """The number that decimal digits, perhaps after a minus, stand for; None if it does not fit into 64 bits."""
    digits = text.removeprefix("-").lstrip("0") or "0"
    if len(digits) > _DIGITS:
        return None
    value = -int(digits) if text.startswith("-") else int(digits)
    return value if value in _INT64 else None


def end_of_token(text: str, start: int) -> int | None:
    """Where the word or number ends that begins at `start`; None if none does."""
    match = _TOKEN.match(text, start)
    kind = None if match is None else match.lastgroup
    return match.end() if match and kind in ("integer", "word") and match.start(kind) == start else None


class LayoutTokens:
    """The current token of a text: its `kind` (integer, word, symbol or end), its `value`, and its `offset`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._end = 0
        self.advance()

    def advance(self) -> None:
        """Goes on to the next token."""
        match = _TOKEN.match(self.text, self._end)
        assert match is not None and match.lastgroup is not None
        self.kind: str = match.lastgroup
        self.value: str = match[self.kind]
        self.offset = match.start(self.kind)
        self._end = match.end()

    def at(self, *values: str) -> bool:
        """Whether the current token is one of `values`, which are words or symbols."""
        return self.value in values and self.kind in ("word", "symbol")

    def take(self, value: str) -> bool:
        """Goes on if the current token is this word or symbol; returns whether it was."""
        found = self.at(value)
        if found:
            self.advance()
        return found

    def items(self, end: str) -> Iterator[int]:
        """A turn for each item of a list with commas, with the item's offset; each turn reads its item. The list may be
        empty: then the current token is `end`.
        """
        if not self.at(end):
            yield self.offset
            while self.take(","):
                yield self.offset

    def expect(self, value: str, where: str) -> None:
        """Goes on over a symbol that must be here."""
        if not self.take(value):
            self.expected(f"'{value}' {where}")

    def expect_integer(self, what: str) -> int:
        """Goes on over an integer that must be here."""
        if self.kind != "integer":
            self.expected(what)
        value = integer(self.value)
        if value is None:
            self.fail(f"{self._found()} does not fit into 64 bits")
        self.advance()
        return value

    def expected(self, what: str) -> NoReturn:
        """The error of a token that cannot be here."""
        self.fail(f"expected {what}, found {self._found()}")

    def fail(self, message: str, offset: int | None = None) -> NoReturn:
        """An error at the current token, or at a place passed before."""
        raise ShapeSyntaxError(message, self.text, self.offset if offset is None else offset)

    def _found(self) -> str:
        if self.kind == "end":
            return "the end"
        shown = self.value if len(self.value) <= _LONGEST_SHOWN else f"{self.value[: _LONGEST_SHOWN - 1]}…"
        return f"'{shown}'" if shown.isprintable() else ascii(shown)
