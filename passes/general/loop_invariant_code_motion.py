"""-loop-invariant-code-motion."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("loop-invariant-code-motion")
class LoopInvariantCodeMotion(Pass):
    """Moves operations out of loops, which leaves programs as they are: no operation implements MLIR's loop interface.

    A `stablehlo.while` is none; of what it holds `-canonicalize` moves constants out.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        pass
