"""Programs built operation by operation, and attributes made of Python values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sdyopt

MATRIX, SCALAR = sdyopt.parse_type("tensor<4x8xf32>"), sdyopt.parse_type("tensor<f32>")

INPUTS = Path(__file__).parent / "Inputs"
BUILT = (INPUTS / "module_builder.built.txt").read_text(encoding="utf-8")


def built() -> sdyopt.ModuleBuilder:
    build = sdyopt.ModuleBuilder()
    build.mesh("mesh", {"x": 2, "y": 4})
    with build.function("main", [MATRIX, MATRIX]) as (x, y):
        total = build("stablehlo.add", x, y)
        total = build("sdy.sharding_constraint", total, sharding='<@mesh, [{"x"}, {}]>')
        less = build("stablehlo.compare", total, build.constant(1.5, MATRIX), comparison_direction="LT")
        turned = build("stablehlo.transpose", less, permutation=[1, 0])
        zero = build.constant(0, SCALAR)
        with build.region([SCALAR, SCALAR]) as (body, (a, b)):
            build("stablehlo.return", build("stablehlo.maximum", a, b))
        largest = build("stablehlo.reduce", total, zero, dimensions=[0, 1], regions=[body])
        build("func.return", largest, turned)
    with build.function("declared", [], [], "private", {"x.y": [1, "a"]}):
        build("func.return")
    return build


def test_a_program_is_built() -> None:
    """Result types are inferred, attributes are what the operation declares, and the function returns what it does."""
    module = built().module
    module.verify()
    assert str(module) == BUILT
    assert str(sdyopt.parse(BUILT)) == BUILT


def test_a_program_is_extended_anywhere() -> None:
    """At an insertion point, or at the end of a block."""
    module = sdyopt.parse(BUILT)
    build = sdyopt.ModuleBuilder(module)
    (add,) = module.walk("stablehlo.add")
    with build.inserting(sdyopt.InsertionPoint.after_op(add)):
        tanh = build("stablehlo.tanh", add, result_types=[MATRIX])
        assert build("stablehlo.negate", tanh, result_types=[MATRIX]).previous is tanh
    assert tanh.previous is add
    assert build("sdy.mesh", sym_name="other", mesh='<["z"=3]>').parent is module.operation.regions[0].block
    module.verify()
    with build.inserting(module.functions["declared"].regions[0].block), pytest.raises(RuntimeError):
        raise RuntimeError
    assert build.at.block is module.operation.regions[0].block


def test_an_empty_module() -> None:
    assert str(sdyopt.Module()) == "module {\n}\n"


@pytest.mark.parametrize(
    ("name", "properties", "error", "message"),
    [
        ("stablehlo.transpose", {"permutation": "x"}, TypeError, "'permutation': expected i64 dense array attribute"),
        ("stablehlo.transpose", {"perm": [1]}, TypeError, "declares no attribute 'perm': it has permutation"),
        ("stablehlo.tanh", {"x": 1}, TypeError, "'stablehlo.tanh' declares no attribute 'x': it has result_accuracy"),
        ("stablehlo.concatenate", {"dimension": 1.5}, TypeError, "'dimension': expected 64-bit signless integer"),
        ("stablehlo.compare", {"comparison_direction": "LESS"}, TypeError, "got 'LESS'"),
        ("stablehlo.ad", {}, KeyError, "did you mean"),
    ],
)
def test_what_an_operation_cannot_have(
    name: str, properties: dict[str, Any], error: type[Exception], message: str
) -> None:
    build = sdyopt.ModuleBuilder()
    with build.function("f", [MATRIX]) as (x,), pytest.raises(error, match=message):
        build(name, x, result_types=[MATRIX], **properties)


@pytest.mark.parametrize(
    ("value", "type", "text"),
    [
        (None, None, "unit"),
        (True, None, "true"),
        (-3, None, "-3 : i64"),
        (1.5, None, "1.500000e+00 : f64"),
        ("a", None, '"a"'),
        ([1, ["b"]], None, '[1, ["b"]]'),
        ({"b": 1.0, "a": None}, None, "{a, b = 1.000000e+00 : f64}"),
        (SCALAR, None, "tensor<f32>"),
        (7, "i8", "7 : i8"),
        (1, "i1", "true"),
        (7, "index", "7 : index"),
        (1, "bf16", "1.000000e+00 : bf16"),
        (float("nan"), "bf16", "0x7FC0 : bf16"),
        (2, "tensor<3x4xf16>", "dense<2.000000e+00> : tensor<3x4xf16>"),
        ([[1, -1], [127, -128]], "tensor<2x2xi8>", "dense<[[1, -1], [127, -128]]> : tensor<2x2xi8>"),
        ([255], "tensor<1xui8>", "dense<255> : tensor<1xui8>"),
        ([True, False], "tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"),
        ([1 + 2j], "tensor<1xcomplex<f32>>", "dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>"),
        (float("nan"), "tensor<f8E4M3FN>", "dense<0x7F> : tensor<f8E4M3FN>"),
        ([], "tensor<0xf32>", "dense<> : tensor<0xf32>"),
        ((1, 2), "vector<2xindex>", "dense<[1, 2]> : vector<2xindex>"),
    ],
)
def test_attributes_of_values(value: object, type: str | None, text: str) -> None:
    """Each is what the parser makes of its text."""
    made = sdyopt.attribute(value, None if type is None else sdyopt.parse_type(type))
    assert str(made) == text
    assert made is sdyopt.parse_attribute(text)


@pytest.mark.parametrize(
    ("value", "type", "error", "message"),
    [
        (300, "tensor<i8>", ValueError, "300 does not fit into i8"),
        (-1, "ui8", ValueError, "-1 does not fit into ui8"),
        ([1, 2], "tensor<3xi8>", ValueError, "there are 2 elements where the type has 3"),
        ([1.5], "tensor<1xi8>", TypeError, "'float' object cannot be interpreted as an integer"),
        (1, "tensor<?xi8>", ValueError, "static shape"),
        (1, "none", TypeError, "not numbers"),
        (object(), None, TypeError, "cannot be interpreted"),
    ],
)
def test_values_that_do_not_fit(value: object, type: str | None, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sdyopt.attribute(value, None if type is None else sdyopt.parse_type(type))


def test_arrays_of_numpy_are_elements() -> None:
    numpy = pytest.importorskip("numpy")
    made = sdyopt.attribute(numpy.arange(6.0).reshape(2, 3), sdyopt.parse_type("tensor<2x3xf32>"))
    assert isinstance(made, sdyopt.DenseElementsAttr) and made.values == (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    assert sdyopt.attribute(numpy.int32(5), sdyopt.parse_type("i32")) is sdyopt.parse_attribute("5 : i32")
