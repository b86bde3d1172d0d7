"""Reduction of texts: removes lines, bracketed groups of lines and tokens while a property holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|%[\w#]+|[@#!^][\w.$-]+|->|[A-Za-z_][\w.$]*|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?|\S'
)

"""A rough idea of MLIR's tokens."""

OPENING, CLOSING = "([{", ")]}"


def reduced(text: str, shows: Callable[[str], bool], budget: int = 2000) -> str:
    """Returns a part of `text` for which `shows` still holds, with at most `budget` calls."""
    asked = 0

    def asks(parts: Sequence[str]) -> bool:
        nonlocal asked
        asked += 1
        return bool(parts) and asked <= budget and shows("".join(parts))

    size = len(text) + 1
    while len(text) < size and asked < budget:
        size = len(text)
        lines = _without_runs(text.splitlines(keepends=True), asks)
        lines = _without_groups(lines, asks)
        text = "".join(_without_runs(_tokens("".join(lines)), asks))
    return text


def _without_runs(parts: Sequence[str], shows: Callable[[Sequence[str]], bool]) -> Sequence[str]:
    """Returns `parts` without removable runs: of half the length, of a quarter, …, and single parts."""
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts):
            rest = [*parts[:start], *parts[start + size :]]
            if shows(rest):
                parts = rest
            else:
                start += size
        size //= 2
    return parts


def _without_groups(lines: Sequence[str], shows: Callable[[Sequence[str]], bool]) -> Sequence[str]:
    """Returns `lines` without removable groups between brackets, and removable brackets around groups."""
    progress = True
    while progress:
        progress = False
        for start, stop in _groups(lines):
            without = [*lines[:start], *lines[stop:]]
            unwrapped = [*lines[:start], *lines[start + 1 : stop - 1], *lines[stop:]]
            smaller = next((rest for rest in (without, unwrapped) if shows(rest)), None)
            if smaller is not None:
                lines, progress = smaller, True
                break
    return lines


def _groups(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Returns the ranges from lines that open brackets to those that close them; inner ones first."""
    open_at: list[int] = []
    for number, line in enumerate(lines):
        for token in TOKEN.finditer(line):
            if token[0] in OPENING:
                open_at.append(number)
            elif token[0] in CLOSING and open_at:
                start = open_at.pop()
                if start < number:
                    yield start, number + 1


def _tokens(text: str) -> list[str]:
    """Returns the tokens, each with the text up to the next."""
    starts = [token.start() for token in TOKEN.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)]
