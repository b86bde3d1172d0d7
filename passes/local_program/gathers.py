"""Gathers.

Where slices are single elements along a sharded dimension, each device gathers from its own part, and zeros for what
it does not have; an all-reduce sums what the devices have found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.quant import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, CLAMP, SELECT, SUBTRACT
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, integers, operand_tensor
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, FALSE, I1, FloatType, IntegerType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, float_text
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.collectives import combined, summed
from sdyopt.passes.local_program.conversion import LocalProgram, gather_masked, scatter_divided, scatter_shifted
from sdyopt.passes.local_program.slices import axes_to_sum, copied_regions
from sdyopt.rewriting.local_emission import Emitter, shard_indices, tensor_type, wrapped
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import fail, is_replicated
from sdyopt.sharding.uses import fully_closed_on

# What gathers and scatters share: indices relative to the part of a device.


def start_of_part(emitter: Emitter, axes: Axes, size: int, mesh: Mesh, index_type: RankedTensorType) -> Value:
    """Computes where the part of the device starts in a dimension, as a scalar of the elements of `index_type`."""
    offset = emitter.offset(axes, size, mesh)
    return emitter.emit(signatures.convert(tensor_type(offset), index_type.element_type), [offset])


def spread(
    emitter: Emitter, scalars: Sequence[Value], vector_dimension: int, index_type: RankedTensorType, sharding: Sharding
) -> Value:
    """Makes a tensor of index vectors that all consist of these scalars.

    Since jaxlib 0.12 it is replicated on the mesh of the `sharding`.
    """
    shape = index_type.shape
    replicated = fully_closed_on(sharding.mesh, len(shape)) if since("0.12.0.1") else None
    if vector_dimension == len(shape) or shape[vector_dimension] == 1:
        return emitter.broadcast(scalars[0], (), index_type, replicated)
    parts = [emitter.reshape(scalar, (1,)) for scalar in scalars]
    result = RankedTensorType((len(parts),), index_type.element_type)
    joined = emitter.emit(signatures.concatenation(parts[0].type, len(parts), result), parts)
    return emitter.broadcast(joined, (vector_dimension,), index_type, replicated)


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
    left = axes_to_sum(op, axes, mesh, "the dimensions that slices have one element of", program)
    program.rewriter.report(gather_masked, op, trivial)
    new_indices, mask = _masked_indices(this, indices)
    (result,) = program.local_result_types(op)
    types = (operand.type, new_indices.type)
    signature = Signature.of(local.definition, types, (result,), local.properties, local.attributes)
    found = this.emitter.emit(signature, [operand, new_indices])
    masked = _where(this, mask, found)
    program.replace(op, [summed(op, program, masked, left, sharding) if left else masked])


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
    first = spread(emitter, low, numbers.index_vector_dim, type, this.sharding)
    last = spread(emitter, high, numbers.index_vector_dim, type, this.sharding)
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


# Scatters.

COMBINATIONS = frozenset(
    {
        elementwise.ADD,
        elementwise.AND,
        elementwise.MAXIMUM,
        elementwise.MINIMUM,
        elementwise.MULTIPLY,
        elementwise.OR,
    }
)
"""The combinations that have an identity."""


def scatter(op: Operation, program: LocalProgram) -> None:
    """Scatters into the part of the device."""
    count = len(op.results)
    operand, update = program.sharding(op.operands[0]), program.sharding(op.operands[count + 1])
    sharding = update if operand is None else operand
    if sharding is None or (is_replicated(operand) and is_replicated(update)):
        program.localize(op)
        return
    mesh = program.mesh(sharding)
    numbers = cast(ScatterDimensionNumbers, op.signature.properties["scatter_dimension_numbers"])
    reduction = _reduction_axes(operand, update, numbers)
    if not reduction and is_replicated(operand):
        program.localize(op)
        return
    identity = _identity(op) if reduction else ""
    left: Axes = ()
    if identity is None:
        program.not_legalized(op, "failed to get scatter reduction identity.")
    indexed = _indexed(op, operand, mesh, numbers, program)
    if not reduction and not indexed:
        program.localize(op)
        return
    values = [*program.values(op)]
    emitter = program.emitter(op)
    if reduction:
        program.rewriter.report(scatter_divided, op, reduction, identity)
        values[:count] = _starts(emitter, values[:count], identity, reduction, mesh)
        if since("0.12.0.1"):
            left = axes_to_sum(op, reduction, mesh, "scattered dimensions", program)
    if indexed:
        assert operand is not None
        program.rewriter.report(scatter_shifted, op, indexed)
        values[count] = _relative_scatter_indices(emitter, values, count, numbers, operand, mesh, indexed)
    signature = op.signature
    properties = signature.properties
    for name in ("indices_are_sorted", "unique_indices"):
        if name not in properties:
            properties = properties.with_entry(name, FALSE)
    types = tuple([value.type for value in values])
    results = program.local_result_types(op)
    local = Signature.of(signature.definition, types, results, properties, signature.attributes)
    bodies = [copied_regions(op) for _ in op.results] if left else []
    found: list[Value] = [*emitter.create(local, values, [program.rewriter.take_region(op)]).results]
    if left:
        pairs = zip(found, bodies, strict=True)
        found = [combined(op, program, value, left, sharding, body) for value, body in pairs]
    program.replace(op, found)


def _reduction_axes(operand: Sharding | None, update: Sharding | None, numbers: ScatterDimensionNumbers) -> Axes:
    """Returns the axes of the updates' batch dimensions that the operand does not have."""
    if update is None:
        return ()
    present = {axis for dimension in operand.dimensions for axis in dimension.axes} if operand is not None else set()
    return tuple(
        [
            axis
            for number, dimension in enumerate(update.dimensions)
            if number not in numbers.update_window_dims
            for axis in dimension.axes
            if axis not in present
        ]
    )


