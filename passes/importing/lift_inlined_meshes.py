"""-sdy-lift-inlined-meshes (seed 001; spec "The import passes")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.dialects.stablehlo.attributes import Mesh as StableHLOMesh
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import (
    I64,
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.symbol_names import SymbolNames
from sdyopt.ir.symbols import symbol_name, symbols
from sdyopt.ir.types import RankedTensorType
from sdyopt.ods import dense
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.sharding.mesh_symbols import mesh_of, mesh_ops, new_mesh_op
from sdyopt.sharding.rewrite import rewrite_shardings

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks
    from sdyopt.sharding.mesh_uses import MeshUse

COLLECTIVES = (
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.reduce_scatter",
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
)
"""The ops whose replica groups may be axes of a mesh, in the order in which these meshes are lifted."""

STABLEHLO_MESH = "stablehlo.mesh"
"""The discardable attribute of a mesh op that tells StableHLO what the mesh is."""


class LiftInlinedMeshes:
    """Makes every sharding name its mesh, with one mesh op for each mesh.

    Mesh ops with the same mesh are merged into the first; those that are lacking are added after the last mesh op.
    The meshes of replica groups become mesh ops as well, each one of its own. All have the attribute `stablehlo.mesh`
    in the end.
    """

    name = "sdy-lift-inlined-meshes"
    description = "Lifts meshes that are inlined in shardings to mesh ops, and merges equal mesh ops"
    remarks: Remarks | None = None

    def run(self, module: Operation) -> bool:
        uses: dict[SymbolRefAttr | Mesh, MeshUse] = {}
        if self.remarks is not None:
            from sdyopt.sharding.mesh_uses import mesh_uses

            uses = mesh_uses(module)
        table = MeshTable(module, self.remarks)
        has_changed = rewrite_shardings(module, table.with_mesh_name)
        if self.remarks is not None:
            tell_of_names(uses, table, self.remarks)
        has_changed |= lift_replica_groups(module, table) or table.has_changed
        for op in mesh_ops(module):
            if STABLEHLO_MESH not in op.attributes:
                op.set_attribute(STABLEHLO_MESH, stablehlo_mesh(mesh_of(op)))
                has_changed = True
                if self.remarks is not None:
                    self.remarks.tell(
                        "mesh-described", "mesh {name} gets the attribute stablehlo.mesh", op, name=symbol_of(op)
                    )
        return has_changed


class MeshTable:
    """The mesh ops of a module: there is one for each mesh, and new ones are added."""

    def __init__(self, module: Operation, remarks: Remarks | None) -> None:
        """Merges the mesh ops that there are."""
        self.remarks = remarks
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
                if remarks is not None:
                    remarks.tell(
                        "meshes-merged", "mesh {name} merged into {into}, the same mesh", op, name=symbol, into=first
                    )
                op.erase()
        self.has_changed = bool(self._merged)
        """Whether mesh ops were merged or added."""
        self.added: set[SymbolRefAttr] = set()
        self._names = SymbolNames(symbols(module))

    def with_mesh_name(self, sharding: Sharding) -> Sharding:
        """`sharding` bound to the name of its mesh."""
        symbol = self.lifted(sharding.mesh) if isinstance(sharding.mesh, Mesh) else self.kept(sharding.mesh)
        return sharding.replace(mesh=symbol)

    def kept(self, symbol: SymbolRefAttr) -> SymbolRefAttr:
        """The name of the mesh op that the one called `symbol` was merged into, else `symbol` itself."""
        return self._merged.get(symbol, symbol)

    def lifted(self, mesh: Mesh) -> SymbolRefAttr:
        """The name of the mesh op with this mesh, a new one if need be."""
        symbol = self._symbols.get(mesh)
        if symbol is None:
            symbol = self._symbols[mesh] = self.add(mesh, self._module.location)
        return symbol

    def add(self, mesh: Mesh, location: Location | int) -> SymbolRefAttr:
        """The name of a new mesh op, even if there is one with this mesh."""
        name = self._names.claim(wanted_name(mesh))
        op = new_mesh_op(name, mesh, location)
        if self._last is None:
            self._module.regions[0].block.prepend(op)
        else:
            op.insert_after(self._last)
        self._last = op
        self.has_changed = True
        symbol = SymbolRefAttr((name,))
        self.added.add(symbol)
        return symbol


def symbol_of(op: Operation) -> SymbolRefAttr:
    """The name of a mesh op, as shardings have it."""
    return SymbolRefAttr((cast(str, symbol_name(op)),))


def wanted_name(mesh: Mesh) -> str:
    """What a new op with this mesh is called, if nothing else is."""
    if mesh.is_maximal:
        return f"maximal_mesh_{mesh.device_ids[0]}"
    return "empty_mesh" if mesh.is_empty else "mesh"


def lift_replica_groups(module: Operation, table: MeshTable) -> bool:
    """Binds replica groups that are axes of a mesh to a mesh op; gives whether there are any.

    As in the reference, a mesh that is found here is added without its device ids, and without a look at the mesh ops
    that there are; but only once. Raises CompilationError for a mesh that SDY has not, with an axis of size 0 say,
    which the reference makes, and then cannot read back.
    """
    has_any = False
    added: dict[StableHLOMesh, SymbolRefAttr] = {}
    for op in collectives(module):
        groups = op.properties.get("replica_groups")
        if not isinstance(groups, ReplicaGroupMeshAxes):
            continue
        if isinstance(groups.mesh, SymbolRefAttr):
            symbol = table.kept(groups.mesh)
        else:
            if groups.mesh not in added:
                try:
                    mesh = sdy_mesh(groups.mesh)
                except ValueError as error:
                    raise CompilationError([Diagnostic("error", f"'{op.name}' op {error}", op.location)]) from None
                added[groups.mesh] = table.add(mesh, op.location)
            symbol = added[groups.mesh]
        if table.remarks is not None and symbol is not groups.mesh:
            table.remarks.tell("replica-groups-named", "the mesh of the replica groups is {name} now", op, name=symbol)
        op.set_property("replica_groups", ReplicaGroupMeshAxes(symbol, groups.axes))
        has_any = True
    return has_any


def collectives(module: Operation) -> Iterator[Operation]:
    """The ops of the kinds COLLECTIVES, kind after kind, inner before outer ones."""
    found: dict[str, list[Operation]] = {name: [] for name in COLLECTIVES}
    for op in walk_post(module):
        name = op.signature.definition.name
        if name in found:
            found[name].append(op)
    for ops in found.values():
        yield from ops


def sdy_mesh(mesh: StableHLOMesh) -> Mesh:
    """The axes of `mesh`, without its device ids. Raises ValueError where SDY has no such mesh."""
    return Mesh(tuple([MeshAxis(axis.name, axis.size) for axis in mesh.axes]))


def stablehlo_mesh(mesh: Mesh) -> DictionaryAttr:
    """The attribute `stablehlo.mesh` of an op with this mesh."""
    axes = [
        DictionaryAttr.of({"name": StringAttr(axis.name), "size": IntegerAttr(axis.size, I64)}) for axis in mesh.axes
    ]
    entries: dict[str, Attribute] = {"axes": ArrayAttr(tuple(axes))}
    if mesh.device_ids:
        shape = (len(mesh.device_ids),)
        text = dense.canonical(f"[{', '.join(map(str, mesh.device_ids))}]", shape, dense.ElementFormat("int", 64))
        entries["device_ids"] = DenseElementsAttr(text, RankedTensorType(shape, I64))
    return DictionaryAttr.of(entries)


def tell_of_names(uses: dict[SymbolRefAttr | Mesh, MeshUse], table: MeshTable, remarks: Remarks) -> None:
    """Tells of the names that the meshes in `uses` have now, at the first sharding of each."""
    for mesh, use in uses.items():
        if isinstance(mesh, Mesh):
            name = table.lifted(mesh)
            kind, text = "mesh-found", "mesh {mesh} is {name}"
            if name in table.added:
                kind, text = "mesh-lifted", "mesh {mesh} lifted to {name}"
                if name.leaf != wanted_name(mesh):
                    text += f", since @{wanted_name(mesh)} is taken"
        else:
            name = table.kept(mesh)
            if name is mesh:
                continue
            kind, text = "mesh-renamed", "mesh {mesh} is {name} now"
        text += ": {shardings} {shardings:sharding names|shardings name} that"
        remarks.tell(kind, text, use.first.place, mesh=mesh, name=name, shardings=use.shardings)
