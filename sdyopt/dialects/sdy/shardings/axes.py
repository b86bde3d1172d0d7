"""The algebra of axes: which parts of a mesh's axes a reference stands for, and what can be made of them.

https://openxla.org/shardy/sharding_representation defines axes and sub-axes.

An axis of size n, split in sub-axes, is like n reshaped to [k1, k2, …]: the sub-axis with pre-size p and size k stands
between the sizes p and p·k. A whole axis stands between 1 and n. Everything here is pure; references are taken to be
legal under the mesh, where that matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key
from itertools import pairwise
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, SubAxis

Axes = tuple[AxisRef, ...]


def axis_part(name: str, start: int, stop: int, mesh: Mesh) -> AxisRef:
    """Returns the part of the axis `name` between the sizes `start` and `stop`: a sub-axis, or the whole axis."""
    if start == 1 and stop == mesh.axis_sizes[name]:
        return AxisRef(name)
    return AxisRef(name, SubAxis(start, stop // start))


def span(axis: AxisRef, mesh: Mesh) -> tuple[int, int]:
    """Between which sizes of its axis `axis` stands."""
    sub_axis = axis.sub_axis
    if sub_axis is None:
        return 1, mesh.axis_sizes[axis.name]
    return sub_axis.pre_size, sub_axis.pre_size * sub_axis.size


def size(axis: AxisRef, mesh: Mesh) -> int:
    return mesh.axis_sizes[axis.name] if axis.sub_axis is None else axis.sub_axis.size


def sharded_size(axes: Iterable[AxisRef], mesh: Mesh) -> int:
    """In how many pieces `axes` cut a dimension."""
    return prod(size(axis, mesh) for axis in axes)


def overlaps(a: AxisRef, b: AxisRef) -> bool:
    """Whether `a` and `b` share a part of an axis."""
    if a.name != b.name:
        return False
    if a.sub_axis is None or b.sub_axis is None:
        return True
    a_start, b_start = a.sub_axis.pre_size, b.sub_axis.pre_size
    return a_start < b_start * b.sub_axis.size and b_start < a_start * a.sub_axis.size


def overlaps_any(axis: AxisRef, axes: Iterable[AxisRef]) -> bool:
    return any(overlaps(axis, other) for other in axes)


def contains(a: AxisRef, b: AxisRef) -> bool:
    """Whether `b` is one of the parts that `a` can be split in, or all of it."""
    if a.name != b.name:
        return False
    if a.sub_axis is None or b.sub_axis is None:
        return a.sub_axis is None
    a_start, b_start = a.sub_axis.pre_size, b.sub_axis.pre_size
    return b_start % a_start == 0 and (a_start * a.sub_axis.size) % (b_start * b.sub_axis.size) == 0


def can_merge(major: AxisRef, minor: AxisRef) -> bool:
    """Whether `minor` begins in the axis where `major` ends, so that the two are one sub-axis."""
    if major.name != minor.name or major.sub_axis is None or minor.sub_axis is None:
        return False
    return major.sub_axis.pre_size * major.sub_axis.size == minor.sub_axis.pre_size


def merge(major: AxisRef, minor: AxisRef, mesh: Mesh) -> AxisRef:
    """The sub-axis, or the whole axis, that two parts make up for which `can_merge` holds."""
    return axis_part(major.name, span(major, mesh)[0], span(minor, mesh)[1], mesh)


def merged(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """`axes` with neighbours put together where they can be."""
    result: list[AxisRef] = []
    for axis in axes:
        if result and can_merge(result[-1], axis):
            axis = merge(result.pop(), axis, mesh)
        result.append(axis)
    return tuple(result)


def split(axis: AxisRef, size_of_first: int, mesh: Mesh) -> tuple[AxisRef, AxisRef]:
    """The major part of `axis`, that has the size `size_of_first`, and the rest.

    `size_of_first` divides the size of `axis`, is above 1 and below that size.
    """
    start, stop = span(axis, mesh)
    middle = start * size_of_first
    return axis_part(axis.name, start, middle, mesh), axis_part(axis.name, middle, stop, mesh)


def prefix_before(axis: AxisRef, suffix: AxisRef, mesh: Mesh) -> AxisRef | None:
    """The part of `axis` in front of `suffix`, if `axis` ends with `suffix` and has more."""
    if axis.name != suffix.name:
        return None
    start, stop = span(axis, mesh)
    middle, end = span(suffix, mesh)
    return axis_part(axis.name, start, middle, mesh) if start < middle and end == stop else None


def without_suffix(axes: Axes, suffix: Axes, mesh: Mesh) -> Axes | AxisRef:
    """`axes` without `suffix` at its end, or the axis of `suffix` that is not there (the last such one).

    Of an axis its end may go: `{"a"}` without `{"a":(2)2}` is `{"a":(1)2}`.
    """
    rest = list(axes)
    for axis in reversed(suffix):
        last = rest.pop() if rest else None
        if last is not axis:
            prefix = None if last is None else prefix_before(last, axis, mesh)
            if prefix is None:
                return axis
            rest.append(prefix)
    return tuple(rest)


def difference(axis: AxisRef, removed: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """What remains of `axis` without the parts that `removed` holds, major to minor.

    Where the edges of the parts do not divide each other, whole pieces between two edges count as removed.
    """
    start, stop = span(axis, mesh)
    holes = sorted(span(other, mesh) for other in removed if overlaps(axis, other))
    parts = []
    for hole_start, hole_stop in holes:
        if start < hole_start and hole_start % start == 0:
            parts.append(axis_part(axis.name, start, hole_start, mesh))
        start = max(start, hole_stop)
    if start < stop and stop % start == 0:
        parts.append(axis_part(axis.name, start, stop, mesh))
    return tuple(parts)


def precedes(a: AxisRef, b: AxisRef, mesh: Mesh) -> bool:
    """Whether `a` comes before `b` in mesh order: by the axes of the mesh, parts of one axis by where they begin.

    Of two axes that the mesh has not each comes before the other, as in the reference, so that no list of them is in
    order; but an empty mesh orders nothing.
    """
    if a.name != b.name:
        places = mesh.axis_places
        if a.name in places and b.name in places:
            return places[a.name] < places[b.name]
        return a.name in places or (b.name not in places and bool(places))
    if a.sub_axis is None:
        return b.sub_axis is not None and b.sub_axis.pre_size > 1
    if b.sub_axis is None:
        return a.sub_axis.pre_size == 1
    return (a.sub_axis.pre_size, a.sub_axis.size) < (b.sub_axis.pre_size, b.sub_axis.size)


def is_ordered(axes: Axes, mesh: Mesh) -> bool:
    """Whether `axes` are in mesh order."""
    return not any(precedes(after, before, mesh) for before, after in pairwise(axes))


def ordered(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """`axes` in mesh order."""

    def compare(a: AxisRef, b: AxisRef) -> int:
        return -1 if precedes(a, b, mesh) else int(precedes(b, a, mesh))

    return tuple(sorted(axes, key=cmp_to_key(compare)))
