"""Verifiers of operations that make one dimension of several, or several of one."""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.dialects.tensor.syntax import DYNAMIC_INDEX
from sdyopt.dialects.tensor.verification.elements import check_dynamic_sizes
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

_UNSIGNED = 1 << 32
"""MLIR counts dimensions in 32 bits."""


def collapse_shape(op: Operation, context: Verification) -> None:
    """The result has a dimension for each group of dimensions of the source."""
    source: Any = op.signature.operand_types[0]
    result: Any = op.signature.result_types[0]
    _check_groups(op, source, result, context)


def expand_shape(op: Operation, context: Verification) -> None:
    """The source has a dimension for each group of dimensions of the result, which are as the output shape says."""
    source: Any = op.signature.operand_types[0]
    result: Any = op.signature.result_types[0]
    attribute: Any = op.properties["static_output_shape"]
    shape = attribute.values
    if len(shape) != len(result.shape):
        message = f"expected number of static shape dims to be equal to the output rank ({len(result.shape)}) but found"
        context.error(op, f"{message} {len(shape)} inputs instead")
    given, dynamic = len(op.operands) - 1, shape.count(DYNAMIC_INDEX)
    if given != dynamic:
        message = f"static_output_shape has {dynamic} dynamic dims while output_shape has {given} values"
        context.error(op, f"mismatch in dynamic dims in output_shape and static_output_shape: {message}")
    check_dynamic_sizes(op, given, context)
    for position, (size, wanted) in enumerate(zip(shape, result.shape, strict=True)):
        if wanted not in (DYNAMIC, size):
            context.error(op, f"invalid output shape provided at pos {position}")
    _check_groups(op, result, source, context)


def _check_groups(op: Operation, expanded: Any, collapsed: Any, context: Verification) -> None:
    """Reports groups that do not make `collapsed` of `expanded`."""
    attribute: Any = op.properties["reassociation"]
    groups = [[number.value for number in group] for group in attribute]
    rank = len(expanded.shape)
    if rank < len(collapsed.shape):
        message = f"expected the expanded type, '{text_of(expanded)}' to have a higher (or same) rank than the"
        context.error(op, f"{message} collapsed type, '{text_of(collapsed)}'.")
    if len(groups) != len(collapsed.shape):
        message = f"expected collapsed rank ({len(collapsed.shape)}) to equal the number of reassociation maps"
        context.error(op, f"{message} ({len(groups)}).")
    dims = [dim for group in groups for dim in group]
    count = (max([dim % _UNSIGNED for dim in dims], default=-1) + 1) % _UNSIGNED
    if groups and count != rank:
        message = f"expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {count}."
        context.error(op, message)
    if groups and dims != list(range(rank)):
        context.error(op, f"expected reassociation map #{_invalid(groups)} to be valid and contiguous.")
    for number, (group, size) in enumerate(zip(groups, collapsed.shape, strict=True)):
        sizes = [expanded.shape[dim] for dim in group]
        what = f"expected dimension {number} of collapsed type to be"
        if DYNAMIC in sizes:
            if size != DYNAMIC:
                reason = "since one or more of the corresponding dimensions in the expanded type is dynamic"
                context.error(op, f"{what} dynamic {reason}")
        elif size != prod(sizes):
            context.error(op, f"{what} static value of {prod(sizes)}")
    if not groups and expanded.has_static_shape and prod(expanded.shape) != 1:
        context.error(op, f"number of elements must be preserved: {prod(expanded.shape)} != 1")
    expected = RankedTensorType(collapsed.shape, expanded.element_type)
    if collapsed.element_type is not expanded.element_type:
        context.error(op, f"expected collapsed type to be '{text_of(expected)}', but got '{text_of(collapsed)}'")


def _invalid(groups: list[list[int]]) -> int:
    """Returns the first group that does not go on where the one before ends."""
    following = 0
    for number, group in enumerate(groups):
        if group != list(range(following, following + len(group))):
            return number
        following += len(group)
    return len(groups) - 1
