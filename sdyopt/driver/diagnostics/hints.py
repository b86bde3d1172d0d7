"""Hints: the names that one resembles which is unknown, or all the names there are, if they are few."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sdyopt.ods.diagnostics import Diagnostic, Unknown, did_you_mean, listed

_LONGEST_NAME = 64
"""Characters; nobody mistypes longer ones by hand."""

_MOST_NAMES = 1000
"""Of more, those behind the first so many are not looked at."""

_MOST_SEARCHES = 10
"""For how many unknown names of one text others are looked for."""

_MOST_STEPS = 100_000
"""How many pairs of characters are compared for one text: what takes longer is no slip of the finger."""

_MOST_NEAR = 3
"""Where more resemble a name as much, none is suggested."""

_MOST_LISTED = 8

_MOST_EDITS = 4

_LONGEST_HINT = 400
"""Characters. Longer ones repeat names that nobody reads."""


def hints(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """The text of the hint of each diagnostic; none where there is nothing to suggest."""
    found = []
    search = Search()
    for diagnostic in diagnostics:
        hint = diagnostic.hint
        if isinstance(hint, Unknown):
            hint = search.suggestion(hint)
        found.append(hint if len(hint) <= _LONGEST_HINT else "")
    return found


class Search:
    """Looks for names that unknown ones resemble, until it has done so often enough, or for long enough."""

    def __init__(self) -> None:
        self._searches = _MOST_SEARCHES
        self._steps = _MOST_STEPS

    def suggestion(self, unknown: Unknown) -> str:
        """What to say of a name that is unknown; nothing if it resembles none of many."""
        if not self._searches:
            return ""
        self._searches -= 1
        names = [name for name in islice(unknown.among(), _MOST_NAMES) if len(name) <= _LONGEST_NAME]
        near = self.nearest(unknown.name, names) if len(unknown.name) <= _LONGEST_NAME else []
        if near:
            return did_you_mean(map(unknown.spell, near))
        if unknown.listing and 0 < len(names) <= _MOST_LISTED:
            return unknown.listing.format(listed(map(unknown.spell, names), "and"))
        return unknown.otherwise

    def nearest(self, name: str, names: Iterable[str]) -> list[str]:
        """The names that `name` is most likely to stand for: a few edits away, fewer the shorter it is; or none.

        Only case apart is nearest. Numbers resemble nothing, for every number is as near as others.
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
        """`distance`, as long as there are steps left; without what both begin with, which is often long."""
        if abs(len(a) - len(b)) > limit or self._steps <= 0:
            return limit + 1
        same = next((place for place, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), 0)
        self._steps -= (len(a) - same) * (2 * limit + 1)
        return distance(a[same:], b[same:], limit)


def distance(a: str, b: str, limit: int) -> int:
    """How many characters must be put in, left out, changed or swapped with the next to make `b` of `a`.

    More than `limit` if they are more; then it is not told how many.
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
