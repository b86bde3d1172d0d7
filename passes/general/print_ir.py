"""-print-ir."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("print-ir")
class PrintIR(Pass):
    """Prints the program as it is at this place of the pipeline, on standard error.

    It prints in the form in which the output is printed. The program stays as it is.
    """

    anchor: ClassVar[str] = ANY

    label: str = option(default="", help="What the line above the program says")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        label = f" {self.label}" if self.label else ""
        rewriter.write(f"// -----// IR Dump{label} //----- //\n{rewriter.text_of(op, in_place=True).rstrip(chr(10))}\n")
