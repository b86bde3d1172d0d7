"""Manual computations as HLO has them: custom calls around the call of a function that has the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.func.ops import RETURN as FUNC_RETURN
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import function_type, meshes_by_name, rank_of, without_manual_axes
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    NO_ATTRIBUTES,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from sdyopt.ir.collecting import collect_kind, collect_kind_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import SymbolTable, symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.xla_form.export import MANUAL_AXES, copied, custom_call, frontend
from sdyopt.rewriting.functions import callee_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import gspmd as form
from sdyopt.sharding.uses import fully_closed_on

_BODY, _INLINABLE_BODY = form.BODY, "xla.sdy.inlinable_manual_computation_body"


def body_outlined(call: Operation) -> Explanation:
    """The body of a manual computation is a function now."""
    return explained("body-outlined", "the body is @{name}", call, name=callee_name(call))


def _shardings(op: Operation, name: str) -> tuple[Sharding, ...]:
    return op.attribute_named(name, ShardingPerValue).shardings


def _manual_axes(op: Operation) -> tuple[str, ...]:
    return op.attribute_named("manual_axes", ManualAxes).axes


def _outlined(
    op: Operation, name: str, properties: Mapping[str, Attribute], table: SymbolTable, rewriter: Rewriter
) -> SymbolRefAttr:
    """Makes a function of the body of a manual computation, and returns its name."""
    region = rewriter.take_region(op)
    last = region.block.last
    assert last is not None
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
    rewriter.report(body_outlined, made)
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
    last = op.regions[0].block.last
    assert last is not None
    results = [operand.type for operand in last.operands]
    call = _call(op, _outlined(op, _BODY, {}, table, rewriter), operands, results, rewriter)
    if _manual_axes(op):
        late = "xla_late" if since("0.11.0") else "false"
        rewriter.set_signature(
            call, call.signature.with_attributes(DictionaryAttr.of(frontend({form.INLINEABLE: late})))
        )
    if op.results:
        texts = {form.OUT_SHARDINGS: text_of(op.properties["out_shardings"]), **axes}
        types = [result.type for result in op.results]
        after = custom_call(op, form.LOCAL_TO_GLOBAL, call.results, types, frontend(texts), rewriter, True)
        for new, old in zip(after.results, op.results, strict=True):
            rewriter.renames(new, old)
            rewriter.replace_uses(old, new)
    rewriter.erase(op)


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
            if _shardings(op, "in_shardings") or _shardings(op, "out_shardings"):
                _mark_body(op, _axes_around(op), module, meshes, rewriter)
        for op in collect_kind_post(module, MANUAL_COMPUTATION):
            _export(op, table, rewriter)


def _axes_around(op: Operation) -> tuple[str, ...]:
    """Returns the axes along which what is around a manual computation is local, outer ones first."""
    found: tuple[str, ...] = ()
    parent = op.parent_op
    while parent is not None:
        if parent.definition is MANUAL_COMPUTATION:
            found = _manual_axes(parent) + found
        parent = parent.parent_op
    return found


def _mesh_name(op: Operation) -> SymbolRefAttr | Mesh:
    """Returns the mesh of a manual computation, as its shardings have it."""
    return (*_shardings(op, "in_shardings"), *_shardings(op, "out_shardings"))[0].mesh


def _mark_body(
    op: Operation, around: tuple[str, ...], module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter
) -> None:
    """Gives what is in a manual computation shardings, and the axes along which it is local."""
    mesh, axes = _mesh_name(op), ManualAxes((*around, *_manual_axes(op)))
    pending, marked = [op], {op}
    while pending:
        holder = pending.pop()
        for inner in _inside(holder):
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
        for region in pending.pop().regions:
            for block in region.blocks:
                for op in block.ops:
                    found.append(op)
                    if op.definition is not MANUAL_COMPUTATION:
                        pending.append(op)
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
    type = function_type(function.signature)
    for slots, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        given = function.properties.get(slots)
        entries = list(given.elements) if isinstance(given, ArrayAttr) else [NO_ATTRIBUTES] * len(types)
        for number, value_type in enumerate(types):
            entry = cast(DictionaryAttr, entries[number])
            sharding = entry.get(SHARDING) or fully_closed_on(mesh, rank_of(value_type))
            entries[number] = entry.with_entry(SHARDING, sharding).with_entry(MANUAL_AXES, axes)
        if entries:
            rewriter.set_property(function, slots, ArrayAttr(tuple(entries)))


def _export(op: Operation, table: SymbolTable, rewriter: Rewriter) -> None:
    """Puts custom calls and a call in place of a manual computation; one without shardings is inlined."""
    ins, outs = _shardings(op, "in_shardings"), _shardings(op, "out_shardings")
    block = op.regions[0].block
    last = block.last
    assert last is not None
    if not ins and not outs:
        returned = list(last.operands)
        rewriter.erase(last)
        rewriter.inline_block_before(block, op, list(op.operands))
        rewriter.replace(op, returned)
        return
    around = _axes_around(op)
    region_axes = (*around, *_manual_axes(op))
    local_ins, local_outs = [[_local(each, region_axes) for each in shardings] for shardings in (ins, outs)]
    locals_ = []
    for value, argument, sharding, local in zip(op.operands, block.arguments, ins, local_ins, strict=True):
        if not isinstance(value.type, RankedTensorType):
            locals_.append(value)
            continue
        copy = copied(op, value, _attributes([sharding], around), rewriter)
        attributes = dict(_attributes([local], region_axes).items())
        made = custom_call(op, form.FULL_TO_SHARD, [copy], [argument.type], attributes, rewriter)
        locals_.append(made.result)
    types = [operand.type for operand in last.operands]
    properties: dict[str, Attribute] = {"sym_visibility": StringAttr("private")}
    for slots, shardings in (("arg_attrs", local_ins), ("res_attrs", local_outs)):
        if shardings:
            properties[slots] = ArrayAttr(tuple([_of_value(each, region_axes) for each in shardings]))
    call = _call(op, _outlined(op, _INLINABLE_BODY, properties, table, rewriter), locals_, types, rewriter)
    marks = _attributes(local_outs, region_axes) if local_outs else NO_ATTRIBUTES
    rewriter.set_signature(call, call.signature.with_attributes(marks))
    for value, result, sharding, local in zip(call.results, op.results, outs, local_outs, strict=True):
        new: Value = value
        if isinstance(value.type, RankedTensorType):
            copy = copied(op, value, _attributes([local], region_axes), rewriter)
            attributes = dict(_attributes([sharding], around).items())
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


def _of_value(sharding: Sharding, axes: tuple[str, ...]) -> DictionaryAttr:
    """Returns the attributes of an argument or result of a function that is local along axes."""
    return _with_axes(sharding, axes)


def _with_axes(sharding: Attribute, axes: tuple[str, ...]) -> DictionaryAttr:
    found = {SHARDING: sharding, MANUAL_AXES: ManualAxes(axes)} if axes else {SHARDING: sharding}
    return DictionaryAttr.of(found)
