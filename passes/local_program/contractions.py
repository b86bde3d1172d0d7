"""Dot products, convolutions and windows.

Where dimensions that are summed are sharded, devices compute a part of the sum, which is completed by the only use: an
all-reduce, or a reduce-scatter, along the axes of these dimensions. Results may be unreduced along these instead.
"""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, REDUCE_SCATTER
from sdyopt.dialects.sdy.shardings.axes import Axes, contains, merged, ordered, sharded_size
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import CONVOLUTION, DOT_GENERAL, PAD
from sdyopt.dialects.stablehlo.sharding_rules.windows import is_tiled
from sdyopt.dialects.stablehlo.verification.reading import integer
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import groups_divided
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.local_program.shardings import is_replicated
from sdyopt.passes.padding.masks import is_zero

# Sums that are completed by a use.


def check_completed(op: Operation, axes: Axes, mesh: Mesh, what: str, program: LocalProgram) -> None:
    """Raises CompilationError unless what devices compute is summed over `axes`, those of `what`.

    That is so if the only use of the result does it, or if its sharding says that it is not summed along them yet.
    """
    result = op.results[0]
    sharding = program.sharding(result)
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
            check_completed(op, axes, program.mesh(sharding), "contracted dimensions", program)
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
    if kernel is not None:
        reduced = (numbers.kernel_input_feature_dimension, *numbers.kernel_spatial_dimensions)
        axes = tuple([axis for number in reduced for axis in kernel.dimensions[number].axes])
        if axes:
            check_completed(op, axes, program.mesh(kernel), "reduced dimensions", program)
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
    program.replace(op, [program.emitter(op).emit(made, values)])


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
