"""Canonicalization of comparisons of integers, converted to floating-point numbers, with constants."""

from __future__ import annotations

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import CMPF_PREDICATES, CMPI_PREDICATES
from sdyopt.dialects.arith.fold.floats import defined_by, format_of
from sdyopt.ir.attributes import I1, I64, FloatAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.literals.float_formats import FloatFormat
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values import float_arithmetic as numbers
from sdyopt.rewriting.folding.values.elements import Elements, attribute_of, mask, width_of
from sdyopt.rewriting.folding.values.float_conversions import to_integer
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new


@pattern(arith.CMPF, "CmpFIntToFPConst")
def comparison_of_integer(op: Operation, rewriter: PatternRewriter) -> bool:
    """Compares the integer itself, where that is the same."""
    converted, constant = op.operands
    signed, unsigned = defined_by(converted, arith.SITOFP), defined_by(converted, arith.UITOFP)
    cast, right, code = signed or unsigned, constant_value(constant), op.properties["predicate"]
    if cast is None or not isinstance(right, FloatAttr) or not isinstance(code, IntegerAttr):
        return False
    (integer,) = cast.operands
    width = width_of(integer.type)
    found = integer_comparison(
        CMPF_PREDICATES[code.value], signed is not None, width, right.bits, format_of(right.type)
    )
    if found is None:
        return False
    if isinstance(found, bool):
        replace_with_new(op, rewriter, arith.CONSTANT, properties={"value": attribute_of(Elements(I1, (found,)))})
        return True
    predicate, bound = found
    value = attribute_of(Elements(integer.type, (bound & mask(width),)))
    number = rewriter.create_before(op, arith.CONSTANT, [], [integer.type], {"value": value}, location=op.location)
    properties = {"predicate": IntegerAttr(CMPI_PREDICATES.index(predicate), I64)}
    replace_with_new(op, rewriter, arith.CMPI, [integer, number.result], properties=properties)
    return True


def integer_comparison(
    predicate: str, is_signed: bool, width: int, right: int, format: FloatFormat
) -> bool | tuple[str, int] | None:
    """Returns what the comparison of an integer of that width, as a number of that format, with `right` is.

    That is its result if all integers have it, or the predicate of `arith.cmpi` and the integer to compare with. It is
    None if the conversion may round the integer to another side of the number, and for a NaN.
    """
    if numbers.is_nan(right, format) or predicate in ("false", "true"):
        return None
    if width > format.precision and _may_round_over(right, width - is_signed, format):
        return None
    if predicate in ("ord", "uno"):
        return predicate == "ord"
    relation = predicate[1:]
    least, greatest = (-(1 << width >> 1), mask(width - 1)) if is_signed else (0, mask(width))
    if numbers.compare(numbers.rounded(greatest, format), right, format) == "less":
        return relation in ("ne", "lt", "le")
    if numbers.compare(numbers.rounded(least, format), right, format) == "greater":
        return relation in ("ne", "gt", "ge")
    if to_integer(right, format, width, is_signed) is None:
        return None
    value = numbers.value_of(right, format)
    bound = value.truncated
    if numbers.compare(numbers.rounded(bound, format), right, format) != "equal":
        if relation in ("eq", "ne"):
            return relation == "ne"
        relation = _relation_to_fraction(relation, value.significand > 0)
    sign = "" if relation in ("eq", "ne") else "s" if is_signed else "u"
    return sign + relation, bound


def _may_round_over(right: int, value_bits: int, format: FloatFormat) -> bool:
    """Whether an integer of this number of bits, beside the sign, may be rounded to what compares otherwise."""
    if numbers.is_infinite(right, format):
        return numbers.value_of(format.largest, format).magnitude < value_bits
    value = numbers.value_of(right, format)
    return value.significand != 0 and format.precision <= value.magnitude <= value_bits


def _relation_to_fraction(relation: str, is_positive: bool) -> str:
    """Returns how integers that are so related to a fraction are to that rounded towards zero."""
    if is_positive:
        return {"lt": "le", "ge": "gt"}.get(relation, relation)
    return {"le": "lt", "gt": "ge"}.get(relation, relation)


PATTERNS = (comparison_of_integer,)
