"""Elements: of a part of a quantized tensor the scales of one block, where those of all are equal; zeros of padding."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.quant import UnequalScalesError, UniformQuantizedType, element_of_parts
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.ir.attributes import RankedTensorType, TypeAttr


def tensor(text: str) -> RankedTensorType:
    attribute = sdyopt.parse_attribute(text)
    assert isinstance(attribute, TypeAttr) and isinstance(attribute.type, RankedTensorType)
    return attribute.type


def part(text: str, *counts: int) -> str:
    """The elements of a tensor whose dimensions are cut into so many parts."""
    type = tensor(text)
    assert isinstance(type.element_type, UniformQuantizedType)
    return str(element_of_parts(type.element_type, type.shape, counts))


@pytest.mark.parametrize(
    ("type", "counts", "expected"),
    [
        ("tensor<4x!quant.uniform<i8:f32, 0.5:3>>", (4,), "!quant.uniform<i8:f32, 5.000000e-01:3>"),
        (
            "tensor<2x4x!quant.uniform<i8:f32:1, {0.5:3,0.25,0.5:3,0.25}>>",
            (2, 2),
            "!quant.uniform<i8:f32:1, {5.000000e-01:3,2.500000e-01}>",
        ),
        (
            "tensor<2x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.75,1.0}>>",
            (2, 1),
            "!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,7.500000e-01,1.000000e+00}>",
        ),
        ("tensor<?x!quant.uniform<i8:f32:0, {0.5,0.5}>>", (2,), "!quant.uniform<i8:f32:0, {5.000000e-01}>"),
        ("tensor<4x!quant.uniform<i8:f32:7, {0.5}>>", (2,), "!quant.uniform<i8:f32:7, {5.000000e-01}>"),
        (
            "tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:1}, {{0.5, 1.0, 0.5, 1.0}, {0.25, 2.0, 0.25, 2.0}}>>",
            (1, 2),
            "!quant.uniform<i8:f32:{0:2, 1:1}, {{5.000000e-01, 1.000000e+00}, {2.500000e-01, 2.000000e+00}}>",
        ),
    ],
)
def test_elements_of_parts(type: str, counts: tuple[int, ...], expected: str) -> None:
    assert part(type, *counts) == expected


@pytest.mark.parametrize(
    ("type", "counts", "message"),
    [
        (
            "tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.5}>>",
            (2,),
            "2 parts of dimension 0 have different scales",
        ),
        ("tensor<4x!quant.uniform<i8:f32:0, {0.5:1,0.5,0.5,0.5}>>", (2,), "2 parts of dimension 0 have different"),
        ("tensor<?x!quant.uniform<i8:f32:0, {0.5,0.5,0.5}>>", (2,), "2 parts of dimension 0 have different"),
        ("tensor<4x4x!quant.uniform<i8:f32:{1:4}, {{0.5}}>>", (1, 2), "is not cut between blocks of size 4"),
        (
            "tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:1}, {{0.5, 1.0, 0.5, 1.0}, {0.25, 2.0, 0.25, 2.0}}>>",
            (2, 1),
            "2 parts of dimension 0 have different scales",
        ),
    ],
)
def test_parts_that_differ(type: str, counts: tuple[int, ...], message: str) -> None:
    with pytest.raises(UnequalScalesError, match=message):
        part(type, *counts)


@pytest.mark.parametrize(
    ("element", "text"),
    [
        ("f32", "dense<0.000000e+00> : tensor<f32>"),
        ("f8E8M0FNU", "dense<5.877470e-39> : tensor<f8E8M0FNU>"),
        ("i1", "dense<false> : tensor<i1>"),
        ("ui8", "dense<0> : tensor<ui8>"),
        ("complex<f32>", "dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>"),
        ("!quant.uniform<i8:f32, 0.5:3>", "dense<3> : tensor<i8>"),
    ],
)
def test_zeros_of_all_element_types(element: str, text: str) -> None:
    type = tensor(f"tensor<{element}>")
    assert str(splat(zero_text(type.element_type), type)) == text
