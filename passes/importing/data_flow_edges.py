"""Passes that insert data-flow edges: -sdy-add-data-flow-edges, -sdy-add-func-data-flow-edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS, argument_owners, sharding_of
from sdyopt.ir.attribute import Location, Type, remembered
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.rewrite.rewriter import BaseRewriter
from sdyopt.rewriting.functions import CallGraph, Functions
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-add-data-flow-edges")
class AddDataFlowEdges(Pass):
    """Inserts an sdy.data_flow_edge for every owner of a data-flow edge.

    The edge comes after its owner, whose uses go through it, and has the sharding that its owner had. It is for
    programs without such ops: the verifier refuses an edge on an edge.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in rewriter.listing(module).collect_kind_post(*DATA_FLOW_OPS):
            if arguments := argument_owners(op):
                add_edges(arguments, InsertionPoint.start_of(arguments[0].owner), rewriter)
            if op.results:
                add_edges(op.results, InsertionPoint.after_op(op), rewriter)


@remembered
def edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    """Returns the signature of an edge for a value of `type`, with `sharding` if there is one."""
    properties = DictionaryAttr(() if sharding is None else (("sharding", sharding),))
    return Signature.of(DATA_FLOW_EDGE, (type,), (type,), properties)


def add_edges(
    values: Iterable[Value],
    at: InsertionPoint,
    rewriter: BaseRewriter,
    signature_of: Callable[[Type, Sharding | None], Signature] = edge_signature,
    location: Location | int | None = None,
) -> None:
    """Inserts edges for those of `values` that have static shapes, in their order, and routes their uses through.

    Tokens, tuples and values of dynamic shapes get none. The location is that of the value if none is given.
    """
    for value in values:
        if not (isinstance(type := value.type, ShapedType) and type.has_static_shape):
            text = "no edge for {value} of type {type}, which has no static shape"
            rewriter.tell("edge-skipped", text, value, value=value, type=value.type)
            continue
        sharding = sharding_of(value)
        rewriter.report(edge_inserted, value, sharding)
        place = value.definition_location if location is None else location
        edge = rewriter.create_between(value, signature_of(type, sharding), at, place)
        rewriter.renames(edge.result, value)


def edge_inserted(value: Value, sharding: Sharding | None) -> Explanation:
    """An edge with `sharding` takes over the uses of `value`."""
    has = "no sharding" if sharding is None else "the sharding {sharding}"
    text = (
        f"edge inserted after {{value}}, which has {has}: "
        "{users:#} {users:user|users} of {value} {users:uses|use} the edge instead"
    )
    return explained("edge-inserted", text, value, value=value, sharding=sharding, users=len(value.users))


@register_pass("sdy-add-func-data-flow-edges")
class AddFuncDataFlowEdges(Pass):
    """Inserts an sdy.func_data_flow_edge for each function argument and each call result.

    Through these edges shardings are propagated between calls and functions. The main function, which nothing calls,
    gets none for its arguments. An edge has the sharding that its value has.
    """

    keeps_order = True

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        main = Functions(module).find_main()
        calls = rewriter.listing(module).collect_kind(CALL)
        for function in CallGraph(rewriter.listing(module)).calls:
            if function is main:
                text = "no edges for the arguments of @{name}: it is the main function, which nothing calls"
                rewriter.tell("function-skipped", text, function, name=symbol_name(function))
            else:
                block = function.regions[0].blocks[0]
                at = InsertionPoint.start_of(block)
                add_edges(block.arguments, at, rewriter, func_edge_signature, function.location)
        for call in calls:
            add_edges(call.results, InsertionPoint.after_op(call), rewriter, func_edge_signature, call.location)


@remembered
def func_edge_signature(type: Type, sharding: Sharding | None) -> Signature:
    """Returns the same of an edge through a function or call."""
    attributes = NO_ATTRIBUTES
    if sharding is not None:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
    return Signature.of(FUNC_DATA_FLOW_EDGE, (type,), (type,), attributes=attributes)
