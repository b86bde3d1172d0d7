"""A small text that still shows what a large one does: lines, bracketed groups of lines and tokens are taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tools.mutation import TOKEN

OPENING, CLOSING = "([{", ")]}"


def reduced(text: str, shows: Callable[[str], bool], budget: int = 2000) -> str:
    """A part of `text` for which `shows` still holds, as it does for `text`; asks at most `budget` times."""
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
    """`parts` without the runs that they can do without: of half the length, of a quarter, …, and each part alone."""
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
    """`lines` without the groups between brackets, and without the brackets around groups, that they can do without."""
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
    """From each line that opens brackets to after the line that closes them, if that is another; inner ones first."""
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
    """The tokens, each with what stands between it and the next."""
    starts = [token.start() for token in TOKEN.finditer(text)]
    return [text[start:stop] for start, stop in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)]
