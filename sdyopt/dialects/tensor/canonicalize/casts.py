"""Canonicalization of casts of tensors, and of operations whose sizes turn out to be known."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.tensor.canonicalize.slices import new_slice
from sdyopt.dialects.tensor.fold.types import (
    Slice,
    is_at_least_as_static,
    made_by,
    number_of,
    ranked,
    unused_dimensions,
)
from sdyopt.dialects.tensor.ops import BITCAST, CAST, CONCAT, EMPTY, EXTRACT_SLICE, GENERATE
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.types import DYNAMIC, RankedTensorType, UnrankedTensorType
from sdyopt.ir.value import OpOperand, Value
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_operand, replace_with_new, simplified


@pattern(BITCAST, "(anonymous namespace)::ChainedTensorBitcast")
def bitcast_of_bitcast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips a bitcast before another."""
    before = made_by(op.operands[0], BITCAST)
    if before is None:
        return False
    replace_operand(op, before.operands[0], rewriter)
    return True


# Casts.


@pattern(CAST, "(anonymous namespace)::ChainedTensorCast")
def cast_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips a cast before another if the shape is known as well without it."""
    before = made_by(op.operands[0], CAST)
    if before is None:
        return False
    source, between, result = before.operands[0].type, before.result.type, op.result.type
    first = _joined(source, between)
    if first is None or _joined(first, result) != _joined(source, result) or _joined(source, result) is None:
        return False
    replace_with_new(op, rewriter, CAST, before.operands)
    return True


def _joined(first: Type, second: Type) -> Type | None:
    """Returns the type of all that is known of a tensor which has both types; None if it cannot have both."""
    if isinstance(first, UnrankedTensorType):
        return second
    if isinstance(second, UnrankedTensorType):
        return first
    assert isinstance(first, RankedTensorType) and isinstance(second, RankedTensorType)
    if len(first.shape) != len(second.shape):
        return None
    pairs = list(zip(first.shape, second.shape, strict=True))
    if any(one != other and DYNAMIC not in (one, other) for one, other in pairs):
        return None
    return RankedTensorType(tuple([max(pair) for pair in pairs]), first.element_type)


@pattern(CAST, "(anonymous namespace)::TensorCastExtractSlice")
def cast_of_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes a slice of the sizes that a cast knows."""
    slice = made_by(op.operands[0], EXTRACT_SLICE)
    type = op.result.type
    if slice is None or not isinstance(type, RankedTensorType):
        return False
    known = ranked(slice.result)
    if not is_at_least_as_static(known, type) or known.shape == type.shape:
        return False
    part = Slice.of(slice)
    dropped = unused_dimensions([size if isinstance(size, int) else DYNAMIC for size in part.sizes], known.shape)
    sizes = list(part.sizes)
    shape = iter(type.shape)
    for number in range(len(sizes)):
        if dropped is None or number not in dropped:
            size = next(shape)
            if size != DYNAMIC:
                sizes[number] = size
    rewriter.report(simplified, op)
    new = new_slice(op, EXTRACT_SLICE, slice.operands[:1], part._replace(sizes=sizes), type, rewriter)
    rewriter.replace(op, new.results)
    return True


