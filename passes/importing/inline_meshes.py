"""-sdy-inline-meshes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import mesh_ops, meshes_by_name, sharding_mesh
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attributes import I64, RankedTensorType, SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from sdyopt.sharding.uses import MeshUse


@register_pass("sdy-inline-meshes")
class InlineMeshes(Pass):
    """Inlines meshes into shardings and removes the mesh ops.

    Replica groups that are axes of a mesh get it as a mesh of StableHLO. Other attributes keep the name of a mesh.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        if rewriter.is_explaining:
            report_meshes(module, meshes, rewriter)
        rewriter.rewrite_shardings(module, lambda sharding: with_inlined_mesh(sharding, meshes))
        inline_into_groups(module, meshes, rewriter)
        for op in mesh_ops(module):
            rewriter.erase(op)


def with_inlined_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """Returns `sharding` with its mesh in place of the name; a name that is not among `meshes` stays."""
    mesh = sharding_mesh(sharding, meshes)
    return sharding if mesh is None else sharding.with_mesh(mesh)


REPLICA_GROUPS = "replica_groups"


def inline_into_groups(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Gives replica groups that are axes of one of `meshes` that mesh in place of its name."""
    for op in walk(module):
        groups = op.signature.attribute(REPLICA_GROUPS)
        if isinstance(groups, ReplicaGroupMeshAxes) and isinstance(groups.mesh, SymbolRefAttr):
            mesh = meshes.get(groups.mesh.leaf)
            if mesh is not None:
                put = rewriter.set_property if REPLICA_GROUPS in op.properties else rewriter.set_attribute
                put(op, REPLICA_GROUPS, groups.replace(mesh=in_stablehlo(mesh)))
                rewriter.report(replica_groups_inlined, op, groups.mesh)


def in_stablehlo(mesh: Mesh) -> hlo.Mesh:
    """Returns a mesh as StableHLO writes it."""
    ids = RankedTensorType((len(mesh.device_ids),), I64)
    return hlo.Mesh(
        tuple([hlo.MeshAxis(axis.name, axis.size) for axis in mesh.axes]),
        dense_elements(f"[{', '.join(map(str, mesh.device_ids))}]", ids) if mesh.device_ids else None,
    )


def replica_groups_inlined(op: Operation, name: SymbolRefAttr) -> Explanation:
    """The replica groups of a collective have their mesh in place of its name."""
    text = "replica groups have the mesh {name} in place of its name"
    return explained("replica-groups-inlined", text, op, name=name)


def mesh_op_inlined(op: Operation, shardings: int) -> Explanation:
    """A mesh op is removed, after its mesh has been inlined in so many shardings."""
    kind, text = "mesh-removed", "mesh {name} removed: no sharding names it"
    if shardings:
        kind, text = (
            "mesh-inlined",
            "mesh {name} inlined in {shardings} {shardings:sharding|shardings}, and removed",
        )
    name = SymbolRefAttr((cast(str, symbol_name(op)),))
    return explained(kind, text, op, name=name, shardings=shardings)


def mesh_name_kept(name: SymbolRefAttr, use: MeshUse) -> Explanation:
    """Shardings keep the name of a mesh that the module does not have."""
    text = "{shardings} {shardings:sharding keeps|shardings keep} the name {name}: the module has no such mesh"
    return explained("mesh-name-kept", text, use.first.place, name=name, shardings=use.shardings)


def report_meshes(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Reports what becomes of every mesh op, and the names of meshes that stay."""
    from sdyopt.sharding.uses import mesh_uses

    uses = {mesh: use for mesh, use in mesh_uses(module).items() if isinstance(mesh, SymbolRefAttr)}
    counts = {name.leaf: use.shardings for name, use in uses.items()}
    for op in mesh_ops(module):
        rewriter.report(mesh_op_inlined, op, counts.get(cast(str, symbol_name(op)), 0))
    for name, use in uses.items():
        if name.leaf not in meshes:
            rewriter.report(mesh_name_kept, name, use)
