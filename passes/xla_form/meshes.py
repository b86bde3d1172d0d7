"""Meshes: that of HLO's shardings is found, and of those over the same devices one is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import Axes, axis_part, merged, span
from sdyopt.dialects.sdy.shardings.slots import boundary_shardings, mesh_of, mesh_ops, new_mesh_op, rank_of
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.collecting import collect, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.passes.xla_form.importing import opened
from sdyopt.rewriting.functions import change_value_attributes, without_value_attributes
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import GSPMD_SHARDING, gspmd_texts, has_gspmd_sharding, is_named
from sdyopt.sharding.gspmd.meshes import FoundMesh, find_mesh, sdy_sharding
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.sharding.gspmd.texts import NamedSharding, read_named
from sdyopt.sharding.uses import fully_closed_on

# -xla-sdy-round-trip-dedup-meshes.

_FAKE = "_"
"""The names of axes that nobody has given begin so."""


@register_pass("xla-sdy-round-trip-dedup-meshes")
class DedupMeshes(Pass):
    """Leaves one mesh of those over the same devices, and writes shardings over the others with its axes.

    Meshes whose axes have names that somebody has given come before others, then those with more axes. A mesh stays
    whose axes are no parts of the axes of that mesh.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        classes: dict[tuple[int, tuple[int, ...]], list[Operation]] = {}
        for op in mesh_ops(module):
            mesh = mesh_of(op)
            classes.setdefault((mesh.device_count if mesh.axes else -1, mesh.device_ids), []).append(op)
        overlaid: dict[SymbolRefAttr, _Overlay] = {}
        for ops in classes.values():
            main = min(ops, key=lambda op: _rank(mesh_of(op)))
            for op in ops:
                parts = None if op is main else _parts(mesh_of(op), mesh_of(main))
                if parts is not None:
                    overlaid[_symbol(op)] = _Overlay(mesh_of(op), _symbol(main), mesh_of(main), parts)
        if not overlaid:
            return
        _rewrite_manual_axes(module, overlaid, rewriter)
        rewriter.rewrite_shardings(module, lambda sharding: _overlaid(sharding, overlaid))
        _rewrite_replica_groups(module, overlaid, rewriter)
        for op in list(mesh_ops(module)):
            if _symbol(op) in overlaid:
                rewriter.tell(
                    "mesh-overlaid",
                    "mesh {mesh} is over the devices of {name}, whose axes take its place",
                    op,
                    mesh=_symbol(op),
                    name=overlaid[_symbol(op)].name,
                )
                rewriter.erase(op)


