"""Lists of axes, as spans: what one has beyond another, and what two have in common."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.passes.propagation.solve.axis_spans import (
    AxisSpan,
    Spans,
    append_merging,
    can_coexist,
    is_axis_prefix,
    is_strict_prefix,
    overlaps,
    prefix_without_overlap,
    prefix_without_overlaps,
)


def suffix_without_overlap(axis: AxisSpan, removed: AxisSpan) -> AxisSpan | None:
    """Returns the longest suffix of `axis` that does not overlap `removed`; None if there is none."""
    if axis == removed or not can_coexist(axis, removed):
        return None
    if not overlaps(axis, removed):
        return axis
    return (axis[0], removed[2], axis[2]) if axis[2] > removed[2] else None


def without_axes(axes: Spans, removed: Spans) -> Spans:
    """Returns the parts of `axes` that do not overlap `removed`, in the order of `axes`."""
    if not axes or not removed:
        return axes
    in_order = sorted(removed)
    return tuple([part for axis in axes for part in _parts_without(axis, in_order)])


def _parts_without(axis: AxisSpan, removed: Iterable[AxisSpan]) -> list[AxisSpan]:
    parts: list[AxisSpan] = []
    for other in removed:
        if not overlaps(axis, other):
            continue
        prefix, suffix = prefix_without_overlap(axis, other), suffix_without_overlap(axis, other)
        if prefix is not None:
            parts.append(prefix)
        if suffix is None:
            return parts
        axis = suffix
    return [*parts, axis]


def until_overlap(axes: Spans, removed: Spans) -> Spans:
    """Returns `axes` up to the first one that overlaps `removed`, or cannot coexist with it; of that one its prefix."""
    for index, axis in enumerate(axes):
        prefix = prefix_without_overlaps(axis, removed)
        if prefix != axis:
            return axes[:index] if prefix is None else (*axes[:index], prefix)
    return axes


def rest_behind(prefix: Spans, axes: Spans) -> Spans | None:
    """Returns what `axes` have beyond `prefix`; None if that is not a strict prefix of them."""
    if not is_strict_prefix(prefix, axes):
        return None
    if not prefix:
        return axes
    rest = axes[len(prefix) :]
    last, axis = prefix[-1], axes[len(prefix) - 1]
    return rest if last == axis else ((axis[0], last[2], axis[2]), *rest)


def common_prefix(first: Spans, second: Spans) -> Spans:
    """Returns the axes that both lists begin with; the last may be a prefix of one of theirs."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            if is_axis_prefix(one, other):
                return first[: index + 1]
            return second[: index + 1] if is_axis_prefix(other, one) else first[:index]
    return min(first, second, key=len)


def merged(axes: Iterable[AxisSpan]) -> Spans:
    """Returns `axes` with neighbours merged."""
    result: Spans = ()
    for axis in axes:
        result = append_merging(result, (axis,))
    return result


def sorted_and_merged(axes: Iterable[AxisSpan]) -> Spans:
    """Returns `axes` in mesh order, with neighbours merged."""
    return merged(sorted(axes))


def any_overlap(axes: Iterable[AxisSpan], others: Spans) -> bool:
    """Whether any of `axes` overlaps any of `others`."""
    return any(overlaps(axis, other) for axis in axes for other in others)
