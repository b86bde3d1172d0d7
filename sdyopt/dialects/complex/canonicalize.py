"""Canonicalization patterns of the complex dialect, and of bitcasts whose operand is a complex number."""

from __future__ import annotations

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.fold.floats import defined_by
from sdyopt.dialects.complex import ops as complex
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ComplexType
from sdyopt.rewriting.patterns import Apply, Pattern, PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new


def _part_of_negated(index: int) -> Apply:
    """Returns what negates only the part that is taken of a number."""

    def apply(op: Operation, rewriter: PatternRewriter) -> bool:
        negated = defined_by(op.operands[0], complex.NEG)
        created = None if negated is None else defined_by(negated.operands[0], complex.CREATE)
        if created is None:
            return False
        replace_with_new(op, rewriter, arith.NEGF, [created.operands[index]], properties=arith.NEGF.filled_in)
        return True

    return apply


@pattern(complex.BITCAST, "MergeComplexBitcast")
def bitcast_to_or_from_complex(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips the bitcast before this one."""
    (value,) = op.operands
    inner = defined_by(value, complex.BITCAST) or defined_by(value, arith.BITCAST)
    if inner is None:
        return False
    types = inner.operands[0].type, op.result.type
    is_complex = any(isinstance(type, ComplexType) for type in types) or inner.definition is arith.BITCAST
    replace_with_new(op, rewriter, complex.BITCAST if is_complex else arith.BITCAST, inner.operands)
    return True


@pattern(arith.BITCAST, "MergeArithBitcast", dialect="complex")
def bitcast_of_bits_of_complex(op: Operation, rewriter: PatternRewriter) -> bool:
    """Skips the bitcast of a complex number before this one."""
    inner = defined_by(op.operands[0], complex.BITCAST)
    if inner is None:
        return False
    replace_with_new(op, rewriter, complex.BITCAST, inner.operands)
    return True


PATTERNS: tuple[Pattern, ...] = (
    pattern(complex.RE, "(anonymous namespace)::FoldComponentNeg<mlir::complex::ReOp, 0>")(_part_of_negated(0)),
    pattern(complex.IM, "(anonymous namespace)::FoldComponentNeg<mlir::complex::ImOp, 1>")(_part_of_negated(1)),
    bitcast_to_or_from_complex,
)
