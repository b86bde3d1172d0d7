"""The rules of additions, products, quantizations and constants."""

from __future__ import annotations

from collections.abc import Iterator

from tools.quantized.moving import axis_of, is_per_axis
from tools.quantized.operations import (
    Error,
    ModelOperation,
    incompatible,
    inferred,
    is_quantized,
    quantized,
    quoted,
    same_shape,
)
from tools.quantized.types import ModelTensor, Quantized, is_compatible, is_exact


def add(op: ModelOperation) -> Iterator[Error]:
    """The shapes; storage, expressed types and axes if anything is quantized, else equal elements; inference."""
    yield from same_shape(op)
    if not quantized(op.tensors):
        if not all(is_exact(op.tensors[0].element, tensor.element) for tensor in op.tensors):
            yield "op requires the same element type for all operands and results"
        return
    yield from quantized_add(op)
    lhs, rhs = op.operands
    shape = tuple([rhs_size if size is None else size for size, rhs_size in zip(lhs.shape, rhs.shape, strict=True)])
    yield from inferred(op, [ModelTensor(shape, lhs.element)])


def quantized_add(op: ModelOperation) -> Iterator[str]:
    """Checks an addition with quantized elements."""
    elements = quantized(op.tensors)
    if len(elements) != len(op.tensors):
        yield "expects  all operands and results to be either quantized or non-quantized"
    if len({element.storage_type for element in elements}) > 1:
        yield "mismatched operands and result quantization storage types"
    if len({element.expressed for element in elements}) > 1:
        yield "mismatched operands and result quantization expressed types"
    lhs, rhs, result = elements
    per_axis = {name: side for name, side in (("lhs", lhs), ("rhs", rhs)) if side.is_per_axis}
    if per_axis and not result.is_per_axis:
        yield "result is not per_axis quantized but lhs or rhs are"
    for name, side in per_axis.items():
        if side.axis != result.axis:
            yield f"quantization_dimension of {name} and result are not same {quoted(side)} vs {quoted(result)}"
    if result.is_per_axis and not per_axis:
        yield "result per_axis quantized but none from rhs and lhs are per_axis quantized"


# --- products --------------------------------------------------------------------------------------------------------


def convolution(op: ModelOperation) -> Iterator[str]:
    """Plain elements of both operands are compatible; the result's shape; then what is quantized."""
    lhs, rhs, result = op.operands[0], op.operands[1], op.results[0]
    if not quantized([lhs, rhs]) and not is_compatible(lhs.element, rhs.element):
        yield (
            f"expects lhs and rhs to have compatible element type. Got: {quoted(lhs.element)} and {quoted(rhs.element)}"
        )
    yield from result_shape(op)
    if not quantized([lhs, rhs, result]):
        return
    if is_per_axis(rhs) and axis_of(rhs) != op.numbers["kernel_output_feature_dimension"][0]:
        yield "quantization dimension of rhs should be same with kernel_output_feature_dimension"
    if is_per_axis(result) and axis_of(result) != op.numbers["output_feature_dimension"][0]:
        yield "quantization dimension of result should be same with output_feature_dimension"
    yield from common(lhs, rhs, result)


def dot_general(op: ModelOperation) -> Iterator[str]:
    """The result's shape; then zero points and the axis of a quantized rhs."""
    lhs, rhs, result = op.operands[0], op.operands[1], op.results[0]
    yield from result_shape(op)
    if not quantized([lhs, rhs, result]):
        return
    if isinstance(element := rhs.element, Quantized) and any(element.zero_points):
        yield "Zero points of rhs should be 0" if element.is_per_axis else "Zero point of rhs should be 0"
    if is_per_axis(rhs) and axis_of(rhs) in op.numbers["rhs_contracting_dimensions"]:
        yield "Quantization dimension of rhs should not be in the contracting dimension of rhs"
    yield from common(lhs, rhs, result)


def dot(op: ModelOperation) -> Iterator[str]:
    """The result's shape: there are no rules for elements."""
    yield from result_shape(op)


def result_shape(op: ModelOperation) -> Iterator[str]:
    """The result has the shape that follows from the operands, which is among the numbers; -1 is any size."""
    shape = op.numbers["shape"]
    if not all(size in (-1, given) or given is None for size, given in zip(shape, op.results[0].shape, strict=True)):
        yield (
            f"inferred shape '[{', '.join(['?' if size < 0 else str(size) for size in shape])}]' is incompatible with "
            f"return type of operation {quoted(op.results[0])}"
        )


def common(lhs: ModelTensor, rhs: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """The common rules of convolutions and general products."""
    if not is_quantized(rhs) or is_quantized(lhs) != is_quantized(result):
        yield (
            "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold"
        )
    elements = quantized([lhs, rhs, result])
    weights = quantized([rhs])[0]
    if is_quantized(lhs):
        if elements[0].storage_type != weights.storage_type:
            yield "mismatched lhs and rhs quantization storage types"
        if len({element.expressed for element in elements}) > 1:
            yield "mismatched lhs, rhs and result quantization expressed types"
    if weights.is_per_tensor and is_per_axis(result):
        yield "mismatched rhs and result quantization granularity"
    if not is_quantized(lhs) and not weights.expressed == lhs.element == result.element:
        yield "mismatched rhs quantization expressed type and lhs and result element type"


# --- quantizations and constants -------------------------------------------------------------------------------------


def uniform_quantize(op: ModelOperation) -> Iterator[str]:
    """The result expresses the operand's element, or what that expresses."""
    yield from same_shape(op)
    operand, (result,) = op.operands[0].element, quantized(op.results)
    expressed = operand.expressed if isinstance(operand, Quantized) else operand
    if result.expressed != expressed:
        yield f"Expressed type of result expected to be '{expressed}', but got '{result.expressed}'"


def uniform_dequantize(op: ModelOperation) -> Iterator[Error]:
    """The result is what the operand expresses."""
    yield from same_shape(op)
    yield from inferred(op, [op.operands[0]._replace(element=quantized(op.operands)[0].expressed)])


def constant(op: ModelOperation) -> Iterator[str]:
    """The type of the value, which is among the attributes, has the storage type in place of a quantized element."""
    value, result = op.attributes.partition(" : ")[2], op.results[0]
    element = result.element
    stored = element.storage_type if isinstance(element, Quantized) else element
    if value != str(result._replace(element=stored)):
        yield incompatible(op, value)
