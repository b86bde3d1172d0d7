"""Explicit reshards: lists of axes, the common axes of factors, and the steps from one sharding to another."""

from __future__ import annotations

from itertools import product

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    DimMapping,
    Mesh,
    MeshAxis,
    OpShardingRule,
    Sharding,
    SubAxis,
    TensorMapping,
)
from sdyopt.dialects.sdy.shardings.spans import (
    Spans,
    any_overlap,
    common_prefix,
    overlaps,
    rest_behind,
    sharded_size,
    sorted_and_merged,
    until_overlap,
    without_axes,
)
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.passes.explicit_reshards.common_axes import ReshardProblem, operation_mesh, solve, solve_partly
from sdyopt.passes.explicit_reshards.operations import UnreducedAxesError, UseTarget, steps_to
from sdyopt.sharding.projections import FactorTensors, MeshAxes

MESH = Mesh((MeshAxis("a", 2), MeshAxis("b", 4), MeshAxis("c", 2)))
NAME = SymbolRefAttr(("mesh",))

PARTS = [(0, 1, 2), (1, 1, 4), (1, 1, 2), (1, 2, 4), (2, 1, 2)]
"""The axes of the mesh, and both parts of the second one."""

LISTS: list[Spans] = [()] + [
    axes
    for length in (1, 2)
    for axes in product(PARTS, repeat=length)
    if not any(overlaps(one, other) for index, one in enumerate(axes) for other in axes[:index])
]


def sharding(text: str, unreduced: str = "") -> Sharding:
    """`"a b, "` is `[{"a", "b"}, {}]`; `b:1:2` is a sub-axis."""
    plain = Sharding.of("mesh", [axes(part) for part in text.split(",")])
    return plain.replace(unreduced=axes(unreduced))


def axes(text: str) -> tuple[AxisRef, ...]:
    found = []
    for word in text.split():
        name, *part = word.split(":")
        found.append(AxisRef(name, SubAxis(int(part[0]), int(part[1])) if part else None))
    return tuple(found)


# Lists of axes.


PAIRS = list(product(LISTS, repeat=2))


def test_difference() -> None:
    """What is left overlaps nothing that is removed, and with what is common it has the size of the whole."""
    for one, other in PAIRS:
        check_difference(one, other)


def check_difference(one: Spans, other: Spans) -> None:
    left = without_axes(one, other)
    assert not any_overlap(left, other)
    assert without_axes(left, other) == left
    if not any_overlap(one, other):
        assert left == one
    common = without_axes(one, left)
    assert sharded_size(left) * sharded_size(common) == sharded_size(one)


def test_prefixes() -> None:
    """The longest prefix that both have, and what is left until the first overlap, are prefixes."""
    for one, other in PAIRS:
        check_prefixes(one, other)


def check_prefixes(one: Spans, other: Spans) -> None:
    common = common_prefix(one, other)
    assert common == common_prefix(other, one)
    for whole in (one, other):
        assert common == whole or rest_behind(common, whole) is not None
    kept = until_overlap(one, other)
    assert not any_overlap(kept, other)
    assert kept == one or rest_behind(kept, one) is not None


def test_rest_behind_a_prefix() -> None:
    for one, other in PAIRS:
        rest = rest_behind(one, other)
        if rest is not None:
            assert sharded_size(one) * sharded_size(rest) == sharded_size(other)
            assert not any_overlap(rest, one)
            assert rest


def test_parts_are_merged_in_mesh_order() -> None:
    assert sorted_and_merged([(2, 1, 2), (1, 2, 4), (1, 1, 2)]) == ((1, 1, 4), (2, 1, 2))


# Steps.


