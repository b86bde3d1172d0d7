"""-sdy-inline-meshes (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.mesh_symbols import mesh_ops, meshes_by_name, sharding_mesh
from sdyopt.dialects.sdy.rewrite import rewrite_shardings
from sdyopt.ir.operation import Operation


class InlineMeshes:
    """Puts the mesh in place of its name in every sharding, and removes the mesh ops.

    Other attributes that name a mesh keep the name.
    """

    name = "sdy-inline-meshes"
    description = "Inlines meshes into shardings and removes the mesh ops"

    def run(self, module: Operation) -> bool:
        meshes = meshes_by_name(module)
        has_changed = rewrite_shardings(module, lambda sharding: with_inlined_mesh(sharding, meshes))
        for op in mesh_ops(module):
            op.erase()
        return has_changed or bool(meshes)


def with_inlined_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """`sharding` with its mesh in place of the name; a name that is not among `meshes` stays."""
    mesh = sharding_mesh(sharding, meshes)
    return sharding if mesh is None else sharding.with_mesh(mesh)
