"""Pictures and tables in colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sdyopt.display.ansi import Pieces
from sdyopt.display.box_drawing import Line

_COLOURS = ("green", "yellow", "blue", "magenta", "cyan", "red")


def print_lines(lines: Sequence[Line]) -> None:
    """Prints drawn lines to standard output, always in colour."""
    console = _console()
    for line in lines:
        pieces = [(span.text, "" if span.group is None else _COLOURS[span.group % len(_COLOURS)]) for span in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)


def print_pieces(lines: Sequence[Pieces]) -> None:
    """Prints the lines of a table to standard output, always in colour."""
    console = _console()
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


def _console() -> Console:
    return Console(force_terminal=True, no_color=False)
