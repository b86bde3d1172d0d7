"""Canonicalization of the operations of arith with two results, of which one is not used, or is simple."""

from __future__ import annotations

from functools import partial

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import CMPI_PREDICATES
from sdyopt.ir.attributes import I64, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.verify.type_relations import with_i1
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values.elements import is_all, number, width_of
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.simplifications import Simplifier


def _first_result_only(definition: OpDef, op: Operation, rewriter: PatternRewriter) -> bool:
    """Computes only the first result where nothing uses the second."""
    first, second = op.results
    if second.is_used:
        return False
    simplifier = Simplifier(op, rewriter)
    value = simplifier.create(definition, op.operands, first.type)
    return simplifier.replace_by(value, value)


def _first_result_pattern(root: OpDef, name: str, definition: OpDef) -> Pattern:
    return pattern(root, f"(anonymous namespace)::{name}")(partial(_first_result_only, definition))


@pattern(arith.MULSI_EXTENDED, "(anonymous namespace)::MulSIExtendedRHSOne")
def product_with_one(op: Operation, rewriter: PatternRewriter) -> bool:
    """The upper half of a product with 1 are copies of the sign."""
    value, factor = op.operands
    zero = number(value.type, 0)
    if zero is None or width_of(value.type) == 1 or not is_all(constant_value(factor), 1):
        return False
    simplifier = Simplifier(op, rewriter)
    properties = {"predicate": IntegerAttr(CMPI_PREDICATES.index("slt"), I64)}
    is_negative = simplifier.create(
        arith.CMPI, [value, simplifier.constant(zero, value.type)], with_i1(value.type), properties
    )
    return simplifier.replace_by(value, simplifier.create(arith.EXTSI, [is_negative], value.type))


PATTERNS = (
    _first_result_pattern(arith.ADDUI_EXTENDED, "AddUIExtendedToAddI", arith.ADDI),
    _first_result_pattern(arith.SUBUI_EXTENDED, "SubUIExtendedToSubI", arith.SUBI),
    _first_result_pattern(arith.MULUI_EXTENDED, "MulUIExtendedToMulI", arith.MULI),
    _first_result_pattern(arith.MULSI_EXTENDED, "MulSIExtendedToMulI", arith.MULI),
    product_with_one,
)
"""The patterns."""
