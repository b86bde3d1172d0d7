"""-sdy-remove-size-one-axes (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.mesh_symbols import meshes_by_name, sharding_mesh
from sdyopt.dialects.sdy.rewrite import rewrite_shardings
from sdyopt.ir.operation import Operation


class RemoveSizeOneAxes:
    """Drops axes of size one from every sharding, so that they cannot stand in the way of propagation.

    Meshes keep them, and so do manual axes and the axes of collectives. A program none of whose mesh ops has such an
    axis stays as it is, even if meshes that are inlined have.
    """

    name = "sdy-remove-size-one-axes"
    description = "Removes axes of size one from shardings"

    def run(self, module: Operation) -> bool:
        meshes = meshes_by_name(module)
        if not any(has_size_one_axis(mesh) for mesh in meshes.values()):
            return False
        return rewrite_shardings(module, lambda sharding: without_size_one_axes(sharding, meshes))


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
