"""The algebra of axes, against its plain picture: an axis is its elements, a sub-axis a digit of their numbers."""

from __future__ import annotations

from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdyopt.cost.sizes.local_sizes import local_sizes
from sdyopt.cost.sizes.partition import Partition
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis
from sdyopt.dialects.sdy.shardings import axes as algebra
from sdyopt.dialects.sdy.shardings import spans
from sdyopt.sharding.projections import MeshAxes

MESH = Mesh((MeshAxis("a", 2), MeshAxis("b", 16), MeshAxis("c", 12)))
AXES = MeshAxes.of(MESH)
A, B, C = AxisRef("a"), AxisRef("b"), AxisRef("c")


def part(name: str, pre_size: int, size: int) -> AxisRef:
    return AxisRef(name, SubAxis(pre_size, size))


def parts_of(name: str) -> list[AxisRef]:
    """The axis and all its legal sub-axes."""
    full = MESH.axis_sizes[name]
    divisors = [n for n in range(1, full + 1) if full % n == 0]
    return [
        algebra.axis_part(name, start, stop, MESH)
        for start in divisors
        for stop in divisors
        if stop % start == 0 < stop - start
    ]


ALL_PARTS = [axis for name in MESH.axis_sizes for axis in parts_of(name)]


def coordinates(axis: AxisRef) -> list[int]:
    """The coordinate along `axis` of each element of its full axis, major to minor."""
    full = MESH.axis_sizes[axis.name]
    start, stop = algebra.span(axis, MESH)
    return [element // (full // stop) % (stop // start) for element in range(full)]


refs = st.sampled_from(ALL_PARTS)
quick = settings(derandomize=True, deadline=None, max_examples=60)


@quick
@given(refs)
def test_a_part_has_as_many_coordinates_as_its_size(axis):
    assert set(coordinates(axis)) == set(range(algebra.size(axis, MESH)))


@quick
@given(refs, refs)
def test_overlap_is_a_common_stretch(first, second):
    first_start, first_stop = algebra.span(first, MESH)
    second_start, second_stop = algebra.span(second, MESH)
    expected = first.name == second.name and max(first_start, second_start) < min(first_stop, second_stop)
    assert algebra.overlaps(first, second) is expected
    assert algebra.overlaps(second, first) is expected
    assert algebra.overlaps_any(first, [second]) is expected


def test_references_and_spans_have_one_algebra():
    """A reference that contains another knows its coordinate, where the two can be made of parts of one axis."""
    for first, second in product(ALL_PARTS, repeat=2):
        one, other = AXES.spans((first, second))
        assert algebra.contains(first, second) is spans.contains(one, other)
        assert algebra.overlaps(first, second) is spans.overlaps(one, other) is spans.overlaps(other, one)
        assert algebra.can_merge(first, second) is spans.can_merge(one, other)
        assert not spans.is_axis_prefix(one, other) or spans.contains(other, one)
        assert spans.can_coexist(one, other) is spans.can_coexist(other, one)
        if spans.can_coexist(one, other):
            seen: dict[int, int] = {}
            pairs = zip(coordinates(first), coordinates(second), strict=first.name == second.name)
            is_known = all(seen.setdefault(ours, theirs) == theirs for ours, theirs in pairs)
            assert algebra.contains(first, second) is (first.name == second.name and is_known)


def test_a_difference_of_parts_that_cannot_coexist():
    """One keeps what lies before the edge, the other nothing; the reference has both."""
    mesh = Mesh((MeshAxis("a", 12),))
    axis, removed = AxisRef("a", SubAxis(1, 6)), AxisRef("a", SubAxis(4, 3))
    assert algebra.difference(axis, [removed], mesh) == (AxisRef("a", SubAxis(1, 4)),)
    assert spans.without_axes(((0, 1, 6),), ((0, 4, 12),)) == ()


@quick
@given(refs, st.data())
def test_split_parts_merge_to_the_whole(axis, data):
    size = algebra.size(axis, MESH)
    first = data.draw(st.sampled_from([n for n in range(1, size + 1) if size % n == 0]))
    if first in (1, size):
        return
    major, minor = algebra.split(axis, first, MESH)
    assert (algebra.size(major, MESH), algebra.size(minor, MESH)) == (first, size // first)
    assert algebra.can_merge(major, minor) and not algebra.can_merge(minor, major)
    assert algebra.merge(major, minor, MESH) is axis
    assert algebra.merged([A, major, minor], MESH) == (A, axis)
    assert algebra.prefix_before(axis, minor, MESH) is major
    assert algebra.difference(axis, [major], MESH) == (minor,)
    assert algebra.difference(axis, [minor], MESH) == (major,)


@quick
@given(refs, refs)
def test_a_prefix_and_its_suffix_make_the_axis(axis, suffix):
    prefix = algebra.prefix_before(axis, suffix, MESH)
    if prefix is not None:
        assert algebra.merge(prefix, suffix, MESH) is axis
    else:
        assert not any(
            algebra.can_merge(p, suffix) and algebra.merge(p, suffix, MESH) is axis for p in parts_of(axis.name)
        )


@quick
@given(refs, st.lists(refs, max_size=3))
def test_a_difference_overlaps_nothing_that_was_removed(axis, removed):
    rest = algebra.difference(axis, removed, MESH)
    assert all(algebra.contains(axis, piece) for piece in rest)
    assert not any(algebra.overlaps(piece, other) for piece in rest for other in removed)
    assert all(algebra.precedes(before, after, MESH) for before, after in pairwise(rest))
    if not any(algebra.overlaps(axis, other) for other in removed):
        assert rest == (axis,)


@quick
@given(st.lists(refs, max_size=5), refs)
def test_what_is_added_at_the_end_can_be_taken_away_again(axes, added):
    if any(algebra.overlaps(added, axis) for axis in axes):
        return
    before = algebra.merged(axes, MESH)
    after = algebra.merged((*before, added), MESH)
    assert algebra.without_suffix(after, (added,), MESH) == before
    assert algebra.sharded_size(after, MESH) == algebra.sharded_size(before, MESH) * algebra.size(added, MESH)


@quick
@given(st.lists(refs, max_size=6))
def test_merging_keeps_the_size_and_is_done_once(axes):
    disjoint = [axis for index, axis in enumerate(axes) if not algebra.overlaps_any(axis, axes[:index])]
    merged = algebra.merged(disjoint, MESH)
    assert prod(algebra.size(axis, MESH) for axis in merged) == prod(algebra.size(axis, MESH) for axis in disjoint)
    assert algebra.merged(merged, MESH) == merged
    assert not any(algebra.can_merge(before, after) for before, after in pairwise(merged))


@quick
@given(st.lists(refs, max_size=6))
def test_mesh_order(axes):
    disjoint = [axis for index, axis in enumerate(axes) if not algebra.overlaps_any(axis, axes[:index])]
    ordered = algebra.ordered(disjoint, MESH)
    assert algebra.is_ordered(ordered, MESH)
    assert set(ordered) == set(disjoint)
    assert [MESH_INDEX[axis.name] for axis in ordered] == sorted(MESH_INDEX[axis.name] for axis in disjoint)


MESH_INDEX = {name: index for index, name in enumerate(MESH.axis_sizes)}


@pytest.mark.parametrize(
    ("axes", "suffix", "expected"),
    [
        ((A, B), (B,), (A,)),
        ((A, B), (), (A, B)),
        ((A, B), (A, B), ()),
        ((A, B), (A,), A),
        ((A, B), (B, A), A),
        ((), (A,), A),
        ((B,), (part("b", 4, 4),), (part("b", 1, 4),)),
        ((B,), (part("b", 1, 4),), part("b", 1, 4)),
        ((part("b", 2, 8), A), (part("b", 8, 2), A), (part("b", 2, 4),)),
        ((part("b", 2, 2),), (part("b", 4, 2),), part("b", 4, 2)),
    ],
)
def test_taking_a_suffix_away(axes, suffix, expected):
    assert algebra.without_suffix(axes, suffix, MESH) == expected


@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        ([], (C,)),
        ([part("c", 2, 2)], (part("c", 1, 2), part("c", 4, 3))),
        ([part("c", 4, 3), part("c", 1, 2)], (part("c", 2, 2),)),
        ([part("c", 1, 2), part("c", 3, 4)], ()),
        ([C], ()),
        ([B], (C,)),
    ],
)
def test_difference(removed, expected):
    assert algebra.difference(C, removed, MESH) == expected


