"""Passes that bring functions and calls back after propagation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.attributes import FUNC_MANUAL_AXES, ORIGINAL_FUNC_NAME, ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION, RESHARD
from sdyopt.dialects.sdy.shardings.slots import (
    device_of,
    edge_on,
    fully_open,
    function_result_sharding,
    meshes_by_name,
    sharding_of,
    stored_sharding,
    stored_shardings,
)
from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, FunctionType, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import SymbolTable, symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.constraints import assigned
from sdyopt.mlir.declare.definition import RESULT_ATTRIBUTES, SHARDING
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.control_flow import CopiedBodies
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.rewrite.rewriter import BaseRewriter
from sdyopt.rewriting.functions import Functions, callee_name, original_name
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import (
    FunctionShardings,
    all_fully_closed,
    are_equivalent,
    call_shardings,
    fully_closed,
    with_result_shardings,
)

EXECUTION_THREAD = "execution_thread"
"""The attribute of a named computation that becomes one of the function."""


@register_pass("sdy-export-named-computations")
class ExportNamedComputations(Pass):
    """Moves the body of each sdy.named_computation into a private function, and calls that.

    The function has the name of the computation, or one made of it, and notes it in `sdy.original_func_name`. Its
    arguments have the in-shardings, the call has the out-shardings; if there are data-flow edges with shardings, the
    shardings are those of the edges, which are erased.
    """

    keeps_order = True

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        table, bodies = SymbolTable(module), CopiedBodies(export_body)
        computations = rewriter.listing(module).collect_kind_post(NAMED_COMPUTATION)
        calls = [outline(op, table, bodies, rewriter) for op in computations]
        for call in calls:
            _erase_edges(call.results, rewriter)


class ExportedBody(NamedTuple):
    """The facts about the body of a function."""

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
        rewriter.create_before(last, RETURN, last.operands, location=last.location)
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
                text = "{place} loses {sharding}: a data-flow edge has a sharding, but none on {value}"
                rewriter.tell(
                    "sharding-lost", text, computation, place=f"{name}[{number}]", sharding=before, value=values[number]
                )
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
    if (thread := computation.attributes.get(EXECUTION_THREAD)) is not None:
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
        if (edge := edge_on(value)) is not None:
            rewriter.bypass(edge)


def outlined(call: Operation, function: Operation) -> Explanation:
    """The body of a named computation has become a function."""
    original = function.attributes.find(StringAttr, ORIGINAL_FUNC_NAME)
    name = symbol_name(function)
    kind, text = "computation-outlined", "body of the named computation {name} moved into @{function}"
    if name != original.value:
        kind, text = "computation-outlined-renamed", text + ", since @{name} is taken"
    return explained(kind, text, call, name=original.value, function=name)


@register_pass("sdy-propagate-to-func-results")
class PropagateToFuncResults(Pass):
    """Gives the results of functions the shardings of the values that are returned.

    A result whose value has no sharding loses its own. The results of the main function are the user's: they keep what
    they have, and the others get nothing either before jaxlib 0.11.2.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions = Functions(module)
        main, meshes = functions.find_main(), meshes_by_name(module)
        for name, function in functions.by_name.items():
            if function is main and not since("0.11.2"):
                text = "result shardings of @{name} stay as they are: it is the main function"
                rewriter.tell("function-skipped", text, function, name=name)
                continue
            if not (blocks := function.regions[0].blocks):
                message = f"function @{name} has no body that says what the shardings of its results are"
                raise failure(message, function.location)
            if (last := blocks[0].last) is None or last.signature.definition is not RETURN:
                continue
            before = function.signature
            shardings = [sharding_of(value) for value in last.operands]
            if since("0.11.2"):
                shardings = [each if device_of(each, meshes) is None else None for each in shardings]
            if function is main:
                present = stored_shardings(before, RESULT_ATTRIBUTES)
                shardings = [own or found for own, found in zip(present, shardings, strict=True)]
            if rewriter.is_explaining:
                for number, sharding in enumerate(shardings):
                    if function_result_sharding(function, number) is not sharding:
                        rewriter.report(result_sharded, function, number, sharding)
            rewriter.set_signature(function, with_result_shardings(before, shardings))


def result_sharded(function: Operation, number: int, sharding: Sharding | None) -> Explanation:
    """The result of a function gets the sharding of what is returned, or loses its own."""
    kind, text = ("result-sharding-set", "result {number} gets the sharding of {value}, returned here: {sharding}")
    if sharding is None:
        kind, text = ("result-sharding-removed", "result {number} loses its sharding: {value}, returned here, has none")
    value = function.regions[0].blocks[0].terminator.operands[number]
    return explained(kind, text, function, number=number, value=value, sharding=sharding)


class Origin(NamedTuple):
    """The common origin of functions whose calls are calls of one: their copies must be of one function."""

    name: str
    manual_axes: ManualAxes | None


class Key(NamedTuple):
    """An origin, and the shardings of arguments and results."""

    origin: Origin
    arguments: ShardingPerValue | None
    results: ShardingPerValue | None


Calls = Sequence[tuple[Operation, Operation]]
"""Calls, each with its function."""


