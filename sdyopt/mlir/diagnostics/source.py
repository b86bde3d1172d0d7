"""The text that a module was parsed from: where offsets lie in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cached_property

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import FileLineColRange, without_offsets

NO_POSITION = -1
"""The location of what is not in the text, as the module that is put around a text without one."""


class Source:
    """A text, the name that diagnostics call it by, and the line of its file on which it begins (from 1).

    A program in binary form has no text, but `data`.
    """

    own_names: Mapping[int, str] | None = None
    """The names of values by the offsets of their definitions, if the text is not MLIR and has names of its own."""
    file = "-"
    """What locations call the file: as the reference calls what it parses."""
    numbered: Callable[[int], Location] | None = None
    """Returns a location of a program in binary form by its number. In the program, number n may be the integer
    -2 - n: most locations are never looked at."""

    def __init__(self, text: str, name: str = "<stdin>", first_line: int = 1, data: bytes | None = None) -> None:
        self.text = text
        self.data = data
        self.name = name
        self.first_line = first_line
        self._counted = (0, 0)
        """An offset, and how many bytes of its line are before it."""

    @property
    def is_mlir(self) -> bool:
        """Whether the program is written as MLIR text."""
        return self.data is None and self.own_names is None

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
        start = starts[line - 1]
        column = offset - start if self.text.isascii() else self._bytes_between(start, offset)
        return line - 1 + self.first_line, column + 1

    def _bytes_between(self, start: int, offset: int) -> int:
        """How many bytes there are from the start of a line to `offset`. It counts on from where it last counted."""
        counted, before = self._counted
        if not start <= counted <= offset:
            counted, before = start, 0
        before += len(self.text[counted:offset].encode("utf-8", "surrogateescape"))
        self._counted = (offset, before)
        return before

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """Where the line begins in which `offset` lies, and where it ends, before its newline."""
        starts = self._line_starts
        line = bisect_right(starts, offset)
        return starts[line - 1], starts[line] - 1 if line < len(starts) else len(self.text)

    def location(self, offset: int) -> Location:
        """`offset` as MLIR's location."""
        if offset < NO_POSITION and self.numbered is not None:
            return self.numbered(-2 - offset)
        if offset < 0:
            return FileLineColRange(self.file, 0, 0)
        return FileLineColRange(self.file, *self.position(offset))

    def resolve(self, location: Location | int) -> Location:
        """Returns `location` with lines and columns in place of offsets in this text."""
        return without_offsets(location, self.location)

    def known(self, location: Location | int) -> Location | int:
        """Returns `location`, in a program in binary form without numbers; NO_POSITION stays."""
        return location if self.numbered is None or location == NO_POSITION else self.resolve(location)
