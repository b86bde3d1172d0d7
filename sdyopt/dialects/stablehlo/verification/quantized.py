"""Operations on quantized elements: which of their types go together.

These functions run only where elements are quantized, in the order of the reference.
"""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.dialects.quant import PER_TENSOR, QuantizedType, UniformQuantizedType, message_text, number
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.verification.reading import fail, fail_if, integers, operand_tensor, result_tensor
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import Verifier
from sdyopt.mlir.verify.checks import compares_sizes
from sdyopt.mlir.verify.verification import Verification, element_or_self, quoted


def is_quantized(type: Type) -> bool:
    """Whether a type is a quantized one, or a tensor of such elements."""
    return isinstance(element_or_self(type), QuantizedType)


def expressed(element: Type) -> Type:
    """Returns what quantized elements express; of others, their type."""
    return element.expressed_type if isinstance(element, UniformQuantizedType) else element


def _axis(type: Type) -> int | None:
    element = element_or_self(type)
    return element.axis if isinstance(element, UniformQuantizedType) else None


def _is_per_tensor(type: Type) -> bool:
    element = element_or_self(type)
    return isinstance(element, UniformQuantizedType) and element.granularity == PER_TENSOR


def _where_quantized(check: Verifier) -> Verifier:
    """Returns a verifier of operations some of whose operands or results have quantized elements."""

    @compares_sizes  # of numbers, which it accepts
    def verify(op: Operation, context: Verification) -> None:
        signature = op.signature
        if any(map(is_quantized, signature.operand_types + signature.result_types)):
            check(op, context)

    return verify


# Additions.


def check_addition(op: Operation) -> None:
    """Either all elements are quantized or none; these have the same storage, and axes of the operands are kept."""
    types = [element_or_self(type) for type in op.signature.operand_types + op.signature.result_types]
    quantized = [type for type in types if isinstance(type, UniformQuantizedType)]
    fail_if(op, not quantized, "op requires the same element type for all operands and results")
    if len(quantized) < len(types):
        fail(op, "expects  all operands and results to be either quantized or non-quantized")
    for what in ("storage", "expressed"):
        if len({getattr(type, f"{what}_type") for type in quantized}) > 1:
            fail(op, f"mismatched operands and result quantization {what} types")
    lhs, rhs, result = quantized
    operands = {side: type for side, type in (("lhs", lhs), ("rhs", rhs)) if type.axis is not None}
    if result.axis is None:
        fail_if(op, operands, "result is not per_axis quantized but lhs or rhs are")
        return
    for side, type in operands.items():
        if type.axis != result.axis:
            fail(op, f"quantization_dimension of {side} and result are not same {quoted([type])} vs {quoted([result])}")
    fail_if(op, not operands, "result per_axis quantized but none from rhs and lhs are per_axis quantized")


# Reshapes, transpositions and broadcasts.


def _operand_and_result(op: Operation) -> tuple[RankedTensorType, RankedTensorType]:
    return operand_tensor(op), result_tensor(op)


def _check_same_scale(op: Operation) -> None:
    """Tensors with one scale have the same one."""
    operand, result = _operand_and_result(op)
    if _is_per_tensor(operand) and _is_per_tensor(result) and operand.element_type is not result.element_type:
        message = f"expect same quantization scale and zero_point but got {quoted([operand])} vs {quoted([result])}"
        fail(op, message)


def _check_same_scales(op: Operation) -> None:
    """Tensors with scales along an axis have the same ones, as far as both have any."""
    operand, result = _operand_and_result(op)
    first, second = operand.element_type, result.element_type
    if not isinstance(first, UniformQuantizedType) or not isinstance(second, UniformQuantizedType):
        return
    if first.axis is None or second.axis is None:
        return
    for mine, theirs in ((first.scales, second.scales), (first.zero_points, second.zero_points)):
        if any(map(int.__ne__, mine, theirs)):
            types = f"{quoted([operand])} vs {quoted([result])}"
            fail(op, f"expect same quantization scales and zero_points but got {types}")


@_where_quantized
def transpose(op: Operation, context: Verification) -> None:
    """The elements stay as they are, and the axis that is quantized moves with its dimension."""
    _check_same_scale(op)
    _check_same_scales(op)
    source, target = map(_axis, _operand_and_result(op))
    permutation = integers(op, "permutation")
    if target is not None and target < len(permutation) and source != permutation[target]:
        fail(
            op, f"operand quantization_dimension {source} is not same as permutation[{target}] = {permutation[target]}"
        )


