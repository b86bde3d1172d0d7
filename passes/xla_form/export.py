"""Operations, shardings and manual computations of SDY as HLO has them: custom calls, copies, calls, and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.func.ops import RETURN as FUNC_RETURN
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import (
    boundary_shardings,
    device_of,
    mesh_of,
    mesh_ops,
    meshes_by_name,
    rank_of,
    sharding_mesh,
    sharding_of,
    without_manual_axes,
)
from sdyopt.dialects.sdy.verification.shardings import manual_axes_around
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, CUSTOM_CALL, GET_TUPLE_ELEMENT, IF, WHILE
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    I32,
    NO_ATTRIBUTES,
    TRUE,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
    TypeAttr,
)
from sdyopt.ir.collecting import collect, collect_kind, collect_kind_post
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.symbols import SymbolTable, symbol_name, symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING, OpDef
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.rewriting.functions import callee_name, change_value_attributes
from sdyopt.rewriting.passes import FunctionPass, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import gspmd as form
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES, GSPMD_SHARDING, target
from sdyopt.sharding.gspmd.texts import hlo_text
from sdyopt.sharding.local_signatures import in_stablehlo
from sdyopt.sharding.uses import fully_closed_on

MANUAL_AXES = "xla.sdy.manual_axes"
"""The discardable attribute of what is local along axes, until HLO's shardings have them."""


def custom_call(
    at: Operation,
    name: str,
    operands: Sequence[Value],
    types: Sequence[Type],
    attributes: DictionaryAttr,
    rewriter: Rewriter,
    has_effect: bool = False,
) -> Operation:
    """Returns a new custom call right before an operation."""
    properties = call_properties(name, has_effect)
    return rewriter.create_before(at, CUSTOM_CALL, operands, types, properties, attributes, location=at.location)


def call_properties(name: str, has_effect: bool) -> dict[str, Attribute]:
    """Returns the properties of a custom call."""
    effect: dict[str, Attribute] = {"has_side_effect": TRUE} if has_effect else {}
    return {"call_target_name": StringAttr(name), **effect}


def frontend(texts: Mapping[str, str], given: DictionaryAttr = NO_ATTRIBUTES) -> DictionaryAttr:
    """Returns the discardable attributes `given` with these frontend attributes in addition."""
    known = given.get(FRONTEND_ATTRIBUTES)
    found = known if isinstance(known, DictionaryAttr) else NO_ATTRIBUTES
    for name, text in texts.items():
        found = found.with_entry(name, StringAttr(text))
    return given.with_entry(FRONTEND_ATTRIBUTES, found)


# -xla-sdy-round-trip-export-ops.


