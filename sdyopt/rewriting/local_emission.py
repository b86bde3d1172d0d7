"""New operations, in front of the one that is converted and with its location."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.axes import Axes, digits_of, number_of, sharded_size, size, span, strides_of
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops.control_flow import RETURN
from sdyopt.dialects.stablehlo.ops.elementwise import SELECT
from sdyopt.dialects.stablehlo.ops.shapes import PAD, SLICE
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, DictionaryAttr, RankedTensorType, i64_array
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import Shape, fail
from sdyopt.sharding.replica_groups import HloAxisRef, MeshGroups

# Where a device stands along axes: which of the parts of a dimension it holds.

MAX_DEVICES = 1 << 20
"""The most devices of a mesh for which a local program has constants and groups, which have an entry for each."""


class TooManyDevicesError(Exception):
    """A mesh has more devices than a local program can have constants for."""

    def __init__(self, mesh: Mesh) -> None:
        super().__init__(f"the mesh has {mesh.device_count} devices, and a local program at most {MAX_DEVICES}")


def device_list(mesh: Mesh) -> tuple[int, ...]:
    """Returns the devices of a mesh in its order. Raises TooManyDevicesError if they are too many."""
    if mesh.device_count > MAX_DEVICES:
        raise TooManyDevicesError(mesh)
    return mesh.device_ids or tuple(range(mesh.device_count))


@remembered
def shard_indices(axes: Axes, mesh: Mesh, from_major: bool = False) -> tuple[int, ...]:
    """Returns for each device, by its id, its number among those along `axes`, major to minor.

    A sub-axis of the pre-size 2 and the size 4 has the number index // 4 % 4 in an axis of the size 32, if it counts
    `from_major`. By default it counts from the minor side, as in the reference: index // 2 % 4.
    """
    devices, strides = device_list(mesh), strides_of(mesh)
    digits = digits_of(axes, mesh)
    if not from_major:
        digits = tuple([(strides[axis.name] * span(axis, mesh)[0], size(axis, mesh)) for axis in axes])
    found = [0] * len(devices)
    for place, device in enumerate(devices):
        found[device] = number_of(digits, place)
    return tuple(found)


class DeviceCounts(NamedTuple):
    """How many replicas and partitions a program runs as: devices are one or the other."""

    replicas: int = 1
    partitions: int = 1

    def number(self, op: Operation) -> Signature:
        """Returns what computes the number of a device. Raises CompilationError at `op` if there are both."""
        if self.replicas > 1 and self.partitions > 1:
            message = "Shardy partitioner does not support replica_count > 1 && partition_count > 1 yet."
            fail(op, f"cannot find out its device: {message}")
        return signatures.REPLICA if self.replicas > 1 else signatures.PARTITION


class Emitter:
    """Creates the operations that take the place of one, by default in front of it.

    The operation with the signature `device` returns the number of the device that the program runs on.
    """

    def __init__(
        self,
        op: Operation,
        rewriter: Rewriter,
        device: Signature = signatures.PARTITION,
        at: InsertionPoint | None = None,
    ) -> None:
        self._op = op
        self._rewriter = rewriter
        self._device = device
        self._at = at or InsertionPoint.before_op(op)

    def emit(self, signature: Signature, operands: Sequence[Value] = (), regions: Sequence[Region] = ()) -> OpResult:
        """Creates an operation with one result, and returns that."""
        return self.create(signature, operands, regions).results[0]

    def create(self, signature: Signature, operands: Sequence[Value], regions: Sequence[Region] = ()) -> Operation:
        return self._rewriter.create_with(self._at, signature, operands, self._op.location, regions)

    def apply(
        self,
        definition: OpDefinition,
        operands: Sequence[Value],
        type: Type,
        properties: tuple[tuple[str, Attribute], ...] = (),
        regions: Sequence[Region] = (),
        sharding: Sharding | None = None,
    ) -> OpResult:
        """Creates an operation with one result, of that type and with that sharding; properties are sorted by name."""
        types = tuple([operand.type for operand in operands])
        return self.emit(
            _with_sharding(signatures.signature(definition, types, type, properties), sharding), operands, regions
        )

    def select(self, condition: Value, first: Value, second: Value) -> Value:
        """Selects one of two values of one type."""
        return self.apply(SELECT, [condition, first, second], first.type)

    def constant(self, value: Attribute, type: Type) -> Value:
        """Creates a constant."""
        return self.emit(signatures.constant(value, type))

    def splat(self, text: str, type: RankedTensorType) -> Value:
        """Creates a constant all of whose elements are the number written as `text`.

        Raises CompilationError if there is no such constant.
        """
        try:
            signature = signatures.splat(text, type)
        except LiteralError:
            fail(self._op, f"type {text_of(type)} cannot represent the constant {text}, which the local form needs")
        return self.emit(signature)

    def zeros(self, type: RankedTensorType) -> Value:
        """Creates a constant of zeros. Raises CompilationError if there is none of that type."""
        return self.splat(zero_text(type.element_type), type)

    def scalar(self, number: int, element_type: Type | None = None) -> Value:
        """Creates a scalar constant of an integer type, that of offsets if none is given.

        Raises CompilationError if the number does not fit.
        """
        return self.splat(str(number), RankedTensorType((), element_type or signatures.offset_type()))

    def vector(self, numbers: Shape, element_type: Type) -> Value:
        """Creates a constant with one dimension. Raises CompilationError if a number does not fit."""
        try:
            signature = signatures.numbers(numbers, element_type)
        except LiteralError:
            text = text_of(element_type)
            fail(self._op, f"type {text} cannot represent the constants {list(numbers)}, which the local form needs")
        return self.emit(signature)

    # Shapes.

    def reshape(self, value: Value, shape: Shape) -> Value:
        return self.emit(signatures.reshape(tensor_type(value), shape), [value])

    def transpose(self, value: Value, permutation: Shape) -> Value:
        """Permutes the dimensions of a value."""
        return self.emit(signatures.transpose(tensor_type(value), permutation), [value])

    def broadcast(
        self, value: Value, dimensions: Shape, type: RankedTensorType, sharding: Sharding | None = None
    ) -> Value:
        """Broadcasts a value, whose dimensions become those of `type`; the result may have a sharding."""
        return self.emit(_with_sharding(signatures.broadcast(tensor_type(value), dimensions, type), sharding), [value])

    def pad(
        self, value: Value, fill: Value, edges: tuple[Shape, Shape, Shape], type: Type, sharding: Sharding | None = None
    ) -> OpResult:
        """Pads a value at its low and high edges and between elements."""
        names = "edge_padding_low", "edge_padding_high", "interior_padding"
        properties = sorted(zip(names, map(i64_array, edges), strict=True))
        return self.apply(PAD, [value, fill], type, tuple(properties), sharding=sharding)

    def slice(
        self, value: Value, starts: Shape, limits: Shape, strides: Shape, type: Type, sharding: Sharding | None = None
    ) -> OpResult:
        names = "limit_indices", "start_indices", "strides"
        properties = zip(names, map(i64_array, (limits, starts, strides)), strict=True)
        return self.apply(SLICE, [value], type, tuple(properties), sharding=sharding)

    def padded(
        self, value: Value, type: RankedTensorType, sharding: Sharding | None = None, fill: Value | None = None
    ) -> OpResult:
        """Pads a value at the ends of dimensions to a larger type, by default with zeros."""
        fill = self.zeros(RankedTensorType((), type.element_type)) if fill is None else fill
        none, high = (0,) * len(type.shape), tuple(map(int.__sub__, type.shape, tensor_type(value).shape))
        return self.pad(value, fill, (none, high, none), type, sharding)

    def part(
        self, value: Value, type: RankedTensorType, sharding: Sharding | None = None, dimension: int = 0, start: int = 0
    ) -> OpResult:
        """Returns the part of a value of that type that begins at `start` along a dimension, and of others at 0."""
        starts = tuple([start if number == dimension else 0 for number in range(len(type.shape))])
        limits = [UNKNOWN if size == DYNAMIC else start + size for start, size in zip(starts, type.shape, strict=True)]
        return self.slice(value, starts, tuple(limits), (1,) * len(starts), type, sharding)

    def bitcast(self, value: Value, type: RankedTensorType) -> Value:
        """Makes a value one of another type with elements as wide, unless it is of that type."""
        return value if value.type is type else self.emit(signatures.bitcast(tensor_type(value), type), [value])

    def binary(self, definition: OpDefinition, first: Value, second: Value) -> Value:
        """Computes something of two values of one type."""
        return self.emit(signatures.binary(definition, first.type), [first, second])

    def compare(self, direction: str, first: Value, second: Value) -> Value:
        """Compares two values of one type."""
        return self.emit(signatures.compare(direction, tensor_type(first)), [first, second])

    # Parts of devices.

    def entry_of_device(self, entries: Signature, device: Value | None = None) -> Value:
        """Looks up the entry of a device in a constant: by default of the one that the program runs on."""
        return self.reshape(self.entry_at(self.device() if device is None else device, entries), ())

    def device(self) -> Value:
        """Creates the number of the device that the program runs on, as a scalar: of type i64 before jaxlib 0.12."""
        number = self.emit(self._device)
        return number if since("0.12.0.1") else self.emit(signatures.DEVICE_TO_I64, [number])

    def entry_at(self, device: Value, entries: Signature) -> Value:
        """Looks up the entry of a device in a constant; it has one dimension of size 1."""
        constant = self.emit(entries)
        return self.emit(_entry(entries, device.type), [constant, device])

    def offset(self, axes: Axes, size: int, mesh: Mesh, element_type: Type | None = None) -> Value:
        """Computes where the part of the device starts in a dimension with these axes and parts of this size.

        That is a scalar, which is converted to the `element_type` if one is given.
        """
        if size == DYNAMIC and since("0.12.0.1"):
            fail(self._op, "dynamic shape not supported")
        entries = _offsets(axes, size, mesh, since("0.11.1"), signatures.offset_type())
        offset = self.entry_of_device(entries)
        if element_type is None:
            return offset
        return self.emit(signatures.convert(tensor_type(offset), element_type), [offset])

    def slice_by(self, value: Value, lists: Sequence[Axes], type: RankedTensorType, mesh: Mesh) -> Value:
        """Takes the part of the device out of a value, with axes for each dimension.

        No slice has a dimension of an unknown size, so that its verification fails.
        """
        starts = [
            self.offset(axes, size, mesh) if axes and size != DYNAMIC else self.scalar(0)
            for axes, size in zip(lists, type.shape, strict=True)
        ]
        return self.dynamic_slice(value, starts, type)

    def dynamic_slice(self, value: Value, starts: Sequence[Value], type: RankedTensorType) -> Value:
        """Takes the part of `type` that starts at these scalars."""
        start = starts[0].type if starts else signatures.I64_SCALAR
        return self.emit(signatures.dynamic_slice(tensor_type(value), type.shape, type, start), [value, *starts])

    def on_first_device(self, value: Value, axes: Axes, mesh: Mesh) -> Value:
        """Keeps a value on the first device along `axes`; the others have zeros."""
        leaders = signatures.leaders(shard_indices(axes, mesh, True))
        return self.select(self.entry_of_device(leaders), value, self.zeros(tensor_type(value)))

    # Bodies.

    def reduction_body(self, element_type: Type, definition: OpDefinition) -> Region:
        """Creates the body of a reduction by an operation of two values."""
        block, scalar = Block(), RankedTensorType((), element_type)
        first, second = [block.add_argument(scalar, self._op.location) for _ in range(2)]
        result = Operation(signatures.binary(definition, scalar), [first, second], self._op.location)
        block.append(result)
        block.append(Operation(Signature.of(RETURN, (scalar,)), [result.result], self._op.location))
        return Region([block])


def _with_sharding(signature: Signature, sharding: Sharding | None) -> Signature:
    """Returns the signature of an operation whose only result has a sharding, if one is given."""
    if sharding is None:
        return signature
    return signature.with_attributes(DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),)))


def tensor_type(value: Value) -> RankedTensorType:
    return checked(RankedTensorType, value.type)


@remembered
def _entry(entries: Signature, device: Type) -> Signature:
    type = checked(RankedTensorType, entries.result_types[0])
    return signatures.dynamic_slice(type, (1,), RankedTensorType((1,), type.element_type), device)


@remembered
def _offsets(axes: Axes, size: int, mesh: Mesh, from_major: bool, type: Type) -> Signature:
    """Returns the signature of the constant with the offset of each device."""
    if size == DYNAMIC:
        size = UNKNOWN
    return signatures.numbers(tuple([wrapped(index * size) for index in shard_indices(axes, mesh, from_major)]), type)


def wrapped(number: int) -> int:
    """Returns a number as 64 bits hold it: sizes that are unknown have a number that other ones may not have."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


