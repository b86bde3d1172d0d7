"""Gathers.

Where slices are single elements along a sharded dimension, each device gathers from its own part, and zeros for what
it does not have; an all-reduce sums what the devices have found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, CLAMP, SELECT, SUBTRACT
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, integers, operand_tensor
from sdyopt.ir.attributes import FALSE, I1
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.contractions import check_completed
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import gather_masked
from sdyopt.passes.local_program.emission import Emitter, tensor_type, wrapped
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.local_program.indexing import spread, start_of_part
from sdyopt.passes.local_program.shardings import is_replicated


class Gather(NamedTuple):
    """A gather from a sharded operand, with what its new operations need."""

    op: Operation
    emitter: Emitter
    numbers: GatherDimensionNumbers
    sharding: Sharding
    mesh: Mesh
    trivial: Sequence[int]
    """The sharded dimensions along which slices are single elements."""
    global_shape: tuple[int, ...]
    local_shape: tuple[int, ...]

    @property
    def has_indexed(self) -> bool:
        """Whether indices are for any of the trivial dimensions."""
        return any(number in self.numbers.start_index_map for number in self.trivial)


def gather(op: Operation, program: LocalProgram) -> None:
    """Gathers from the part of the device."""
    sharding = program.sharding(op.operands[0])
    if sharding is None or is_replicated(sharding):
        program.localize(op)
        return
    mesh = program.mesh(sharding)
    numbers = cast(GatherDimensionNumbers, op.signature.properties["dimension_numbers"])
    sizes = integers(op, "slice_sizes")
    trivial = [
        number
        for number, dimension in enumerate(sharding.dimensions)
        if sharded_size(dimension.axes, mesh) > 1 and sizes[number] == 1 and number not in numbers.operand_batching_dims
    ]
    local = _local_gather(op, sharding, mesh, program)
    if not trivial:
        program.localize(op, local)
        return
    operand, indices = program.values(op)
    this = Gather(
        op,
        program.emitter(op),
        numbers,
        sharding,
        mesh,
        trivial,
        operand_tensor(op).shape,
        tensor_type(operand).shape,
    )
    axes = tuple([axis for number in trivial for axis in sharding.dimensions[number].axes])
    check_completed(op, axes, mesh, "the dimensions that slices have one element of", program)
    program.rewriter.report(gather_masked, op, trivial)
    new_indices, mask = _masked_indices(this, indices)
    (result,) = program.local_result_types(op)
    types = (operand.type, new_indices.type)
    signature = Signature.of(local.definition, types, (result,), local.properties, local.attributes)
    found = this.emitter.emit(signature, [operand, new_indices])
    program.replace(op, [_where(this, mask, found)])


def _local_gather(op: Operation, sharding: Sharding, mesh: Mesh, program: LocalProgram) -> Signature:
    """Returns the signature with the sizes of local slices: of sharded dimensions, slices are whole."""
    signature = op.signature
    numbers = cast(GatherDimensionNumbers, signature.properties["dimension_numbers"])
    shape, sizes = operand_tensor(op).shape, [*integers(op, "slice_sizes")]
    for number, dimension in enumerate(sharding.dimensions):
        shards = sharded_size(dimension.axes, mesh)
        if dimension.axes and sizes[number] != 1 and number not in numbers.operand_batching_dims:
            if sizes[number] != shape[number] or sizes[number] % shards:
                fail(op, f"dimension {number} is sharded, but slices of it are not whole")
            sizes[number] //= shards
    properties = signature.properties.with_entry("slice_sizes", signatures.i64_array(sizes))
    if "indices_are_sorted" not in properties:
        properties = properties.with_entry("indices_are_sorted", FALSE)
    return signature.with_properties(properties)


def _masked_indices(this: Gather, indices: Value) -> tuple[Value, Value]:
    """Returns indices relative to the part of the device, and which of them are in it."""
    mask: Value | None = None
    if this.has_indexed:
        indices, mask = _relative_indices(this, indices)
    return indices, _with_holders(this, mask)


def _relative_indices(this: Gather, indices: Value) -> tuple[Value, Value]:
    emitter, numbers = this.emitter, this.numbers
    type = tensor_type(indices)
    clamped = _clamped(this, indices)
    low: list[Value] = []
    high: list[Value] = []
    for number in numbers.start_index_map:
        if number in this.trivial:
            size = this.local_shape[number]
            start = start_of_part(emitter, this.sharding.dimensions[number].axes, size, this.mesh, type)
            low.append(start)
            high.append(emitter.binary(ADD, start, emitter.scalar(last_index(size), type.element_type)))
        else:
            low.append(emitter.scalar(0, type.element_type))
            high.append(emitter.scalar(last_index(this.global_shape[number]), type.element_type))
    first = spread(emitter, low, numbers.index_vector_dim, type)
    last = spread(emitter, high, numbers.index_vector_dim, type)
    relative = emitter.binary(SUBTRACT, clamped, first)
    is_behind = emitter.compare("GE", clamped, first)
    is_before = emitter.compare("LE", clamped, last)
    return relative, emitter.binary(AND, is_behind, is_before)


def _clamped(this: Gather, indices: Value) -> Value:
    """Clamps indices to the operand, as a gather does; slices have one element along the dimensions that matter."""
    emitter, type = this.emitter, tensor_type(indices)
    zero = emitter.zeros(type)
    last = tuple([last_index(this.global_shape[number]) for number in this.numbers.start_index_map])
    if len(last) == 1:
        highest = emitter.splat(str(last[0]), type)
    else:
        vector = emitter.vector(last, type.element_type)
        highest = emitter.broadcast(vector, (this.numbers.index_vector_dim,), type)
    signature = signatures.signature(CLAMP, (type, type, type), type)
    return emitter.emit(signature, [zero, indices, highest])


def last_index(size: int) -> int:
    """Returns the largest index of a dimension; that of an unknown size is what the reference computes."""
    return wrapped(UNKNOWN - 1) if size == DYNAMIC else size - 1


def _with_holders(this: Gather, mask: Value | None) -> Value:
    """Joins a mask with whether the device is the first along each trivial dimension that no index is for.

    There the gather takes element 0.
    """
    emitter = this.emitter
    holds: Value | None = None
    for number in this.trivial:
        if number not in this.numbers.start_index_map:
            axes = this.sharding.dimensions[number].axes
            start = emitter.offset(axes, this.local_shape[number], this.mesh)
            is_first = emitter.compare("EQ", start, emitter.scalar(0))
            holds = is_first if holds is None else emitter.binary(AND, holds, is_first)
    if holds is None or mask is None:
        found = holds if mask is None else mask
        assert found is not None
        return found
    return emitter.binary(AND, mask, emitter.broadcast(holds, (), tensor_type(mask)))


def _where(this: Gather, mask: Value, found: Value) -> Value:
    """Puts zeros where an index is not in the part of the device."""
    emitter, numbers = this.emitter, this.numbers
    type, mask_type = tensor_type(found), tensor_type(mask)
    if mask_type.shape and numbers.index_vector_dim < len(mask_type.shape):
        true = emitter.splat("true", signatures.I1_SCALAR)
        kept = [*mask_type.shape]
        del kept[numbers.index_vector_dim]
        reduced = RankedTensorType(tuple(kept), I1)
        signature = signatures.reduction(mask_type, numbers.index_vector_dim, reduced)
        mask = emitter.emit(signature, [mask, true], [emitter.reduction_body(I1, AND)])
    batch = tuple([number for number in range(len(type.shape)) if number not in numbers.offset_dims])
    dimensions = batch if tensor_type(mask).shape else ()
    shown = emitter.broadcast(mask, dimensions, type.replace(element_type=I1))
    zero = emitter.zeros(type)
    return emitter.emit(signatures.signature(SELECT, (shown.type, type, type), type), [shown, found, zero])
