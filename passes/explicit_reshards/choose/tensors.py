"""The shardings of an operation's tensors as projections to the factors of its rule, and the mesh that they are on."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.sdy.attributes import Mesh, OpShardingRule, Sharding, TensorMapping
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.explicit_reshards.choose.problem import all_factor_sizes
from sdyopt.passes.propagation.solve.projection import Projection, project, unproject
from sdyopt.sharding.function_shardings import fully_closed_on

NamedMesh = tuple[SymbolRefAttr | Mesh, Mesh]
"""A mesh after the name that shardings have for it."""


class FactorTensors(NamedTuple):
    """The shardings of the operands, then of the results, in the order of the mappings of `rule`.

    New ones are on `mesh`, by the name `mesh_name`.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh

    @property
    def mappings(self) -> tuple[TensorMapping, ...]:
        """The dimensions of the tensors by factors."""
        return self.rule.operand_mappings + self.rule.result_mappings

    def projections(self) -> tuple[Projection, ...]:
        """Returns the projection of each tensor; one without a sharding counts as closed and without axes."""
        sizes, found = all_factor_sizes(self.rule), []
        for sharding, mapping in zip(self.shardings, self.mappings, strict=True):
            present = sharding or fully_closed_on(self.mesh_name, len(mapping.dimensions))
            found.append(project(present, mapping, sizes, self.mesh))
        return tuple(found)

    def unprojected(self, index: int, projection: Projection) -> Sharding:
        """Returns the sharding that a projection of the tensor with that number makes."""
        mapping = self.mappings[index]
        # Factors after one that overflowed have no axes; the reference crashes on them.
        axes = {
            factor: projection.axes.get(factor, ()) for dimension in mapping.dimensions for factor in dimension.factors
        }
        old = self.shardings[index]
        return unproject(axes, projection, old, mapping, all_factor_sizes(self.rule), self.mesh, self.mesh_name)


def common_mesh(shardings: Iterable[tuple[Sharding, Mesh]]) -> NamedMesh | None:
    """Returns the mesh that stands for those of an operation's tensors.

    Of several with the same axes it is the last one with devices in the usual order, or else the first. None if there
    is no sharding, if two meshes have different axes, or if all is on one device.
    """
    found: NamedMesh | None = None
    for sharding, mesh in shardings:
        if found is None or found[1].is_empty:
            found = sharding.mesh, mesh
        elif not mesh.is_empty:
            if mesh.axes != found[1].axes or mesh.is_maximal != found[1].is_maximal:
                return None
            if not mesh.device_ids:
                found = sharding.mesh, mesh
    return None if found is None or found[1].is_maximal else found


def operation_mesh(shardings: Iterable[tuple[Sharding, Mesh]]) -> NamedMesh | None:
    """Returns the mesh of an operation's tensors: the one that most sharded tensors are on, else `common_mesh`."""
    present = tuple(shardings)
    common = common_mesh(present)
    if common is None:
        return None
    counts: dict[SymbolRefAttr | Mesh, int] = {}
    favourite: NamedMesh | None = None
    for sharding, mesh in present:
        name = sharding.mesh
        if is_sharded(sharding):
            counts[name] = counts.get(name, 0) + 1
            if favourite is None or counts[name] > counts[favourite[0]]:
                favourite = name, mesh
    return favourite or common


def on_other_devices(shardings: Iterable[tuple[Sharding, Mesh] | None], mesh: Mesh) -> frozenset[int]:
    """Returns the numbers of the sharded tensors that are on devices in another order than those of `mesh`."""
    return frozenset(
        [
            index
            for index, present in enumerate(shardings)
            if present is not None and is_sharded(present[0]) and present[1].device_ids != mesh.device_ids
        ]
    )


def is_sharded(sharding: Sharding) -> bool:
    """Whether a dimension has axes."""
    return any(dimension.axes for dimension in sharding.dimensions)
