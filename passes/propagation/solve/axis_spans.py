"""Axes as plain numbers, for the inner loops of propagation.

An axis reference is the triple (number of the axis in the mesh, start, stop): a sub-axis `"a":(2)4` spans the sizes
from 2 to 8, a whole axis those from 1 to its size. Triples of one axis compare like the axis references themselves: by
pre-size, then by size.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, SubAxis
from sdyopt.ir.remembering import remembered

AxisSpan = tuple[int, int, int]
Spans = tuple[AxisSpan, ...]


class MeshAxes:
    """The axes of a mesh by number, and the conversion of axis references from and to spans."""

    __slots__ = ("_numbers", "_refs", "_spans", "names", "sizes")

    def __init__(self, mesh: Mesh) -> None:
        self.names = tuple(axis.name for axis in mesh.axes)
        self.sizes = tuple(axis.size for axis in mesh.axes)
        self._numbers = mesh.axis_places
        self._spans: dict[AxisRef, AxisSpan] = {}
        self._refs: dict[AxisSpan, AxisRef] = {}

    @staticmethod
    def of(mesh: Mesh) -> MeshAxes:
        """Returns the axes of `mesh`, always the same object for the same mesh."""
        return _mesh_axes(mesh)

    def span(self, axis: AxisRef) -> AxisSpan:
        """Returns the span of an axis of this mesh."""
        known = self._spans.get(axis)
        if known is None:
            number = self._numbers[axis.name]
            part = axis.sub_axis
            known = (
                (number, 1, self.sizes[number]) if part is None else (number, part.pre_size, part.pre_size * part.size)
            )
            self._spans[axis] = known
        return known

    def spans(self, axes: Iterable[AxisRef]) -> Spans:
        """Returns the spans of axes of this mesh."""
        return tuple([self.span(axis) for axis in axes])

    def ref(self, span: AxisSpan) -> AxisRef:
        """Returns the axis reference with this span."""
        known = self._refs.get(span)
        if known is None:
            number, start, stop = span
            name = self.names[number]
            is_whole = start == 1 and stop == self.sizes[number]
            known = AxisRef(name) if is_whole else AxisRef(name, SubAxis(start, stop // start))
            self._refs[span] = known
        return known

    def refs(self, spans: Iterable[AxisSpan]) -> tuple[AxisRef, ...]:
        """Returns the axis references with these spans."""
        return tuple([self.ref(span) for span in spans])

    def is_whole(self, span: AxisSpan) -> bool:
        """Whether `span` is a whole axis."""
        return span[1] == 1 and span[2] == self.sizes[span[0]]


@remembered
def _mesh_axes(mesh: Mesh) -> MeshAxes:
    return MeshAxes(mesh)


def sharded_size(spans: Iterable[AxisSpan]) -> int:
    """Returns the number of pieces that a dimension sharded by these axes has."""
    return prod([stop // start for _, start, stop in spans])


def contains(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether `b` lies within `a`."""
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
    count = len(prefix)
    if count == 0:
        return bool(spans)
    if count > len(spans):
        return False
    last, other = prefix[-1], spans[count - 1]
    if last == other:
        return count < len(spans) and prefix == spans[:count]
    return is_axis_prefix(last, other) and prefix[:-1] == spans[: count - 1]
