"""The verifiers of collectives: their axes, applied to the operand's sharding, yield `out_sharding`.

https://openxla.org/shardy/sdy_dialect has their constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from typing import Any

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.quant import UnequalScalesError, UniformQuantizedType, element_of_parts
from sdyopt.dialects.sdy.attributes import (
    BLOCK_ARGUMENT_EDGES,
    PROPAGATION_EDGES,
    RESULT_EDGES,
    SHARDING_RULE,
    SUM,
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    ManualAxes,
    Mesh,
    OpShardingRule,
    PropagationEdges,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    REPLICATED_TO_UNREDUCED,
    RETURN,
    SHARDED_TO_UNREDUCED,
)
from sdyopt.dialects.sdy.shardings.axes import (
    Axes,
    has_axes,
    is_equivalent,
    is_ordered,
    merged,
    ordered,
    overlaps_any,
    sharded_size,
    size,
    without_suffix,
)
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.sdy.verification.shardings import (
    Problems,
    check_list,
    check_lists,
    check_rule,
    common_mesh,
    manual_axes_around,
    mesh_of,
    own_sharding,
    report_bound_axis,
    subject,
    unknown_axis,
    verify_free,
    verify_own_sharding,
    verify_own_sharding_free,
    verify_propagation_edges,
    verify_reduced,
    verify_sharding,
    verify_shardings,
)
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import DYNAMIC, ArrayAttr, FunctionType, RankedTensorType, ShapedType, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.definition import SHARDING, Verifier, sees_binders_only
from sdyopt.mlir.diagnostics import Note
from sdyopt.mlir.verify.verification import Inference, Verification
from sdyopt.mlir.write.attributes import string_token, text_of

Check = Callable[[Any, Sharding, Sharding, Mesh], Problems]
"""Yields what is wrong with an op's axes, or parameters, between the shardings of operand and result under a mesh."""


class CollectiveCheck(Record):
    """How a kind of collective is checked. Some operands need no sharding: they count as replicated then."""

    axes: str
    check: Check
    needs_operand_sharding: bool = True


def operand_sharding(op: Operation) -> Sharding | None:
    """Returns the sharding of the operand of a collective, which its verification depends on."""
    return sharding_of(op.operands[0])


def verify_collective(op: Operation, context: Verification) -> None:
    """Reports what is wrong with the shardings of a collective: its own, and next to it that of its operand."""
    operand = operand_sharding(op)
    if operand is None and COLLECTIVES[op.signature.definition].needs_operand_sharding:
        context.error(op, "collective on operand without sharding")
    verify_own_sharding(op, context)
    verify_own_sharding_free(op, context)
    result = own_sharding(op)
    if operand is None or result is None:
        return
    operand_mesh = mesh_of(op, operand, context)
    may_differ = op.signature.definition is COLLECTIVE_PERMUTE
    if operand_mesh is not None and operand_mesh is not mesh_of(op, result, context) and not may_differ:
        _report_mesh(op, "result mesh does not match operand mesh", operand_mesh, context)
    if operand.rank != result.rank:
        context.error(op, f"result sharding has rank {result.rank} but operand sharding has rank {operand.rank}")


def verify_collective_axes(op: Operation, context: Verification) -> None:
    """Reports if the axes, or parameters, of a collective do not lead from its operand's sharding to its own."""
    operand = operand_sharding(op)
    collective, result = COLLECTIVES[op.signature.definition], own_sharding(op)
    assert result is not None
    if operand is None:
        operand = Sharding(result.mesh, (DimensionSharding(()),) * result.rank)
    operand_mesh, result_mesh = mesh_of(op, operand, context), mesh_of(op, result, context)
    if operand_mesh is None or result_mesh is None or not has_axes(operand_mesh, operand):
        return  # It is reported where the operand gets its sharding.
    if op.signature.definition is COLLECTIVE_PERMUTE:
        complaint = _check_permuted_mesh(operand, operand_mesh, result, result_mesh)
        if complaint is not None:
            _report_mesh(op, complaint, operand_mesh, context)
    definition = op.signature.definition
    if definition in (SHARDED_TO_UNREDUCED, REPLICATED_TO_UNREDUCED) and result.reduction_op != SUM:
        context.error(op, "out_sharding reduction_op must be SUM")
    if definition is REDUCE_SCATTER:
        verify_reduced(op, operand, context)
    complaint = _check(collective, op.properties.get(collective.axes), operand, result, result_mesh)
    if complaint is not None:
        context.error(op, complaint)
    if definition is ALL_REDUCE:
        verify_reduced(op, operand, context)


