"""-sdy-pre-order-funcs."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import CallGraph
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-pre-order-funcs")
class PreOrderFuncs(Pass):
    """Sorts the functions so that each stands before those that it calls.

    They come after all else in the module. Functions without a body stay where they are, those of nested modules move
    into the module itself.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        body = module.regions[0].block
        functions = CallGraph(rewriter.listing(module)).callers_first()
        to_move = set(functions)
        before = [op for op in body.ops if op in to_move]
        others = [op for op in body.ops if op not in to_move]
        if [*others, *functions] == list(body.ops):
            return
        places = {function: number for number, function in enumerate(before, 1)}
        for number, function in enumerate(functions, 1):
            rewriter.move(function, InsertionPoint.end_of(body))
            if places.get(function) != number:
                rewriter.report(moved, function, places.get(function), number)


def moved(function: Operation, before: int | None, after: int) -> Explanation:
    """A function has another place among those with a body now, or has come out of a nested module."""
    kind, text = "function-moved", "@{function} is function {after} of the module now, and was function {before}"
    if before is None:
        kind, text = "function-taken-out", "@{function} taken out of a nested module: it is function {after} now"
    name = symbol_name(function)
    return explained(kind, text, function, function=name, before=before, after=after)