def steps(before: Sharding | None, after: Sharding | None, with_reshard: bool = False) -> list[str]:
    source, target = [None if each is None else UseTarget(each, MESH) for each in (before, after)]
    return [step.definition.name.removeprefix("sdy.") for step in steps_to(source, target, with_reshard)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (sharding("", "a b"), sharding("", "b"), ["all_reduce"]),
        (sharding("", "a b"), None, ["all_reduce"]),
        (sharding("a"), sharding("", "a"), ["sharded_to_unreduced"]),
        (sharding("a"), sharding("a", "b"), ["replicated_to_unreduced"]),
        (sharding("a b"), sharding("a b:1:2", "b:2:2 c"), ["replicated_to_unreduced", "sharded_to_unreduced"]),
        (sharding("a b"), sharding("b", "a"), ["reshard", "replicated_to_unreduced"]),
        (sharding("a b"), sharding("a", "c"), ["reshard", "replicated_to_unreduced"]),
        (sharding("", "a"), sharding("", "b"), ["all_reduce", "replicated_to_unreduced"]),
        (sharding("a"), sharding("b"), []),
        (None, sharding("b", "a"), []),
        (None, None, []),
    ],
)
def test_steps_of_unreduced_axes(before: Sharding | None, after: Sharding | None, expected: list[str]) -> None:
    assert steps(before, after) == expected


def test_the_last_step_is_a_reshard_if_axes_differ() -> None:
    assert steps(sharding("a"), sharding("b"), True) == ["reshard"]
    assert steps(sharding("a"), None, True) == ["reshard"]
    assert steps(None, sharding("a"), True) == ["reshard"]
    assert not steps(None, sharding(""), True)
    assert not steps(sharding("a"), sharding("a").replace(replicated=axes("c")), True)
    assert steps(sharding("a", "c"), sharding("b"), True) == ["all_reduce", "reshard"]


def test_steps_end_at_the_target() -> None:
    """Whichever of the axes are unreduced."""
    refs = MeshAxes.of(MESH).refs
    for (before, after), unreduced in product(PAIRS, ((), (0,), (2,))):
        free = tuple([axis for axis in after if axis[0] not in unreduced])
        source = UseTarget(Sharding.of("mesh", [refs(before)]), MESH)
        goal = Sharding.of("mesh", [refs(free)]).replace(unreduced=refs([(number, 1, 2) for number in unreduced]))
        found = steps_to(source, UseTarget(goal, MESH), True)
        end = found[-1].sharding if found else source.sharding
        assert end.unreduced == goal.unreduced
        assert end.dimensions[0].axes == goal.dimensions[0].axes


def test_unreduced_axes_on_other_devices_are_errors() -> None:
    other = Mesh(MESH.axes, tuple(reversed(range(16))))
    with pytest.raises(UnreducedAxesError):
        steps_to(UseTarget(sharding("", "a"), MESH), UseTarget(sharding(""), other), False)
    with pytest.raises(UnreducedAxesError):
        steps_to(UseTarget(sharding(""), MESH), UseTarget(sharding("", "a"), other), False)


# Common axes.


def mapping(text: str) -> TensorMapping:
    """`"i j"` are two dimensions, `"ij"` is one."""
    return TensorMapping(
        tuple([DimMapping(tuple([ord(factor) - ord("i") for factor in word])) for word in text.split()])
    )


def rule(operands: list[str], result: str, sizes: tuple[int, ...], reduction: tuple[int, ...] = ()) -> OpShardingRule:
    return OpShardingRule(sizes, tuple([mapping(text) for text in operands]), (mapping(result),), reduction)


def problem(of: OpShardingRule, shardings: list[str], counts: tuple[int, ...]) -> ReshardProblem:
    parsed = tuple([sharding(text) if text else None for text in shardings])
    return ReshardProblem(FactorTensors(of, parsed, MESH, NAME), parsed, counts)


ADD = rule(["i j", "i j"], "i j", (8, 8))
DOT = rule(["i k", "k j"], "i j", (8, 8, 8), reduction=(2,))


