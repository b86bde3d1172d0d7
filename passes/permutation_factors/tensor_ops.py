"""Operations of StableHLO on parts of tensors, as they are inserted. Their signatures are made once."""

from __future__ import annotations

import struct

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.stablehlo.ops import CONCATENATE, CONSTANT, PAD, SLICE
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
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
from sdyopt.passes.permutation_factors.exchange.reversals import Shape, Shift


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


def _sharded(
    definition: OpDefinition,
    operands: tuple[Type, ...],
    result: RankedTensorType,
    properties: dict[str, Attribute],
    sharding: Sharding,
) -> Signature:
    attributes = NO_ATTRIBUTES.with_entry(SHARDING, ShardingPerValue((sharding,)))
    return Signature.of(definition, operands, (result,), DictionaryAttr.of(properties), attributes)


@remembered
def array(values: tuple[int, ...]) -> DenseArrayAttr:
    """Returns an array of 64-bit integers."""
    return DenseArrayAttr(I64, values)


def tensor_type(value: Value) -> RankedTensorType:
    """Returns the type of a value that is a tensor."""
    type = value.type
    assert isinstance(type, RankedTensorType)
    return type


@remembered
def resized(type: RankedTensorType, shape: Shape) -> RankedTensorType:
    """Returns the type of a tensor of another shape, without an encoding."""
    return RankedTensorType(shape, type.element_type)


def with_size(type: RankedTensorType, dimension: int, size: int) -> RankedTensorType:
    """Returns the type of a tensor with another size of a dimension, without an encoding."""
    return resized(type, (*type.shape[:dimension], size, *type.shape[dimension + 1 :]))
