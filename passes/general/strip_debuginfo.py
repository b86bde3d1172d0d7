"""-strip-debuginfo."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation, walk
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("strip-debuginfo")
class StripDebugInfo(Pass):
    """Drops the locations of operations and block arguments.

    Later errors and remarks have no position in the input, and `-mlir-print-debuginfo` shows `loc(unknown)`.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for inner in walk(op):
            rewriter.set_location(inner, UNKNOWN)
            for region in inner.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        rewriter.set_location(argument, UNKNOWN)
