"""The sharding of a value: where it is kept, how it is read and set (spec "The import passes", last section).

Data-flow ops come first: the sharding of a target is that of its edge's owner, and with an `sdy.data_flow_edge` on the
edge it is the sharding of that op.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.data_flow import data_flow_edge, edge_owner
from sdyopt.dialects.sdy.ops import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    DATA_FLOW_EDGE,
    MANUAL_COMPUTATION,
    NAMED_COMPUTATION,
    REDUCE_SCATTER,
    REPLICATED_TO_UNREDUCED,
    RESHARD,
    SHARDED_TO_UNREDUCED,
    SHARDING_CONSTRAINT,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import FunctionType, ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value

SHARDING = "sdy.sharding"
"""The discardable attribute that holds shardings: of a function's argument or result, or of the results of an op."""


class Place(NamedTuple):
    """The attribute of an op that holds the shardings of some of its values.

    It holds one sharding, or one for each of `values_of`: the operands or the results, by the signature's field.
    """

    attribute: str
    inherent: bool = True
    values_of: str = ""


SHARDING_PER_RESULT = Place(SHARDING, inherent=False, values_of="result_types")
IN_SHARDINGS = Place("in_shardings", values_of="operand_types")
OUT_SHARDINGS = Place("out_shardings", values_of="result_types")

RESULT_PLACES: dict[OpDefinition, Place] = {
    MANUAL_COMPUTATION: OUT_SHARDINGS,
    NAMED_COMPUTATION: OUT_SHARDINGS,
    **dict.fromkeys((DATA_FLOW_EDGE, RESHARD, SHARDING_CONSTRAINT), Place("sharding")),
    **dict.fromkeys(
        (
            ALL_GATHER,
            ALL_REDUCE,
            ALL_SLICE,
            ALL_TO_ALL,
            COLLECTIVE_PERMUTE,
            REDUCE_SCATTER,
            REPLICATED_TO_UNREDUCED,
            SHARDED_TO_UNREDUCED,
        ),
        Place("out_sharding"),
    ),
}
"""Where the shardings of results are; those of all other ops are in SHARDING_PER_RESULT."""


def sharding_of(value: Value) -> Sharding | None:
    """The sharding of `value`, as seen where it is used: in the body of a manual computation without its manual axes.

    None if it has none, or can have none.
    """
    edge = data_flow_edge(value)
    if edge is not None:
        return _kept_sharding(edge.signature, RESULT_PLACES[DATA_FLOW_EDGE], 0)
    value = edge_owner(value) or value
    if isinstance(value, OpResult):
        signature = value.owner.signature
        return _kept_sharding(signature, RESULT_PLACES.get(signature.definition, SHARDING_PER_RESULT), value.index)
    assert isinstance(value, BlockArgument)
    op = cast(Operation, value.owner.parent_op)
    definition = op.signature.definition
    if definition is MANUAL_COMPUTATION:
        sharding = _kept_sharding(op.signature, IN_SHARDINGS, value.index)
        manual_axes = cast(ManualAxes, op.properties["manual_axes"])
        return None if sharding is None else without_manual_axes(sharding, manual_axes)
    if definition is NAMED_COMPUTATION:
        return _kept_sharding(op.signature, IN_SHARDINGS, value.index)
    argument = function_argument(value)
    return None if argument is None else argument_sharding(*argument)


def can_have_sharding(value: Value) -> bool:
    """Whether there is a place for the sharding of `value`: not for most arguments of regions."""
    return isinstance(value, OpResult) or edge_owner(value) is not None or function_argument(value) is not None


