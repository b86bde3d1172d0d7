"""Slices, pads and reversals of sharded dimensions: manual computations in which devices exchange blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RESHARD, RETURN
from sdyopt.dialects.sdy.shardings.axes import digits_of, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, DIVIDE, MAXIMUM, MULTIPLY, REMAINDER
from sdyopt.dialects.stablehlo.ops.shapes import CONCATENATE, DYNAMIC_SLICE, PAD, SLICE
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, edge_padding, integers, slice_bounds
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DYNAMIC, I1, DictionaryAttr, RankedTensorType, i64, i64_array
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpOperand, Value
from sdyopt.mlir.releases import since
from sdyopt.passes.permutation_factors.blocks import (
    ExchangeFrame,
    Halo,
    Hops,
    Meshes,
    MovedDimension,
    Shape,
    block_size,
    blocks_moved,
    counts,
    frame,
    manual_names,
    on_mesh,
    shifted,
)
from sdyopt.rewriting.local_emission import Channels, DeviceCounts, Emitter, shard_indices, tensor_type
from sdyopt.rewriting.reshards import reshard_signature, use_instead
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.padding import is_communication_free, padded_shape

# A manual computation, operation by operation.


class Communication:
    """The state that exchanges in a module share: the channels of new collectives, and the numbers of devices."""

    def __init__(self, module: Operation, counts: DeviceCounts) -> None:
        self.counts = counts
        self._module = module

    @cached_property
    def _channels(self) -> Channels:
        return Channels(self._module)

    def next_channel(self) -> ChannelHandle | None:
        """Returns a channel that no collective has yet, between devices; replicas have none since 0.11.2."""
        if self.counts.replicas > 1 and since("0.11.2"):
            return None
        return self._channels.next()


class Exchange:
    """The operations that take the place of one whose tensors are sharded on `mesh`.

    They come in front of it, or into the manual computation that is open. There `value` is what a device holds, and
    `padding` the value around it.
    """

    value: Value
    padding: Value
    frame: ExchangeFrame

    def __init__(self, op: Operation, mesh: Mesh, communication: Communication, rewriter: Rewriter) -> None:
        self._op = op
        self._mesh = mesh
        self._communication = communication
        self._rewriter = rewriter
        self._outside = self.emitter = Emitter(op, rewriter)

    def zero(self) -> Value:
        """Creates the zero of the elements of the operand."""
        return self.emitter.zeros(resized(tensor_type(self._op.operands[0]), ()))

    def padded(self, value: Value, shape: Shape, sharding: Sharding, padding: Value | None = None) -> Value:
        """Pads a value at the ends of dimensions to a shape, by default with zeros; one of that shape stays."""
        type = tensor_type(value)
        return value if type.shape == shape else self.emitter.padded(value, resized(type, shape), sharding, padding)

    def permuted(
        self, value: Value, pairs: tuple[tuple[int, int], ...], channel: ChannelHandle | None, sharding: Sharding | None
    ) -> Value:
        """Sends a value from each device to another one."""
        channels: tuple[tuple[str, Attribute], ...] = () if channel is None else (("channel_handle", channel),)
        properties = (*channels, ("source_target_pairs", signatures.table(pairs)))
        return self.emitter.apply(COLLECTIVE_PERMUTE, [value], value.type, properties, sharding=sharding)

    def shifted(self, value: Value, axes: tuple[AxisRef, ...], hops: int, sharding: Sharding | None = None) -> Value:
        """Sends a value to the device that is `hops` further along axes."""
        return self.permuted(value, shifted(self._mesh, axes, hops), self._communication.next_channel(), sharding)

    def before(self, axes: tuple[AxisRef, ...], hops: int, sharding: Sharding) -> Value:
        """Returns the value of the device `hops` before along axes; zeros if there is none for any device."""
        if hops == 0:
            return self.value
        if hops < sharded_size(axes, self._mesh):
            return self.shifted(self.value, axes, hops, sharding)
        return self.emitter.broadcast(self.zero(), (), tensor_type(self.value), sharding)

    def concatenated(self, values: Sequence[Value], dimension: int) -> Value:
        """Joins values along a dimension."""
        size = sum([tensor_type(value).shape[dimension] for value in values])
        type = with_size(tensor_type(values[0]), dimension, size)
        joined = (("dimension", i64(dimension)),)
        return self.emitter.apply(CONCATENATE, values, type, joined, sharding=self.frame.local_sharding)

    @property
    def manual_mesh(self) -> Mesh:
        """The mesh of the manual axes alone."""
        return Mesh(tuple([axis for axis in self._mesh.axes if axis.name in self.frame.manual_axes]))

    def open(self, frame: ExchangeFrame, operands: Sequence[Value]) -> Value:
        """Begins a manual computation of a padded tensor, and of a scalar if any; returns its result."""
        type = tensor_type(operands[0])
        scalar = Sharding(frame.sharding.mesh, ())
        properties: dict[str, Attribute] = {
            "in_shardings": ShardingPerValue((frame.sharding, *[scalar] * (len(operands) - 1))),
            "out_shardings": ShardingPerValue((frame.result_sharding,)),
            "manual_axes": ManualAxes(frame.manual_axes),
        }
        types, result = tuple([operand.type for operand in operands]), resized(type, frame.result_padded)
        signature = Signature.of(MANUAL_COMPUTATION, types, (result,), DictionaryAttr.of(properties))
        block = Block()
        self.value = block.add_argument(resized(type, frame.local), self._op.location)
        for operand in operands[1:]:
            self.padding = block.add_argument(operand.type, self._op.location)
        computed = self._outside.emit(signature, operands, [Region([block])])
        self.frame = frame
        self.emitter = Emitter(
            self._op, self._rewriter, self._communication.counts.number(self._op), InsertionPoint.end_of(block)
        )
        return computed

    def close(self) -> None:
        """Ends the manual computation, which returns what devices hold."""
        self.emitter.create(Signature.of(RETURN, (self.value.type,)), [self.value])
        self.emitter = self._outside

    def exchange(self, halo: Halo) -> None:
        """Gets the blocks of other devices, and takes the part of the device out of all together.

        Since jaxlib 0.12 devices have the padding value in place of blocks that there are none of.
        """
        (left, right), emitter = halo.hops, self.emitter
        has_masks = since("0.12.0.1")
        place = self._place(halo.axes) if has_masks else None
        before = [self._neighbour(halo, hops, place) for hops in range(left, 0, -1)]
        after = [self._neighbour(halo, -hops, place) for hops in range(1, right + 1)]
        number, sharding = halo.dimension, self.frame.local_sharding
        value = self.concatenated([*before, self.value, *after], number)
        type, around = tensor_type(value), halo.footprint * halo.dilation
        # As in the reference, that is not the size of a dimension without elements.
        size = type.shape[number] + (type.shape[number] - 1) * (halo.dilation - 1) + 2 * around
        sides, between = [
            tuple([amount if index == number else 0 for index in range(len(type.shape))])
            for amount in (around, halo.dilation - 1)
        ]
        value = emitter.pad(value, self.padding, (sides, sides, between), with_size(type, number, size), sharding)
        start = self._start(halo, self._place(halo.axes) if place is None else place)
        zero = emitter.scalar(0)
        if halo.starts is None:
            start = emitter.binary(MAXIMUM, start, zero)
        taken = with_size(type, number, halo.footprint)
        starts = [start if index == number else zero for index in range(len(type.shape))]
        sizes = (("slice_sizes", i64_array(taken.shape)),)
        self.value = emitter.apply(DYNAMIC_SLICE, [value, *starts], taken, sizes, sharding=sharding)

    def _neighbour(self, halo: Halo, hops: int, place: Value | None) -> Value:
        """Returns the block of the device `hops` before; the padding value where there is none.

        Without the place of the device it is zero there.
        """
        value = self.shifted(self.value, halo.axes, hops)
        if place is None:
            return value
        emitter, type = self.emitter, tensor_type(value)
        first = hops if hops > 0 else sharded_size(halo.axes, self._mesh) + hops
        is_there = emitter.compare("GE" if hops > 0 else "LT", place, emitter.scalar(first))
        filler = emitter.broadcast(self.padding, (), type)
        return emitter.select(emitter.broadcast(is_there, (), type.replace(element_type=I1)), value, filler)

    def _start(self, halo: Halo, place: Value) -> Value:
        """Computes where the part of the device at a place starts in the padded blocks."""
        emitter = self.emitter
        if halo.starts is not None:
            return emitter.entry_of_device(signatures.numbers(halo.starts, signatures.offset_type()), place)
        step = emitter.scalar(halo.footprint - halo.block * halo.dilation)
        first = emitter.scalar(-halo.low + (halo.hops.left * halo.block + halo.footprint) * halo.dilation)
        return emitter.binary(ADD, emitter.binary(MULTIPLY, place, step), first)

    def _place(self, axes: tuple[AxisRef, ...]) -> Value:
        """Computes the number of the device along axes, major to minor."""
        emitter, mesh = self.emitter, self._mesh
        device = emitter.device()
        if not since("0.11.2"):
            device = emitter.reshape(device, ())
        if not axes:
            return emitter.scalar(0)
        if mesh.device_ids:
            indices = shard_indices(axes, mesh, from_major=True)
            return emitter.entry_of_device(signatures.numbers(indices, signatures.offset_type()), device)
        if since("0.12.0.1"):
            device = emitter.emit(signatures.convert(tensor_type(device), signatures.offset_type()), [device])
        place: Value | None = None
        for distance, length in digits_of(axes, mesh):
            digit = emitter.binary(DIVIDE, device, emitter.scalar(distance)) if distance > 1 else device
            if length < mesh.device_count:
                digit = emitter.binary(REMAINDER, digit, emitter.scalar(length))
            if place is not None:
                digit = emitter.binary(ADD, emitter.binary(MULTIPLY, place, emitter.scalar(length)), digit)
            place = digit
        assert place is not None
        return place

    def replace(self, value: Value, sharding: Sharding) -> None:
        """Replaces the operation by a value, of which its elements are the first ones in each dimension."""
        type = tensor_type(self._op.results[0])
        if tensor_type(value).shape != type.shape:
            value = self.emitter.part(value, type, sharding)
        self._rewriter.replace_renaming(self._op, [value])


def resized(type: RankedTensorType, shape: Shape) -> RankedTensorType:
    """Returns the type of a tensor of another shape, without an encoding."""
    return RankedTensorType(shape, type.element_type)


def with_size(type: RankedTensorType, dimension: int, size: int) -> RankedTensorType:
    """Returns the type of a tensor with another size of a dimension, without an encoding."""
    return resized(type, (*type.shape[:dimension], size, *type.shape[dimension + 1 :]))


class BlockExchanges(NamedTuple):
    """Computes slices, pads and reversals of sharded dimensions by exchanges of blocks."""

    meshes: Meshes
    communication: Communication
    rewriter: Rewriter

    # Slices and pads.

    def resize(self, op: Operation) -> bool:
        """Changes a slice or a pad so that its dimensions stay sharded; returns whether that is possible."""
        operand = op.operands[0]
        if (sharded := self.meshes.of_sharded(operand)) is None:
            return True
        sharding, mesh = sharded
        dimensions = moved_dimensions(op)
        if any(DYNAMIC in (each.size, each.result_size) for each in dimensions):
            return False
        halos: list[Halo] = []
        for number, (dimension, count) in enumerate(zip(dimensions, counts(sharding, mesh), strict=True)):
            if count <= 1:
                continue
            blocks = blocks_moved(dimension, count)
            hops = Hops.to(blocks)
            if hops.are_too_many(count):
                text = (
                    "no exchange: along dimension {dimension} of {value} devices would need {left} + {right} other "
                    "blocks"
                )
                left, right = hops
                self.rewriter.tell(
                    "blocks-not-exchanged", text, op, dimension=number, value=operand, left=left, right=right
                )
                return False
            stays = blocks == [(block, block) for block in range(count)]
            if op.signature.definition is SLICE and since("0.12.0.1"):
                stride = integers(op, "strides")[number]
                stays &= is_communication_free(dimension.size, dimension.result_size, -dimension.low, stride, count)
            elif since("0.12.0.1"):
                is_same = dimension.size == dimension.result_size and not dimension.low
                stays = dimension.dilation == 1 and (stays or is_same)
            if not stays:
                block, footprint = [block_size(size, count) for size in (dimension.size, dimension.result_size)]
                axes = sharding.dimensions[number].axes
                halos.append(Halo(number, axes, block, footprint, hops, dimension.dilation, dimension.low))
        if halos:
            text = (
                "dimension {dimension} of {value} stays sharded along {axes}: each device gets the blocks of {left} "
                "before it and {right} after it"
            )
            for halo in halos:
                number, axes, (left, right) = halo.dimension, halo.axes, halo.hops
                self.rewriter.tell(
                    "blocks-exchanged", text, op, dimension=number, value=operand, axes=axes, left=left, right=right
                )
            self._resize(op, sharding, mesh, dimensions, halos)
        return True

    def _resize(
        self, op: Operation, sharding: Sharding, mesh: Mesh, dimensions: Sequence[MovedDimension], halos: Sequence[Halo]
    ) -> None:
        exchange, is_pad = Exchange(op, mesh, self.communication, self.rewriter), op.signature.definition is PAD
        shapes = [tuple([each[index] for each in dimensions]) for index in (0, 1)]
        padded, result_padded = [padded_shape(shape, sharding, mesh) for shape in shapes]
        names = manual_names(sharding, range(len(dimensions)), mesh)
        computed = frame(sharding, padded, sharding, result_padded, names, mesh)
        filler = op.operands[1] if is_pad else None
        operand = exchange.padded(op.operands[0], padded, sharding, filler)
        result = exchange.open(computed, [operand, exchange.zero() if filler is None else filler])
        for halo in halos:
            exchange.exchange(halo)
        whole = [count <= 1 for count in counts(sharding, mesh)]
        if is_pad:
            lists = edge_padding(op)
            low, high, interior = [
                tuple([number if is_whole else 0 for number, is_whole in zip(numbers, whole, strict=True)])
                for numbers in lists
            ]
            if any((*low, *high, *interior)):
                edges, local = (low, high, interior), resized(tensor_type(exchange.value), computed.result_local)
                exchange.value = exchange.emitter.pad(
                    exchange.value, exchange.padding, edges, local, computed.local_sharding
                )
        else:
            starts, limits, strides = slice_bounds(op)
            if any(stride > 1 and not is_whole for stride, is_whole in zip(strides, whole, strict=True)):
                self.rewriter.warn("dropped-strides", "drops the strides of sharded dimensions", op)
            if not since("0.11.2"):
                strides = (1,) * len(strides)
            type = tensor_type(exchange.value)
            full = [(0, size, 1) for size in type.shape]
            given = zip(zip(starts, limits, strides, strict=True), full, whole, strict=True)
            rows = [row if is_whole else all_of_it for row, all_of_it, is_whole in given]
            if rows != full:
                cut = resized(type, tuple([-(-(limit - start) // stride) for start, limit, stride in rows]))
                starts, limits, strides = [tuple([row[index] for row in rows]) for index in range(3)]
                sharded = computed.local_sharding
                exchange.value = exchange.emitter.slice(exchange.value, starts, limits, strides, cut, sharded)
        exchange.close()
        exchange.replace(result, sharding)

    # Reversals: the blocks by the order of devices, each block on its device.

    def reverse(self, op: Operation) -> bool:
        """Changes a reversal so that its sharded dimensions are reversed; returns whether that is possible."""
        operand, rewriter = op.operands[0], self.rewriter
        if (sharded := self.meshes.of_sharded(operand)) is None:
            return True
        sharding, mesh = sharded
        shape, axes = tensor_type(operand).shape, tuple[AxisRef, ...]()
        padded, shifts = shape, list[tuple[int, int]]()
        for number, count in enumerate(counts(sharding, mesh)):
            if number not in integers(op, "dimensions") or count == 1:
                continue
            axes += sharding.dimensions[number].axes
            size = UNKNOWN if shape[number] == DYNAMIC else shape[number]
            if size % count:
                block = block_size(size, count)
                if block * count - size > block and not since("0.11.0"):
                    known = "of {count} blocks of dimension {dimension} of {value} more than one is padding"
                    if shape[number] < 0:
                        known = "{count} may not divide dimension {dimension} of {value}, whose size is unknown"
                    text, numbers = f"no halo exchange: {known}", {"size": shape[number], "count": count}
                    rewriter.tell("halo-not-exchanged", text, op, dimension=number, value=operand, **numbers)
                    return False
                padded = (*padded[:number], block * count, *padded[number + 1 :])
                shifts.append((number, block * count - size))
        if not axes:
            return True
        value, exchange = operand, Exchange(op, mesh, self.communication, rewriter)
        if shifts:
            for number, places in shifts:
                text = (
                    "dimension {dimension} of {value} padded from {size} to {padded}: "
                    "each device along {axes} sends its last {places:#} {places:element|elements} to the next one"
                )
                rewriter.tell(
                    "halo-exchanged",
                    text,
                    op,
                    dimension=number,
                    value=operand,
                    size=tensor_type(operand).shape[number],
                    padded=tensor_type(operand).shape[number] + places,
                    axes=sharding.dimensions[number].axes,
                    places=places,
                )
            names = {axis.name for number, _ in shifts for axis in sharding.dimensions[number].axes}
            computed = frame(sharding, padded, sharding, padded, names, mesh)
            value = exchange.open(computed, [exchange.padded(operand, padded, sharding)])
            for number, places in shifts:
                move = _shift if since("0.11.0") else _shift_to_next
                exchange.value = move(exchange, number, places, sharding.dimensions[number].axes)
            exchange.close()
        name = self.meshes.reversed_along(sharding, axes, op)
        text = "{value} resharded to @{mesh}, where devices along {axes} are in reverse order: no dimension is gathered"
        rewriter.tell("device-order-reversed", text, op, value=operand, mesh=name, axes=axes)
        self._reverse(op, exchange, value, sharding, name)
        return True

    def _reverse(self, op: Operation, exchange: Exchange, value: Value, sharding: Sharding, name: str) -> None:
        """Reverses a padded value on the mesh with that name, to which or from which it is resharded."""
        rewriter, result, at = self.rewriter, op.results[0], InsertionPoint.after_op(op)
        wanted, there = sharding_of(result), on_mesh(sharding, name)
        if not since("0.11.0"):
            value = exchange.emitter.emit(reshard_signature(there, value.type), [value])
            rewriter.renames(value, op.operands[0])
        rewriter.set_operand(OpOperand(op, 0), value)
        type, padded = tensor_type(result), tensor_type(value)
        if padded.shape != type.shape:
            rewriter.set_signature(op, op.signature.with_result_types((resized(type, padded.shape),)))
        rewriter.set_sharding(result, there.replace(reduction_op=SUM) if since("0.11.0") else sharding)
        if since("0.11.0"):
            # As in the reference the reshard is invalid if the result had no sharding.
            without = Signature.of(RESHARD, (result.type,), (result.type,))
            result = use_instead(result, reshard_signature(wanted, result.type) if wanted else without, at, rewriter)
        if padded.shape != type.shape:
            exchange.emitter = Emitter(op, rewriter, at=at)
            cut = exchange.emitter.part(result, type, sharding)
            rewriter.renames(cut, result)
            rewriter.replace_uses(result, cut, except_in=cut.owner)


def moved_dimensions(op: Operation) -> list[MovedDimension]:
    """Returns how the dimensions of a slice or a pad change; a slice is a pad with negative numbers."""
    shape, result_shape = [tensor_type(value).shape for value in (op.operands[0], op.results[0])]
    if op.signature.definition is PAD:
        rows = zip(integers(op, "edge_padding_low"), integers(op, "interior_padding"), strict=True)
    else:
        rows = zip([-start for start in integers(op, "start_indices")], (0,) * len(shape), strict=True)
    return [
        MovedDimension(size, result_size, low, interior + 1)
        for size, result_size, (low, interior) in zip(shape, result_shape, rows, strict=True)
    ]


def _shift(exchange: Exchange, dimension: int, places: int, axes: tuple[AxisRef, ...]) -> Value:
    """Moves the elements of a dimension towards its end, so that the padding is at its start."""
    sharding, type = exchange.frame.local_sharding, tensor_type(exchange.value)
    size = type.shape[dimension]
    hops, rest = divmod(places, size)
    head, tail = [exchange.before(axes, number, sharding) for number in (hops, hops + 1)]
    parts = [
        exchange.emitter.part(tail, with_size(type, dimension, rest), sharding, dimension, size - rest),
        exchange.emitter.part(head, with_size(type, dimension, size - rest), sharding),
    ]
    return exchange.concatenated(parts, dimension)


def _shift_to_next(exchange: Exchange, dimension: int, places: int, axes: tuple[AxisRef, ...]) -> Value:
    """Does as `_shift` did before jaxlib 0.11: less than a block moves, numbered in the mesh of the manual axes."""
    sharding, type = exchange.frame.local_sharding, tensor_type(exchange.value)
    kept = type.shape[dimension] - places
    sent = exchange.value
    if kept:
        sent = exchange.emitter.part(sent, with_size(type, dimension, places), sharding, dimension, kept)
    sent = exchange.permuted(sent, shifted(exchange.manual_mesh, axes, 1), None, sharding)
    if not kept:
        return sent
    rest = exchange.emitter.part(exchange.value, with_size(type, dimension, kept), sharding)
    return exchange.concatenated([sent, rest], dimension)
