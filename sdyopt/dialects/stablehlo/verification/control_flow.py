"""Loops, branches, barriers, tuples and what runs asynchronously."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.dialects.stablehlo.verification.compatibility import are_compatible, bounds
from sdyopt.dialects.stablehlo.verification.reading import integer, operand_tensor, with_bounds
from sdyopt.dialects.stablehlo.verification.reducers import may_end, returned_types
from sdyopt.dialects.stablehlo.verification.reporting import (
    fail,
    fail_inference,
    fail_naming,
    infers_compatible,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, IntegerType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.mlir.verify.inferred_types import Inference, quoted
from sdyopt.mlir.verify.region_signature import sees_boundary_only
from sdyopt.mlir.verify.verification import Verification

_BOOL = IntegerType(1)

# Loops.


@sees_boundary_only
@infers_compatible
def while_loop(op: Operation) -> Sequence[Type]:
    """Both regions take what the operands are; the body returns that again, the condition a truth value."""
    condition, body = [region.block for region in op.regions]
    operands = op.signature.operand_types
    for block, name in ((condition, "condition"), (body, "body")):
        _check_carried(op, [argument.type for argument in block.arguments], f"{name} block arguments")
    if not may_end(body):
        fail(op, "The while body-region expected to have a terminator")
    _check_carried(op, returned_types(body), "body block return types")
    returned = returned_types(condition)
    if len(returned) != 1:
        fail(op, f"expect condition body returns a single value but got {len(returned)}")
    if returned[0] not in (RankedTensorType((), _BOOL), UnrankedTensorType(_BOOL)):
        fail(op, f"expect condition block return a zero-ranked tensor of i1 but got {quoted(returned)}")
    return operands


def _check_carried(op: Operation, types: Sequence[Type], what: str) -> None:
    operands = op.signature.operand_types
    if len(operands) != len(types) or not all(map(are_compatible, operands, types)):
        fail(op, f"expect operands to be compatible with {what} but got {quoted(operands)} vs {quoted(types)}")


# Branches.


@sees_boundary_only
@infers_compatible
def branches(op: Operation) -> Sequence[Type]:
    """Branches take nothing, and all return values of the same types."""
    if not op.regions:
        fail_inference(op, "expect at least one branch")
    selector = operand_tensor(op)
    if selector.shape:
        fail_inference(op, f"operand should be rank 0 tensor but got rank {len(selector.shape)}")
    inferred: list[Type] = []
    for index, region in enumerate(op.regions):
        block = region.block
        if block.arguments:
            fail_inference(op, f"branch {index} must have 0 arguments, but found {len(block.arguments)}")
        types = returned_types(block)
        if index == 0:
            first, inferred = types, list(types)
        elif len(first) != len(types) or not all(map(are_compatible, first, types)):
            fail_inference(
                op,
                f"branch 0 and branch {index} have mismatched return types: {quoted(first)} vs {quoted(types)}",
            )
    for region in op.regions[1:]:
        inferred = list(map(_most_general, inferred, returned_types(region.block)))
    return inferred


def _most_general(first: Type, second: Type) -> Type:
    """A type that values of both types have: sizes that differ are unknown, their bound is the larger one."""
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return first
    shape: list[int] = []
    limits: list[int | None] = []
    for size, other, bound, limit in zip(first.shape, second.shape, bounds(first), bounds(second), strict=True):
        if size == other != DYNAMIC:
            shape.append(size)
            limits.append(None)
            continue
        most = [known if known != DYNAMIC else most for known, most in ((size, bound), (other, limit))]
        shape.append(DYNAMIC)
        limits.append(None if None in most else max(most))  # type: ignore[type-var]
    if first.encoding is None:
        limits = [None] * len(limits)
    return with_bounds(tuple(shape), first.element_type, tuple(limits))


# Barriers and tuples.


def same_operands_and_results(op: Operation, context: Verification) -> None:
    """There is a result for each operand, with the same type."""
    operands, results = op.signature.operand_types, op.signature.result_types
    if len(operands) != len(results):
        fail_naming(op, "requires the same number of operands and results")
    for index, (operand, result) in enumerate(zip(operands, results, strict=True)):
        if operand is not result:
            fail_naming(op, f"requires the same type for operand and result at index {index}")


@Inference
def tuple_of_operands(op: Operation) -> Sequence[Type]:
    """The result is a tuple of the operands."""
    return [TupleType(op.signature.operand_types)]


@infers_compatible
def get_tuple_element(op: Operation) -> Sequence[Type]:
    """The result is an element of the tuple."""
    (operand,) = op.signature.operand_types
    assert isinstance(operand, TupleType)
    index = integer(op, "index")
    if index >= len(operand.types):
        fail_inference(op, f"index {index} is out of bounds of operand with size {len(operand.types)}")
    return [operand.types[index]]


# What runs asynchronously.

_ASYNCHRONOUS = frozenset(
    [
        f"stablehlo.{name}"
        for name in (
            "all_gather",
            "all_reduce",
            "all_to_all",
            "collective_broadcast",
            "collective_permute",
            "dynamic_slice",
            "dynamic_update_slice",
            "reduce_scatter",
            "slice",
        )
    ]
)


@infers_compatible
def async_start(op: Operation) -> Sequence[Type]:
    """The region takes the operands, and returns the value of the one operation in it."""
    block = op.regions[0].block
    if len(list(block.ops)) != 2:
        _fail_naming_inference(op, "region must contain exactly one operation and a return")
    assert block.first is not None
    if block.first.name not in _ASYNCHRONOUS:
        _fail_naming_inference(op, "region must contain a collective or slice operation")
    operands = op.signature.operand_types
    arguments = [argument.type for argument in block.arguments]
    if len(operands) != len(arguments):
        _fail_naming_inference(
            op, f"number of operands ({len(operands)}) must match number of region arguments ({len(arguments)})"
        )
    for index, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
        if operand is not argument:
            _fail_naming_inference(
                op,
                f"operand type {quoted([operand])} at index {index} must match region argument type "
                f"{quoted([argument])}",
            )
    returned = returned_types(block)
    if len(returned) != 1:
        _fail_naming_inference(op, f"region must return exactly one value, but got {len(returned)}")
    try:
        future = FutureType(returned)
    except ValueError as error:
        fail_inference(op, str(error))
    return [future]


@infers_compatible
def async_done(op: Operation) -> Sequence[Type]:
    """The result is what was to come."""
    (operand,) = op.signature.operand_types
    assert isinstance(operand, FutureType)
    if len(operand.types) != 1:
        _fail_naming_inference(op, f"future must have exactly one type parameter, but got {len(operand.types)}")
    return operand.types


def _fail_naming_inference(op: Operation, message: str) -> NoReturn:
    fail_inference(op, f"'{op.name}' op {message}")
