"""Operations that arrange elements anew: what shape their result must have."""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.dialects.stablehlo.verification.compatibility import Shape, bounds, sizes_fit
from sdyopt.dialects.stablehlo.verification.reporting import (
    check_results,
    fail,
    fail_inference,
    fail_naming,
    quoted,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType

_UNKNOWN = -(1 << 63)
"""How the reference prints a size that is not known."""


def operand_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of an operand that is a tensor with a rank."""
    type = op.signature.operand_types[index]
    assert isinstance(type, RankedTensorType)
    return type


def result_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of a result that is a tensor with a rank."""
    type = op.signature.result_types[index]
    assert isinstance(type, RankedTensorType)
    return type


def integers(op: Operation, name: str) -> tuple[int, ...]:
    """A list of integers among the properties, () if it is not there."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else ()


def integer(op: Operation, name: str, default: int = 0) -> int:
    """An integer among the properties."""
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else default


def listed(values: tuple[int, ...] | list[int]) -> str:
    """`0, 1`."""
    return ", ".join([str(value) for value in values])


def printed_size(size: int) -> int:
    """A size as the reference's messages show it."""
    return _UNKNOWN if size == DYNAMIC else size


def with_bounds(shape: Shape, element: Type, bounds: tuple[int | None, ...]) -> RankedTensorType:
    """A tensor type with these bounds; without, if no dimension has one."""
    bounded = any(bound is not None for bound in bounds)
    return RankedTensorType(shape, element, TypeExtensions(bounds) if bounded else None)


def same_size(op: Operation, *names: str) -> None:
    """The lists among the properties are equally long."""
    if len({len(integers(op, name)) for name in names}) > 1:
        fail_naming(op, f"failed to verify that all of {{{', '.join(names)}}} have same size")


# Constants.


def constant(op: Operation, context: Any) -> None:
    """The result has the type of the value, exactly."""
    value: Any = op.properties.get("value")
    (result,) = op.signature.result_types
    if value.type is not result:
        fail_inference(
            op,
            f"'{op.name}' op inferred type(s) {quoted([value.type])} are incompatible with return type(s) of "
            f"operation {quoted([result])}",
        )


def iota(op: Operation, context: Any) -> None:
    """The counted dimension is one of the result's."""
    rank = len(result_tensor(op).shape)
    if not rank:
        fail(op, "does not support scalars.")
    if integer(op, "iota_dimension") >= rank:
        fail(op, "iota dimension cannot go beyond the output rank.")


# Reshapes.


def same_element_count(op: Operation, context: Any) -> None:
    """Operand and result have as many elements, if their shapes are known."""
    operand, result = operand_tensor(op), result_tensor(op)
    if operand.has_static_shape and result.has_static_shape:
        expected, found = prod(operand.shape), prod(result.shape)
        if expected != found:
            fail(op, f"number of output elements ({found}) doesn't match expected number of elements ({expected})")


def bit_width(type: Type) -> int:
    """How many bits an element has."""
    if isinstance(type, IntegerType):
        return type.width
    if isinstance(type, ComplexType):
        return 2 * bit_width(type.element_type)
    if isinstance(type, FloatType):
        from sdyopt.ods.float_formats import FLOAT_FORMATS

        return FLOAT_FORMATS[type.name].width
    storage: Type | None = getattr(type, "storage_type", None)
    return 0 if storage is None else bit_width(storage)


def bitcast_convert(op: Operation, context: Any) -> None:
    """Shapes agree but for one more dimension on the side with the smaller elements, which holds one larger element."""
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
    if not all(map(sizes_fit, operand.shape, result.shape)):
        fail(
            op,
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller "
            f"element type. Got: '{_and(op)}'.",
        )
    if small_width == large_width:
        return
    innermost = smaller.shape[-1]
    if innermost != DYNAMIC and innermost * small_width != large_width:
        fail(
            op,
            f"requires compatible bit widths. Got: '{_and(op)}', but {small_width} * {innermost} != {large_width}.",
        )


def _and(op: Operation) -> str:
    return f"{quoted(op.signature.operand_types)[1:-1]}' and '{quoted(op.signature.result_types)[1:-1]}"


# Broadcasts and permutations.


def broadcast(op: Operation, context: Any) -> None:
    """The result has further dimensions in front."""
    operand, sizes = operand_tensor(op), integers(op, "broadcast_sizes")
    for size in sizes:
        if size < 0:
            fail_inference(op, f"Broadcast with negative dimension size {size}")
    check_results(op, [RankedTensorType(sizes + operand.shape, operand.element_type)])


def broadcast_in_dim(op: Operation, context: Any) -> None:
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


def transpose(op: Operation, context: Any) -> None:
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
    check_results(op, [with_bounds(shape, operand.element_type, limits)])


def reverse(op: Operation, context: Any) -> None:
    """The reversed dimensions are the operand's, none of them twice."""
    operand, dimensions = operand_tensor(op), integers(op, "dimensions")
    check_results(op, [operand])
    if len(set(dimensions)) != len(dimensions):
        fail(op, f"dimensions should be unique. Got: {listed(dimensions)}")
    rank = len(operand.shape)
    for dimension in dimensions:
        if dimension < 0:
            fail(op, f"all dimensions should be non-negative. Got dimension: {dimension}.")
        if dimension >= rank:
            fail(op, f"all dimensions should be between [0, {rank}). Got dimension: {dimension}.")


# Concatenations, slices, padding.


def concatenate(op: Operation, context: Any) -> None:
    """Operands have the same sizes but for one dimension, whose sizes add up."""
    operands = [operand_tensor(op, index) for index in range(len(op.signature.operand_types))]
    dimension = integer(op, "dimension")
    rank = len(operands[0].shape)
    for index, operand in enumerate(operands[1:], 1):
        if len(operand.shape) != rank:
            fail_inference(op, f"operands (0) and ({index}) do not match rank")
    if not rank:
        fail_inference(op, "rank-0 values cannot be concatenated")
    if dimension >= rank:
        fail_inference(op, f"dimension {dimension} is out-of-bounds for input rank {rank}")
    first = operands[0].shape
    for index, operand in enumerate(operands[1:], 1):
        for position, (size, other) in enumerate(zip(first, operand.shape, strict=True)):
            if position != dimension and not sizes_fit(size, other):
                fail_inference(
                    op,
                    f"shapes of operand (0) and ({index}) are not compatible at non-concat index {position}: "
                    f"({_sizes(first)}) != ({_sizes(operand.shape)})",
                )
    check_results(op, [_concatenated(op, operands, dimension)])


def _sizes(shape: Shape) -> str:
    return listed([printed_size(size) for size in shape])


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
            elif shape[position] == DYNAMIC:
                shape[position] = size
                limits[position] = None if size != DYNAMIC else _least(limits[position], limit)
            elif size not in (DYNAMIC, shape[position]):
                fail_inference(op, f"Mismatched dimension sizes {shape[position]} and {size} in dimension {position}")
    return with_bounds(tuple(shape), operands[0].element_type, tuple(limits))


def _least(first: int | None, second: int | None) -> int | None:
    known = [limit for limit in (first, second) if limit is not None]
    return min(known) if known else None


def slice(op: Operation, context: Any) -> None:
    """A part of each dimension, from a start index to before a limit index."""
    same_size(op, "start_indices", "limit_indices", "strides")
    operand = operand_tensor(op)
    starts, limits, strides = [integers(op, name) for name in ("start_indices", "limit_indices", "strides")]
    rank = len(operand.shape)
    if len(starts) != rank:
        fail_inference(
            op,
            f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand ({rank})",
        )
    for dimension, (size, bound) in enumerate(zip(operand.shape, bounds(operand), strict=True)):
        start, limit, stride = starts[dimension], limits[dimension], strides[dimension]
        if start < 0:
            fail_inference(op, f"negative start index {start} in dimension {dimension}")
        for what, most in (("size", None if size == DYNAMIC else size), ("bound", bound)):
            if most is not None and limit > most:
                fail_inference(
                    op, f"limit index {limit} is larger than dimension {what} {most} in dimension {dimension}"
                )
        if start > limit:
            fail_inference(op, f"start index {start} is larger than limit index {limit} in dimension {dimension}")
        if stride <= 0:
            fail_inference(op, f"stride must be positive but got {stride} in dimension {dimension}")
    sizes = [-(-(limit - start) // stride) for start, limit, stride in zip(starts, limits, strides, strict=True)]
    check_results(op, [RankedTensorType(tuple(sizes), operand.element_type)])


def pad(op: Operation, context: Any) -> None:
    """Each dimension grows by padding before, after and between its elements."""
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    same_size(op, *names)
    operand = operand_tensor(op)
    low, high, interior = [integers(op, name) for name in names]
    rank = len(operand.shape)
    if len(low) != rank:
        fail_inference(op, f"edge_padding_low length ({len(low)}) must match operand rank ({rank})")
    shape: list[int] = []
    limits: list[int | None] = []
    for dimension, (size, bound) in enumerate(zip(operand.shape, bounds(operand), strict=True)):
        if interior[dimension] < 0:
            fail_inference(op, f"Interior padding cannot be negative: {interior[dimension]}")
        known = bound if size == DYNAMIC else size
        grown = None
        if known is not None:
            grown = known + low[dimension] + high[dimension] + max(known - 1, 0) * interior[dimension]
            if grown < 0:
                what = "bound" if size == DYNAMIC else "size"
                fail_inference(op, f"Padding result in negative {what} for dimension {dimension}")
        shape.append(DYNAMIC if size == DYNAMIC or grown is None else grown)
        limits.append(grown if size == DYNAMIC else None)
    check_results(op, [with_bounds(tuple(shape), operand.element_type, tuple(limits))])


# Slices at indices that are operands.


def check_element_types(op: Operation, message: str, *types: RankedTensorType) -> None:
    """All of `types` have the same elements."""
    if len({type.element_type for type in types}) > 1:
        fail_naming(op, f"failed to verify that all of {{{message}}} have same element type")


def _check_start_indices(op: Operation, first: int) -> int:
    indices = [operand_tensor(op, index) for index in range(first, len(op.signature.operand_types))]
    if len({index.element_type for index in indices}) > 1:
        fail_inference(op, "start indices must have same element type")
    return len(indices)


def dynamic_slice(op: Operation, context: Any) -> None:
    """A part of each dimension, of a size that is known."""
    operand, sizes = operand_tensor(op), integers(op, "slice_sizes")
    check_element_types(op, "operand, result", operand, result_tensor(op))
    count = len(op.signature.operand_types) - 1
    if len(sizes) != count:
        fail_inference(op, f"has mismatched number of slice sizes ({len(sizes)}) and number of start indices ({count})")
    if count != len(operand.shape):
        fail_inference(
            op, f"has mismatched number of start indices ({count}) and the rank of operand ({len(operand.shape)})"
        )
    _check_start_indices(op, 1)
    for dimension, size in enumerate(sizes):
        if size < 0:
            fail_inference(op, f"has negative size index to dynamic slice: {size}")
        most = operand.shape[dimension]
        if most != DYNAMIC and size > most:
            fail_inference(
                op,
                f"has slice size {size} greater than dimension size {most} in dimension {dimension} of operand",
            )
    check_results(op, [RankedTensorType(sizes, operand.element_type)])


def dynamic_update_slice(op: Operation, context: Any) -> None:
    """The update fits into the operand."""
    operand, update = operand_tensor(op), operand_tensor(op, 1)
    check_element_types(op, "operand, update, result", operand, update, result_tensor(op))
    rank = len(operand.shape)
    if len(update.shape) != rank:
        fail_inference(op, f"update rank does not match operand rank: {len(update.shape)} vs {rank}.")
    count = len(op.signature.operand_types) - 2
    if count != rank:
        fail_inference(op, f"expects number of start_indices to match operand rank: {count} vs {rank}.")
    _check_start_indices(op, 2)
    for dimension, (size, most) in enumerate(zip(update.shape, operand.shape, strict=True)):
        if DYNAMIC not in (size, most) and size > most:
            fail_inference(
                op, f"expects size at dimension {dimension} of update to be in range [0, {most}]. Got: {size}."
            )
    check_results(op, [operand])


def _check_dimension(op: Operation) -> int:
    dimension, rank = integer(op, "dimension"), len(operand_tensor(op).shape)
    if dimension >= rank:
        fail_inference(op, f"requires dimension attribute in range [0, {rank}); found ({dimension})")
    return dimension


def get_dimension_size(op: Operation, context: Any) -> None:
    """The result is a scalar."""
    _check_dimension(op)
    check_results(op, [RankedTensorType((), IntegerType(32))])


def set_dimension_size(op: Operation, context: Any) -> None:
    """The size of a dimension is bounded by what it was."""
    operand = operand_tensor(op)
    if operand_tensor(op, 1).shape:
        fail_inference(op, "size operand should be of rank-0")
    dimension = _check_dimension(op)
    shape, limits = list(operand.shape), list(bounds(operand))
    if shape[dimension] != DYNAMIC:
        limits[dimension] = shape[dimension]
        shape[dimension] = DYNAMIC
    check_results(op, [with_bounds(tuple(shape), operand.element_type, tuple(limits))])
