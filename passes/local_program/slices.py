"""Slices, pads and concatenations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce as reduce_values
from typing import NoReturn, cast

from sdyopt.dialects.sdy.attributes import AxisRef, AxisRefList, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, REDUCE_SCATTER
from sdyopt.dialects.sdy.shardings.axes import Axes, contains, merged, ordered, sharded_size
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, CLAMP, SELECT, SUBTRACT
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_UPDATE_SLICE, PAD, SLICE
from sdyopt.dialects.stablehlo.sharding_rules.linear_algebra import is_tiled
from sdyopt.dialects.stablehlo.verification.reading import (
    constant_integers,
    integer,
    integers,
    operand_tensor,
    result_tensor,
)
from sdyopt.ir.attributes import I1, NO_ATTRIBUTES, DictionaryAttr, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program.collectives import combined, gathered_apart, summed
from sdyopt.passes.local_program.conversion import LocalProgram, groups_divided, pad_shifted
from sdyopt.rewriting.local_emission import Emitter, LocalPad, PaddedDimension, local_pads, tensor_type
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import axes_of, fail, is_replicated
from sdyopt.sharding.padding import is_communication_free, is_zero

MISMATCH = "dimension {} has mismatched sharding axes ([{}] vs [{}]). This requires a reshard {}."
NOT_WHOLE = "dimension {} is sharded but the slice is not a full slice and requires device communication."


def concatenate(op: Operation, program: LocalProgram) -> None:
    """Concatenates local parts: no device needs anything else if the operands are sharded like the result."""
    result = axes_of_result(op, program)
    number = integer(op, "dimension")
    if result[number]:
        message = f"dimension {number} is sharded but the concatenation is on this dimension."
        not_legalized(op, message, program)
    for index, operand in enumerate(op.operands):
        lists = axes_of(program.sharding(operand), len(result))
        if lists[number]:
            message = f"operand {index} is sharded on concatenation dimension {number}. This is not supported."
            not_legalized(op, message, program)
        if any(lists):
            check_axes(op, lists, result, program)
    program.localize(op)


def slice_(op: Operation, program: LocalProgram) -> None:
    """Slices local parts: of a sharded dimension the elements between the first one and those that no device has."""
    result = axes_of_result(op, program)
    lists = axes_of(program.sharding(op.operands[0]), len(result))
    if not any(lists) and not any(result):
        program.localize(op)
        return
    check_axes(op, lists, result, program)
    properties = op.signature.properties
    starts, limits = integers(op, "start_indices"), [*integers(op, "limit_indices")]
    (value,) = program.values(op)
    shape = operand_tensor(op).shape
    for number, axes in enumerate(lists):
        if axes:
            if not starts[number] and limits[number] == shape[number]:
                limits[number] = tensor_type(value).shape[number]
            elif starts[number] or not _is_communication_free(op, number, axes, program):
                not_legalized(op, NOT_WHOLE.format(number), program)
    (local,) = program.local_result_types(op)
    new = (
        ("limit_indices", signatures.i64_array(limits)),
        ("start_indices", properties["start_indices"]),
        ("strides", properties["strides"]),
    )
    program.replace(op, [program.emitter(op).emit(signatures.signature(SLICE, (value.type,), local, new), [value])])


def dynamic_slice(op: Operation, program: LocalProgram) -> None:
    """Slices local parts: of a sharded dimension, which is not cut, all that the device has."""
    lists = axes_of_result(op, program)
    check_axes(op, axes_of(program.sharding(op.operands[0]), len(lists)), lists, program)
    sizes = zip(operand_tensor(op).shape, result_tensor(op).shape, lists, strict=True)
    for number, (size, taken, axes) in enumerate(sizes):
        if axes and size != taken:
            not_legalized(op, NOT_WHOLE.format(number), program)
    (local,) = program.local_result_types(op)
    signature = op.signature
    if local is not signature.result_types[0]:
        local_sizes = signatures.i64_array(cast(RankedTensorType, local).shape)
        signature = signature.with_property("slice_sizes", local_sizes).with_attributes(NO_ATTRIBUTES)
    program.localize(op, signature)


def dynamic_update_slice(op: Operation, program: LocalProgram) -> None:
    """Updates the part of the device that has the whole update, and no other one.

    That must be so along each sharded dimension that the update does not fill: it has one element there, or starts at a
    constant. Raises CompilationError otherwise.
    """
    shape, sizes = [cast(RankedTensorType, type).shape for type in op.signature.operand_types[:2]]
    lists, update = [axes_of(program.sharding(value), len(shape)) for value in op.operands[:2]]
    cut = [number for number, (size, taken) in enumerate(zip(shape, sizes, strict=True)) if size != taken]
    for number in cut:
        if update[number]:
            message = (
                "update tensor should not be sharded along sliced dimensions and upstream resharding/replication is "
                "required"
            )
            not_legalized(op, message, program)
    sharded = [number for number in cut if lists[number]]
    if not sharded:
        program.localize(op)
        return
    sharding, values, emitter = program.sharding(op.operands[0]), program.values(op), program.emitter(op)
    assert sharding is not None
    type, mesh, starts = tensor_type(values[0]), program.mesh(sharding), values[2:]
    for number in sharded:
        start, part = constant_integers(op, 2 + number), type.shape[number]
        first = part if start is None else min(max(start[0], 0), shape[number] - sizes[number]) % part
        if sizes[number] > 1 and first + sizes[number] > part:
            message = (
                "partitioned dynamic-update-slice crossing shard boundaries requires upstream resharding/replication"
            )
            not_legalized(op, message, program)
    inside: list[Value] = []
    for number in sharded:
        element = tensor_type(starts[number]).element_type
        zero, highest = [emitter.scalar(each, element) for each in (0, shape[number] - sizes[number])]
        clamp = signatures.signature(CLAMP, (zero.type,) * 3, tensor_type(zero))
        start_index = emitter.emit(clamp, [zero, starts[number], highest])
        offset = emitter.offset(lists[number], type.shape[number], mesh)
        offset = emitter.emit(signatures.convert(tensor_type(offset), element), [offset])
        end = emitter.binary(ADD, start_index, emitter.scalar(sizes[number], element))
        limit = emitter.binary(ADD, offset, emitter.scalar(type.shape[number], element))
        after, before = emitter.compare("GE", start_index, offset), emitter.compare("LE", end, limit)
        inside.append(emitter.binary(AND, after, before))
        own = emitter.binary(SUBTRACT, start_index, offset)
        starts[number] = _selected(emitter, inside[-1], own, zero)
    types = tuple([value.type for value in (*values[:2], *starts)])
    updated = emitter.emit(signatures.signature(DYNAMIC_UPDATE_SLICE, types, type), [*values[:2], *starts])
    is_inside = reduce_values(lambda one, other: emitter.binary(AND, one, other), inside)
    mask = emitter.broadcast(is_inside, (), RankedTensorType(type.shape, I1))
    program.replace(op, [_selected(emitter, mask, updated, values[0])])


def _selected(emitter: Emitter, condition: Value, first: Value, second: Value) -> Value:
    types = condition.type, first.type, second.type
    return emitter.emit(signatures.signature(SELECT, types, tensor_type(first)), [condition, first, second])


def _is_communication_free(op: Operation, number: int, axes: Axes, program: LocalProgram) -> bool:
    sharding = program.sharding(op.operands[0])
    assert sharding is not None
    sizes = operand_tensor(op).shape[number], result_tensor(op).shape[number]
    stride, shards = integers(op, "strides")[number], sharded_size(axes, program.mesh(sharding))
    return is_communication_free(*sizes, 0, stride, shards)


def axes_of_result(op: Operation, program: LocalProgram) -> list[Axes]:
    """Returns the axes of each dimension of the result."""
    return axes_of(program.sharding(op.results[0]), len(result_tensor(op).shape))


def mismatch(lists: Sequence[Axes], others: Sequence[Axes], where: str) -> str | None:
    """Returns what is wrong with the first dimension that has other axes in `others`; None if all have the same."""
    for number, (axes, other) in enumerate(zip(lists, others, strict=True)):
        if axes != other:
            return MISMATCH.format(number, listed(axes), listed(other), where)
    return None


def check_axes(op: Operation, lists: Sequence[Axes], others: Sequence[Axes], program: LocalProgram) -> None:
    """Raises CompilationError unless each dimension has the same axes in both."""
    message = mismatch(lists, others, "which should have been handled by previous passes")
    if message is not None:
        not_legalized(op, message, program)


def not_legalized(op: Operation, message: str, program: LocalProgram) -> NoReturn:
    """Raises the error at an operation that has no local form, and why."""
    program.not_legalized(op, f"'{op.name}' op {message}")


def listed(axes: Sequence[AxisRef]) -> str:
    """Returns axes as error messages list them."""
    return ", ".join([f"axis_ref{axis_ref(axis)}" for axis in axes])


def pad(op: Operation, program: LocalProgram) -> None:
    """Pads local parts: all devices alike, and if that leaves a device too much, it takes the part that is its own."""
    sharding = program.sharding(op.operands[0])
    result = axes_of_result(op, program)
    message = mismatch(
        axes_of(sharding, len(result)), result, "collective which should have been handled by previous passes"
    )
    if message is not None:
        fail(op, message)
    if sharding is None or is_replicated(sharding):
        program.localize(op)
        return
    values = program.values(op)
    (local,) = program.local_result_types(op)
    result_type = cast(RankedTensorType, local)
    from_major = since("0.11.1")
    pads = local_pads(_dimensions(op), sharding, program.mesh(sharding), from_major)
    program.replace(op, [_padded(op, values, pads, result_type, program)])


def _dimensions(op: Operation) -> tuple[PaddedDimension, ...]:
    low, interior = integers(op, "edge_padding_low"), integers(op, "interior_padding")
    return tuple(map(PaddedDimension, operand_tensor(op).shape, result_tensor(op).shape, low, interior))


def _padded(
    op: Operation, values: Sequence[Value], pads: Sequence[LocalPad], type: RankedTensorType, program: LocalProgram
) -> Value:
    emitter, operand = program.emitter(op), tensor_type(values[0])
    is_uniform = all(len(each.starts) == 1 for each in pads)
    shape = type.shape
    if not is_uniform:
        sizes = zip(operand.shape, pads, integers(op, "interior_padding"), strict=True)
        shape = tuple([each.low + (size - 1) * (interior + 1) + 1 + each.high for size, each, interior in sizes])
    properties = (
        ("edge_padding_high", signatures.i64_array([each.high for each in pads])),
        ("edge_padding_low", signatures.i64_array([each.low for each in pads])),
        ("interior_padding", op.signature.properties["interior_padding"]),
    )
    types = tuple([value.type for value in values])
    padded_type = type if is_uniform else RankedTensorType(shape, type.element_type)
    padded = emitter.emit(signatures.signature(PAD, types, padded_type, properties), values)
    if is_uniform:
        return padded
    program.rewriter.report(pad_shifted, op, padded_type)
    device = emitter.device()
    starts: list[Value] = []
    for each in pads:
        if len(each.starts) == 1:
            starts.append(emitter.scalar(each.starts[0]))
        else:
            places = signatures.numbers(each.starts, signatures.offset_type())
            starts.append(emitter.reshape(emitter.entry_at(device, places), ()))
    return emitter.dynamic_slice(padded, starts, type)


# Dot products, convolutions and windows.

# Sums that are completed by a use.


def axes_to_sum(op: Operation, axes: Axes, mesh: Mesh, what: str, program: LocalProgram) -> Axes:
    """Returns those of `axes`, all or none, over which what devices compute is still to be summed.

    None are left if uses of the result sum over them, or if its sharding says that it is not summed along them yet.
    Before jaxlib 0.12 that must be so. Raises CompilationError otherwise, and if that is so for some of the axes alone,
    which are those of `what`.
    """
    result = op.results[0]
    sharding = program.sharding(result)
    if since("0.12.0.1"):
        done = sharding.unreduced if sharding is not None else ()
        for user in result.users:
            if user.signature.definition in (ALL_REDUCE, REDUCE_SCATTER):
                done += summed_axes(user)
        axes = canonical(axes, mesh)
        left = tuple([axis for axis in axes if not any(contains(whole, axis) for whole in done)])
        if left not in ((), axes):
            fail(op, f"is summed over some of the axes of {what} alone")
        return left
    check_completed(op, axes, mesh, what, sharding)
    return ()


def check_completed(op: Operation, axes: Axes, mesh: Mesh, what: str, sharding: Sharding | None) -> None:
    """Raises CompilationError unless what devices compute is summed over `axes`, those of `what`.

    That is so if the only use of the result does it, or if its sharding says that it is not summed along them yet.
    """
    result = op.results[0]
    if sharding is not None and all(any(contains(whole, axis) for whole in sharding.unreduced) for axis in axes):
        return
    user = result.only_user if result.has_one_use else None
    if user is None or user.signature.definition not in (ALL_REDUCE, REDUCE_SCATTER):
        fail(op, f"needs one use, an sdy.all_reduce or an sdy.reduce_scatter, as {what} are sharded")
    if canonical(summed_axes(user), mesh) != canonical(axes, mesh):
        fail(op, f"needs an {user.name} along the axes of {what}")


def canonical(axes: Axes, mesh: Mesh) -> Axes:
    """Returns axes in mesh order, with neighbours that are parts of one axis put together."""
    return merged(ordered(axes, mesh), mesh)


def summed_axes(collective: Operation) -> Axes:
    """Returns the axes along which a collective sums."""
    properties = collective.signature.properties
    if collective.signature.definition is ALL_REDUCE:
        return cast(AxisRefList, properties["reduction_axes"]).axes
    lists = cast(AxisRefLists, properties["reduce_scatter_axes"]).lists
    return tuple([axis for each in lists for axis in each.axes])


# Reductions.


def reduce(op: Operation, program: LocalProgram) -> None:
    """Reduces local parts, and then, since jaxlib 0.12, what devices have reduced where no use does that.

    Several results are gathered along a new dimension for that, and reduced again.
    """
    sharding = program.sharding(op.operands[0])
    axes = axes_of(sharding, len(operand_tensor(op).shape))
    reduced = tuple([axis for number in integers(op, "dimensions") for axis in axes[number]])
    mesh = None if sharding is None else program.mesh(sharding)
    left = axes_to_sum(op, reduced, mesh, "reduced dimensions", program) if reduced and mesh is not None else ()
    if sharding is None or mesh is None or not left:
        program.localize(op)
        return
    signature, values, emitter = op.signature, program.values(op), program.emitter(op)
    types, results = tuple([value.type for value in values]), program.local_result_types(op)
    local = Signature.of(signature.definition, types, results, signature.properties, signature.attributes)
    parts = emitter.create(local, values, copied_regions(op)).results
    if len(parts) == 1:
        program.replace(op, [combined(op, program, parts[0], left, sharding, copied_regions(op))])
        return
    rank = len(tensor_type(parts[0]).shape)
    gathered = [
        gathered_apart(op, program, emitter.reshape(part, (*tensor_type(part).shape, 1)), left, sharding, rank)
        for part in parts
    ]
    operands = [*gathered, *values[len(parts) :]]
    properties = DictionaryAttr((("dimensions", signatures.i64_array([rank])),))
    again = Signature.of(signature.definition, tuple([each.type for each in operands]), results, properties)
    program.replace(op, emitter.create(again, operands, copied_regions(op)).results)


def copied_regions(op: Operation) -> list[Region]:
    """Returns copies of the regions of an operation, which use none of the values around it."""
    copy = op.clone()
    copy.drop_uses()
    for region in copy.regions:
        region.parent = None
    return list(copy.regions)


# Dot products.


def dot(op: Operation, program: LocalProgram) -> None:
    """Multiplies local parts."""
    sharding = program.sharding(op.operands[0])
    if sharding is not None:
        axes = tuple([axis for number in _contracted(op) for axis in sharding.dimensions[number].axes])
        if axes:
            if not all(map(_is_padded_with_zeros, op.operands)):
                fail(
                    op,
                    "has an operand that is padded with other values than zero, as contracted dimensions are sharded",
                )
            left = axes_to_sum(op, axes, program.mesh(sharding), "contracted dimensions", program)
            if left:
                signature, values = op.signature, program.values(op)
                types = tuple([value.type for value in values])
                results = program.local_result_types(op)
                local = Signature.of(signature.definition, types, results, signature.properties, signature.attributes)
                found = program.emitter(op).emit(local, values)
                program.replace(op, [summed(op, program, found, left, sharding)])
                return
    program.localize(op)


def _contracted(op: Operation) -> tuple[int, ...]:
    """Returns the dimensions of the first operand that are contracted."""
    signature = op.signature
    if signature.definition is DOT_GENERAL:
        numbers = cast(DotDimensionNumbers, signature.properties["dot_dimension_numbers"])
        return numbers.lhs_contracting_dimensions
    return (len(cast(RankedTensorType, signature.operand_types[0]).shape) - 1,)


def _is_padded_with_zeros(value: Value) -> bool:
    """Whether a value is not a pad, or one by a constant that is zero."""
    if not isinstance(value, OpResult) or value.owner.signature.definition is not PAD:
        return True
    return is_zero(value.owner.operands[1]) is True


# Convolutions.


def convolution(op: Operation, program: LocalProgram) -> None:
    """Convolves local parts, which have fewer groups where these are sharded."""
    operand, kernel = [program.sharding(operand) for operand in op.operands]
    if is_replicated(operand) and is_replicated(kernel) and is_replicated(program.sharding(op.results[0])):
        program.localize(op)
        return
    signature = op.signature
    numbers = cast(ConvDimensionNumbers, signature.properties["dimension_numbers"])
    left: Axes = ()
    if kernel is not None:
        reduced = (numbers.kernel_input_feature_dimension, *numbers.kernel_spatial_dimensions)
        axes = tuple([axis for number in reduced for axis in kernel.dimensions[number].axes])
        if axes:
            left = axes_to_sum(op, axes, program.mesh(kernel), "reduced dimensions", program)
    properties = signature.properties
    for name, sharding, number in (
        ("feature_group_count", kernel, numbers.kernel_output_feature_dimension),
        ("batch_group_count", operand, numbers.input_batch_dimension),
    ):
        count = _local_groups(op, name, sharding, number, program)
        if count != integer(op, name):
            program.rewriter.report(groups_divided, op, name, integer(op, name), count)
        properties = properties.with_entry(name, signatures.i64(count))
    values = program.values(op)
    types = tuple([value.type for value in values])
    made = signatures.signature(CONVOLUTION, types, program.local_result_types(op)[0], properties.entries)
    found = program.emitter(op).emit(made, values)
    program.replace(op, [summed(op, program, found, left, kernel) if left and kernel is not None else found])


def _local_groups(op: Operation, name: str, sharding: Sharding | None, number: int, program: LocalProgram) -> int:
    """Returns the number of groups of a device; axes of the dimension with that number divide them."""
    count = integer(op, name)
    if sharding is None:
        return count
    shards = sharded_size(sharding.dimensions[number].axes, program.mesh(sharding))
    if count <= 1 or shards <= 1:
        return count
    by = min(count, shards)
    if count % by:
        fail(op, f"has {count} groups, which the size {shards} of the axes does not divide")
    return count // by


# Windows.


def window(op: Operation, program: LocalProgram) -> None:
    """Computes windows of local parts, which must not reach beyond them."""
    sharding = program.sharding(op.operands[0])
    if sharding is not None:
        mesh = program.mesh(sharding)
        for number, dimension in enumerate(sharding.dimensions):
            size = tensor_type(program.values(op)[0]).shape[number]
            if sharded_size(dimension.axes, mesh) > 1 and not is_tiled(op.signature, number, size):
                fail(op, f"dimension {number} is sharded but is not a pass-through dimension")
    program.localize(op)
