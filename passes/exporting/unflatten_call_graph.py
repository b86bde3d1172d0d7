"""-sdy-unflatten-call-graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import FUNC_MANUAL_AXES, ORIGINAL_FUNC_NAME, ManualAxes, ShardingPerValue
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import Functions, callee_name, original_name
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import FunctionShardings


class Origin(NamedTuple):
    """What functions must have in common for calls of them to be calls of one: their copies must be of one function."""

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
        known: dict[Signature, Key] = {}
        keys = {function: _known_key(function, shardings, known) for _, function in calls}
        shared = most_called(calls, keys) if self.dedup_functions_fully else first_called(calls, keys)
        for call, function in calls:
            chosen = shared[keys[function]]
            if chosen is not function:
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
                    rewriter.set_signature(op, op.signature.with_attributes(_without_marks(attributes)))


@remembered
def _without_marks(attributes: DictionaryAttr) -> DictionaryAttr:
    return attributes.without(ORIGINAL_FUNC_NAME, FUNC_MANUAL_AXES)


def key_of(function: Operation, shardings: FunctionShardings) -> Key:
    """Returns the key of a function."""
    axes = function.attributes.get(FUNC_MANUAL_AXES)
    origin = Origin(original_name(function), axes if isinstance(axes, ManualAxes) else None)
    return Key(origin, shardings.of_arguments(function), shardings.of_results(function))


def _known_key(function: Operation, shardings: FunctionShardings, known: dict[Signature, Key]) -> Key:
    """Returns the key of a function; of copies that differ in their names alone it is the same."""
    signature = function.signature.nameless
    if not isinstance(signature.attributes.get(ORIGINAL_FUNC_NAME), StringAttr):
        return key_of(function, shardings)
    key = known.get(signature)
    if key is None:
        key = known[signature] = key_of(function, shardings)
    return key


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
