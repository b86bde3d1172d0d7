"""Operations on elements that indices give: the types that their formats leave out, and their verifiers."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

from sdyopt.dialects.tensor.verification.elements import check_dynamic_sizes
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.formats.state import FormatError, OperationState
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of


def infer_extract(state: OperationState) -> None:
    """The result is an element."""
    state.types["result"] = [_element(state, "tensor")]


def infer_insert(state: OperationState) -> None:
    """The scalar is an element, and the result like the tensor."""
    state.types["scalar"] = [_element(state, "dest")]
    state.types["result"] = state.types["dest"]


def infer_splat(state: OperationState) -> None:
    """The input is an element."""
    state.types["input"] = [_element(state, "aggregate")]


def infer_from_elements(state: OperationState) -> None:
    """There is an operand for each element."""
    (result,) = state.types["result"]
    assert isinstance(result, RankedTensorType)
    if not result.has_static_shape:
        message = f"'result' must be statically shaped tensor of any non-token type values, but got '{text_of(result)}'"
        raise FormatError(message, state.offset)
    count, uses = prod(result.shape), state.uses["elements"]
    if count != len(uses):
        message = f"number of operands and types do not match: got {len(uses)} operands and {count} types"
        raise FormatError(message, state.place_of("elements"))
    state.types["elements"] = [result.element_type] * count


def _element(state: OperationState, name: str) -> Type:
    (tensor,) = state.types[name]
    assert isinstance(tensor, RankedTensorType)
    return tensor.element_type


def extract(op: Operation, context: Verification) -> None:
    """The result is an element, and there is an index for each dimension."""
    tensor: Any = op.signature.operand_types[0]
    if op.signature.result_types[0] is not tensor.element_type:
        context.error(op, "failed to verify that result type matches element type of tensor")
    if len(op.operands) - 1 != len(tensor.shape):
        context.error(op, "incorrect number of indices for extract_element")


def insert(op: Operation, context: Verification) -> None:
    """The scalar is an element, the result like the tensor, and there is an index for each dimension."""
    scalar, dest = op.signature.operand_types[:2]
    assert isinstance(dest, RankedTensorType)
    if op.signature.result_types[0] is not dest:
        context.error(op, "failed to verify that result type matches type of dest")
    if scalar is not dest.element_type:
        context.error(op, "failed to verify that scalar type matches element type of dest")
    if len(op.operands) - 2 != len(dest.shape):
        context.error(op, "incorrect number of indices")


def splat(op: Operation, context: Verification) -> None:
    """The input is an element, and there is an operand for each size that is not known."""
    result: Any = op.signature.result_types[0]
    if op.signature.operand_types[0] is not result.element_type:
        context.error(op, "failed to verify that operand type matches element type of result")
    check_dynamic_sizes(op, len(op.operands) - 1, context)


def from_elements(op: Operation, context: Verification) -> None:
    """There is an operand for each element."""
    result: Any = op.signature.result_types[0]
    if op.signature.operand_types != (result.element_type,) * prod(result.shape):
        context.error(op, "failed to verify that operand types match result element type")


def gather(op: Operation, context: Verification) -> None:
    """The dimensions are increasing, and the result has those of the indices and the slices."""
    source, indices = op.signature.operand_types
    result = op.signature.result_types[0]
    _check_parts(op, "gather", "source", source, indices, "result", result, context)


def scatter(op: Operation, context: Verification) -> None:
    """The dimensions are increasing, and the source has those of the indices and the slices."""
    source, dest, indices = op.signature.operand_types
    _check_parts(op, "scatter", "dest", dest, indices, "source", source, context)


def _check_parts(
    op: Operation, verb: str, whole_name: str, whole: Any, indices: Any, name: str, parts: Any, context: Verification
) -> None:
    """Reports dimensions that are not in `whole`, and another type of its `parts` than follows from them."""
    attribute: Any = op.properties[f"{verb}_dims"]
    dims: tuple[int, ...] = attribute.values
    rank = len(whole.shape)
    label = f"{verb}_dims"
    if not dims:
        context.error(op, f"{label} must be non-empty")
    if len(dims) > rank:
        context.error(op, f"{label} overflow {whole_name} rank")
    if any(dim < 0 for dim in dims):
        context.error(op, f"{label} value must be non-negative")
    if any(dim >= rank for dim in dims):
        context.error(op, f"{label} value must be smaller than {whole_name} rank")
    if any(dim >= following for dim, following in pairwise(dims)):
        context.error(op, f"{label} values must be strictly increasing")
    if not indices.shape or indices.shape[-1] != len(dims):
        context.error(op, f"{label} length must match the size of last dimension of indices")
    if verb == "scatter" and "unique" not in op.properties:
        context.error(op, "requires 'unique' attribute to be set")
    outer = indices.shape[:-1]
    full = tuple([1 if dim in dims else size for dim, size in enumerate(whole.shape)])
    reduced = tuple([size for dim, size in enumerate(whole.shape) if dim not in dims])
    expected = [RankedTensorType(outer + inner, whole.element_type) for inner in (full, reduced)]
    if parts not in expected:
        message = f"{name} type mismatch: expected '{text_of(expected[0])}' or its rank-reduced variant "
        context.error(op, f"{message}'{text_of(expected[1])}' (got: '{text_of(parts)}')")
