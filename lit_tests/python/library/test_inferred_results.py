"""Operations that Python programs make without result types have those that follow from the rest of them."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.value import Value

PROGRAM = """
func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<i32>) {
  return
}
"""


@pytest.fixture
def values() -> list[Value]:
    module = sdyopt.parse(PROGRAM)
    (function,) = [op for op in module.operation.walk() if op.name == "func.func"]
    return list(function.regions[0].block.arguments)


def _attributes(**texts: str) -> dict[str, Attribute]:
    return {name: sdyopt.parse_attribute(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("name", "operands", "properties", "expected"),
    [
        ("stablehlo.add", (0, 1), {}, ["tensor<8x4xf32>"]),
        (
            "stablehlo.compare",
            (0, 1),
            {"comparison_direction": "#stablehlo<comparison_direction LT>"},
            ["tensor<8x4xi1>"],
        ),
        ("stablehlo.transpose", (0,), {"permutation": "array<i64: 1, 0>"}, ["tensor<4x8xf32>"]),
        ("stablehlo.concatenate", (0, 1), {"dimension": "0 : i64"}, ["tensor<16x4xf32>"]),
        ("stablehlo.constant", (), {"value": "dense<1> : tensor<3xi8>"}, ["tensor<3xi8>"]),
        ("stablehlo.dynamic_slice", (0, 3, 3), {"slice_sizes": "array<i64: 2, 2>"}, ["tensor<2x2xf32>"]),
        ("stablehlo.tuple", (0, 3), {}, ["tuple<tensor<8x4xf32>, tensor<i32>>"]),
        ("chlo.broadcast_add", (0, 1), {}, ["tensor<8x4xf32>"]),
        ("sdy.sharding_constraint", (0,), {"sharding": '#sdy.sharding<@mesh, [{"x"}, {}]>'}, ["tensor<8x4xf32>"]),
        ("shape.from_extents", (), {}, ["!shape.shape"]),
        ("func.return", (), {}, []),
    ],
)
def test_results_are_inferred(
    values: list[Value], name: str, operands: tuple[int, ...], properties: dict[str, str], expected: list[str]
) -> None:
    op = sdyopt.create(name, [values[index] for index in operands], properties=_attributes(**properties))
    assert [str(result.type) for result in op.results] == expected


def test_operands_that_do_not_fit_are_an_error(values: list[Value]) -> None:
    with pytest.raises(sdyopt.Error, match="do not match rank"):
        sdyopt.create("stablehlo.concatenate", [values[0], values[3]], properties=_attributes(dimension="0 : i64"))


def test_types_that_do_not_follow_have_to_be_given(values: list[Value]) -> None:
    with pytest.raises(TypeError, match="do not follow from its operands"):
        sdyopt.create("stablehlo.reshape", [values[0]])
