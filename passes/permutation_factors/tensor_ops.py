"""Operations of StableHLO on parts of tensors, as they are inserted. Their signatures are made once."""

from __future__ import annotations

import struct

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.ops.shapes import (
    BROADCAST_IN_DIM,
    CONCATENATE,
    CONSTANT,
    DYNAMIC_SLICE,
    PAD,
    RESHAPE,
    REVERSE,
    SLICE,
)
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.passes.local_program.signatures import table
from sdyopt.passes.permutation_factors.exchange.frames import Shape
from sdyopt.passes.permutation_factors.exchange.reversals import Shift


@remembered
def zero(type: RankedTensorType) -> Signature:
    """Returns a constant: the zero of the elements of `type`. It has no sharding."""
    scalar = RankedTensorType((), type.element_type)
    value = splat(zero_text(type.element_type), scalar)
    return Signature.of(CONSTANT, (), (scalar,), NO_ATTRIBUTES.with_entry("value", value))


@remembered
def pad_high(type: RankedTensorType, shape: Shape, sharding: Sharding) -> Signature:
    """Returns a pad of tensors of `type` to `shape`, at the ends of dimensions."""
    zeros = array((0,) * len(shape))
    high = array(tuple([after - before for after, before in zip(shape, type.shape, strict=True)]))
    properties: dict[str, Attribute] = {
        "edge_padding_high": high,
        "edge_padding_low": zeros,
        "interior_padding": zeros,
    }
    operands = type, RankedTensorType((), type.element_type)
    return _sharded(PAD, operands, resized(type, shape), properties, sharding)


@remembered
def slice_from(type: RankedTensorType, starts: Shape, result: RankedTensorType, sharding: Sharding) -> Signature:
    """Returns a slice of tensors of `type`, from `starts` on the number of elements that `result` has."""
    limits = [UNKNOWN if size == DYNAMIC else start + size for start, size in zip(starts, result.shape, strict=True)]
    properties: dict[str, Attribute] = {
        "limit_indices": array(tuple(limits)),
        "start_indices": array(starts),
        "strides": array((1,) * len(starts)),
    }
    return _sharded(SLICE, (type,), result, properties, sharding)


@remembered
def permute(type: RankedTensorType, shift: Shift, sharding: Sharding) -> Signature:
    """Returns the collective permute that sends tensors of `type` as far as a shift moves them."""
    numbers = [number for pair in shift.pairs() for number in pair]
    bits = struct.pack(f"<{len(numbers)}q", *numbers)
    pairs = dense_elements(f'"0x{bits.hex().upper()}"', RankedTensorType((len(numbers) // 2, 2), I64))
    return _sharded(COLLECTIVE_PERMUTE, (type,), type, {"source_target_pairs": pairs}, sharding)


@remembered
def concatenate(
    first: RankedTensorType, second: RankedTensorType, dimension: int, result: RankedTensorType, sharding: Sharding
) -> Signature:
    """Returns a concatenation of two tensors."""
    properties: dict[str, Attribute] = {"dimension": IntegerAttr(dimension, I64)}
    return _sharded(CONCATENATE, (first, second), result, properties, sharding)


@remembered
def permute_pairs(
    type: RankedTensorType, pairs: tuple[tuple[int, int], ...], channel: ChannelHandle, sharding: Sharding | None
) -> Signature:
    """Returns the collective permute of tensors of `type` from and to these devices."""
    properties: dict[str, Attribute] = {"channel_handle": channel, "source_target_pairs": table(pairs)}
    return _sharded(COLLECTIVE_PERMUTE, (type,), type, properties, sharding)


@remembered
def join(types: tuple[RankedTensorType, ...], dimension: int, sharding: Sharding) -> Signature:
    """Returns a concatenation of tensors, of which there may be one."""
    size = sum([type.shape[dimension] for type in types])
    properties: dict[str, Attribute] = {"dimension": IntegerAttr(dimension, I64)}
    return _sharded(CONCATENATE, types, with_size(types[0], dimension, size), properties, sharding)


@remembered
def pad_along(type: RankedTensorType, dimension: int, around: int, interior: int, sharding: Sharding) -> Signature:
    """Returns a pad along one dimension, by the same number on both sides."""
    sides, between = [0] * len(type.shape), [0] * len(type.shape)
    sides[dimension], between[dimension] = around, interior
    return pad(type, tuple(sides), tuple(sides), tuple(between), sharding)


@remembered
def pad(type: RankedTensorType, low: Shape, high: Shape, interior: Shape, sharding: Sharding) -> Signature:
    """Returns a pad of tensors of `type`, whose dimensions are known."""
    shape = tuple(
        [
            before + size + max(size - 1, 0) * between + after
            for size, before, after, between in zip(type.shape, low, high, interior, strict=True)
        ]
    )
    properties: dict[str, Attribute] = {
        "edge_padding_high": array(high),
        "edge_padding_low": array(low),
        "interior_padding": array(interior),
    }
    operands = type, RankedTensorType((), type.element_type)
    return _sharded(PAD, operands, resized(type, shape), properties, sharding)


@remembered
def dynamic_slice(type: RankedTensorType, result: RankedTensorType, sharding: Sharding) -> Signature:
    """Returns a slice of tensors of `type` that starts at scalars of type i64."""
    scalars = [RankedTensorType((), I64)] * len(type.shape)
    properties: dict[str, Attribute] = {"slice_sizes": array(result.shape)}
    return _sharded(DYNAMIC_SLICE, (type, *scalars), result, properties, sharding)


@remembered
def reshape(type: RankedTensorType, shape: Shape, sharding: Sharding) -> Signature:
    """Returns a reshape of tensors of `type`."""
    return _sharded(RESHAPE, (type,), resized(type, shape), {}, sharding)


@remembered
def broadcast(type: RankedTensorType, sharding: Sharding) -> Signature:
    """Returns a broadcast of a scalar to tensors of `type`."""
    scalar = RankedTensorType((), type.element_type)
    return _sharded(BROADCAST_IN_DIM, (scalar,), type, {"broadcast_dimensions": array(())}, sharding)


@remembered
def reverse(type: RankedTensorType, dimensions: Shape, sharding: Sharding) -> Signature:
    """Returns a reversal of dimensions of tensors of `type`."""
    return _sharded(REVERSE, (type,), type, {"dimensions": array(dimensions)}, sharding)


def _sharded(
    definition: OpDefinition,
    operands: tuple[Type, ...],
    result: RankedTensorType,
    properties: dict[str, Attribute],
    sharding: Sharding | None,
) -> Signature:
    attributes = NO_ATTRIBUTES
    if sharding is not None:
        attributes = attributes.with_entry(SHARDING, ShardingPerValue((sharding,)))
    return Signature.of(definition, operands, (result,), DictionaryAttr.of(properties), attributes)


@remembered
def array(values: tuple[int, ...]) -> DenseArrayAttr:
    """Returns an array of 64-bit integers."""
    return DenseArrayAttr(I64, values)


@remembered
def resized(type: RankedTensorType, shape: Shape) -> RankedTensorType:
    """Returns the type of a tensor of another shape, without an encoding."""
    return RankedTensorType(shape, type.element_type)


def with_size(type: RankedTensorType, dimension: int, size: int) -> RankedTensorType:
    """Returns the type of a tensor with another size of a dimension, without an encoding."""
    return resized(type, (*type.shape[:dimension], size, *type.shape[dimension + 1 :]))