@pattern(CAST, "(anonymous namespace)::FoldEmptyTensorWithCastOp")
def cast_of_empty(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes an empty tensor with the sizes that a cast knows."""
    empty = made_by(op.operands[0], EMPTY)
    type = op.result.type
    if empty is None or not isinstance(type, RankedTensorType):
        return False
    known = ranked(empty.result)
    if not is_at_least_as_static(known, type):
        return False
    given = iter(empty.operands)
    sizes = [next(given) if size == DYNAMIC else None for size in known.shape]
    operands = [value for value, size in zip(sizes, type.shape, strict=True) if value is not None and size == DYNAMIC]
    new = RankedTensorType(type.shape, type.element_type)
    replace_with_new(op, rewriter, EMPTY, operands, [new])
    return True


# Sizes that are constants.


def static_sizes(type: RankedTensorType, operands: Sequence[Value]) -> tuple[RankedTensorType, list[Value]]:
    """Returns the type with the sizes that are constants, which are not negative, and the other operands."""
    rest = iter(operands)
    kept: list[Value] = []
    shape: list[int] = []
    for size in type.shape:
        if size == DYNAMIC:
            operand = next(rest)
            number = number_of(operand)
            if number is None or number < 0:
                kept.append(operand)
            else:
                size = number
        shape.append(size)
    return RankedTensorType(tuple(shape), type.element_type, type.encoding), kept


@pattern(EMPTY, "(anonymous namespace)::ReplaceEmptyTensorStaticShapeDims")
def empty_of_constant_sizes(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes sizes that are constants part of the type."""
    type, operands = static_sizes(ranked(op.result), op.operands)
    if type is op.result.type:
        return False
    new = rewriter.create_before(op, EMPTY, operands, [type], location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


@pattern(GENERATE, "(anonymous namespace)::StaticTensorGenerate")
def generate_of_constant_sizes(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes sizes that are constants part of the type."""
    type, operands = static_sizes(ranked(op.result), op.operands)
    if type is op.result.type:
        return False
    new = rewriter.create_before(op, GENERATE, operands, [type], regions=taken_regions(op), location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


def taken_regions(op: Operation) -> list[Region]:
    """Takes the regions of an operation that is about to be erased."""
    taken = list(op.regions)
    op.regions = [Region() for _ in taken]
    for region in op.regions:
        region.parent = op
    return taken


# Concatenations.


@pattern(CONCAT, "(anonymous namespace)::SingleInputConcatOp")
def concat_of_one(op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts the only input."""
    if len(op.operands) != 1:
        return False
    replace_with_new(op, rewriter, CAST, op.operands)
    return True


@pattern(CONCAT, "(anonymous namespace)::InferConcatOperandTypes")
def concat_of_cast_inputs(op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts inputs to sizes that others have."""
    type, dim = _concatenated(op)
    changed = False
    for number, operand in enumerate(list(op.operands)):
        known = ranked(operand)
        shape = tuple([known.shape[dim] if index == dim else size for index, size in enumerate(type.shape)])
        wanted = RankedTensorType(shape, type.element_type)
        if not is_at_least_as_static(wanted, known):
            if not changed:
                rewriter.report(simplified, op)
            changed = True
            new = rewriter.create_before(op, CAST, [operand], [wanted], location=op.location)
            rewriter.set_operand(OpOperand(op, number), new.result)
    return changed


@pattern(CONCAT, "(anonymous namespace)::InferConcatResultType")
def concat_of_known_sizes(op: Operation, rewriter: PatternRewriter) -> bool:
    """Gives the result the sizes that follow from the inputs."""
    type, _ = _concatenated(op)
    if is_at_least_as_static(type, op.result.type):
        return False
    new = rewriter.create_before(op, CONCAT, op.operands, [type], op.properties, location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


def _concatenated(op: Operation) -> tuple[RankedTensorType, int]:
    """Returns the type that follows from the inputs, and the dimension along which they are joined."""
    attribute = op.properties["dim"]
    assert isinstance(attribute, IntegerAttr)
    dim = attribute.value
    columns = list(zip(*[ranked(operand).shape for operand in op.operands], strict=True))
    shape = [max(sizes) for sizes in columns]
    shape[dim] = DYNAMIC if DYNAMIC in columns[dim] else sum(columns[dim])
    return RankedTensorType(tuple(shape), ranked(op.operands[0]).element_type), dim


PATTERNS = (
    bitcast_of_bitcast,
    cast_of_cast,
    cast_of_slice,
    cast_of_empty,
    empty_of_constant_sizes,
    generate_of_constant_sizes,
    concat_of_one,
    concat_of_cast_inputs,
    concat_of_known_sizes,
)