# Pads of sharded tensors: all devices pad alike, and then each takes the part that is its own.


class LocalPad(NamedTuple):
    """How all devices pad a dimension, and where in the padded one the part of each device starts, by its id.

    If all devices start at the same place, `starts` has that alone.
    """

    low: int
    high: int
    starts: tuple[int, ...]


class PaddedDimension(NamedTuple):
    """A dimension that is padded: global sizes before and after, and the padding."""

    size: int
    result_size: int
    low: int
    interior: int


@remembered
def local_pads(
    dimensions: tuple[PaddedDimension, ...], sharding: Sharding, mesh: Mesh, from_major: bool = False
) -> tuple[LocalPad, ...]:
    """Returns how each dimension is padded. Those of operand and result have the same axes.

    `from_major` says how sub-axes count, as for `shard_indices`.
    """
    offsets = [
        _pad_offsets(dimension, shard_indices(each.axes, mesh, from_major), sharded_size(each.axes, mesh))
        for dimension, each in zip(dimensions, sharding.dimensions, strict=True)
    ]
    is_uniform = all(len(each) == 1 for each in offsets)
    return tuple(
        [
            _local_pad(dimension, each, sharded_size(axes.axes, mesh), is_uniform)
            for dimension, each, axes in zip(dimensions, offsets, sharding.dimensions, strict=True)
        ]
    )


