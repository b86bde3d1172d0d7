"""Canonicalization of bitcasts of bitcasts, one of which is of a complex number."""

from __future__ import annotations

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.complex import ops as complex
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ComplexType
from sdyopt.rewriting.canonicalization.replacements import replace_with_new
from sdyopt.rewriting.folders.arith_floats import defined_by
from sdyopt.rewriting.patterns import PatternRewriter, pattern


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


PATTERNS = (bitcast_to_or_from_complex, bitcast_of_bits_of_complex)
