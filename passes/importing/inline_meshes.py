"""-sdy-inline-meshes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.mesh_symbols import mesh_ops, meshes_by_name, sharding_mesh
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attributes import I64, SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
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
                rewriter.report(GroupsInlined, op, groups.mesh)


def in_stablehlo(mesh: Mesh) -> hlo.Mesh:
    """Returns a mesh as StableHLO writes it."""
    ids = RankedTensorType((len(mesh.device_ids),), I64)
    return hlo.Mesh(
        tuple([hlo.MeshAxis(axis.name, axis.size) for axis in mesh.axes]),
        dense_elements(f"[{', '.join(map(str, mesh.device_ids))}]", ids) if mesh.device_ids else None,
    )


class GroupsInlined(Decision):
    """The replica groups of a collective have their mesh in place of its name."""

    kind = "replica-groups-inlined"
    text = "replica groups have the mesh {name} in place of its name"

    op: Operation
    name: SymbolRefAttr


class MeshOpInlined(Decision):
    """A mesh op is removed, after its mesh has been inlined in so many shardings."""

    op: Operation
    shardings: int

    def explain(self, remarks: Remarks) -> None:
        kind, text = "mesh-removed", "mesh {name} removed: no sharding names it"
        if self.shardings:
            kind, text = (
                "mesh-inlined",
                "mesh {name} inlined in {shardings} {shardings:sharding|shardings}, and removed",
            )
        name = SymbolRefAttr((cast(str, symbol_name(self.op)),))
        remarks.tell(kind, text, self.op, name=name, **self.details)


class NameKept(Decision):
    """Shardings keep the name of a mesh that the module does not have."""

    name: SymbolRefAttr
    use: MeshUse

    def explain(self, remarks: Remarks) -> None:
        text = "{shardings} {shardings:sharding keeps|shardings keep} the name {name}: the module has no such mesh"
        remarks.tell("mesh-name-kept", text, self.use.first.place, name=self.name, shardings=self.use.shardings)


def report_meshes(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Reports what becomes of every mesh op, and the names of meshes that stay."""
    from sdyopt.sharding.uses import mesh_uses

    uses = {mesh: use for mesh, use in mesh_uses(module).items() if isinstance(mesh, SymbolRefAttr)}
    counts = {name.leaf: use.shardings for name, use in uses.items()}
    for op in mesh_ops(module):
        rewriter.report(MeshOpInlined, op, counts.get(cast(str, symbol_name(op)), 0))
    for name, use in uses.items():
        if name.leaf not in meshes:
            rewriter.report(NameKept, name, use)