def _pad_offsets(dimension: PaddedDimension, indices: tuple[int, ...], shards: int) -> tuple[int, ...]:
    """Returns how far after the start of a device's part of the result its part of the operand starts.

    There is one number if that is the same for all devices, else one for each.
    """
    step = dimension.size // shards * (dimension.interior + 1) - dimension.result_size // shards
    found = tuple([index * step + dimension.low for index in indices])
    return found[:1] if len(set(found)) == 1 else found


def _local_pad(dimension: PaddedDimension, offsets: tuple[int, ...], shards: int, is_uniform: bool) -> LocalPad:
    size, result_size = dimension.size // shards, dimension.result_size // shards
    extent = (size - 1) * (dimension.interior + 1) + 1
    if is_uniform:
        low = offsets[0]
        return LocalPad(low, result_size - (extent + low), (0,))
    low = max(0, *offsets)
    high = max(0, result_size - min(offsets) - extent)
    return LocalPad(low, high, tuple([low - offset for offset in offsets]))


# The groups of devices that communicate along axes.


class NoGroupsError(Exception):
    """Parts of an axis end at sizes that do not divide each other, so that devices are in no groups along them."""


@remembered
def replica_groups(axes: Axes, mesh: Mesh) -> tuple[tuple[int, ...], ...]:
    """Returns the groups of devices that differ along `axes` alone, each in their order, major to minor.

    Raises NoGroupsError if there are none.
    """
    parts = [None if axis.sub_axis is None else (axis.sub_axis.pre_size, axis.sub_axis.size) for axis in axes]
    refs = tuple([HloAxisRef(axis.name, part) for axis, part in zip(axes, parts, strict=True)])
    try:
        return MeshGroups(tuple(mesh.axis_sizes.items()), refs, device_list(mesh)).expanded()
    except ValueError:
        raise NoGroupsError from None


class Channels:
    """The channels of a program: collectives between devices get such that no other one has."""

    def __init__(self, module: Operation) -> None:
        handles = [signature.attribute("channel_handle") for signature in Listing(module).signatures]
        self._last = max([handle.handle for handle in handles if isinstance(handle, ChannelHandle)], default=0)

    def next(self) -> ChannelHandle:
        """Returns a new channel."""
        self._last += 1
        return ChannelHandle(wrapped(self._last), 1)
