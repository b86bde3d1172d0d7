"""Canonicalization of `tensor.pad`: constants become numbers, casts are skipped, and several become one."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.tensor.canonicalize.casts import taken_regions
from sdyopt.dialects.tensor.canonicalize.slices import new_slice
from sdyopt.dialects.tensor.fold.types import (
    Size,
    Slice,
    dynamic_operands,
    is_at_least_as_static,
    made_by,
    mixed,
    number_of,
    ranked,
    shape_from,
    source_of_cast,
    static_numbers,
)
from sdyopt.dialects.tensor.ops import CAST, EXTRACT_SLICE, PAD
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_operand, replace_with_new, simplified


def low_of(op: Operation) -> list[Size]:
    """Returns how much is put before each dimension."""
    return mixed(op, "static_low", "low")


def high_of(op: Operation) -> list[Size]:
    """Returns how much is put after each dimension."""
    return mixed(op, "static_high", "high")


def _is_zero(sizes: Sequence[Size]) -> bool:
    return all(number_of(size) == 0 for size in sizes)


def _is_kept(op: Operation) -> bool:
    return "nofold" in op.properties


def _new_pad(
    op: Operation,
    source: Value,
    low: Sequence[Size],
    high: Sequence[Size],
    type: RankedTensorType,
    rewriter: PatternRewriter,
) -> Operation:
    """Returns a new padding before `op`, which it takes the region and the discardable attributes of."""
    dynamic = dynamic_operands(low), dynamic_operands(high)
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": DenseArrayAttr(I32, (1, len(dynamic[0]), len(dynamic[1]))),
        "static_high": static_numbers(high),
        "static_low": static_numbers(low),
    }
    kept = op.properties.get("nofold")
    if kept is not None:
        properties["nofold"] = kept
    operands = [source, *dynamic[0], *dynamic[1]]
    regions = taken_regions(op)
    return rewriter.create_before(op, PAD, operands, [type], properties, op.attributes, regions, location=op.location)


@pattern(PAD, "(anonymous namespace)::FoldStaticZeroPadding")
def no_padding(op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts what nothing is put around."""
    if _is_kept(op) or not _is_zero(low_of(op)) or not _is_zero(high_of(op)):
        return False
    replace_with_new(op, rewriter, CAST, op.operands[:1])
    return True


@pattern(PAD, "(anonymous namespace)::FoldSourceTensorCast")
def padding_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Pads what is cast, of which more is known."""
    source = source_of_cast(op.operands[0])
    if source is None:
        return False
    known = ranked(op.result)
    low, high = low_of(op), high_of(op)
    sizes = [_padded(*around) for around in zip(ranked(source).shape, low, high, strict=True)]
    shape = [wanted if size is None else size for size, wanted in zip(sizes, known.shape, strict=True)]
    type = RankedTensorType(tuple(shape), ranked(source).element_type)
    if type is known:
        replace_operand(op, source, rewriter)
        return True
    new = _new_pad(op, source, low, high, type, rewriter)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


@pattern(PAD, "(anonymous namespace)::FoldTargetTensorCast")
def padding_that_is_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Pads to the type that the result alone is cast to, if more is known of that."""
    cast = op.result.only_user if op.result.has_one_use else None
    if cast is None or cast.definition is not CAST or not is_at_least_as_static(op.result.type, cast.result.type):
        return False
    rewriter.report(simplified, op)
    new = _new_pad(op, op.operands[0], low_of(op), high_of(op), ranked(cast.result), rewriter)
    rewriter.renames(new.result, cast.result)
    rewriter.replace(cast, new.results)
    rewriter.erase(op)
    return True


