"""Canonicalization of slices: constants become part of them, and casts of what they are parts of are skipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.tensor.fold.types import (
    Size,
    Slice,
    dynamic_operands,
    is_at_least_as_static,
    number_of,
    ranked,
    shape_from,
    source_of_cast,
    static_numbers,
    unused_dimensions,
)
from sdyopt.dialects.tensor.ops import CAST, EXTRACT_SLICE, INSERT_SLICE
from sdyopt.ir.attributes import I32, DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new, simplified


def new_slice(
    op: Operation,
    definition: OpDefinition,
    tensors: Sequence[Value],
    part: Slice,
    type: RankedTensorType,
    rewriter: PatternRewriter,
) -> Operation:
    """Returns a new operation before `op` on that part of the last one of `tensors`."""
    dynamic = [dynamic_operands(sizes) for sizes in part]
    segments = DenseArrayAttr(I32, (*[1 for _ in tensors], *[len(operands) for operands in dynamic]))
    static = {f"static_{name}": static_numbers(sizes) for name, sizes in zip(Slice._fields, part, strict=True)}
    return rewriter.create_before(
        op,
        definition,
        [*tensors, *[operand for operands in dynamic for operand in operands]],
        [type],
        {**static, "operandSegmentSizes": segments},
        location=op.location,
    )


def with_constants(part: Slice, is_stride: Callable[[int], bool]) -> Slice | None:
    """Returns a slice in which constants are numbers: in the first list that has any; None if there are none."""
    valid: Sequence[Callable[[int], bool]] = (_is_size, _is_size, is_stride)
    for number, (sizes, is_valid) in enumerate(zip(part, valid, strict=True)):
        new = [_known(size, is_valid) for size in sizes]
        if new != sizes:
            return part._replace(**{Slice._fields[number]: new})
    return None


def _is_size(number: int) -> bool:
    return number >= 0


def _is_any(number: int) -> bool:
    return True


def _known(size: Size, is_valid: Callable[[int], bool]) -> Size:
    number = number_of(size)
    return size if number is None or not is_valid(number) else number


def _has_constants(op: Operation) -> bool:
    return any(isinstance(operand.type, IndexType) and number_of(operand) is not None for operand in op.operands)


# Slices that are taken.


@pattern(
    EXTRACT_SLICE,
    "mlir::OpWithOffsetSizesAndStridesConstantArgumentFolder<mlir::tensor::ExtractSliceOp, "
    "SliceReturnTypeCanonicalizer, SliceCanonicalizer>",
)
def constant_slice(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes constants part of a slice, and its sizes part of the type."""
    before = Slice.of(op)
    part = with_constants(before, _is_any)
    source, type = ranked(op.operands[0]), ranked(op.result)
    if part is None or not part.fits(source.shape):
        return False
    shape = shape_from(part.sizes)
    dropped = unused_dimensions(shape_from(before.sizes), type.shape) or set()
    kept = tuple([size for number, size in enumerate(shape) if number not in dropped])
    new_type = RankedTensorType(kept, source.element_type, source.encoding)
    rewriter.report(simplified, op)
    new = new_slice(op, EXTRACT_SLICE, op.operands[:1], part, new_type, rewriter)
    if new_type is not type:
        new = rewriter.create_before(op, CAST, new.results, [type], location=op.location)
    rewriter.renames(new.result, op.result)
    rewriter.replace(op, new.results)
    return True


@pattern(EXTRACT_SLICE, "(anonymous namespace)::ExtractSliceOpCastFolder")
def slice_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the slice of what is cast."""
    source = None if _has_constants(op) else source_of_cast(op.operands[0])
    if source is None or not Slice.of(op).fits(ranked(source).shape):
        return False
    replace_with_new(op, rewriter, EXTRACT_SLICE, [source, *op.operands[1:]], properties=op.properties)
    return True


# Slices that are inserted.


@pattern(INSERT_SLICE, "(anonymous namespace)::InsertSliceOpConstantArgumentFolder<mlir::tensor::InsertSliceOp>")
def constant_insertion(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes constants part of a slice, to whose sizes what is inserted is cast."""
    part = with_constants(Slice.of(op), bool)
    source, dest, *_ = op.operands
    if part is None or not part.fits(ranked(dest).shape):
        return False
    type = reduced_type(part.sizes, ranked(dest), len(ranked(source).shape))
    rewriter.report(simplified, op)
    if type is not source.type:
        source = rewriter.create_before(op, CAST, [source], [type], location=op.location).result
    _replace(op, source, dest, part, rewriter)
    return True


