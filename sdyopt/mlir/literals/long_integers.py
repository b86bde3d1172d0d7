"""Integers of very many digits, which Python by itself converts slowly or refuses to: MLIR's may have millions of bits.

Both ways the number is halved until its parts are short, so that multiplication takes most of the time.
"""

from __future__ import annotations

import decimal
from functools import cache

_DIGITS, _BITS = 1 << 10, 1 << 10
"""Numbers of no more than these are short."""


def from_digits(digits: str) -> int:
    """The number that decimal `digits` are."""

    @cache
    def power_of_ten(exponent: int) -> int:
        if exponent <= _DIGITS:
            return int(10**exponent)
        return power_of_ten(exponent // 2) * power_of_ten(exponent - exponent // 2)

    def number(start: int, end: int) -> int:
        if end - start <= _DIGITS:
            return int(digits[start:end])
        low = (end - start) // 2
        return number(start, end - low) * power_of_ten(low) + number(end - low, end)

    return number(0, len(digits))


def to_digits(number: int) -> str:
    """`number` in decimal digits, a minus before it if it is negative."""

    @cache
    def power_of_two(exponent: int) -> decimal.Decimal:
        if exponent <= _BITS:
            return decimal.Decimal(1 << exponent)
        return power_of_two(exponent // 2) * power_of_two(exponent - exponent // 2)

    def converted(part: int, bits: int) -> decimal.Decimal:
        if bits <= _BITS:
            return decimal.Decimal(part)
        low = bits // 2
        high = part >> low
        return converted(high, bits - low) * power_of_two(low) + converted(part - (high << low), low)

    # Decimal multiplies long numbers in nearly linear time; int would have to divide.
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.Emin = decimal.MAX_PREC, decimal.MAX_EMAX, decimal.MIN_EMIN
        context.traps[decimal.Inexact] = True
        return f"{'-' if number < 0 else ''}{converted(abs(number), number.bit_length())}"
