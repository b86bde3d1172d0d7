"""Passes that remove data-flow edges: -sdy-sink-data-flow-edges, -sdy-sink-func-data-flow-edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.sdy.attributes import (
    BLOCK_ARGUMENT_EDGES,
    BLOCK_ARGUMENT_ORIGINS,
    PROPAGATION_EDGES,
    RESULT_EDGES,
    RESULT_ORIGINS,
    SHARDING_ORIGINS,
    DimensionSharding,
    ManualAxes,
    PropagationEdges,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    argument_owners,
    edge_on,
    fully_open,
    sharding_of,
    stored_sharding,
    with_manual_prefix,
)
from sdyopt.ir.attribute import Attribute, checked, remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import IN_SHARDINGS, OUT_SHARDINGS, RESULT_SHARDINGS, ShardingSlots
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-sink-data-flow-edges")
class SinkDataFlowEdges(FunctionPass):
    """Moves the shardings of data-flow edges to the data-flow operations, and erases the edges.

    If any edge of an operation has a sharding, all its values get one: those without are fully open then, whatever
    sharding the operation had for them.
    """

    sink_debug_sharding_origins: bool = option(default=False, help="Moves the records of where axes come from, too")
    sink_debug_propagation_edge_sharding: bool = option(
        default=False, help="Moves the records of propagation steps, too"
    )

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in rewriter.listing(function).collect_kind(DATA_FLOW_EDGE, *DATA_FLOW_OPS):
            if op.signature.definition is DATA_FLOW_EDGE:
                text = "edge of {value} erased: {users:#} {users:user uses|users use} {value} itself"
                rewriter.tell("edge-erased", text, op, value=op.operands[0], users=len(op.result.users))
                rewriter.replace(op, op.operands)
                continue
            arguments = argument_owners(op)
            has_own = op.signature.definition in (MANUAL_COMPUTATION, NAMED_COMPUTATION)
            sink_shardings(op, arguments, IN_SHARDINGS, rewriter)
            sink_shardings(op, op.results, OUT_SHARDINGS if has_own else RESULT_SHARDINGS, rewriter)
            if self.sink_debug_sharding_origins:
                for owners, name in ((arguments, BLOCK_ARGUMENT_ORIGINS), (op.results, RESULT_ORIGINS)):
                    found = records(owners, SHARDING_ORIGINS, is_dictionary, NO_ATTRIBUTES)
                    rewriter.set_attribute(op, name, found)
            if self.sink_debug_propagation_edge_sharding:
                for owners, name in ((arguments, BLOCK_ARGUMENT_EDGES), (op.results, RESULT_EDGES)):
                    rewriter.set_attribute(op, name, records(owners, PROPAGATION_EDGES, has_steps, NO_STEPS))


def sink_shardings(op: Operation, owners: Sequence[Value], slots: ShardingSlots, rewriter: Rewriter) -> None:
    """Gives the data-flow op `op` the shardings of the edges on `owners`, if any of these has one."""
    edges = [edge_on(owner) for owner in owners]
    found = [None if edge is None else stored_sharding(edge) for edge in edges]
    mesh = next((sharding.mesh for sharding in found if sharding is not None), None)
    if mesh is None:
        return
    if None in found and not isinstance(mesh, SymbolRefAttr):
        needed = "has an edge whose mesh is inlined and one without a sharding, which needs the mesh's name"
        raise failure(f"'{op.name}' op {needed}", op.location)
    filled = [
        fully_open(mesh, owner.type) if sharding is None else sharding
        for owner, sharding in zip(owners, found, strict=True)
    ]
    for owner, edge, sharding in zip(owners, found, filled, strict=True):
        if edge is None:
            text = "{value} is fully open now, as no edge gives it a sharding, but one gives {op} another"
            rewriter.tell("made-open", text, op, value=owner, sharding=sharding, op=op)
        else:
            text = "{value} has the sharding {sharding} of its edge now"
            rewriter.tell("sharding-sunk", text, op, value=owner, sharding=sharding)
    rewriter.set_signature(op, with_sunk_shardings(op.signature, slots, ShardingPerValue(tuple(filled))))


@remembered
def with_sunk_shardings(signature: Signature, slots: ShardingSlots, sunk: ShardingPerValue) -> Signature:
    """Returns `signature` with the shardings `sunk` in place of those in `slots`."""
    if slots is RESULT_SHARDINGS:
        return signature.with_attributes(signature.attributes.with_entry(slots.attribute, sunk))
    if slots is IN_SHARDINGS and signature.definition is MANUAL_COMPUTATION:
        manual_axes = signature.properties.find(ManualAxes, "manual_axes")
        outside = checked(ShardingPerValue, signature.properties[slots.attribute]).shardings
        pairs = zip(sunk.shardings, outside, strict=True)
        sunk = ShardingPerValue(tuple([seen_from_outside(inner, manual_axes, outer) for inner, outer in pairs]))
    return signature.with_properties(signature.properties.with_entry(slots.attribute, sunk))


def seen_from_outside(inner: Sharding, manual_axes: ManualAxes, outer: Sharding) -> Sharding:
    """Returns the in-sharding in place of `outer` with which the body of a manual computation sees `inner`."""
    if inner.rank != outer.rank:  # One of the two meshes is maximal.
        return outer.replace(mesh=inner.mesh)
    return with_manual_prefix(inner, manual_axes, outer)


NO_STEPS = PropagationEdges(())
"""The record of propagation in no step."""


def records(owners: Sequence[Value], name: str, is_meant: Callable[[Attribute], bool], missing: Attribute) -> ArrayAttr:
    """Returns the attributes of that name, as far as they are meant, of the edges on `owners`.

    Since jaxlib 0.12 one that is `missing` takes the place of others.
    """
    edges = [edge for edge in map(edge_on, owners) if edge is not None]
    found = [edge.attributes.get(name) for edge in edges]
    if since("0.12.0.1"):
        return ArrayAttr(tuple([missing if each is None or not is_meant(each) else each for each in found]))
    return ArrayAttr(tuple([each for each in found if each is not None and is_meant(each)]))


def is_dictionary(record: Attribute) -> bool:
    """Returns whether an attribute is a record of the origins of axes."""
    return isinstance(record, DictionaryAttr)


def has_steps(record: Attribute) -> bool:
    """Returns whether an attribute is a record of propagation steps, and there are any."""
    return isinstance(record, PropagationEdges) and bool(record.steps)


@register_pass("sdy-sink-func-data-flow-edges")
class SinkFuncDataFlowEdges(FunctionPass):
    """Erases each sdy.func_data_flow_edge; its value gets the sharding of the edge.

    If the edge has none, a sharding that the value has loses its axes, and all dimensions are open.
    """

    keeps_order = True

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        for op in rewriter.listing(function).collect_kind(FUNC_DATA_FLOW_EDGE):
            value = op.operands[0]
            before, sharding = sharding_of(value), sharding_of(op.result)
            rewriter.report(edge_sunk, value, before, sharding)
            if sharding is None and before is not None:
                sharding = opened(before)
            if sharding is not None:
                rewriter.set_sharding(value, sharding)
            rewriter.replace(op, [value])


def opened(sharding: Sharding) -> Sharding:
    """Returns the sharding on the same mesh and of the same rank that has no axes; all dimensions are open."""
    return Sharding(sharding.mesh, (DimensionSharding((), False),) * sharding.rank)


def edge_sunk(value: Value, before: Sharding | None, after: Sharding | None) -> Explanation:
    """An edge is erased: its value, which had the sharding `before`, gets the sharding `after` of the edge."""
    kind, text, sharding = "edge-sunk", "edge erased: {value} gets its sharding, {sharding}", after
    if after is before:
        kind, text = "edge-erased", "edge erased: the sharding of {value} stays as it is"
    elif after is None:
        kind, text = "made-open", "edge erased: it has no sharding, so {value} loses {sharding} and is fully open"
        sharding = before
    return explained(kind, text, value, value=value, sharding=sharding)