@pattern(PAD, "(anonymous namespace)::FoldStaticPadding")
def padding_by_constants(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes constants part of the operation, if the type has another size by that."""
    low, high = [[_constant(size) for size in sizes] for sizes in (low_of(op), high_of(op))]
    known = ranked(op.result)
    sizes = [_padded(*around) for around in zip(ranked(op.operands[0]).shape, low, high, strict=True)]
    shape = [
        wanted if size is None or wanted != DYNAMIC else size for size, wanted in zip(sizes, known.shape, strict=True)
    ]
    if tuple(shape) == known.shape:
        return False
    type = RankedTensorType(tuple(shape), known.element_type)
    new = _new_pad(op, op.operands[0], low, high, type, rewriter)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


def _padded(size: int, before: Size, behind: Size) -> int | None:
    """Returns the size of a padded dimension; None if it is not known."""
    if size == DYNAMIC or not isinstance(before, int) or not isinstance(behind, int):
        return None
    return before + size + behind


def _constant(size: Size) -> Size:
    number = number_of(size)
    return size if number is None else number


def padding_value(op: Operation) -> Value | None:
    """Returns what is put everywhere: a constant, or a value from outside; None if it depends on the place."""
    block = op.regions[0].block
    end = block.last
    assert end is not None
    value = end.operands[0]
    return value if constant_value(value) is not None or value.block is not block else None


@pattern(PAD, "(anonymous namespace)::FoldOrthogonalPaddings")
def paddings_of_other_dimensions(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes one slice and pads once, where two pairs of these are about different dimensions."""
    slice = made_by(op.operands[0], EXTRACT_SLICE)
    before = None if slice is None else made_by(slice.operands[0], PAD)
    first = None if before is None or _is_kept(before) else made_by(before.operands[0], EXTRACT_SLICE)
    if slice is None or before is None or first is None:
        return False
    rank = len(ranked(op.operands[0]).shape)
    if len(ranked(first.operands[0]).shape) != rank:
        return False
    part, first_part = Slice.of(slice), Slice.of(first)
    if not all(number_of(stride) == 1 for stride in (*part.strides, *first_part.strides)):
        return False
    if not _is_zero(low_of(op)) or not _is_zero(low_of(before)) or not _have_same_value(op, before):
        return False
    padded, padded_before = [
        {number for number in range(rank) if number_of(low[number]) != 0 or number_of(high[number]) != 0}
        for low, high in ((low_of(op), high_of(op)), (low_of(before), high_of(before)))
    ]
    if padded & padded_before:
        return False
    combined = _combined(part, first_part, padded, padded_before, ranked(slice.operands[0]).shape)
    if combined is None:
        return False
    high = [
        high_of(op)[number] if number in padded else high_of(before)[number] if number in padded_before else 0
        for number in range(rank)
    ]
    source = ranked(first.operands[0])
    type = RankedTensorType(shape_from(combined.sizes), source.element_type, source.encoding)
    rewriter.report(simplified, op)
    new = new_slice(op, EXTRACT_SLICE, first.operands[:1], combined, type, rewriter)
    pad = _new_pad(op, new.result, low_of(op), high, ranked(op.result), rewriter)
    rewriter.replace(op, pad.results)
    return True


def _have_same_value(op: Operation, before: Operation) -> bool:
    values = [padding_value(pad) for pad in (op, before)]
    constants = [None if value is None else constant_value(value) for value in values]
    return constants[0] is not None and constants[0] is constants[1]


def _combined(
    part: Slice, first: Slice, padded: set[int], padded_before: set[int], shape: Sequence[int]
) -> Slice | None:
    """Returns the slice that two slices are, around which dimensions are padded."""
    offsets: list[Size] = []
    sizes = list(part.sizes)
    for number, (offset, earlier) in enumerate(zip(part.offsets, first.offsets, strict=True)):
        if number not in padded and number_of(offset) == 0:
            offsets.append(earlier)
        elif number not in padded_before and number_of(earlier) == 0:
            offsets.append(offset)
        else:
            return None
        if number in padded_before:
            if number_of(sizes[number]) != shape[number]:
                return None
            sizes[number] = first.sizes[number]
    return Slice(offsets, sizes, part.strides)


@pattern(PAD, "(anonymous namespace)::FoldConsecutiveConstantPadding")
def padding_of_padding(op: Operation, rewriter: PatternRewriter) -> bool:
    """Pads once, where both put the same value everywhere; not if sums of sizes had to be computed."""
    before = made_by(op.operands[0], PAD)
    if before is None or _is_kept(op) or _is_kept(before):
        return False
    value = padding_value(op)
    if value is None or value is not padding_value(before):
        return False
    high = [_sum(*pair) for pair in zip(high_of(op), high_of(before), strict=True)]
    low = [_sum(*pair) for pair in zip(low_of(op), low_of(before), strict=True)]
    known_low = [size for size in low if size is not None]
    known_high = [size for size in high if size is not None]
    if len(known_low) < len(low) or len(known_high) < len(high):
        return False
    rewriter.report(simplified, op)
    new = _new_pad(op, before.operands[0], known_low, known_high, ranked(op.result), rewriter)
    rewriter.renames(new.result, op.result)
    rewriter.replace(op, new.results)
    return True


def _sum(first: Size, second: Size) -> Size | None:
    """Returns the sum of two sizes; None if it must be computed."""
    numbers = number_of(first), number_of(second)
    if numbers[0] is not None and numbers[1] is not None:
        return numbers[0] + numbers[1]
    if numbers[0] == 0:
        return second
    return first if numbers[1] == 0 else None


PATTERNS = (
    no_padding,
    padding_of_cast,
    padding_that_is_cast,
    paddings_of_other_dimensions,
    padding_by_constants,
    padding_of_padding,
)
