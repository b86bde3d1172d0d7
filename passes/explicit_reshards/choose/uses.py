"""How a value comes to the sharding that a use of it needs, step by step.

Unreduced axes that the target does not have are summed along by an all-reduce. New unreduced axes come from axes that
shard a dimension in the source but not in the target, or are replicated. What then differs is left to a reshard.
"""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, REPLICATED_TO_UNREDUCED, RESHARD, SHARDED_TO_UNREDUCED
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition
from sdyopt.passes.explicit_reshards.choose.axis_lists import rest_behind, sorted_and_merged, without_axes
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes, Spans
from sdyopt.sharding.function_shardings import are_equivalent, fully_closed


class ReshardStep(NamedTuple):
    """An operation that changes a sharding: its kind, its axes by the name of the attribute, and the new sharding.

    An all-reduce reduces by the operator of the new sharding.
    """

    definition: OpDefinition
    axes: tuple[str, Attribute] | None
    sharding: Sharding


class UseTarget(NamedTuple):
    """The sharding that a use needs, and its mesh."""

    sharding: Sharding
    mesh: Mesh


class UnreducedAxesError(ValueError):
    """Unreduced axes change in a way that no operation expresses."""


@remembered
def all_reduce(source: UseTarget, target: UseTarget | None) -> ReshardStep | None:
    """Returns the step that reduces the unreduced axes of `source` that `target` does not have.

    Raises UnreducedAxesError if they are on different meshes.
    """
    sharding = source.sharding
    if not sharding.unreduced:
        return None
    axes = MeshAxes.of(source.mesh)
    unreduced = axes.spans(sharding.unreduced)
    reduced = unreduced
    if target is not None:
        if target.mesh is not source.mesh:
            raise UnreducedAxesError("source and user shardings have different meshes for unreduced axes.")
        reduced = without_axes(unreduced, axes.spans(target.sharding.unreduced))
    if not reduced:
        return None
    left = sharding.replace(unreduced=axes.refs(without_axes(unreduced, reduced)))
    return ReshardStep(ALL_REDUCE, ("reduction_axes", AxisRefList(axes.refs(reduced))), left)


@remembered
def to_unreduced(source: UseTarget, target: UseTarget) -> tuple[ReshardStep, ...]:
    """Returns the steps to a target with unreduced axes that `source` does not have; () if it has none.

    Raises UnreducedAxesError if they are on different meshes, or if `source` has other unreduced axes.
    """
    before, after = source.sharding, target.sharding
    if not after.unreduced:
        return ()
    if source.mesh is not target.mesh:
        raise UnreducedAxesError(
            "Input and output shardings have different meshes. The result has non-empty unreduced axes."
        )
    axes = MeshAxes.of(source.mesh)
    present, wanted = axes.spans(before.unreduced), axes.spans(after.unreduced)
    added = without_axes(wanted, present)
    if not added:
        return ()
    if without_axes(present, wanted):
        raise UnreducedAxesError("Both input and output have unreduced axes that does not appear in the other.")
    dimensions: list[DimensionSharding] = []
    taken: list[Spans] = []
    needs_reshard = False
    for old, new in zip(before.dimensions, after.dimensions, strict=False):  # A branch may pass values of other ranks.
        beyond: Spans = ()
        if old.axes != new.axes:
            rest = rest_behind(axes.spans(new.axes), axes.spans(old.axes))
            if rest is None or without_axes(rest, added):
                needs_reshard = True
            else:
                beyond = rest
        dimensions.append(old if beyond else new)
        taken.append(beyond)
    steps = []
    between = tuple(dimensions)
    if needs_reshard:
        steps.append(ReshardStep(RESHARD, None, before.replace(dimensions=between)))
    replicated = without_axes(added, tuple([axis for beyond in taken for axis in beyond]))
    if replicated:
        unreduced = axes.refs(sorted_and_merged((*present, *replicated)))
        all_dimensions = between + after.dimensions[len(between) :]
        sharding = after.replace(mesh=before.mesh, dimensions=all_dimensions, unreduced=unreduced)
        steps.append(ReshardStep(REPLICATED_TO_UNREDUCED, ("axes", AxisRefList(axes.refs(replicated))), sharding))
    if any(taken):
        lists = AxisRefLists(tuple([AxisRefList(axes.refs(beyond)) for beyond in taken]))
        steps.append(ReshardStep(SHARDED_TO_UNREDUCED, ("axes", lists), after))
    return tuple(steps)


@remembered
def steps_to(source: UseTarget | None, target: UseTarget | None, with_reshard: bool) -> tuple[ReshardStep, ...]:
    """Returns all steps from one sharding, or none, to another; the last one, a reshard, only `with_reshard`.

    Raises UnreducedAxesError if unreduced axes differ in a way that no operation expresses.
    """
    steps: list[ReshardStep] = []
    if source is not None:
        reduction = all_reduce(source, target)
        if reduction is not None:
            steps.append(reduction)
            source = source._replace(sharding=reduction.sharding)
        if target is not None:
            steps += to_unreduced(source, target)
    if with_reshard:
        before = steps[-1].sharding if steps else None if source is None else source.sharding
        after = None if target is None else target.sharding
        if before is not None and after is None:
            after = fully_closed(before)
        if after is not None and not are_equivalent(after, before):
            steps.append(ReshardStep(RESHARD, None, after))
    return tuple(steps)
