"""Pictures and tables in colour, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sdyopt.display.box_drawing import Line
from sdyopt.display.tables import Pieces

_COLOURS = ("green", "yellow", "blue", "magenta", "cyan", "red")


def print_lines(lines: Sequence[Line]) -> None:
    """Prints drawn lines to standard output; rich leaves the colours out where the terminal or NO_COLOR says so."""
    console = Console()
    for line in lines:
        pieces = [(span.text, "" if span.group is None else _COLOURS[span.group % len(_COLOURS)]) for span in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)


def print_pieces(lines: Sequence[Pieces]) -> None:
    """Prints the lines of a table to standard output."""
    console = Console()
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)