def test_order_of_whole_axes_and_parts():
    assert algebra.is_ordered((part("b", 1, 2), B), MESH)
    assert not algebra.is_ordered((B, part("b", 1, 2)), MESH)
    assert algebra.is_ordered((B, part("b", 2, 2)), MESH)
    assert not algebra.is_ordered((B, A), MESH)
    assert not algebra.is_ordered((AxisRef("x"), AxisRef("y")), MESH)
    assert algebra.is_ordered((AxisRef("y"), AxisRef("x")), Mesh(()))


def test_local_sizes():
    partition = Partition(MESH, ((A, part("b", 1, 4)), (), (C,), (part("b", 4, 2),)))
    assert local_sizes((64, 5, 30, None), partition) == (8, 5, 3, None)


# Axes as spans.


ALL_SPANS = AXES.spans(ALL_PARTS)
some_spans = st.sampled_from(ALL_SPANS)


def test_axis_references_and_spans_convert_to_each_other():
    assert AXES.span(AxisRef("c", SubAxis(2, 3))) == (2, 2, 6)
    for axis, span in zip(ALL_PARTS, ALL_SPANS, strict=True):
        assert AXES.ref(span) is axis
        assert AXES.is_whole(span) == (axis.sub_axis is None)


@quick
@given(some_spans, some_spans)
def test_what_a_cut_leaves_is_the_longest_prefix_that_does_not_overlap(axis, removed):
    found = spans.prefix_without_overlap(axis, removed)
    prefixes = [
        other
        for other in ALL_SPANS
        if spans.is_axis_prefix(other, axis)
        and not spans.overlaps(other, removed)
        and spans.can_coexist(other, removed)
    ]
    if not spans.can_coexist(axis, removed):
        assert found is None
    else:
        assert found == max(prefixes, key=lambda span: span[2], default=None)


