"""Messages for people, `file:line:col: error: text` with the source line and a caret, and as JSON for programs.

matmul.mlir:5:8: error: 'sdy.sharding_constraint' op unknown axis name: "modle"
  %0 = sdy.sharding_constraint %a <@mesh, [{"modle"}, {}]> : tensor<8x8xf32>
       ^~~~~~~~~~~~~~~~~~~~~~~
hint: did you mean "model"?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TextIO

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
        from json import dumps

        return "".join([f"{dumps(_object(message))}\n" for message in messages])
    return "".join([line for message in messages for line in _lines(message, style)])


def _lines(message: Message, style: Style) -> list[str]:
    """Returns a message with its excerpt, its hint and its notes, whose excerpts are omitted if they are the same."""
    lines = [_heading(message, style)]
    if message.excerpted is not None:
        lines.append(_excerpt(message.excerpted, style))
    if message.hint:
        from sdyopt.display.excerpt import shown

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
        from sdyopt.display.excerpt import shown

        where, text = shown(where), "\n".join(map(shown, text.split("\n")))
    if not style.in_colour:
        return f"{where}: {message.severity}: {text}\n"
    severity = painted(f"{message.severity}:", BOLD, _COLOURS[message.severity])
    first, newline, rest = text.partition("\n")
    return f"{painted(f'{where}:', BOLD)} {severity} {painted(first, BOLD)}{newline}{rest}\n"


def _excerpt(excerpted: Excerpted, style: Style) -> str:
    from sdyopt.display.excerpt import excerpts

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
