"""Messages for people, `file:line:col: error: text` with the source line and a caret, and as JSON for programs.

matmul.mlir:5:8: error: 'sdy.sharding_constraint' op unknown axis name: "modle"
  %0 = sdy.sharding_constraint %a <@mesh, [{"modle"}, {}]> : tensor<8x8xf32>
       ^~~~~~~~~~~~~~~~~~~~~~~
hint: did you mean "model"?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import dumps
from types import MappingProxyType
from typing import Any, NamedTuple, TextIO
from unicodedata import category, east_asian_width

from sdyopt.display.ansi import BLUE, BOLD, CYAN, GREEN, MAGENTA, RED, painted, wants_colour

_COLOURS = {"error": RED, "warning": MAGENTA, "note": CYAN, "remark": BLUE}


class Style(NamedTuple):
    """The style of messages: text for people, or lines of JSON.

    Text is `in_colour` or plain; excerpts are cut to the `columns` of a terminal, if there is one.
    """

    as_json: bool = False
    in_colour: bool = False
    columns: int | None = None


PLAIN = Style()


def style_for(stream: TextIO | None, format: str = "text", color: str = "auto") -> Style:
    """Returns the style for `stream`, with the values of the options `-diagnostics-format` and `-color`."""
    if format == "json":
        return Style(as_json=True)
    columns = None
    if stream is not None and stream.isatty():
        from shutil import get_terminal_size

        columns = get_terminal_size().columns
    return Style(False, wants_colour(stream, color), columns)


class Extent(NamedTuple):
    """A place, as far as it is known. Lines and columns count from 1, columns in bytes."""

    file: str | None
    line: int | None = None
    column: int | None = None
    end_column: int | None = None
    """The end of the token, exclusive."""

    def __str__(self) -> str:
        return ":".join([str(part) for part in self[:3] if part is not None])


class Excerpted(NamedTuple):
    """The part of a text that a message shows: the line at `start`, underlined up to `end` if that is known.

    A `mention` of the error that occurs exactly once in the rest of the line is shown and underlined, too.
    """

    text: str
    start: int
    end: int | None = None
    mention: str = ""


class Message(NamedTuple):
    """A message. `speaker` is the command whose name precedes messages without a place in a text."""

    severity: str
    text: str
    extent: Extent
    excerpted: Excerpted | None = None
    hint: str = ""
    notes: tuple[Message, ...] = ()
    speaker: str = ""
    details: Mapping[str, Any] = MappingProxyType({})
    """Further fields of the JSON form."""


def written(messages: Iterable[Message], style: Style = PLAIN) -> str:
    """Returns the text of messages, in their order, with a newline at the end."""
    if style.as_json:
        return "".join([f"{dumps(_object(message))}\n" for message in messages])
    return "".join([line for message in messages for line in _lines(message, style)])


def _lines(message: Message, style: Style) -> list[str]:
    """Returns a message with its excerpt, its hint and its notes, whose excerpts are omitted if they are the same."""
    lines = [_heading(message, style)]
    if message.excerpted is not None:
        lines.append(_excerpt(message.excerpted, style))
    if message.hint:
        label = painted("hint:", BOLD, GREEN) if style.in_colour else "hint:"
        lines.append(f"{label} {shown(message.hint)}\n")
    before = message
    for note in message.notes:
        same = note.excerpted == before.excerpted
        lines += _lines(note._replace(excerpted=None) if same else note, style)
        before = note
    return lines


def _heading(message: Message, style: Style) -> str:
    where, text = message.speaker or str(message.extent), message.text
    if style.in_colour or style.columns is not None:
        where, text = shown(where), "\n".join(map(shown, text.split("\n")))
    if not style.in_colour:
        return f"{where}: {message.severity}: {text}\n"
    severity = painted(f"{message.severity}:", BOLD, _COLOURS[message.severity])
    first, newline, rest = text.partition("\n")
    return f"{painted(f'{where}:', BOLD)} {severity} {painted(first, BOLD)}{newline}{rest}\n"


def _excerpt(excerpted: Excerpted, style: Style) -> str:

    lines = []
    for line, marker in excerpts(*excerpted, style.columns):
        blank = marker[: -len(marker.lstrip())]
        lines += [line, blank + painted(marker.lstrip(), BOLD, GREEN) if style.in_colour else marker]
    return "".join([f"{line}\n" for line in lines])


def _object(message: Message) -> dict[str, Any]:
    """Returns the JSON form, with `end_column` and `hint` only if they are known."""
    file, line, column, end_column = message.extent
    described: dict[str, Any] = {"file": None if file is None else _unicode(file), "line": line, "column": column}
    if end_column is not None:
        described["end_column"] = end_column
    described |= {"severity": message.severity, "message": _unicode(message.text)}
    if message.hint:
        described["hint"] = _unicode(message.hint)
    return {**described, **message.details, "notes": [_object(note) for note in message.notes]}


def _unicode(text: str) -> str:
    """Returns `text` with a replacement character for each byte that is not UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


# Excerpts: the line of a text that a message is about, with a caret below.

_JOINER = "\u200d"
TAB = 8
"""The largest width of a tab."""


def cells(text: str) -> int:
    """Returns the width of `text`. Tabs count with their largest width."""
    return len(text) + (TAB - 1) * text.count("\t") if text.isascii() else sum(widths(text))


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
