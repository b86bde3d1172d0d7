"""Arithmetic on floating-point numbers of any format, given and returned as bits, exact before it is rounded.

NaNs are LLVM's: the first operand that is one is the result, and is quiet. A format without NaNs has infinity in their
place, which `FloatFormat.unstored` stands for.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import wraps
from math import isfinite
from struct import Struct
from typing import Literal, TypeAlias

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.literals.float_formats import FloatFormat, Rounding

Ordering: TypeAlias = Literal["less", "equal", "greater", "unordered"]


def is_nan(bits: int, format: FloatFormat) -> bool:
    """Whether a number is none."""
    return format.decode(bits) is None and not is_infinite(bits, format)


def is_infinite(bits: int, format: FloatFormat) -> bool:
    """Whether a number is an infinity."""
    if format.nan == "none":
        return bits & format.unstored != 0
    return format.nan == "ieee" and (format.canonical(bits) == format.infinity(is_negative(bits, format)))


def is_zero(bits: int, format: FloatFormat) -> bool:
    """Whether a number is 0 or -0."""
    number = format.decode(bits)
    return number is not None and number.significand == 0


def is_negative(bits: int, format: FloatFormat) -> bool:
    """Whether the sign of a number, or of a NaN, is set."""
    return bits & _sign_bit(format) != 0


def is_denormal(bits: int, format: FloatFormat) -> bool:
    """Whether a number is closer to 0 than the normal ones."""
    number = format.decode(bits)
    return number is not None and 0 < number.significand < 1 << format.mantissa_bits


class Scaled(NamedTuple):
    """The number `significand` · 2^`exponent`."""

    significand: int
    exponent: int

    @property
    def magnitude(self) -> int:
        """The exponent of the greatest power of two that is not more than the number without its sign."""
        return abs(self.significand).bit_length() - 1 + self.exponent

    @property
    def truncated(self) -> int:
        """The number rounded to an integer towards zero."""
        magnitude, exponent = abs(self.significand), self.exponent
        integer = magnitude << exponent if exponent >= 0 else magnitude >> -exponent
        return integer if self.significand >= 0 else -integer


def value_of(bits: int, format: FloatFormat) -> Scaled:
    """Returns a finite number."""
    number = format.decode(bits)
    assert number is not None
    return Scaled(-number.significand if number.negative else number.significand, number.exponent)


def _aligned(a: int, b: int, format: FloatFormat) -> tuple[int, int, int]:
    """Returns the significands of two finite numbers with the same exponent, and that."""
    first, second = value_of(a, format), value_of(b, format)
    exponent = min(first.exponent, second.exponent)
    return first.significand << first.exponent - exponent, second.significand << second.exponent - exponent, exponent


def rounded(
    value: int,
    format: FloatFormat,
    rounding: Rounding = "to_nearest_even",
    negative_zero: bool = False,
    exponent: int = 0,
    divisor: int = 1,
) -> int:
    """Returns the bits of `value` / `divisor` · 2^`exponent`; `negative_zero` is the sign of 0."""
    negative = value < 0 if value else negative_zero
    return format.encode(negative, abs(value) << max(exponent, 0), divisor << max(-exponent, 0), rounding)


def nan(format: FloatFormat, negative: bool = False) -> int:
    """Returns the NaN that stands for what is not defined."""
    infinity = format.infinity(negative)
    return infinity | 1 << (format.mantissa_bits - 1) if format.nan == "ieee" else infinity


def is_signaling(bits: int, format: FloatFormat) -> bool:
    """Whether a NaN is a signaling one."""
    return format.nan == "ieee" and is_nan(bits, format) and not bits >> (format.mantissa_bits - 1) & 1


def quiet(bits: int, format: FloatFormat) -> int:
    """Returns a NaN as one that is not signaling."""
    return bits | 1 << (format.mantissa_bits - 1) if format.nan == "ieee" else bits


def _sign_bit(format: FloatFormat) -> int:
    return format.unstored if format.is_power_of_two else 1 << (format.width - 1)


def negated(bits: int, format: FloatFormat) -> int:
    """Returns the number with the other sign; a format without negative zero has no other one of 0 and NaN."""
    if format.nan == "negative-zero" and bits & ((1 << (format.width - 1)) - 1) == 0:
        return bits
    return bits ^ _sign_bit(format)


def absolute(bits: int, format: FloatFormat) -> int:
    """Returns the number without its sign."""
    return negated(bits, format) if is_negative(bits, format) else bits


def with_sign(bits: int, format: FloatFormat, negative: bool) -> int:
    """Returns the number with that sign."""
    return bits if is_negative(bits, format) == negative else negated(bits, format)


# Arithmetic.

Binary: TypeAlias = Callable[..., int]
"""Computes with the bits of two numbers of a format, and rounds."""

_AS_DOUBLES = {"f32": (Struct("<ff"), Struct("<f"), Struct("<I")), "f64": (Struct("<dd"), Struct("<d"), Struct("<Q"))}
_AS_BITS = {"f32": Struct("<II"), "f64": Struct("<QQ")}


def _by_processor(operation: Callable[[float, float], float]) -> Callable[[Binary], Binary]:
    """Has the processor compute with numbers of f32 and f64 where it gives the same.

    It rounds the result of numbers of f32 to a double first, which is precise enough for the second rounding to be
    right. Results that are not finite may be other NaNs.
    """

    def made(exact: Binary) -> Binary:
        def compute(a: int, b: int, format: FloatFormat, rounding: Rounding = "to_nearest_even") -> int:
            if rounding == "to_nearest_even" and format.name in _AS_DOUBLES:
                pair, one, bits = _AS_DOUBLES[format.name]
                try:
                    result = operation(*pair.unpack(_AS_BITS[format.name].pack(a, b)))
                    if isfinite(result):
                        found: int = bits.unpack(one.pack(result))[0]
                        return found
                except (OverflowError, ZeroDivisionError):
                    pass
            return exact(a, b, format, rounding)

        return wraps(exact)(compute)

    return made


@_by_processor(operator.add)
def add(a: int, b: int, format: FloatFormat, rounding: Rounding = "to_nearest_even") -> int:
    """Returns the sum."""
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    if is_infinite(a, format) or is_infinite(b, format):
        if is_infinite(a, format) and is_infinite(b, format) and a != b:
            return nan(format)
        return a if is_infinite(a, format) else b
    first, second, exponent = _aligned(a, b, format)
    total = first + second
    are_negative = is_negative(a, format), is_negative(b, format)
    is_negative_zero = all(are_negative) or (rounding == "downward" and any(are_negative))
    if total == 0 and not (is_zero(a, format) and is_zero(b, format)):
        is_negative_zero = rounding == "downward"
    return rounded(total, format, rounding, is_negative_zero, exponent)


@_by_processor(operator.sub)
def subtract(a: int, b: int, format: FloatFormat, rounding: Rounding = "to_nearest_even") -> int:
    """Returns the difference."""
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    if format.nan == "negative-zero" and is_zero(b, format):
        return a
    return add(a, negated(b, format), format, rounding)


@_by_processor(operator.mul)
def multiply(a: int, b: int, format: FloatFormat, rounding: Rounding = "to_nearest_even") -> int:
    """Returns the product."""
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    negative = is_negative(a, format) != is_negative(b, format)
    if is_infinite(a, format) or is_infinite(b, format):
        return nan(format) if is_zero(a, format) or is_zero(b, format) else format.infinity(negative)
    first, second = value_of(a, format), value_of(b, format)
    product, exponent = first.significand * second.significand, first.exponent + second.exponent
    return rounded(product, format, rounding, negative, exponent)


@_by_processor(operator.truediv)
def divide(a: int, b: int, format: FloatFormat, rounding: Rounding = "to_nearest_even") -> int:
    """Returns the quotient."""
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    negative = is_negative(a, format) != is_negative(b, format)
    if is_infinite(a, format):
        return nan(format) if is_infinite(b, format) else format.infinity(negative)
    if is_infinite(b, format):
        return rounded(0, format, rounding, negative)
    if is_zero(b, format):
        return nan(format) if is_zero(a, format) else format.infinity(negative)
    first, second = value_of(a, format), value_of(b, format)
    dividend, divisor = abs(first.significand), abs(second.significand)
    exponent = first.exponent - second.exponent
    return rounded(-dividend if negative else dividend, format, rounding, negative, exponent, divisor)


def remainder(a: int, b: int, format: FloatFormat) -> int:
    """Returns what is left of the first number when it is divided by the second, with the sign of the first."""
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    if is_infinite(a, format) or is_zero(b, format):
        return nan(format)
    if is_infinite(b, format):
        return a
    negative = is_negative(a, format)
    first, second, exponent = _aligned(a, b, format)
    rest = abs(first) % abs(second)
    return rounded(-rest if negative else rest, format, negative_zero=negative, exponent=exponent)


def _nan_of(a: int, b: int, format: FloatFormat) -> int | None:
    if is_nan(a, format):
        return quiet(a, format)
    return quiet(b, format) if is_nan(b, format) else None


# Comparisons.


def compare(a: int, b: int, format: FloatFormat) -> Ordering:
    """Returns how two numbers compare; -0 equals 0."""
    if is_nan(a, format) or is_nan(b, format):
        return "unordered"
    infinite = is_infinite(a, format), is_infinite(b, format)
    if any(infinite):
        first, second = (
            _SIGNS[is_negative(bits, format)] if one else 0 for bits, one in zip((a, b), infinite, strict=True)
        )
    else:
        first, second, _ = _aligned(a, b, format)
    if first == second:
        return "equal"
    return "less" if first < second else "greater"


_SIGNS = (1, -1)


def maximum(a: int, b: int, format: FloatFormat) -> int:
    """Returns the larger number, a NaN if one is NaN; 0 is larger than -0."""
    return _extreme(a, b, format, "less", prefers_negative=False)


def minimum(a: int, b: int, format: FloatFormat) -> int:
    """Returns the smaller number, a NaN if one is NaN; -0 is smaller than 0."""
    return _extreme(a, b, format, "greater", prefers_negative=True)


def _extreme(a: int, b: int, format: FloatFormat, other_if: Ordering, prefers_negative: bool) -> int:
    found = _nan_of(a, b, format)
    if found is not None:
        return found
    if is_zero(a, format) and is_zero(b, format):
        return a if is_negative(a, format) == prefers_negative else b
    return b if compare(a, b, format) == other_if else a


def maximum_number(a: int, b: int, format: FloatFormat) -> int:
    """Returns the larger number; a NaN only if both are, or one is signaling."""
    return _number(a, b, format, maximum)


def minimum_number(a: int, b: int, format: FloatFormat) -> int:
    """Returns the smaller number; a NaN only if both are, or one is signaling."""
    return _number(a, b, format, minimum)


def _number(a: int, b: int, format: FloatFormat, choose: Callable[[int, int, FloatFormat], int]) -> int:
    for bits in (a, b):
        if is_signaling(bits, format):
            return quiet(bits, format)
    if is_nan(a, format):
        return b
    return a if is_nan(b, format) else choose(a, b, format)
