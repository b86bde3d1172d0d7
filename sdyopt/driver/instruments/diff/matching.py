"""Matching of the lines of two texts: patience diff, and Myers' algorithm where no line is unique.

Lines that occur once on either side are anchors, as far as they are in the same order on both. The lines between two
anchors are matched in the same way. Without anchors, Myers' O(ND) search finds the fewest changes; after a limit it
stops, and continues from the furthest point. So the time grows with the number of lines, however often they repeat and
however much has changed, whereas the time of difflib grows with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from sdyopt.ir.named_tuple import NamedTuple

MOST_CHANGES = 100
"""The number of changes without an anchor after which the search is no longer exact."""

DEEPEST = 50
"""The number of levels on which anchors are searched between anchors."""

_Lines = Sequence[Hashable]


class Match(NamedTuple):
    """`length` equal lines, starting at `before` in one text and at `after` in the other."""

    before: int
    after: int
    length: int


class _Gap(NamedTuple):
    """A part of both texts, [start, end), that is still to be matched, and its level of anchors."""

    before: int
    before_end: int
    after: int
    after_end: int
    depth: int


def matches(before: _Lines, after: _Lines) -> list[Match]:
    """Returns the matches of two texts, in their order; no match touches the next one on both sides."""
    found: list[Match] = []
    work = [_Gap(0, len(before), 0, len(after), 0)]
    while work:
        gap, head, tail = _trimmed(before, after, work.pop())
        found += [match for match in (head, tail) if match.length]
        if gap.before == gap.before_end or gap.after == gap.after_end:
            continue
        anchors = _anchors(before, after, gap) if gap.depth < DEEPEST else []
        if anchors:
            work += _between(gap, anchors)
        else:
            found += _without_anchors(before, after, gap)
    return _joined(sorted(found))


def _trimmed(before: _Lines, after: _Lines, gap: _Gap) -> tuple[_Gap, Match, Match]:
    """Returns `gap` without the equal lines at its ends, and the matches of these."""
    x, x_end, y, y_end, depth = gap
    while x < x_end and y < y_end and before[x] == after[y]:
        x, y = x + 1, y + 1
    head = Match(gap.before, gap.after, x - gap.before)
    while x < x_end and y < y_end and before[x_end - 1] == after[y_end - 1]:
        x_end, y_end = x_end - 1, y_end - 1
    return _Gap(x, x_end, y, y_end, depth), head, Match(x_end, y_end, gap.before_end - x_end)


def _anchors(before: _Lines, after: _Lines, gap: _Gap) -> list[tuple[int, int]]:
    """Returns the positions of lines that occur once on either side of `gap`: the most that are in the same order."""
    here = _places_of_single_lines(before, gap.before, gap.before_end)
    there = _places_of_single_lines(after, gap.after, gap.after_end)
    return _longest_increasing([(x, there[line]) for line, x in here.items() if line in there])


def _places_of_single_lines(lines: _Lines, start: int, end: int) -> dict[Hashable, int]:
    part = lines[start:end]
    counts = Counter(part)
    return {line: start + place for place, line in enumerate(part) if counts[line] == 1}


def _longest_increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns a longest subsequence of pairs whose second numbers increase like the first ones: patience sorting."""
    tops: list[int] = []  # the second number on top of each pile
    top_pairs: list[int] = []  # the pair that it belongs to
    previous: list[int] = []  # for each pair, the one on top of the pile to its left
    for place, (_, y) in enumerate(pairs):
        pile = bisect_left(tops, y)
        previous.append(top_pairs[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [y]
        top_pairs[pile : pile + 1] = [place]
    result = []
    place = top_pairs[-1] if top_pairs else -1
    while place >= 0:
        result.append(pairs[place])
        place = previous[place]
    return result[::-1]


def _between(gap: _Gap, anchors: Sequence[tuple[int, int]]) -> Iterator[_Gap]:
    """Yields the parts of `gap`: before the first anchor, and from each anchor to the next."""
    x, y = gap.before, gap.after
    for next_x, next_y in (*anchors, (gap.before_end, gap.after_end)):
        if x < next_x or y < next_y:
            yield _Gap(x, next_x, y, next_y, gap.depth + 1)
        x, y = next_x, next_y


def _without_anchors(before: _Lines, after: _Lines, gap: _Gap) -> Iterator[Match]:
    """Returns the matches in a gap by Myers' algorithm, among the lines that both sides have."""
    here = set(before[gap.before : gap.before_end])
    there = set(after[gap.after : gap.after_end])
    xs = [x for x in range(gap.before, gap.before_end) if before[x] in there]
    ys = [y for y in range(gap.after, gap.after_end) if after[y] in here]
    for x, y in _fewest_changes([before[x] for x in xs], [after[y] for y in ys]):
        yield Match(xs[x], ys[y], 1)


def _fewest_changes(before: _Lines, after: _Lines) -> list[tuple[int, int]]:
    """Returns the positions of the lines that a smallest edit leaves; nearly smallest if there are many edits."""
    found: list[tuple[int, int]] = []
    x, y = 0, 0
    while x < len(before) and y < len(after):
        path, x, y = _furthest_path(before, after, x, y)
        found += path
    return found


_Path = tuple[int, int, int, Any]
"""A number of matches, starting at `before` and `after`, and the path that leads there, or None."""


def _furthest_path(before: _Lines, after: _Lines, x0: int, y0: int) -> tuple[list[tuple[int, int]], int, int]:
    """Returns the matches on a path from a point to the end, or to the furthest within `MOST_CHANGES`, and its end.

    E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986). Diagonal k has the points
    with x - y = k, counted from the first point.
    """
    width, height = len(before), len(after)
    reached = {1: x0}  # the furthest point on each diagonal with the changes so far
    paths: dict[int, _Path | None] = {1: None}
    best, best_path = (x0, y0), None
    for changes in range(MOST_CHANGES + 1):
        for k in range(-changes, changes + 1, 2):
            downwards = k == -changes or (k != changes and reached[k - 1] < reached[k + 1])
            x = reached[k + 1] if downwards else reached[k - 1] + 1
            path = paths[k + 1] if downwards else paths[k - 1]
            y = y0 + (x - x0) - k
            start = x
            while x < width and y < height and before[x] == after[y]:
                x, y = x + 1, y + 1
            if x > start:
                path = (start, y - (x - start), x - start, path)
            reached[k], paths[k] = x, path
            if x <= width and y <= height and x + y > sum(best):
                best, best_path = (x, y), path
        if best == (width, height):
            break
    return _traced_back(best_path), *best


def _traced_back(path: _Path | None) -> list[tuple[int, int]]:
    """Returns the positions of the lines along a path, from its beginning."""
    result: list[tuple[int, int]] = []
    while path is not None:
        x, y, length, path = path
        result += [(x + step, y + step) for step in reversed(range(length))]
    return result[::-1]


def _joined(found: Sequence[Match]) -> list[Match]:
    """Returns the matches, with adjacent ones joined."""
    result: list[Match] = []
    for match in found:
        if result:
            before, after, length = result[-1]
            if (match.before, match.after) == (before + length, after + length):
                result[-1] = Match(before, after, length + match.length)
                continue
        result.append(match)
    return result
