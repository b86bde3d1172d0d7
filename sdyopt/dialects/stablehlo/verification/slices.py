"""Parts of tensors, tensors within larger ones, and sizes of dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.verification.compatibility import bounds
from sdyopt.dialects.stablehlo.verification.constants import constant_integers
from sdyopt.dialects.stablehlo.verification.reading import integer, integers, operand_tensor, result_tensor, with_bounds
from sdyopt.dialects.stablehlo.verification.reporting import (
    check_element_types,
    fail_inference,
    fail_naming,
    infers_compatible,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, IntegerType, RankedTensorType
from sdyopt.mlir.verify.verification import Verification


def same_size(op: Operation, *names: str) -> None:
    """The lists among the properties are equally long."""
    if len({len(integers(op, name)) for name in names}) > 1:
        fail_naming(op, f"failed to verify that all of {{{', '.join(names)}}} have same size")


@infers_compatible
def slice(op: Operation) -> Sequence[Type]:
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
    return [RankedTensorType(tuple(sizes), operand.element_type)]


_PADDINGS = ("edge_padding_low", "edge_padding_high", "interior_padding")


def padding_sizes(op: Operation, context: Verification) -> None:
    """There is as much padding of each kind."""
    same_size(op, *_PADDINGS)


@infers_compatible
def pad(op: Operation) -> Sequence[Type]:
    """Each dimension grows by padding before, after and between its elements."""
    operand = operand_tensor(op)
    low, high, interior = [integers(op, name) for name in _PADDINGS]
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
    return [with_bounds(tuple(shape), operand.element_type, tuple(limits))]


# Slices at indices that are operands.


def _check_start_indices(op: Operation, first: int) -> int:
    indices = [operand_tensor(op, index) for index in range(first, len(op.signature.operand_types))]
    if len({index.element_type for index in indices}) > 1:
        fail_inference(op, "start indices must have same element type")
    return len(indices)


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
    if count != rank:
        fail_inference(op, f"expects number of start_indices to match operand rank: {count} vs {rank}.")
    _check_start_indices(op, 2)
    for dimension, (size, most) in enumerate(zip(update.shape, operand.shape, strict=True)):
        if DYNAMIC not in (size, most) and size > most:
            fail_inference(
                op, f"expects size at dimension {dimension} of update to be in range [0, {most}]. Got: {size}."
            )
    return [operand]


def _check_dimension(op: Operation) -> int:
    dimension, rank = integer(op, "dimension"), len(operand_tensor(op).shape)
    if dimension >= rank:
        fail_inference(op, f"requires dimension attribute in range [0, {rank}); found ({dimension})")
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
    if operand_tensor(op, 1).shape:
        fail_inference(op, "size operand should be of rank-0")
    dimension = _check_dimension(op)
    shape, limits = list(operand.shape), list(bounds(operand))
    if shape[dimension] != DYNAMIC and constant_integers(op, 1) != [shape[dimension]]:
        limits[dimension] = shape[dimension]
        shape[dimension] = DYNAMIC
    return [with_bounds(tuple(shape), operand.element_type, tuple(limits))]
