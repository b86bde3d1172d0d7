"""Exchanges between devices, as operations: manual computations, and what each device computes in them."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, DIVIDE, MAXIMUM, MULTIPLY, REMAINDER
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.conversion import last_channel
from sdyopt.passes.local_program.devices.devices import shard_indices
from sdyopt.passes.local_program.emission import DeviceCounts, Emitter, tensor_type
from sdyopt.passes.permutation_factors import tensor_ops
from sdyopt.passes.permutation_factors.exchange.device_order import digits_of, shifted
from sdyopt.passes.permutation_factors.exchange.frames import ExchangeFrame, Halo, Shape
from sdyopt.passes.permutation_factors.tensor_ops import resized, with_size
from sdyopt.rewriting.rewriter import Rewriter


class Communication:
    """What the exchanges in a module share: the channels of new collectives, and how devices are numbered."""

    def __init__(self, module: Operation, counts: DeviceCounts) -> None:
        self.counts = counts
        self._module = module
        self._last: int | None = None

    def next_channel(self) -> ChannelHandle:
        """Returns a channel that no collective has yet, between devices."""
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
        return self._outside.emit(tensor_ops.zero(tensor_type(self._op.operands[0])))

    def padded(self, value: Value, shape: Shape, sharding: Sharding, padding: Value | None = None) -> Value:
        """Pads a value at the ends of dimensions to a shape, by default with zeros; one of that shape stays."""
        type = tensor_type(value)
        if type.shape == shape:
            return value
        padding = self.zero() if padding is None else padding
        return self._outside.emit(tensor_ops.pad_high(type, shape, sharding), [value, padding])

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
            cut = tensor_ops.slice_from(tensor_type(value), (0,) * len(type.shape), type, sharding)
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
        """Gets the blocks of other devices, and takes the part of the device out of all together."""
        left, right, _ = halo.hops
        before = [self.permuted(self.value, halo.axes, hops) for hops in range(left, 0, -1)]
        after = [self.permuted(self.value, halo.axes, -hops) for hops in range(1, right + 1)]
        number, sharding = halo.dimension, self.frame.local_sharding
        value = self.concatenated([*before, self.value, *after], number)
        around = halo.footprint * halo.dilation
        pad = tensor_ops.pad_along(tensor_type(value), number, around, halo.dilation - 1, sharding)
        value = self.emitter.emit(pad, [value, self.padding])
        start = self._start(halo)
        zero = self.emitter.scalar(0)
        if halo.starts is None:
            start = self.emitter.binary(MAXIMUM, start, zero)
        type = with_size(tensor_type(value), number, halo.footprint)
        starts = [start if index == number else zero for index in range(len(type.shape))]
        taken = tensor_ops.dynamic_slice(tensor_type(value), type, sharding)
        self.value = self.emitter.emit(taken, [value, *starts])

    def permuted(self, value: Value, axes: tuple[AxisRef, ...], hops: int, sharding: Sharding | None = None) -> Value:
        """Sends a value to the device so many places further along axes."""
        pairs = shifted(self._mesh, axes, hops)
        signature = tensor_ops.permute_pairs(tensor_type(value), pairs, self._communication.next_channel(), sharding)
        return self.emitter.emit(signature, [value])

    def concatenated(self, values: Sequence[Value], dimension: int) -> Value:
        """Joins values along a dimension."""
        types = tuple([tensor_type(value) for value in values])
        return self.emitter.emit(tensor_ops.join(types, dimension, self.frame.local_sharding), values)

    def shifted(self, axes: tuple[AxisRef, ...], hops: int) -> Value:
        """Returns the value of the device so many places before along axes; zeros if there is none for any device."""
        type, sharding = tensor_type(self.value), self.frame.local_sharding
        if hops < sharded_size(axes, self._mesh):
            return self.permuted(self.value, axes, hops, sharding)
        padding = self.emitter.emit(tensor_ops.zero(type))
        return self.emitter.emit(tensor_ops.broadcast(type, sharding), [padding])

    def _start(self, halo: Halo) -> Value:
        """Computes where the part of the device starts in the padded blocks."""
        device = self._communication.counts.number(self._op)
        number = shard_number(Emitter(self._op, self._rewriter, device, self._end), halo.axes, self._mesh)
        if halo.starts is not None:
            entry = self.emitter.entry_at(number, signatures.numbers(halo.starts))
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
        entry = emitter.entry_at(device, signatures.numbers(shard_indices(axes, mesh, from_major=True)))
        return emitter.reshape(entry, ())
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
