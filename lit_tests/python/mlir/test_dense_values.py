"""The elements of constants as Python values: `DenseElementsAttr.values` and what belongs to it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt import DenseElementsAttr, DenseResourceAttr, FloatAttr

VALUES: list[tuple[str, tuple[Any, ...]]] = [
    ("dense<1.5> : tensor<2x2xf32>", (1.5,) * 4),
    ("dense<[[1, 2], [3, -4]]> : tensor<2x2xi32>", (1, 2, 3, -4)),
    ('dense<"0x0000803F00000040"> : tensor<2xf32>', (1.0, 2.0)),
    ("dense<[true, false]> : tensor<2xi1>", (True, False)),
    ("dense<[7, -8]> : tensor<2xi4>", (7, -8)),
    ("dense<[15, 0]> : tensor<2xui4>", (15, 0)),
    ("dense<18446744073709551615> : tensor<ui64>", (2**64 - 1,)),
    ("dense<[(1.0, -2.0), (0.0, 0.5)]> : tensor<2xcomplex<f64>>", (1 - 2j, 0.5j)),
    ("dense<(1, 2)> : tensor<2xcomplex<i8>>", ((1, 2), (1, 2))),
    ("dense<[1.0, 0.1]> : tensor<2xbf16>", (1.0, 0.10009765625)),
    ("dense<[448.0, 0.0625]> : tensor<2xf8E4M3FN>", (448.0, 0.0625)),
    ("dense<[6.0, -0.5]> : tensor<2xf4E2M1FN>", (6.0, -0.5)),
    ("dense<0x7F800000> : tensor<1xf32>", (math.inf,)),
    ("dense<[3, 4]> : tensor<2xindex>", (3, 4)),
    ("dense<[3, 4]> : vector<2xi64>", (3, 4)),
    ('dense<["a", "b"]> : tensor<2x!stablehlo.token>', ("a", "b")),
    ("dense<> : tensor<0x4xf32>", ()),
    ("dense<1.0> : tensor<0xf32>", ()),
    ("dense<0> : tensor<2xi0>", (0, 0)),
    ("dense<[1, 2]> : tensor<2xi128>", (1, 2)),
    ("dense<(1.0, 2.0)> : tensor<complex<bf16>>", (1 + 2j,)),
    ('dense<["a", "é"]> : tensor<2x!stablehlo.token>', ("a", "é")),
]


def dense(text: str) -> DenseElementsAttr:
    attribute = sdyopt.parse_attribute(text)
    assert isinstance(attribute, DenseElementsAttr)
    return attribute


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[text for text, _ in VALUES])
def test_values(text: str, expected: tuple[Any, ...]) -> None:
    """As many as the shape says, each of the type that Python has for it."""
    attribute = dense(text)
    assert attribute.values == expected
    assert [type(value) for value in attribute.values] == [type(value) for value in expected]
    assert math.prod(attribute.shape) == len(expected)


def test_more_elements_than_are_printed_in_a_list() -> None:
    numbers = ", ".join(map(str, range(200)))
    attribute = dense(f"dense<[{numbers}]> : tensor<200xi16>")
    assert attribute.text.startswith('"0x')
    assert attribute.values == tuple(range(200))
    assert attribute.splat_value is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<2.0> : tensor<4294967296x4294967296xf32>", 2.0),
        ("dense<[7, 7]> : tensor<2xi8>", 7),
        ("dense<[[false]]> : tensor<1x1xi1>", False),
        ('dense<"x"> : tensor<2x!stablehlo.token>', "x"),
        ("dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>", 1 + 0j),
        ("dense<[7, 8]> : tensor<2xi8>", None),
        ("dense<[0.0, -0.0]> : tensor<2xf32>", None),
        ("dense<> : tensor<0xf32>", None),
    ],
)
def test_the_value_of_all_elements(text: str, expected: object) -> None:
    """It costs no memory, however large the tensor is."""
    assert dense(text).splat_value == expected


def test_nan() -> None:
    assert math.isnan(dense("dense<0x7FC00000> : tensor<f32>").splat_value)


def test_scalars() -> None:
    for text, expected in (
        ("1.5 : bf16", 1.5),
        ("0x7C00 : f16", math.inf),
        ("1.000000e-05 : f32", 9.999999747378752e-06),
    ):
        attribute = sdyopt.parse_attribute(text)
        assert isinstance(attribute, FloatAttr)
        assert attribute.value == expected


INPUTS = Path(__file__).parent / "Inputs"
RESOURCES = (INPUTS / "dense_values.resources.txt").read_text(encoding="utf-8")


def test_resources() -> None:
    module = sdyopt.parse(RESOURCES)
    constants = [op.properties["value"] for op in module.walk() if op.name == "stablehlo.constant"]
    floats, flags, too_few, nothing, missing = [attr for attr in constants if isinstance(attr, DenseResourceAttr)]
    assert floats.shape == (2, 2)
    assert module.resource_values(floats) == (1.0, 2.0, 3.0, 4.0)
    assert module.resource_values(flags) == (True, False, True)
    assert module.resource_values(nothing) == ()
    with pytest.raises(ValueError, match=r"resource 'floats' of tensor<2xi16>: 16 bytes, expected 2 for each of 2"):
        module.resource_values(too_few)
    with pytest.raises(KeyError, match="missing"):
        module.resource_values(missing)
