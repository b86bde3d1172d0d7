"""Errors in HLO text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.errors import SdyOptError

if TYPE_CHECKING:
    from sdyopt.display.messages import Message


class HloError(SdyOptError, ValueError):
    """A text that is not the HLO text of a module. `offset` counts the characters of `text` before the place."""

    def __init__(self, message: str, text: str, offset: int, end: int | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset
        self.end = end
        """The end of what is wrong, exclusive, if it is known."""
        self.hint = hint

    @property
    def line(self) -> int:
        """The line of the place, from 1."""
        return self.text.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        """The column of the place in bytes, from 1."""
        before = self.text[self.text.rfind("\n", 0, self.offset) + 1 : self.offset]
        return _bytes(before) + 1

    def message(self, file: str) -> Message:
        """Returns the error as the commands show it, with an excerpt of the text."""
        from sdyopt.display.messages import Excerpted, Extent, Message

        end_column = None if self.end is None else self.column + _bytes(self.text[self.offset : self.end])
        extent = Extent(file, self.line, self.column, end_column)
        excerpted = Excerpted(self.text, self.offset, self.end) if self.text else None
        return Message("error", str(self), extent, excerpted, self.hint)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
