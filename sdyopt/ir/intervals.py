"""Intervals of time, each with its first tick and the one after its last."""

from __future__ import annotations

from collections.abc import Sequence

Interval = tuple[int, int]


def union(intervals: list[Interval]) -> list[Interval]:
    """Returns intervals in order; if some touch or overlap, they are joined."""
    found: list[Interval] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def overlap(one: Sequence[Interval], other: Sequence[Interval]) -> bool:
    """Whether intervals, each in order, share more than an end with a beginning."""
    left, right = iter(one), iter(other)
    a, b = next(left, None), next(right, None)
    while a is not None and b is not None:
        if a[0] < b[1] and b[0] < a[1]:
            return True
        if a[1] < b[1]:
            a = next(left, None)
        else:
            b = next(right, None)
    return False
