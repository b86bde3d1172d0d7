"""-sdy-sink-data-flow-edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import ManualAxes, PropagationEdges, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.discardable import (
    BLOCK_ARGUMENT_EDGES,
    BLOCK_ARGUMENT_ORIGINS,
    PROPAGATION_EDGES,
    RESULT_EDGES,
    RESULT_ORIGINS,
    SHARDING_ORIGINS,
)
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, argument_owners, edge_on
from sdyopt.dialects.sdy.shardings.manual_axes import with_manual_prefix
from sdyopt.dialects.sdy.shardings.slots import fully_open
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import IN_SHARDINGS, OUT_SHARDINGS, RESULT_SHARDINGS, ShardingSlots
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.remarks import Remarks
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
        for op in collect_kind(function, DATA_FLOW_EDGE, *DATA_FLOW_OPS):
            definition = op.signature.definition
            if definition is DATA_FLOW_EDGE:
                rewriter.report(EdgeErased, op)
                rewriter.replace(op, op.operands)
            else:
                sink_shardings(op, argument_owners(op), IN_SHARDINGS, rewriter)
                sink_shardings(op, op.results, result_slots(op), rewriter)
                if self.sink_debug_sharding_origins:
                    sink_origins(op, rewriter)
                if self.sink_debug_propagation_edge_sharding:
                    sink_propagation_edges(op, rewriter)


def result_slots(op: Operation) -> ShardingSlots:
    """Returns where the shardings of the results of a data-flow op are."""
    has_own = op.signature.definition in (MANUAL_COMPUTATION, NAMED_COMPUTATION)
    return OUT_SHARDINGS if has_own else RESULT_SHARDINGS


# Shardings.


def sink_shardings(op: Operation, owners: Sequence[Value], slots: ShardingSlots, rewriter: Rewriter) -> None:
    """Gives the data-flow op `op` the shardings of the edges on `owners`, if any of these has one."""
    found = [edge_sharding(owner) for owner in owners]
    mesh = next((sharding.mesh for sharding in found if sharding is not None), None)
    if mesh is None:
        return
    if None in found and not isinstance(mesh, SymbolRefAttr):
        raise CompilationError([Diagnostic("error", no_name(op), op.location)])
    filled = [
        fully_open(mesh, owner.type) if sharding is None else sharding
        for owner, sharding in zip(owners, found, strict=True)
    ]
    for owner, edge, sharding in zip(owners, found, filled, strict=True):
        rewriter.report(MadeOpen if edge is None else EdgeSunk, op, owner, sharding)
    rewriter.set_signature(op, with_sunk_shardings(op.signature, slots, ShardingPerValue(tuple(filled))))


def edge_sharding(owner: Value) -> Sharding | None:
    """Returns the sharding of the `sdy.data_flow_edge` on `owner`, if there is one with a sharding."""
    edge = edge_on(owner)
    return None if edge is None else cast("Sharding | None", edge.properties.get("sharding"))


def no_name(op: Operation) -> str:
    """Returns what is wrong where open shardings on an inlined mesh would be needed."""
    return f"'{op.name}' op has an edge whose mesh is inlined and one without a sharding, which needs the mesh's name"


@remembered
def with_sunk_shardings(signature: Signature, slots: ShardingSlots, sunk: ShardingPerValue) -> Signature:
    """Returns `signature` with the shardings `sunk` in place of those in `slots`."""
    if slots is RESULT_SHARDINGS:
        return signature.with_attributes(signature.attributes.with_entry(slots.attribute, sunk))
    if slots is IN_SHARDINGS and signature.definition is MANUAL_COMPUTATION:
        manual_axes = cast(ManualAxes, signature.properties["manual_axes"])
        outside = cast(ShardingPerValue, signature.properties[slots.attribute]).shardings
        pairs = zip(sunk.shardings, outside, strict=True)
        sunk = ShardingPerValue(tuple([seen_from_outside(inner, manual_axes, outer) for inner, outer in pairs]))
    return signature.with_properties(signature.properties.with_entry(slots.attribute, sunk))


def seen_from_outside(inner: Sharding, manual_axes: ManualAxes, outer: Sharding) -> Sharding:
    """Returns the in-sharding in place of `outer` with which the body of a manual computation sees `inner`."""
    if inner.rank != outer.rank:  # One of the two meshes is maximal.
        return outer.replace(mesh=inner.mesh)
    return with_manual_prefix(inner, manual_axes, outer)


# Records.


def sink_origins(op: Operation, rewriter: Rewriter) -> None:
    """Gives `op` the records of origins that are on its edges."""
    for owners, name in ((argument_owners(op), BLOCK_ARGUMENT_ORIGINS), (op.results, RESULT_ORIGINS)):
        found = [record for record in records(owners, SHARDING_ORIGINS) if isinstance(record, DictionaryAttr)]
        rewriter.set_attribute(op, name, ArrayAttr(tuple(found)))


def sink_propagation_edges(op: Operation, rewriter: Rewriter) -> None:
    """Gives `op` the records of propagation steps that are on its edges, if there are any steps."""
    for owners, name in ((argument_owners(op), BLOCK_ARGUMENT_EDGES), (op.results, RESULT_EDGES)):
        found = records(owners, PROPAGATION_EDGES)
        steps = [record for record in found if isinstance(record, PropagationEdges) and record.steps]
        rewriter.set_attribute(op, name, ArrayAttr(tuple(steps)))


def records(owners: Sequence[Value], name: str) -> list[Attribute]:
    """Returns the attributes of that name of the edges on `owners`."""
    edges = [edge for edge in map(edge_on, owners) if edge is not None]
    return [edge.attributes[name] for edge in edges if name in edge.attributes]


# Remarks.


class EdgeSunk(Decision):
    """A data-flow op gets the sharding of its edge for `value`."""

    kind = "sharding-sunk"
    text = "{value} has the sharding {sharding} of its edge now"

    op: Operation
    value: Value
    sharding: Sharding


class MadeOpen(EdgeSunk):
    """A data-flow op gets a fully open sharding for `value`, which has no edge."""

    kind = "made-open"
    text = "{value} is fully open now, as no edge gives it a sharding, but one gives {op} another"

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(self.kind, self.text, self.op, **self.details, op=self.op)


class EdgeErased(Decision):
    """An edge is erased, and its users use its input."""

    edge: Operation

    def explain(self, remarks: Remarks) -> None:
        users = len(self.edge.result.users)
        text = "edge of {value} erased: {users:#} {users:user uses|users use} {value} itself"
        remarks.tell("edge-erased", text, self.edge, value=self.edge.operands[0], users=users)