def _report_mesh(op: Operation, complaint: str, operand_mesh: Mesh, context: Verification) -> None:
    context.error(op, complaint, [Note(f"operand mesh: {text_of(operand_mesh)}", op.operands[0].definition_location)])


def _check_permuted_mesh(operand: Sharding, operand_mesh: Mesh, result: Sharding, result_mesh: Mesh) -> str | None:
    """A collective permute may change the order of the devices, and with another mesh has to."""
    if operand.mesh is result.mesh:
        return None
    if operand_mesh.axes != result_mesh.axes:
        return "result mesh has different axes than operand mesh"
    if operand_mesh.device_ids == result_mesh.device_ids:
        return "result mesh name is different but same device ids as operand"
    return None


@remembered
def _check(
    collective: CollectiveCheck, axes: Attribute | None, operand: Sharding, result: Sharding, mesh: Mesh
) -> str | None:
    return next(collective.check(axes, operand, result, mesh), None)


# Axes for each dimension.


def _check_axis_lists(axes: AxisRefLists, result: Sharding, mesh: Mesh) -> Problems:
    yield from check_lists([axis_list.axes for axis_list in axes.lists], mesh)
    if len(axes.lists) != result.rank:
        yield f"result sharding has rank {result.rank} but collective axes has rank {len(axes.lists)}"


def _unexpected(expected: Axes, dimension: int) -> str:
    axes = ", ".join([axis_ref(axis) for axis in expected])
    return f"result sharding doesn't match expected sharding [{axes}] on dimension {dimension}"