def _indexed(
    op: Operation, operand: Sharding | None, mesh: Mesh, numbers: ScatterDimensionNumbers, program: LocalProgram
) -> list[int]:
    """Returns the sharded dimensions that indices are for. Raises CompilationError for others without a window."""
    found: list[int] = []
    for number, dimension in enumerate(operand.dimensions if operand is not None else ()):
        if not dimension.axes:
            continue
        if sharded_size(dimension.axes, mesh) <= 1:
            fail(op, f"dimension {number} is sharded along axes of size 1 alone")
        if number in numbers.scatter_dims_to_operand_dims:
            found.append(number)
        elif number in numbers.inserted_window_dims:
            message = (
                f"'{op.name}' op sharding operand dimension {number} that is not indexed but in inserted window "
                "dimension is not supported."
            )
            program.not_legalized(op, message)
    return found


def _relative_scatter_indices(
    emitter: Emitter,
    values: Sequence[Value],
    count: int,
    numbers: ScatterDimensionNumbers,
    sharding: Sharding,
    mesh: Mesh,
    indexed: Sequence[int],
) -> Value:
    """Returns indices relative to the part of the device."""
    indices = values[count]
    type, shape = tensor_type(indices), tensor_type(values[0]).shape
    starts = [
        start_of_part(emitter, sharding.dimensions[number].axes, shape[number], mesh, type)
        if number in indexed
        else emitter.scalar(0, type.element_type)
        for number in numbers.scatter_dims_to_operand_dims
    ]
    return emitter.binary(SUBTRACT, indices, spread(emitter, starts, numbers.index_vector_dim, type, sharding))


# Combinations of several devices.


def _starts(emitter: Emitter, values: Sequence[Value], text: str, axes: Axes, mesh: Mesh) -> list[Value]:
    """Returns what the devices begin with: the first along `axes` with the operands, others with the identity."""
    type = tensor_type(values[0])
    scalar = RankedTensorType((), type.element_type)
    identity = emitter.splat(text, scalar)
    indices = shard_indices(axes, mesh, since("0.11.1"))
    if since("0.12.0.1"):
        rest = emitter.broadcast(identity, (), type)
        shown = emitter.reshape(emitter.entry_of_device(signatures.leaders(indices)), ())
    else:
        leads = emitter.entry_of_device(signatures.leaders(indices))
        shown = emitter.broadcast(leads, (0,), type.replace(element_type=I1))
        rest = emitter.broadcast(identity, (), type)
    return [
        emitter.emit(
            signatures.signature(SELECT, (shown.type, value.type, rest.type), value.type), [shown, value, rest]
        )
        for value in values
    ]


def _identity(op: Operation) -> str | None:
    """Returns the number that changes nothing where a scatter combines it with another; None if there is none.

    It is that of the first operand; the types of the others must have one too, as in the reference.
    """
    combination = _combination(op)
    if combination is None:
        return None
    texts = [_identity_of(combination, tensor_type(value).element_type) for value in op.operands[: len(op.results)]]
    return None if None in texts else texts[0]


def _identity_of(combination: OpDefinition, element_type: Type) -> str | None:
    if isinstance(element_type, UniformQuantizedType):
        least, largest = element_type.storage_range
        if combination is elementwise.ADD:
            return zero_text(element_type)
        limits = {elementwise.MAXIMUM.name: str(least), elementwise.MINIMUM.name: str(largest)}
        return limits.get(combination.name)
    if combination in (elementwise.ADD, elementwise.OR, elementwise.MULTIPLY, elementwise.AND):
        is_zero = combination in (elementwise.ADD, elementwise.OR)
        if element_type is I1:
            return "false" if is_zero else "true"
        if combination in (elementwise.OR, elementwise.AND):
            return None
        zero = zero_text(element_type)
        return zero if is_zero else zero.replace("0", "1", 1)
    return _extreme(element_type, is_least=combination is elementwise.MAXIMUM)


def _combination(op: Operation) -> OpDefinition | None:
    """Returns what combines each operand with its update, if it is the same for all and can be of several devices."""
    block = op.regions[0].blocks[0]
    end, count = block.last, len(op.results)
    if end is None or len(end.operands) != count:
        return None
    found = {_combines(value, block, number, count) for number, value in enumerate(end.operands)}
    (combination,) = found if len(found) == 1 else {None}
    return combination


def _combines(value: Value, block: Block, number: int, count: int) -> OpDefinition | None:
    """Returns the definition of what makes `value` of the arguments `number` and `number` + `count` of a block."""
    if not isinstance(value, OpResult) or value.owner.signature.definition not in COMBINATIONS:
        return None
    wanted = {block.arguments[number], block.arguments[number + count]}
    return value.owner.signature.definition if {*value.owner.operands} == wanted else None


def _extreme(element_type: Type, is_least: bool) -> str | None:
    """Returns the least or the largest finite number of a type; integers count as signed, as in the reference."""
    if isinstance(element_type, FloatType):
        number_format = FLOAT_FORMATS[element_type.name]
        sign = "-" if is_least else ""
        return sign + float_text(number_format.largest, number_format)
    if isinstance(element_type, IntegerType):
        if element_type is I1:
            return "true" if is_least else "false"
        bits = 1 << (element_type.width - 1)
        if element_type.signedness == "u":
            return str(bits if is_least else bits - 1)
        return str(-bits if is_least else bits - 1)
    return None
