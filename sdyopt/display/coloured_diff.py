"""Unified diffs in colour."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from sdyopt.display.ansi import BOLD, CYAN, GREEN, RED, painted, wants_colour

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_COLOURS = {"-": RED, "+": GREEN}


def for_standard_output(diff: str, color: str) -> str:
    """`diff`, coloured if standard output is a terminal, or as the option `-color` says."""
    return coloured(diff) if wants_colour(sys.stdout, color) else diff


def coloured(diff: str) -> str:
    """`diff` with what is removed in red, what is added in green, and what says where in bold and cyan."""
    return "".join(_coloured(diff))


def _coloured(diff: str) -> Iterator[str]:
    removed = added = 0  # so many lines of either side the hunk still has
    for text in diff.split("\n")[:-1]:
        if removed > 0 or added > 0:
            removed -= text[0] in "- "
            added -= text[0] in "+ "
            colour = _COLOURS.get(text[0])
            yield f"{painted(text, colour)}\n" if colour else f"{text}\n"
        elif hunk := _HUNK.match(text):
            removed, added = [1 if count is None else int(count) for count in hunk.groups()]
            yield f"{painted(text, CYAN)}\n"
        else:
            yield f"{painted(text, BOLD)}\n"
