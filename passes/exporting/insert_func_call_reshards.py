"""-sdy-insert-func-call-reshards."""

from __future__ import annotations

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import RESHARD
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import Functions, callee_name
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import FunctionShardings, all_fully_closed, are_equivalent, call_shardings, fully_closed


@register_pass("sdy-insert-func-call-reshards")
class InsertFuncCallReshards(Pass):
    """Inserts reshards of call results whose shardings differ between the call and its function.

    The call then has the shardings of the function, and the reshard, which all users use, what the call had. Only axes
    of dimensions count as a difference. Unreduced ones do from jaxlib 0.11 on, but in 0.12 the call keeps them instead.
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
                if are_equivalent(has, wants) and (sums_alike or since("0.12.0.1")):
                    rewriter.report(result_not_resharded, result)
                    kept[result.index] = has if sums_alike or wants is None else wants
                else:
                    reshard(result, has, wants or fully_closed(has), rewriter)
            of_function = ShardingPerValue(tuple(kept))
            if of_function is not of_call:
                rewriter.report(call_shardings_set, call, of_function)
            rewriter.set_attribute(call, SHARDING, of_function)


def reshard(result: Value, has: Sharding, wanted: Sharding, rewriter: Rewriter) -> None:
    """Inserts a reshard to the sharding `wanted` right after the call, for all uses of the result."""
    rewriter.report(result_resharded, result, has, wanted)
    op = rewriter.create_after(
        result, RESHARD, [result], properties={"sharding": wanted}, location=result.definition_location
    )
    rewriter.renames(op.result, result)
    rewriter.replace_uses(result, op.result, except_in=op)


def result_resharded(value: Value, returned: Sharding, sharding: Sharding) -> Explanation:
    """The result of a call is resharded."""
    text = "{value} resharded to {sharding}: the function returns it as {returned}"
    return explained("result-resharded", text, value, value=value, sharding=sharding, returned=returned)


def call_shardings_set(call: Operation, shardings: ShardingPerValue) -> Explanation:
    """A call has the shardings of its function, fully closed ones if that has none."""
    text = "this call has the shardings of @{function} now: {shardings}"
    function = callee_name(call)
    return explained("call-shardings-set", text, call, function=function, shardings=shardings)


def result_not_resharded(value: Value) -> Explanation:
    """The result of a call needs no reshard."""
    text = "{value} not resharded: the function returns it on the same axes"
    return explained("result-not-resharded", text, value, value=value)
