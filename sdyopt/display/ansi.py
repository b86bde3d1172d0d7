"""Colours of a terminal as escape codes, and whether to use them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

BOLD, REVERSE, RED, GREEN, BLUE, MAGENTA, CYAN = "1", "7", "31", "32", "34", "35", "36"


def painted(text: str, *codes: str) -> str:
    """Returns `text` with escape codes for colours and bold."""
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def wants_colour(stream: TextIO | None, choice: str = "auto") -> bool:
    """Returns whether to use colours on `stream`, for the value of `-color`: auto, always or never.

    The command line comes first, then the environment: NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE. Otherwise terminals
    that have colours get them.
    """
    if choice != "auto":
        return choice == "always"
    environment = os.environ
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return stream is not None and stream.isatty() and environment.get("TERM") != "dumb"


# Unified diffs in colour.

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")


def for_standard_output(diff: str, color: str) -> str:
    """Returns `diff`, with colours if standard output is a terminal, or according to the option `-color`."""
    return coloured(diff) if wants_colour(sys.stdout, color) else diff


def coloured(diff: str) -> str:
    """Returns `diff` with removed lines in red, added lines in green, and headings in bold and cyan.

    If as many lines are added as removed, the different part of each is in reverse.
    """
    return "".join([f"{line}\n" for line in _coloured(diff.split("\n")[:-1])])


def _coloured(lines: Sequence[str]) -> Iterator[str]:
    in_hunk = 0  # the number of lines of both sides that are left in the hunk
    removed: list[str] = []
    added: list[str] = []
    for line in lines:
        mark = line[:1] if in_hunk else ""
        if removed and (mark not in ("-", "+") or (mark == "-" and added)):
            yield from _change(removed, added)
            removed, added = [], []
        if mark == "-":
            removed.append(line)
        elif mark == "+":
            if removed:
                added.append(line)
            else:
                yield painted(line, GREEN)
        elif mark:
            yield line
        elif hunk := _HUNK.match(line):
            in_hunk = sum([1 if count is None else int(count) for count in hunk.groups()])
            yield painted(line, CYAN)
            continue
        else:
            yield painted(line, BOLD)
        in_hunk -= {"-": 1, "+": 1, " ": 2}.get(mark, 0)
    yield from _change(removed, added)


def _change(removed: Sequence[str], added: Sequence[str]) -> Iterator[str]:
    """Lines that are replaced by others."""
    pairs = list(zip(removed, added, strict=True)) if len(removed) == len(added) else []
    yield from [_compared(line, other, RED) for line, other in pairs] or [painted(line, RED) for line in removed]
    yield from [_compared(line, other, GREEN) for other, line in pairs] or [painted(line, GREEN) for line in added]


def _compared(line: str, other: str, colour: str) -> str:
    """Returns `line`, with the part that differs from `other` in reverse; unchanged if they have little in common."""
    start = 1 + _shared(line[1:], other[1:])
    end = len(line) - _shared(line[: start - 1 : -1], other[: start - 1 : -1])
    if start == end or 2 * (len(line) - (end - start)) < min(len(line), len(other)):
        return painted(line, colour)
    parts = ((line[:start], (colour,)), (line[start:end], (colour, REVERSE)), (line[end:], (colour,)))
    return "".join([painted(text, *codes) for text, codes in parts if text])


def _shared(line: str, other: str) -> int:
    pairs = zip(line, other, strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), min(len(line), len(other)))


# Texts in pieces with styles.

Pieces = list[tuple[str, str]]
"""Texts, each with the style for rich on a terminal, which may be empty."""
