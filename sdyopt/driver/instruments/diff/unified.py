"""Unified diffs, as `diff -u` and git write them and `patch` and `git apply` read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sdyopt.driver.instruments.diff.matching import Match, matches

CONTEXT = 3
"""So many lines around a change are shown."""

_NO_NEWLINE = "\n\\ No newline at end of file\n"

_UNUSUAL = re.compile(r'[\x00-\x1f"\\\x7f]')

_FUNCTION = re.compile(r"\s*(func\.func [^(]+)\(")


class Names(NamedTuple):
    """What a diff calls the two texts. What is behind a tab is for people."""

    before: str
    after: str

    @staticmethod
    def of_file(name: str, note: str = "") -> Names:
        """Those that git gives to a file that has changed, with a note on what changed it."""
        before, after = (_quoted(f"{side}/{name.lstrip('/')}") for side in "ab")
        end = "\t" if " " in name else ""
        return Names(before + end, f"{after}\t{note}" if note else after + end)


def _quoted(name: str) -> str:
    """A file's name; in quotes, with octal numbers for what would end it or what quotes are for, if it has any."""
    if not _UNUSUAL.search(name):
        return name
    return '"' + _UNUSUAL.sub(lambda found: f"\\{ord(found[0]):03o}", name) + '"'


class _Change(NamedTuple):
    """Lines [before, before_end) of the one text have become lines [after, after_end) of the other."""

    before: int
    before_end: int
    after: int
    after_end: int


def unified_diff(before: str, after: str, names: Names, above: int = 0) -> str:
    """What makes `after` of `before`; nothing if they are the same. Lines end with a line feed and with nothing else.

    The texts are what stands in a file behind so many lines `above` them. Hunks name the function that begins above.
    """
    if before == after:
        return ""
    old, new = _lines(before), _lines(after)
    parts = [f"--- {names.before}\n+++ {names.after}\n"]
    place, function = 0, ""
    for hunk in _hunks(list(_changes(matches(old, new), len(old), len(new)))):
        start = max(0, hunk[0].before - CONTEXT)
        function = next(filter(None, map(_function, reversed(old[place:start]))), function)
        place = start
        parts += _written(hunk, old, new, above, function)
    return "".join(parts)


def _function(line: str) -> str:
    """How the name of a function is shown that a line begins, with a blank before it; nothing of another line."""
    found = _FUNCTION.match(line)
    return f" {found[1]}" if found else ""


def _lines(text: str) -> list[str]:
    """The lines of a text, each with the line feed that ends it."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _changes(found: Sequence[Match], before_end: int, after_end: int) -> Iterator[_Change]:
    """What is between matches."""
    before = after = 0
    for match in (*found, Match(before_end, after_end, 0)):
        if before < match.before or after < match.after:
            yield _Change(before, match.before, after, match.after)
        before, after = match.before + match.length, match.after + match.length


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """The changes, those together whose context touches."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.before - hunk[-1].before_end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _written(
    hunk: Sequence[_Change], old: Sequence[str], new: Sequence[str], above: int, function: str
) -> Iterator[str]:
    """The lines of a hunk: where it is, and what is removed, what is added, and what is the same around them."""
    first, last = hunk[0], hunk[-1]
    head = min(CONTEXT, first.before)
    tail = min(CONTEXT, len(old) - last.before_end)
    place = first.before - head
    removed = _range(above + place, above + last.before_end + tail)
    added = _range(above + first.after - head, above + last.after_end + tail)
    yield f"@@ -{removed} +{added} @@{function}\n"
    for change in hunk:
        yield from _marked(" ", old[place : change.before])
        yield from _marked("-", old[change.before : change.before_end])
        yield from _marked("+", new[change.after : change.after_end])
        place = change.before_end
    yield from _marked(" ", old[place : place + tail])


def _range(start: int, end: int) -> str:
    """Lines [start, end), counted from one; an empty range is that behind the line that it names."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line if line.endswith("\n") else mark + line + _NO_NEWLINE
