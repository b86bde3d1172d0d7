"""-sdy-close-shardings."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.dialects.sdy.attributes import DimensionSharding, Sharding
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-close-shardings")
class CloseShardings(Pass):
    """Closes all dimensions of shardings and drops replicated axes.

    Axes, priorities and unreduced axes stay. An empty dimension with a priority cannot be closed: the verifier
    rejects the program then.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        def report(op: Operation, signature: Signature) -> None:
            rewriter.report(shardings_closed, op, signature)

        rewriter.rewrite_shardings(module, closed, report if rewriter.is_explaining else None)


def closed(sharding: Sharding) -> Sharding:
    """Returns `sharding` with every dimension closed, and without replicated axes."""
    dimensions = [DimensionSharding(dimension.axes, True, dimension.priority) for dimension in sharding.dimensions]
    return sharding.replace(dimensions=tuple(dimensions), replicated=())


def shardings_closed(op: Operation, signature: Signature) -> Iterator[Explanation]:
    """The operation, with its old shardings still, gets the shardings of another signature."""
    from sdyopt.sharding.uses import sharding_uses_of

    for use in sharding_uses_of(op, op.signature):
        numbers = [number for number, old in enumerate(use.sharding.dimensions) if not old.is_closed]
        if numbers:
            text = "{dimensions:dimension|dimensions} {dimensions} of {of} closed"
            yield explained("closed", text, use.place, dimensions=numbers, of=use.subject)
        if use.sharding.replicated:
            text = "replicated {axes:axis|axes} {axes} of {of} dropped"
            yield explained("replicated-axes-dropped", text, use.place, axes=use.sharding.replicated, of=use.subject)
