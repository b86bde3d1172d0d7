"""-control-flow-sink."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("control-flow-sink")
class ControlFlowSink(Pass):
    """Moves operations into branches, which leaves programs as they are: no operation implements MLIR's interface.

    `stablehlo.case` and `stablehlo.if` do not tell MLIR when their regions run.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        pass
