"""Canonicalization of the casts of arith between integers, and of operations on integers that have been extended."""

from __future__ import annotations

from functools import partial

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import IS_EXACT, NON_NEGATIVE
from sdyopt.dialects.arith.canonicalize.constant_chains import definition_of
from sdyopt.dialects.arith.fold.comparisons import EQ, NE, predicate_of
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import Attr
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.folding.values.elements import is_all, width_of
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.simplifications import Simplifier, defining_constant


def given(attribute: Attr, *ops: Operation) -> dict[str, Attribute]:
    """Returns an attribute of the operations if all of them have it."""
    values = [op.properties.get(attribute.name) for op in ops]
    return {attribute.name: values[0]} if values[0] is not None and None not in values else {}


def _cast_of_cast(first: OpDef, result: OpDef, op: Operation, rewriter: PatternRewriter) -> bool:
    """Casts what has been cast before at once."""
    inner = definition_of(op, 0, first)
    if inner is None:
        return False
    (source,), (type,) = inner.operands, op.signature.result_types
    if op.definition is arith.TRUNCI and width_of(source.type) >= width_of(type):
        return False
    simplifier = Simplifier(op, rewriter, [inner])
    return simplifier.replace_by(simplifier.create(result, [source], type, given(NON_NEGATIVE, inner)))


def _cast_pattern(name: str, root: OpDef, first: OpDef, result: OpDef) -> Pattern:
    return pattern(root, f"(anonymous namespace)::{name}", benefit=2)(partial(_cast_of_cast, first, result))


@pattern(arith.TRUNCI, "(anonymous namespace)::TruncIShrSIToTrunciShrUI", benefit=2)
def truncate_upper_bits(op: Operation, rewriter: PatternRewriter) -> bool:
    """Moves the upper bits, which are all that is left, without the sign."""
    shift = definition_of(op, 0, arith.SHRSI)
    found = None if shift is None else defining_constant(shift.operands[1])
    if shift is None or found is None:
        return False
    value, (type,) = shift.operands[0], op.signature.result_types
    if not is_all(found[1], width_of(value.type) - width_of(type)):
        return False
    simplifier = Simplifier(op, rewriter, [found[0]])
    distance = simplifier.constant(found[1], value.type)
    shifted = simplifier.create(arith.SHRUI, [value, distance], value.type, given(IS_EXACT, shift))
    return simplifier.replace_by(simplifier.create(arith.TRUNCI, [shifted], type, dict(op.properties.entries)))


def _both_extended(op: Operation, extension: OpDef) -> list[Operation] | None:
    """Returns the extensions of the operands, if both were extended from the same type."""
    first, second = definition_of(op, 0, extension), definition_of(op, 1, extension)
    if first is None or second is None or first.operands[0].type is not second.operands[0].type:
        return None
    return [first, second]


def _bits_of_extended(extension: OpDef, op: Operation, rewriter: PatternRewriter) -> bool:
    """Extends the result of an operation on bits in place of its operands."""
    extended = _both_extended(op, extension)
    if extended is None:
        return False
    first, second = extended
    type = first.operands[0].type
    is_not_negative = given(NON_NEGATIVE, first, second)
    if op.definition is arith.ANDI:
        is_not_negative = given(NON_NEGATIVE, first) or given(NON_NEGATIVE, second)
    simplifier = Simplifier(op, rewriter, extended)
    bits = simplifier.create(op.definition, [first.operands[0], second.operands[0]], type)  # type: ignore[arg-type]
    return simplifier.replace_by(simplifier.create(extension, [bits], op.result.type, is_not_negative))


def _compare_extended(extension: OpDef, op: Operation, rewriter: PatternRewriter) -> bool:
    """Compares, for equality, what has been extended."""
    extended = _both_extended(op, extension)
    if extended is None or predicate_of(op) not in (EQ, NE):
        return False
    simplifier = Simplifier(op, rewriter, extended)
    operands = [one.operands[0] for one in extended]
    return simplifier.replace_by(simplifier.create(arith.CMPI, operands, op.result.type, dict(op.properties.entries)))


def _extended_patterns(name: str, extension: OpDef) -> list[Pattern]:
    bits = partial(_bits_of_extended, extension)
    return [
        pattern(arith.ANDI, f"(anonymous namespace)::AndOf{name}", benefit=3)(bits),
        pattern(arith.ORI, f"(anonymous namespace)::OrOf{name}", benefit=3)(bits),
        pattern(arith.XORI, f"(anonymous namespace)::XOrIOf{name}", benefit=3)(bits),
        pattern(arith.CMPI, f"(anonymous namespace)::CmpI{name}", benefit=3)(partial(_compare_extended, extension)),
    ]


PATTERNS = (
    _cast_pattern("ExtSIOfExtUI", arith.EXTSI, arith.EXTUI, arith.EXTUI),
    _cast_pattern("IndexCastOfExtSI", arith.INDEX_CAST, arith.EXTSI, arith.INDEX_CAST),
    _cast_pattern("IndexCastUIOfExtUI", arith.INDEX_CASTUI, arith.EXTUI, arith.INDEX_CASTUI),
    _cast_pattern("BitcastOfBitcast", arith.BITCAST, arith.BITCAST, arith.BITCAST),
    _cast_pattern("TruncIExtSIToExtSI", arith.TRUNCI, arith.EXTSI, arith.EXTSI),
    _cast_pattern("TruncIExtUIToExtUI", arith.TRUNCI, arith.EXTUI, arith.EXTUI),
    truncate_upper_bits,
    *_extended_patterns("ExtUI", arith.EXTUI),
    *_extended_patterns("ExtSI", arith.EXTSI),
)
"""The patterns."""
