"""The model of the rules for quantized types says of single types and operations what the rules say."""

from __future__ import annotations

import math

import pytest

from tools import reference
from tools.quantized.elements import SCALES
from tools.quantized.model import ModelError, first_error
from tools.quantized.operations import ModelOperation, ModelRegion
from tools.quantized.programs import ModelProgram
from tools.quantized.type_checks import type_error
from tools.quantized.types import (
    Element,
    ModelTensor,
    Param,
    Quantized,
    is_compatible,
    is_exact,
    is_promotable,
    number_printed,
    number_written,
    printed,
    written,
)

I8 = Quantized("i8", "f32", (Param(0.5),))
I32 = I8._replace(storage="i32")
OTHER_SCALE = I8._replace(params=(Param(0.25, 3),))
PER_AXIS = Quantized("i8", "f32", (Param(0.1, -30), Param(0.5, -20)), axis=1)


def test_types_are_printed() -> None:
    assert printed(I8) == "!quant.uniform<i8:f32, 5.000000e-01>"
    assert printed(I8._replace(range=(-128, 127))) == printed(I8)
    assert printed(I8._replace(range=(-127, 127))) == "!quant.uniform<i8<-127:127>:f32, 5.000000e-01>"
    nested = Quantized("i8", "f32", ((Param(0.1, -30),), (Param(0.5),)), axis=1)
    assert printed(nested) == "!quant.uniform<i8:f32:1, {1.000000e-01:-30,5.000000e-01}>"
    assert written(nested) == "!quant.uniform<i8:f32:1, {{0.1 : -30}, {0.5}}>"
    lists = ((Param(2.0, 120), Param(3.0)), (Param(4.0), Param(5.0)))
    assert printed(Quantized("u8", "f32", lists, blocks=((0, 1), (1, 2)))) == (
        "!quant.uniform<u8:f32:{0:1, 1:2}, {{2.000000e+00:120, 3.000000e+00}, {4.000000e+00, 5.000000e+00}}>"
    )
    assert printed(Quantized("i8", "", (), kind="any", range=(-8, 7))) == "!quant.any<i8<-8:7>>"
    assert (
        printed(Quantized(kind="calibrated", bounds=(-0.5, 1.23)))
        == "!quant.calibrated<f32<-5.000000e-01:1.230000e+00>>"
    )
    assert str(ModelTensor((2, None), PER_AXIS)).startswith("tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e-01:-30,")


def test_types_are_written_in_several_ways() -> None:
    assert written(I8, "other") == "!quant<uniform<i8:f32, 0.5>>"
    assert written(I8, "wide") == "!quant.uniform<i8:f32, 0.5 : 0>"
    assert written(I8, "bits") == "!quant.uniform<i8:f32, 0x3FE0000000000000>"


@pytest.mark.parametrize(
    ("element", "error"),
    [
        (I8._replace(kind="foo"), "unknown quantized type foo"),
        (I8._replace(storage="int8"), "illegal storage type prefix"),
        (I8._replace(storage="u"), "expected storage type width"),
        (I8._replace(storage="i33"), "illegal storage type size: 33"),
        (I8._replace(storage="i0"), "illegal storage type size: 0"),
        (I8._replace(storage="i1"), None),
        (I8._replace(storage="f8E5M2"), None),
        (I8._replace(storage="i4", range=(-9, 9)), "illegal storage type minimum: -9"),
        (I8._replace(storage="i4", range=(-8, 9)), "illegal storage type maximum: 9"),
        (I8._replace(storage="i4", range=(9, 7)), "illegal storage min and storage max: (9:7)"),
        (I8._replace(expressed="i32"), "invalid kind of type specified"),
        (
            Quantized("i8", "f16", (Param(6.6e4),)),
            "scale 6.600000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]",
        ),
        (
            Quantized("i8", "bf16", (Param(math.inf),), range=(2, 1)),
            "scale INF out of expressed type range [9.183550e-41, 3.389531e+38]",
        ),
        (Quantized(params=(Param(math.nan),)), None),
        (I8._replace(params=((Param(1.0),), (Param(1.0), Param(1.0))), axis=0), "tensor literal is invalid; ranks are "
         "not consistent between elements"),
        (I8._replace(params=(), axis=0), "expected floating point literal"),
        (I8._replace(params=((Param(1.0),),)), "expected floating point literal"),
        (I8._replace(range=(2, 1), axis=-1), "illegal storage min and storage max: (2:1)"),
        (I8._replace(axis=-1), "illegal quantized dimension: -1"),
        (I8._replace(axis=10), None),
        (I8._replace(blocks=((-1, 0),)), "illegal quantized dimension: -1"),
        (I8._replace(blocks=((0, 0),)), "illegal block size: 0"),
        (I8._replace(params=(Param(1.0, 300),)), None),
        (Quantized(kind="calibrated", bounds=(1.0, -1.0)), "illegal min and max: (1.000000e+00:-1.000000e+00)"),
    ],
)  # fmt: skip
def test_types_are_checked_in_order(element: Quantized, error: str | None) -> None:
    assert type_error(element) == error


