"""The shardings of the arguments and results of functions, as lists, and whether two shardings are equivalent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.dialects.sdy.attributes import DimensionSharding, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import fully_open, stored_shardings, types_at
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.sharding_slots import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, SHARDING, ShardingSlots


class FunctionShardings:
    """The shardings of the arguments, and of the results, of the functions of a module.

    A list has an entry for each value, or there is none: where no value has a sharding, or only maximal ones. A value
    without a sharding gets a fully open one, on the mesh of the first that is not maximal.
    """

    def __init__(self, module: Operation) -> None:
        self._meshes = meshes_by_name(module)
        self._known: dict[tuple[Attribute, Attribute], ShardingPerValue | None] = {}

    def of_arguments(self, function: Operation) -> ShardingPerValue | None:
        """Returns the shardings of the arguments of a function."""
        return self._listed(function.signature.nameless, ARGUMENT_ATTRIBUTES)

    def of_results(self, function: Operation) -> ShardingPerValue | None:
        """Returns the shardings of the results of a function."""
        return self._listed(function.signature.nameless, RESULT_ATTRIBUTES)

    def _listed(self, signature: Signature, slots: ShardingSlots) -> ShardingPerValue | None:
        stored = signature.properties.get(slots.attribute)
        if stored is None:
            return None
        key = (stored, signature.properties["function_type"])
        if key not in self._known:
            shardings = stored_shardings(signature, slots)
            first = next((each for each in shardings if not _is_maximal(each, self._meshes)), None)
            self._known[key] = None if first is None else _filled(signature, slots, shardings, first)
        return self._known[key]


def _is_maximal(sharding: Sharding | None, meshes: Mapping[str, Mesh]) -> bool:
    """Whether a sharding is on one device; no sharding counts as such."""
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    return mesh is None or mesh.is_maximal


def _filled(
    signature: Signature, slots: ShardingSlots, shardings: Sequence[Sharding | None], first: Sharding
) -> ShardingPerValue:
    types = types_at(signature, slots.role)
    return ShardingPerValue(
        tuple([each or fully_open(first.mesh, type) for each, type in zip(shardings, types, strict=True)])
    )


def call_shardings(call: Signature) -> ShardingPerValue | None:
    """Returns the shardings of the results of a call, as they are stored with it; None if there are none."""
    shardings = call.attributes.get(SHARDING)
    return shardings if isinstance(shardings, ShardingPerValue) else None


@remembered
def are_equivalent(first: Sharding, second: Sharding | None) -> bool:
    """Returns whether two shardings have the same axes in the same dimensions; no sharding is as one without axes.

    Open dimensions, priorities, replicated and unreduced axes do not count.
    """
    if not _has_axes(first):
        return second is None or not _has_axes(second)
    if second is None or first.mesh is not second.mesh or first.rank != second.rank:
        return False
    pairs = zip(first.dimensions, second.dimensions, strict=True)
    return all(one.axes == other.axes for one, other in pairs)


def _has_axes(sharding: Sharding) -> bool:
    return any(dimension.axes for dimension in sharding.dimensions)


def with_result_shardings(function: Signature, shardings: Sequence[Sharding | None]) -> Signature:
    """Returns the signature of a function whose results have these shardings, or none; other attributes stay.

    As in MLIR there is no attribute left if the last result that had any loses its.
    """
    present = function.properties.get(RESULT_ATTRIBUTES.attribute)
    before = list(present.elements) if isinstance(present, ArrayAttr) else [NO_ATTRIBUTES] * len(shardings)
    after: list[Attribute] = []
    for attributes, sharding in zip(before, shardings, strict=True):
        assert isinstance(attributes, DictionaryAttr)
        after.append(attributes.without(SHARDING) if sharding is None else attributes.with_entry(SHARDING, sharding))
    if after == before:
        return function
    if all(attributes is NO_ATTRIBUTES for attributes in after):
        return function.with_properties(function.properties.without(RESULT_ATTRIBUTES.attribute))
    return function.with_properties(
        function.properties.with_entry(RESULT_ATTRIBUTES.attribute, ArrayAttr(tuple(after)))
    )


@remembered
def fully_closed(sharding: Sharding) -> Sharding:
    """Returns the sharding without axes, on the same mesh and of the same rank, all of whose dimensions are closed."""
    return fully_closed_on(sharding.mesh, sharding.rank)


@remembered
def fully_closed_on(mesh: SymbolRefAttr | Mesh, rank: int) -> Sharding:
    """Returns the sharding of that rank without axes, all of whose dimensions are closed."""
    return Sharding(mesh, (DimensionSharding(()),) * rank)


@remembered
def all_fully_closed(shardings: ShardingPerValue) -> ShardingPerValue:
    """Returns the fully closed sharding of each of `shardings`."""
    return ShardingPerValue(tuple([fully_closed(each) for each in shardings.shardings]))