def set_sharding(value: Value, sharding: Sharding) -> None:
    """Makes `sharding` the sharding of `value`, for which there is a place.

    Where other values share the place and there are no shardings yet, theirs become fully open on the same mesh. The
    argument of a manual computation always has a sharding; setting another is not provided for.
    """
    edge = data_flow_edge(value)
    if edge is not None:
        edge.signature = _with_sharding(edge.signature, RESULT_PLACES[DATA_FLOW_EDGE], 0, sharding)
        return
    value = edge_owner(value) or value
    if isinstance(value, OpResult):
        op, place = value.owner, RESULT_PLACES.get(value.owner.signature.definition, SHARDING_PER_RESULT)
        op.signature = _with_sharding(op.signature, place, value.index, sharding)
        return
    assert isinstance(value, BlockArgument)
    op = cast(Operation, value.owner.parent_op)
    if op.signature.definition is NAMED_COMPUTATION:
        op.signature = _with_sharding(op.signature, IN_SHARDINGS, value.index, sharding)
    else:
        assert function_argument(value) is not None, "there is no place for the sharding of this value"
        set_argument_shardings(op, {value.index: sharding})


def function_argument(value: Value) -> tuple[Operation, int] | None:
    """The function and the number of the argument whose attributes hold the sharding of `value`, if one does.

    As in the reference, that is so for the arguments of every block of a function, by their number.
    """
    if not isinstance(value, BlockArgument):
        return None
    op = value.owner.parent_op
    if op is None or op.signature.definition is not FUNC or value.index >= len(_inputs(op)):
        return None
    return op, value.index


def argument_sharding(function: Operation, index: int) -> Sharding | None:
    """The sharding of an argument of `function`."""
    attributes = function.properties.get("arg_attrs")
    if not isinstance(attributes, ArrayAttr):
        return None
    return cast(Sharding | None, cast(DictionaryAttr, attributes.elements[index]).get(SHARDING))


def set_argument_shardings(function: Operation, shardings: Mapping[int, Sharding]) -> None:
    """Sets the shardings of the arguments of `function` with these numbers."""
    present = function.properties.get("arg_attrs")
    attributes = list(present.elements) if isinstance(present, ArrayAttr) else [NO_ATTRIBUTES] * len(_inputs(function))
    for index, sharding in shardings.items():
        attributes[index] = cast(DictionaryAttr, attributes[index]).with_entry(SHARDING, sharding)
    function.set_property("arg_attrs", ArrayAttr(tuple(attributes)))


@cache
def fully_open(mesh: SymbolRefAttr | Mesh, type: Type) -> Sharding:
    """The sharding that says nothing: every dimension of `type` is open; no dimensions if it is no ranked shape."""
    rank = len(type.dimensions or ()) if isinstance(type, ShapedType) else 0
    return Sharding(mesh, (DimensionSharding((), False, None),) * rank)


@cache
def without_manual_axes(sharding: Sharding, manual_axes: ManualAxes) -> Sharding:
    """`sharding` as it is seen in the body of a manual computation: without `manual_axes` and their sub-axes.

    A dimension keeps its priority even if it is closed and no axes are left.
    """
    manual = frozenset(manual_axes.axes)

    def free(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple(axis for axis in axes if axis.name not in manual)

    return Sharding(
        sharding.mesh,
        tuple(
            DimensionSharding(free(dimension.axes), dimension.is_closed, dimension.priority)
            for dimension in sharding.dimensions
        ),
        free(sharding.replicated),
        free(sharding.unreduced),
    )


def _inputs(function: Operation) -> tuple[Type, ...]:
    return cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type).inputs


@cache
def _kept_sharding(signature: Signature, place: Place, index: int) -> Sharding | None:
    attributes = signature.properties if place.inherent else signature.attributes
    kept = attributes.get(place.attribute)
    return kept.shardings[index] if isinstance(kept, ShardingPerValue) else cast(Sharding | None, kept)


@cache
def _with_sharding(signature: Signature, place: Place, index: int, sharding: Sharding) -> Signature:
    attributes = signature.properties if place.inherent else signature.attributes
    new: Sharding | ShardingPerValue = sharding
    if place.values_of:
        kept = attributes.get(place.attribute)
        if isinstance(kept, ShardingPerValue):
            shardings = list(kept.shardings)
        else:
            shardings = [fully_open(sharding.mesh, type) for type in getattr(signature, place.values_of)]
        shardings[index] = sharding
        new = ShardingPerValue(tuple(shardings))
    attributes = attributes.with_entry(place.attribute, new)
    return signature.with_properties(attributes) if place.inherent else signature.with_attributes(attributes)
