"""Operations that arrange elements anew: what shape their result must have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

from sdyopt.dialects.quant.types import UniformQuantizedType
from sdyopt.dialects.stablehlo.verification.compatibility import bounds, sizes_fit
from sdyopt.dialects.stablehlo.verification.reading import (
    bit_width,
    integer,
    integers,
    listed,
    listed_sizes,
    operand_tensor,
    printed_size,
    result_tensor,
    with_bounds,
)
from sdyopt.dialects.stablehlo.verification.reporting import fail, fail_inference, infers_compatible
from sdyopt.dialects.stablehlo.verification.specificity import agreed
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, ComplexType, RankedTensorType
from sdyopt.mlir.verify.checks import blind_to_elements, compares_sizes
from sdyopt.mlir.verify.inferred_types import Inference, quoted
from sdyopt.mlir.verify.type_relations import element_or_self, with_element
from sdyopt.mlir.verify.verification import Verification

# Constants.


def _holds(type: Type, result: Type) -> bool:
    element = element_or_self(result)
    return type is (with_element(result, element.storage_type) if isinstance(element, UniformQuantizedType) else result)


def _type_of_value(op: Operation) -> Sequence[Type]:
    value: Any = op.properties.get("value")
    return [value.type]


constant = blind_to_elements(Inference(_type_of_value, _holds))
"""The result has the type of the value, exactly; of quantized elements the value has what is stored."""

chlo_constant = blind_to_elements(infers_compatible(_type_of_value))
"""The result has the type of the value, also of quantized elements, which it therefore cannot have."""


def iota(op: Operation, context: Verification) -> None:
    """The counted dimension is one of the result's."""
    rank = len(result_tensor(op).shape)
    if not rank:
        fail(op, "does not support scalars.")
    if integer(op, "iota_dimension") >= rank:
        fail(op, "iota dimension cannot go beyond the output rank.")


# Reshapes.


def same_element_count(op: Operation, context: Verification) -> None:
    """Operand and result have as many elements, if their shapes are known."""
    operand, result = operand_tensor(op), result_tensor(op)
    if operand.has_static_shape and result.has_static_shape:
        expected, found = prod(operand.shape), prod(result.shape)
        if expected != found:
            fail(op, f"number of output elements ({found}) doesn't match expected number of elements ({expected})")


def bitcast_convert(op: Operation, context: Verification) -> None:
    """Shapes agree, but the side with the smaller elements has one more dimension, which holds one larger element."""
    operand, result = operand_tensor(op), result_tensor(op)
    if isinstance(operand.element_type, ComplexType) != isinstance(result.element_type, ComplexType):
        fail(op, f"cannot convert between real and complex types, but got: '{_and(op)}'")
    operand_width, result_width = bit_width(operand.element_type), bit_width(result.element_type)
    smaller, larger = (operand, result) if operand_width < result_width else (result, operand)
    small_width, large_width = sorted((operand_width, result_width))
    if small_width != large_width and len(smaller.shape) != len(larger.shape) + 1:
        fail(
            op,
            f"rank of smaller element type ({len(smaller.shape)}) should be 1 more than rank of larger element type "
            f"({len(larger.shape)}), but {len(smaller.shape)} != {len(larger.shape)} + 1.",
        )
    innermost = smaller.shape[-1] if small_width != large_width else DYNAMIC
    if innermost != DYNAMIC and innermost * small_width != large_width:
        fail(
            op,
            f"requires compatible bit widths. Got: '{_and(op)}', but {small_width} * {innermost} != {large_width}.",
        )
    if not all(map(sizes_fit, operand.shape, result.shape)):
        fail(
            op,
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller "
            f"element type. Got: '{_and(op)}'.",
        )


def _and(op: Operation) -> str:
    return f"{quoted(op.signature.operand_types)[1:-1]}' and '{quoted(op.signature.result_types)[1:-1]}"


# Broadcasts and permutations.


@infers_compatible
def broadcast(op: Operation) -> Sequence[Type]:
    """The result has further dimensions in front."""
    operand, sizes = operand_tensor(op), integers(op, "broadcast_sizes")
    for size in sizes:
        if size < 0:
            fail_inference(op, f"Broadcast with negative dimension size {size}")
    return [RankedTensorType(sizes + operand.shape, operand.element_type)]


@compares_sizes
def broadcast_in_dim(op: Operation, context: Verification) -> None:
    """Each dimension of the operand is one of the result's, with its size or with size 1."""
    operand, result = operand_tensor(op), result_tensor(op)
    dimensions = integers(op, "broadcast_dimensions")
    check_broadcast_dimensions(op, operand, dimensions)
    for index, dimension in enumerate(dimensions):
        check_broadcast_dimension(op, dimension, result)
        size, wanted = operand.shape[index], result.shape[dimension]
        if size not in (1, DYNAMIC, wanted):
            fail(
                op,
                f"size of operand dimension {index} ({size}) is not equal to 1 or size of result dimension "
                f"{dimension} ({printed_size(wanted)})",
            )


