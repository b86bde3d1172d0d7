"""Exchanges between devices, as operations: manual computations, and what each device computes in them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, DIVIDE, MAXIMUM, MULTIPLY, REMAINDER, SELECT
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
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import (
    DYNAMIC,
    I1,
    I64,
    NO_ATTRIBUTES,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.mlir.releases import since
from sdyopt.passes.permutation_factors.exchange import ExchangeFrame, Halo, Shape, digits_of, shifted
from sdyopt.passes.permutation_factors.exchange_plans import Shift
from sdyopt.rewriting.local_emission import DeviceCounts, Emitter, last_channel, shard_indices, tensor_type
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import table

# Operations of StableHLO on parts of tensors, as they are inserted. Their signatures are made once.


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
    return strided(type, ExchangeSteps(starts, tuple(limits), (1,) * len(starts)), result, sharding)


class ExchangeSteps(NamedTuple):
    """Where a slice begins and ends in each dimension, and its strides."""

    starts: Shape
    limits: Shape
    strides: Shape


@remembered
def strided(type: RankedTensorType, steps: ExchangeSteps, result: RankedTensorType, sharding: Sharding) -> Signature:
    """Returns a slice of tensors of `type`."""
    properties: dict[str, Attribute] = {
        "limit_indices": array(steps.limits),
        "start_indices": array(steps.starts),
        "strides": array(steps.strides),
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
    type: RankedTensorType, pairs: tuple[tuple[int, int], ...], channel: ChannelHandle | None, sharding: Sharding | None
) -> Signature:
    """Returns the collective permute of tensors of `type` from and to these devices."""
    properties: dict[str, Attribute] = {"source_target_pairs": table(pairs)}
    if channel is not None:
        properties["channel_handle"] = channel
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
def dynamic_slice(type: RankedTensorType, result: RankedTensorType, start: Type, sharding: Sharding) -> Signature:
    """Returns a slice of tensors of `type` that starts at scalars of the type `start`."""
    scalars = [start] * len(type.shape)
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


class Communication:
    """What the exchanges in a module share: the channels of new collectives, and how devices are numbered."""

    def __init__(self, module: Operation, counts: DeviceCounts) -> None:
        self.counts = counts
        self._module = module
        self._last: int | None = None

    def next_channel(self) -> ChannelHandle | None:
        """Returns a channel that no collective has yet, between devices; replicas have none since 0.11.2."""
        if self.counts.replicas > 1 and since("0.11.2"):
            return None
        self._last = (last_channel(self._module) if self._last is None else self._last) + 1
        return ChannelHandle(self._last, 1)


class Exchange:
    """What takes the place of an operation whose tensors are sharded on `mesh`."""

    def __init__(self, op: Operation, mesh: Mesh, communication: Communication, rewriter: Rewriter) -> None:
        self._op = op
        self._mesh = mesh
        self._communication = communication
        self._rewriter = rewriter
        self._outside = Emitter(op, rewriter)

    def emit(self, signature: Signature, operands: Sequence[Value]) -> Value:
        """Creates an operation with one result, and returns that."""
        return self._outside.emit(signature, operands)

    def zero(self) -> Value:
        """Creates the zero of the elements of the operand."""
        return self._outside.emit(zero(tensor_type(self._op.operands[0])))

    def padded(self, value: Value, shape: Shape, sharding: Sharding, padding: Value | None = None) -> Value:
        """Pads a value at the ends of dimensions to a shape, by default with zeros; one of that shape stays."""
        type = tensor_type(value)
        if type.shape == shape:
            return value
        padding = self.zero() if padding is None else padding
        return self._outside.emit(pad_high(type, shape, sharding), [value, padding])

    def computation(self, frame: ExchangeFrame, operands: Sequence[Value]) -> ManualBody:
        """Creates a manual computation of padded operands, the first of which is sharded; others are scalars."""
        type = tensor_type(operands[0])
        signature = computation_signature(
            tuple([operand.type for operand in operands]), resized(type, frame.result_padded), frame
        )
        block = Block()
        block.add_argument(resized(type, frame.local), self._op.location)
        for operand in operands[1:]:
            block.add_argument(operand.type, self._op.location)
        computation = self._outside.create(signature, operands, [Region([block])])
        return ManualBody(computation, frame, self._mesh, self._op, self._communication, self._rewriter)

    def replace(self, value: Value, sharding: Sharding) -> None:
        """Replaces the operation by a value, of which its elements are the first ones in each dimension."""
        type = tensor_type(self._op.results[0])
        if tensor_type(value).shape != type.shape:
            cut = slice_from(tensor_type(value), (0,) * len(type.shape), type, sharding)
            value = self._outside.emit(cut, [value])
        self._rewriter.renames(value, self._op.results[0])
        self._rewriter.replace(self._op, [value])


class ManualBody:
    """The body of a manual computation that takes the place of an operation.

    A device computes its part in it; `value` is what it holds now.
    """

    def __init__(
        self,
        computation: Operation,
        frame: ExchangeFrame,
        mesh: Mesh,
        op: Operation,
        communication: Communication,
        rewriter: Rewriter,
    ) -> None:
        self._computation = computation
        self.frame = frame
        self._mesh = mesh
        self._op = op
        self._communication = communication
        self._rewriter = rewriter
        block = computation.regions[0].block
        self._end = InsertionPoint.end_of(block)
        self.emitter = Emitter(op, rewriter, at=self._end)
        self.value: Value = block.arguments[0]

    @property
    def padding(self) -> Value:
        """The scalar that the computation takes besides the tensor."""
        return self._computation.regions[0].block.arguments[1]

    def exchange(self, halo: Halo) -> None:
        """Gets the blocks of other devices, and takes the part of the device out of all together.

        Since jaxlib 0.12 devices have the padding value in place of blocks that there are none of.
        """
        left, right, _ = halo.hops
        place = self._number(halo) if since("0.12.0.1") else None
        before = [self._neighbour(halo, hops, place) for hops in range(left, 0, -1)]
        after = [self._neighbour(halo, -hops, place) for hops in range(1, right + 1)]
        number, sharding = halo.dimension, self.frame.local_sharding
        value = self.concatenated([*before, self.value, *after], number)
        around = halo.footprint * halo.dilation
        pad = pad_along(tensor_type(value), number, around, halo.dilation - 1, sharding)
        value = self.emitter.emit(pad, [value, self.padding])
        start = self._start(halo, self._number(halo) if place is None else place)
        zero = self.emitter.scalar(0)
        if halo.starts is None:
            start = self.emitter.binary(MAXIMUM, start, zero)
        type = with_size(tensor_type(value), number, halo.footprint)
        starts = [start if index == number else zero for index in range(len(type.shape))]
        taken = dynamic_slice(tensor_type(value), type, zero.type, sharding)
        self.value = self.emitter.emit(taken, [value, *starts])

    def _neighbour(self, halo: Halo, hops: int, number: Value | None) -> Value:
        """Returns the block of the device so many places before; the padding value where there is none.

        Without the number of the device it is zero there.
        """
        value = self.permuted(self.value, halo.axes, hops)
        if number is None:
            return value
        emitter, type = self.emitter, tensor_type(value)
        first = hops if hops > 0 else sharded_size(halo.axes, self._mesh) + hops
        is_there = emitter.compare("GE" if hops > 0 else "LT", number, emitter.scalar(first))
        padding = emitter.broadcast(self.padding, (), type)
        shown = emitter.broadcast(is_there, (), type.replace(element_type=I1))
        selection = signatures.signature(SELECT, (shown.type, type, type), type)
        return emitter.emit(selection, [shown, value, padding])

    def permuted(self, value: Value, axes: tuple[AxisRef, ...], hops: int, sharding: Sharding | None = None) -> Value:
        """Sends a value to the device so many places further along axes."""
        pairs = shifted(self._mesh, axes, hops)
        signature = permute_pairs(tensor_type(value), pairs, self._communication.next_channel(), sharding)
        return self.emitter.emit(signature, [value])

    def concatenated(self, values: Sequence[Value], dimension: int) -> Value:
        """Joins values along a dimension."""
        types = tuple([tensor_type(value) for value in values])
        return self.emitter.emit(join(types, dimension, self.frame.local_sharding), values)

    def shifted(self, axes: tuple[AxisRef, ...], hops: int) -> Value:
        """Returns the value of the device so many places before along axes; zeros if there is none for any device."""
        type, sharding = tensor_type(self.value), self.frame.local_sharding
        if hops < sharded_size(axes, self._mesh):
            return self.permuted(self.value, axes, hops, sharding)
        padding = self.emitter.emit(zero(type))
        return self.emitter.emit(broadcast(type, sharding), [padding])

    def _number(self, halo: Halo) -> Value:
        """Computes the number of the device along the axes of an exchange."""
        device = self._communication.counts.number(self._op)
        return shard_number(Emitter(self._op, self._rewriter, device, self._end), halo.axes, self._mesh)

    def _start(self, halo: Halo, number: Value) -> Value:
        """Computes where the part of the device with this number starts in the padded blocks."""
        if halo.starts is not None:
            entry = self.emitter.entry_at(number, signatures.numbers(halo.starts, signatures.offset_type()))
            return self.emitter.reshape(entry, ())
        left, footprint = halo.hops.left, halo.footprint
        step = self.emitter.scalar(footprint - halo.block * halo.dilation)
        first = self.emitter.scalar(-halo.low + left * halo.block * halo.dilation + footprint * halo.dilation)
        return self.emitter.binary(ADD, self.emitter.binary(MULTIPLY, number, step), first)

    def finish(self) -> Value:
        """Returns what the computation returns, which is what devices hold now."""
        self.emitter.create(Signature.of(RETURN, (self.value.type,)), [self.value])
        return self._computation.results[0]


def shard_number(emitter: Emitter, axes: tuple[AxisRef, ...], mesh: Mesh) -> Value:
    """Computes the number of the device along axes, major to minor."""
    device = emitter.device()
    if not axes:
        return emitter.scalar(0)
    if mesh.device_ids:
        indices = shard_indices(axes, mesh, from_major=True)
        entry = emitter.entry_at(device, signatures.numbers(indices, signatures.offset_type()))
        return emitter.reshape(entry, ())
    if since("0.12.0.1"):
        device = emitter.emit(signatures.convert(tensor_type(device), signatures.offset_type()), [device])
    number: Value | None = None
    for distance, length in digits_of(axes, mesh):
        digit = device
        if distance > 1:
            digit = emitter.binary(DIVIDE, digit, emitter.scalar(distance))
        if length < mesh.device_count:
            digit = emitter.binary(REMAINDER, digit, emitter.scalar(length))
        if number is None:
            number = digit
        else:
            number = emitter.binary(ADD, emitter.binary(MULTIPLY, number, emitter.scalar(length)), digit)
    assert number is not None
    return number


@remembered
def computation_signature(operands: tuple[Type, ...], result: Type, frame: ExchangeFrame) -> Signature:
    """Returns the manual computation of a sharded tensor, and of scalars."""
    scalar = Sharding(frame.sharding.mesh, ())
    properties = {
        "in_shardings": ShardingPerValue((frame.sharding, *[scalar] * (len(operands) - 1))),
        "out_shardings": ShardingPerValue((frame.result_sharding,)),
        "manual_axes": ManualAxes(frame.manual_axes),
    }
    return Signature.of(MANUAL_COMPUTATION, operands, (result,), DictionaryAttr.of(dict(properties)))
