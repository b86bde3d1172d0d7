"""New operations, in front of the one that is converted and with its location."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.devices.devices import shard_indices
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.local_program.signatures import Shape
from sdyopt.rewriting.rewriter import Rewriter


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
        """Creates an operation."""
        return self._rewriter.create_with(self._at, signature, operands, self._op.location, regions)

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
            fail(self._op, f"needs a constant {text} of type {text_of(type)}, which there is not")
        return self.emit(signature)

    def zeros(self, type: RankedTensorType) -> Value:
        """Creates a constant of zeros. Raises CompilationError if there is none of that type."""
        return self.splat(zero_text(type.element_type), type)

    def scalar(self, number: int, element_type: Type = I64) -> Value:
        """Creates a scalar constant of an integer type. Raises CompilationError if the number does not fit."""
        return self.splat(str(number), RankedTensorType((), element_type))

    def vector(self, numbers: Shape, element_type: Type) -> Value:
        """Creates a constant with one dimension. Raises CompilationError if a number does not fit."""
        try:
            signature = signatures.numbers(numbers, element_type)
        except LiteralError:
            fail(self._op, f"needs a constant {list(numbers)} of type {text_of(element_type)}, which there is not")
        return self.emit(signature)

    # Shapes.

    def reshape(self, value: Value, shape: Shape) -> Value:
        """Reshapes a value."""
        return self.emit(signatures.reshape(tensor_type(value), shape), [value])

    def transpose(self, value: Value, permutation: Shape) -> Value:
        """Permutes the dimensions of a value."""
        return self.emit(signatures.transpose(tensor_type(value), permutation), [value])

    def broadcast(self, value: Value, dimensions: Shape, type: RankedTensorType) -> Value:
        """Broadcasts a value, whose dimensions become those of `type`."""
        return self.emit(signatures.broadcast(tensor_type(value), dimensions, type), [value])

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

    def entry_of_device(self, entries: Signature) -> Value:
        """Looks up the entry of the device that the program runs on, in a constant; it has one dimension of size 1."""
        return self.entry_at(self.device(), entries)

    def device(self) -> Value:
        """Creates the number of the device that the program runs on, as a scalar of type i64."""
        return self.emit(signatures.DEVICE_TO_I64, [self.emit(self._device)])

    def entry_at(self, device: Value, entries: Signature) -> Value:
        """Looks up the entry of a device in a constant; it has one dimension of size 1."""
        constant = self.emit(entries)
        return self.emit(_entry(entries), [constant, device])

    def offset(self, axes: Axes, size: int, mesh: Mesh) -> Value:
        """Computes where the part of the device starts in a dimension with these axes and parts of this size."""
        entry = self.entry_of_device(_offsets(axes, size, mesh, revision().counts_sub_axes_from_major))
        return self.emit(signatures.reshape(tensor_type(entry), ()), [entry])

    def slice_by(self, value: Value, lists: Sequence[Axes], type: RankedTensorType, mesh: Mesh) -> Value:
        """Takes the part of the device out of a value, with axes for each dimension."""
        starts = [
            self.offset(axes, size, mesh) if axes else self.scalar(0)
            for axes, size in zip(lists, type.shape, strict=True)
        ]
        return self.dynamic_slice(value, starts, type)

    def dynamic_slice(self, value: Value, starts: Sequence[Value], type: RankedTensorType) -> Value:
        """Takes the part of `type` that starts at these scalars."""
        return self.emit(signatures.dynamic_slice(tensor_type(value), type.shape, type), [value, *starts])

    # Bodies.

    def reduction_body(self, element_type: Type, definition: OpDefinition) -> Region:
        """Creates the body of a reduction by an operation of two values."""
        block, scalar = Block(), RankedTensorType((), element_type)
        first, second = [block.add_argument(scalar, self._op.location) for _ in range(2)]
        result = Operation(signatures.binary(definition, scalar), [first, second], self._op.location)
        block.append(result)
        block.append(Operation(signatures.block_return(scalar), [result.result], self._op.location))
        return Region([block])


def tensor_type(value: Value) -> RankedTensorType:
    """Returns the type of a value that is a tensor."""
    return cast(RankedTensorType, value.type)


@remembered
def _entry(entries: Signature) -> Signature:
    type = cast(RankedTensorType, entries.result_types[0])
    return signatures.dynamic_slice(type, (1,), RankedTensorType((1,), type.element_type))


@remembered
def _offsets(axes: Axes, size: int, mesh: Mesh, from_major: bool) -> Signature:
    """Returns the signature of the constant with the offset of each device."""
    if size == DYNAMIC:
        size = UNKNOWN
    return signatures.numbers(tuple([wrapped(index * size) for index in shard_indices(axes, mesh, from_major)]), I64)


def wrapped(number: int) -> int:
    """Returns a number as 64 bits hold it: sizes that are unknown have a number that other ones may not have."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
