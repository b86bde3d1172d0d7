"""Excerpts: the line of a text that a message is about, with a caret below."""

from __future__ import annotations

from typing import NamedTuple
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


LONGEST_LINE = 400
"""The width above which lines are cut without a terminal."""

_WINDOW = 160
"""The width of a line that is cut without a terminal."""

_NARROWEST = 40
"""The smallest width that is assumed for terminals."""

_CUT = "…"


_FURTHEST = 1 << 16
"""The number of characters after the place that are searched for a mention of the error."""


class Excerpt(NamedTuple):
    """A line, or a piece of it, and the marks below it; without newlines."""

    line: str
    marker: str


def excerpts(
    text: str, place: int, end: int | None = None, mention: str = "", columns: int | None = None
) -> list[Excerpt]:
    """Returns the line of `text` that contains `place`, with a caret below; `text[place:end]` is underlined.

    If `mention` occurs exactly once in the rest of the line it is underlined, too, in a second excerpt if it is too far
    away. Lines wider than a terminal of `columns`, or very long ones without a terminal, are cut. Control characters
    are shown as symbols; only tabs stay, in both lines. The time does not depend on the length of the line.
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
    """Returns the position of `mention` in the rest of the line, if it occurs once, and not at `place`."""
    newline = text.find("\n", place, after + _FURTHEST)
    stop = after + _FURTHEST if newline < 0 else newline
    found = text.find(mention, after, stop)
    if found < 0 or text.startswith(mention, place) or text.find(mention, found + 1, stop) >= 0:
        return None
    return found


class _Piece(NamedTuple):
    """The visible piece of a line: its text from `start`, with ellipses where it is cut."""

    line: str
    start: int
    before: str
    behind: str

    @property
    def shown(self) -> str:
        return self.before + self.line + self.behind

    def blanks_before(self, place: int) -> str:
        """Returns the space in the line below up to `place`."""
        parts = self.line[: place - self.start].split("\t")
        return " " * len(self.before) + "\t".join([" " * cells(part) for part in parts])

    def cells_between(self, place: int, end: int) -> int:
        """Returns the width from `place` to `end`, as far as it is visible, or to the first tab."""
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
    """Returns the piece of a line around a place with a width of at most `room`, if possible half of it before."""
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
    """Returns `text` with a visible character for each invisible one, except tabs and joiners of emoji."""
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else _picture(character) for character in text])


def _picture(character: str) -> str:
    if character in "\t\u200d":
        return character
    code = ord(character)
    return chr(0x2400 + code) if code < 32 else "\u2421" if code == 127 else "\ufffd"
