"""Lists of axes that are cut, shortened and prolonged: the axes of one dimension, as spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sdyopt.sharding.propagation.axis_spans import (
    AxisSpan,
    can_coexist,
    can_merge,
    contains,
    overlaps,
    prefix_without_overlap,
)


def append(axes: list[AxisSpan], axis: AxisSpan) -> None:
    """Adds `axis` at the end; if it continues the last one, the two become one."""
    if axes and can_merge(axes[-1], axis):
        axes[-1] = (axis[0], axes[-1][1], axis[2])
    else:
        axes.append(axis)


def remove_suffix(axes: list[AxisSpan], suffix: Sequence[AxisSpan]) -> None:
    """Removes `suffix`, the last axes of `axes`, or parts of these."""
    for axis in reversed(suffix):
        if axes:
            rest = prefix_without_overlap(axes.pop(), axis)
            if rest is not None:
                axes.append(rest)


def fitting(axis: AxisSpan, capacity: int) -> tuple[AxisSpan, AxisSpan | None] | None:
    """Returns as much of `axis` as a dimension takes that can be cut in `capacity` more pieces, and the rest of it.

    Returns None if it takes nothing: it is full, or the sizes do not divide each other.
    """
    number, start, stop = axis
    size = stop // start
    if capacity <= 1:
        return None
    if capacity >= size:
        return None if capacity % size else (axis, None)
    if size % capacity:
        return None
    middle = start * capacity
    return (number, start, middle), (number, middle, stop)


def cut(axes: Sequence[AxisSpan], others: Sequence[AxisSpan]) -> list[AxisSpan]:
    """Returns `axes`, each cut at the edges of those of `others` that it overlaps, as far as these edges divide it.

    `others` are in the order of their names.
    """
    result: list[AxisSpan] = []
    for axis in axes:
        place = next((place for place, other in enumerate(others) if overlaps(axis, other)), len(others))
        rest: AxisSpan | None = axis
        while rest is not None and place < len(others):
            other = others[place]
            if contains(other, rest) or not overlaps(rest, other) or not can_coexist(rest, other):
                break
            head = prefix_without_overlap(rest, other)
            if head is not None:
                result.append(head)
            result.append((rest[0], max(rest[1], other[1]), min(rest[2], other[2])))
            rest = (rest[0], other[2], rest[2]) if other[2] < rest[2] else None
            place += 1
        if rest is not None:
            result.append(rest)
    return result


def sorted_by_name(axes: Iterable[AxisSpan], names: Sequence[str]) -> list[AxisSpan]:
    """Returns `axes` in the alphabetical order of their names, parts of one axis by where they begin."""
    return sorted(axes, key=lambda axis: (names[axis[0]], axis[1], axis[2]))
