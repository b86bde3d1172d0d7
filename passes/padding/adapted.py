"""Pads and convolutions whose attributes do not fit padded operands: what has to change, as numbers and types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops import PAD
from sdyopt.dialects.stablehlo.verification.compatibility import shapes_fit
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.dialects.stablehlo.verification.linear_algebra import convolution_shape
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.verify.inferred_types import probe
from sdyopt.passes.padding.types import PaddedTypes
from sdyopt.sharding.padding import Shape, grown_dimensions, larger_type


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
    for number, (low, interior, size, padded) in enumerate(
        zip(
            integers(op, "edge_padding_low"),
            integers(op, "interior_padding"),
            shape_of(operand),
            shape_of(result),
            strict=True,
        )
    ):
        if DYNAMIC in (size, padded):
            high.append(old[number])
            continue
        high.append(padded - size - low - max(0, size - 1) * interior)
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
