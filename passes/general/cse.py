"""-cse."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.common_subexpressions import eliminate_common_subexpressions
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("cse")
class CSE(Pass):
    """Eliminates common subexpressions: of equal operations without effects the first stays.

    Operations are equal if they have the same operands, attributes and types, and regions that compute the same. A
    result is shared in the block where it is computed and in regions inside, except in functions and computations that
    see no values from outside. Operations that nothing uses are erased, but not those that only these use.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for region in op.regions:
            eliminate_common_subexpressions(region, rewriter)
