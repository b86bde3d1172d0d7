"""Gathers and scatters.

Where slices of a gather are single elements along a sharded dimension, each device gathers from its own part, and zeros
for what it does not have; an all-reduce sums what the devices have found.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.quant import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, CLAMP, MAXIMUM, MINIMUM, MULTIPLY, OR, SUBTRACT
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, integers, operand_tensor
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, FALSE, I1, FloatType, IntegerType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, float_text
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.conversion import LocalEmitter, LocalProgram
from sdyopt.passes.local_program.slices import axes_to_sum, copied_region
from sdyopt.rewriting.local_emission import shard_indices, tensor_type, wrapped
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import fail, is_replicated
from sdyopt.sharding.uses import fully_closed_on


def spread(
    emitter: LocalEmitter, scalars: Sequence[Value], vector_dimension: int, type: RankedTensorType, sharding: Sharding
) -> Value:
    """Makes a tensor of index vectors that all consist of these scalars.

    Since jaxlib 0.11.2 it is replicated on the mesh of the `sharding`.
    """
    shape = type.shape
    replicated = fully_closed_on(sharding.mesh, len(shape)) if since("0.11.2") else None
    if vector_dimension == len(shape) or shape[vector_dimension] == 1:
        return emitter.broadcast(scalars[0], (), type, replicated)
    parts = [emitter.reshape(scalar, (1,)) for scalar in scalars]
    result = RankedTensorType((len(parts),), type.element_type)
    joined = emitter.emit(signatures.concatenation(parts[0].type, len(parts), result), parts)
    return emitter.broadcast(joined, (vector_dimension,), type, replicated)


# Gathers.


def gather(op: Operation, program: LocalProgram) -> None:
    """Gathers from the part of the device."""
    sharding = program.sharding(op.operands[0])
    if sharding is None or is_replicated(sharding):
        program.localize(op)
        return
    mesh, properties = program.mesh(sharding), op.signature.properties
    numbers = properties.find(GatherDimensionNumbers)
    shape, sizes = operand_tensor(op).shape, [*integers(op, "slice_sizes")]
    trivial: list[int] = []
    for number, dimension in enumerate(sharding.dimensions):
        shards = sharded_size(dimension.axes, mesh)
        if number in numbers.operand_batching_dims or not dimension.axes:
            continue
        if sizes[number] == 1:
            trivial += [number] * (shards > 1)
            continue
        if sizes[number] != shape[number] or sizes[number] % shards:
            fail(op, f"dimension {number} is sharded, but slices of it are not whole")
        sizes[number] //= shards
    properties = properties.with_entry("slice_sizes", signatures.i64_array(sizes))
    if "indices_are_sorted" not in properties:
        properties = properties.with_entry("indices_are_sorted", FALSE)
    local = op.signature.with_properties(properties)
    if not trivial:
        program.localize(op, local)
        return
    operand, indices = program.values(op)
    axes = tuple([axis for number in trivial for axis in sharding.dimensions[number].axes])
    left = axes_to_sum(op, axes, mesh, "the dimensions that slices have one element of", program)
    text = (
        "each device gathers from its part of {operand} along {dimensions:dimension|dimensions} {dimensions}, and "
        "zeros for other parts"
    )
    program.rewriter.tell("gather-masked", text, op, operand=op.operands[0], dimensions=tuple(trivial))
    emitter, parts = program.emitter(op), tensor_type(operand).shape
    mask: Value | None = None
    if any(number in numbers.start_index_map for number in trivial):
        type, low, high = tensor_type(indices), list[Value](), list[Value]()
        indices = _clamped(emitter, indices, shape, numbers)
        for number in numbers.start_index_map:
            if number in trivial:
                low.append(emitter.offset(sharding.dimensions[number].axes, parts[number], mesh, type.element_type))
                size = emitter.scalar(last_index(parts[number]), type.element_type)
                high.append(emitter.binary(ADD, low[-1], size))
            else:
                low.append(emitter.scalar(0, type.element_type))
                high.append(emitter.scalar(last_index(shape[number]), type.element_type))
        first, last = [spread(emitter, each, numbers.index_vector_dim, type, sharding) for each in (low, high)]
        relative = emitter.binary(SUBTRACT, indices, first)
        is_behind, is_before = emitter.compare("GE", indices, first), emitter.compare("LE", indices, last)
        indices, mask = relative, emitter.binary(AND, is_behind, is_before)
    # Along trivial dimensions that no index is for, the gather takes element 0, which the first device has.
    holds: Value | None = None
    for number in trivial:
        if number not in numbers.start_index_map:
            start = emitter.offset(sharding.dimensions[number].axes, parts[number], mesh)
            is_first = emitter.compare("EQ", start, emitter.scalar(0))
            holds = is_first if holds is None else emitter.binary(AND, holds, is_first)
    if mask is not None and holds is not None:
        mask = emitter.binary(AND, mask, emitter.broadcast(holds, (), tensor_type(mask)))
    found = emitter.emit(program.local_signature(op, [operand, indices], local), [operand, indices])
    masked = _where(emitter, mask or holds, found, numbers)
    program.replace(op, [emitter.summed(masked, left, sharding) if left else masked])


def _clamped(emitter: LocalEmitter, indices: Value, shape: Sequence[int], numbers: GatherDimensionNumbers) -> Value:
    """Clamps indices to the operand, as a gather does; slices have one element along the dimensions that matter."""
    type = tensor_type(indices)
    zero = emitter.zeros(type)
    last = tuple([last_index(shape[number]) for number in numbers.start_index_map])
    if len(last) == 1:
        highest = emitter.splat(str(last[0]), type)
    else:
        highest = emitter.broadcast(emitter.vector(last, type.element_type), (numbers.index_vector_dim,), type)
    return emitter.apply(CLAMP, [zero, indices, highest], type)


def last_index(size: int) -> int:
    """Returns the largest index of a dimension; that of an unknown size is what the reference computes."""
    return wrapped(UNKNOWN - 1) if size == DYNAMIC else size - 1


def _where(emitter: LocalEmitter, mask: Value | None, found: Value, numbers: GatherDimensionNumbers) -> Value:
    """Puts zeros where an index is not in the part of the device."""
    assert mask is not None
    type, mask_type, vectors = tensor_type(found), tensor_type(mask), numbers.index_vector_dim
    if vectors < len(mask_type.shape):
        true = emitter.splat("true", signatures.I1_SCALAR)
        reduced = RankedTensorType((*mask_type.shape[:vectors], *mask_type.shape[vectors + 1 :]), I1)
        signature = signatures.reduction(mask_type, vectors, reduced)
        mask = emitter.emit(signature, [mask, true], [emitter.reduction_body(I1, AND)])
    batch = tuple([number for number in range(len(type.shape)) if number not in numbers.offset_dims])
    dimensions = batch if tensor_type(mask).shape else ()
    shown = emitter.broadcast(mask, dimensions, type.replace(element_type=I1))
    return emitter.select(shown, found, emitter.zeros(type))


# Scatters.


def scatter(op: Operation, program: LocalProgram) -> None:
    """Scatters into the part of the device."""
    count = len(op.results)
    operand, update = program.sharding(op.operands[0]), program.sharding(op.operands[count + 1])
    sharding = update if operand is None else operand
    if sharding is None or (is_replicated(operand) and is_replicated(update)):
        program.localize(op)
        return
    mesh, properties = program.mesh(sharding), op.signature.properties
    numbers = properties.find(ScatterDimensionNumbers)
    sharded = operand.dimensions if operand is not None else ()
    present = {axis for dimension in sharded for axis in dimension.axes}
    # The axes of the updates' batch dimensions that the operand does not have.
    batch = [
        dimension
        for number, dimension in enumerate(update.dimensions if update is not None else ())
        if number not in numbers.update_window_dims
    ]
    divided = tuple([axis for dimension in batch for axis in dimension.axes if axis not in present])
    if not divided and is_replicated(operand):
        program.localize(op)
        return
    identity = _identity(op) if divided else ""
    if identity is None:
        program.not_legalized(op, "failed to get scatter reduction identity.")
    indexed: list[int] = []
    for number, dimension in enumerate(sharded):
        if dimension.axes and sharded_size(dimension.axes, mesh) <= 1:
            fail(op, f"dimension {number} is sharded along axes of size 1 alone")
        if dimension.axes and number in numbers.scatter_dims_to_operand_dims:
            indexed.append(number)
        elif dimension.axes and number in numbers.inserted_window_dims:
            where = "that is not indexed but in inserted window dimension"
            program.refuse(op, f"sharding operand dimension {number} {where} is not supported.")
    if not divided and not indexed:
        program.localize(op)
        return
    values, emitter = [*program.values(op)], program.emitter(op)
    left: Axes = ()
    if divided:
        text = (
            "updates are sharded along {axes}: the first device along these begins with {operand}, others with "
            "{identity}"
        )
        program.rewriter.tell("scatter-divided", text, op, axes=divided, operand=op.operands[0], identity=identity)
        leaders = signatures.leaders(shard_indices(divided, mesh, since("0.11.1")))
        values[:count] = _starts(emitter, values[:count], identity, leaders)
        if since("0.12.0.1"):
            left = axes_to_sum(op, divided, mesh, "scattered dimensions", program)
    if indexed:
        text = (
            "indices made relative to the part of {operand} that a device has along {dimensions:dimension|dimensions} "
            "{dimensions}"
        )
        program.rewriter.tell("scatter-shifted", text, op, operand=op.operands[0], dimensions=tuple(indexed))
        type, shape = tensor_type(values[count]), tensor_type(values[0]).shape
        starts = [
            emitter.offset(sharded[number].axes, shape[number], mesh, type.element_type)
            if number in indexed
            else emitter.scalar(0, type.element_type)
            for number in numbers.scatter_dims_to_operand_dims
        ]
        first = spread(emitter, starts, numbers.index_vector_dim, type, sharding)
        values[count] = emitter.binary(SUBTRACT, values[count], first)
    for name in ("indices_are_sorted", "unique_indices"):
        if name not in properties:
            properties = properties.with_entry(name, FALSE)
    local = program.local_signature(op, values, op.signature.with_properties(properties))
    bodies = [copied_region(op) for _ in op.results] if left else []
    found: Sequence[Value] = emitter.create(local, values, [program.rewriter.take_region(op)]).results
    if left:
        pairs = zip(found, bodies, strict=True)
        found = [emitter.combined(value, left, sharding, body) for value, body in pairs]
    program.replace(op, found)


def _starts(emitter: LocalEmitter, values: Sequence[Value], text: str, leaders: Signature) -> list[Value]:
    """Returns what the devices begin with: the `leaders` with the operands, others with the identity."""
    type = tensor_type(values[0])
    identity = emitter.splat(text, RankedTensorType((), type.element_type))
    if since("0.12.0.1"):
        rest = emitter.broadcast(identity, (), type)
        shown = emitter.reshape(emitter.entry_of_device(leaders), ())
    else:
        shown = emitter.broadcast(emitter.entry_of_device(leaders), (0,), type.replace(element_type=I1))
        rest = emitter.broadcast(identity, (), type)
    return [emitter.select(shown, value, rest) for value in values]


def _identity(op: Operation) -> str | None:
    """Returns the number that changes nothing where a scatter combines it with another; None if there is none.

    What combines each operand with its update must be the same for all. The number is that of the first operand; the
    types of the others must have one too, as in the reference.
    """
    block, count = op.regions[0].blocks[0], len(op.results)
    if block.last is None or len(block.last.operands) != count:
        return None
    found: set[OpDefinition | None] = set()
    for value, *pair in zip(block.last.operands, block.arguments[:count], block.arguments[count:], strict=True):
        is_combined = isinstance(value, OpResult) and {*value.owner.operands} == {*pair}
        found.add(value.owner.signature.definition if isinstance(value, OpResult) and is_combined else None)
    (combination,) = found if len(found) == 1 else {None}
    texts = [_identity_of(combination, tensor_type(value).element_type) for value in op.operands[:count]]
    return None if None in texts else texts[0]


def _identity_of(combination: OpDefinition | None, element_type: Type) -> str | None:
    if combination in (MAXIMUM, MINIMUM):
        return _extreme(element_type, is_least=combination is MAXIMUM)
    is_zero = combination in (ADD, OR)
    if combination not in (ADD, OR, MULTIPLY, AND):
        return None
    if isinstance(element_type, UniformQuantizedType):
        return zero_text(element_type) if combination is ADD else None
    if element_type is I1:
        return "false" if is_zero else "true"
    if combination in (OR, AND):
        return None
    zero = zero_text(element_type)
    return zero if is_zero else zero.replace("0", "1", 1)


def _extreme(element_type: Type, is_least: bool) -> str | None:
    """Returns the least or the largest finite number of a type; integers count as signed, as in the reference."""
    if isinstance(element_type, UniformQuantizedType):
        return str(element_type.storage_range[0 if is_least else 1])
    if isinstance(element_type, FloatType):
        number_format = FLOAT_FORMATS[element_type.name]
        return ("-" if is_least else "") + float_text(number_format.largest, number_format)
    if not isinstance(element_type, IntegerType):
        return None
    if element_type is I1:
        return "true" if is_least else "false"
    bits = 1 << (element_type.width - 1)
    if element_type.signedness == "u":
        return str(bits if is_least else bits - 1)
    return str(-bits if is_least else bits - 1)
