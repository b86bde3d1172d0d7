"""The line of a text that a message is about, and below it a caret at the place."""

from __future__ import annotations

from typing import NamedTuple

from sdyopt.display.cells import cells, widths

LONGEST_LINE = 400
"""Where no terminal has a width, longer lines are cut."""

_WINDOW = 160
"""How many cells of a line that is cut are shown there."""

_NARROWEST = 40
"""What a terminal that says it is narrower than this is taken for."""

_CUT = "…"


_FURTHEST = 1 << 16
"""How many characters behind the place are looked through for a mention of what is wrong."""


class Excerpt(NamedTuple):
    """A line, or a piece of it, and what stands below it; without their newlines."""

    line: str
    marker: str


def excerpts(
    text: str, place: int, end: int | None = None, mention: str = "", columns: int | None = None
) -> list[Excerpt]:
    """The line of `text` in which `place` lies, with a caret below it; `text[place:end]` is underlined.

    So is `mention`, if it stands just once in the line behind that; where it is too far away for one excerpt, there is
    a second one of it. Of a line that is wider than a terminal of `columns`, or very long where there is none, a piece
    is shown. What would move the cursor is shown as a picture of it; only tabs stay, in both lines. What all this takes
    does not grow with the length of the line.
    """
    piece = _piece_around(text, place, columns)
    after = place + 1 if end is None else max(place + 1, end)
    marker = piece.blanks_before(place) + "^" + "~" * (piece.cells_between(place, after) - 1)
    found = _only_mention(text, place, after, mention) if mention else None
    if found is None:
        return [Excerpt(piece.shown, marker)]
    found_end = found + len(mention)
    if found_end <= piece.start + len(piece.line) and "\t" not in piece.line[place - piece.start :]:
        marker += " " * piece.cells_between(after, found) + "~" * piece.cells_between(found, found_end)
        return [Excerpt(piece.shown, marker)]
    other = _piece_around(text, found, columns)
    underline = "~" * other.cells_between(found, found_end)
    return [Excerpt(piece.shown, marker), Excerpt(other.shown, other.blanks_before(found) + underline)]


def _only_mention(text: str, place: int, after: int, mention: str) -> int | None:
    """Where in the rest of the line `mention` stands, if it stands there once, and not at `place`."""
    newline = text.find("\n", place, after + _FURTHEST)
    stop = after + _FURTHEST if newline < 0 else newline
    found = text.find(mention, after, stop)
    if found < 0 or text.startswith(mention, place) or text.find(mention, found + 1, stop) >= 0:
        return None
    return found


class _Piece(NamedTuple):
    """What is shown of a line: the text from `start` on, and signs where something is cut away."""

    line: str
    start: int
    before: str
    behind: str

    @property
    def shown(self) -> str:
        return self.before + self.line + self.behind

    def blanks_before(self, place: int) -> str:
        """What stands in the line below up to `place`."""
        parts = self.line[: place - self.start].split("\t")
        return " " * len(self.before) + "\t".join([" " * cells(part) for part in parts])

    def cells_between(self, place: int, end: int) -> int:
        """The cells from `place` to `end`, as far as they are shown, or to the first tab."""
        return cells(self.line[place - self.start : end - self.start].partition("\t")[0])


def _piece_around(text: str, place: int, columns: int | None) -> _Piece:
    room = LONGEST_LINE if columns is None else max(columns - 1, _NARROWEST)
    start = text.rfind("\n", max(0, place - room - 1), place) + 1
    is_cut_before = start == 0 and place > room
    if is_cut_before:
        start = place - room
    stop = text.find("\n", place, place + room + 1)
    is_cut_behind = stop < 0 and len(text) > place + room
    line = text[start : place + room if stop < 0 else stop]
    line = shown(line if is_cut_behind else line.rstrip("\r"))
    if is_cut_before or is_cut_behind or cells(line) > room:
        at = min(place - start, len(line))
        first, last = _window(line, at, (_WINDOW if columns is None else room) - 2 * len(_CUT))
        is_cut_before |= first > 0
        is_cut_behind |= last < len(line)
        line, start = line[first:last], start + first
    return _Piece(line, start, _CUT * is_cut_before, _CUT * is_cut_behind)


def _window(line: str, at: int, room: int) -> tuple[int, int]:
    """The piece of a line around a place that takes at most `room` cells: as far as can be, half of it before."""
    each = widths(line)
    first = last = at
    before = behind = 0
    while last < len(line) and behind + each[last] <= room:
        behind += each[last]
        last += 1
    while first and before + each[first - 1] <= max(room // 2, room - behind):
        first -= 1
        before += each[first]
    while before + behind > room:
        last -= 1
        behind -= each[last]
    return first, last


def shown(text: str) -> str:
    """`text` with visible characters, as many, in place of those that are none; but for tabs, and joints of emoji."""
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else _picture(character) for character in text])


def _picture(character: str) -> str:
    if character in "\t\u200d":
        return character
    code = ord(character)
    return chr(0x2400 + code) if code < 32 else "\u2421" if code == 127 else "\ufffd"
