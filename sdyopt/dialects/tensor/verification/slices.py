"""Verifiers of slices: offsets, sizes and strides, numbers and operands mixed; and of padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.dialects.tensor.syntax import DYNAMIC_INDEX
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.verify.checks import after_regions
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

_LISTS = ("offsets", "sizes", "strides")


def infer_insert_slice(state: OperationState) -> None:
    """The result is like the tensor into which the slice is inserted."""
    state.types["result"] = state.types["dest"]


def extract_slice(op: Operation, context: Verification) -> None:
    """The result is the slice, which is within the source."""
    source, result = op.signature.operand_types[0], op.signature.result_types[0]
    _check_slice(op, source, result, context)


def insert_slice(op: Operation, context: Verification) -> None:
    """The source is the slice, which is within the destination."""
    source, dest = op.signature.operand_types[:2]
    if op.signature.result_types[0] is not dest:
        context.error(op, "failed to verify that expected result type to match dest type")
    _check_slice(op, dest, source, context)


def parallel_insert_slice(op: Operation, context: Verification) -> None:
    """The operation is part of a parallel loop, which no dialect here has."""
    source, dest = op.signature.operand_types[:2]
    _check_lists(op, dest, context)
    parent = op.parent_op
    if parent is not None:
        message = f"expected InParallelOpInterface parent, got:\n{context.describe(parent)}"
        context.plain_error(op.location, message)
    _check_slice(op, dest, source, context)


def _numbers(op: Operation, name: str) -> tuple[int, ...]:
    attribute: Any = op.properties[name]
    values: tuple[int, ...] = attribute.values
    return values


def _check_lists(op: Operation, whole: Any, context: Verification) -> None:
    """Reports lists that are not as long as the rank of `whole`, or numbers that cannot be."""
    definition: Any = op.definition
    names = [operand.name for operand in definition.operands]
    lists = {name: _numbers(op, f"static_{name}") for name in _LISTS}
    for name in ("sizes", "strides", "offsets"):
        numbers = lists[name]
        start, stop = operand_range(op, definition, names.index(name))
        given, dynamic = stop - start, numbers.count(DYNAMIC_INDEX)
        if given != dynamic:
            message = f"expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' "
            context.plain_error(op.location, f"{message}({given} vs {dynamic})")
    offsets, sizes, strides = lists.values()
    for first, second, (numbers, others) in (
        ("offsets", "sizes", (offsets, sizes)),
        ("sizes", "strides", (sizes, strides)),
    ):
        if len(numbers) != len(others):
            message = f"expected mixed {first} rank to match mixed {second} rank ({len(numbers)} vs {len(others)})"
            context.plain_error(op.location, f"{message} so the rank of the result type is well-formed.")
    rank = len(whole.shape)
    if len(offsets) != rank:
        context.plain_error(op.location, f"expected {rank} offset values, got {len(offsets)}")
    for name in ("offsets", "sizes"):
        for number in lists[name]:
            if number < 0 and number != DYNAMIC_INDEX:
                context.plain_error(op.location, f"expected {name} to be non-negative, but got {number}")


def _check_slice(op: Operation, whole: Any, part: Any, context: Verification) -> None:
    """Reports a `part` that is not the slice of `whole`, or one that is not within that."""
    _check_lists(op, whole, context)
    offsets, sizes, strides = [_numbers(op, f"static_{name}") for name in _LISTS]
    shape = tuple([DYNAMIC if size == DYNAMIC_INDEX else size for size in sizes])
    expected = RankedTensorType(shape, whole.element_type, whole.encoding)
    if part is not expected:
        if len(part.shape) > len(shape):
            context.plain_error(op.location, "expected rank to be smaller or equal to the other rank. ")
        if not _is_reduced(shape, part.shape):
            message = f"expected type to be '{text_of(expected)}' or a rank-reduced version. (size mismatch) "
            context.plain_error(op.location, message)
        if part.element_type is not whole.element_type:
            context.plain_error(op.location, f"expected element type to be '{text_of(whole.element_type)}'")
    for dim, (limit, offset, size, stride) in enumerate(zip(whole.shape, offsets, sizes, strides, strict=True)):
        if limit == DYNAMIC or offset == DYNAMIC_INDEX:
            continue
        if offset >= limit:
            context.plain_error(op.location, f"offset {dim} is out-of-bounds: {offset} >= {limit}")
        if DYNAMIC_INDEX not in (size, stride):
            last = offset + (size - 1) * stride
            if last >= limit:
                message = f"slice along dimension {dim} runs out-of-bounds: {last} >= {limit}"
                context.plain_error(op.location, message)


def _is_reduced(shape: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether `reduced` is `shape` without some dimensions of size 1, the first possible ones kept."""
    found = 0
    for size in shape:
        if found < len(reduced) and size == reduced[found]:
            found += 1
        elif size != 1:
            return False
    return found == len(reduced)


def pad(op: Operation, context: Verification) -> None:
    """The result has the sizes that follow from what is put around the source."""
    source, result = op.signature.operand_types[0], op.signature.result_types[0]
    assert isinstance(source, RankedTensorType) and isinstance(result, RankedTensorType)
    low, high = _numbers(op, "static_low"), _numbers(op, "static_high")
    rank = len(source.shape)
    if len(low) != rank or len(high) != rank:
        message = f"failed to infer expectedType from sourceType '{text_of(source)}', specified resultType is "
        context.plain_error(op.location, f"{message}'{text_of(result)}'")
    shape = tuple(
        [
            DYNAMIC if size == DYNAMIC or DYNAMIC_INDEX in (before, behind) else before + size + behind
            for size, before, behind in zip(source.shape, low, high, strict=True)
        ]
    )
    if len(result.shape) != rank or any(
        size not in (DYNAMIC, given) for size, given in zip(shape, result.shape, strict=True)
    ):
        inferred = RankedTensorType(shape, source.element_type)
        message = f"specified type '{text_of(result)}' does not match the inferred type '{text_of(inferred)}'"
        context.plain_error(op.location, message)


@after_regions
def pad_region(op: Operation, context: Verification) -> None:
    """The region has an index for each dimension, and gives an element."""
    result: Any = op.signature.result_types[0]
    block = op.regions[0].blocks[0]
    rank = len(result.shape)
    if len(block.arguments) != rank:
        context.plain_error(op.location, f"expected the block to have {rank} arguments")
    for number, argument in enumerate(block.arguments, 1):
        if not isinstance(argument.type, IndexType):
            context.error(op, f"expected block argument {number} to be an index")
    last = block.last
    assert last is not None
    if last.operands[0].type is not result.element_type:
        context.error(op, "expected yield type to match shape element type")
