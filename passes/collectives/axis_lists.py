"""Lists of axes that are cut, shortened and prolonged: the axes of one dimension, as spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sdyopt.passes.propagation.solve.axis_spans import (
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


def cut(axes: Iterable[AxisSpan], others: Mapping[int, Sequence[AxisSpan]]) -> list[AxisSpan]:
    """Returns `axes`, each cut at the edges of those of `others` that it overlaps, as far as these edges divide it.

    `others` are given by the numbers of their axes (see `by_number`).
    """
    result: list[AxisSpan] = []
    for axis in axes:
        parts = others.get(axis[0])
        if parts is None or axis in parts:
            result.append(axis)
        else:
            result += _cut(axis, parts)
    return result


def _cut(axis: AxisSpan, others: Sequence[AxisSpan]) -> Iterator[AxisSpan]:
    """Yields the parts that `axis` is cut into by parts of the same axis, beginning with the first that it overlaps."""
    start = next((place for place, other in enumerate(others) if overlaps(axis, other)), len(others))
    for other in others[start:]:
        if contains(other, axis) or not overlaps(axis, other) or not can_coexist(axis, other):
            break
        head = prefix_without_overlap(axis, other)
        if head is not None:
            yield head
        yield axis[0], max(axis[1], other[1]), min(axis[2], other[2])
        if axis[2] <= other[2]:
            return
        axis = axis[0], other[2], axis[2]
    yield axis


def by_number(axes: Iterable[AxisSpan]) -> dict[int, list[AxisSpan]]:
    """Returns the parts of each axis by its number, in the order in which they begin."""
    found: dict[int, list[AxisSpan]] = {}
    for axis in axes:
        found.setdefault(axis[0], []).append(axis)
    for parts in found.values():
        parts.sort()
    return found
