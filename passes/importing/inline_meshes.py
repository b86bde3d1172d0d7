"""-sdy-inline-meshes (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.sharding.mesh_symbols import mesh_ops, meshes_by_name, sharding_mesh
from sdyopt.sharding.rewrite import rewrite_shardings

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks


class InlineMeshes:
    """Puts the mesh in place of its name in every sharding, and removes the mesh ops.

    Other attributes that name a mesh keep the name.
    """

    name = "sdy-inline-meshes"
    description = "Inlines meshes into shardings and removes the mesh ops"
    remarks: Remarks | None = None

    def run(self, module: Operation) -> bool:
        meshes = meshes_by_name(module)
        if self.remarks is not None:
            tell_of_meshes(module, meshes, self.remarks)
        has_changed = rewrite_shardings(module, lambda sharding: with_inlined_mesh(sharding, meshes))
        for op in mesh_ops(module):
            op.erase()
        return has_changed or bool(meshes)


def with_inlined_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """`sharding` with its mesh in place of the name; a name that is not among `meshes` stays."""
    mesh = sharding_mesh(sharding, meshes)
    return sharding if mesh is None else sharding.with_mesh(mesh)


def tell_of_meshes(module: Operation, meshes: Mapping[str, Mesh], remarks: Remarks) -> None:
    """Tells of every mesh op what becomes of it, and of the names of meshes that stay."""
    from sdyopt.sharding.mesh_uses import mesh_uses

    uses = mesh_uses(module)
    counts = {mesh.leaf: use.shardings for mesh, use in uses.items() if not isinstance(mesh, Mesh)}
    for op in mesh_ops(module):
        name = cast(str, symbol_name(op))
        count = counts.get(name, 0)
        text = "mesh {name} inlined in {shardings} {shardings:sharding|shardings}, and removed"
        kind = "mesh-inlined" if count else "mesh-removed"
        remarks.tell(
            kind,
            text if count else "mesh {name} removed: no sharding names it",
            op,
            name=SymbolRefAttr((name,)),
            shardings=count,
        )
    for mesh, use in uses.items():
        if not isinstance(mesh, Mesh) and mesh.leaf not in meshes:
            remarks.tell(
                "mesh-name-kept",
                "{shardings} {shardings:sharding keeps|shardings keep} the name {name}: the module has no such mesh",
                use.first.place,
                name=mesh,
                shardings=use.shardings,
            )
