"""-sdy-lift-inlined-meshes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.slots import mesh_of, mesh_ops, new_mesh_op
from sdyopt.dialects.stablehlo.attributes import Mesh as StableHLOMesh
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import (
    I64,
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
)
from sdyopt.ir.collecting import collect_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.literals import dense
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from sdyopt.sharding.uses import MeshUse

COLLECTIVES = (
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.reduce_scatter",
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
)
"""The ops whose replica groups may be axes of a mesh, in the order in which these meshes are lifted."""

STABLEHLO_MESH = "stablehlo.mesh"
"""The discardable attribute of a mesh op that describes the mesh to StableHLO."""


@register_pass("sdy-lift-inlined-meshes")
class LiftInlinedMeshes(Pass):
    """Lifts meshes that are inlined in shardings to mesh ops, and merges equal mesh ops.

    Afterwards every sharding names its mesh, and there is one mesh op for each mesh: those with the same mesh are
    merged into the first, and missing ones are added after the last. The meshes of replica groups become mesh ops as
    well, each one of its own. All have the attribute `stablehlo.mesh` in the end.
    """

    use_single_device_mesh_names: bool = option(
        default=False, help="Calls meshes of one device @single_device_N", since="0.12.0.1"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        uses: dict[SymbolRefAttr | Mesh, MeshUse] = {}
        if rewriter.is_explaining:
            from sdyopt.sharding.uses import mesh_uses

            uses = mesh_uses(module)
        table = MeshTable(module, rewriter, "single_device" if self.use_single_device_mesh_names else "maximal_mesh")
        rewriter.rewrite_shardings(module, table.with_mesh_name)
        for mesh, use in uses.items():
            name = table.lifted(mesh) if isinstance(mesh, Mesh) else table.kept(mesh)
            wanted = table.wanted_name(mesh) if isinstance(mesh, Mesh) and name in table.added else ""
            rewriter.report(mesh_named, mesh, name, wanted, use)
        lift_replica_groups(module, table)
        for op in mesh_ops(module):
            if STABLEHLO_MESH not in op.attributes:
                rewriter.set_attribute(op, STABLEHLO_MESH, stablehlo_mesh(mesh_of(op)))
                rewriter.report(mesh_described, op)


def meshes_merged(op: Operation, into: SymbolRefAttr) -> Explanation:
    """A mesh op is merged into that of another name with the same mesh."""
    text = "mesh {name} merged into {into}, the same mesh"
    return explained("meshes-merged", text, op, name=symbol_of(op), into=into)


def mesh_named(mesh: SymbolRefAttr | Mesh, name: SymbolRefAttr, wanted: str, use: MeshUse) -> Explanation | None:
    """Shardings with a mesh, inlined or by another name, name a mesh op now; a new one if a name was `wanted`."""
    if name is mesh:
        return None
    kind, text = "mesh-renamed", "mesh {mesh} is {name} now"
    if isinstance(mesh, Mesh):
        kind, text = "mesh-found", "mesh {mesh} is {name}"
        if wanted:
            kind, text = "mesh-lifted", "mesh {mesh} lifted to {name}"
            if name.leaf != wanted:
                text += f", since @{wanted} is taken"
    text += ": {shardings} {shardings:sharding names|shardings name} that"
    return explained(kind, text, use.first.place, mesh=mesh, name=name, shardings=use.shardings)


def replica_groups_named(op: Operation, name: SymbolRefAttr) -> Explanation:
    """The replica groups of a collective name a mesh op now."""
    text = "the mesh of the replica groups is {name} now"
    return explained("replica-groups-named", text, op, name=name)


def mesh_described(op: Operation) -> Explanation:
    """A mesh op gets the attribute `stablehlo.mesh`."""
    text = "mesh {name} gets the attribute stablehlo.mesh"
    return explained("mesh-described", text, op, name=symbol_of(op))


class MeshTable:
    """The mesh ops of a module: there is one for each mesh, and new ones are added."""

    def __init__(self, module: Operation, rewriter: Rewriter, single_device: str) -> None:
        """Merges the mesh ops of the module; `single_device` begins the names of new ones of one device."""
        self._single_device = single_device
        self.rewriter = rewriter
        self._module = module
        self._last: Operation | None = None
        self._symbols: dict[Mesh, SymbolRefAttr] = {}
        self._merged: dict[SymbolRefAttr, SymbolRefAttr] = {}
        for op in mesh_ops(module):
            symbol = symbol_of(op)
            first = self._symbols.setdefault(mesh_of(op), symbol)
            if first is symbol:
                self._last = op
            else:
                self._merged[symbol] = first
                rewriter.report(meshes_merged, op, first)
                rewriter.erase(op)
        self.added: set[SymbolRefAttr] = set()
        self._names = SymbolTable(module)

    def with_mesh_name(self, sharding: Sharding) -> Sharding:
        """Returns `sharding` bound to the name of its mesh."""
        symbol = self.lifted(sharding.mesh) if isinstance(sharding.mesh, Mesh) else self.kept(sharding.mesh)
        return sharding.replace(mesh=symbol)

    def kept(self, symbol: SymbolRefAttr) -> SymbolRefAttr:
        """Returns the name of the mesh op that the one called `symbol` was merged into, else `symbol` itself."""
        return self._merged.get(symbol, symbol)

    def lifted(self, mesh: Mesh) -> SymbolRefAttr:
        """Returns the name of the mesh op with this mesh, a new one if there is none."""
        symbol = self._symbols.get(mesh)
        if symbol is None:
            symbol = self._symbols[mesh] = self.add(mesh, self._module.location)
        return symbol

    def add(self, mesh: Mesh, location: Location | int) -> SymbolRefAttr:
        """Returns the name of a new mesh op, even if there is one with this mesh."""
        op = new_mesh_op(self.wanted_name(mesh), mesh, location)
        at = InsertionPoint.start_of(self._module.regions[0].block)
        if self._last is not None:
            at = InsertionPoint.after_op(self._last)
        name = self.rewriter.insert_symbol(self._names, op, at)
        self._last = op
        symbol = SymbolRefAttr((name,))
        self.added.add(symbol)
        return symbol

    def wanted_name(self, mesh: Mesh) -> str:
        """Returns the name of a new op with this mesh, if nothing else has it."""
        if mesh.is_maximal:
            return f"{self._single_device}_{mesh.device_ids[0]}"
        return "empty_mesh" if mesh.is_empty else "mesh"


def symbol_of(op: Operation) -> SymbolRefAttr:
    """The name of a mesh op, as shardings have it."""
    return SymbolRefAttr((cast(str, symbol_name(op)),))


def lift_replica_groups(module: Operation, table: MeshTable) -> None:
    """Binds replica groups that are axes of a mesh to a mesh op.

    As in the reference, a mesh of StableHLO that is found here is added without its device ids, and without a look at
    the mesh ops of the module; but only once. Raises CompilationError for a mesh that SDY does not have, with an axis
    of size 0 say, which the reference makes, and then cannot read back.
    """
    added: dict[StableHLOMesh, SymbolRefAttr] = {}
    for op in collectives(module):
        groups = op.properties.get("replica_groups")
        if not isinstance(groups, ReplicaGroupMeshAxes):
            continue
        if isinstance(groups.mesh, SymbolRefAttr):
            symbol = table.kept(groups.mesh)
        elif isinstance(groups.mesh, Mesh):  # -sdy-convert-global-to-local makes such groups.
            symbol = table.lifted(groups.mesh)
        else:
            assert isinstance(groups.mesh, StableHLOMesh)
            if groups.mesh not in added:
                try:
                    mesh = sdy_mesh(groups.mesh)
                except ValueError as error:
                    raise CompilationError([Diagnostic("error", f"'{op.name}' op {error}", op.location)]) from None
                added[groups.mesh] = table.add(mesh, op.location)
            symbol = added[groups.mesh]
        if symbol is not groups.mesh:
            table.rewriter.report(replica_groups_named, op, symbol)
        table.rewriter.set_property(op, "replica_groups", ReplicaGroupMeshAxes(symbol, groups.axes))


def collectives(module: Operation) -> Iterator[Operation]:
    """The ops of the kinds COLLECTIVES, inner before outer ones; kind after kind before jaxlib 0.12."""
    found: dict[str, list[Operation]] = {name: [] for name in COLLECTIVES}
    all_found = collect_post(module, lambda signature: signature.definition.name in COLLECTIVES)
    for op in all_found:
        found[op.name].append(op)
    yield from all_found if since("0.12.0.1") else [op for ops in found.values() for op in ops]


def sdy_mesh(mesh: StableHLOMesh) -> Mesh:
    """The axes of `mesh`, without its device ids. Raises ValueError where SDY has no such mesh."""
    return Mesh(tuple([MeshAxis(axis.name, axis.size) for axis in mesh.axes]))


def stablehlo_mesh(mesh: Mesh) -> DictionaryAttr:
    """Returns the attribute `stablehlo.mesh` of an op with this mesh."""
    axes = [
        DictionaryAttr.of({"name": StringAttr(axis.name), "size": IntegerAttr(axis.size, I64)}) for axis in mesh.axes
    ]
    entries: dict[str, Attribute] = {"axes": ArrayAttr(tuple(axes))}
    if mesh.device_ids:
        shape = (len(mesh.device_ids),)
        text = dense.canonical(f"[{', '.join(map(str, mesh.device_ids))}]", shape, dense.ElementFormat("int", 64))
        entries["device_ids"] = DenseElementsAttr(text, RankedTensorType(shape, I64))
    return DictionaryAttr.of(entries)
