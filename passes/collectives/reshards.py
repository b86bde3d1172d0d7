"""What becomes of a reshard: it stays, it is redundant, or collectives take its place.

All here is a function of two shardings and their meshes, and remembered.
"""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import (
    AllToAllParam,
    AllToAllParamList,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    Sharding,
)
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.dialects.sdy.shardings.equivalence import is_equivalent
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.passes.collectives import state
from sdyopt.passes.collectives.search import collectives
from sdyopt.passes.collectives.state import AxesStep, CollectiveProblem
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes, Spans
from sdyopt.sharding.factor_sizes import shape_of

DEFINITIONS = {
    state.ALL_GATHER: ALL_GATHER,
    state.ALL_SLICE: ALL_SLICE,
    state.ALL_TO_ALL: ALL_TO_ALL,
    state.COLLECTIVE_PERMUTE: COLLECTIVE_PERMUTE,
}


class Endpoint(NamedTuple):
    """One end of a reshard: a sharding, and the mesh that it names."""

    sharding: Sharding
    mesh: Mesh


class CollectiveStep(NamedTuple):
    """The signature of a collective operation, and the step that it takes."""

    signature: Signature
    step: AxesStep


class Lowering(NamedTuple):
    """The collectives that take the place of a reshard, in order; with none it is redundant.

    If it `skips_barriers`, they begin with the value that propagation barriers take before the reshard.
    """

    collectives: tuple[CollectiveStep, ...] = ()
    skips_barriers: bool = False
    problem: CollectiveProblem | None = None
    axes: MeshAxes | None = None
    """What the search has solved, and the axes of the mesh in it; for those who want to know."""


def is_replicated(sharding: Sharding) -> bool:
    """Whether no dimension has axes; unreduced and explicitly replicated ones do not count."""
    return not any(dimension.axes for dimension in sharding.dimensions)


@remembered
def may_stay(
    source: Endpoint | None, target: Endpoint, keep_redundant: bool, keep_single_devices: bool = False
) -> bool:
    """Whether a reshard need not be replaced.

    That is so between meshes that differ in more than the order of the devices, unless the target is replicated, and,
    with `keep_redundant`, between shardings with the same axes; a missing sharding is replicated. With
    `keep_single_devices` it is so to and from single devices, too.
    """
    if keep_redundant:
        if source is None:
            if is_replicated(target.sharding):
                return True
        elif is_redundant(source.sharding, target.sharding):
            return True
    if keep_single_devices and (target.mesh.is_maximal or (source is not None and source.mesh.is_maximal)):
        return True
    return source is not None and not (is_replicated(target.sharding) or have_same_axes(source, target))


def is_redundant(source: Sharding, target: Sharding) -> bool:
    """Whether no device needs another part of the tensor than it has."""
    return is_equivalent(source, target) or (is_replicated(source) and is_replicated(target))


def have_same_axes(source: Endpoint, target: Endpoint) -> bool:
    """Whether meshes are the same or differ in the order of the devices alone."""
    a, b = source.mesh, target.mesh
    return a is b or (a.axes == b.axes and a.is_maximal == b.is_maximal)


@remembered
def lowered(source: Endpoint | None, target: Endpoint, type: Type) -> Lowering | None:
    """Returns what takes the place of a reshard of a tensor of `type` from `source` to `target`.

    Returns None if nothing could: the ranks or the meshes differ. A missing sharding is replicated. To where it is
    replicated a tensor is gathered on the mesh that it is on, and no axes are unreduced.
    """
    if source is None:
        dimensions = (DimensionSharding(()),) * len(shape_of(type))
        source = target._replace(sharding=Sharding(target.sharding.mesh, dimensions))
    rank = target.sharding.rank
    if source.sharding.rank != rank:
        return None
    unreduced = target.sharding.unreduced
    if is_replicated(target.sharding):
        if is_replicated(source.sharding):
            return Lowering()
        target = source._replace(sharding=Sharding(source.sharding.mesh, (DimensionSharding(()),) * rank))
        unreduced = ()
    elif not have_same_axes(source, target):
        return None
    axes = MeshAxes.of(source.mesh)
    problem = CollectiveProblem(
        tuple([axes.spans(dimension.axes) for dimension in source.sharding.dimensions]),
        tuple([axes.spans(dimension.axes) for dimension in target.sharding.dimensions]),
        shape_of(type),
        source.sharding.mesh is not target.sharding.mesh,
    )
    mesh = source.sharding.mesh
    found: list[CollectiveStep] = []
    for step in collectives(problem):
        if step.changes_mesh:
            mesh = target.sharding.mesh
        dimensions = tuple([closed_dimension(each, axes) for each in step.result])
        found.append(CollectiveStep(signature_of(step, axes, Sharding(mesh, dimensions, (), unreduced), type), step))
    return Lowering(tuple(found), True, problem, axes)


@remembered
def closed_dimension(spans: Spans, axes: MeshAxes) -> DimensionSharding:
    """Returns the closed sharding of a dimension by axes of a mesh."""
    return DimensionSharding(axes.refs(spans))


@remembered
def axis_list(spans: Spans, axes: MeshAxes) -> AxisRefList:
    """Returns the list of axes of a mesh."""
    return AxisRefList(axes.refs(spans))


def signature_of(step: AxesStep, axes: MeshAxes, sharding: Sharding, type: Type) -> Signature:
    """Returns the signature of the operation that takes a step, which leads to `sharding`."""
    properties: list[tuple[str, Attribute]] = [("out_sharding", sharding)]
    if step.kind == state.ALL_GATHER:
        properties.insert(0, ("gathering_axes", axis_lists(step, axes)))
    elif step.kind == state.ALL_SLICE:
        properties.append(("slicing_axes", axis_lists(step, axes)))
    elif step.kind == state.ALL_TO_ALL:
        source = step.source
        param = AllToAllParam(axes.refs(step.axes[source]), source, step.target)
        properties.append(("params", AllToAllParamList((param,))))
    return Signature.of(DEFINITIONS[step.kind], (type,), (type,), DictionaryAttr(tuple(properties)))


def axis_lists(step: AxesStep, axes: MeshAxes) -> AxisRefLists:
    """Returns the axes that a step has for each dimension."""
    return AxisRefLists(tuple([axis_list(each, axes) for each in step.axes]))
