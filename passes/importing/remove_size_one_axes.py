"""-sdy-remove-size-one-axes (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.sharding.mesh_symbols import meshes_by_name, sharding_mesh
from sdyopt.sharding.rewrite import rewrite_shardings

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks


class RemoveSizeOneAxes:
    """Drops axes of size one from every sharding, so that they cannot stand in the way of propagation.

    Meshes keep them, and so do manual axes and the axes of collectives. A program none of whose mesh ops has such an
    axis stays as it is, even if meshes that are inlined have.
    """

    name = "sdy-remove-size-one-axes"
    description = "Removes axes of size one from shardings"
    remarks: Remarks | None = None

    def run(self, module: Operation) -> bool:
        meshes = meshes_by_name(module)
        if not any(has_size_one_axis(mesh) for mesh in meshes.values()):
            if self.remarks is not None:
                self.remarks.tell("no-size-one-axes", "no mesh op has an axis of size one", module)
            return False
        return rewrite_shardings(
            module,
            lambda sharding: without_size_one_axes(sharding, meshes),
            None if self.remarks is None else partial(tell_of_dropped_axes, remarks=self.remarks),
        )


def has_size_one_axis(mesh: Mesh) -> bool:
    """Whether some axis of `mesh` has size one."""
    return any(axis.size == 1 for axis in mesh.axes)


def without_size_one_axes(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """`sharding` without the axes that have size one in its mesh, which is inlined or one of `meshes`."""
    mesh = sharding_mesh(sharding, meshes)
    if mesh is None or not has_size_one_axis(mesh):
        return sharding
    sizes = mesh.axis_sizes

    def larger(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple([axis for axis in axes if sizes.get(axis.name) != 1])

    return Sharding(
        sharding.mesh,
        tuple([with_axes(dimension, larger(dimension.axes)) for dimension in sharding.dimensions]),
        larger(sharding.replicated),
        larger(sharding.unreduced),
    )


def with_axes(dimension: DimensionSharding, axes: tuple[AxisRef, ...]) -> DimensionSharding:
    """`dimension` sharded along `axes` instead; without a priority if nothing is left that could have one."""
    priority = dimension.priority if axes or not dimension.is_closed else None
    return DimensionSharding(axes, dimension.is_closed, priority)


def tell_of_dropped_axes(op: Operation, signature: Signature, remarks: Remarks) -> None:
    """Tells what the shardings of `op` have lost where `signature` takes the place of its own."""
    from sdyopt.sharding.mentions import mentions_of

    for old_mention, new_mention in zip(mentions_of(op, op.signature), mentions_of(op, signature), strict=True):
        of, at, before, after = old_mention.subject, old_mention.place, old_mention.sharding, new_mention.sharding
        parts = [
            (f"dimension {number}", old.axes, new.axes)
            for number, (old, new) in enumerate(zip(before.dimensions, after.dimensions, strict=True))
        ]
        parts.append(("the replicated axes", before.replicated, after.replicated))
        parts.append(("the unreduced axes", before.unreduced, after.unreduced))
        for part, old_axes, new_axes in parts:
            if old_axes != new_axes:
                remarks.tell(
                    "axes-dropped",
                    "{axes:axis|axes} {axes} of size one dropped from {part} of {of}",
                    at,
                    axes=[axis for axis in old_axes if axis not in new_axes],
                    part=part,
                    of=of,
                )
        for number, (old, new) in enumerate(zip(before.dimensions, after.dimensions, strict=True)):
            if old.priority != new.priority:
                remarks.tell(
                    "priority-dropped",
                    "priority {priority} dropped from dimension {dimension} of {of}, which is closed and empty now",
                    at,
                    priority=old.priority,
                    dimension=number,
                    of=of,
                )
