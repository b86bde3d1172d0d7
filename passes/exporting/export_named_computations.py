"""-sdy-export-named-computations."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.func.ops import RETURN as FUNC_RETURN
from sdyopt.dialects.sdy.attributes import ORIGINAL_FUNC_NAME, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import edge_on, fully_open, stored_sharding
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, FunctionType, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.constraints import assigned
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.rewrite.control_flow import CopiedBodies
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.rewrite.rewriter import BaseRewriter
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

EXECUTION_THREAD = "execution_thread"
"""The attribute of a named computation that becomes one of the function."""


@register_pass("sdy-export-named-computations")
class ExportNamedComputations(Pass):
    """Moves the body of each sdy.named_computation into a private function, and calls that.

    The function has the name of the computation, or one made of it, and notes it in `sdy.original_func_name`. Its
    arguments have the in-shardings, the call has the out-shardings; if there are data-flow edges with shardings, the
    shardings are those of the edges, which are erased.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        table, bodies = SymbolTable(module), CopiedBodies(export_body)
        computations = rewriter.listing(module).collect_kind_post(NAMED_COMPUTATION)
        calls = [outline(op, table, bodies, rewriter) for op in computations]
        for call in calls:
            _erase_edges(call.results, rewriter)


class ExportedBody(NamedTuple):
    """What is known of the body of a function."""

    types: tuple[Type, ...]
    """Of the arguments."""
    in_shardings: ShardingPerValue | None


def outline(
    computation: Operation, table: SymbolTable, bodies: CopiedBodies[ExportedBody], rewriter: Rewriter
) -> Operation:
    """Makes a function of a named computation, which becomes a call of it, and is returned."""
    copied = bodies.rewrite(computation, computation.properties.get("in_shardings"), rewriter)
    types, in_shardings = export_body(computation, rewriter) if copied is None else copied[0]
    out_shardings = _shardings(computation, "out_shardings", computation.results, rewriter)
    signature = function_signature(computation.signature, types, in_shardings)
    (region,) = computation.regions
    function = Operation(signature, [], computation.location, [region])
    name = rewriter.insert_symbol(table, function)
    rewriter.become(computation, call_signature(computation.signature, name, out_shardings))
    rewriter.report(outlined, computation, function)
    return computation


def export_body(computation: Operation, rewriter: BaseRewriter) -> ExportedBody:
    """Makes the body of a named computation that of a function."""
    body = computation.regions[0].block
    in_shardings = _shardings(computation, "in_shardings", body.arguments, rewriter)
    if (last := body.last) is not None:
        rewriter.create_before(last, FUNC_RETURN, last.operands, location=last.location)
        rewriter.erase(last)
    _erase_edges(body.arguments, rewriter)
    return ExportedBody(tuple([argument.type for argument in body.arguments]), in_shardings)


def _shardings(
    computation: Operation, name: str, values: Sequence[Value], rewriter: BaseRewriter
) -> ShardingPerValue | None:
    """The shardings on the data-flow edges of `values`; those of the property `name` if no edge has any."""
    edges = [edge_on(value) for value in values]
    shardings = [None if edge is None else stored_sharding(edge) for edge in edges]
    first = next((sharding for sharding in shardings if sharding is not None), None)
    present = computation.properties.get(name)
    if not isinstance(present, ShardingPerValue):
        present = None
    if first is None:
        return present
    if present is not None and rewriter.is_explaining:
        for number, before in enumerate(present.shardings):
            if shardings[number] is None:
                rewriter.report(sharding_lost, computation, values[number], f"{name}[{number}]", before)
    pairs = zip(shardings, values, strict=True)
    return ShardingPerValue(tuple([each or fully_open(first.mesh, value.type) for each, value in pairs]))


@remembered
def function_signature(
    computation: Signature, inputs: tuple[Type, ...], in_shardings: ShardingPerValue | None
) -> Signature:
    """Returns the signature of the function for a computation, under the name of that."""
    name = computation.properties["name"]
    properties: dict[str, Attribute] = {
        "sym_name": name,
        "sym_visibility": StringAttr("private"),
        "function_type": TypeAttr(FunctionType(inputs, computation.result_types)),
    }
    if in_shardings is not None and in_shardings.shardings:
        dictionaries = [DictionaryAttr(((SHARDING, sharding),)) for sharding in in_shardings.shardings]
        properties["arg_attrs"] = ArrayAttr(tuple(dictionaries))
    attributes = {ORIGINAL_FUNC_NAME: name}
    thread = computation.attributes.get(EXECUTION_THREAD)
    if thread is not None:
        attributes[EXECUTION_THREAD] = thread
    return Signature.of(FUNC, (), (), DictionaryAttr.of(properties), DictionaryAttr.of(attributes))


def call_signature(computation: Signature, function: str, out_shardings: ShardingPerValue | None) -> Signature:
    """Returns the signature of the call of `function` that takes the place of a named computation."""
    like = _call_like(computation, out_shardings)
    if "callee" in computation.attributes:
        return like
    return like.with_property("callee", SymbolRefAttr((function,)))


@remembered
def _call_like(computation: Signature, out_shardings: ShardingPerValue | None) -> Signature:
    """Returns the signature of a call, of any function unless an attribute of the computation is a callee."""
    given = dict(computation.attributes.without(EXECUTION_THREAD).items())
    if out_shardings is not None:
        given[SHARDING] = out_shardings
    properties: dict[str, Attribute] = {} if "callee" in given else {"callee": SymbolRefAttr(("",))}
    return Signature.of(CALL, computation.operand_types, computation.result_types, *assigned(CALL, properties, given))


def _erase_edges(values: Sequence[Value], rewriter: BaseRewriter) -> None:
    """Erases the data-flow edges on `values`, which are used instead."""
    for value in values:
        edge = edge_on(value)
        if edge is not None:
            rewriter.bypass(edge)


def sharding_lost(computation: Operation, value: Value, place: str, sharding: Sharding) -> Explanation:
    """A sharding of a named computation is lost: edges on other values have shardings, one on this value has none."""
    text = "{place} loses {sharding}: a data-flow edge has a sharding, but none on {value}"
    return explained("sharding-lost", text, computation, place=place, sharding=sharding, value=value)


def outlined(call: Operation, function: Operation) -> Explanation:
    """The body of a named computation has become a function."""
    original = function.attributes[ORIGINAL_FUNC_NAME]
    assert isinstance(original, StringAttr)
    name = symbol_name(function)
    kind, text = "computation-outlined", "body of the named computation {name} moved into @{function}"
    if name != original.value:
        kind, text = "computation-outlined-renamed", text + ", since @{name} is taken"
    return explained(kind, text, call, name=original.value, function=name)