@register_pass("xla-sdy-round-trip-export-ops")
class RoundTripExportOps(FunctionPass):
    """Makes custom calls of operations of SDY, from which `-xla-sdy-import-sdy-custom-calls` makes them again.

    Constraints become `@Sharding`, sharding groups `@xla.sdy.ShardingGroup`, and barriers
    `@xla.sdy.PropagationBarrier`. Constants become those of StableHLO.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in list(walk(function)):
            if op.definition is sdy.CONSTANT:
                rewriter.become(op, op.signature.with_definition(CONSTANT))
            elif op.definition is sdy.SHARDING_CONSTRAINT:
                to_sharding_call(op, rewriter)
            elif op.definition is sdy.SHARDING_GROUP:
                texts = {form.GROUP_ID: text_of(op.properties["group_id"])}
                _to_call(op, form.GROUP, frontend(texts, op.attributes), rewriter)
            elif op.definition is sdy.PROPAGATION_BARRIER:
                texts = {form.DIRECTION: text_of(op.properties["allowed_direction"])}
                _to_call(op, form.BARRIER, frontend(texts, op.attributes), rewriter)


def to_sharding_call(op: Operation, rewriter: Rewriter) -> None:
    """Makes a constraint or a reshard a custom call `@Sharding`."""
    sharding = op.attribute_named("sharding", Sharding)
    _to_call(op, form.CONSTRAINT, sharded(op.attributes, sharding), rewriter, bool(sharding.unreduced))


def sharded(attributes: DictionaryAttr, *shardings: Sharding) -> DictionaryAttr:
    """Returns attributes with the shardings of results."""
    return attributes.with_entry(SHARDING, ShardingPerValue(shardings))


def _to_call(op: Operation, name: str, attributes: DictionaryAttr, rewriter: Rewriter, has_effect: bool = True) -> None:
    types = [result.type for result in op.results]
    rewriter.replace_by(op, CUSTOM_CALL, op.operands, types, call_properties(name, has_effect), attributes)


# -xla-sdy-round-trip-export-shardy-attrs.


@register_pass("xla-sdy-round-trip-export-shardy-attrs")
class RoundTripExportShardyAttrs(Pass):
    """Writes meshes, shardings and sharding rules as texts into frontend attributes.

    The sharding of a function's result is that of a custom call `@xla.sdy.FuncResultSharding` before the return.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for function in [op for op in module.regions[0].block.ops if op.signature.definition is FUNC]:
            self._export_values(function, rewriter)
        for op in list(walk(module)):
            texts: dict[str, str] = {}
            if isinstance(shardings := op.attributes.get(SHARDING), ShardingPerValue):
                texts[form.SHARDING] = text_of(shardings)
            if (rule := op.attributes.get(SHARDING_RULE)) is not None:
                texts[form.RULE] = text_of(rule)
                rewriter.remove_attribute(op, SHARDING_RULE)
            if texts:
                rewriter.set_signature(op, op.signature.with_attributes(frontend(texts, op.attributes)))
        meshes = DictionaryAttr.of([(symbol_name(op) or "", mesh_of(op)) for op in mesh_ops(module)])
        if meshes.entries:
            texts = {form.XLA_MESHES: text_of(meshes)}
            rewriter.set_signature(module, module.signature.with_attributes(frontend(texts, module.attributes)))

    def _export_values(self, function: Operation, rewriter: Rewriter) -> None:
        """Writes the shardings of arguments into their attributes, and those of results into custom calls."""
        change_value_attributes(function, self._entry, rewriter)
        results = function.properties.get("res_attrs")
        for block in function.regions[0].blocks if isinstance(results, ArrayAttr) else ():
            if block.last is not None and block.last.definition is RETURN:
                self._export_results(block.last, cast(ArrayAttr, results), rewriter)

    def _export_results(self, last: Operation, results: ArrayAttr, rewriter: Rewriter) -> None:
        """Puts custom calls with the shardings of results before a return."""
        operands = list(last.operands)
        for index, entry in enumerate(results.elements):
            if not isinstance(sharding := cast(DictionaryAttr, entry).get(SHARDING), Sharding):
                continue
            texts = frontend({form.SHARDING: text_of(ShardingPerValue((sharding,)))})
            types = [operands[index].type]
            made = custom_call(last, form.FUNC_RESULT, [operands[index]], types, texts, rewriter, True)
            rewriter.renames(made.result, operands[index])
            operands[index] = made.result
        rewriter.set_operands(last, operands)

    def _entry(self, entry: DictionaryAttr, _: Type, is_argument: bool) -> DictionaryAttr:
        sharding = entry.get(SHARDING)
        return entry if sharding is None or not is_argument else frontend({form.SHARDING: text_of(sharding)}, entry)


# -xla-sdy-export-ops.

_COPIED = frozenset(
    (
        sdy.ALL_GATHER,
        sdy.ALL_SLICE,
        sdy.ALL_TO_ALL,
        sdy.COLLECTIVE_PERMUTE,
        sdy.REDUCE_SCATTER,
        sdy.RESHARD,
        sdy.SHARDING_CONSTRAINT,
    )
)


