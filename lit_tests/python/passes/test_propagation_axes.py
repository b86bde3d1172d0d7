"""Axes as spans: the relations between them against their plain picture, an axis as digits of its elements' numbers."""

from __future__ import annotations

from math import prod

from hypothesis import given, settings
from hypothesis import strategies as st

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, SubAxis
from sdyopt.dialects.sdy.shardings import spans as algebra
from sdyopt.sharding.projections import MeshAxes

MESH = Mesh((MeshAxis("a", 2), MeshAxis("b", 24), MeshAxis("c", 1)))
AXES = MeshAxes.of(MESH)


def spans_of(number: int) -> list[algebra.AxisSpan]:
    """The axis with that number and all its legal sub-axes."""
    size = AXES.sizes[number]
    divisors = [n for n in range(1, size + 1) if size % n == 0]
    return [
        (number, start, stop)
        for start in divisors
        for stop in divisors
        if stop % start == 0 and (stop > start or size == 1)
    ]


ALL_SPANS = [span for number in range(3) for span in spans_of(number)]
spans = st.sampled_from(ALL_SPANS)
quick = settings(derandomize=True, deadline=None, max_examples=300)


def test_an_axis_reference_has_the_span_of_its_sizes():
    assert AXES.span(AxisRef("b")) == (1, 1, 24)
    assert AXES.span(AxisRef("b", SubAxis(2, 4))) == (1, 2, 8)
    assert AXES.ref((1, 2, 8)) is AxisRef("b", SubAxis(2, 4))
    assert AXES.ref((1, 1, 24)) is AxisRef("b")


@quick
@given(spans)
def test_axis_references_and_spans_convert_to_each_other(span):
    assert AXES.span(AXES.ref(span)) == span
    assert AXES.is_whole(span) == (AXES.ref(span).sub_axis is None)


@quick
@given(spans, spans)
def test_a_prefix_is_contained_and_what_is_contained_overlaps(a, b):
    if algebra.is_axis_prefix(a, b):
        assert algebra.contains(b, a)
    if algebra.contains(a, b):
        assert algebra.overlaps(a, b)


@quick
@given(spans, spans)
def test_relations_that_do_not_depend_on_the_order(a, b):
    assert algebra.overlaps(a, b) == algebra.overlaps(b, a)
    assert algebra.can_coexist(a, b) == algebra.can_coexist(b, a)


@quick
@given(spans, spans)
def test_what_a_cut_leaves_is_the_longest_prefix_that_does_not_overlap(axis, removed):
    found = algebra.prefix_without_overlap(axis, removed)
    prefixes = [
        other
        for other in ALL_SPANS
        if algebra.is_axis_prefix(other, axis)
        and not algebra.overlaps(other, removed)
        and algebra.can_coexist(other, removed)
    ]
    if not algebra.can_coexist(axis, removed):
        assert found is None
    else:
        assert found == max(prefixes, key=lambda span: span[2], default=None)


def test_axes_that_split_one_axis_at_sizes_that_do_not_divide_cannot_coexist():
    assert not algebra.can_coexist((1, 1, 4), (1, 1, 6))
    assert not algebra.can_coexist((1, 1, 4), (1, 3, 12))
    assert not algebra.can_coexist((1, 2, 4), (1, 3, 6))
    assert algebra.can_coexist((1, 1, 4), (1, 4, 12))
    assert algebra.can_coexist((1, 1, 4), (1, 2, 8))
    assert algebra.can_coexist((1, 1, 2), (1, 6, 24))


def test_a_whole_axis_of_size_1_overlaps_itself():
    assert algebra.overlaps((2, 1, 1), (2, 1, 1))
    assert algebra.prefix_without_overlap((2, 1, 1), (2, 1, 1)) is None


def test_cutting_by_a_list_goes_on_with_what_is_left():
    assert algebra.prefix_without_overlaps((1, 1, 24), ((1, 8, 24), (0, 1, 2), (1, 4, 8))) == (1, 1, 4)
    assert algebra.prefix_without_overlaps((1, 1, 24), ((1, 8, 24), (1, 1, 2))) is None
    assert algebra.prefix_without_overlaps((1, 1, 24), ((0, 1, 2),)) == (1, 1, 24)


@quick
@given(st.lists(spans, max_size=3), st.lists(spans, max_size=3))
def test_appending_keeps_the_size(first, second):
    appended = algebra.append_merging(tuple(first), tuple(second))
    assert algebra.sharded_size(appended) == prod(algebra.sharded_size(part) for part in (first, second))


def test_only_the_first_appended_axis_is_merged():
    assert algebra.append_merging(((1, 1, 2),), ((1, 2, 4), (1, 4, 8))) == ((1, 1, 4), (1, 4, 8))
    assert algebra.append_merging(((0, 1, 2),), ((1, 2, 4),)) == ((0, 1, 2), (1, 2, 4))


def test_the_last_axis_of_a_prefix_may_be_a_part():
    assert algebra.is_strict_prefix((), ((0, 1, 2),))
    assert algebra.is_strict_prefix(((0, 1, 2),), ((0, 1, 2), (1, 1, 4)))
    assert algebra.is_strict_prefix(((0, 1, 2), (1, 1, 2)), ((0, 1, 2), (1, 1, 4)))
    assert not algebra.is_strict_prefix(((1, 1, 2), (0, 1, 2)), ((1, 1, 4), (0, 1, 2)))
    assert not algebra.is_strict_prefix(((0, 1, 2),), ((0, 1, 2),))
    assert not algebra.is_strict_prefix((), ())
    assert not algebra.is_strict_prefix(((0, 1, 2), (1, 1, 2)), ((0, 1, 2),))