def check_broadcast_dimensions(op: Operation, operand: RankedTensorType, dimensions: tuple[int, ...]) -> None:
    """There is one dimension for each of the operand's, and none twice."""
    rank = len(operand.shape)
    if len(dimensions) != rank:
        fail(op, f"broadcast_dimensions size ({len(dimensions)}) does not match operand rank ({rank})")
    if len(set(dimensions)) != len(dimensions):
        fail(op, "broadcast_dimensions should not have duplicates")


def check_broadcast_dimension(op: Operation, dimension: int, result: RankedTensorType) -> None:
    """The result has such a dimension."""
    rank = len(result.shape)
    if not 0 <= dimension < rank:
        fail(op, f"broadcast_dimensions contains invalid value {dimension} for result with rank {rank}")


@compares_sizes
@infers_compatible
def transpose(op: Operation) -> Sequence[Type]:
    """The result's dimensions are the operand's in another order."""
    operand, permutation = operand_tensor(op), integers(op, "permutation")
    rank = len(operand.shape)
    if rank != len(permutation):
        fail_inference(op, f"TransposeOp operand rank {rank} does not match permutation size {len(permutation)}")
    if sorted(permutation) != list(range(rank)):
        fail_inference(
            op,
            f"attribute permutation must be a permutation of [{listed(list(range(rank)))}] but got "
            f"{listed(permutation)}",
        )
    limits = bounds(operand)
    shape = tuple([operand.shape[dimension] for dimension in permutation])
    limits = tuple([limits[dimension] for dimension in permutation])
    return [with_bounds(shape, operand.element_type, limits)]


@compares_sizes
@infers_compatible
def reverse(op: Operation) -> Sequence[Type]:
    """The reversed dimensions are the operand's, none of them twice."""
    operand, dimensions = operand_tensor(op), integers(op, "dimensions")
    if len(set(dimensions)) != len(dimensions):
        fail(op, f"dimensions should be unique. Got: {listed(dimensions)}")
    rank = len(operand.shape)
    for dimension in dimensions:
        if dimension < 0:
            fail(op, f"all dimensions should be non-negative. Got dimension: {dimension}.")
        if dimension >= rank:
            fail(op, f"all dimensions should be between [0, {rank}). Got dimension: {dimension}.")
    return [operand]


# Concatenations.


@infers_compatible
def concatenate(op: Operation) -> Sequence[Type]:
    """Operands have the same sizes except in one dimension, whose sizes add up."""
    operands = [operand_tensor(op, index) for index in range(len(op.signature.operand_types))]
    dimension = integer(op, "dimension")
    rank = len(operands[0].shape)
    if not rank:
        fail_inference(op, "rank-0 values cannot be concatenated")
    if dimension >= rank:
        fail_inference(op, f"dimension {dimension} is out-of-bounds for input rank {rank}")
    for index, operand in enumerate(operands[1:], 1):
        if len(operand.shape) != rank:
            fail_inference(op, f"operands (0) and ({index}) do not match rank")
    first = operands[0].shape
    for index, operand in enumerate(operands[1:], 1):
        for position, (size, other) in enumerate(zip(first, operand.shape, strict=True)):
            if position != dimension and not sizes_fit(size, other):
                fail_inference(
                    op,
                    f"shapes of operand (0) and ({index}) are not compatible at non-concat index {position}: "
                    f"({listed_sizes(first)}) != ({listed_sizes(operand.shape)})",
                )
    return [_concatenated(op, operands, dimension)]


def _concatenated(op: Operation, operands: list[RankedTensorType], dimension: int) -> RankedTensorType:
    shape: list[int] = list(operands[0].shape)
    limits: list[int | None] = list(bounds(operands[0]))
    for operand in operands[1:]:
        for position, (size, limit) in enumerate(zip(operand.shape, bounds(operand), strict=True)):
            if position == dimension:
                most = [
                    bound if known == DYNAMIC else known
                    for known, bound in ((shape[position], limits[position]), (size, limit))
                ]
                unknown = DYNAMIC in (shape[position], size)
                shape[position] = DYNAMIC if unknown else shape[position] + size
                limits[position] = sum(most) if unknown and None not in most else None  # type: ignore[arg-type]
            else:
                shape[position], limits[position] = agreed(
                    (shape[position], limits[position]), (size, limit), position, partial(fail_inference, op)
                )
    return with_bounds(tuple(shape), operands[0].element_type, tuple(limits))
