"""Canonicalization of parts of complex numbers."""

from __future__ import annotations

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.complex import ops as complex
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.canonicalization.replacements import replace_with_new
from sdyopt.rewriting.folders.arith_floats import defined_by
from sdyopt.rewriting.patterns import Apply, Pattern, PatternRewriter, pattern


def _part_of_negated(index: int) -> Apply:
    """Returns what negates only the part that is taken of a number."""

    def apply(op: Operation, rewriter: PatternRewriter) -> bool:
        negated = defined_by(op.operands[0], complex.NEG)
        created = None if negated is None else defined_by(negated.operands[0], complex.CREATE)
        if created is None:
            return False
        replace_with_new(op, rewriter, arith.NEGF, [created.operands[index]])
        return True

    return apply


PATTERNS: tuple[Pattern, ...] = (
    pattern(complex.RE, "(anonymous namespace)::FoldComponentNeg<mlir::complex::ReOp, 0>")(_part_of_negated(0)),
    pattern(complex.IM, "(anonymous namespace)::FoldComponentNeg<mlir::complex::ImOp, 1>")(_part_of_negated(1)),
)
