"""-sdy-add-data-flow-edges."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, argument_owners
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.collecting import collect_kind_post
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-add-data-flow-edges")
class AddDataFlowEdges(Pass):
    """Inserts an sdy.data_flow_edge for every owner of a data-flow edge.

    The edge comes after its owner, whose uses go through it, and has the sharding that its owner had. It is for
    programs without such ops: the verifier refuses an edge on an edge.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in collect_kind_post(module, *DATA_FLOW_OPS):
            arguments = argument_owners(op)
            if arguments:
                add_edges(arguments, InsertionPoint.start_of(arguments[0].owner), rewriter)
            if op.results:
                add_edges(op.results, InsertionPoint.after_op(op), rewriter)


class EdgeSkipped(Decision):
    """There can be no edge for a value without a static shape."""

    kind = "edge-skipped"
    text = "no edge for {value} of type {type}, which has no static shape"

    value: Value
    type: Type


class Inserted(Decision):
    """An edge with `sharding` takes over the uses of `value` by so many operations."""

    value: Value
    sharding: Sharding | None
    users: int

    def explain(self, remarks: Remarks) -> None:
        has = "no sharding" if self.sharding is None else "the sharding {sharding}"
        text = (
            f"edge inserted after {{value}}, which has {has}: "
            "{users:#} {users:user|users} of {value} {users:uses|use} the edge instead"
        )
        remarks.tell("edge-inserted", text, self.value, value=self.value, **self.details)


def add_edges(owners: Iterable[Value], at: InsertionPoint, rewriter: Rewriter) -> None:
    """Inserts the edges of those of `owners` that have static shapes, in their order, and routes their uses through."""
    for owner in owners:
        if has_static_shape(owner):
            sharding = sharding_of(owner)
            if rewriter.is_explaining:
                rewriter.report(Inserted, owner, sharding, len(owner.users))
            signature = edge_signature(owner.type, sharding)
            edge = rewriter.create_between(owner, signature, at, owner.definition_location)
            rewriter.renames(edge.result, owner)
        else:
            rewriter.report(EdgeSkipped, owner, owner.type)


def has_static_shape(value: Value) -> bool:
    """Returns whether the value has a shape of which every size is known; tokens, tuples and dynamic shapes do not."""
    return is_static(value.type)


@remembered
def is_static(type: Type) -> bool:
    """Returns whether `type` is a shaped type, of tensors, vectors or memrefs, whose every size is known."""
    return isinstance(type, ShapedType) and type.has_static_shape


@remembered
def edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    """Returns what an edge for a value of `type` is, with `sharding` if there is one."""
    properties = DictionaryAttr(() if sharding is None else (("sharding", sharding),))
    return Signature.of(DATA_FLOW_EDGE, (type,), (type,), properties)