def test_relations() -> None:
    unsigned = I8._replace(storage="u8")
    assert is_exact(I8, I8._replace(range=(-128, 127)))
    assert not is_exact(I8, OTHER_SCALE)
    assert is_compatible(I8, OTHER_SCALE)
    assert not is_compatible(I8, unsigned)
    assert not is_compatible(unsigned, I8._replace(storage="ui8"))
    assert is_compatible(PER_AXIS, PER_AXIS._replace(axis=0))
    assert not is_compatible(I8, PER_AXIS)
    assert not is_compatible(I8, "f32")
    assert is_promotable(I8, I32)
    assert is_promotable(I32._replace(storage="u8"), PER_AXIS)
    assert not is_promotable(I32, I8)
    assert not is_promotable(I8, I32._replace(expressed="f64"))
    assert not is_promotable("i8", I8)
    assert is_promotable("f64", "f32")
    assert not is_promotable("i32", "i8")


def error(name: str, operands: list[ModelTensor], *results: ModelTensor, **numbers: tuple[int, ...]) -> str | None:
    """Returns the first error of an operation."""
    found = first_error(tuple(operands), ModelOperation(name, tuple(operands), results, "", numbers))
    return found.message if found else None


def test_operands_must_be_of_a_class() -> None:
    outside = ModelTensor((1, 2), I8._replace(params=(Param(1.0, 300),)))
    words = error("stablehlo.add", [outside, outside], outside)
    assert words
    assert words.startswith("'stablehlo.add' op operand #0 must be ranked tensor of ")
    assert words.endswith(
        " or per-tensor integer quantized or per-axis integer quantized values, but got "
        "'tensor<1x2x!quant.uniform<i8:f32, 1.000000e+00:300>>'"
    )
    taken: dict[Element, bool] = {
        I8: True,
        I8._replace(storage="u8"): True,
        I8._replace(storage="ui8"): True,
        I8._replace(storage="si8"): False,
        I8._replace(storage="i7"): False,
        I8._replace(storage="f8E5M2"): False,
        I8._replace(params=(Param(0.5, 127),)): True,
        I8._replace(params=(Param(0.5, -128),)): True,
        I8._replace(params=(Param(0.5, 128),)): False,
        I8._replace(params=(Param(0.5, 3),), range=(0, 3)): True,
        I8._replace(params=(Param(0.5, 4),), range=(0, 3)): False,
        PER_AXIS: True,
        PER_AXIS._replace(axis=2): False,
        PER_AXIS._replace(params=PER_AXIS.params[:1]): False,
        I8._replace(blocks=((0, 1),)): False,
        Quantized(kind="any", params=()): False,
        Quantized(kind="calibrated", params=()): False,
    }
    for element, is_taken in taken.items():
        tensor = ModelTensor((None, 2), element)
        assert (error("stablehlo.add", [tensor, tensor], tensor) is None) == is_taken, printed(element)
        assert first_error((tensor,), None) is None
    per_axis = ModelTensor((2, None), PER_AXIS)
    assert error("stablehlo.add", [per_axis, per_axis], per_axis) is None
    assert "#0 must be ranked" in str(error("stablehlo.tanh", [per_axis], per_axis))


def test_an_addition_breaks_each_rule_before_the_next() -> None:
    def add(lhs: Element, rhs: Element, result: Element) -> str | None:
        return error(
            "stablehlo.add",
            [ModelTensor((2, 2), lhs), ModelTensor((2, 2), rhs)],
            ModelTensor((2, 2), result),
        )

    double = I8._replace(expressed="f64")
    assert add("f32", "f64", "f32") == "op requires the same element type for all operands and results"
    assert add("f32", I32, I8) == "expects  all operands and results to be either quantized or non-quantized"
    assert add(I32, double, I8) == "mismatched operands and result quantization storage types"
    assert add(I8, PER_AXIS, double) == "mismatched operands and result quantization expressed types"
    assert add(I8, PER_AXIS, I8) == "result is not per_axis quantized but lhs or rhs are"
    other = PER_AXIS._replace(axis=0)
    assert str(add(other, other, PER_AXIS)).startswith("quantization_dimension of lhs and result are not same '!quant.")
    assert str(add(PER_AXIS, other, PER_AXIS)).startswith("quantization_dimension of rhs and result are not same")
    assert add(I8, I8, PER_AXIS) == "result per_axis quantized but none from rhs and lhs are per_axis quantized"
    for first, last in ((I8, PER_AXIS), (I8, I8._replace(storage="u8"))):
        assert str(add(first, last if last == PER_AXIS else I8, last)).startswith("'stablehlo.add' op inferred type(s)")
    assert add(I8, OTHER_SCALE, I8) is None


