"""Shapes and attributes of operations with padded operands: what they become, and whether they fit as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import cast

from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops.shapes import PAD
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.dialects.stablehlo.verification.linear_algebra import convolution_shape
from sdyopt.dialects.stablehlo.verification.reading import integer, integers, shapes_fit
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import (
    DYNAMIC,
    DenseElementsAttr,
    RankedTensorType,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import bytes_of, text_of_bytes
from sdyopt.mlir.verify.verification import probe
from sdyopt.passes.padding.masks import (
    PaddedTypes,
)
from sdyopt.sharding.padding import Shape, grown_dimensions, larger_type

# Pads and convolutions whose attributes do not fit padded operands: what has to change, as numbers and types.


def fits(op: Operation, operands: Sequence[Value], types: PaddedTypes) -> bool:
    """Returns whether a pad or convolution with padded operands is valid as it is, so that it is left so."""
    padded = types.wanted(op.result)
    try:
        if op.signature.definition is not PAD:
            return shapes_fit(convolution_shape(with_operands(op, operands)), shape_of(padded))
        (inferred,) = inferred_types(op, operands) or (padded,)
    except CompilationError:
        return False
    sharding = sharding_of(op.result)
    is_divisible = sharding is None or types.of(inferred, sharding) is inferred
    return is_divisible and larger_type(inferred, padded) is inferred


def with_operands(op: Operation, operands: Sequence[Value]) -> Operation:
    """Returns `op` with operands of other types, in no block."""
    signature = op.signature.with_operand_types(tuple([operand.type for operand in operands]))
    return probe(signature, operands, (), op.location)


def shape_of(type: Type) -> Shape:
    """Returns the shape of a ranked tensor."""
    return cast(RankedTensorType, type).shape


Sharded = tuple[int, tuple[object, ...], int]
"""A dimension: its size, the axes that shard it, and its number."""


def kept_dimensions(old: Sequence[Sharded], new: Sequence[Sharded]) -> list[tuple[int, int]]:
    """Returns the dimensions that a reshape leaves as they are: their numbers before and after it.

    A dimension of size 1 stands for another one with the same axes, and does not count without axes.
    """
    before, after = [[each for each in sizes if each[0] != 1 or each[1]] for sizes in (old, new)]
    found: list[tuple[int, int]] = []
    while before and after:
        (size, axes, source), (other, others, target) = before.pop(0), after.pop(0)
        if axes == others and (size == other or 1 in (size, other)):
            found.append((source, target))
            continue
        while size != other and 0 not in (size, other) and (before if size < other else after):
            if size < other:
                size *= before.pop(0)[0]
            else:
                other *= after.pop(0)[0]
    return found


class PadEdges(NamedTuple):
    """How much a pad of a padded operand adds at the high ends, and where the operand's own padding matters.

    With `cuts` the pad adds less than before somewhere. With `is_seen` elements of the operand's padding are in the
    place of elements of the result that are not padding.
    """

    high: Shape
    cuts: bool
    is_seen: bool


def pad_edges(op: Operation, operand: Type, result: Type) -> PadEdges:
    """Returns the edges of a pad whose operand and result have these padded types."""
    before, after = shape_of(op.operands[0].type), shape_of(op.result.type)
    old = integers(op, "edge_padding_high")
    high: list[int] = []
    is_seen = False
    for number, (low, interior, size, length) in enumerate(
        zip(
            integers(op, "edge_padding_low"),
            integers(op, "interior_padding"),
            shape_of(operand),
            shape_of(result),
            strict=True,
        )
    ):
        if DYNAMIC in (size, length):
            high.append(old[number])
            continue
        high.append(length - size - low - max(0, size - 1) * interior)
        places = [low + place * (interior + 1) for place in range(before[number], size)]
        is_seen = is_seen or any(0 <= place < after[number] for place in places)
    return PadEdges(tuple(high), any(new < given for new, given in zip(high, old, strict=True)), is_seen)


def masked_dimensions(op: Operation) -> tuple[Shape, Shape]:
    """Returns the dimensions of the operands of a convolution along which padding adds to the result."""
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    return (
        (numbers.input_feature_dimension, *numbers.input_spatial_dimensions),
        (numbers.kernel_input_feature_dimension, *numbers.kernel_spatial_dimensions),
    )


def convolved(op: Operation, operands: Sequence[Value], padded: Type) -> RankedTensorType | None:
    """Returns the type of a convolution of padded operands, the result of which is to have the type `padded`.

    Returns None if there is none, or if it would be too small, or if groups or reversed windows are padded, so that its
    elements would be other ones.
    """
    if _is_mixed(op, operands):
        return None
    try:
        shape = convolution_shape(with_operands(op, operands))
    except CompilationError:
        return None
    wanted = shape_of(padded)
    is_large = all(shape[dimension] >= wanted[dimension] for dimension in spatial_dimensions(op))
    return RankedTensorType(shape, cast(RankedTensorType, padded).element_type) if is_large else None


def spatial_dimensions(op: Operation) -> Shape:
    """Returns the spatial dimensions of a convolution's result."""
    return cast(ConvDimensionNumbers, op.properties["dimension_numbers"]).output_spatial_dimensions


def is_zero_in(op: Operation, dimension: int, is_lhs_zero: bool, is_rhs_zero: bool) -> bool:
    """Returns whether a convolution's padding in that dimension is zero, if that of operands is or is not.

    Windows that go beyond the size of a spatial dimension may have begun before it.
    """
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    if dimension == numbers.output_batch_dimension:
        return is_lhs_zero
    return dimension == numbers.output_feature_dimension and is_rhs_zero


def _is_mixed(op: Operation, operands: Sequence[Value]) -> bool:
    """Returns whether padding is in the middle of what a convolution computes: in groups, or in reversed windows."""
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    lhs, rhs = [set(grown_dimensions(old.type, new.type)) for old, new in zip(op.operands, operands, strict=True)]
    features = {numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension}
    if integer(op, "feature_group_count", 1) > 1 and (rhs & features or numbers.input_feature_dimension in lhs):
        return True
    batches = numbers.input_batch_dimension in lhs or numbers.kernel_output_feature_dimension in rhs
    if integer(op, "batch_group_count", 1) > 1 and batches:
        return True
    reversal = integers(op, "window_reversal")
    return any(
        is_reversed and dimension in rhs
        for is_reversed, dimension in zip(reversal, numbers.kernel_spatial_dimensions, strict=False)
    )


def extended(value: DenseElementsAttr, shape: Shape) -> str:
    """Returns the text of a constant of a larger shape, whose further elements are zeros."""
    if not value.text.startswith(("[", '"')):
        return value.text
    element = element_format(cast(RankedTensorType, value.type).element_type)
    before, data = shape_of(value.type), bytes_of(value.text, shape_of(value.type), element)
    assert isinstance(data, bytes), "elements that are strings have no padding"
    size = len(data) // prod(before)
    elements = iter([data[at : at + size] for at in range(0, len(data), size)])
    places = product(*map(range, shape))
    inside = [all(index < limit for index, limit in zip(place, before, strict=True)) for place in places]
    return text_of_bytes(b"".join([next(elements) if each else bytes(size) for each in inside]), shape, element)
