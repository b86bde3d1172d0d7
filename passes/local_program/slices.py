"""Slices, pads, concatenations, windows, what sums (reductions, dot products, convolutions), gathers and scatters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce as reduce_values

from sdyopt.dialects.quant import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, REDUCE_SCATTER
from sdyopt.dialects.sdy.shardings.axes import Axes, contains, merged, ordered, sharded_size
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.stablehlo.attributes import (
    ConvDimensionNumbers,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    ScatterDimensionNumbers,
)
from sdyopt.dialects.stablehlo.ops.communication import ALL_GATHER
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, CLAMP, MAXIMUM, MINIMUM, MULTIPLY, OR, SUBTRACT
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_UPDATE_SLICE, PAD
from sdyopt.dialects.stablehlo.sharding_rules.linear_algebra import is_tiled
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.dialects.stablehlo.verification.reading import (
    UNKNOWN,
    constant_integers,
    integer,
    integers,
    operand_tensor,
    result_tensor,
    slice_bounds,
)
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import (
    DYNAMIC,
    FALSE,
    I1,
    NO_ATTRIBUTES,
    DictionaryAttr,
    FloatType,
    IntegerType,
    RankedTensorType,
    i64,
    i64_array,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, float_text
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.conversion import LocalEmitter, LocalProgram
from sdyopt.rewriting.local_emission import PaddedDimension, local_pads, shard_indices, tensor_type, wrapped
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import axes_of, fail
from sdyopt.sharding.padding import is_communication_free, is_zero
from sdyopt.sharding.uses import fully_closed_on

NOT_WHOLE = "dimension {} is sharded but the slice is not a full slice and requires device communication."


def axes_of_result(op: Operation, program: LocalProgram) -> list[Axes]:
    """Returns the axes of each dimension of the result."""
    return axes_of(program.sharding(op.results[0]), len(result_tensor(op).shape))


def mismatch(lists: Sequence[Axes], others: Sequence[Axes], where: str = "") -> str | None:
    """Returns the error about the first dimension that has other axes in `others`; None if all have the same."""
    for number, pair in enumerate(zip(lists, others, strict=True)):
        if pair[0] != pair[1]:
            first, second = [", ".join([f"axis_ref{axis_ref(axis)}" for axis in axes]) for axes in pair]
            return (
                f"dimension {number} has mismatched sharding axes ([{first}] vs [{second}]). This requires a reshard "
                f"{where}which should have been handled by previous passes."
            )
    return None


def check_axes(op: Operation, lists: Sequence[Axes], others: Sequence[Axes], program: LocalProgram) -> None:
    """Raises CompilationError unless each dimension has the same axes in both."""
    if (message := mismatch(lists, others)) is not None:
        program.refuse(op, message)


def concatenate(op: Operation, program: LocalProgram) -> None:
    """Concatenates local parts: no device needs anything else if the operands are sharded like the result."""
    result, number = axes_of_result(op, program), integer(op, "dimension")
    if result[number]:
        program.refuse(op, f"dimension {number} is sharded but the concatenation is on this dimension.")
    for index, operand in enumerate(op.operands):
        lists = axes_of(program.sharding(operand), len(result))
        if lists[number]:
            message = f"operand {index} is sharded on concatenation dimension {number}. This is not supported."
            program.refuse(op, message)
        if any(lists):
            check_axes(op, lists, result, program)
    program.localize(op)


def slice_(op: Operation, program: LocalProgram) -> None:
    """Slices local parts: of a sharded dimension the elements between the first one and those that no device has."""
    result, sharding = axes_of_result(op, program), program.sharding(op.operands[0])
    lists = axes_of(sharding, len(result))
    if not any(lists) and not any(result):
        program.localize(op)
        return
    check_axes(op, lists, result, program)
    assert sharding is not None
    mesh, (value,) = program.mesh(sharding), program.values(op)
    starts, limits, strides = slice_bounds(op)
    before, after, local = operand_tensor(op).shape, result_tensor(op).shape, tensor_type(value).shape
    cut = [number for number, axes in enumerate(lists) if axes and (starts[number] or limits[number] != before[number])]
    for number in cut:
        shards = sharded_size(lists[number], mesh)
        if starts[number] or not is_communication_free(before[number], after[number], 0, strides[number], shards):
            program.refuse(op, NOT_WHOLE.format(number))
    local_limits, type = [*limits], checked(RankedTensorType, program.local_result_types(op)[0])
    for number, axes in enumerate(lists):
        if axes:  # As in the reference, also of a part with a stride.
            local_limits[number] = type.shape[number] if number in cut else local[number]
    program.replace(op, [program.emitter(op).slice(value, starts, tuple(local_limits), strides, type)])


def dynamic_slice(op: Operation, program: LocalProgram) -> None:
    """Slices local parts: of a sharded dimension, which is not cut, all that the device has."""
    lists = axes_of_result(op, program)
    check_axes(op, axes_of(program.sharding(op.operands[0]), len(lists)), lists, program)
    sizes = zip(operand_tensor(op).shape, result_tensor(op).shape, lists, strict=True)
    for number, (size, taken, axes) in enumerate(sizes):
        if axes and size != taken:
            program.refuse(op, NOT_WHOLE.format(number))
    local = checked(RankedTensorType, program.local_result_types(op)[0])
    signature = op.signature
    if any(lists) if since("0.12.0.1") else local is not signature.result_types[0]:
        local_sizes = i64_array(local.shape)
        program.noted[op.results[0]] = program.sharding(op.results[0])
        signature = signature.with_property("slice_sizes", local_sizes).with_attributes(NO_ATTRIBUTES)
    program.localize(op, signature)


def dynamic_update_slice(op: Operation, program: LocalProgram) -> None:
    """Updates the part of the device that has the whole update, and no other one.

    That must be so along each sharded dimension that the update does not fill: it has one element there, or starts at a
    constant. Raises CompilationError otherwise.
    """
    shape, sizes = operand_tensor(op).shape, operand_tensor(op, 1).shape
    sharding = program.sharding(op.operands[0])
    lists, update = axes_of(sharding, len(shape)), axes_of(program.sharding(op.operands[1]), len(shape))
    cut = [number for number, (size, taken) in enumerate(zip(shape, sizes, strict=True)) if size != taken]
    if any(lists) and any(update[number] for number in cut):
        needed = "upstream resharding/replication is required"
        program.refuse(op, f"update tensor should not be sharded along sliced dimensions and {needed}")
    sharded = [number for number in cut if lists[number]]
    if sharding is None or not sharded:
        program.localize(op)
        return
    operand, new, *starts = program.values(op)
    emitter, type, mesh = program.emitter(op), tensor_type(operand), program.mesh(sharding)
    for number in sharded:
        start, part = constant_integers(op, 2 + number), type.shape[number]
        first = 0 if start is None else min(max(start[0], 0), shape[number] - sizes[number])
        last = max(first + sizes[number] - 1, 0)
        if sizes[number] != 1 and (start is None or first // part != last // part):
            needed = "requires upstream resharding/replication"
            program.refuse(op, f"partitioned dynamic-update-slice crossing shard boundaries {needed}")
    inside: list[Value] = []
    for number in sharded:
        element, part = tensor_type(starts[number]).element_type, type.shape[number]
        zero, highest = [emitter.scalar(each, element) for each in (0, shape[number] - sizes[number])]
        first_index = emitter.apply(CLAMP, [zero, starts[number], highest], zero.type)
        offset = emitter.offset(lists[number], part, mesh, element)
        end = emitter.binary(ADD, first_index, emitter.scalar(sizes[number], element))
        limit = emitter.binary(ADD, offset, emitter.scalar(part, element))
        after, before = emitter.compare("GE", first_index, offset), emitter.compare("LE", end, limit)
        inside.append(emitter.binary(AND, after, before))
        starts[number] = emitter.select(inside[-1], emitter.binary(SUBTRACT, first_index, offset), zero)
    updated = emitter.apply(DYNAMIC_UPDATE_SLICE, [operand, new, *starts], type)
    is_inside = reduce_values(lambda one, other: emitter.binary(AND, one, other), inside)
    mask = emitter.broadcast(is_inside, (), RankedTensorType(type.shape, I1))
    program.replace(op, [emitter.select(mask, updated, operand)])


def pad(op: Operation, program: LocalProgram) -> None:
    """Pads local parts: all devices alike, and if that leaves a device too much, it takes the part that is its own."""
    sharding, result = program.sharding(op.operands[0]), axes_of_result(op, program)
    if (message := mismatch(axes_of(sharding, len(result)), result, "collective ")) is not None:
        fail(op, message)
    if sharding is None or not sharding.is_sharded:
        program.localize(op)
        return
    values, emitter = program.values(op), program.emitter(op)
    type = checked(RankedTensorType, program.local_result_types(op)[0])
    low, interior = integers(op, "edge_padding_low"), integers(op, "interior_padding")
    dimensions = tuple(map(PaddedDimension, operand_tensor(op).shape, result_tensor(op).shape, low, interior))
    pads = local_pads(dimensions, sharding, program.mesh(sharding), since("0.11.1"))
    is_uniform = all(len(each.starts) == 1 for each in pads)
    padded_type = type
    if not is_uniform:
        sizes = zip(tensor_type(values[0]).shape, pads, interior, strict=True)
        shape = [each.low + (size - 1) * (between + 1) + 1 + each.high for size, each, between in sizes]
        padded_type = RankedTensorType(tuple(shape), type.element_type)
    edges = tuple([each.low for each in pads]), tuple([each.high for each in pads]), interior
    padded: Value = emitter.pad(values[0], values[1], edges, padded_type)
    if not is_uniform:
        text = "all devices pad to {padded}, and each slices its part of {value} out of that"
        program.rewriter.tell("pad-shifted", text, op, value=op.results[0], padded=padded_type)
        device = emitter.device()
        starts: list[Value] = []
        for each in pads:
            if len(each.starts) == 1:
                starts.append(emitter.scalar(each.starts[0]))
            else:
                places = signatures.numbers(each.starts, signatures.offset_type())
                starts.append(emitter.entry_of_device(places, device))
        padded = emitter.dynamic_slice(padded, starts, type)
    program.replace(op, [padded])


def window(op: Operation, program: LocalProgram) -> None:
    """Computes windows of local parts, which must not reach beyond them."""
    if (sharding := program.sharding(op.operands[0])) is not None:
        mesh, shape = program.mesh(sharding), tensor_type(program.values(op)[0]).shape
        for number, dimension in enumerate(sharding.dimensions):
            if sharded_size(dimension.axes, mesh) > 1 and not is_tiled(op.signature, number, shape[number]):
                fail(op, f"dimension {number} is sharded but is not a pass-through dimension")
    program.localize(op)


# Sums that are completed by a use.


def axes_to_sum(op: Operation, axes: Axes, mesh: Mesh, what: str, program: LocalProgram) -> Axes:
    """Returns those of `axes`, all or none, over which what devices compute is still to be summed.

    None are left if uses of the result sum over them, or if its sharding says that it is not summed along them yet.
    Before jaxlib 0.12 that must be so, and the use must be the only one. Raises CompilationError otherwise, and if it
    is so for some of the axes alone, which are those of `what`. The axes are in mesh order, those of a stablehlo.dot in
    the order of its dimension.
    """
    result = op.results[0]
    sharding = program.sharding(result)
    done = sharding.unreduced if sharding is not None else ()
    if since("0.12.0.1"):
        for user in result.users:
            if user.signature.definition in (ALL_REDUCE, REDUCE_SCATTER):
                done += summed_axes(user)
        axes = axes if op.definition is DOT else canonical(axes, mesh)
        left = tuple([axis for axis in axes if not any(contains(whole, axis) for whole in done)])
        if left not in ((), axes):
            fail(op, f"is summed over some of the axes of {what} alone")
        return left
    if not all(any(contains(whole, axis) for whole in done) for axis in axes):
        only = result.only_user if result.has_one_use else None
        if only is None or only.signature.definition not in (ALL_REDUCE, REDUCE_SCATTER):
            fail(op, f"needs one use, an sdy.all_reduce or an sdy.reduce_scatter, as {what} are sharded")
        if canonical(summed_axes(only), mesh) != canonical(axes, mesh):
            fail(op, f"needs an {only.name} along the axes of {what}")
    return ()


def canonical(axes: Axes, mesh: Mesh) -> Axes:
    """Returns axes in mesh order, with neighbours that are parts of one axis put together."""
    return merged(ordered(axes, mesh), mesh)


def summed_axes(collective: Operation) -> Axes:
    """Returns the axes along which a collective sums."""
    properties = collective.signature.properties
    if collective.signature.definition is ALL_REDUCE:
        return properties.find(AxisRefList, "reduction_axes").axes
    lists = properties.find(AxisRefLists, "reduce_scatter_axes").lists
    return tuple([axis for each in lists for axis in each.axes])


def copied_region(op: Operation) -> Region:
    """Returns a copy of the only region of an operation, which uses none of the values around it."""
    copy = op.clone()
    copy.drop_uses()
    (region,) = copy.regions
    region.parent = None
    return region


def reduce(op: Operation, program: LocalProgram) -> None:
    """Reduces local parts, and then, since jaxlib 0.12, what devices have reduced where no use does that.

    Several results are gathered along a new dimension for that, and reduced again.
    """
    sharding = program.sharding(op.operands[0])
    axes = axes_of(sharding, len(operand_tensor(op).shape))
    reduced = tuple([axis for number in integers(op, "dimensions") for axis in axes[number]])
    left: Axes = ()
    if sharding is not None and reduced:
        left = axes_to_sum(op, reduced, program.mesh(sharding), "reduced dimensions", program)
    if sharding is None or not left:
        program.localize(op)
        return
    values, emitter = program.values(op), program.emitter(op)
    local = program.local_signature(op, values, op.signature)
    parts = emitter.create(local, values, [copied_region(op)]).results
    if len(parts) == 1:
        program.replace(op, [emitter.combined(parts[0], left, sharding, copied_region(op))])
        return
    count, rank = sharded_size(left, program.mesh(sharding)), len(tensor_type(parts[0]).shape)
    gathered: list[Value] = []
    for part in parts:
        shape, element = tensor_type(part).shape, tensor_type(part).element_type
        whole, dimension = RankedTensorType((*shape, count), element), i64(rank)
        value = emitter.reshape(part, (*shape, 1))
        gathered.append(emitter.collective(ALL_GATHER, value, left, sharding, whole, all_gather_dim=dimension))
    operands = [*gathered, *values[len(parts) :]]
    properties = DictionaryAttr((("dimensions", i64_array([rank])),))
    again = Signature.of(local.definition, tuple([each.type for each in operands]), local.result_types, properties)
    program.replace(op, emitter.create(again, operands, [copied_region(op)]).results)


def dot(op: Operation, program: LocalProgram) -> None:
    """Multiplies local parts."""
    sharding = program.sharding(op.operands[0])
    contracted: Sequence[int] = (len(operand_tensor(op).shape) - 1,)
    if op.signature.definition is DOT_GENERAL:
        contracted = op.properties.find(DotDimensionNumbers).lhs_contracting_dimensions
    if sharding is not None:
        axes = tuple([axis for number in contracted for axis in sharding.dimensions[number].axes])
        pads = [pad for operand in op.operands if (pad := operand.defined_by(PAD)) is not None]
        if axes and not all(is_zero(pad.operands[1]) for pad in pads):
            reason = "as contracted dimensions are sharded"
            fail(op, f"has an operand that is padded with other values than zero, {reason}")
        left = axes_to_sum(op, axes, program.mesh(sharding), "contracted dimensions", program) if axes else ()
        if left:
            values, emitter = program.values(op), program.emitter(op)
            found = emitter.emit(program.local_signature(op, values, op.signature), values)
            program.replace(op, [emitter.summed(found, left, sharding)])
            return
    program.localize(op)


def convolution(op: Operation, program: LocalProgram) -> None:
    """Convolves local parts, which have fewer groups where these are sharded."""
    operand, kernel = [program.sharding(operand) for operand in op.operands]
    if not any(sharding and sharding.is_sharded for sharding in (operand, kernel, program.sharding(op.results[0]))):
        program.localize(op)
        return
    properties = op.signature.properties
    numbers = properties.find(ConvDimensionNumbers)
    left: Axes = ()
    if kernel is not None:
        reduced = (numbers.kernel_input_feature_dimension, *numbers.kernel_spatial_dimensions)
        axes = tuple([axis for number in reduced for axis in kernel.dimensions[number].axes])
        left = axes_to_sum(op, axes, program.mesh(kernel), "reduced dimensions", program) if axes else ()
    for name, sharding, number in (
        ("feature_group_count", kernel, numbers.kernel_output_feature_dimension),
        ("batch_group_count", operand, numbers.input_batch_dimension),
    ):
        count = local = integer(op, name)
        shards = 1 if sharding is None else sharded_size(sharding.dimensions[number].axes, program.mesh(sharding))
        if count > 1 and shards > 1:
            if count % min(count, shards):
                fail(op, f"has {count} groups, which the size {shards} of the axes does not divide")
            local = count // min(count, shards)
            text = "{name} is {local} instead of {count}: each device has some of the groups"
            program.rewriter.tell("groups-divided", text, op, name=name, local=local, count=count)
        properties = properties.with_entry(name, i64(local))
    emitter = program.emitter(op)
    found = emitter.apply(CONVOLUTION, program.values(op), program.local_result_types(op)[0], properties.entries)
    program.replace(op, [emitter.summed(found, left, kernel) if left and kernel is not None else found])


# Gathers and scatters.
#
# Where slices of a gather are single elements along a sharded dimension, each device gathers from its own part, and
# zeros for what it does not have; an all-reduce sums what the devices have found.


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
    if (sharding := program.sharding(op.operands[0])) is None or not sharding.is_sharded:
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
    properties = properties.with_entry("slice_sizes", i64_array(sizes))
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
    is_operand_sharded = operand is not None and operand.is_sharded
    if sharding is None or not (is_operand_sharded or (update is not None and update.is_sharded)):
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
    if not divided and not is_operand_sharded:
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
        shown = emitter.entry_of_device(leaders)
    else:
        shown = emitter.broadcast(emitter.entry_at(emitter.device(), leaders), (0,), type.replace(element_type=I1))
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