def test_operations_that_move_elements() -> None:
    operand, result = ModelTensor((1, 2, 2, 2), I8), ModelTensor((1, 2, 2, 2), OTHER_SCALE)
    assert str(error("stablehlo.reshape", [operand], result)).startswith(
        "expect same quantization scale and zero_point"
    )
    axes = [ModelTensor((2, 2), PER_AXIS), ModelTensor((2, 2), PER_AXIS._replace(axis=0))]
    assert error("stablehlo.reshape", axes[:1], axes[1]) == (
        "product of dimensions before quantization dimension must match between operand and result for 2 and 1"
    )
    assert error("stablehlo.transpose", axes[:1], axes[0], permutation=(1, 0)) == (
        "operand quantization_dimension 1 is not same as permutation[1] = 0"
    )
    assert error("stablehlo.transpose", axes[:1], axes[1], permutation=(1, 0)) is None
    shape = ModelTensor((1,), "i64")
    assert error("stablehlo.dynamic_reshape", [ModelTensor((4,), I8), shape], ModelTensor((4,), "f32")) is None
    one = ModelTensor((1,), PER_AXIS._replace(axis=0, params=(Param(0.1, -30),)))
    for param, message in (
        (Param(0.2, -20), "mismatch result scale 0 (2.000000e-01) and operand scale 0 (1.000000e-01)"),
        (Param(0.1, -20), "mismatch result zero_point 0 (-20) and operand zero_point 0 (-30)"),
        (Param(0.1, -30), None),
    ):
        spread = ModelTensor((3, 2), PER_AXIS._replace(params=(param, param)))
        assert error("stablehlo.broadcast_in_dim", [one], spread, broadcast_dimensions=(1,)) == message


def test_products() -> None:
    lhs, rhs, result = ModelTensor((2, 3), I8), ModelTensor((3, 4), I8), ModelTensor((2, 4), I32)
    numbers = {"rhs_contracting_dimensions": (0,), "shape": (2, 4)}
    assert error("stablehlo.dot_general", [lhs, rhs], result, **numbers) is None
    shifted = ModelTensor((3, 4), OTHER_SCALE)
    assert error("stablehlo.dot_general", [lhs, shifted], result, **numbers) == "Zero point of rhs should be 0"
    hybrid = [ModelTensor((2, 3), "f32"), rhs]
    assert error("stablehlo.dot_general", hybrid, ModelTensor((2, 4), "f32"), **numbers) is None
    assert error("stablehlo.dot_general", hybrid, ModelTensor((2, 4), "f64"), **numbers) == (
        "mismatched rhs quantization expressed type and lhs and result element type"
    )
    assert str(error("stablehlo.dot_general", hybrid, result, **numbers)).startswith("rhs should be quantized for")


def test_quantizing_keeps_the_expressed_type() -> None:
    assert error("stablehlo.uniform_quantize", [ModelTensor((4,), "f64")], ModelTensor((4,), I8)) == (
        "Expressed type of result expected to be 'f64', but got 'f32'"
    )
    assert error("stablehlo.uniform_dequantize", [ModelTensor((4,), I8)], ModelTensor((4,), "f32")) is None


def test_a_reducer_accumulates_in_a_wider_type() -> None:
    """Its program is the one that the rules give as an example."""
    scalar = ModelTensor((), I32)
    operands = (ModelTensor((8,), I8), ModelTensor((), I8))
    region = ModelRegion((scalar, scalar), (scalar,))
    op = ModelOperation("stablehlo.reduce", operands, (scalar,), "dimensions = array<i64: 0>", {}, (region,))
    assert first_error(operands, op) is None
    narrow = (ModelTensor((8,), I32), ModelTensor((), I8))
    region = ModelRegion((operands[1],) * 2, (operands[1],))
    found = first_error(narrow, op._replace(operands=narrow, results=(operands[1],), regions=(region,)))
    assert found == ModelError(
        "The element-type of reduction-region's argument at index 1 is expected to be promotable from "
        f"'{printed(I32)}', but got '{printed(I8)}'"
    )


def test_a_program_is_a_function_with_an_operation_in_line_2() -> None:
    op = ModelOperation("stablehlo.tanh", (ModelTensor((2,), I8),), (ModelTensor((2,), I32),))
    found = ModelProgram(op.operands, op)
    assert found.text.splitlines()[1] == (
        '  %r:1 = "stablehlo.tanh"(%a0) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> '
        "(tensor<2x!quant.uniform<i32:f32, 0.5>>)"
    )
    assert (found.answer.accepted, found.answer.line) == (False, 2)
    assert found.answer.message == "'stablehlo.tanh' op requires compatible types for all operands and results"
    broken = ModelProgram((ModelTensor((2,), I8._replace(axis=-1)),), op)
    assert (broken.answer.line, broken.answer.message) == (1, "illegal quantized dimension: -1")


def test_scales_are_printed_as_the_reference_prints_doubles() -> None:
    pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")
    numbers = [*SCALES, -0.5, 1.23, 65504.0, 1e-46, math.inf, math.nan]
    text = "\n".join(
        [f"%{number} = arith.constant {number_written(value)} : f64" for number, value in enumerate(numbers)]
    )
    lines = reference.run(text).output.splitlines()[1:-1]
    assert [line.split("constant ")[1] for line in lines if line] == [
        f"{number_printed(value)} : f64" for value in numbers
    ]