def _takes_away(what: str) -> Check:
    """The check of an op that takes axes away from the end of dimensions; `what` is what it calls them."""

    def check(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
        yield from _check_axis_lists(axes, result, mesh)
        for index, (before, removed, after) in enumerate(
            zip(operand.dimensions, axes.lists, result.dimensions, strict=True)
        ):
            if isinstance(expected := without_suffix(before.axes, removed.axes, mesh), AxisRef):
                yield _cannot_apply(what, expected, index)
                return
            if expected != after.axes:
                yield _unexpected(expected, index)

    return check


def _cannot_apply(what: str, axis: AxisRef, dimension: int) -> str:
    return f"can't apply {what} axis {axis_ref(axis)} to operand sharding on dimension {dimension}"


def _check_appending(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    """The check of an op that adds axes at the end of dimensions."""
    yield from _check_axis_lists(axes, result, mesh)
    for index, (before, added, after) in enumerate(zip(operand.dimensions, axes.lists, result.dimensions, strict=True)):
        if (expected := merged(before.axes + added.axes, mesh)) != after.axes:
            yield _unexpected(expected, index)


def _check_sharded_to_unreduced(axes: AxisRefLists, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    yield from _takes_away("shard-to-unreduce")(axes, operand, result, mesh)
    moved = [axis for axis_list in axes.lists for axis in axis_list.axes]
    if merged(ordered((*operand.unreduced, *moved), mesh), mesh) != result.unreduced:
        yield "out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes"


# One list of axes.


def _check_all_reduce(axes: AxisRefList, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    """The shardings are the same except for openness, priorities and lists; if they shard, so is the mesh's name."""
    if not is_equivalent(operand, result):
        yield "operand and result shardings are not equivalent"
    if not is_ordered(axes.axes, mesh):
        yield "reduction axes are not ordered w.r.t. mesh"
    yield from check_lists([axes.axes], mesh)
    taken = [*operand.axes, *operand.replicated]
    for axis in axes.axes:
        if overlaps_any(axis, taken):
            yield f"reduction axis {axis_ref(axis)} overlaps with operand dimension sharding or replicated axes"
        if overlaps_any(axis, result.unreduced):
            yield f"reduction axis {axis_ref(axis)} overlaps with result unreduced axes"


def _check_replicated_to_unreduced(axes: AxisRefList, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    if operand.dimensions != result.dimensions:
        yield "input and output must share the same dimension shardings"
    if not axes.axes:
        yield "r2u axes must not be empty"
    if not is_ordered(axes.axes, mesh):
        yield "r2u axes are not ordered w.r.t. mesh"
    yield from check_lists([axes.axes], mesh)
    sharding = operand.axes
    for axis in axes.axes:
        if overlaps_any(axis, sharding):
            yield f"r2u axis {axis_ref(axis)} overlaps with operand dimension sharding"
        if overlaps_any(axis, operand.unreduced):
            yield f"r2u axis {axis_ref(axis)} overlaps with operand unreduced axes"
    if merged(ordered((*operand.unreduced, *axes.axes), mesh), mesh) != result.unreduced:
        yield "out_unreduced_axes should be in_unreduced_axes + r2u_axes"


# Axes that move.


def _check_all_to_all(params: AllToAllParamList, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    yield from _check_params(params, result.rank, mesh)
    untouched = {index: dimension.axes for index, dimension in enumerate(operand.dimensions)}
    for param in params.params:
        source, target = param.source_dimension, param.target_dimension
        if isinstance(rest := without_suffix(untouched.pop(source), param.axes, mesh), AxisRef):
            yield _cannot_apply("all-to-all", rest, source)
            return
        for index, axes in ((source, rest), (target, merged(untouched.pop(target) + param.axes, mesh))):
            if axes != result.dimensions[index].axes:
                yield _unexpected(axes, index)
    for index, axes in untouched.items():
        if axes != result.dimensions[index].axes:
            yield _unexpected(axes, index)


def _check_params(params: AllToAllParamList, rank: int, mesh: Mesh) -> Problems:
    if not params.params:
        yield "parameter list is empty"
    seen_axes: set[AxisRef] = set()
    seen: set[int] = set()
    previous = -1
    for param in params.params:
        yield from check_list(param.axes, mesh, seen_axes)
        for what, dimension in (("source", param.source_dimension), ("target", param.target_dimension)):
            if not 0 <= dimension < rank:
                yield f"{what} dimension {dimension} is out of range [0, {rank})"
        for dimension in (param.source_dimension, param.target_dimension):
            if dimension in seen:
                yield f"overlapping source/target dimensions in all-to-all params: {dimension}"
            seen.add(dimension)
        if param.source_dimension < previous:
            order = f"{param.source_dimension} appears after {previous}"
            yield f"source dimensions are not sorted in ascending order: {order}"
        previous = param.source_dimension


def _check_permute(axes: None, operand: Sharding, result: Sharding, mesh: Mesh) -> Problems:
    """Every dimension keeps its number of pieces."""
    for index, (before, after) in enumerate(zip(operand.dimensions, result.dimensions, strict=True)):
        operand_size, result_size = sharded_size(before.axes, mesh), sharded_size(after.axes, mesh)
        if operand_size != result_size:
            yield f"sharded size of result doesn't match operand on dimension {index}: {result_size} != {operand_size}"


COLLECTIVES: dict[OpDefinition, CollectiveCheck] = {
    ALL_GATHER: CollectiveCheck("gathering_axes", _takes_away("gathering")),
    ALL_REDUCE: CollectiveCheck("reduction_axes", _check_all_reduce, needs_operand_sharding=False),
    ALL_SLICE: CollectiveCheck("slicing_axes", _check_appending, needs_operand_sharding=False),
    ALL_TO_ALL: CollectiveCheck("params", _check_all_to_all),
    COLLECTIVE_PERMUTE: CollectiveCheck("", _check_permute),
    REDUCE_SCATTER: CollectiveCheck("reduce_scatter_axes", _check_appending, needs_operand_sharding=False),
    REPLICATED_TO_UNREDUCED: CollectiveCheck("axes", _check_replicated_to_unreduced),
    SHARDED_TO_UNREDUCED: CollectiveCheck("axes", _check_sharded_to_unreduced),
}


# The verifiers of manual and named computations, ManualComputationOp and NamedComputationOp.


def _returned_types(op: Operation) -> tuple[Type, ...] | None:
    """The types of what the body returns; None if it does not end with `sdy.return`, which is reported elsewhere."""
    last = op.regions[0].blocks[0].last
    return last.signature.operand_types if last is not None and last.signature.definition is RETURN else None


def _argument_types(op: Operation) -> tuple[Type, ...] | None:
    return tuple([argument.type for argument in op.regions[0].blocks[0].arguments])


# Manual computations.


def verify_manual_axes(op: Operation, context: Verification) -> None:
    """The manual axes are not manual around the op already."""
    manual = op.properties.find(ManualAxes)
    around = manual_axes_around(op)
    for name in manual.axes:
        if name in around:
            report_bound_axis(op, name, around[name], context)


def verify_manual_computation(op: Operation, context: Verification) -> None:
    """The types inside are those outside cut along the manual axes, which come first in every dimension."""
    signature, manual = op.signature, op.properties.find(ManualAxes)
    inside, outside = [op.properties.find(ShardingPerValue, name) for name in ("in_shardings", "out_shardings")]
    around = manual_axes_around(op)
    for what, shardings, global_types, local_types in (
        ("operand", inside, signature.operand_types, _argument_types(op)),
        ("result", outside, signature.result_types, _returned_types(op)),
    ):
        verify_shardings(op, shardings, global_types, what, context, around)
        if local_types is None:
            continue
        context.error_if(
            op,
            len(global_types) != len(local_types),
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
    """Reports what is wrong with a manual computation's value, of `global_type` outside and of `local_type` inside.

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
    if (expected := RankedTensorType(tuple(local_shape), element)) is local_type:
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
        if isinstance(shardings := op.properties.get(name), ShardingPerValue):
            verify_shardings(op, shardings, types, name, context, around)


verify_constant = Inference(lambda op: [getattr(op.properties["value"], "type")])  # noqa: B009
"""A constant has the type of its value."""

verify_type_of_input = Inference(lambda op: op.signature.operand_types)
"""The result has just the type of the operand."""


# The discardable attributes with meaning: on any op, and on functions' arguments and results.


def verify_discardable(op: Operation, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of any op."""
    if name == SHARDING:
        if not isinstance(value, ShardingPerValue):
            context.error(op, "should have a sharding attribute of type TensorShardingPerValueAttr")
        verify_shardings(op, value, op.signature.result_types, "result", context)
    elif name == SHARDING_RULE:
        if not isinstance(value, OpShardingRule):
            context.error(
                op, f"should have a sharding rule attribute of type OpShardingRuleAttr for attr named '{name}'"
            )
        if (complaint := check_rule(value, op.signature.operand_types, op.signature.result_types)) is not None:
            context.error(op, complaint)
    elif name == PROPAGATION_EDGES:
        if not isinstance(value, PropagationEdges):
            context.error(
                op, f"should have a propagation edges attribute of type PropagationEdgesAttr for attr named '{name}'"
            )
    elif name in (RESULT_EDGES, BLOCK_ARGUMENT_EDGES) and not (
        isinstance(value, ArrayAttr) and all(isinstance(element, PropagationEdges) for element in value.elements)
    ):
        context.error(
            op,
            "should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named "
            f"'{RESULT_EDGES}' or '{BLOCK_ARGUMENT_EDGES}'",
        )


@sees_binders_only
def verify_sharding_around(op: Operation, context: Verification) -> None:
    """The shardings of an op's results use no axes that are manual around it."""
    shardings = op.signature.attributes[SHARDING]
    if (manual := context.around(op, manual_axes_around)) and isinstance(shardings, ShardingPerValue):
        for index, sharding in enumerate(shardings.shardings):
            verify_free(op, sharding, manual, context, subject("result", index, len(op.results)))


def verify_propagation_edges_around(op: Operation, context: Verification) -> None:
    """The record of propagation fits the shardings of the values that it names."""
    verify_propagation_edges(op, op.attributes.find(PropagationEdges), context)


DISCARDABLE_CONTEXT_VERIFIERS: dict[str, Verifier] = {
    PROPAGATION_EDGES: verify_propagation_edges_around,
    SHARDING: verify_sharding_around,
}


def verify_argument(op: Operation, index: int, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of an argument of a function."""
    _verify_of_function(op, "arg", index, name, value, context)


def verify_result(op: Operation, index: int, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of a result of a function."""
    _verify_of_function(op, "result", index, name, value, context)


def _verify_of_function(
    op: Operation, what: str, index: int, name: str, value: Attribute, context: Verification
) -> None:
    types = _function_types(op, what)
    if name != SHARDING or index >= len(types):
        return
    if not isinstance(value, Sharding):
        context.error(op, f"{what} {index} - should have a sharding attribute of type TensorShardingAttr")
    verify_sharding(op, value, types[index], context, f"{what} {index} - ")


def _function_types(op: Operation, what: str) -> tuple[Type, ...]:
    """The types of a function's arguments or results; nothing for ops that are not functions."""
    type = op.properties.get("function_type")
    if op.definition is not FUNC or not isinstance(type, TypeAttr) or not isinstance(type.type, FunctionType):
        return ()
    return type.type.inputs if what == "arg" else type.type.results
