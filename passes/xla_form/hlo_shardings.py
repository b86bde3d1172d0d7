"""-xla-sdy-import-shardings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.slots import new_mesh_op, rank_of
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.passes.xla_form.importing import opened
from sdyopt.rewriting.functions import change_value_attributes, without_value_attributes
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import GSPMD_SHARDING, gspmd_texts, has_gspmd_sharding, is_named
from sdyopt.sharding.gspmd.meshes import FoundMesh, find_mesh, sdy_sharding
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.sharding.gspmd.texts import NamedSharding, read_named
from sdyopt.sharding.uses import fully_closed_on

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
        rewriter.report(hlo_mesh_found, module, over.mesh, len(found))
        for op in ops:
            importer.convert(op, rewriter)


def hlo_mesh_found(module: Operation, mesh: Mesh, shardings: int) -> Explanation:
    """The shardings of the module are over a mesh."""
    text = "{shardings:#} HLO {shardings:sharding is|shardings are} over {mesh}"
    return explained("hlo-mesh-found", text, module, shardings=shardings, mesh=mesh)


def _read(text: str, op: Operation) -> Sequence[_Read]:
    """Returns the shardings that a text has. Raises CompilationError if it has none."""
    try:
        if is_named(text):
            return read_named(text)
        sharding = read_sharding(text)
        return sharding.elements or (sharding,)
    except ValueError as error:
        raise CompilationError([Diagnostic("error", f"{GSPMD_SHARDING}: {error}", op.location)]) from None


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


class _ShardingImporter:
    """Converts the shardings of a module over a mesh."""

    def __init__(self, found: FoundMesh | None, names: dict[Mesh, SymbolRefAttr]) -> None:
        self._found = found
        self._names = names

    def convert(self, op: Operation, rewriter: Rewriter) -> None:
        """Gives an operation, or the arguments and results of a function, shardings of SDY."""
        text = op.attributes.get(GSPMD_SHARDING)
        if isinstance(text, StringAttr):
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
            raise CompilationError([Diagnostic("error", f"{GSPMD_SHARDING}: {error}", op.location)]) from None

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
