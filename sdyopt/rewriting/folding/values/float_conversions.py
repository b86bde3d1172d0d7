"""Conversions of floating-point numbers, given and returned as bits, to other formats and to integers."""

from __future__ import annotations

from sdyopt.mlir.literals.float_formats import FloatFormat, Rounding
from sdyopt.rewriting.folding.values.elements import mask, signed
from sdyopt.rewriting.folding.values.float_arithmetic import (
    Scaled,
    add,
    is_infinite,
    is_nan,
    is_negative,
    is_signaling,
    is_zero,
    nan,
    rounded,
    subtract,
    value_of,
    with_sign,
)


def converted(
    bits: int, source: FloatFormat, target: FloatFormat, rounding: Rounding = "to_nearest_even"
) -> int | None:
    """Returns a number in another format; None if it is another number there, or a signaling NaN here."""
    negative = is_negative(bits, source)
    if is_nan(bits, source):
        return _converted_nan(bits, source, target)
    if is_infinite(bits, source):
        return format_infinity(target, negative)
    if is_zero(bits, source):
        return None if negative and target.nan == "negative-zero" else rounded(0, target, negative_zero=negative)
    return _unchanged(value_of(bits, source), target, rounding)


def _unchanged(value: Scaled, target: FloatFormat, rounding: Rounding = "to_nearest_even") -> int | None:
    """Returns a number as one of a format; None if it is none."""
    bits = rounded(value.significand, target, rounding, exponent=value.exponent)
    if target.decode(bits) is None:
        return None
    result = value_of(bits, target)
    shift = result.exponent - value.exponent
    return bits if value.significand << max(-shift, 0) == result.significand << max(shift, 0) else None


def format_infinity(format: FloatFormat, negative: bool) -> int | None:
    """Returns an infinity; None if the format has none."""
    return format.infinity(negative) if format.has_infinity else None


def _converted_nan(bits: int, source: FloatFormat, target: FloatFormat) -> int | None:
    if target.nan == "none" or is_signaling(bits, source):
        return None
    negative = is_negative(bits, source)
    if not target.has_infinity:
        return None if source.has_infinity else nan(target, negative)
    if source.nan == "negative-zero":
        return nan(target)
    if source.is_power_of_two:
        return target.infinity(negative)
    if source.has_integer_bit and not bits >> source.mantissa_bits & 1:
        return None
    payload = bits & mask(source.mantissa_bits)
    lost = source.mantissa_bits - target.mantissa_bits
    if lost > 0 and payload & mask(lost):
        return None
    return target.infinity(negative) | (payload >> lost if lost > 0 else payload << -lost)


def from_integer(bits: int, width: int, is_signed: bool, target: FloatFormat) -> int:
    """Returns the number next to an integer."""
    return rounded(signed(bits, width) if is_signed else bits, target)


def exactly(value: int, target: FloatFormat) -> int | None:
    """Returns an integer as a number of the format; None if it is none."""
    return _unchanged(Scaled(value, 0), target)


def to_integer(bits: int, source: FloatFormat, width: int, is_signed: bool) -> int | None:
    """Returns a number rounded towards zero as the bits of an integer; None if it is out of range, or no number."""
    if source.decode(bits) is None:
        return None
    value = value_of(bits, source).truncated
    least, limit = (-(1 << width >> 1), 1 << width >> 1) if is_signed else (0, 1 << width)
    return value & mask(width) if least <= value < limit else None


def to_integral(bits: int, format: FloatFormat, rounding: Rounding) -> int:
    """Returns the number rounded to an integer, with the same sign; infinities and NaNs as they are.

    As in LLVM it is added to the least number whose neighbors are one apart, and that is subtracted again; it is too
    large for some formats.
    """
    number = format.decode(bits)
    if number is None or number.significand == 0 or number.exponent >= 0:
        return bits
    negative = is_negative(bits, format)
    whole = rounded((-1 if negative else 1) << format.mantissa_bits, format)
    result = subtract(add(bits, whole, format, rounding), whole, format, rounding)
    return with_sign(result, format, negative)
