"""Hints: known names that resemble an unknown one, or all known names if there are few."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sdyopt.mlir.diagnostics import Diagnostic, UnknownName, did_you_mean, listed

_LONGEST_NAME = 64
"""The length of names up to which similar ones are searched."""

_MOST_NAMES = 1000
"""The number of known names that are compared."""

_MOST_SEARCHES = 10
"""The number of unknown names of one text for which similar names are searched."""

_MOST_STEPS = 100_000
"""The number of pairs of characters that are compared for one text."""

_MOST_NEAR = 3
"""The number of equally similar names above which none is suggested."""

_MOST_LISTED = 8

_MOST_EDITS = 4

_LONGEST_HINT = 400
"""The length of hints; longer ones would not be read."""


def hints(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Returns the text of the hint of each diagnostic, empty if there is nothing to suggest."""
    found = []
    search = Search()
    for diagnostic in diagnostics:
        hint = diagnostic.hint
        if isinstance(hint, UnknownName):
            hint = search.suggestion(hint)
        found.append(hint if len(hint) <= _LONGEST_HINT else "")
    return found


class Search:
    """Searches for names that resemble unknown ones, until a limit of searches or steps is reached."""

    def __init__(self) -> None:
        self._searches = _MOST_SEARCHES
        self._steps = _MOST_STEPS

    def suggestion(self, unknown: UnknownName) -> str:
        """Returns the hint for an unknown name; empty if it resembles none of many."""
        if not self._searches:
            return ""
        self._searches -= 1
        names = [name for name in islice(unknown.among(), _MOST_NAMES) if len(name) <= _LONGEST_NAME]
        near = self.nearest(unknown.name, names) if len(unknown.name) <= _LONGEST_NAME else []
        if near:
            return did_you_mean(map(unknown.quote, near))
        if unknown.listing and 0 < len(names) <= _MOST_LISTED:
            return unknown.listing.format(listed(map(unknown.quote, names), "and"))
        return unknown.otherwise

    def nearest(self, name: str, names: Iterable[str]) -> list[str]:
        """Returns the names most similar to `name`: a few edits away, fewer the shorter it is.

        A difference in case only is the smallest. Numbers do not resemble each other, because all are equally near.
        """
        best = min((len(name) + 1) // 3, _MOST_EDITS)
        if name.isdigit():
            return []
        near: list[str] = []
        folded = name.casefold()
        for other in dict.fromkeys(names):
            if other == name:
                continue
            edits = 0 if other.casefold() == folded else self._distance(name, other, best)
            if edits > best:
                continue
            if edits < best:
                best = edits
                near = []
            near.append(other)
        return near if len(near) <= _MOST_NEAR and self._steps > 0 else []

    def _distance(self, a: str, b: str, limit: int) -> int:
        """Returns `distance` without the common prefix, as long as there are steps left."""
        if abs(len(a) - len(b)) > limit or self._steps <= 0:
            return limit + 1
        same = next((place for place, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), 0)
        self._steps -= (len(a) - same) * (2 * limit + 1)
        return distance(a[same:], b[same:], limit)


def distance(a: str, b: str, limit: int) -> int:
    """Returns the number of characters to insert, remove, replace or swap with the next to turn `a` into `b`.

    If there are more than `limit`, the result is some number above it.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, character in enumerate(a, 1):
        row = [i] + [limit + 1] * len(b)
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (character != b[j - 1]))
            if i > 1 and j > 1 and character == b[j - 2] and a[i - 2] == b[j - 1]:
                edits = min(edits, before[j - 2] + 1)
            row[j] = edits
        if min(row) > limit:
            return limit + 1
        before, last = last, row
    return last[-1]