def reduced_type(sizes: Sequence[Size], whole: RankedTensorType, rank: int) -> RankedTensorType:
    """Returns the type of a slice with that rank: the first dimensions of size 1 are left out."""
    shape = shape_from(sizes)
    count = len(shape) - rank
    if count <= 0:
        return RankedTensorType(shape, whole.element_type, whole.encoding)
    kept = []
    for size in shape:
        if size == 1 and count:
            count -= 1
        else:
            kept.append(size)
    return RankedTensorType(tuple(kept), whole.element_type)


def _replace(op: Operation, source: Value, dest: Value, part: Slice, rewriter: PatternRewriter) -> None:
    new = new_slice(op, INSERT_SLICE, [source, dest], part, ranked(dest), rewriter)
    rewriter.renames(new.result, op.result)
    rewriter.replace(op, new.results)


@pattern(INSERT_SLICE, "(anonymous namespace)::InsertSliceOpCastFolder<mlir::tensor::InsertSliceOp>")
def insertion_of_casts(op: Operation, rewriter: PatternRewriter) -> bool:
    """Inserts what is cast, or into what is cast, of which more is known."""
    if _has_constants(op):
        return False
    source, dest = [source_of_cast(operand) or operand for operand in op.operands[:2]]
    if source is op.operands[0] and dest is op.operands[1]:
        return False
    type, whole, part = ranked(source), ranked(dest), Slice.of(op)
    unused = unused_dimensions(shape_from(part.sizes), type.shape, match_dynamic=True)
    if unused is None:
        return False
    sizes = list(part.sizes)
    found = 0
    for number in range(len(sizes)):
        if number not in unused and type.shape[found] != DYNAMIC:
            sizes[number] = type.shape[found]
            found += 1
    part = part._replace(sizes=sizes)
    if whole.element_type is not type.element_type or unused_dimensions(shape_from(sizes), type.shape) is None:
        return False
    if not part.fits(whole.shape):
        return False
    rewriter.report(simplified, op)
    new = new_slice(op, INSERT_SLICE, [source, dest], part, whole, rewriter)
    if whole is not op.result.type:
        new = rewriter.create_before(op, CAST, new.results, [op.result.type], location=op.location)
    rewriter.renames(new.result, op.result)
    rewriter.replace(op, new.results)
    return True


@pattern(INSERT_SLICE, "(anonymous namespace)::InsertSliceOpSourceCastInserter<mlir::tensor::InsertSliceOp>")
def insertion_of_known_size(op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts what is inserted to the sizes of the slice."""
    source, dest, *_ = op.operands
    type, part = ranked(source), Slice.of(op)
    if len(type.shape) != len(ranked(dest).shape):
        return False
    numbers = [number_of(size) for size in part.sizes]
    if any(number is not None and number < 0 for number in numbers):
        return False
    shape = tuple([size if number is None else number for size, number in zip(type.shape, numbers, strict=True)])
    new_type = RankedTensorType(shape, type.element_type, type.encoding)
    if new_type is type or not is_at_least_as_static(type, new_type) or not _may_be(type, new_type):
        return False
    rewriter.report(simplified, op)
    cast = rewriter.create_before(op, CAST, [source], [new_type], location=op.location)
    _replace(op, cast.result, dest, part, rewriter)
    return True


def _may_be(first: RankedTensorType, second: RankedTensorType) -> bool:
    pairs = zip(first.shape, second.shape, strict=True)
    return all(one == other or DYNAMIC in (one, other) for one, other in pairs)


PATTERNS = (constant_slice, slice_of_cast, constant_insertion, insertion_of_casts, insertion_of_known_size)