@_where_quantized
def dynamic_reshape(op: Operation, context: Verification) -> None:
    """The elements stay as they are, and the axis that is quantized is not split, joined or moved."""
    _check_same_scale(op)
    _check_same_scales(op)
    operand, result = _operand_and_result(op)
    source, target = _axis(operand), _axis(result)
    if source is None or target is None:
        return
    sizes = operand.shape[source], result.shape[target]
    if DYNAMIC not in sizes and sizes[0] != sizes[1]:
        types = f"{quoted([operand])} and {quoted([result])}"
        fail(op, f"expect same quantization dimension size for operand and result {types}")
    if operand.has_static_shape and result.has_static_shape:
        before = prod(operand.shape[:source]), prod(result.shape[:target])
        fail_if(
            op,
            before[0] != before[1],
            "product of dimensions before quantization dimension must match between operand and result for "
            f"{before[0]} and {before[1]}",
        )


def reshape(op: Operation, context: Verification) -> None:
    """As `dynamic_reshape`, if both shapes are known."""
    operand, result = _operand_and_result(op)
    if operand.has_static_shape and result.has_static_shape:
        dynamic_reshape(op, context)


@_where_quantized
def same_scale(op: Operation, context: Verification) -> None:
    """Tensors with one scale have the same one."""
    _check_same_scale(op)


@_where_quantized
def broadcast_in_dim(op: Operation, context: Verification) -> None:
    """The axis that is quantized becomes the same one in the result; where it grows, all scales are the one it had."""
    operand, result = _operand_and_result(op)
    target, source = _axis(result), _axis(operand)
    if target is None:
        return
    if source is None:
        types = f"{quoted([operand])} and {quoted([result])}"
        fail(op, f"expects operand and result to have compatible element type. Got: {types}")
    dimension = integers(op, "broadcast_dimensions")[source]
    if target != dimension:
        fail(op, f"result quantization_dimension {target} not same as broadcast_dimensions[{source}] = {dimension}")
    if operand.shape[source] == 1:
        _check_repeated(op, operand.element_type, result.element_type)


def _check_repeated(op: Operation, operand: Any, result: Any) -> None:
    """All scales and zero points of the result are the first ones of the operand."""
    scale, zero_point = number(operand.scales[0]), operand.zero_points[0]
    for index, (bits, other) in enumerate(zip(result.scales, result.zero_points, strict=True)):
        if number(bits) != scale:
            fail(
                op,
                f"mismatch result scale {index} ({message_text(number(bits))}) and operand scale 0 "
                f"({message_text(scale)})",
            )
        if other != zero_point:
            fail(op, f"mismatch result zero_point {index} ({other}) and operand zero_point 0 ({zero_point})")


# Products.


def _check_product(op: Operation) -> None:
    """Verifies what convolutions and dot products have in common."""
    lhs, rhs, result = (
        operand_tensor(op).element_type,
        operand_tensor(op, 1).element_type,
        result_tensor(op).element_type,
    )
    if not isinstance(rhs, UniformQuantizedType) or is_quantized(lhs) != is_quantized(result):
        fail(
            op,
            "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold",
        )
    if isinstance(lhs, UniformQuantizedType) and isinstance(result, UniformQuantizedType):
        fail_if(op, lhs.storage_type is not rhs.storage_type, "mismatched lhs and rhs quantization storage types")
        if len({lhs.expressed_type, rhs.expressed_type, result.expressed_type}) > 1:
            fail(op, "mismatched lhs, rhs and result quantization expressed types")
        if rhs.axis is None and result.axis is not None:
            fail(op, "mismatched rhs and result quantization granularity")
    elif lhs is not rhs.expressed_type or lhs is not result:
        fail(op, "mismatched rhs quantization expressed type and lhs and result element type")


@_where_quantized
def convolution(op: Operation, context: Verification) -> None:
    """Axes that are quantized are those of output features."""
    numbers = op.properties.find(ConvDimensionNumbers)
    if _axis(operand_tensor(op, 1)) not in (None, numbers.kernel_output_feature_dimension):
        fail(op, "quantization dimension of rhs should be same with kernel_output_feature_dimension")
    if _axis(result_tensor(op)) not in (None, numbers.output_feature_dimension):
        fail(op, "quantization dimension of result should be same with output_feature_dimension")
    _check_product(op)


@_where_quantized
def dot_general(op: Operation, context: Verification) -> None:
    """The second operand has zero points of zero, and no scales along a contracting dimension."""
    if isinstance(rhs := operand_tensor(op, 1).element_type, UniformQuantizedType):
        if any(rhs.zero_points):
            fail(op, "Zero point of rhs should be 0" if rhs.axis is None else "Zero points of rhs should be 0")
        if rhs.axis in op.properties.find(DotDimensionNumbers).rhs_contracting_dimensions:
            fail(op, "Quantization dimension of rhs should not be in the contracting dimension of rhs")
    _check_product(op)
