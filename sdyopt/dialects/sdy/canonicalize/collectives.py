"""Canonicalization of collectives: those that do nothing go, neighbours become one."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import (
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Sharding,
)
from sdyopt.dialects.sdy.ops import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    REPLICATED_TO_UNREDUCED,
    SHARDED_TO_UNREDUCED,
)
from sdyopt.dialects.sdy.shardings.axes import (
    Axes,
    can_merge,
    is_equivalent,
    merge,
    merged,
    ordered,
    reduction_operator,
    reduction_properties,
    sharded_size,
    sums_alike,
)
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern

LABEL = "sdy-collective"


def operand_defined_by(op: Operation, definition: OpDefinition) -> Operation | None:
    """Returns the operation of that kind that defines the only operand of `op`, if one does."""
    (value,) = op.operands
    return value.defined_by(definition)


def out_sharding(op: Operation) -> Sharding:
    """The sharding of a collective's result."""
    return op.properties.find(Sharding)


def axis_list(op: Operation, name: str) -> Axes:
    """An attribute that is a list of axes."""
    return op.properties.find(AxisRefList, name).axes


def axis_lists(op: Operation, name: str) -> list[Axes]:
    """An attribute that is a list of axes for each dimension."""
    return [axes.axes for axes in op.properties.find(AxisRefLists, name).lists]


# Collectives that do nothing.


def _noop(root: OpDefinition, name: str, axes: str) -> Pattern:
    """The pattern that replaces a collective without axes by its operand."""

    def apply(op: Operation, rewriter: PatternRewriter) -> bool:
        lists = [axis_list(op, axes)] if root is ALL_REDUCE else axis_lists(op, axes)
        if any(lists):
            return False
        rewriter.report(no_effect, op, "it has no axes")
        rewriter.replace(op, op.operands)
        return True

    return pattern(root, name, label=LABEL)(apply)


all_reduce_noop = _noop(ALL_REDUCE, "AllReduceNoopPattern", "reduction_axes")


@pattern(COLLECTIVE_PERMUTE, "CollectivePermuteNoopPattern", label=LABEL)
def collective_permute_noop(op: Operation, rewriter: PatternRewriter) -> bool:
    """Replaces a permute that leaves everything where it is by its operand."""
    sharding = sharding_of(op.operands[0])
    target = out_sharding(op)
    if sharding is None or not (is_equivalent(sharding, target) and sums_alike(sharding, target)):
        return False
    rewriter.report(no_effect, op, "the shardings are equivalent")
    rewriter.replace(op, op.operands)
    return True


def no_effect(op: Operation, reason: str) -> Explanation:
    """A collective is replaced by its operand, as it does nothing."""
    text = "{value} replaced by its operand {operand}: {reason}"
    return explained("no-effect", text, op, value=op.result, operand=op.operands[0], reason=reason)


# Collectives that undo the one before.


def _undone(root: OpDefinition, axes: str, inner: OpDefinition, inner_axes: str, name: str) -> Pattern:
    """The pattern that replaces a collective along the axes of the one before by the operand of that one.

    The one before stays, though it may be dead then.
    """

    def apply(op: Operation, rewriter: PatternRewriter) -> bool:
        before = operand_defined_by(op, inner)
        if before is None or before.properties[inner_axes] is not op.properties[axes]:
            return False
        rewriter.report(undone, op, before)
        rewriter.replace(op, before.operands)
        return True

    return pattern(root, name, benefit=2, label=LABEL)(apply)


all_reduce_of_replicated_to_unreduced = _undone(
    ALL_REDUCE, "reduction_axes", REPLICATED_TO_UNREDUCED, "axes", "AllReduceOfReplicatedToUnreducedPattern"
)


def undone(op: Operation, before: Operation) -> Explanation:
    """A collective undoes the one before."""
    text = "{value} replaced by {operand}: it undoes {before}"
    note = ("see what it undoes", before)
    return explained("undone", text, op, note, value=op.result, operand=before.operands[0], before=before)


# Two collectives that become one.


def collectives_fused(op: Operation, before: Operation, result: Operation) -> Explanation:
    """A collective and the one before become one."""
    text = "{op} and {before} become {result}"
    return explained("fused", text, op, ("see the operation before", before), op=op, before=before, result=result)


@pattern(ALL_REDUCE, "AllReduceOfShardedToUnreducedPattern", label=LABEL)
def all_reduce_of_sharded_to_unreduced(op: Operation, rewriter: PatternRewriter) -> bool:
    """Gathers along the axes that were made unreduced and are reduced then."""
    before = operand_defined_by(op, SHARDED_TO_UNREDUCED)
    mesh = None if before is None else rewriter.mesh_of(out_sharding(op), op)
    if before is None or mesh is None:
        return False
    axes = [axis for axes in axis_lists(before, "axes") for axis in axes]
    if merged(ordered(axes, mesh), mesh) != axis_list(op, "reduction_axes"):
        return False
    properties: dict[str, Attribute] = {"gathering_axes": before.properties["axes"], "out_sharding": out_sharding(op)}
    gather = rewriter.create_before(op, ALL_GATHER, before.operands, properties=properties, location=op.location)
    rewriter.report(collectives_fused, op, before, gather)
    rewriter.replace_renaming(op, gather.results)
    return True