@register_pass("sdy-unflatten-call-graph")
class UnflattenCallGraph(Pass):
    """Lets calls of copies of a function share one of them again.

    They do if the shardings of arguments and results are the same; the copy that is called first is the one. Bodies and
    the shardings of calls do not matter. Functions that nothing calls any more stay.
    """

    dedup_functions_fully: bool = option(
        default=False, help="Shares one copy whatever the shardings are: that whose shardings most calls have"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        of_interest = rewriter.listing(module).collect_kind(CALL, FUNC)
        calls = [(op, functions.called_by(op)) for op in of_interest if op.signature.definition is CALL]
        keys = {function: key_of(function, shardings) for _, function in calls}
        shared = most_called(calls, keys) if self.dedup_functions_fully else first_called(calls, keys)
        for call, function in calls:
            if (chosen := shared[keys[function]]) is not function:
                name = symbol_name(chosen)
                assert name is not None
                rewriter.report(function_merged, call, callee_name(call), name, keys[function] == keys[chosen])
                rewriter.set_property(call, "callee", SymbolRefAttr((name,)))
            else:
                rewriter.report(function_kept, call, callee_name(call), self.dedup_functions_fully)
        for op in of_interest:
            if op.signature.definition is FUNC:
                attributes = op.attributes
                if ORIGINAL_FUNC_NAME in attributes or FUNC_MANUAL_AXES in attributes:
                    kept = attributes.without(ORIGINAL_FUNC_NAME, FUNC_MANUAL_AXES)
                    rewriter.set_signature(op, op.signature.with_attributes(kept))


def key_of(function: Operation, shardings: FunctionShardings) -> Key:
    axes = function.attributes.get(FUNC_MANUAL_AXES)
    origin = Origin(original_name(function), axes if isinstance(axes, ManualAxes) else None)
    return Key(origin, shardings.of_arguments(function), shardings.of_results(function))


def first_called(calls: Calls, keys: dict[Operation, Key]) -> dict[Key, Operation]:
    """Returns the function for the calls of each key: that which is called first."""
    chosen: dict[Key, Operation] = {}
    for _, function in calls:
        chosen.setdefault(keys[function], function)
    return chosen


def most_called(calls: Calls, keys: dict[Operation, Key]) -> dict[Key, Operation]:
    """Returns the function for the calls of each key, which is the same for all keys of an origin.

    The calls are counted by key, one after the other. A key with more calls so far than that of the chosen function
    makes the function of the last of them the chosen one.
    """
    chosen: dict[Origin, Operation] = {}
    for _, function in calls:
        chosen.setdefault(keys[function].origin, function)
    counts: Counter[Key] = Counter()
    for _, function in calls:
        key = keys[function]
        counts[key] += 1
        if counts[key] > counts[keys[chosen[key.origin]]]:
            chosen[key.origin] = function
    return {key: chosen[key.origin] for key in keys.values()}


def function_merged(call: Operation, function: str, chosen: str, has_same_shardings: bool) -> Explanation:
    """A call calls another copy of its function, or the function itself, from now on."""
    text = "call of @{function} is one of @{chosen} now, which has the same shardings"
    if not has_same_shardings:
        text = "call of @{function} is one of @{chosen} now, whose shardings most calls have"
    return explained("function-merged", text, call, function=function, chosen=chosen)


def function_kept(call: Operation, function: str, is_fully_deduplicated: bool) -> Explanation:
    """A call calls its function still."""
    text = "call of @{function} stays: no copy of it with the same shardings is called before"
    if is_fully_deduplicated:
        text = "call of @{function} stays: its copies have no shardings that more calls have"
    return explained("function-kept", text, call, function=function)


@register_pass("sdy-insert-func-call-reshards")
class InsertFuncCallReshards(Pass):
    """Inserts reshards of call results whose shardings differ between the call and its function.

    The call then has the shardings of the function, and the reshard, which all users use, what the call had. Only axes
    of dimensions count as a difference. Unreduced ones do since jaxlib 0.11; since 0.12 the call keeps its own sharding
    where they differ, and there is no reshard.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        for call in rewriter.listing(module).collect_kind(CALL):
            of_function = shardings.of_results(functions.called_by(call))
            of_call = call_shardings(call.signature)
            if of_function is None:
                if of_call is None:
                    continue
                of_function = all_fully_closed(of_call)
            wanted = (None,) * len(call.results) if of_call is None else of_call.shardings
            # In a nested module the name may mean a function with other results; then the call is not valid any more.
            kept = [*of_function.shardings]
            for result, has, wants in zip(call.results, of_function.shardings, wanted, strict=False):
                sums_alike = has.unreduced == (() if wants is None else wants.unreduced) or not since("0.11.0")
                if since("0.12.0.1") and not sums_alike:
                    kept[result.index] = wants or fully_closed(has)
                elif sums_alike and are_equivalent(has, wants):
                    rewriter.tell(
                        "result-not-resharded",
                        "{value} not resharded: the function returns it on the same axes",
                        result,
                        value=result,
                    )
                else:
                    reshard(result, has, wants or fully_closed(has), rewriter)
            of_function = ShardingPerValue(tuple(kept))
            if of_function is not of_call:
                rewriter.tell(
                    "call-shardings-set",
                    "this call has the shardings of @{function} now: {shardings}",
                    call,
                    function=callee_name(call),
                    shardings=of_function,
                )
            rewriter.set_attribute(call, SHARDING, of_function)


def reshard(result: Value, has: Sharding, wanted: Sharding, rewriter: Rewriter) -> None:
    """Inserts a reshard to the sharding `wanted` right after the call, for all uses of the result."""
    rewriter.tell(
        "result-resharded",
        "{value} resharded to {sharding}: the function returns it as {returned}",
        result,
        value=result,
        sharding=wanted,
        returned=has,
    )
    op = rewriter.create_after(
        result, RESHARD, [result], properties={"sharding": wanted}, location=result.definition_location
    )
    rewriter.renames(op.result, result)
    rewriter.replace_uses(result, op.result, except_in=op)
