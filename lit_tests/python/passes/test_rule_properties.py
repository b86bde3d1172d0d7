"""What holds of every sharding rule, and which operations are refused."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DimMapping, TensorMapping
from sdyopt.dialects.sdy.verification.shardings import check_rule
from sdyopt.dialects.stablehlo.sharding_rules.shapes import reshape_factors
from sdyopt.ir.attributes import FloatType, RankedTensorType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.sharding.rules import build_sharding_rule, identity_rule
from tools.generator.passes import sharding_rules
from tools.operations.rules import DIALECTS, covered, rules_file, table

quick = settings(derandomize=True, deadline=None, max_examples=200)
sizes = st.integers(1, 60)
shapes = st.lists(sizes, max_size=4).map(tuple)


@st.composite
def reshapes(draw: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two shapes with the same number of elements: products of the same numbers, in two orders."""
    parts = draw(st.lists(st.integers(1, 12), max_size=6))
    sides = []
    for order in (parts, draw(st.permutations(parts))):
        shape: list[int] = []
        joins: list[bool] = draw(st.lists(st.booleans(), min_size=len(parts), max_size=len(parts)))
        for part, is_joined in zip(order, joins, strict=True):
            if shape and is_joined:
                shape[-1] *= part
            else:
                shape.append(part)
        sides.append(tuple(shape))
    return sides[0], sides[1]


@quick
@given(reshapes())
def test_the_factors_of_a_reshape_multiply_to_the_sizes(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Of each dimension of both sides; and major factors come first on both."""
    factors = list(reshape_factors(*shapes))
    for side, shape in enumerate(shapes, start=1):
        for dimension, size in enumerate(shape):
            assert prod([factor.size for factor in factors if factor[side] == dimension]) == size
        dimensions = [factor[side] for factor in factors]
        assert [number for number in range(len(shape)) for _ in range(dimensions.count(number))] == [
            number for number in dimensions if number is not None
        ]


@quick
@given(reshapes())
def test_a_shared_factor_is_at_the_same_place_on_both_sides(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """As many elements of each side belong to one step along it: so that a sharding along it means the same."""
    factors = list(reshape_factors(*shapes))
    for number, factor in enumerate(factors):
        if factor.operand is not None and factor.result is not None:
            before = [prod([other.size for other in factors[:number] if other[side] is not None]) for side in (1, 2)]
            assert before[0] == before[1]


@pytest.mark.parametrize("is_conservative", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_built_rules_verify(seed: int, is_conservative: bool) -> None:
    """Every dimension is mapped, and all that the verifier asks for holds.

    Unless a shape is dynamic; and pointwise rules may name factors that they lack, for values of too many dimensions.
    """
    for op in sdyopt.parse(sharding_rules.module(seed)).walk():
        rule = build_sharding_rule(op, is_conservative)
        if rule is not None and op.name not in ("stablehlo.custom_call", "stablehlo.all_reduce"):
            complaint = check_rule(rule, op.signature.operand_types, op.signature.result_types)
            assert complaint is None or "static shape" in complaint
            assert build_sharding_rule(op, is_conservative) is rule


@quick
@given(shapes, st.integers(1, 4))
def test_an_identity_maps_each_dimension_to_its_own_factor(shape: tuple[int, ...], operands: int) -> None:
    type = RankedTensorType(shape, FloatType("f32"))
    rule = identity_rule(type, operands)
    mapping = TensorMapping(tuple(DimMapping((factor,)) for factor in range(len(shape))))
    assert (rule.factor_sizes, rule.operand_mappings) == (shape, (mapping,) * operands)
    assert check_rule(rule, (type,) * operands, (type,)) is None


ELSEWHERE = {
    "stablehlo.return": "it stands in regions only",
    "stablehlo.uniform_dequantize": "its operand is quantized, which the reference has no types for",
    "stablehlo.uniform_quantize": "its result is quantized, which the reference has no types for",
}
"""Operations that no program can be made of, and why."""


def has_rules(definition: OpDef) -> bool:
    """Whether there is more to an operation than operands and results of any type."""
    required = [attribute for attribute in definition.attributes if not attribute.is_optional]
    return bool(definition.verifiers or definition.context_verifiers or required or definition.regions)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation_is_refused_somewhere(dialect: str) -> None:
    found = covered(dialect)
    wanted = {
        name
        for name, definition in REGISTRY.operations.items()
        if name.partition(".")[0] == dialect
        and has_rules(definition)
        and name not in ELSEWHERE
        and not definition.since
    }
    assert wanted <= set(found)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_table_is_up_to_date(dialect: str) -> None:
    assert rules_file(dialect).read_text(encoding="utf-8") == table(dialect), "run `python -m tools.operations.rules`"
