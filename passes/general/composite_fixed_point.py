"""-composite-fixed-point-pass."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter

NOT_CONVERGED = 'Composite pass "{}"+ didn\'t converge in {} iterations'
NO_ITERATIONS = "Invalid maxIterations value: {}"


@register_pass("composite-fixed-point-pass")
class CompositeFixedPoint(Pass):
    """Runs a pipeline again and again, until it changes nothing.

    After the maximum number of iterations it runs once more, and a warning says that there may be more to do.
    """

    anchor: ClassVar[str] = ANY

    name_: str = option(default="CompositeFixedPointPass", help="What the warning calls the pass")
    pipeline: str = option(default="", help="The passes, as in `cse,func.func(canonicalize)`", is_pipeline=True)
    max_iterations: int = option(default=10, help="Maximum number of iterations, at least 1")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if self.max_iterations <= 0:
            message = NO_ITERATIONS.format(self.max_iterations)
            raise CompilationError([Diagnostic("error", message, op.location)])
        for _ in range(self.max_iterations):
            if not rewriter.run_pipeline(f"any({self.pipeline})", op):
                return
        rewriter.run_pipeline(f"any({self.pipeline})", op)
        message = NOT_CONVERGED.format(self.name_, self.max_iterations)
        rewriter.emit(Diagnostic("warning", message, op.location))
