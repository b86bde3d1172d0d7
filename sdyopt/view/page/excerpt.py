"""Which lines of a long program a page shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from sdyopt.ir.named_tuple import NamedTuple

MOST_LINES = 20_000
"""Of a program that is shown as a whole."""

_MOST_OF_LONG = 5_000
"""Lines that are shown of a longer one."""

_AROUND = 2
"""Lines before and after one of interest."""


class Lines(NamedTuple):
    """Neighbouring lines of a program."""

    first: int
    """From 1."""
    size: int
    """How many they are."""
    start: int
    """The place in the program where they begin."""
    shown_at: int
    """The place where they begin in the text that is shown."""
    length: int


class PageExcerpt:
    """Lines of a text, one after the other; a page shows them as if they were a text."""

    def __init__(self, text: str, lines: Iterable[tuple[int, int]]) -> None:
        starts = _starts(text)
        self.lines: list[Lines] = []
        """In their order."""
        parts = []
        shown = 0
        for first, last in lines:
            start = starts[first - 1]
            part = text[start : starts[last] - 1] if last < len(starts) - 1 else text[start:]
            self.lines.append(Lines(first, last - first + 1, start, shown, len(part)))
            parts.append(part)
            shown += len(part) + 1
        self.text = "\n".join(parts)
        self._starts = [each.start for each in self.lines]
        self.is_whole = self.text == text.removesuffix("\n") or self.text == text
        """Whether all lines are shown."""

    def place(self, place: int) -> int | None:
        """Returns where a place of the program is in the text that is shown; None if it is not there."""
        index = bisect_right(self._starts, place) - 1
        if index < 0:
            return None
        lines = self.lines[index]
        return None if place > lines.start + lines.length else place - lines.start + lines.shown_at


def excerpt(text: str, wanted: Iterable[int | None], everything: bool) -> PageExcerpt:
    """Returns all lines of a text, or of a long one unless `everything` is, those that are wanted most, with others."""
    count = line_count(text)
    if everything or count <= MOST_LINES:
        return PageExcerpt(text, [(1, count)] if count else [])
    shown: set[int] = set()
    for line in wanted:
        if len(shown) >= _MOST_OF_LONG:
            break
        if line is not None:
            shown.update(range(max(1, line - _AROUND), min(count, line + _AROUND) + 1))
    return PageExcerpt(text, _runs(sorted(shown) or list(range(1, _MOST_OF_LONG + 1))))


def _runs(numbers: list[int]) -> Iterable[tuple[int, int]]:
    """Yields the first and the last of each run of numbers that follow each other."""
    first = before = numbers[0]
    for number in numbers[1:]:
        if number != before + 1:
            yield first, before
            first = number
        before = number
    yield first, before


def line_count(text: str) -> int:
    """Returns the number of lines of a text."""
    return text.count("\n") + (not text.endswith("\n"))


def _starts(text: str) -> list[int]:
    """Returns where the lines begin, and after the last one where another one would."""
    starts = [0]
    for line in text.split("\n")[: line_count(text)]:
        starts.append(starts[-1] + len(line) + 1)
    return starts
