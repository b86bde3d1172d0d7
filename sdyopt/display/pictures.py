"""Drawn lines, printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sdyopt.display.box_drawing import Line


def print_picture(lines: Sequence[Line]) -> None:
    """Prints drawn lines to standard output; in colour on a terminal."""
    if sys.stdout.isatty():
        from sdyopt.display.colour import print_lines

        print_lines(lines)
        return
    for line in lines:
        sys.stdout.write("".join([span.text for span in line]).rstrip() + "\n")
