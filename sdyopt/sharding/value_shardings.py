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
from sdyopt.sharding.axes import ordered
from sdyopt.sharding.data_flow import edge_on, edge_owner

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
EDGE_SHARDING = Place("sharding")
ARGUMENT_ATTRIBUTES = Place("arg_attrs")
RESULT_ATTRIBUTES = Place("res_attrs")
"""Of a function: for each argument, or result, a dictionary, the entry SHARDING of which is the sharding."""

RESULT_PLACES: dict[OpDefinition, Place] = {
    MANUAL_COMPUTATION: OUT_SHARDINGS,
    NAMED_COMPUTATION: OUT_SHARDINGS,
    DATA_FLOW_EDGE: EDGE_SHARDING,
    **dict.fromkeys((RESHARD, SHARDING_CONSTRAINT), Place("sharding")),
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


class Home(NamedTuple):
    """Where the sharding of a value is: in the `place` of `op`; if there are several, it has the `number` there."""

    op: Operation
    place: Place
    number: int


def home_of(value: Value) -> Home | None:
    """Where the sharding of `value` is or would be; None if it can have none, like most arguments of regions.

    As in the reference, the arguments of every block of a function stand for the function's arguments, by number.
    """
    owner = edge_owner(value)
    if owner is not None:
        edge = edge_on(owner)
        if edge is not None:
            return Home(edge, EDGE_SHARDING, 0)
        value = owner
    if isinstance(value, OpResult):
        op = value.owner
        return Home(op, RESULT_PLACES.get(op.signature.definition, SHARDING_PER_RESULT), value.index)
    argument = cast(BlockArgument, value)
    if owner is not None:
        return Home(cast(Operation, argument.owner.parent_op), IN_SHARDINGS, argument.index)
    function = argument.owner.parent_op
    if function is None or argument.index >= _argument_count(function.signature):
        return None
    return Home(function, ARGUMENT_ATTRIBUTES, argument.index)


def sharding_at(home: Home) -> Sharding | None:
    """The sharding that is kept there, if there is one.

    That of an argument of a manual computation is seen as in the body: without the manual axes.
    """
    return _kept_sharding(home.op.signature, home.place, home.number)


def sharding_of(value: Value) -> Sharding | None:
    """The sharding of `value`; None if it has none, or can have none."""
    home = home_of(value)
    return None if home is None else sharding_at(home)


def set_sharding(value: Value, sharding: Sharding) -> None:
    """Gives `value` this sharding, and all other targets of its edge. Raises ValueError if it can have none."""
    home = home_of(value)
    if home is None:
        raise ValueError("this value cannot have a sharding")
    set_sharding_at(home, sharding)


def set_sharding_at(home: Home, sharding: Sharding) -> None:
    """Keeps `sharding` there.

    Where other values' shardings are kept with it and there are none yet, theirs become fully open on the same mesh.
    For many arguments of a function there is `set_argument_shardings`. That of an argument of a manual computation is
    given as it is seen in the body: manual axes stay where they are.
    """
    op, place, number = home
    if place in (ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES):
        _set_shardings_of_function(op, place, {number: sharding})
        return
    if place is IN_SHARDINGS and op.signature.definition is MANUAL_COMPUTATION:
        from sdyopt.sharding.mesh_symbols import meshes_around, sharding_mesh  # No pass comes here.

        mesh = sharding_mesh(sharding, meshes_around(op))
        if mesh is not None:
            outside = cast(ShardingPerValue, op.properties[place.attribute]).shardings[number]
            sharding = with_manual_axes(sharding, cast(ManualAxes, op.properties["manual_axes"]), outside, mesh)
    op.signature = _with_sharding(op.signature, place, number, sharding)


def set_argument_shardings(function: Operation, shardings: Mapping[int, Sharding]) -> None:
    """Sets the shardings of the arguments of `function` with these numbers, all at once: one attribute has them all."""
    _set_shardings_of_function(function, ARGUMENT_ATTRIBUTES, shardings)


def function_result_sharding(function: Operation, number: int) -> Sharding | None:
    """The sharding of that result of a function. Raises IndexError if it has no such result."""
    return sharding_at(_home_of_function_result(function, number))


def set_function_result_sharding(function: Operation, number: int, sharding: Sharding) -> None:
    """Gives that result of a function this sharding. Raises IndexError if it has no such result."""
    set_sharding_at(_home_of_function_result(function, number), sharding)


def _home_of_function_result(function: Operation, number: int) -> Home:
    count = len(_function_type(function.signature).results) if function.signature.definition is FUNC else 0
    if not 0 <= number < count:
        raise IndexError(f"result {number} of a function with {count} results")
    return Home(function, RESULT_ATTRIBUTES, number)


def _set_shardings_of_function(function: Operation, place: Place, shardings: Mapping[int, Sharding]) -> None:
    present = function.properties.get(place.attribute)
    type = _function_type(function.signature)
    count = len(type.inputs if place is ARGUMENT_ATTRIBUTES else type.results)
    attributes = list(present.elements) if isinstance(present, ArrayAttr) else [NO_ATTRIBUTES] * count
    for index, sharding in shardings.items():
        attributes[index] = _with_sharding_entry(cast(DictionaryAttr, attributes[index]), sharding)
    function.set_property(place.attribute, ArrayAttr(tuple(attributes)))


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

    return sharding.with_axes(free)


def with_manual_axes(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding, mesh: Mesh) -> Sharding:
    """`sharding`, as it is seen in the body of a manual computation, with the `manual_axes` that `outside` has.

    In each dimension they come first.
    """
    manual = frozenset(manual_axes.axes)

    def bound(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple(axis for axis in axes if axis.name in manual)

    return Sharding(
        sharding.mesh,
        tuple(
            inside.replace(axes=bound(around.axes) + inside.axes)
            for inside, around in zip(sharding.dimensions, outside.dimensions, strict=True)
        ),
        ordered((*bound(outside.replicated), *sharding.replicated), mesh),
        ordered((*bound(outside.unreduced), *sharding.unreduced), mesh),
    )


@cache
def _argument_count(signature: Signature) -> int:
    """How many arguments a function has; none if it is another op."""
    return len(_function_type(signature).inputs) if signature.definition is FUNC else 0


def _function_type(signature: Signature) -> FunctionType:
    return cast(FunctionType, cast(TypeAttr, signature.properties["function_type"]).type)


@cache
def _with_sharding_entry(attributes: DictionaryAttr, sharding: Sharding) -> DictionaryAttr:
    return attributes.with_entry(SHARDING, sharding)


@cache
def _kept_sharding(signature: Signature, place: Place, index: int) -> Sharding | None:
    attributes = signature.properties if place.inherent else signature.attributes
    kept = attributes.get(place.attribute)
    if place.values_of:
        if not isinstance(kept, ShardingPerValue) or index >= len(kept.shardings):
            return None  # There is none, or it is not in order.
        kept = kept.shardings[index]
        if place is IN_SHARDINGS and signature.definition is MANUAL_COMPUTATION:
            kept = without_manual_axes(kept, cast(ManualAxes, signature.properties["manual_axes"]))
    elif isinstance(kept, ArrayAttr):
        kept = cast(DictionaryAttr, kept.elements[index]).get(SHARDING) if index < len(kept.elements) else None
    return kept if isinstance(kept, Sharding) else None


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
