"""-sdy-add-data-flow-edges (seed 001; spec "The import passes")."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.ir.uses import UseReplacer
from sdyopt.ir.value import Value
from sdyopt.sharding.data_flow import DATA_FLOW_OPS, argument_owners, edge_owners
from sdyopt.sharding.value_shardings import sharding_of

if TYPE_CHECKING:
    from sdyopt.ir.remarks import Remarks


class AddDataFlowEdges:
    """Puts an `sdy.data_flow_edge` after each owner of an edge of a data-flow op and routes its uses through it.

    The edge has the sharding that its owner had. It is for programs without such ops: the verifier refuses an edge on
    an edge.
    """

    name = "sdy-add-data-flow-edges"
    description = "Inserts an sdy.data_flow_edge for every owner of a data-flow edge"
    remarks: Remarks | None = None

    def run(self, module: Operation) -> bool:
        uses = UseReplacer()
        owners = [op for op in walk_post(module) if op.signature.definition in DATA_FLOW_OPS]
        for op in owners:
            if self.remarks is not None:
                tell_what_gets_none(op, self.remarks)
            add_edges(op, uses, self.remarks)
        return bool(owners)


def add_edges(op: Operation, uses: UseReplacer, remarks: Remarks | None) -> None:
    """Inserts the edges of the data-flow op `op`: first in its body those of arguments, right after it the others."""
    last: Operation | None = None
    for argument in filter(has_static_shape, argument_owners(op)):
        edge = new_edge(argument, argument.location, uses, remarks)
        if last is None:
            argument.owner.prepend(edge)
        else:
            edge.insert_after(last)
        last = edge
    last = op
    for result in filter(has_static_shape, op.results):
        edge = new_edge(result, op.location, uses, remarks)
        edge.insert_after(last)
        last = edge


def has_static_shape(value: Value) -> bool:
    """Whether the value has a shape of which every size is known: tokens, tuples and dynamic shapes get no edge."""
    return is_static(value.type)


@cache
def is_static(type: Type) -> bool:
    """Whether `type` is a shaped type, of tensors, vectors or memrefs, whose every size is known."""
    return isinstance(type, ShapedType) and type.has_static_shape


def tell_what_gets_none(op: Operation, remarks: Remarks) -> None:
    """Tells of the owners of edges of `op` for which there can be no `sdy.data_flow_edge`."""
    for owner in edge_owners(op):
        if not has_static_shape(owner):
            remarks.tell(
                "edge-skipped",
                "no edge for {value} of type {type}, which has no static shape",
                owner,
                value=owner,
                type=owner.type,
            )


def new_edge(owner: Value, location: Location | int, uses: UseReplacer, remarks: Remarks | None) -> Operation:
    """An edge that takes over all uses of `owner`; it is in no block yet."""
    users = list(owner.users)
    sharding = sharding_of(owner)
    edge = Operation(edge_signature(owner.type, sharding), [owner], location)
    uses.replace(owner, edge.results[0], users)
    if remarks is not None:
        remarks.stands_for(edge.results[0], owner)
        remarks.tell(
            "edge-inserted",
            "edge inserted after {value}, which has "
            + ("no sharding" if sharding is None else "the sharding {sharding}")
            + ": {users:#} {users:user|users} of {value} {users:uses|use} the edge instead",
            owner,
            value=owner,
            sharding=sharding,
            users=len(users),
        )
    return edge


@cache
def edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    """What an edge for a value of `type` is, with `sharding` if there is one."""
    properties = DictionaryAttr(() if sharding is None else (("sharding", sharding),))
    return Signature.of(DATA_FLOW_EDGE, (type,), (type,), properties)
