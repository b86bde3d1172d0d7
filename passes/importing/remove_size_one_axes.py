"""-sdy-remove-size-one-axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, sharding_mesh
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-remove-size-one-axes")
class RemoveSizeOneAxes(Pass):
    """Removes axes of size one from shardings.

    They could stand in the way of propagation. Meshes keep them, and so do manual axes and the axes of collectives. A
    program none of whose mesh ops has such an axis stays as it is, even if meshes that are inlined have.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        if not any(has_size_one_axis(mesh) for mesh in meshes.values()):
            rewriter.report(no_size_one_axes, module)
            return
        rewriter.rewrite_shardings(
            module,
            lambda sharding: without_size_one_axes(sharding, meshes),
            lambda op, signature: rewriter.report(axes_dropped, op, signature),
        )


def has_size_one_axis(mesh: Mesh) -> bool:
    """Returns whether some axis of `mesh` has size one."""
    return any(axis.size == 1 for axis in mesh.axes)


def without_size_one_axes(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """Returns `sharding` without the axes of size one of its mesh, which is inlined or one of `meshes`."""
    mesh = sharding_mesh(sharding, meshes)
    if mesh is None or not has_size_one_axis(mesh):
        return sharding
    sizes = mesh.axis_sizes

    def larger(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple([axis for axis in axes if sizes.get(axis.name) != 1])

    return sharding.replace(
        dimensions=tuple([with_axes(dimension, larger(dimension.axes)) for dimension in sharding.dimensions]),
        replicated=larger(sharding.replicated),
        unreduced=larger(sharding.unreduced),
    )


def with_axes(dimension: DimensionSharding, axes: tuple[AxisRef, ...]) -> DimensionSharding:
    """Returns `dimension` sharded along `axes` instead; a closed one without axes cannot have a priority."""
    priority = dimension.priority if axes or not dimension.is_closed else None
    return DimensionSharding(axes, dimension.is_closed, priority)


def no_size_one_axes(module: Operation) -> Explanation:
    """No mesh op has an axis of size one, so nothing is changed."""
    text = "no mesh op has an axis of size one"
    return explained("no-size-one-axes", text, module)


def axes_dropped(op: Operation, signature: Signature) -> Iterator[Explanation]:
    """The operation, with its old shardings still, gets the shardings of another signature."""
    from sdyopt.sharding.uses import sharding_uses_of

    for use, new in zip(sharding_uses_of(op, op.signature), sharding_uses_of(op, signature), strict=True):
        before, after = use.sharding, new.sharding
        for part, old_axes, new_axes in axes_before_and_after(before, after):
            if old_axes != new_axes:
                text = "{axes:axis|axes} {axes} of size one dropped from {part} of {of}"
                axes = [axis for axis in old_axes if axis not in new_axes]
                yield explained("axes-dropped", text, use.place, axes=axes, part=part, of=use.subject)
        for number, (had, has) in enumerate(zip(before.dimensions, after.dimensions, strict=True)):
            if had.priority != has.priority:
                text = "priority {priority} dropped from dimension {dimension} of {of}, which is closed and empty now"
                values = {"priority": had.priority, "dimension": number}
                yield explained("priority-dropped", text, use.place, **values, of=use.subject)


def axes_before_and_after(
    before: Sharding, after: Sharding
) -> Iterator[tuple[str, tuple[AxisRef, ...], tuple[AxisRef, ...]]]:
    """Yields the axes of each part of two shardings of one rank, with what the part is called."""
    for number, (old, new) in enumerate(zip(before.dimensions, after.dimensions, strict=True)):
        yield f"dimension {number}", old.axes, new.axes
    yield "the replicated axes", before.replicated, after.replicated
    yield "the unreduced axes", before.unreduced, after.unreduced
