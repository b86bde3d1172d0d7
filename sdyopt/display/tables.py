"""Tables as lines of text: fitted to the terminal, drawn with boxes, and coloured."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from shutil import get_terminal_size
from textwrap import wrap
from typing import NamedTuple

from sdyopt.display.ansi import Pieces, wants_colour
from sdyopt.display.wording import printable

# Grids of cells with lines of three weights between them, in Unicode's box-drawing characters.

NONE, LIGHT, HEAVY = 0, 1, 2
"""Weights of lines."""

_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""The characters by the weights of the lines that meet: ((up · 3 + right) · 3 + down) · 3 + left."""

_SHADE = "░"
_CUT = "…"


class Cell(NamedTuple):
    """The text of one element. `group` selects its colour; `tiles` are the tiles that contain it, for each level."""

    text: str
    shaded: bool
    group: int
    tiles: tuple[object, ...]


class LinePiece(NamedTuple):
    """A piece of a drawn line; `group` selects its colour, if any."""

    text: str
    group: int | None = None


Line = list[LinePiece]

Cells = Sequence[Sequence[Cell | None]]
"""Rows of cells, all of the same length; None where there is no cell."""

Weight = Callable[[Cell | None, Cell | None], int]
"""The weight of the line between two neighbours."""


def draw(
    cells: Cells,
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    between: tuple[Weight, Weight],
    cut: tuple[bool, bool],
) -> list[Line]:
    """Returns the table with its labels left of the rows and above the columns.

    `between` returns the weights of the lines between neighbours in a row, and between one row and the next. A line
    without weight takes no space. `cut` states whether columns on the right, and rows below, are omitted.
    """
    width = max([len(cell.text) for row in cells for cell in row if cell] + [len(label) for label in column_labels])
    margin = max(map(len, row_labels))
    weigh_row, weigh_column = between
    columns = len(cells[0])
    vertical = [[weigh_row(a, b) for a, b in pairwise([None, *row, None])] for row in cells]
    edge: list[Cell | None] = [None] * columns
    cut_right, cut_below = cut
    horizontal = [[weigh_column(a, b) for a, b in zip(*rows, strict=True)] for rows in pairwise([edge, *cells, edge])]
    if cut_below:
        horizontal[-1] = [NONE] * columns
    if cut_right:
        vertical = [[*weights[:-1], NONE] for weights in vertical]
    shown = [any(weights[j] for weights in vertical) for j in range(columns + 1)]
    blank = " " * (margin + 1)

    lines: list[Line] = []
    if any(column_labels):
        text = "".join([" " * shown[j] + f" {label:>{width}} " for j, label in enumerate(column_labels)])
        lines.append([LinePiece(f"{blank}{text}".rstrip())])
    for i, weights in enumerate(horizontal):
        if any(weights):
            lines.append([LinePiece(blank + _rule(i, horizontal, vertical, shown, width + 2))])
        if i < len(cells):
            lines.append([LinePiece(f"{row_labels[i]:>{margin}} "), *_drawn_row(cells[i], vertical[i], shown, width)])
    if cut_right:
        lines = [[*line, LinePiece(_CUT)] for line in lines]
    if cut_below:
        lines.append([LinePiece(f"{blank}{_CUT}")])
    return lines


def _drawn_row(
    row: Sequence[Cell | None], weights: Sequence[int], shown: Sequence[bool], width: int
) -> Iterator[LinePiece]:
    for j, weight in enumerate(weights):
        if shown[j]:
            yield LinePiece(_JUNCTIONS[weight * 27 + weight * 3])
        if j < len(row):
            if (cell := row[j]) is None:
                yield LinePiece(" " * (width + 2))
            elif cell.shaded:
                yield LinePiece(_SHADE * (width + 2), cell.group)
            else:
                yield LinePiece(f" {cell.text:>{width}} ", cell.group)


def _rule(
    i: int, horizontal: Sequence[Sequence[int]], vertical: Sequence[Sequence[int]], shown: Sequence[bool], width: int
) -> str:
    """Returns the line above row `i`."""
    weights = horizontal[i]
    above = vertical[i - 1] if i > 0 else [NONE] * len(shown)
    below = vertical[i] if i < len(vertical) else [NONE] * len(shown)
    text = ""
    for j, drawn in enumerate(shown):
        left = weights[j - 1] if j > 0 else NONE
        right = weights[j] if j < len(weights) else NONE
        if drawn:
            text += _JUNCTIONS[((above[j] * 3 + right) * 3 + below[j]) * 3 + left]
        text += _JUNCTIONS[right * 9 + right] * width if j < len(weights) else ""
    return text


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
    """Prints a line to standard output; on a terminal that is narrower, in several that end between words."""
    if sys.stdout.isatty():
        width = get_terminal_size().columns
        text = "\n".join(wrap(text, width, subsequent_indent=_INDENT, break_on_hyphens=False) or [""])
    sys.stdout.write(f"{text}\n")


def print_notes(notes: Iterable[str]) -> None:
    """Prints lines as `print_note` does."""
    for note in notes:
        print_note(note)


def table_lines(table: Table, width: int | None = None) -> list[Pieces]:
    """Returns the headings, a rule, and each row, which takes several lines if it is wider than `width`."""
    heading = [column.name for column in table.columns]
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
    """Returns `pieces` without spaces at the end of the line."""
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


# Printing of drawn lines.


def print_picture(lines: Sequence[Line], color: str = "auto") -> None:
    """Prints drawn lines to standard output; in colour on a terminal, or according to the option `-color`."""
    if wants_colour(sys.stdout, color):
        styles = [*_COLOURS, ""]
        print_pieces(
            [[(text, styles[-1 if group is None else group % len(_COLOURS)]) for text, group in line] for line in lines]
        )
        return
    for line in lines:
        sys.stdout.write("".join([span.text for span in line]).rstrip() + "\n")


_COLOURS = ("green", "yellow", "blue", "magenta", "cyan", "red")


def print_pieces(lines: Sequence[Pieces]) -> None:
    """Prints the lines of a table to standard output, always in colour."""
    from rich.console import Console  # Importing it takes longer than printing a table without colours.
    from rich.text import Text

    console = Console(force_terminal=True, no_color=False, force_jupyter=False)
    console.print(Text("\n").join([Text.assemble(*line) for line in lines]), soft_wrap=True)
