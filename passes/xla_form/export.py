"""Operations and shardings of SDY as HLO has them: custom calls, copies, and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import FUNC, RETURN
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.shardings.slots import mesh_ops, meshes_by_name, sharding_mesh, sharding_of
from sdyopt.dialects.stablehlo.attributes import Mesh as StableHLOMesh
from sdyopt.dialects.stablehlo.attributes import MeshAxis as StableHLOMeshAxis
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, CUSTOM_CALL, GET_TUPLE_ELEMENT, IF, WHILE
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    I32,
    I64,
    NO_ATTRIBUTES,
    TRUE,
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
)
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.rewriting.passes import FunctionPass, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import gspmd as form
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES, GSPMD_SHARDING, target, texts_of
from sdyopt.sharding.gspmd.texts import hlo_text

MANUAL_AXES = "xla.sdy.manual_axes"
"""The discardable attribute of what is local along axes, until HLO's shardings have them."""


def named(op: Operation) -> SymbolRefAttr:
    """Returns the name of a mesh op."""
    name = op.properties["sym_name"]
    assert isinstance(name, StringAttr)
    return SymbolRefAttr((name.value,))


def custom_call(
    at: Operation,
    name: str,
    operands: Sequence[Value],
    types: Sequence[Type],
    attributes: Mapping[str, Attribute],
    rewriter: Rewriter,
    has_effect: bool = False,
) -> Operation:
    """Returns a new custom call right before an operation."""
    properties: dict[str, Attribute] = {"call_target_name": StringAttr(name)}
    if has_effect:
        properties["has_side_effect"] = TRUE
    listed = DictionaryAttr.of(dict(attributes))
    return rewriter.create_before(at, CUSTOM_CALL, operands, types, properties, listed, location=at.location)


def frontend(texts: Mapping[str, str]) -> dict[str, Attribute]:
    """Returns the discardable attribute that holds frontend attributes."""
    return {
        FRONTEND_ATTRIBUTES: DictionaryAttr(tuple([(name, StringAttr(text)) for name, text in sorted(texts.items())]))
    }


def with_texts(op: Operation, texts: Mapping[str, str]) -> DictionaryAttr:
    """Returns the discardable attributes of an operation with these frontend attributes in addition."""
    found = {**dict(texts_of(op).items()), **{name: StringAttr(text) for name, text in texts.items()}}
    return op.attributes.with_entry(FRONTEND_ATTRIBUTES, DictionaryAttr.of(found))


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
                to_constant(op, rewriter)
            elif op.definition is sdy.SHARDING_CONSTRAINT:
                to_sharding_call(op, rewriter)
            elif op.definition is sdy.SHARDING_GROUP:
                texts = {form.GROUP_ID: text_of(op.properties["group_id"])}
                _to_call(op, form.GROUP, with_texts(op, texts), rewriter)
            elif op.definition is sdy.PROPAGATION_BARRIER:
                texts = {form.DIRECTION: text_of(op.properties["allowed_direction"])}
                _to_call(op, form.BARRIER, with_texts(op, texts), rewriter)


def to_constant(op: Operation, rewriter: Rewriter) -> None:
    """Makes a constant of SDY one of StableHLO."""
    signature = op.signature
    rewriter.become(op, Signature.of(CONSTANT, (), signature.result_types, signature.properties, signature.attributes))


def to_sharding_call(op: Operation, rewriter: Rewriter) -> None:
    """Makes a constraint or a reshard a custom call `@Sharding`."""
    sharding = op.attribute_named("sharding", Sharding)
    attributes = op.attributes.with_entry(SHARDING, ShardingPerValue((sharding,)))
    _to_call(op, form.CONSTRAINT, attributes, rewriter, bool(sharding.unreduced))


