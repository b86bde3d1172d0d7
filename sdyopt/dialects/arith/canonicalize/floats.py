"""Canonicalization of arithmetic on floating-point numbers: signs that cancel out, and casts of casts."""

from __future__ import annotations

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.fold.floats import defined_by, format_of, one_number
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values import float_arithmetic as numbers
from sdyopt.rewriting.patterns import Apply, Pattern, PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new


def _properties(op: Operation, *names: str) -> dict[str, Attribute]:
    """Returns those of these properties that an operation has."""
    return {name: op.properties[name] for name in names if name in op.properties}


def _rounds(op: Operation) -> bool:
    """Whether an operation says how it rounds."""
    return "roundingmode" in op.properties


@pattern(arith.SUBF, "(anonymous namespace)::SubFOfNegZero", benefit=2)
def subtraction_from_negative_zero(op: Operation, rewriter: PatternRewriter) -> bool:
    """Negates what is subtracted from -0."""
    number = one_number(constant_value(op.operands[0]))
    if number is None or _rounds(op):
        return False
    format = format_of(op.result.type)
    if not (numbers.is_zero(number, format) and numbers.is_negative(number, format)):
        return False
    replace_with_new(op, rewriter, arith.NEGF, op.operands[1:], properties=_properties(op, "fastmath"))
    return True


def _of_negated(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the sign off both operands."""
    negations = [defined_by(operand, arith.NEGF) for operand in op.operands]
    matched = [one for one in negations if one is not None]
    if len(matched) < 2 or _rounds(op):
        return False
    replace_with_new(
        op,
        rewriter,
        op.definition,
        [one.operands[0] for one in matched],
        properties=_properties(op, "fastmath"),
        location=fused([op.location, *[one.location for one in matched]]),
    )
    return True


def _truncated_cast(inner: OpDefinition) -> Apply:
    """Returns what converts an integer to the narrower type at once."""

    def apply(op: Operation, rewriter: PatternRewriter) -> bool:
        return not _rounds(op) and _skip(op, inner, inner, rewriter)

    return apply


def _extended_integer(inner: OpDefinition, new: OpDefinition) -> Apply:
    """Returns what converts an integer before it is extended."""
    return lambda op, rewriter: _skip(op, inner, new, rewriter)


def _skip(op: Operation, inner: OpDefinition, new: OpDefinition, rewriter: PatternRewriter) -> bool:
    """Replaces a cast of a cast by a new one, which is as little negative as the operand of the inner one."""
    cast = defined_by(op.operands[0], inner)
    if cast is None:
        return False
    location = fused((op.location, cast.location))
    replace_with_new(op, rewriter, new, cast.operands, properties=_properties(cast, "nonNeg"), location=location)
    return True


PATTERNS: tuple[Pattern, ...] = (
    subtraction_from_negative_zero,
    pattern(arith.MULF, "(anonymous namespace)::MulFOfNegF", benefit=3)(_of_negated),
    pattern(arith.DIVF, "(anonymous namespace)::DivFOfNegF", benefit=3)(_of_negated),
    pattern(arith.TRUNCF, "(anonymous namespace)::TruncFSIToFPToSIToFP", benefit=2)(_truncated_cast(arith.SITOFP)),
    pattern(arith.TRUNCF, "(anonymous namespace)::TruncFUIToFPToUIToFP", benefit=2)(_truncated_cast(arith.UITOFP)),
    pattern(arith.UITOFP, "(anonymous namespace)::UIToFPOfExtUI", benefit=2)(
        _extended_integer(arith.EXTUI, arith.UITOFP)
    ),
    pattern(arith.SITOFP, "(anonymous namespace)::SIToFPOfExtSI", benefit=2)(
        _extended_integer(arith.EXTSI, arith.SITOFP)
    ),
    pattern(arith.SITOFP, "(anonymous namespace)::SIToFPOfExtUI", benefit=2)(
        _extended_integer(arith.EXTUI, arith.UITOFP)
    ),
)
