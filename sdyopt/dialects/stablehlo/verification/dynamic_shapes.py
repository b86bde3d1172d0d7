"""Operations whose results have shapes that operands give: what is known of these operands must fit."""

from __future__ import annotations

from math import prod

from sdyopt.dialects.stablehlo.verification.compatibility import elements_are_compatible, sizes_fit
from sdyopt.dialects.stablehlo.verification.constants import constant_integers
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.dialects.stablehlo.verification.reading import (
    integer,
    integers,
    listed,
    operand_tensor,
    printed_size,
    result_tensor,
)
from sdyopt.dialects.stablehlo.verification.reporting import check_element_types, fail, fail_naming
from sdyopt.dialects.stablehlo.verification.shapes import (
    check_broadcast_dimension,
    check_broadcast_dimensions,
    same_element_count,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.type_relations import all_types_match
from sdyopt.mlir.verify.verification import Verification


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
    if len(result.shape) < rank:
        fail(op, f"result rank ({len(result.shape)}) is less than operand rank ({rank})")
    check_broadcast_dimensions(op, operand, dimensions)
    for index, dimension in enumerate(dimensions):
        check_broadcast_dimension(op, dimension, result)
        size, wanted = operand.shape[index], result.shape[dimension]
        if size != 1 and not sizes_fit(size, wanted):
            fail(
                op,
                f"size of operand dimension {index} ({size}) is not compatible with size of result dimension "
                f"{dimension} ({wanted})",
            )
    hints = integers(op, "known_expanding_dimensions") + integers(op, "known_nonexpanding_dimensions")
    if len(set(hints)) != len(hints):
        fail(op, "duplicate expansion hint for at least one operand dimension")
    for hint in hints:
        if not 0 <= hint < rank:
            fail(op, f"hint for expanding dimension {hint} does not refer to a valid operand dimension")


def dynamic_broadcast_in_dim_sizes(op: Operation, context: Verification) -> None:
    """The operand can be broadcast to the sizes that are given."""
    sizes = _check_shape(op, 1)
    if sizes is None:
        return
    for index, dimension in enumerate(integers(op, "broadcast_dimensions")):
        size = operand_tensor(op).shape[index]
        if size not in (1, DYNAMIC, sizes[dimension]):
            fail(
                op,
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
        if grown != found:
            fail(op, f"expected output dimension at index {dimension} to equal {grown}, but got {found}")


def real_dynamic_slice(op: Operation, context: Verification) -> None:
    """The indices are lists with an entry for each dimension."""
    operand = operand_tensor(op)
    check_element_types(op, "operand, result", operand, result_tensor(op))
    _INDICES_MATCH(op, context)
    (count,) = operand_tensor(op, 1).shape
    if count != len(operand.shape):
        fail(
            op,
            f"has mismatched number of operand rank ({len(operand.shape)}) and start_indices size "
            f"({printed_size(count)})",
        )
