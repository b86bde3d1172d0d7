"""Padding: the types that shardings divide, and the result types that follow from operands."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, Sharding
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, FloatType, IntegerType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.sharding.padding import larger_type, padded_type

F32, I32 = FloatType("f32"), IntegerType(32)
MESH = Mesh((MeshAxis("x", 4), MeshAxis("y", 2), MeshAxis("z", 3)))


def tensor(*shape: int) -> RankedTensorType:
    return RankedTensorType(shape, F32)


def sharding(*dimensions: list[str | AxisRef]) -> Sharding:
    return Sharding.of("mesh", dimensions)


@pytest.mark.parametrize("type", [UnrankedTensorType(F32), TupleType((tensor(7),)), tensor(7, 7), F32])
def test_other_types_are_not_padded(type: Type) -> None:
    assert padded_type(type, sharding(["x"]), MESH) is type


def test_the_larger_of_two_types_has_the_elements_of_the_first() -> None:
    assert larger_type(RankedTensorType((8, 3), I32), tensor(6, 9)) is RankedTensorType((8, 9), I32)
    assert larger_type(tensor(DYNAMIC, 8), tensor(5, DYNAMIC)) is tensor(5, 8)
    assert larger_type(tensor(8, 9), tensor(9)) is tensor(9, 9)
    assert larger_type(TupleType(()), tensor(5)) is tensor(5)


# Result types that follow from operands.


def operation(text: str) -> Operation:
    """The operation that the last line of `text` is."""
    module = sdyopt.parse(text)
    last = module.operation.regions[0].blocks[0].last
    assert last is not None
    return last


def values(*types: Type) -> list[OpResult]:
    """Values of these types."""
    source = operation("%0 = stablehlo.custom_call @f() : () -> tensor<f32>")
    return [OpResult(type, source, index) for index, type in enumerate(types)]


A = "%a = stablehlo.custom_call @f() : () -> tensor<5x8xf32>\n"


@pytest.mark.parametrize(
    ("text", "operands", "results"),
    [
        ("%0 = stablehlo.tanh %a : tensor<5x8xf32>", [tensor(6, 8)], [tensor(6, 8)]),
        ("%0 = stablehlo.add %a, %a : tensor<5x8xf32>", [tensor(6, 8), tensor(DYNAMIC, 8)], [tensor(6, 8)]),
        (
            "%0 = stablehlo.is_finite %a : (tensor<5x8xf32>) -> tensor<5x8xi1>",
            [tensor(6, 8)],
            [RankedTensorType((6, 8), IntegerType(1))],
        ),
        (
            "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<5x8xf32>) -> tensor<8x5xf32>",
            [tensor(6, 8)],
            [tensor(8, 6)],
        ),
        ("%0 = stablehlo.slice %a [1:3, 0:8] : (tensor<5x8xf32>) -> tensor<2x8xf32>", [tensor(6, 8)], [tensor(2, 8)]),
        ("%0 = stablehlo.optimization_barrier %a : tensor<5x8xf32>", [tensor(6, 8)], [tensor(6, 8)]),
        ("%0 = stablehlo.reshape %a : (tensor<5x8xf32>) -> tensor<40xf32>", [tensor(6, 8)], None),
        ("%0 = stablehlo.custom_call @g(%a) : (tensor<5x8xf32>) -> tensor<5xf32>", [tensor(6, 8)], None),
    ],
)
def test_result_types_that_follow_from_operands(text: str, operands: list[Type], results: list[Type] | None) -> None:
    op = operation(A + text)
    uses = [operand.use_count for operand in op.operands]
    assert inferred_types(op, values(*operands)) == results
    assert [operand.use_count for operand in op.operands] == uses


def test_operands_that_do_not_fit() -> None:
    op = operation(A + "%0 = stablehlo.add %a, %a : tensor<5x8xf32>")
    with pytest.raises(CompilationError, match="Mismatched dimension sizes 6 and 7 in dimension 0"):
        inferred_types(op, values(tensor(6, 8), tensor(7, 8)))


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
    op = operation(f"%0 = stablehlo.custom_call @f() : () -> tensor<{element}>")
    (type,) = op.signature.result_types
    assert isinstance(type, RankedTensorType)
    assert str(splat(zero_text(type.element_type), type)) == text
