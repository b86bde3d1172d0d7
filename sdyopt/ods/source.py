"""The text that a module was parsed from: where offsets lie in it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import FileLineColRange


class Source:
    """A text, the name that diagnostics call it by, and the line of its file on which it begins (from 1)."""

    def __init__(self, text: str, name: str = "<stdin>", first_line: int = 1) -> None:
        self.text = text
        self.name = name
        self.first_line = first_line

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        position = find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = find("\n", position + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both from 1; columns count bytes of UTF-8, as MLIR's do."""
        starts = self._line_starts
        line = bisect_right(starts, offset)
        before = self.text[starts[line - 1] : offset]
        column = len(before) if before.isascii() else len(before.encode("utf-8", "surrogateescape"))
        return line - 1 + self.first_line, column + 1

    def line_at(self, offset: int) -> str:
        """The line in which `offset` lies, without its newline."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start:] if end < 0 else self.text[start:end]

    def location(self, offset: int) -> Location:
        """`offset` as MLIR's location. The file is called `-`, as the reference calls what it parses."""
        if offset < 0:
            return FileLineColRange("-", 0, 0)
        return FileLineColRange("-", *self.position(offset))
