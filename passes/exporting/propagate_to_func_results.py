"""-sdy-propagate-to-func-results."""

from __future__ import annotations

from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, sharding_of, stored_shardings
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import RESULT_ATTRIBUTES
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import with_result_shardings


@register_pass("sdy-propagate-to-func-results")
class PropagateToFuncResults(Pass):
    """Gives the results of functions the shardings of the values that are returned.

    A result whose value has no sharding loses its own. The results of the main function are the user's: they keep what
    they have, and the others get nothing either before jaxlib 0.11.2.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions = Functions(module)
        main = functions.find_main()
        for name, function in functions.by_name.items():
            if function is main and not since("0.11.2"):
                rewriter.report(function_skipped, function)
                continue
            blocks = function.regions[0].blocks
            if not blocks:
                message = f"function @{name} has no body that says what the shardings of its results are"
                raise CompilationError([Diagnostic("error", message, function.location)])
            last = blocks[0].last
            if last is None or last.signature.definition is not RETURN:
                continue
            before = function.signature
            shardings = [sharding_of(value) for value in last.operands]
            if function is main:
                present = stored_shardings(before, RESULT_ATTRIBUTES)
                shardings = [own or found for own, found in zip(present, shardings, strict=True)]
            if rewriter.is_explaining:
                for number, sharding in enumerate(shardings):
                    if function_result_sharding(function, number) is not sharding:
                        rewriter.report(result_sharded, function, number, sharding)
            rewriter.set_signature(function, with_result_shardings(before, shardings))


def function_skipped(function: Operation) -> Explanation:
    """The results of the main function stay as they are."""
    text = "result shardings of @{name} stay as they are: it is the main function"
    return explained("function-skipped", text, function, name=symbol_name(function))


def result_sharded(function: Operation, number: int, sharding: Sharding | None) -> Explanation:
    """The result of a function gets the sharding of what is returned, or loses its own."""
    kind, text = (
        "result-sharding-set",
        "result {number} gets the sharding of {value}, returned here: {sharding}",
    )
    if sharding is None:
        kind, text = (
            "result-sharding-removed",
            "result {number} loses its sharding: {value}, returned here, has none",
        )
    last = function.regions[0].blocks[0].last
    assert last is not None
    value = last.operands[number]
    return explained(kind, text, function, number=number, value=value, sharding=sharding)
