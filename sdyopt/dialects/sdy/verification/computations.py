"""The verifiers of manual and named computations, ManualComputationOp and NamedComputationOp."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod

from sdyopt.dialects.quant.parts import UnequalScalesError, element_of_parts
from sdyopt.dialects.quant.types import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import RETURN
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.dialects.sdy.shardings.axes import size
from sdyopt.dialects.sdy.verification.axis_lists import unknown_axis
from sdyopt.dialects.sdy.verification.edges import common_mesh
from sdyopt.dialects.sdy.verification.shardings import (
    manual_axes_around,
    mesh_of,
    report_bound_axis,
    verify_shardings,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import DYNAMIC, RankedTensorType, ShapedType
from sdyopt.mlir.verify.inferred_types import Inference
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_token


def _returned_types(op: Operation) -> tuple[Type, ...] | None:
    """The types of what the body returns; None if it does not end with `sdy.return`, which is reported elsewhere."""
    last = op.regions[0].blocks[0].last
    return last.signature.operand_types if last is not None and last.signature.definition is RETURN else None


def _argument_types(op: Operation) -> tuple[Type, ...] | None:
    return tuple([argument.type for argument in op.regions[0].blocks[0].arguments])


# Manual computations.


def verify_manual_axes(op: Operation, context: Verification) -> None:
    """The manual axes are not manual around the op already."""
    manual = op.properties["manual_axes"]
    assert isinstance(manual, ManualAxes)
    around = manual_axes_around(op)
    for name in manual.axes:
        if name in around:
            report_bound_axis(op, name, around[name], context)


def verify_manual_computation(op: Operation, context: Verification) -> None:
    """The types inside are those outside cut along the manual axes, which come first in every dimension."""
    properties, signature = op.properties, op.signature
    inside, outside = properties["in_shardings"], properties["out_shardings"]
    manual = properties["manual_axes"]
    assert isinstance(inside, ShardingPerValue) and isinstance(outside, ShardingPerValue)
    assert isinstance(manual, ManualAxes)
    around = manual_axes_around(op)
    for what, shardings, global_types, local_types in (
        ("operand", inside, signature.operand_types, _argument_types(op)),
        ("result", outside, signature.result_types, _returned_types(op)),
    ):
        verify_shardings(op, shardings, global_types, what, context, around)
        if local_types is None:
            continue
        if len(global_types) != len(local_types):
            context.error(
                op,
                f"number of op {what}s and region {what}s must match. Op has {len(global_types)} op {what}s and "
                f"{len(local_types)} region {what}s",
            )
        for index, global_type in enumerate(global_types):
            sharding = shardings.shardings[index]
            mesh = mesh_of(op, sharding, context)
            assert mesh is not None
            complaint = check_local_type(global_type, local_types[index], sharding, mesh, manual, what, index)
            if complaint is not None:
                context.error(op, complaint)
    _verify_common_mesh(op, [*inside.shardings, *outside.shardings], manual, context)


def _verify_common_mesh(op: Operation, shardings: list[Sharding], manual: ManualAxes, context: Verification) -> None:
    """The manual axes are in the one mesh that all shardings are on."""
    if not manual.axes or not shardings:
        return
    mesh = common_mesh(op, shardings, context)
    if mesh is None:
        context.error(op, "all in and out shardings must be bound to the same mesh or an empty mesh.")
    assert mesh is not None
    for name in manual.axes:
        if name not in mesh.axis_sizes:
            context.error(op, unknown_axis(f"unknown manual axis: {string_token(name)}", name, mesh))


@remembered
def check_local_type(
    global_type: Type, local_type: Type, sharding: Sharding, mesh: Mesh, manual: ManualAxes, what: str, index: int
) -> str | None:
    """What is wrong with a manual computation's value, of `global_type` outside and of `local_type` inside.

    A tuple of one tensor may have any type inside.
    """
    names = frozenset(manual.axes)
    for position, dimension in enumerate(sharding.dimensions):
        for free, axis in pairwise(dimension.axes):
            if axis.name in names and free.name not in names:
                return (
                    f"{what} sharding at index {index} must have all manual axes come before free axes in its "
                    f"dimension sharding at index {position}. Saw manual axis {axis_ref(axis)} after free axis "
                    f"{axis_ref(free)}"
                )
    if not isinstance(global_type, ShapedType) or global_type.dimensions is None:
        return None
    if mesh.is_maximal and global_type.dimensions:
        return f"{what} sharding at index {index} is maximal and shards no dimensions, but the {what} has some"
    local_shape, counts = [], []
    for global_size, dimension in zip(global_type.dimensions, sharding.dimensions, strict=True):
        pieces = prod(size(axis, mesh) for axis in dimension.axes if axis.name in names)
        counts.append(pieces)
        if global_size != DYNAMIC and global_size % pieces:
            return f"{what} dimension size {global_size} is not divisible by the manual axes size {pieces}"
        local_shape.append(global_size if global_size == DYNAMIC else global_size // pieces)
    element: Type = getattr(global_type, "element_type")  # noqa: B009
    if isinstance(element, UniformQuantizedType):
        try:
            element = element_of_parts(element, global_type.dimensions, counts)
        except UnequalScalesError as error:
            return f"{what} at index {index} cannot be local: {error}"
    expected = RankedTensorType(tuple(local_shape), element)
    if expected is local_type:
        return None
    return (
        f"{what} shape, corresponding sharding, and region {what} shape at index {index} must match. Expected local "
        f"shape '{text_of(expected)}', actual local shape '{text_of(local_type)}'"
    )


# Named computations.


def _named_results(op: Operation) -> Sequence[Type]:
    returned = _returned_types(op)
    return op.signature.result_types if returned is None else returned


verify_named_results = Inference(_named_results)
"""The results are what the body returns."""


def verify_named_computation(op: Operation, context: Verification) -> None:
    """The arguments have the types of the operands; there are shardings for all values or for none."""
    signature = op.signature
    arguments, operands = _argument_types(op) or (), signature.operand_types
    if len(arguments) != len(operands):
        message = f"number of block arguments must match the number of operands: {len(arguments)} != {len(operands)}"
        context.plain_error(op.location, message)
    for index, (argument, operand) in enumerate(zip(arguments, operands, strict=True)):
        if argument is not operand:
            context.plain_error(
                op.location,
                f"expected the type of the {index}'th block argument to match the type of the corresponding operand: "
                f"'{text_of(argument)}' vs '{text_of(operand)}'",
            )
    around = manual_axes_around(op)
    for name, types in (("in_shardings", operands), ("out_shardings", signature.result_types)):
        shardings = op.properties.get(name)
        if isinstance(shardings, ShardingPerValue):
            verify_shardings(op, shardings, types, name, context, around)


verify_constant = Inference(lambda op: [getattr(op.properties["value"], "type")])  # noqa: B009
"""A constant has the type of its value."""

verify_type_of_input = Inference(lambda op: op.signature.operand_types)
"""The result has just the type of the operand."""
