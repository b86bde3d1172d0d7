"""Pictures and tables in colour, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, JustifyMethod
from rich.table import Table as RichTable
from rich.text import Text

from sdyopt.display.box_drawing import Line
from sdyopt.display.tables import Table

_COLOURS = ("green", "yellow", "blue", "magenta", "cyan", "red")


def print_lines(lines: Sequence[Line]) -> None:
    """Prints drawn lines to standard output; rich leaves the colours out where the terminal or NO_COLOR says so."""
    console = Console()
    for line in lines:
        pieces = [(span.text, "" if span.group is None else _COLOURS[span.group % len(_COLOURS)]) for span in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)


def print_in_colour(table: Table) -> None:
    """Prints a table to standard output, as wide as the terminal is."""
    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in table.columns:
        justify: JustifyMethod = "right" if column.right else "left"
        drawn.add_column(
            Text(column.name), justify=justify, style=column.style, overflow="fold", no_wrap=not column.folds
        )
    for row in table.rows:
        drawn.add_row(*[Text(text) for text in row])
    Console().print(drawn)
