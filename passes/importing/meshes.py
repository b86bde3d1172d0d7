"""Passes that change meshes: -sdy-lift-inlined-meshes, -sdy-inline-meshes, -sdy-remove-size-one-axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.slots import mesh_of, mesh_ops, meshes_by_name, new_mesh_op, sharding_mesh
from sdyopt.dialects.stablehlo.attributes import Mesh as StableHLOMesh
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attribute import Attribute, Location, checked
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, i64
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.local_signatures import device_ids, in_stablehlo

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
            rewriter.report(mesh_named, mesh, name, name in table.added, use, table.wanted_name)
        lift_replica_groups(module, table)
        for op in mesh_ops(module):
            if STABLEHLO_MESH not in op.attributes:
                rewriter.set_attribute(op, STABLEHLO_MESH, stablehlo_mesh(mesh_of(op)))
                rewriter.tell("mesh-described", "mesh {name} gets the attribute stablehlo.mesh", op, name=symbol_of(op))


def mesh_named(
    mesh: SymbolRefAttr | Mesh, name: SymbolRefAttr, is_new: bool, use: MeshUse, wanted_name: Callable[[Mesh], str]
) -> Explanation | None:
    """Shardings with a mesh, inlined or by another name, name a mesh op now, which may be a new one."""
    if name is mesh:
        return None
    kind, text = "mesh-renamed", "mesh {mesh} is {name} now"
    if isinstance(mesh, Mesh):
        kind, text = "mesh-found", "mesh {mesh} is {name}"
        if is_new:
            kind, text = "mesh-lifted", "mesh {mesh} lifted to {name}"
            if name.leaf != wanted_name(mesh):
                text += f", since @{wanted_name(mesh)} is taken"
    text += ": {shardings} {shardings:sharding names|shardings name} that"
    return explained(kind, text, use.first.place, mesh=mesh, name=name, shardings=use.shardings)


class MeshTable:
    """The mesh ops of a module: there is one for each mesh, and new ones are added."""

    def __init__(self, module: Operation, rewriter: Rewriter, one_device: str = "maximal_mesh") -> None:
        """Merges the mesh ops of the module; new ones of one device are called `one_device`, with its number."""
        self._one_device = one_device
        self.rewriter = rewriter
        self._module = module
        self._last: Operation | None = None
        self._symbols: dict[Mesh, SymbolRefAttr] = {}
        self._merged: dict[SymbolRefAttr, SymbolRefAttr] = {}
        for op in mesh_ops(module):
            symbol = symbol_of(op)
            if (first := self._symbols.setdefault(mesh_of(op), symbol)) is symbol:
                self._last = op
            else:
                self._merged[symbol] = first
                rewriter.tell(
                    "meshes-merged", "mesh {name} merged into {into}, the same mesh", op, name=symbol_of(op), into=first
                )
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
        if (symbol := self._symbols.get(mesh)) is None:
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
        """Returns what a new op with this mesh is called, if nothing else is."""
        if mesh.is_maximal:
            return f"{self._one_device}_{mesh.device_ids[0]}"
        return "empty_mesh" if mesh.is_empty else "mesh"


def symbol_of(op: Operation) -> SymbolRefAttr:
    """The name of a mesh op, as shardings have it."""
    return SymbolRefAttr((checked(str, symbol_name(op)),))


def lift_replica_groups(module: Operation, table: MeshTable) -> None:
    """Binds replica groups that are axes of a mesh to a mesh op.

    As in the reference, a mesh of StableHLO that is found here is added without its device ids, and without a look at
    the mesh ops of the module; but only once. Raises CompilationError for a mesh that SDY does not have, with an axis
    of size 0 say, which the reference makes, and then cannot read back.
    """
    added: dict[StableHLOMesh, SymbolRefAttr] = {}
    for op in collectives(table.rewriter.listing(module)):
        if not isinstance(groups := op.properties.get("replica_groups"), ReplicaGroupMeshAxes):
            continue
        if isinstance(groups.mesh, SymbolRefAttr):
            symbol = table.kept(groups.mesh)
        elif isinstance(groups.mesh, Mesh):  # -sdy-convert-global-to-local makes such groups.
            symbol = table.lifted(groups.mesh)
        else:
            assert isinstance(groups.mesh, StableHLOMesh)
            if groups.mesh not in added:
                try:
                    mesh = Mesh(tuple([MeshAxis(axis.name, axis.size) for axis in groups.mesh.axes]))
                except ValueError as error:
                    raise failure(f"'{op.name}' op {error}", op.location) from None
                added[groups.mesh] = table.add(mesh, op.location)
            symbol = added[groups.mesh]
        if symbol is not groups.mesh:
            table.rewriter.tell("replica-groups-named", "the mesh of the replica groups is {name} now", op, name=symbol)
        table.rewriter.set_property(op, "replica_groups", ReplicaGroupMeshAxes(symbol, groups.axes))


def collectives(module: Listing) -> Iterator[Operation]:
    """The ops of the kinds COLLECTIVES, inner before outer ones; kind after kind before jaxlib 0.12."""
    found: dict[str, list[Operation]] = {name: [] for name in COLLECTIVES}
    all_found = module.collect_post(lambda signature: signature.definition.name in COLLECTIVES)
    for op in all_found:
        found[op.name].append(op)
    yield from all_found if since("0.12.0.1") else [op for ops in found.values() for op in ops]


def stablehlo_mesh(mesh: Mesh) -> DictionaryAttr:
    """Returns the attribute `stablehlo.mesh` of an op with this mesh."""
    axes = [DictionaryAttr.of({"name": StringAttr(axis.name), "size": i64(axis.size)}) for axis in mesh.axes]
    entries: dict[str, Attribute] = {"axes": ArrayAttr(tuple(axes))}
    if mesh.device_ids:
        entries["device_ids"] = device_ids(mesh)
    return DictionaryAttr.of(entries)


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
                rewriter.tell(
                    "replica-groups-inlined",
                    "replica groups have the mesh {name} in place of its name",
                    op,
                    name=groups.mesh,
                )


def mesh_op_inlined(op: Operation, shardings: int) -> Explanation:
    """A mesh op is removed, after its mesh has been inlined in so many shardings."""
    kind, text = "mesh-removed", "mesh {name} removed: no sharding names it"
    if shardings:
        kind, text = ("mesh-inlined", "mesh {name} inlined in {shardings} {shardings:sharding|shardings}, and removed")
    name = SymbolRefAttr((checked(str, symbol_name(op)),))
    return explained(kind, text, op, name=name, shardings=shardings)


def report_meshes(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Reports what becomes of every mesh op, and the names of meshes that stay."""
    from sdyopt.sharding.uses import mesh_uses

    uses = {mesh: use for mesh, use in mesh_uses(module).items() if isinstance(mesh, SymbolRefAttr)}
    counts = {name.leaf: use.shardings for name, use in uses.items()}
    for op in mesh_ops(module):
        rewriter.report(mesh_op_inlined, op, counts.get(checked(str, symbol_name(op)), 0))
    for name, use in uses.items():
        if name.leaf not in meshes:
            text = "{shardings} {shardings:sharding keeps|shardings keep} the name {name}: the module has no such mesh"
            rewriter.tell("mesh-name-kept", text, use.first.place, name=name, shardings=use.shardings)


