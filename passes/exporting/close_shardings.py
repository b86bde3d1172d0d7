"""-sdy-close-shardings."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import DimensionSharding, Sharding
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Decision, Remarks
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
            rewriter.report(Closed, op, signature)

        rewriter.rewrite_shardings(module, closed, report if rewriter.is_explaining else None)


def closed(sharding: Sharding) -> Sharding:
    """Returns `sharding` with every dimension closed, and without replicated axes."""
    dimensions = [DimensionSharding(dimension.axes, True, dimension.priority) for dimension in sharding.dimensions]
    return sharding.replace(dimensions=tuple(dimensions), replicated=())


class Closed(Decision):
    """The operation, with its old shardings still, gets the shardings of another signature."""

    op: Operation
    signature: Signature

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.uses import sharding_uses_of

        for use in sharding_uses_of(self.op, self.op.signature):
            numbers = [number for number, old in enumerate(use.sharding.dimensions) if not old.is_closed]
            if numbers:
                text = "{dimensions:dimension|dimensions} {dimensions} of {of} closed"
                remarks.tell("closed", text, use.place, dimensions=numbers, of=use.subject)
            if use.sharding.replicated:
                text = "replicated {axes:axis|axes} {axes} of {of} dropped"
                axes = use.sharding.replicated
                remarks.tell("replicated-axes-dropped", text, use.place, axes=axes, of=use.subject)