def _to_call(op: Operation, name: str, attributes: DictionaryAttr, rewriter: Rewriter, has_effect: bool = True) -> None:
    types = [result.type for result in op.results]
    made = custom_call(op, name, op.operands, types, dict(attributes.items()), rewriter, has_effect)
    for new, old in zip(made.results, op.results, strict=True):
        rewriter.renames(new, old)
    rewriter.replace(op, made.results)


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
            shardings = op.attributes.get(SHARDING)
            if isinstance(shardings, ShardingPerValue):
                texts[form.SHARDING] = text_of(shardings)
            rule = op.attributes.get(SHARDING_RULE)
            if rule is not None:
                texts[form.RULE] = text_of(rule)
                rewriter.remove_attribute(op, SHARDING_RULE)
            if texts:
                rewriter.set_signature(op, op.signature.with_attributes(with_texts(op, texts)))
        meshes = DictionaryAttr.of({named(op).leaf: op.properties["mesh"] for op in mesh_ops(module)})
        if meshes.entries:
            texts = {form.XLA_MESHES: text_of(meshes)}
            rewriter.set_signature(module, module.signature.with_attributes(with_texts(module, texts)))

    def _export_values(self, function: Operation, rewriter: Rewriter) -> None:
        """Writes the shardings of arguments into their attributes, and those of results into custom calls."""
        arguments = function.properties.get("arg_attrs")
        if isinstance(arguments, ArrayAttr):
            entries = [self._argument(cast(DictionaryAttr, entry)) for entry in arguments.elements]
            rewriter.set_property(function, "arg_attrs", ArrayAttr(tuple(entries)))
        results = function.properties.get("res_attrs")
        for block in function.regions[0].blocks if isinstance(results, ArrayAttr) else ():
            if block.last is not None and block.last.definition is RETURN:
                self._export_results(block.last, cast(ArrayAttr, results), rewriter)

    def _export_results(self, last: Operation, results: ArrayAttr, rewriter: Rewriter) -> None:
        """Puts custom calls with the shardings of results before a return."""
        operands = list(last.operands)
        for index, entry in enumerate(results.elements):
            sharding = cast(DictionaryAttr, entry).get(SHARDING)
            if not isinstance(sharding, Sharding):
                continue
            texts = frontend({form.SHARDING: text_of(ShardingPerValue((sharding,)))})
            types = [operands[index].type]
            made = custom_call(last, form.FUNC_RESULT, [operands[index]], types, texts, rewriter, True)
            rewriter.renames(made.result, operands[index])
            operands[index] = made.result
        rewriter.set_operands(last, operands)

    def _argument(self, entry: DictionaryAttr) -> DictionaryAttr:
        sharding, texts = entry.get(SHARDING), entry.get(FRONTEND_ATTRIBUTES)
        if sharding is None:
            return entry
        known = texts if isinstance(texts, DictionaryAttr) else NO_ATTRIBUTES
        return entry.with_entry(FRONTEND_ATTRIBUTES, known.with_entry(form.SHARDING, StringAttr(text_of(sharding))))


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
            definition = op.definition
            if definition is sdy.CONSTANT:
                to_constant(op, rewriter)
            elif definition in (sdy.ALL_REDUCE, sdy.PROPAGATION_BARRIER):
                rewriter.replace(op, op.operands)
            elif definition in _COPIED:
                self._export(op, meshes, rewriter)

    def _export(self, op: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
        is_reshard = op.definition in (sdy.RESHARD, sdy.SHARDING_CONSTRAINT)
        sharding = op.attribute_named("sharding" if is_reshard else "out_sharding", Sharding)
        if op.definition is sdy.RESHARD and since("0.12.0.1") and _is_on_one_device(op, sharding, meshes):
            rewriter.replace(op, op.operands)
            return
        if is_reshard and self.keep_hlo_sharding_constraints:
            to_sharding_call(op, rewriter)
            return
        attributes = op.attributes.with_entry(SHARDING, ShardingPerValue((sharding,)))
        made = copied(op, op.operands[0], attributes, rewriter)
        rewriter.renames(made, op.result)
        rewriter.replace(op, [made])


def copied(at: Operation, value: Value, attributes: DictionaryAttr, rewriter: Rewriter) -> Value:
    """Returns a copy of a value, made right before an operation."""
    copy = REGISTRY.operation("mhlo.copy")  # Most programs need none of mhlo.
    assert copy is not None
    made = rewriter.create_before(at, copy, [value], [value.type], attributes=attributes, location=at.location)
    return made.result


def _is_on_one_device(reshard: Operation, sharding: Sharding, meshes: Mapping[str, Mesh]) -> bool:
    """Returns whether a reshard is to one device, or of a value on one device."""
    found = [sharding, sharding_of(reshard.operands[0])]
    known = [None if each is None else sharding_mesh(each, meshes) for each in found]
    return any(mesh is not None and mesh.is_maximal for mesh in known)


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
        for op in list(walk(module)):
            if op.definition is FUNC:
                _export_function(op, writer, rewriter)
                continue
            attributes = op.attributes.without(SHARDING, MANUAL_AXES)
            shardings = op.attributes.get(SHARDING)
            if isinstance(shardings, ShardingPerValue):
                text = writer.text(op, shardings.shardings, op.attributes.get(MANUAL_AXES))
                attributes = attributes.with_entry(GSPMD_SHARDING, text)
            elif self._lacks_sharding(op):
                attributes = attributes.with_entry(GSPMD_SHARDING, writer.replicated)
            rewriter.set_signature(op, op.signature.with_attributes(attributes))
        _inline_groups(module, meshes, rewriter)
        for op in list(mesh_ops(module)):
            rewriter.erase(op)

    def _lacks_sharding(self, op: Operation) -> bool:
        is_control_flow = self.add_missing_sharding_to_control_flow and op.definition in _CONTROL_FLOW
        return is_control_flow and GSPMD_SHARDING not in op.attributes


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
            raise CompilationError([Diagnostic("error", f"'{op.name}' op unknown mesh: {name}", op.location)])
        axes = manual.axes if isinstance(manual, ManualAxes) else ()
        try:
            return StringAttr(hlo_text(shardings, known, axes, self._is_named))
        except ValueError:
            message = f"'{op.name}' op has a sharding with parts of an axis whose sizes do not divide each other"
            raise CompilationError([Diagnostic("error", message, op.location)]) from None


def _export_function(function: Operation, writer: _Writer, rewriter: Rewriter) -> None:
    """Writes the shardings of arguments and results."""
    for slots in ("arg_attrs", "res_attrs"):
        given = function.properties.get(slots)
        entries = []
        for entry in given.elements if isinstance(given, ArrayAttr) else ():
            assert isinstance(entry, DictionaryAttr)
            sharding, left = entry.get(SHARDING), entry.without(SHARDING, MANUAL_AXES)
            if isinstance(sharding, Sharding):
                left = left.with_entry(GSPMD_SHARDING, writer.text(function, [sharding], entry.get(MANUAL_AXES)))
            entries.append(left)
        if entries:
            rewriter.set_property(function, slots, ArrayAttr(tuple(entries)))


def _inline_groups(module: Operation, meshes: Mapping[str, Mesh], rewriter: Rewriter) -> None:
    """Writes meshes into replica groups that name them."""
    for op in collect(module, lambda signature: "replica_groups" in signature.properties):
        groups = op.properties["replica_groups"]
        if isinstance(groups, ReplicaGroupMeshAxes) and isinstance(groups.mesh, SymbolRefAttr):
            mesh = meshes.get(groups.mesh.leaf)
            if mesh is not None:
                axes = tuple([StableHLOMeshAxis(axis.name, axis.size) for axis in mesh.axes])
                inlined = ReplicaGroupMeshAxes(StableHLOMesh(axes, _ids(mesh)), groups.axes)
                rewriter.set_property(op, "replica_groups", inlined)


def _ids(mesh: Mesh) -> DenseElementsAttr | None:
    if not mesh.device_ids:
        return None
    type = RankedTensorType((len(mesh.device_ids),), I64)
    return DenseElementsAttr(f"[{', '.join(map(str, mesh.device_ids))}]", type)


# -xla-sdy-stablehlo-round-trip-export-callback-custom-calls.


@register_pass("xla-sdy-stablehlo-round-trip-export-callback-custom-calls")
class ExportCallbackCustomCalls(FunctionPass):
    """Gives calls of functions of Python the results that they have in HLO: none if unused, and a tuple for one."""

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in [op for op in walk(function) if target(op) in form.CALLBACKS]:
            if not any(result.is_used for result in op.results):
                if op.results:
                    properties = op.properties.with_entry("result_layouts", ArrayAttr(()))
                    rewriter.create_before(
                        op, CUSTOM_CALL, op.operands, [], properties, op.attributes, location=op.location
                    )
                    rewriter.erase(op)
            elif len(op.results) == 1 and not isinstance(op.result.type, TupleType):
                self._give_tuple(op, rewriter)

    def _give_tuple(self, op: Operation, rewriter: Rewriter) -> None:
        types = [TupleType((op.result.type,))]
        made = rewriter.create_before(
            op, CUSTOM_CALL, op.operands, types, op.properties, op.attributes, location=op.location
        )
        sharding = op.attributes.get(GSPMD_SHARDING)
        attributes = NO_ATTRIBUTES if sharding is None else DictionaryAttr.of({GSPMD_SHARDING: sharding})
        index: dict[str, Attribute] = {"index": IntegerAttr(0, I32)}
        element = rewriter.create_before(
            op, GET_TUPLE_ELEMENT, made.results, [op.result.type], index, attributes, location=op.location
        )
        rewriter.renames(element.result, op.result)
        rewriter.replace(op, element.results)