@register_pass("xla-sdy-export-ops")
class ExportOps(Pass):
    """Makes copies with a sharding of reshards, constraints and collectives, and constants of StableHLO of SDY's.

    All-reduces and propagation barriers are left out: the partitioner adds up by itself.
    """

    keep_hlo_sharding_constraints: bool = option(
        default=False, help="Makes custom calls @Sharding of reshards and constraints"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        for op in list(walk(module)):
            if (definition := op.definition) is sdy.CONSTANT:
                rewriter.become(op, op.signature.with_definition(CONSTANT))
            elif definition in (sdy.ALL_REDUCE, sdy.PROPAGATION_BARRIER):
                rewriter.replace(op, op.operands)
            elif definition in _COPIED:
                self._export(op, meshes, rewriter)

    def _export(self, op: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
        is_reshard = op.definition in (sdy.RESHARD, sdy.SHARDING_CONSTRAINT)
        sharding = op.attribute_named("sharding" if is_reshard else "out_sharding", Sharding)
        ends = [sharding, sharding_of(op.operands[0])] if op.definition is sdy.RESHARD and since("0.12.0.1") else []
        if any(device_of(end, meshes) is not None for end in ends):
            rewriter.replace(op, op.operands)
            return
        if is_reshard and self.keep_hlo_sharding_constraints:
            to_sharding_call(op, rewriter)
            return
        made = copied(op, op.operands[0], sharded(op.attributes, sharding), rewriter)
        rewriter.replace_renaming(op, [made])


def copied(at: Operation, value: Value, attributes: DictionaryAttr, rewriter: Rewriter) -> Value:
    """Returns a copy of a value, made right before an operation."""
    copy = checked(OpDef, REGISTRY.operation("mhlo.copy"))  # Most programs need none of mhlo.
    made = rewriter.create_before(at, copy, [value], [value.type], attributes=attributes, location=at.location)
    return made.result


# -xla-sdy-stablehlo-export-shardings.

_CONTROL_FLOW = (WHILE, CASE, IF)


@register_pass("xla-sdy-stablehlo-export-shardings")
class ExportShardings(Pass):
    """Writes shardings as HLO's into `mhlo.sharding`, and drops those of SDY and the meshes.

    By default HLO's shardings list devices; with `enable-hlo-sharding-v3` they name the mesh and its axes.
    """

    add_missing_sharding_to_control_flow: bool = option(
        default=True, help="Gives loops and conditionals without a sharding one that is replicated"
    )
    enable_hlo_sharding_v3: bool = option(default=False, help="Writes texts that name the mesh and its axes")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        writer = _Writer(meshes, self.enable_hlo_sharding_v3)
        marked = _CONTROL_FLOW if self.add_missing_sharding_to_control_flow else ()
        for op in list(walk(module)):
            if op.definition is FUNC:
                _export_function(op, writer, rewriter)
                continue
            attributes = op.attributes.without(SHARDING, MANUAL_AXES)
            shardings = op.attributes.get(SHARDING)
            if isinstance(shardings, ShardingPerValue):
                text = writer.text(op, shardings.shardings, op.attributes.get(MANUAL_AXES))
                attributes = attributes.with_entry(GSPMD_SHARDING, text)
            elif op.definition in marked and GSPMD_SHARDING not in op.attributes:
                attributes = attributes.with_entry(GSPMD_SHARDING, writer.replicated)
            rewriter.set_signature(op, op.signature.with_attributes(attributes))
        _inline_groups(module, meshes, rewriter)
        for op in list(mesh_ops(module)):
            rewriter.erase(op)


class _Writer:
    """Writes shardings over the meshes of a module."""

    def __init__(self, meshes: Mapping[str, Mesh], is_named: bool) -> None:
        self._meshes = meshes
        self._is_named = is_named
        self.replicated = StringAttr("{mesh[], replicated}" if is_named else "{replicated}")
        """The text for a value that all devices hold."""

    def text(self, op: Operation, shardings: Sequence[Sharding], manual: Attribute | None) -> StringAttr:
        """Returns the text for shardings of an operation. Raises CompilationError for an unknown mesh."""
        meshes = [sharding_mesh(sharding, self._meshes) for sharding in shardings]
        known = [mesh for mesh in meshes if mesh is not None]
        if len(known) < len(meshes):
            name = text_of(shardings[meshes.index(None)].mesh)
            raise failure(f"'{op.name}' op unknown mesh: {name}", op.location)
        axes = manual.axes if isinstance(manual, ManualAxes) else ()
        try:
            return StringAttr(hlo_text(shardings, known, axes, self._is_named))
        except ValueError:
            message = f"'{op.name}' op has a sharding with parts of an axis whose sizes do not divide each other"
            raise failure(message, op.location) from None


def _export_function(function: Operation, writer: _Writer, rewriter: Rewriter) -> None:
    """Writes the shardings of arguments and results."""

    def change(entry: DictionaryAttr, *_: object) -> DictionaryAttr:
        sharding, left = entry.get(SHARDING), entry.without(SHARDING, MANUAL_AXES)
        if not isinstance(sharding, Sharding):
            return left
        return left.with_entry(GSPMD_SHARDING, writer.text(function, [sharding], entry.get(MANUAL_AXES)))

    change_value_attributes(function, change, rewriter)


def _inline_groups(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Writes meshes into replica groups that name them."""
    for op in collect(module, lambda signature: "replica_groups" in signature.properties):
        groups = op.properties["replica_groups"]
        if isinstance(groups, ReplicaGroupMeshAxes) and isinstance(groups.mesh, SymbolRefAttr):
            mesh = meshes.get(groups.mesh.leaf)
            if mesh is not None:
                rewriter.set_property(op, "replica_groups", groups.replace(mesh=in_stablehlo(mesh)))


# -xla-sdy-stablehlo-round-trip-export-callback-custom-calls.


@register_pass("xla-sdy-stablehlo-round-trip-export-callback-custom-calls")
class ExportCallbackCustomCalls(FunctionPass):
    """Gives calls of functions of Python the results that they have in HLO: none if unused, and a tuple for one."""

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in [op for op in walk(function) if target(op) in form.CALLBACKS]:
            types: list[Type] = []
            properties = op.properties
            if any(result.is_used for result in op.results):
                if len(op.results) != 1 or isinstance(op.result.type, TupleType):
                    continue
                types.append(TupleType((op.result.type,)))
            elif op.results:
                properties = properties.with_entry("result_layouts", ArrayAttr(()))
            else:
                continue
            made = rewriter.create_before(
                op, CUSTOM_CALL, op.operands, types, properties, op.attributes, location=op.location
            )
            if types:
                sharding = op.attributes.get(GSPMD_SHARDING)
                attributes = NO_ATTRIBUTES if sharding is None else DictionaryAttr.of({GSPMD_SHARDING: sharding})
                index = {"index": IntegerAttr(0, I32)}
                rewriter.replace_by(op, GET_TUPLE_ELEMENT, made.results, [op.result.type], index, attributes)
            else:
                rewriter.erase(op)


_BODY, _INLINABLE_BODY = form.BODY, "xla.sdy.inlinable_manual_computation_body"


def _outlined(
    op: Operation, name: str, properties: Mapping[str, Attribute], table: SymbolTable, rewriter: Rewriter
) -> SymbolRefAttr:
    """Makes a function of the body of a manual computation, and returns its name."""
    region = rewriter.take_region(op)
    last = region.block.terminator
    inputs = tuple([argument.type for argument in region.block.arguments])
    results = tuple([operand.type for operand in last.operands])
    rewriter.create_before(last, FUNC_RETURN, last.operands, [], location=last.location)
    rewriter.erase(last)
    signature = {"sym_name": StringAttr(name), "function_type": TypeAttr(FunctionType(inputs, results))}
    function = Operation.create(
        FUNC, (), (), DictionaryAttr.of({**signature, **properties}), NO_ATTRIBUTES, [region], op.location
    )
    return SymbolRefAttr((rewriter.insert_symbol(table, function),))


def _call(
    op: Operation, callee: SymbolRefAttr, operands: Sequence[Value], types: Sequence[Type], rewriter: Rewriter
) -> Operation:
    made = rewriter.create_before(op, CALL, operands, types, {"callee": callee}, location=op.location)
    rewriter.tell("body-outlined", "the body is @{name}", made, name=callee_name(made))
    return made


# -xla-sdy-round-trip-shard-map-export.


@register_pass("xla-sdy-round-trip-shard-map-export")
class RoundTripShardMapExport(Pass):
    """Makes calls of functions of manual computations, from which the import makes them again.

    `@xla.sdy.GlobalToLocalShape` before the call has the shardings of operands and the manual axes as texts, and
    `@xla.sdy.LocalToGlobalShape` after it the shardings of results.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        table = SymbolTable(module)
        for op in collect_kind_post(module, MANUAL_COMPUTATION):
            _export_as_texts(op, table, rewriter)


def _export_as_texts(op: Operation, table: SymbolTable, rewriter: Rewriter) -> None:
    axes, operands = {form.MANUAL_AXES: text_of(op.properties["manual_axes"])}, op.operands
    types = [argument.type for argument in op.regions[0].block.arguments]
    if operands:
        texts = {form.IN_SHARDINGS: text_of(op.properties["in_shardings"]), **axes}
        operands = list(custom_call(op, form.GLOBAL_TO_LOCAL, operands, types, frontend(texts), rewriter, True).results)
    results = [operand.type for operand in op.regions[0].block.terminator.operands]
    call = _call(op, _outlined(op, _BODY, {}, table, rewriter), operands, results, rewriter)
    if op.properties.find(ManualAxes).axes:
        late = "xla_late" if since("0.11.0") else "false"
        rewriter.set_signature(call, call.signature.with_attributes(frontend({form.INLINEABLE: late})))
    if not op.results:
        rewriter.erase(op)
        return
    texts = {form.OUT_SHARDINGS: text_of(op.properties["out_shardings"]), **axes}
    types = [result.type for result in op.results]
    properties = call_properties(form.LOCAL_TO_GLOBAL, True)
    rewriter.replace_by(op, CUSTOM_CALL, call.results, types, properties, frontend(texts))


# -xla-sdy-stablehlo-round-trip-shard-map-export.


@register_pass("xla-sdy-stablehlo-round-trip-shard-map-export")
class StablehloShardMapExport(Pass):
    """Makes of manual computations what GSPMD has for them.

    Operands are copied and given to `@SPMDFullToShardShape`, the body is a function that is called, and its results are
    copied and given to `@SPMDShardToFullShape`. All that is inside has a sharding, which says along which axes it is
    local.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes, table = meshes_by_name(module), SymbolTable(module)
        for op in collect_kind(module, MANUAL_COMPUTATION):
            if boundary_shardings(op):
                _mark_body(op, tuple(manual_axes_around(op)), module, meshes, rewriter)
        for op in collect_kind_post(module, MANUAL_COMPUTATION):
            _export(op, table, rewriter)


def _mark_body(
    op: Operation, around: tuple[str, ...], module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter
) -> None:
    """Gives what is in a manual computation shardings, and the axes along which it is local."""
    mesh, axes = boundary_shardings(op)[0].mesh, ManualAxes((*around, *op.properties.find(ManualAxes).axes))
    pending, marked = [op], {op}
    while pending:
        for inner in _inside(pending.pop()):
            if inner.definition is not MANUAL_COMPUTATION and not inner.has_trait("IsTerminator"):
                _mark(inner, mesh, axes, rewriter)
            if inner.definition is CALL:
                callee = symbols(module).get(callee_name(inner))
                if callee is not None and callee not in marked:
                    marked.add(callee)
                    pending.append(callee)
                    _mark_function(callee, mesh, axes, rewriter)


def _inside(holder: Operation) -> list[Operation]:
    """Returns what is in an operation, but not what is in manual computations in it."""
    found: list[Operation] = []
    pending = [holder]
    while pending:
        inner = [op for region in pending.pop().regions for block in region.blocks for op in block.ops]
        found += inner
        pending += [op for op in inner if op.definition is not MANUAL_COMPUTATION]
    return found


def _mark(op: Operation, mesh: SymbolRefAttr | Mesh, axes: ManualAxes, rewriter: Rewriter) -> None:
    given = op.attributes.get(SHARDING)
    if not isinstance(given, ShardingPerValue) or any(each.mesh is not mesh for each in given.shardings):
        ranks = [rank_of(result.type) for result in op.results] or [0]
        given = ShardingPerValue(tuple([fully_closed_on(mesh, rank) for rank in ranks]))
    attributes = op.attributes.with_entry(SHARDING, given).with_entry(MANUAL_AXES, axes)
    rewriter.set_signature(op, op.signature.with_attributes(attributes))


def _mark_function(function: Operation, mesh: SymbolRefAttr | Mesh, axes: ManualAxes, rewriter: Rewriter) -> None:
    """Gives the arguments and results of a function shardings, and the axes along which they are local."""

    def change(entry: DictionaryAttr, type: Type, _: bool) -> DictionaryAttr:
        sharding = entry.get(SHARDING) or fully_closed_on(mesh, rank_of(type))
        return entry.with_entry(SHARDING, sharding).with_entry(MANUAL_AXES, axes)

    change_value_attributes(function, change, rewriter, True)


def _export(op: Operation, table: SymbolTable, rewriter: Rewriter) -> None:
    """Puts custom calls and a call in place of a manual computation; one without shardings is inlined."""
    ins, outs = [op.attribute_named(name, ShardingPerValue).shardings for name in ("in_shardings", "out_shardings")]
    block = op.regions[0].block
    last = block.terminator
    if not ins and not outs:
        returned = list(last.operands)
        rewriter.erase(last)
        rewriter.inline_block_before(block, op, list(op.operands))
        rewriter.replace(op, returned)
        return
    around = tuple(manual_axes_around(op))
    region_axes = (*around, *op.properties.find(ManualAxes).axes)
    local_ins, local_outs = [[_local(each, region_axes) for each in shardings] for shardings in (ins, outs)]
    locals_ = []
    for value, argument, sharding, local in zip(op.operands, block.arguments, ins, local_ins, strict=True):
        if not isinstance(value.type, RankedTensorType):
            locals_.append(value)
            continue
        copy = copied(op, value, _attributes([sharding], around), rewriter)
        attributes = _attributes([local], region_axes)
        locals_.append(custom_call(op, form.FULL_TO_SHARD, [copy], [argument.type], attributes, rewriter).result)
    types = [operand.type for operand in last.operands]
    properties: dict[str, Attribute] = {"sym_visibility": StringAttr("private")}
    for slots, shardings in (("arg_attrs", local_ins), ("res_attrs", local_outs)):
        if shardings:
            properties[slots] = ArrayAttr(tuple([_with_axes(each, region_axes) for each in shardings]))
    call = _call(op, _outlined(op, _INLINABLE_BODY, properties, table, rewriter), locals_, types, rewriter)
    marks = _attributes(local_outs, region_axes) if local_outs else NO_ATTRIBUTES
    rewriter.set_signature(call, call.signature.with_attributes(marks))
    for value, result, sharding, local in zip(call.results, op.results, outs, local_outs, strict=True):
        new: Value = value
        if isinstance(value.type, RankedTensorType):
            copy = copied(op, value, _attributes([local], region_axes), rewriter)
            attributes = _attributes([sharding], around)
            new = custom_call(op, form.SHARD_TO_FULL, [copy], [result.type], attributes, rewriter).result
        rewriter.renames(new, result)
        rewriter.replace_uses(result, new)
    rewriter.erase(op)


def _local(sharding: Sharding, axes: tuple[str, ...]) -> Sharding:
    """Returns a sharding without the axes along which a value is local, and without priorities of what is left."""
    found = without_manual_axes(sharding, ManualAxes(axes))
    return found.replace(dimensions=tuple([each.replace(priority=None) for each in found.dimensions]))


def _attributes(shardings: Sequence[Sharding], axes: tuple[str, ...]) -> DictionaryAttr:
    """Returns the attributes of an operation whose results are local along axes."""
    return _with_axes(ShardingPerValue(tuple(shardings)), axes)


def _with_axes(sharding: Attribute, axes: tuple[str, ...]) -> DictionaryAttr:
    """Returns the attributes of what is local along axes; those of a function's argument or result if one is given."""
    return DictionaryAttr.of({SHARDING: sharding, **({MANUAL_AXES: ManualAxes(axes)} if axes else {})})
