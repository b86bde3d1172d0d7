"""-sdy-import-gspmd-shardings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.mesh_symbols import mesh_of, mesh_ops, new_mesh_op
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I64, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import SymbolTable
from sdyopt.ir.types import FunctionType, RankedTensorType
from sdyopt.mlir.declare.sharding_slots import SHARDING as SDY_SHARDING
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.passes.gspmd.annotations import SHARDING, entries, marker, open_dimensions, text_of, texts_in
from sdyopt.passes.gspmd.decisions import gspmd_constraint_made, gspmd_mesh_found
from sdyopt.passes.gspmd.manual_computations import ManualComputations
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd.detection import GSPMD_SHARDING, has_gspmd_sharding
from sdyopt.sharding.gspmd.meshes import FoundMesh, find_mesh, in_axes, sdy_sharding
from sdyopt.sharding.gspmd.model import Form, HloSharding
from sdyopt.sharding.gspmd.syntax import read_sharding

_PARTITIONS = "mhlo.num_partitions"


@register_pass("sdy-import-gspmd-shardings")
class ImportGspmdShardings(Pass):
    """Makes GSPMD shardings, `mhlo.sharding` and the custom calls for it, shardings of SDY.

    The mesh is found from the devices that all shardings list: its axes are named `_axis_0`, `_axis_1`, …, from major
    to minor, as in XLA, unless the module has a mesh over which they are. Custom calls `@Sharding` become sharding
    constraints, with open dimensions where the call leaves them unspecified, and members of sharding groups;
    what is between `@SPMDFullToShardShape` and `@SPMDShardToFullShape` becomes a manual computation, with the body of
    the function that is called there.

    A sharding stays, with a warning, if it lists devices in an order that no axes have, is over another number of
    devices than most, or does not fit its type.
    """

    inline_bodies: bool = True
    """Whether a manual computation has the body of the function that is called in it."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        ops = collect(module, has_gspmd_sharding)
        if not ops:
            return
        importer = _Importer(module, rewriter)
        if importer.find_mesh(ops):
            ManualComputations(module, rewriter, importer).make(self.inline_bodies)
            for op in collect(module, has_gspmd_sharding):
                importer.convert(op)


