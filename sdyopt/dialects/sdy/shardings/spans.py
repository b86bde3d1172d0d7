"""The algebra of parts of axes, as plain numbers: the one that verifiers, propagation, reshards and collectives use.

A part of an axis is the triple (number of the axis in the mesh, start, stop): a sub-axis `"a":(2)4` spans the sizes
from 2 to 8, a whole axis those from 1 to its size. Triples of one axis compare like the axis references themselves: by
pre-size, then by size.

Parts whose edges divide each other are digits of a device's place along the axis, or several digits that follow each
other; what is said here of them is true of the sets of devices with the same digits. Where edges do not divide each
other, as those of `"a":(1)6` and `"a":(2)2` on an axis of size 12, `can_coexist` is false, and the rest goes by the
edges alone, as in the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod

AxisSpan = tuple[int, int, int]
Spans = tuple[AxisSpan, ...]


def sharded_size(spans: Iterable[AxisSpan]) -> int:
    """Returns the number of pieces that a dimension sharded by these axes has."""
    return prod([stop // start for _, start, stop in spans])


def contains(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether `b` lies between the edges of `a`.

    If they can coexist, the place of a device along `a` then determines that along `b`.
    """
    return a[0] == b[0] and a[1] <= b[1] and b[2] <= a[2]


def is_axis_prefix(prefix: AxisSpan, axis: AxisSpan) -> bool:
    """Whether `prefix` is a major part of `axis`, or all of it."""
    return prefix[0] == axis[0] and prefix[1] == axis[1] and prefix[2] <= axis[2]


def overlaps(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether `a` and `b` share a part of an axis. An axis of size 1 overlaps itself."""
    return a[0] == b[0] and ((a[1] < b[2] and b[1] < a[2]) or a == b)


def can_coexist(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether one axis can be split so that both `a` and `b` are made of its parts."""
    if a[0] != b[0] or a == b:
        return True
    low, high = (a[1], b[1]) if a[1] <= b[1] else (b[1], a[1])
    next_low, next_high = (a[2], b[2]) if a[2] <= b[2] else (b[2], a[2])
    if next_low > high:
        return next_low % high == 0 and high % low == 0 and next_high % next_low == 0
    return high % next_low == 0


def prefix_without_overlap(axis: AxisSpan, removed: AxisSpan) -> AxisSpan | None:
    """Returns the longest prefix of `axis` that does not overlap `removed`; None if there is none."""
    if axis[0] != removed[0]:
        return axis
    if axis == removed or not can_coexist(axis, removed):
        return None
    if not overlaps(axis, removed):
        return axis
    if axis[1] >= removed[1]:
        return None
    return axis[0], axis[1], removed[1]


def prefix_without_overlaps(axis: AxisSpan, removed: Spans) -> AxisSpan | None:
    """Returns what `prefix_without_overlap` leaves of `axis` for one axis of `removed` after the other."""
    found: AxisSpan | None = axis
    for other in removed:
        if other[0] == axis[0]:
            found = prefix_without_overlap(found, other)  # type: ignore[arg-type]
            if found is None:
                return None
    return found


def can_merge(major: AxisSpan, minor: AxisSpan) -> bool:
    """Whether `minor` begins where `major` ends."""
    return major[0] == minor[0] and major[2] == minor[1] and minor[1] > 1


def append_merging(spans: Spans, added: Spans) -> Spans:
    """Returns `spans` followed by `added`, the first of which is merged with the last of `spans` if it can be."""
    if spans and added and can_merge(spans[-1], added[0]):
        last, first = spans[-1], added[0]
        return (*spans[:-1], (last[0], last[1], first[2]), *added[1:])
    return spans + added


def is_strict_prefix(prefix: Spans, spans: Spans) -> bool:
    """Whether `prefix` is the beginning of `spans` and not all of it; its last axis may be a prefix of an axis."""
    if (count := len(prefix)) == 0:
        return bool(spans)
    if count > len(spans):
        return False
    last, other = prefix[-1], spans[count - 1]
    if last == other:
        return count < len(spans) and prefix == spans[:count]
    return is_axis_prefix(last, other) and prefix[:-1] == spans[: count - 1]


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
        if (prefix := prefix_without_overlaps(axis, removed)) != axis:
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
    return any(overlaps(axis, other) for axis in axes for other in others)


def cut(axes: Iterable[AxisSpan], others: Mapping[int, Sequence[AxisSpan]]) -> list[AxisSpan]:
    """Returns `axes`, each cut at the edges of those of `others` that it overlaps, as far as these edges divide it.

    `others` are given by the numbers of their axes (see `by_number`).
    """
    result: list[AxisSpan] = []
    for axis in axes:
        if (parts := others.get(axis[0])) is None or axis in parts:
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
        if (head := prefix_without_overlap(axis, other)) is not None:
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