def test_axes_that_split_one_axis_at_sizes_that_do_not_divide_cannot_coexist():
    assert not spans.can_coexist((1, 1, 4), (1, 1, 6))
    assert not spans.can_coexist((1, 1, 4), (1, 3, 12))
    assert not spans.can_coexist((1, 2, 4), (1, 3, 6))
    assert spans.can_coexist((1, 1, 4), (1, 4, 12))
    assert spans.can_coexist((1, 1, 4), (1, 2, 8))
    assert spans.can_coexist((1, 1, 2), (1, 6, 24))


@quick
@given(st.lists(some_spans, max_size=3), st.lists(some_spans, max_size=3))
def test_appending_keeps_the_size(first, second):
    appended = spans.append_merging(tuple(first), tuple(second))
    assert spans.sharded_size(appended) == prod(spans.sharded_size(part) for part in (first, second))


def test_only_the_first_appended_axis_is_merged():
    assert spans.append_merging(((1, 1, 2),), ((1, 2, 4), (1, 4, 8))) == ((1, 1, 4), (1, 4, 8))
    assert spans.append_merging(((0, 1, 2),), ((1, 2, 4),)) == ((0, 1, 2), (1, 2, 4))


def test_the_last_axis_of_a_prefix_may_be_a_part():
    assert spans.is_strict_prefix((), ((0, 1, 2),))
    assert spans.is_strict_prefix(((0, 1, 2),), ((0, 1, 2), (1, 1, 4)))
    assert spans.is_strict_prefix(((0, 1, 2), (1, 1, 2)), ((0, 1, 2), (1, 1, 4)))
    assert not spans.is_strict_prefix(((1, 1, 2), (0, 1, 2)), ((1, 1, 4), (0, 1, 2)))
    assert not spans.is_strict_prefix(((0, 1, 2),), ((0, 1, 2),))
    assert not spans.is_strict_prefix((), ())
    assert not spans.is_strict_prefix(((0, 1, 2), (1, 1, 2)), ((0, 1, 2),))