class _Importer:
    """Converts the shardings of a module, and adds its meshes."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._table = SymbolTable(module)
        self._symbols: dict[Mesh, SymbolRefAttr] = {}
        for op in mesh_ops(module):
            name = op.properties["sym_name"]
            assert isinstance(name, StringAttr)
            self._symbols.setdefault(mesh_of(op), SymbolRefAttr((name.value,)))
        self._found: FoundMesh

    def find_mesh(self, ops: list[Operation]) -> bool:
        """Finds the mesh of all shardings; without one, reports those that there are."""
        counts: Counter[HloSharding] = Counter()
        first: tuple[str, Operation] | None = None
        for op in ops:
            for text in texts_in(op.signature):
                first = first or (text, op)
                sharding = self._read(text, op)
                counts.update([] if sharding is None else sharding.elements or [sharding])
        partitions = self._module.attributes.get(_PARTITIONS)
        devices = partitions.value if isinstance(partitions, IntegerAttr) and partitions.value > 0 else None
        if devices == 1 and any(each.form is Form.TILED for each in counts):
            devices = None
        found = find_mesh(counts, devices, self._symbols)
        if found is None:
            if counts and first is not None:
                self._keep(first[0], "neither it nor mhlo.num_partitions says how many devices there are", first[1])
            return False
        self._found = found
        tiled = sum(each.form is Form.TILED for each in counts)
        self._rewriter.report(gspmd_mesh_found, self._module, found.mesh, self._symbol(found.mesh, "mesh"), tiled)
        return True

    def _symbol(self, mesh: Mesh, name: str) -> SymbolRefAttr:
        """Returns the name of the operation with that mesh, which is added if there is none."""
        if mesh not in self._symbols:
            op = new_mesh_op(name, mesh, self._module.location)
            others = list(mesh_ops(self._module))
            block = self._module.regions[0].block
            at = InsertionPoint.after_op(others[-1]) if others else InsertionPoint.start_of(block)
            self._symbols[mesh] = SymbolRefAttr((self._rewriter.insert_symbol(self._table, op, at),))
        return self._symbols[mesh]

    def _maximal(self, device: int) -> SymbolRefAttr:
        return self._symbol(Mesh((), (device,)), f"maximal_mesh_{device}")

    def _read(self, text: str, op: Operation) -> HloSharding | None:
        try:
            return read_sharding(text)
        except ValueError as error:
            self._keep(text, str(error), op)
            return None

    def _keep(self, text: str, reason: str, op: Operation) -> None:
        shown = text if text.isprintable() and len(text) < 200 else f"an OpSharding message of {len(text):,} bytes"
        message = f"the GSPMD sharding {shown} stays: {reason}"
        self._rewriter.emit(Diagnostic("warning", message, op.location), once=message)

    def sharding(self, text: str, type: Type, op: Operation, open: frozenset[int] = frozenset()) -> Sharding | None:
        """Returns the SDY sharding of a value of that type; None, with a warning, if it cannot be said in axes."""
        sharding = self._read(text, op)
        return None if sharding is None else self._converted(sharding, text, type, op, open)

    def _converted(
        self, sharding: HloSharding, text: str, type: Type, op: Operation, open: frozenset[int] = frozenset()
    ) -> Sharding | None:
        if sharding.form is Form.UNKNOWN:
            return None
        rank = len(type.shape) if isinstance(type, RankedTensorType) else 0
        try:
            symbol = self._symbol(self._found.mesh, "mesh")
            return sdy_sharding(sharding, self._found, symbol, rank, open, self._maximal)
        except ValueError as error:
            self._keep(text, str(error), op)
            return None

    def manual_axes(self, text: str, op: Operation) -> tuple[str, ...] | None:
        """Returns the names of the axes along which values with that sharding are local; None if these are not axes."""
        sharding = self._read(text, op)
        if sharding is None or not sharding.is_manual:
            return None
        try:
            axes = in_axes(sharding, self._found).manual
        except ValueError as error:
            self._keep(text, str(error), op)
            return None
        if any(axis.sub_axis is not None for axis in axes):
            self._keep(text, f"it is manual along parts of axes of {self._found.mesh}", op)
            return None
        return tuple([axis.name for axis in axes])

    def cuts(self, sharding: Sharding, axes: Collection[str], whole: Type, local: Type) -> bool:
        """Returns whether a sharding cuts a type along some axes to that of what is local to a device."""
        if not isinstance(whole, RankedTensorType) or not isinstance(local, RankedTensorType):
            return whole is local
        sizes = [
            sharded_size([axis for axis in dimension.axes if axis.name in axes], self._found.mesh)
            for dimension in sharding.dimensions
        ]
        return [-(-size // parts) for size, parts in zip(whole.shape, sizes, strict=True)] == list(local.shape)

    def convert(self, op: Operation) -> None:
        """Converts the shardings of one operation."""
        if op.signature.definition is FUNC:
            self._convert_function(op)
            return
        text = text_of(op)
        if text is None:
            return
        if marker(op) == SHARDING:
            self._convert_constraint(op, text)
        elif marker(op) is None:
            self._convert_results(op, text)

    def _convert_constraint(self, op: Operation, text: str) -> None:
        """Makes a constraint of a custom call; one that says nothing is erased."""
        sharding = self._read(text, op)
        if sharding is None:
            return
        (value,) = op.operands
        if value.type is not op.result.type:
            self._keep(text, "the custom call changes the type", op)
            return
        rewriter = self._rewriter
        if sharding.group is not None:
            group = DictionaryAttr.of((("group_id", IntegerAttr(sharding.group.number, I64)),))
            rewriter.create_before(op, SHARDING_GROUP, [value], [], group, location=op.location)
        is_only_grouped = sharding.group is not None and sharding.form is Form.REPLICATED
        if is_only_grouped or sharding.form in (Form.UNKNOWN, Form.MANUAL):
            rewriter.replace(op, (value,))
            return
        made = self._converted(sharding, text, op.result.type, op, open_dimensions(op))
        if made is None:
            return
        properties = {"sharding": made}
        constraint = rewriter.create_before(
            op, SHARDING_CONSTRAINT, [value], properties=properties, location=op.location
        )
        rewriter.renames(constraint.result, op.result)
        rewriter.replace(op, constraint.results)
        rewriter.report(gspmd_constraint_made, constraint.result, made)

    def _convert_results(self, op: Operation, text: str) -> None:
        """Gives the results of an operation their shardings."""
        sharding = self._read(text, op)
        if sharding is None:
            return
        elements = sharding.elements if sharding.form is Form.TUPLE else (sharding,) * len(op.results)
        if len(elements) != len(op.results):
            self._keep(text, f"it is for {len(elements)} values, and there are {len(op.results)} results", op)
            return
        made = [self._converted(each, text, result.type, op) for each, result in zip(elements, op.results, strict=True)]
        if not made and sharding.form is Form.MAXIMAL:
            only = Sharding(self._maximal(sharding.device), ())
            self._rewriter.set_attribute(op, SDY_SHARDING, ShardingPerValue((only,)))
        for result, each in zip(op.results, made, strict=True):
            if each is not None:
                self._rewriter.set_sharding(result, each)
        if all(each is not None or said.form is Form.UNKNOWN for each, said in zip(made, elements, strict=True)):
            self._rewriter.remove_attribute(op, GSPMD_SHARDING)

    def _convert_function(self, function: Operation) -> None:
        """Converts the shardings of the arguments and results of a function."""
        type = function.properties["function_type"]
        assert isinstance(type, TypeAttr) and isinstance(type.type, FunctionType)
        signature = function.signature
        for slots, types in (("arg_attrs", type.type.inputs), ("res_attrs", type.type.results)):
            given = entries(signature, slots)
            if given:
                made = [self._entry(entry, each, function) for entry, each in zip(given, types, strict=True)]
                signature = signature.with_property(slots, ArrayAttr(tuple(made)))
        self._rewriter.set_signature(function, signature)

    def _entry(self, entry: DictionaryAttr, type: Type, function: Operation) -> DictionaryAttr:
        given = entry.get(GSPMD_SHARDING)
        if not isinstance(given, StringAttr):
            return entry
        sharding = self.sharding(given.value, type, function)
        if sharding is not None:
            return entry.without(GSPMD_SHARDING).with_entry(SDY_SHARDING, sharding)
        read = self._read(given.value, function)
        return entry.without(GSPMD_SHARDING) if read is not None and read.form is Form.UNKNOWN else entry
