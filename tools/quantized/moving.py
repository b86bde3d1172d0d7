"""The rules of operations that move elements: transposes, reshapes, broadcasts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tools.quantized.operations import (
    Error,
    ModelOperation,
    compatible_elements,
    inferred,
    quantized,
    quoted,
)
from tools.quantized.type_checks import c_double
from tools.quantized.types import ModelTensor, Quantized, is_compatible, is_exact


def transpose(op: ModelOperation) -> Iterator[Error]:
    """The trait; equal parameters; the quantized dimension moves as the permutation says; inference."""
    operand, result = op.operands[0], op.results[0]
    permutation = op.numbers["permutation"]
    yield from compatible_elements(op)
    yield from same_scale(operand, result)
    yield from same_scales(operand, result)
    if isinstance(element := result.element, Quantized) and element.axis is not None:
        source = axis_of(operand)
        if element.axis < len(permutation) and source != permutation[element.axis]:
            yield (
                f"operand quantization_dimension {source} is not same as permutation[{element.axis}] = "
                f"{permutation[element.axis]}"
            )
    rank = len(operand.shape)
    if len(permutation) != rank:
        yield f"TransposeOp operand rank {rank} does not match permutation size {len(permutation)}"
    if sorted(permutation) != list(range(rank)):
        numbers = ", ".join(map(str, range(rank)))
        yield (f"attribute permutation must be a permutation of [{numbers}] but got {', '.join(map(str, permutation))}")
    yield from inferred(op, [ModelTensor(tuple([operand.shape[place] for place in permutation]), operand.element)])


def same_scale(operand: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """Two elements per tensor are the same type."""
    first, second = operand.element, result.element
    if not isinstance(first, Quantized) or not isinstance(second, Quantized):
        return
    if first.is_per_tensor and second.is_per_tensor and not is_exact(first, second):
        yield f"expect same quantization scale and zero_point but got {quoted(operand)} vs {quoted(result)}"


def same_scales(operand: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """Two elements per axis have the same parameters, as far as both have one of an index."""
    first, second = operand.element, result.element
    if not isinstance(first, Quantized) or not isinstance(second, Quantized):
        return
    if not first.is_per_axis or not second.is_per_axis:
        return
    pairs = [*zip(first.scales, second.scales, strict=False), *zip(first.zero_points, second.zero_points, strict=False)]
    if any(a != b for a, b in pairs):
        yield f"expect same quantization scales and zero_points but got {quoted(operand)} vs {quoted(result)}"


def axis_of(tensor: ModelTensor) -> int:
    """Returns the quantized dimension of a tensor that is quantized per axis."""
    assert isinstance(tensor.element, Quantized)
    assert tensor.element.axis is not None
    return tensor.element.axis


def is_per_axis(tensor: ModelTensor) -> bool:
    """Whether a tensor is quantized per axis."""
    return isinstance(tensor.element, Quantized) and tensor.element.is_per_axis


# --- reshapes --------------------------------------------------------------------------------------------------------


def reshape(op: ModelOperation) -> Iterator[str]:
    """The trait; with static shapes the number of elements, then the parameters and the quantized dimensions."""
    operand, result = op.operands[0], op.results[0]
    yield from compatible_elements(op)
    if operand.is_static and result.is_static:
        yield from number_of_elements(operand, result)
        yield from reshaped(operand, result)


def dynamic_reshape(op: ModelOperation) -> Iterator[str]:
    """Elements are compared if neither is quantized; the rules of shapes, then those of a reshape."""
    operand, shape, result = *op.operands, op.results[0]
    yield from plainly_compatible(operand, result)
    if operand.is_static and result.is_static:
        yield from number_of_elements(operand, result)
    if shape.shape[0] is not None and shape.shape[0] != len(result.shape):
        yield "result should have a rank equal to the number of elements in output_shape"
    yield from reshaped(operand, result)


def number_of_elements(operand: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """Two static tensors have the same number of elements."""
    if operand.size != result.size:
        yield f"number of output elements ({result.size}) doesn't match expected number of elements ({operand.size})"


def plainly_compatible(operand: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """Two elements are compatible if neither is quantized."""
    if not quantized([operand, result]) and not is_compatible(operand.element, result.element):
        yield (
            f"expects operand and result to have compatible element type. Got: {quoted(operand)} and {quoted(result)}"
        )


def reshaped(operand: ModelTensor, result: ModelTensor) -> Iterator[str]:
    """The parameters are the same, and the quantized dimensions have the same size and the same before them."""
    yield from same_scale(operand, result)
    yield from same_scales(operand, result)
    if not is_per_axis(operand) or not is_per_axis(result):
        return
    places = [axis_of(operand), axis_of(result)]
    shapes = [operand.shape, result.shape]
    sizes = [shape[place] for shape, place in zip(shapes, places, strict=True)]
    if None not in sizes and sizes[0] != sizes[1]:
        yield f"expect same quantization dimension size for operand and result {quoted(operand)} and {quoted(result)}"
    if operand.is_static and result.is_static:
        before = [product(shape[:place]) for shape, place in zip(shapes, places, strict=True)]
        if before[0] != before[1]:
            yield (
                "product of dimensions before quantization dimension must match between operand and result for "
                f"{before[0]} and {before[1]}"
            )


def product(sizes: Sequence[int | None]) -> int:
    """Returns the product of sizes, which are known."""
    return math.prod(size for size in sizes if size is not None)


# --- broadcasts ------------------------------------------------------------------------------------------------------


def broadcast_in_dim(op: ModelOperation) -> Iterator[str]:
    """The trait; equal parameters per tensor; the dimensions; then the parameters per axis."""
    yield from compatible_elements(op)
    yield from same_scale(op.operands[0], op.results[0])
    yield from broadcast_dimensions(op, "equal to 1 or size of")
    if is_per_axis(op.results[0]):
        yield from broadcast_axis(op)


def dynamic_broadcast_in_dim(op: ModelOperation) -> Iterator[str]:
    """Elements are compared if neither is quantized; the dimensions; then the parameters per axis."""
    operand, result = op.operands[0], op.results[0]
    yield from plainly_compatible(operand, result)
    yield from broadcast_dimensions(op, "compatible with size of")
    if is_per_axis(result):
        if not is_per_axis(operand):
            yield (
                "expects operand and result to have compatible element type. "
                f"Got: {quoted(operand)} and {quoted(result)}"
            )
        yield from broadcast_axis(op)


def broadcast_dimensions(op: ModelOperation, relation: str) -> Iterator[str]:
    """Number, uniqueness, range and sizes of the broadcast dimensions."""
    operand, result = op.operands[0], op.results[0]
    places = op.numbers["broadcast_dimensions"]
    if len(places) != len(operand.shape):
        yield f"broadcast_dimensions size ({len(places)}) does not match operand rank ({len(operand.shape)})"
    if len(set(places)) != len(places):
        yield "broadcast_dimensions should not have duplicates"
    for number, place in enumerate(places):
        if not 0 <= place < len(result.shape):
            yield f"broadcast_dimensions contains invalid value {place} for result with rank {len(result.shape)}"
        size, wanted = operand.shape[number], result.shape[place]
        if size not in (None, 1) and wanted is not None and size != wanted:
            yield f"size of operand dimension {number} ({size}) is not {relation} result dimension {place} ({wanted})"


def broadcast_axis(op: ModelOperation) -> Iterator[str]:
    """The quantized dimension goes where it is broadcast; a single parameter becomes that of every index."""
    operand, result = op.operands[0].element, op.results[0].element
    assert isinstance(operand, Quantized)
    assert isinstance(result, Quantized)
    source, target = axis_of(op.operands[0]), axis_of(op.results[0])
    place = op.numbers["broadcast_dimensions"][source]
    if target != place:
        yield f"result quantization_dimension {target} not same as broadcast_dimensions[{source}] = {place}"
    if op.operands[0].shape[source] != 1:
        return
    for number, (scale, zero_point) in enumerate(zip(result.scales, result.zero_points, strict=True)):
        if scale != operand.scales[0]:
            yield (
                f"mismatch result scale {number} ({c_double(scale)}) and operand scale 0 "
                f"({c_double(operand.scales[0])})"
            )
        if zero_point != operand.zero_points[0]:
            yield (
                f"mismatch result zero_point {number} ({zero_point}) and operand zero_point 0 "
                f"({operand.zero_points[0]})"
            )
