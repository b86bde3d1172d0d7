"""Printing of drawn lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sdyopt.display.ansi import wants_colour
from sdyopt.display.box_drawing import Line


def print_picture(lines: Sequence[Line], color: str = "auto") -> None:
    """Prints drawn lines to standard output; in colour on a terminal, or according to the option `-color`."""
    if wants_colour(sys.stdout, color):
        from sdyopt.display.colour import print_lines

        print_lines(lines)
        return
    for line in lines:
        sys.stdout.write("".join([span.text for span in line]).rstrip() + "\n")
