"""Propagation over one operation: projections, strategies, directions and limits, on sharding rules as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    DimensionSharding,
    DimMapping,
    Mesh,
    MeshAxis,
    OpShardingRule,
    Sharding,
    SubAxis,
    TensorMapping,
)
from sdyopt.dialects.sdy.shardings.spans import is_strict_prefix, overlaps, sharded_size
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.passes.propagation.solve.solution import PropagationQuestion, Strategy, common_mesh, solve
from sdyopt.sharding.projections import Direction, MeshAxes, project, uniform, unproject

MESH = Mesh((MeshAxis("a", 2), MeshAxis("b", 4), MeshAxis("c", 3)))
NAME = SymbolRefAttr(("mesh",))


def axis_of(text: str) -> AxisRef:
    name, pre_size, size = re.fullmatch(r'"(\w+)"(?::\((\d+)\)(\d+))?', text).groups()  # type: ignore[union-attr]
    return AxisRef(name, SubAxis(int(pre_size), int(size)) if pre_size else None)


def sharding_of(text: str | None) -> Sharding | None:
    """The sharding on @mesh with the dimensions in `text`: `{"a", ?}, {}`, and after `|` replicated axes."""
    if text is None:
        return None
    dimensions, _, replicated = text.partition("|")
    return Sharding(
        NAME,
        tuple(
            DimensionSharding(tuple(map(axis_of, re.findall(r'"[^,?]*', inner))), "?" not in inner)
            for inner in re.findall(r"{([^}]*)}", dimensions)
        ),
        tuple(map(axis_of, re.findall(r'"[^,]*', replicated))),
    )


def text_of(sharding: Sharding | None) -> str | None:
    return None if sharding is None else ", ".join(map(printing.dimension_sharding, sharding.dimensions))


def rule_of(text: str) -> OpShardingRule:
    """The rule `ij, k -> ij {2, 4, 8}`: tensors are separated by `;` and dimensions by commas."""
    operands, results, sizes = re.fullmatch(r"(.*)->(.*){(.*)}", text).groups()  # type: ignore[union-attr]

    def mappings(tensors: str) -> tuple[TensorMapping, ...]:
        return tuple(
            TensorMapping(
                tuple(
                    DimMapping(tuple(ord(c) - ord("i") for c in dimension.strip()))
                    for dimension in tensor.split(",")
                    if dimension.strip()
                )
            )
            for tensor in tensors.split(";")
        )

    return OpShardingRule(tuple(map(int, sizes.split(","))), mappings(operands), mappings(results))


def propagated(
    rule: str,
    *shardings: str | None,
    strategy: Strategy = Strategy.AGGRESSIVE,
    direction: Direction = Direction.BOTH,
    is_elementwise: bool = False,
    is_conservative: bool = False,
) -> list[str | None]:
    """The dimensions of all tensors after one propagation."""
    new = [sharding_of(text) for text in shardings]
    read = rule_of(rule)
    question = PropagationQuestion(
        read, tuple(new), MESH, NAME, uniform(direction, read), is_elementwise, is_conservative, strategy
    )
    for index, sharding in solve(question).updates:
        new[index] = sharding
    return [text_of(sharding) for sharding in new]


RESHAPE = "ij, k -> i, j, k {2, 8, 6}"
ADD = "i, j; i, j -> i, j {8, 8}"
DOT = "i, k; k, j -> i, j {8, 16, 8}"


@pytest.mark.parametrize(
    ("rule", "operand", "result"),
    [
        (RESHAPE, '{"b", "a", ?}, {?}', '{"b":(1)2, ?}, {"b":(2)2, "a", ?}, {?}'),
        ("ij -> i, j {2, 8}", '{"c", "a", ?}', None),
        ("i, j -> ij {6, 8}", '{"a", "c", ?}, {"b", ?}', '{"a", "c", "b", ?}'),
        ("i, j -> ij {8, 8}", '{"b", ?}, {"a", ?}', '{"b", ?}'),
        ("ij -> i, j {4, 8}", '{"b":(1)2, "a", "b":(2)2}', '{"b":(1)2, "a", ?}, {"b":(2)2, ?}'),
    ],
    ids=["sub-axes", "overflow", "merged", "not full", "closed"],
)
def test_dimensions_of_several_factors(rule: str, operand: str, result: str | None) -> None:
    assert propagated(rule, operand, None) == [operand, result]


def test_an_axis_that_comes_back_together_is_whole_again() -> None:
    result = '{"b":(1)2, ?}, {"b":(2)2, ?}, {?}'
    assert propagated(RESHAPE, None, result) == ['{"b", ?}, {?}', result]


def test_basic_leaves_a_result_alone_that_two_factors_could_shard() -> None:
    before = '{"a", ?}, {?}', '{?}, {"a", ?}', None
    assert propagated("i, k; k, j -> i, j {8, 16, 8}", *before, strategy=Strategy.BASIC) == [*before]


def test_aggressive_prefers_the_factor_of_the_larger_tensor() -> None:
    before = '{"a", ?}, {?}', '{?}, {"a", ?}'
    assert propagated(DOT, *before, None)[2] == '{?}, {"a", ?}'
    assert propagated("i, k; k, j -> i, j {16, 8, 8}", *before, None)[2] == '{"a", ?}, {?}'


def test_aggressive_prefers_more_axes_in_an_elementwise_operation() -> None:
    before = '{"a", ?}, {?}', '{?}, {"a", "b", ?}', None
    assert propagated(ADD, *before, is_elementwise=True)[2] == '{?}, {"a", "b", ?}'
    assert propagated(ADD, *before)[2] == '{"a", ?}, {?}'


def test_nothing_spreads_between_operands_that_the_result_cannot_take() -> None:
    before = '{"a", ?}, {?}', None, "{}, {?}"
    assert propagated(ADD, *before, is_elementwise=True) == [*before]
    assert propagated(ADD, *before) == [before[0], '{"a", ?}, {?}', before[2]]


def test_replicated_axes_block_the_factors_of_their_tensor() -> None:
    assert propagated(ADD, '{"a", "b", ?}, {?}', '{?}, {?} | "b"', None)[1:] == ['{"a", ?}, {?}', '{"a", "b", ?}, {?}']


def test_a_closed_dimension_takes_nothing() -> None:
    assert propagated(ADD, '{"a", ?}, {"b", ?}', "{}, {?}", None)[1] == '{}, {"b", ?}'


def test_directions() -> None:
    rule = "i -> i {8}"
    assert propagated(rule, '{"a", ?}', None, direction=Direction.NONE) == ['{"a", ?}', None]
    assert propagated(rule, '{"a", ?}', None, direction=Direction.BACKWARD) == ['{"a", ?}', None]
    assert propagated(rule, '{"a", ?}', None, direction=Direction.FORWARD) == ['{"a", ?}', '{"a", ?}']
    assert propagated(rule, None, '{"a", ?}', direction=Direction.BACKWARD) == ['{"a", ?}', '{"a", ?}']
    assert propagated(rule, '{"a", ?}', '{"a", "b", ?}', direction=Direction.FORWARD) == ['{"a", ?}', '{"a", "b", ?}']


def test_the_union_of_directions_is_their_bitwise_or() -> None:
    assert Direction.FORWARD | Direction.BACKWARD == Direction.BOTH
    assert Direction.NONE | Direction.FORWARD == Direction.FORWARD


def test_conservative_propagation_has_no_sub_axes() -> None:
    operand = '{"a", "b", ?}, {?}'
    assert propagated("ij, k -> i, j, k {4, 8, 6}", operand, None)[1] == '{"a", "b":(1)2, ?}, {"b":(2)2, ?}, {?}'
    assert propagated("ij, k -> i, j, k {4, 8, 6}", operand, None, is_conservative=True)[1] == '{"a", ?}, {?}, {?}'


def test_a_blocked_factor_is_never_propagated() -> None:
    rule = rule_of("i, j -> i, j {8, 8}").replace(blocked_propagation=(0,))
    assert uniform(Direction.BOTH, rule) == (Direction.NONE, Direction.BOTH)


OTHER = Mesh((MeshAxis("x", 2),))
EMPTY = Mesh(())
MESHES = {"mesh": MESH, "same": MESH, "other": OTHER, "empty": EMPTY}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["mesh", "same"], "mesh"),
        (["empty", "same", "mesh"], "same"),
        (["mesh", "empty"], "mesh"),
        (["empty"], "empty"),
        (["mesh", "other"], None),
        ([None, None], None),
        ([None, "other"], "other"),
    ],
)
def test_the_common_mesh_of_shardings(names: Sequence[str | None], expected: str | None) -> None:
    shardings = [None if name is None else Sharding(SymbolRefAttr((name,)), ()) for name in names]
    found = common_mesh(shardings, MESHES)
    assert found == (None if expected is None else (SymbolRefAttr((expected,)), MESHES[expected]))


parts = st.permutations(["a", "b:(1)2", "b:(2)2", "c"]).map(
    lambda names: tuple(axis_of(f'"{name[0]}"{name[1:]}') for name in names)
)
quick = settings(derandomize=True, deadline=None, max_examples=60)


@quick
@given(parts, st.integers(0, 4), st.booleans(), st.permutations([2, 3, 4]))
def test_a_projection_loses_nothing_that_fits(axes, count, is_closed, sizes):
    mapping = TensorMapping((DimMapping((0, 1, 2)),))
    sharding = Sharding(NAME, (DimensionSharding(axes[:count], is_closed),))
    projection = project(sharding, mapping, tuple(sizes), MESH)
    back = unproject(projection.axes, projection, sharding, mapping, tuple(sizes), MESH, NAME)
    again = project(back, mapping, tuple(sizes), MESH)
    for factor, factor_axes in again.axes.items():
        assert factor_axes == projection.axes[factor][: len(factor_axes)]


def shardings(rank: int) -> st.SearchStrategy[Sharding]:
    """Shardings with different axes in each dimension."""
    cuts = st.lists(st.integers(0, 4), min_size=rank - 1, max_size=rank - 1).map(sorted)
    flags = st.lists(st.booleans(), min_size=rank, max_size=rank)

    def made(axes: tuple[AxisRef, ...], ends: list[int], closed: list[bool]) -> Sharding:
        bounds = [0, *ends, 4]
        return Sharding(
            NAME,
            tuple(
                DimensionSharding(axes[bounds[number] : bounds[number + 1]], closed[number]) for number in range(rank)
            ),
        )

    return st.builds(made, parts, st.just([0] * (rank - 1)) | cuts, flags)


RULES = [
    "ij, k; k, l -> i, jl {4, 6, 8, 2}",
    "i, j; i, j -> i, j {8, 6}",
    "ij, k -> i, jk {2, 3, 4}",
    "i, j; j, i -> ij, k {4, 4, 2}",
]
directions = st.sampled_from([Direction.BOTH, Direction.BOTH, Direction.FORWARD, Direction.BACKWARD])


@st.composite
def questions(draw: Any) -> PropagationQuestion:
    """What a visit may ask, with any strategy and direction."""
    rule = rule_of(draw(st.sampled_from(RULES)))
    count = len(rule.operand_mappings) + len(rule.result_mappings)
    before = tuple([draw(st.none() | shardings(2)) for _ in range(count)])
    direction = draw(directions)
    flags = draw(st.booleans()), draw(st.booleans())
    return PropagationQuestion(
        rule, before, MESH, NAME, uniform(direction, rule), *flags, draw(st.sampled_from(list(Strategy)))
    )


def changes(question: PropagationQuestion) -> Iterator[tuple[int, DimensionSharding, DimensionSharding]]:
    """The dimensions of the tensors that change, before and after, each with the number of the tensor."""
    for index, sharding in solve(question).updates:
        old = question.shardings[index]
        for number, dimension in enumerate(sharding.dimensions):
            yield index, old.dimensions[number] if old else DimensionSharding((), False), dimension


@quick
@given(questions())
def test_propagation_extends_open_dimensions_and_leaves_closed_ones_alone(question: PropagationQuestion) -> None:
    spans = MeshAxes.of(question.mesh).spans
    for _, was, dimension in changes(question):
        assert dimension.is_closed == was.is_closed
        if dimension.axes != was.axes:
            assert not was.is_closed
            assert is_strict_prefix(spans(was.axes), spans(dimension.axes))


@quick
@given(questions())
def test_no_axis_is_used_twice_in_a_tensor(question: PropagationQuestion) -> None:
    for _, sharding in solve(question).updates:
        used = [axis for dimension in sharding.dimensions for axis in dimension.axes]
        spans = MeshAxes.of(question.mesh).spans(tuple(used))
        assert not any(overlaps(first, second) for first, second in combinations(spans, 2))


@quick
@given(questions())
def test_a_factor_that_is_not_the_last_of_its_dimension_has_axes_that_divide_it(question: PropagationQuestion) -> None:
    """The last one may have more, as in the reference."""
    solution = solve(question)
    for projection, axes in zip(solution.problem.projections, solution.axes, strict=True):
        for factor, spans in axes.items():
            if factor not in projection.minor_most:
                assert question.rule.factor_sizes[factor] % sharded_size(spans) == 0


@quick
@given(questions())
def test_an_axis_comes_from_another_tensor(question: PropagationQuestion) -> None:
    """Each new axis is part of one that another tensor had."""
    spans = MeshAxes.of(question.mesh).spans
    for index, was, dimension in changes(question):
        others = [
            span
            for number, sharding in enumerate(question.shardings)
            if sharding is not None and number != index
            for other in sharding.dimensions
            for span in spans(other.axes)
        ]
        for new in set(spans(dimension.axes)) - set(spans(was.axes)):
            assert any(overlaps(new, other) for other in others)


@quick
@given(questions())
def test_conservative_propagation_adds_no_sub_axes(question: PropagationQuestion) -> None:
    for _, was, dimension in changes(question._replace(is_conservative=True)):
        assert all(axis.sub_axis is None for axis in dimension.axes if axis not in was.axes)
