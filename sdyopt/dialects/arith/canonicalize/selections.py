"""Canonicalization of selections, and of conditions that are inverted."""

from __future__ import annotations

from functools import partial

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import CMPI_PREDICATES
from sdyopt.dialects.arith.canonicalize.constant_chains import definition_of
from sdyopt.dialects.arith.fold.comparisons import INVERTED, predicate_of, with_predicate
from sdyopt.ir.attributes import I1, BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values.elements import is_all
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.simplifications import Simplifier, defining_constant

TRUE = BoolAttr(True)


@pattern(arith.XORI, "(anonymous namespace)::XOrINotCmpI", benefit=2)
def inverted_comparison(op: Operation, rewriter: PatternRewriter) -> bool:
    """Inverts the predicate in place of the result."""
    comparison = definition_of(op, 0, arith.CMPI)
    if comparison is None or constant_value(op.operands[1]) is not TRUE:
        return False
    simplifier = Simplifier(op, rewriter, [comparison])
    predicate = with_predicate(comparison, INVERTED[predicate_of(comparison)])
    return simplifier.replace_by(
        simplifier.create(arith.CMPI, comparison.operands, op.result.type, {"predicate": predicate})
    )


def _select(op: Operation, matched: Operation, operands: list[Value], rewriter: PatternRewriter) -> bool:
    """Replaces a selection by another one."""
    simplifier = Simplifier(op, rewriter, [matched])
    return simplifier.replace_by(simplifier.create(arith.SELECT, operands, op.result.type))


def _select_again(index: int, op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the value, the operand of that number, that an earlier selection by the same condition has chosen."""
    earlier = definition_of(op, index, arith.SELECT)
    if earlier is None or earlier.operands[0] is not op.operands[0]:
        return False
    operands = op.operands[:]
    operands[index] = earlier.operands[index]
    return _select(op, earlier, operands, rewriter)


@pattern(arith.SELECT, "(anonymous namespace)::SelectNotCond", benefit=2)
def select_by_inverted(op: Operation, rewriter: PatternRewriter) -> bool:
    """Swaps the values in place of inverting the condition."""
    _, if_true, if_false = op.operands
    inversion = definition_of(op, 0, arith.XORI)
    found = None if inversion is None else defining_constant(inversion.operands[1])
    if inversion is None or found is None or found[1] is not TRUE:
        return False
    return _select(op, found[0], [inversion.operands[0], if_false, if_true], rewriter)


@pattern(arith.SELECT, "(anonymous namespace)::SelectI1ToNot")
def select_inverted(op: Operation, rewriter: PatternRewriter) -> bool:
    """Inverts the condition in place of selecting `false` or `true`."""
    condition, if_true, if_false = op.operands
    if op.result.type is not I1 or not _are(if_true, 0, if_false, 1):
        return False
    simplifier = Simplifier(op, rewriter)
    return simplifier.replace_by(simplifier.create(arith.XORI, [condition, simplifier.constant(TRUE, I1)], I1))


@pattern(arith.SELECT, "SelectToExtUI")
def select_bit(op: Operation, rewriter: PatternRewriter) -> bool:
    """Extends the condition in place of selecting 1 or 0."""
    condition, if_true, if_false = op.operands
    (type,) = op.signature.result_types
    if type is I1 or not isinstance(type, IntegerType) or type.signedness:
        return False
    is_inverted = _are(if_true, 0, if_false, 1)
    if not is_inverted and not _are(if_true, 1, if_false, 0):
        return False
    simplifier = Simplifier(op, rewriter)
    if is_inverted:
        condition = simplifier.create(arith.XORI, [condition, simplifier.constant(TRUE, I1)], I1)
    return simplifier.replace_by(simplifier.create(arith.EXTUI, [condition], type))


def _are(value: Value, bits: int, other: Value, other_bits: int) -> bool:
    """Whether two values are these numbers."""
    return is_all(constant_value(value), bits) and is_all(constant_value(other), other_bits)


def _select_compared(predicate: int, is_swapped: bool, op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the larger or smaller of two integers in place of comparing them."""
    comparison = definition_of(op, 0, arith.CMPI)
    if comparison is None or predicate_of(comparison) != predicate:
        return False
    lhs, rhs = comparison.operands
    if op.operands[1:] != ([rhs, lhs] if is_swapped else [lhs, rhs]):
        return False
    simplifier = Simplifier(op, rewriter, [comparison])
    return simplifier.replace_by(
        simplifier.create(EXTREMA[CMPI_PREDICATES[predicate][:2], is_swapped], [lhs, rhs], op.result.type)
    )


EXTREMA = {
    ("sg", False): arith.MAXSI,
    ("sg", True): arith.MINSI,
    ("sl", False): arith.MINSI,
    ("sl", True): arith.MAXSI,
    ("ug", False): arith.MAXUI,
    ("ug", True): arith.MINUI,
    ("ul", False): arith.MINUI,
    ("ul", True): arith.MAXUI,
}
"""What selects one of two integers that are compared, by how a predicate begins and whether the values are swapped."""


def _compared_pattern(predicate: int, is_swapped: bool) -> Pattern:
    word = CMPI_PREDICATES[predicate]
    result = EXTREMA[word[:2], is_swapped].name.removeprefix("arith.")
    relation = f"{word[0].upper()}{word[1:]}To{result[:3].capitalize()}{result[3:].upper()}"
    name = f"(anonymous namespace)::SelectCmpI{relation}"
    return pattern(arith.SELECT, name, benefit=2)(partial(_select_compared, predicate, is_swapped))


PATTERNS = (
    inverted_comparison,
    pattern(arith.SELECT, "(anonymous namespace)::RedundantSelectFalse", benefit=2)(partial(_select_again, 2)),
    pattern(arith.SELECT, "(anonymous namespace)::RedundantSelectTrue", benefit=2)(partial(_select_again, 1)),
    select_by_inverted,
    select_inverted,
    select_bit,
    *[
        _compared_pattern(number, is_swapped)
        for number, word in enumerate(CMPI_PREDICATES)
        if len(word) == len("slt")
        for is_swapped in (False, True)
    ],
)
"""The patterns."""
