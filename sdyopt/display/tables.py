"""Tables of texts under headings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

_GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is the heading. On a narrow terminal the texts of a column that `folds` go on in further lines."""

    name: str
    right: bool = False
    folds: bool = False
    style: str = ""
    """How rich is to show it on a terminal: a colour, `bold`."""


@dataclass(frozen=True, slots=True)
class Table:
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]


def print_table(table: Table) -> None:
    """Prints a table to standard output: on a terminal as wide as that is, else each row in a line of its own."""
    if sys.stdout.isatty():
        from sdyopt.display.colour import print_in_colour

        print_in_colour(table)
    else:
        sys.stdout.writelines([f"{line}\n" for line in plain_lines(table)])


def plain_lines(table: Table) -> list[str]:
    """The heading, a rule, and a line for each row."""
    rows = [[column.name for column in table.columns], *table.rows]
    widths = [max(map(len, texts)) for texts in zip(*rows, strict=True)]
    form = _GAP.join(
        [f"{{:{'>' if column.right else '<'}{width}}}" for column, width in zip(table.columns, widths, strict=True)]
    )
    lines = [form.format(*row).rstrip() for row in rows]
    lines.insert(1, "─" * max(map(len, lines)))
    return lines
