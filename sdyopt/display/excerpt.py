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


class Excerpt(NamedTuple):
    """A line, or a piece of it, and what stands below it; without their newlines."""

    line: str
    marker: str


def excerpt(text: str, place: int, end: int | None = None, mention: str = "", columns: int | None = None) -> Excerpt:
    """The line of `text` in which `place` lies, with a caret below it; `text[place:end]` is underlined.

    So is `mention`, if it stands just once in what is shown of the line behind that. Of a line that is wider than a
    terminal of `columns`, or very long where there is none, a piece is shown. What would move the cursor is shown as a
    picture of it; only tabs stay, in both lines. Nothing takes time that grows with the length of the line.
    """
    line, at, before, behind = _piece_around(text, place, columns)
    indent = "\t".join([" " * cells(part) for part in line[:at].split("\t")])
    after = at + (1 if end is None else max(1, end - place))
    underline = "" if end is None else "~" * (cells(line[at:after].partition("\t")[0]) - 1)
    if mention and "\t" not in line[at:] and line.count(mention, after) == 1 and not line.startswith(mention, at):
        found = line.index(mention, after)
        underline += " " * cells(line[after:found]) + "~" * cells(mention)
    return Excerpt(before + line + behind, " " * len(before) + indent + "^" + underline)


def _piece_around(text: str, place: int, columns: int | None) -> tuple[str, int, str, str]:
    """What is shown of the line in which `place` lies, where that is in it, and the signs for what is cut away."""
    room = LONGEST_LINE if columns is None else max(columns - 1, _NARROWEST)
    start = text.rfind("\n", max(0, place - room - 1), place) + 1
    is_cut_before = start == 0 and place > room
    if is_cut_before:
        start = place - room
    stop = text.find("\n", place, place + room + 1)
    is_cut_behind = stop < 0 and len(text) > place + room
    line = text[start : place + room if stop < 0 else stop]
    line = shown(line if is_cut_behind else line.rstrip("\r"))
    at = min(place - start, len(line))
    if is_cut_before or is_cut_behind or cells(line) > room:
        first, last = _window(line, at, (_WINDOW if columns is None else room) - 2 * len(_CUT))
        is_cut_before |= first > 0
        is_cut_behind |= last < len(line)
        line, at = line[first:last], at - first
    return line, at, _CUT * is_cut_before, _CUT * is_cut_behind


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
