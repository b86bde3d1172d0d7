"""Operations that arrange elements anew: what shape their result must have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

from sdyopt.dialects.quant import UniformQuantizedType
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.dialects.stablehlo.verification.reading import (
    agreed,
    bounds,
    check_element_types,
    constant_integers,
    edge_padding,
    elements_are_compatible,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    fail_naming,
    infers_compatible,
    integer,
    integers,
    listed,
    listed_sizes,
    operand_tensor,
    printed_size,
    result_tensor,
    sizes_fit,
    slice_bounds,
    with_bounds,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, ComplexType, IntegerType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.verify.checks import compares_sizes
from sdyopt.mlir.verify.verification import (
    Inference,
    Verification,
    all_types_match,
    element_or_self,
    quoted,
    with_element,
)

# Constants.


def _holds(type: Type, result: Type) -> bool:
    element = element_or_self(result)
    return type is (with_element(result, element.storage_type) if isinstance(element, UniformQuantizedType) else result)


def _type_of_value(op: Operation) -> Sequence[Type]:
    value: Any = op.properties.get("value")
    return [value.type]


constant = Inference(_type_of_value, _holds)
"""The result has the type of the value, exactly; of quantized elements the value has what is stored."""

chlo_constant = infers_compatible(_type_of_value)
"""The result has the type of the value, also of quantized elements, which it therefore cannot have."""


def iota(op: Operation, context: Verification) -> None:
    """The counted dimension is one of the result's."""
    rank = len(result_tensor(op).shape)
    fail_if(op, not rank, "does not support scalars.")
    fail_if(op, integer(op, "iota_dimension") >= rank, "iota dimension cannot go beyond the output rank.")


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
    fail_if(
        op,
        small_width != large_width and len(smaller.shape) != len(larger.shape) + 1,
        f"rank of smaller element type ({len(smaller.shape)}) should be 1 more than rank of larger element type "
        f"({len(larger.shape)}), but {len(smaller.shape)} != {len(larger.shape)} + 1.",
    )
    innermost = smaller.shape[-1] if small_width != large_width else DYNAMIC
    if innermost != DYNAMIC and innermost * small_width != large_width:
        fail(
            op, f"requires compatible bit widths. Got: '{_and(op)}', but {small_width} * {innermost} != {large_width}."
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
        fail_inference_if(op, size < 0, f"Broadcast with negative dimension size {size}")
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
        fail_if(
            op,
            size not in (1, DYNAMIC, wanted),
            f"size of operand dimension {index} ({size}) is not equal to 1 or size of result dimension "
            f"{dimension} ({printed_size(wanted)})",
        )


def check_broadcast_dimensions(op: Operation, operand: RankedTensorType, dimensions: tuple[int, ...]) -> None:
    """There is one dimension for each of the operand's, and none twice."""
    rank = len(operand.shape)
    if len(dimensions) != rank:
        fail(op, f"broadcast_dimensions size ({len(dimensions)}) does not match operand rank ({rank})")
    fail_if(op, len(set(dimensions)) != len(dimensions), "broadcast_dimensions should not have duplicates")


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
    fail_inference_if(
        op,
        sorted(permutation) != list(range(rank)),
        f"attribute permutation must be a permutation of [{listed(list(range(rank)))}] but got {listed(permutation)}",
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
    fail_if(op, len(set(dimensions)) != len(dimensions), f"dimensions should be unique. Got: {listed(dimensions)}")
    rank = len(operand.shape)
    for dimension in dimensions:
        fail_if(op, dimension < 0, f"all dimensions should be non-negative. Got dimension: {dimension}.")
        fail_if(op, dimension >= rank, f"all dimensions should be between [0, {rank}). Got dimension: {dimension}.")
    return [operand]


# Concatenations.


@infers_compatible
def concatenate(op: Operation) -> Sequence[Type]:
    """Operands have the same sizes except in one dimension, whose sizes add up."""
    operands = [operand_tensor(op, index) for index in range(len(op.signature.operand_types))]
    dimension = integer(op, "dimension")
    rank = len(operands[0].shape)
    fail_inference_if(op, not rank, "rank-0 values cannot be concatenated")
    fail_inference_if(op, dimension >= rank, f"dimension {dimension} is out-of-bounds for input rank {rank}")
    for index, operand in enumerate(operands[1:], 1):
        fail_inference_if(op, len(operand.shape) != rank, f"operands (0) and ({index}) do not match rank")
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


# Parts of tensors, tensors within larger ones, and sizes of dimensions.


def same_size(op: Operation, *names: str) -> None:
    """The lists among the properties are equally long."""
    if len({len(integers(op, name)) for name in names}) > 1:
        fail_naming(op, f"failed to verify that all of {{{', '.join(names)}}} have same size")


@infers_compatible
def slice(op: Operation) -> Sequence[Type]:
    """A part of each dimension, from a start index to before a limit index."""
    same_size(op, "start_indices", "limit_indices", "strides")
    operand = operand_tensor(op)
    starts, limits, strides = slice_bounds(op)
    rank = len(operand.shape)
    fail_inference_if(
        op,
        len(starts) != rank,
        f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand ({rank})",
    )
    for dimension, (size, bound) in enumerate(zip(operand.shape, bounds(operand), strict=True)):
        start, limit, stride = starts[dimension], limits[dimension], strides[dimension]
        fail_inference_if(op, start < 0, f"negative start index {start} in dimension {dimension}")
        for what, most in (("size", None if size == DYNAMIC else size), ("bound", bound)):
            if most is not None and limit > most:
                fail_inference(
                    op, f"limit index {limit} is larger than dimension {what} {most} in dimension {dimension}"
                )
        if start > limit:
            fail_inference(op, f"start index {start} is larger than limit index {limit} in dimension {dimension}")
        fail_inference_if(op, stride <= 0, f"stride must be positive but got {stride} in dimension {dimension}")
    sizes = [-(-(limit - start) // stride) for start, limit, stride in zip(starts, limits, strides, strict=True)]
    return [RankedTensorType(tuple(sizes), operand.element_type)]


def padding_sizes(op: Operation, context: Verification) -> None:
    """There is as much padding of each kind."""
    same_size(op, "edge_padding_low", "edge_padding_high", "interior_padding")


@infers_compatible
def pad(op: Operation) -> Sequence[Type]:
    """Each dimension grows by padding before, after and between its elements."""
    operand = operand_tensor(op)
    low, high, interior = edge_padding(op)
    rank = len(operand.shape)
    fail_inference_if(op, len(low) != rank, f"edge_padding_low length ({len(low)}) must match operand rank ({rank})")
    shape: list[int] = []
    limits: list[int | None] = []
    for dimension, (size, bound) in enumerate(zip(operand.shape, bounds(operand), strict=True)):
        fail_inference_if(op, interior[dimension] < 0, f"Interior padding cannot be negative: {interior[dimension]}")
        known = bound if size == DYNAMIC else size
        grown = None
        if known is not None:
            grown = known + low[dimension] + high[dimension] + max(known - 1, 0) * interior[dimension]
            if grown < 0:
                what = "bound" if size == DYNAMIC else "size"
                fail_inference(op, f"Padding result in negative {what} for dimension {dimension}")
        shape.append(DYNAMIC if size == DYNAMIC or grown is None else grown)
        limits.append(grown if size == DYNAMIC else None)
    return [with_bounds(tuple(shape), operand.element_type, tuple(limits))]


# Slices at indices that are operands.


def _check_start_indices(op: Operation, indices: Sequence[Type]) -> None:
    if len(set(map(element_or_self, indices))) > 1:
        fail_inference(op, "start indices must have same element type")


@infers_compatible
def dynamic_slice(op: Operation) -> Sequence[Type]:
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
    _check_start_indices(op, op.signature.operand_types[1:])
    for dimension, size in enumerate(sizes):
        fail_inference_if(op, size < 0, f"has negative size index to dynamic slice: {size}")
        if (most := operand.shape[dimension]) != DYNAMIC and size > most:
            fail_inference(
                op, f"has slice size {size} greater than dimension size {most} in dimension {dimension} of operand"
            )
    return [RankedTensorType(sizes, operand.element_type)]


@infers_compatible
def dynamic_update_slice(op: Operation) -> Sequence[Type]:
    """The update fits into the operand."""
    operand, update = operand_tensor(op), operand_tensor(op, 1)
    check_element_types(op, "operand, update, result", operand, update, result_tensor(op))
    rank = len(operand.shape)
    if len(update.shape) != rank:
        fail_inference(op, f"update rank does not match operand rank: {len(update.shape)} vs {rank}.")
    count = len(op.signature.operand_types) - 2
    fail_inference_if(op, count != rank, f"expects number of start_indices to match operand rank: {count} vs {rank}.")
    _check_start_indices(op, op.signature.operand_types[2:])
    for dimension, (size, most) in enumerate(zip(update.shape, operand.shape, strict=True)):
        if DYNAMIC not in (size, most) and size > most:
            fail_inference(
                op, f"expects size at dimension {dimension} of update to be in range [0, {most}]. Got: {size}."
            )
    return [operand]


def _check_dimension(op: Operation) -> int:
    dimension, rank = integer(op, "dimension"), len(operand_tensor(op).shape)
    fail_inference_if(op, dimension >= rank, f"requires dimension attribute in range [0, {rank}); found ({dimension})")
    return dimension


@infers_compatible
def get_dimension_size(op: Operation) -> Sequence[Type]:
    """The result is a scalar."""
    _check_dimension(op)
    return [RankedTensorType((), IntegerType(32))]


@infers_compatible
def set_dimension_size(op: Operation) -> Sequence[Type]:
    """The size of a dimension is bounded by what it was, unless it is known to stay that."""
    operand = operand_tensor(op)
    fail_inference_if(op, operand_tensor(op, 1).shape, "size operand should be of rank-0")
    dimension = _check_dimension(op)
    shape, limits = list(operand.shape), list(bounds(operand))
    if shape[dimension] != DYNAMIC and constant_integers(op, 1) != [shape[dimension]]:
        limits[dimension] = shape[dimension]
        shape[dimension] = DYNAMIC
    return [with_bounds(tuple(shape), operand.element_type, tuple(limits))]


# Operations whose results have shapes that operands give: what is known of these operands must fit.


def _compatible_elements(op: Operation) -> None:
    operand, result = operand_tensor(op), result_tensor(op)
    if is_quantized(operand) or is_quantized(result):
        return
    if not elements_are_compatible(operand.element_type, result.element_type):
        fail(
            op,
            f"expects operand and result to have compatible element type. Got: {quoted([operand])} and "
            f"{quoted([result])}",
        )


def _check_shape(op: Operation, index: int) -> list[int] | None:
    """The sizes that operand number `index` gives, if it is a constant; they must be those of the result."""
    sizes = constant_integers(op, index)
    shape = result_tensor(op).shape
    if sizes is not None and (
        len(sizes) != len(shape) or not all(size >= 0 and sizes_fit(size, known) for size, known in zip(sizes, shape))  # noqa: B905
    ):
        fail(
            op,
            f"output shape [{listed(sizes)}] is incompatible with return type of operation "
            f"{quoted(op.signature.result_types)}",
        )
    return sizes


def dynamic_broadcast_in_dim(op: Operation, context: Verification) -> None:
    """As `broadcast_in_dim`; and what is said of dimensions that grow, or do not, is said of each just once."""
    _compatible_elements(op)
    operand, result = operand_tensor(op), result_tensor(op)
    dimensions = integers(op, "broadcast_dimensions")
    rank = len(operand.shape)
    if len(dimensions) != rank:
        check_broadcast_dimensions(op, operand, dimensions)
    fail_if(op, len(result.shape) < rank, f"result rank ({len(result.shape)}) is less than operand rank ({rank})")
    check_broadcast_dimensions(op, operand, dimensions)
    for index, dimension in enumerate(dimensions):
        check_broadcast_dimension(op, dimension, result)
        size, wanted = operand.shape[index], result.shape[dimension]
        fail_if(
            op,
            size != 1 and not sizes_fit(size, wanted),
            f"size of operand dimension {index} ({size}) is not compatible with size of result dimension "
            f"{dimension} ({wanted})",
        )
    hints = integers(op, "known_expanding_dimensions") + integers(op, "known_nonexpanding_dimensions")
    fail_if(op, len(set(hints)) != len(hints), "duplicate expansion hint for at least one operand dimension")
    for hint in hints:
        if not 0 <= hint < rank:
            fail(op, f"hint for expanding dimension {hint} does not refer to a valid operand dimension")


def dynamic_broadcast_in_dim_sizes(op: Operation, context: Verification) -> None:
    """The operand can be broadcast to the sizes that are given."""
    if (sizes := _check_shape(op, 1)) is None:
        return
    for index, dimension in enumerate(integers(op, "broadcast_dimensions")):
        size = operand_tensor(op).shape[index]
        fail_if(
            op,
            size not in (1, DYNAMIC, sizes[dimension]),
            f"size of operand dimension {index} ({size}) is not equal to 1 or value of shape at index "
            f"{dimension} ({sizes[dimension]})",
        )


def dynamic_iota(op: Operation, context: Verification) -> None:
    """The counted dimension is one of the result's."""
    if integer(op, "iota_dimension") >= len(result_tensor(op).shape):
        fail(op, "iota dimension cannot go beyond the output rank.")


def dynamic_iota_sizes(op: Operation, context: Verification) -> None:
    """The result may have the sizes that are given."""
    _check_shape(op, 0)


def dynamic_reshape(op: Operation, context: Verification) -> None:
    """The result has the number of elements of the operand."""
    _compatible_elements(op)
    same_element_count(op, context)


def dynamic_reshape_sizes(op: Operation, context: Verification) -> None:
    """The result may have the given sizes, in this number, and their product is the operand's number of elements."""
    sizes = _check_shape(op, 1)
    if operand_tensor(op, 1).shape[0] != len(result_tensor(op).shape):
        fail(op, "result should have a rank equal to the number of elements in output_shape")
    operand = operand_tensor(op)
    if sizes is not None and operand.has_static_shape and prod(sizes) != prod(operand.shape):
        fail(
            op,
            "output_shape is incompatible with input type of operation: input has "
            f"{prod(operand.shape)} elements, but output_shape has {prod(sizes)}",
        )


_PADDINGS_MATCH = all_types_match("edge_padding_low", "edge_padding_high", "interior_padding")
_INDICES_MATCH = all_types_match("start_indices", "limit_indices", "strides")


def dynamic_pad(op: Operation, context: Verification) -> None:
    """The paddings are lists with an entry for each dimension."""
    operand, result = operand_tensor(op), result_tensor(op)
    check_element_types(op, "operand, padding_value, result", operand, operand_tensor(op, 1), result)
    if len(operand.shape) != len(result.shape):
        fail_naming(op, "failed to verify that all of {operand, result} have same rank")
    _PADDINGS_MATCH(op, context)
    (count,) = operand_tensor(op, 2).shape
    if count != len(operand.shape):
        fail(op, f"padding operands size ({count}) must match operand rank ({len(operand.shape)})")


def dynamic_pad_sizes(op: Operation, context: Verification) -> None:
    """Each dimension grows by the paddings, as far as they are known."""
    low, high, interior = [constant_integers(op, index) for index in range(2, len(op.operands))]
    if interior is not None and any(padding < 0 for padding in interior):
        fail(op, f"interior_padding must be non-negative, but got {listed(interior)}")
    if low is None or high is None or interior is None:
        return
    for dimension, (size, found) in enumerate(zip(operand_tensor(op).shape, result_tensor(op).shape, strict=True)):
        if DYNAMIC in (size, found):
            continue
        grown = size + low[dimension] + high[dimension] + max(size - 1, 0) * interior[dimension]
        fail_if(op, grown != found, f"expected output dimension at index {dimension} to equal {grown}, but got {found}")


def real_dynamic_slice(op: Operation, context: Verification) -> None:
    """The indices are lists with an entry for each dimension."""
    operand = operand_tensor(op)
    check_element_types(op, "operand, result", operand, result_tensor(op))
    _INDICES_MATCH(op, context)
    (count,) = operand_tensor(op, 1).shape
    fail_if(
        op,
        count != len(operand.shape),
        f"has mismatched number of operand rank ({len(operand.shape)}) and start_indices size ({printed_size(count)})",
    )
