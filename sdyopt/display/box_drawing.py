"""Tables of cells with lines of three weights between them, in Unicode's box-drawing characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

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
            lines.append([LinePiece(f"{row_labels[i]:>{margin}} "), *_row(cells[i], vertical[i], shown, width)])
    if cut_right:
        lines = [[*line, LinePiece(_CUT)] for line in lines]
    if cut_below:
        lines.append([LinePiece(f"{blank}{_CUT}")])
    return lines


def _row(row: Sequence[Cell | None], weights: Sequence[int], shown: Sequence[bool], width: int) -> Line:
    line: Line = []
    for j, weight in enumerate(weights):
        if shown[j]:
            line.append(LinePiece(_JUNCTIONS[weight * 27 + weight * 3]))
        if j < len(row):
            cell = row[j]
            if cell is None:
                line.append(LinePiece(" " * (width + 2)))
            elif cell.shaded:
                line.append(LinePiece(_SHADE * (width + 2), cell.group))
            else:
                line.append(LinePiece(f" {cell.text:>{width}} ", cell.group))
    return line


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