@register_pass("sdy-remove-size-one-axes")
class RemoveSizeOneAxes(Pass):
    """Removes axes of size one from shardings.

    They could stand in the way of propagation. Meshes keep them, and so do manual axes and the axes of collectives. A
    program none of whose mesh ops has such an axis stays as it is, even if meshes that are inlined have.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        if not any(has_size_one_axis(mesh) for mesh in meshes.values()):
            rewriter.tell("no-size-one-axes", "no mesh op has an axis of size one", module)
            return
        rewriter.rewrite_shardings(
            module,
            lambda sharding: without_size_one_axes(sharding, meshes),
            lambda op, signature: rewriter.report(axes_dropped, op, signature),
        )


def has_size_one_axis(mesh: Mesh) -> bool:
    return any(axis.size == 1 for axis in mesh.axes)


def without_size_one_axes(sharding: Sharding, meshes: Mapping[str, Mesh]) -> Sharding:
    """Returns `sharding` without the axes of size one of its mesh, which is inlined or one of `meshes`."""
    if (mesh := sharding_mesh(sharding, meshes)) is None or not has_size_one_axis(mesh):
        return sharding
    sizes = mesh.axis_sizes

    def larger(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple([axis for axis in axes if sizes.get(axis.name) != 1])

    return sharding.replace(
        dimensions=tuple([with_axes(dimension, larger(dimension.axes)) for dimension in sharding.dimensions]),
        replicated=larger(sharding.replicated),
        unreduced=larger(sharding.unreduced),
    )


def with_axes(dimension: DimensionSharding, axes: tuple[AxisRef, ...]) -> DimensionSharding:
    """Returns `dimension` sharded along `axes` instead; a closed one without axes cannot have a priority."""
    priority = dimension.priority if axes or not dimension.is_closed else None
    return DimensionSharding(axes, dimension.is_closed, priority)


def axes_dropped(op: Operation, signature: Signature) -> Iterator[Explanation]:
    """The operation, with its old shardings still, gets the shardings of another signature."""
    from sdyopt.sharding.uses import sharding_uses_of

    for use, new in zip(sharding_uses_of(op, op.signature), sharding_uses_of(op, signature), strict=True):
        before, after = use.sharding, new.sharding
        for part, old_axes, new_axes in axes_before_and_after(before, after):
            if old_axes != new_axes:
                text = "{axes:axis|axes} {axes} of size one dropped from {part} of {of}"
                axes = [axis for axis in old_axes if axis not in new_axes]
                yield explained("axes-dropped", text, use.place, axes=axes, part=part, of=use.subject)
        for number, (had, has) in enumerate(zip(before.dimensions, after.dimensions, strict=True)):
            if had.priority != has.priority:
                text = "priority {priority} dropped from dimension {dimension} of {of}, which is closed and empty now"
                values = {"priority": had.priority, "dimension": number}
                yield explained("priority-dropped", text, use.place, **values, of=use.subject)


def axes_before_and_after(
    before: Sharding, after: Sharding
) -> Iterator[tuple[str, tuple[AxisRef, ...], tuple[AxisRef, ...]]]:
    """Yields the axes of each part of two shardings of one rank, with what the part is called."""
    for number, (old, new) in enumerate(zip(before.dimensions, after.dimensions, strict=True)):
        yield f"dimension {number}", old.axes, new.axes
    yield "the replicated axes", before.replicated, after.replicated
    yield "the unreduced axes", before.unreduced, after.unreduced