class _Overlay(NamedTuple):
    """A mesh that goes, and the one whose axes its axes are parts of."""

    mesh: Mesh
    name: SymbolRefAttr
    main: Mesh
    parts: Mapping[str, Axes]
    """The parts of axes of the main mesh that each axis is, major to minor."""

    def axes(self, axes: Sequence[AxisRef]) -> Axes:
        """Returns axes of the mesh as axes of the main one."""
        found = [part for axis in axes for part in self._within(axis)]
        return merged(found, self.main)

    def _within(self, axis: AxisRef) -> list[AxisRef]:
        """Returns the parts of axes of the main mesh that an axis, or a part of one, is."""
        start, stop = span(axis, self.mesh)
        found, before = [], 1
        for part in self.parts[axis.name]:
            low, high = span(part, self.main)
            after = before * (high // low)
            first, last = max(start, before), min(stop, after)
            if first < last:
                found.append(axis_part(part.name, low * first // before, low * last // before, self.main))
            before = after
        return found


def _symbol(op: Operation) -> SymbolRefAttr:
    return SymbolRefAttr((symbol_name(op) or "",))


def _rank(mesh: Mesh) -> tuple[bool, int]:
    """Returns what meshes over the same devices are ordered by: the lowest stays."""
    is_fake = bool(mesh.axes) and mesh.axes[0].name.startswith(_FAKE)
    return is_fake, -sum(axis.size > 1 for axis in mesh.axes)


def _parts(mesh: Mesh, main: Mesh) -> dict[str, Axes] | None:
    """Returns the parts of axes of the main mesh that the axes of a mesh are; None if they are none."""
    found: dict[str, list[AxisRef]] = {axis.name: [] for axis in mesh.axes}
    own = [axis for axis in mesh.axes if axis.size > 1]
    others = [axis for axis in main.axes if axis.size > 1]
    left_own, left_other, done = 1, 1, 1
    while True:
        if left_own == 1:
            if not own:
                return {name: tuple(parts) for name, parts in found.items()}
            axis, own = own[0], own[1:]
            left_own = axis.size
        if left_other == 1:
            other, others = others[0], others[1:]
            left_other, done = other.size, 1
        step = min(left_own, left_other)
        if left_own % step or left_other % step:
            return None
        found[axis.name].append(axis_part(other.name, done, done * step, main))
        done *= step
        left_own //= step
        left_other //= step


def _overlaid(sharding: Sharding, overlaid: Mapping[SymbolRefAttr, _Overlay]) -> Sharding:
    overlay = overlaid.get(sharding.mesh) if isinstance(sharding.mesh, SymbolRefAttr) else None
    return sharding if overlay is None else sharding.with_axes(overlay.axes).replace(mesh=overlay.name)


def _rewrite_manual_axes(module: Operation, overlaid: Mapping[SymbolRefAttr, _Overlay], rewriter: Rewriter) -> None:
    """Names the manual axes of computations as the main mesh does."""
    for op in collect_kind(module, MANUAL_COMPUTATION):
        meshes = [sharding.mesh for sharding in boundary_shardings(op) if isinstance(sharding.mesh, SymbolRefAttr)]
        overlay = next((overlaid[mesh] for mesh in meshes if mesh in overlaid), None)
        axes = op.properties["manual_axes"]
        if overlay is not None and isinstance(axes, ManualAxes):
            found = overlay.axes([AxisRef(name) for name in axes.axes])
            rewriter.set_property(op, "manual_axes", ManualAxes(tuple([axis.name for axis in found])))


def _rewrite_replica_groups(module: Operation, overlaid: Mapping[SymbolRefAttr, _Overlay], rewriter: Rewriter) -> None:
    """Lets replica groups along axes of an equal mesh name the main one."""
    for op in collect(module, lambda signature: "replica_groups" in signature.properties):
        groups = op.properties["replica_groups"]
        if isinstance(groups, ReplicaGroupMeshAxes) and isinstance(groups.mesh, SymbolRefAttr):
            overlay = overlaid.get(groups.mesh)
            if overlay is not None and overlay.mesh is overlay.main:
                rewriter.set_property(op, "replica_groups", ReplicaGroupMeshAxes(overlay.name, groups.axes))


# -xla-sdy-import-shardings.

_Read = HloSharding | NamedSharding | None


@register_pass("xla-sdy-import-shardings")
class ImportShardings(Pass):
    """Makes HLO's shardings, `mhlo.sharding`, those of SDY.

    The mesh is that of the shardings that name one; else it has an axis `_axis_N` for each part of the numbers of
    devices that dimensions are split by. All dimensions are closed, unless the sharding is unknown. Custom calls stay.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        ops = collect(module, has_gspmd_sharding)
        found = [each for op in ops for text in gspmd_texts(op.signature) for each in _read(text, op)]
        tiled = Counter([each for each in found if isinstance(each, HloSharding) and each.form is Form.TILED])
        named = next((each.mesh for each in found if isinstance(each, NamedSharding) and each.mesh.axes), None)
        over = FoundMesh(named) if named is not None else find_mesh(tiled, None)
        devices = {device for each in found if (device := _device(each)) is not None}
        if over is None and not devices:
            for op in ops:
                _ShardingImporter(None, {}).drop(op, rewriter)
            return
        over = over or FoundMesh(Mesh(()))
        importer = _ShardingImporter(over, _add_meshes(module, over.mesh, sorted(devices), rewriter))
        rewriter.tell(
            "hlo-mesh-found",
            "{shardings:#} HLO {shardings:sharding is|shardings are} over {mesh}",
            module,
            shardings=len(found),
            mesh=over.mesh,
        )
        for op in ops:
            importer.convert(op, rewriter)


def _read(text: str, op: Operation) -> Sequence[_Read]:
    """Returns the shardings that a text has. Raises CompilationError if it has none."""
    try:
        if is_named(text):
            return read_named(text)
        sharding = read_sharding(text)
        return sharding.elements or (sharding,)
    except ValueError as error:
        raise failure(f"{GSPMD_SHARDING}: {error}", op.location) from None


def _device(sharding: _Read) -> int | None:
    """Returns the only device of a sharding that has one."""
    if isinstance(sharding, NamedSharding):
        return sharding.mesh.device_ids[0] if sharding.mesh.is_maximal else None
    return sharding.device if sharding is not None and sharding.form is Form.MAXIMAL else None


def _add_meshes(module: Operation, mesh: Mesh, devices: Sequence[int], rewriter: Rewriter) -> dict[Mesh, SymbolRefAttr]:
    """Adds the mesh, and those of single devices; returns their names."""
    table, first = SymbolTable(module), module.regions[0].block
    before = InsertionPoint.start_of(first)
    name = "single_device" if since("0.12.0.1") else "maximal_mesh"
    wanted = [("mesh", mesh), *[(f"{name}_{device}", Mesh((), (device,))) for device in devices]]
    return {
        each: SymbolRefAttr((rewriter.insert_symbol(table, new_mesh_op(symbol, each, module.location), before),))
        for symbol, each in wanted
    }


class _ShardingImporter(Record):
    """Converts the shardings of a module over a mesh."""

    _found: FoundMesh | None
    _names: dict[Mesh, SymbolRefAttr]

    def convert(self, op: Operation, rewriter: Rewriter) -> None:
        """Gives an operation, or the arguments and results of a function, shardings of SDY."""
        if isinstance(text := op.attributes.get(GSPMD_SHARDING), StringAttr):
            types = [result.type for result in op.results]
            rewriter.set_attribute(op, SHARDING, ShardingPerValue(tuple(self._shardings(text.value, types, op))))
        if op.definition is FUNC:
            change_value_attributes(op, lambda entry, type, _: self._entry(entry, type, op), rewriter)
        self.drop(op, rewriter)

    def drop(self, op: Operation, rewriter: Rewriter) -> None:
        """Removes HLO's shardings of an operation."""
        rewriter.remove_attribute(op, GSPMD_SHARDING)
        if op.definition is FUNC:
            rewriter.set_signature(op, without_value_attributes(op.signature, [GSPMD_SHARDING]))

    def _entry(self, entry: DictionaryAttr, type: Type, op: Operation) -> DictionaryAttr:
        text: Attribute | None = entry.get(GSPMD_SHARDING)
        if not isinstance(text, StringAttr):
            return entry
        return entry.with_entry(SHARDING, self._shardings(text.value, [type], op)[0])

    def _shardings(self, text: str, types: Sequence[Type], op: Operation) -> list[Sharding]:
        """Returns the sharding of each value. Raises CompilationError if axes do not say it."""
        found = [*_read(text, op)]
        ranks = [rank_of(type) for type in types] or [0]
        if len(found) != len(ranks):
            found = found[:1] * len(ranks)
        try:
            return [self._sharding(each, rank) for each, rank in zip(found, ranks, strict=True)]
        except ValueError as error:
            raise failure(f"{GSPMD_SHARDING}: {error}", op.location) from None

    def _sharding(self, sharding: _Read, rank: int) -> Sharding:
        assert self._found is not None
        over = self._found
        symbol = self._names[over.mesh]
        if isinstance(sharding, NamedSharding):
            found = sharding.sharding(rank)
            return found.replace(mesh=self._names.get(sharding.mesh, symbol))
        if sharding is None or sharding.form is Form.REPLICATED:
            return fully_closed_on(symbol, rank)
        if sharding.form is Form.UNKNOWN:
            return opened(fully_closed_on(symbol, rank))
        found = sdy_sharding(sharding, over, symbol, rank, (), lambda device: self._names[Mesh((), (device,))])
        return found.replace(unreduced=())
