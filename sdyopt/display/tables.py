"""Tables as lines of text: fitted to the terminal, and coloured."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import NamedTuple

from sdyopt.display.ansi import Pieces, wants_colour
from sdyopt.display.wording import printable

_GAP, _INDENT = "  ", "    "
_HEADING = "bold"


class Column(NamedTuple):
    """A column with the heading `name`. In tables that are too wide, columns with `below` get lines of their own, below
    the others of their row, and so do further ones where that is not enough.
    """

    name: str
    right: bool = False
    below: bool = False
    style: str = ""
    """The style for rich on a terminal: a colour, `bold`."""


class Table(NamedTuple):
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]


def print_table(table: Table, color: str = "auto") -> None:
    """Prints a table to standard output: on a terminal in its width and in colour, else each row in one line.

    The option `-color` overrides the use of colours.
    """
    lines = table_lines(table, get_terminal_size().columns if sys.stdout.isatty() else None)
    if wants_colour(sys.stdout, color):
        print_pieces(lines)
    else:
        sys.stdout.writelines([f"{''.join([text for text, _ in line])}\n" for line in lines])


def print_note(text: str) -> None:
    """Prints an escaped line to standard output; on a terminal that is narrower, in several that end between words."""
    text = printable(text)
    if sys.stdout.isatty():
        width = get_terminal_size().columns
        text = "\n".join(wrap(text, width, subsequent_indent=_INDENT, break_on_hyphens=False) or [""])
    sys.stdout.write(f"{text}\n")


def print_notes(notes: Iterable[str]) -> None:
    for note in notes:
        print_note(note)


def table_lines(table: Table, width: int | None = None) -> list[Pieces]:
    """Returns the headings, a rule, and each row, which takes several lines if it is wider than `width`."""
    heading = [printable(column.name) for column in table.columns]
    table = Table(table.columns, [[printable(text) for text in texts] for texts in table.rows])
    widths = [max(map(len, texts)) for texts in zip(heading, *table.rows, strict=True)]
    is_wide = width is not None and _width(widths) > width
    room = width - len(_INDENT) if width is not None and is_wide else None
    columns = table.columns if room is None else _folded(table.columns, widths, room + len(_INDENT))
    headings = _row([column._replace(style=_HEADING) for column in columns], heading, widths, room)
    rows = [line for texts in table.rows for line in _row(columns, texts, widths, room)]
    rule = "─" * max([sum([len(text) for text, _ in line]) for line in (*headings, *rows)])
    return [*headings, [(rule, "")], *rows]


def _width(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _folded(columns: Sequence[Column], widths: Sequence[int], width: int) -> list[Column]:
    """Returns the columns with as many of them below as a row needs to fit: the last texts first, then numbers."""
    found = list(columns)
    for is_number in (False, True):
        for index in range(len(found) - 1, 0, -1):
            beside = [size for column, size in zip(found, widths, strict=True) if not column.below]
            if _width(beside) <= width:
                return found
            if found[index].right == is_number:
                found[index] = found[index]._replace(below=True)
    return found


def _row(columns: Sequence[Column], texts: Sequence[str], widths: Sequence[int], room: int | None) -> list[Pieces]:
    """Returns the lines of a row: one, unless `room` limits the lines below it."""
    beside, below = [], []
    for column, text, width in zip(columns, texts, widths, strict=True):
        if room is not None and column.below:
            below.append((text, column.style))
        else:
            beside.append((f"{text:{'>' if column.right else '<'}{width}}{_GAP}", column.style))
    return [_stripped(beside), *_flowed(below, max(1, room or 0))]


def _stripped(pieces: Pieces) -> Pieces:
    while pieces and not pieces[-1][0].strip():
        pieces = pieces[:-1]
    return [*pieces[:-1], (pieces[-1][0].rstrip(), pieces[-1][1])] if pieces else []


def _flowed(pieces: Pieces, width: int) -> Iterator[Pieces]:
    """Returns `pieces`, separated by gaps, in indented lines of `width`; no lines if they are empty."""
    line: Pieces = []
    room = width
    for text, style in pieces:
        for part in wrap(text, width):
            if line and len(part) > room:
                yield line
                line, room = [], width
            line.append((_GAP if line else _INDENT, ""))
            line.append((part, style))
            room -= len(part) + len(_GAP)
    if line:
        yield line


def print_pieces(lines: Sequence[Pieces]) -> None:
    """Prints the lines of a table to standard output, always in colour."""
    from rich.console import Console  # Importing it takes longer than printing a table without colours.
    from rich.text import Text

    console = Console(force_terminal=True, no_color=False, force_jupyter=False)
    console.print(Text("\n").join([Text.assemble(*line) for line in lines]), soft_wrap=True)