@pattern(ALL_TO_ALL, "AllToAllFusionPattern", benefit=2, label=LABEL)
def all_to_all_fusion(op: Operation, rewriter: PatternRewriter) -> bool:
    """Moves the axes of two all_to_alls at once, if each dimension takes part in one of their parameters."""
    if (before := operand_defined_by(op, ALL_TO_ALL)) is None or not op.operands[0].has_one_use:
        return False
    params = [*_params(before).params, *_params(op).params]
    dimensions = [dimension for param in params for dimension in (param.source_dimension, param.target_dimension)]
    if len(set(dimensions)) < len(dimensions):
        return False
    params.sort(key=lambda param: param.source_dimension)
    properties: dict[str, Attribute] = {"params": AllToAllParamList(tuple(params)), "out_sharding": out_sharding(op)}
    location = fused((op.location, before.location))
    both = rewriter.create_before(op, ALL_TO_ALL, before.operands, properties=properties, location=location)
    rewriter.report(collectives_fused, op, before, both)
    rewriter.replace_renaming(op, both.results)
    return True


def _params(op: Operation) -> AllToAllParamList:
    return op.properties.find(AllToAllParamList)


@pattern(ALL_TO_ALL, "AllToAllNoUsePattern", label=LABEL)
def all_to_all_no_use(op: Operation, rewriter: PatternRewriter) -> bool:
    """Erases an all_to_all that nothing uses."""
    if op.result.is_used:
        return False
    rewriter.tell("unused", "{op} erased: nothing uses it", op, op=op)
    rewriter.erase(op)
    return True


@pattern(ALL_SLICE, "ReduceScatterFusion", label=LABEL)
def reduce_scatter_fusion(op: Operation, rewriter: PatternRewriter) -> bool:
    """Reduces and slices at once, if an all_reduce is only sliced, and along all of its axes.

    Axes to slice along that are not reduced are left to an all_slice of the result.
    """
    if (reduce := operand_defined_by(op, ALL_REDUCE)) is None:
        return False
    slices = reduce.result.users[::-1]
    slicing_axes = op.properties["slicing_axes"]
    for user in slices:
        if user.definition is not ALL_SLICE or user.properties["slicing_axes"] is not slicing_axes:
            return False
        if user is not op and rewriter.order.is_before(user, op):
            return False
    scattered, rest = _consumed(axis_lists(op, "slicing_axes"), axis_list(reduce, "reduction_axes"))
    if scattered is None:
        return False
    if (sharding := _scattered_sharding(op, reduce, scattered, rewriter)) is None:
        return False
    properties = {
        "reduce_scatter_axes": _lists(scattered),
        "out_sharding": sharding,
        **reduction_properties(reduction_operator(reduce)),
    }
    both = rewriter.create_before(op, REDUCE_SCATTER, reduce.operands, properties=properties, location=reduce.location)
    rewriter.report(collectives_fused, op, reduce, both)
    result = both
    if any(rest):
        properties = {"slicing_axes": _lists(rest), "out_sharding": out_sharding(op)}
        result = rewriter.create_before(op, ALL_SLICE, both.results, properties=properties, location=op.location)
    rewriter.renames(result.result, op.result)
    for user in slices:
        rewriter.replace(user, result.results)
    rewriter.erase(reduce)
    return True


def _lists(lists: list[Axes]) -> AxisRefLists:
    return AxisRefLists(tuple([AxisRefList(axes) for axes in lists]))


def _consumed(slicing: list[Axes], reduction: Axes) -> tuple[list[Axes] | None, list[Axes]]:
    """Splits each of the `slicing` axis lists into a prefix of axes that are reduced, too, and the rest.

    There are no prefixes if an axis of `reduction` is in none of them.
    """
    unconsumed = set(reduction)
    prefixes: list[Axes] = []
    rests: list[Axes] = []
    for axes in slicing:
        count = 0
        while count < len(axes) and axes[count] in unconsumed:
            unconsumed.remove(axes[count])
            count += 1
        prefixes.append(axes[:count])
        rests.append(axes[count:])
    return (None if unconsumed else prefixes), rests


def _scattered_sharding(
    op: Operation, reduce: Operation, scattered: list[Axes], rewriter: PatternRewriter
) -> Sharding | None:
    """Returns the sharding of the result of a reduce_scatter.

    In jaxlib 0.11.2 there is none if it does not divide a dimension that is scattered.
    """
    reduced = out_sharding(reduce)
    if (mesh := rewriter.mesh_of(reduced, reduce)) is None:
        return None
    before = sharding_of(reduce.operands[0])
    dimensions: list[DimensionSharding] = []
    for index, added in enumerate(scattered):
        axes: list[AxisRef] = [] if before is None else list(before.dimensions[index].axes)
        for axis in added:
            axes.append(merge(axes.pop(), axis, mesh) if axes and can_merge(axes[-1], axis) else axis)
        if added and since("0.11.2") and not since("0.12.0.1"):
            size = checked(RankedTensorType, op.result.type).shape[index]
            if size != DYNAMIC and size % sharded_size(tuple(axes), mesh):
                return None
        dimensions.append(DimensionSharding(tuple(axes)))
    return out_sharding(op).replace(mesh=reduced.mesh, dimensions=tuple(dimensions))


PATTERNS = (
    _noop(ALL_GATHER, "AllGatherNoopPattern", "gathering_axes"),
    _undone(ALL_SLICE, "slicing_axes", ALL_GATHER, "gathering_axes", "AllSliceOfAllGatherPattern"),
    _noop(ALL_SLICE, "AllSliceNoopPattern", "slicing_axes"),
    reduce_scatter_fusion,
    all_reduce_of_replicated_to_unreduced,
    all_reduce_noop,
    all_reduce_of_sharded_to_unreduced,
    all_to_all_fusion,
    all_to_all_no_use,
    collective_permute_noop,
    _noop(REDUCE_SCATTER, "ReduceScatterNoopPattern", "reduce_scatter_axes"),
)