@pytest.mark.parametrize(
    ("of", "shardings", "counts", "expected"),
    [
        (ADD, ["a,", "a,", "a,"], (1, 1, 1), {}),
        (ADD, ["a,", ",", ","], (3, 1, 1), {1: "a,", 2: "a,"}),
        (ADD, ["a,", ",a", ","], (3, 1, 1), {1: "a,", 2: "a,"}),
        (ADD, ["a,", ",a", ","], (1, 1, 1), {0: ",a", 2: ",a"}),
        (ADD, ["b,", "a,", ","], (1, 1, 1), {1: "b,", 2: "b,"}),
        (ADD, ["a,", "c,", ","], (1, 1, 1), {0: "c,", 2: "c,"}),
        (ADD, ["a b,", "a,", "a,"], (1, 1, 1), {1: "a b,", 2: "a b,"}),
        (DOT, ["a,", "a,", ","], (64, 64, 64), {1: ",", 2: "a,"}),
        (DOT, ["a,b", ",", ","], (64, 64, 64), {1: "b,", 2: "a,"}),
    ],
)
def test_common_axes(
    of: OpShardingRule, shardings: list[str], counts: tuple[int, ...], expected: dict[int, str]
) -> None:
    found = dict(solve(problem(of, shardings, counts)).updates)
    assert found == {index: sharding(text) for index, text in expected.items()}


def test_reduction_axes_are_those_of_reduced_factors() -> None:
    assert solve(problem(DOT, [",b a", "b a,", ","], (1, 1, 1))).reduction_axes == axes("a b")
    assert solve(problem(ADD, ["b,", "b,", "b,"], (1, 1, 1))).reduction_axes == ()


def test_axes_of_replicated_factors_are_handed_over_where_they_divide() -> None:
    sort = rule(["i j"], "i j", (8, 8)).replace(need_replication=(1,))
    assert dict(solve(problem(sort, ["a,b", "a,b"], (1, 1))).updates) == {0: sharding("a b,"), 1: sharding("a b,")}
    uneven = rule(["i j"], "i j", (6, 8)).replace(need_replication=(1,))
    assert dict(solve(problem(uneven, ["a,b", "a,b"], (1, 1))).updates) == {0: sharding("a,"), 1: sharding("a,")}


def test_dots() -> None:
    """The result is computed as the operands are sharded if its axes are those of the contracted dimension."""
    found = solve_partly(problem(DOT, [",a", "a,b", ",a"], (64, 64, 64)), is_dot=True)
    assert dict(found.updates) == {2: sharding(",b")}
    for shardings in ([",a", "c,b", ",a"], ["c,a", "a,b", ",a"], [",a", "a,b", ",c"], [",a", "a,", ",a"]):
        assert not solve_partly(problem(DOT, shardings, (64, 64, 64)), is_dot=True).updates
    assert not solve_partly(problem(DOT, [",a", "a,b", ",a"], (64, 64, 65)), is_dot=True).updates


# Meshes.


def test_the_mesh_of_most_sharded_tensors() -> None:
    reversed_ids = Mesh(MESH.axes, tuple(reversed(range(16))))
    here, there = sharding("a"), sharding("a").with_mesh("there")
    assert operation_mesh([(here, MESH), (there, reversed_ids), (there, reversed_ids)]) == (there.mesh, reversed_ids)
    assert operation_mesh([(there, reversed_ids), (here, MESH)]) == (there.mesh, reversed_ids)
    bare = [(sharding("").with_mesh("there"), reversed_ids), (sharding(""), MESH)]
    assert operation_mesh(bare) == (here.mesh, MESH)
    assert operation_mesh([(here, MESH), (there, Mesh((MeshAxis("a", 2),)))]) is None
    assert operation_mesh([(here, Mesh((), (0,)))]) is None
    assert operation_mesh([]) is None


def test_a_second_run_changes_nothing() -> None:
    """The full version leaves a program as it is that it has been run on, if no axes are unreduced."""
    text = """
        sdy.mesh @mesh = <["a"=2, "b"=2]>
        func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x8xf32> {
          %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
          %1 = stablehlo.add %0, %x : tensor<8x8xf32>
          return %1 : tensor<8x8xf32>
        }"""
    module = sdyopt.parse(text)
    flag = "sdy-insert-explicit-reshards{enable-full-version=true}"
    module.run(flag)
    once = str(module)
    module.run(flag)
    assert str(module) == once
