"""-sdy-inline-meshes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.mesh_symbols import mesh_ops, meshes_by_name, sharding_mesh
from sdyopt.sharding.uses import MeshUse, mesh_uses


@register_pass("sdy-inline-meshes")
@dataclass(frozen=True)
class InlineMeshes(Pass):
    """Inlines meshes into shardings and removes the mesh ops.

    Other attributes that name a mesh keep the name.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        if rewriter.is_explaining:
            for decision in decisions(module, meshes):
                rewriter.report(decision)
        rewriter.rewrite_shardings(module, lambda sharding: with_inlined_mesh(sharding, meshes))
        for op in mesh_ops(module):
            rewriter.erase(op)

    def explain(self, decision: object, remarks: Remarks) -> None:
        match decision:
            case Inlined(op, 0):
                name = SymbolRefAttr((cast(str, symbol_name(op)),))
                remarks.tell("mesh-removed", "mesh {name} removed: no sharding names it", op, name=name, shardings=0)
            case Inlined(op, count):
                text = "mesh {name} inlined in {shardings} {shardings:sharding|shardings}, and removed"
                name = SymbolRefAttr((cast(str, symbol_name(op)),))
                remarks.tell("mesh-inlined", text, op, name=name, shardings=count)
            case NameKept(name, use):
                text = (
                    "{shardings} {shardings:sharding keeps|shardings keep} the name {name}: the module has no such mesh"
                )
                remarks.tell("mesh-name-kept", text, use.first.place, name=name, shardings=use.shardings)


def with_inlined_mesh(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """Returns `sharding` with its mesh in place of the name; a name that is not among `meshes` stays."""
    mesh = sharding_mesh(sharding, meshes)
    return sharding if mesh is None else sharding.with_mesh(mesh)


class Inlined(NamedTuple):
    """A mesh op is removed, after its mesh has been inlined in so many shardings."""

    op: Operation
    shardings: int


class NameKept(NamedTuple):
    """Shardings keep the name of a mesh that the module does not have."""

    name: SymbolRefAttr
    use: MeshUse


def decisions(module: Operation, meshes: Mapping[str, Mesh]) -> Iterator[Inlined | NameKept]:
    """Yields what becomes of every mesh op, and of the names of meshes that stay."""
    uses = {mesh: use for mesh, use in mesh_uses(module).items() if isinstance(mesh, SymbolRefAttr)}
    counts = {name.leaf: use.shardings for name, use in uses.items()}
    for op in mesh_ops(module):
        yield Inlined(op, counts.get(cast(str, symbol_name(op)), 0))
    for name, use in uses.items():
        if name.leaf not in meshes:
            yield NameKept(name, use)
