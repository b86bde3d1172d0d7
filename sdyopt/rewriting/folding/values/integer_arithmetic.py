"""Arithmetic on integers of a width, which are their bits: functions of the width and of two such numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sdyopt.rewriting.folding.values.elements import mask, signed

Compute = Callable[[int, int, int], int | None]
"""Computes a number of `width` bits of two; None if it is not defined."""
Special = Callable[[int], int]
"""Returns a special number of a width: -1 means all bits set."""


def zero(width: int) -> int:
    """Returns 0."""
    return 0


def one(width: int) -> int:
    """Returns 1."""
    return 1


def all_ones(width: int) -> int:
    """Returns the number with all bits set."""
    return -1


def smallest(width: int) -> int:
    """Returns the smallest signed integer."""
    return -1 << (width - 1) if width else 0


def largest(width: int) -> int:
    """Returns the largest signed integer."""
    return ~smallest(width)


def add(width: int, a: int, b: int) -> int:
    """The sum."""
    return a + b & mask(width)


def subtract(width: int, a: int, b: int) -> int:
    """The difference."""
    return a - b & mask(width)


def multiply(width: int, a: int, b: int) -> int:
    """The product."""
    return a * b & mask(width)


def divide_unsigned(width: int, a: int, b: int) -> int | None:
    """The quotient of unsigned integers."""
    return a // b if b else None


def divide_unsigned_up(width: int, a: int, b: int) -> int | None:
    """The quotient of unsigned integers, rounded up."""
    return -(-a // b) if b else None


def remainder_unsigned(width: int, a: int, b: int) -> int | None:
    """The remainder of unsigned integers."""
    return a % b if b else None


def has_no_quotient(width: int, a: int, b: int) -> bool:
    """Whether the quotient of two signed integers cannot be represented."""
    return not b or (signed(b, width) == -1 and signed(a, width) == smallest(width))


def divide_signed(width: int, a: int, b: int) -> int | None:
    """The quotient of signed integers, rounded towards zero."""
    if has_no_quotient(width, a, b):
        return None
    a, b = signed(a, width), signed(b, width)
    quotient = abs(a) // abs(b)
    return (quotient if (a < 0) == (b < 0) else -quotient) & mask(width)


def divide_signed_down(width: int, a: int, b: int) -> int:
    """The quotient of signed integers, rounded down; the first where there is none."""
    return a if has_no_quotient(width, a, b) else signed(a, width) // signed(b, width) & mask(width)


def divide_signed_up(width: int, a: int, b: int) -> int | None:
    """The quotient of signed integers, rounded up. The smallest number, which cannot be negated, has none."""
    if not a or not b:
        return a if b else None
    a, b = signed(a, width), signed(b, width)
    return None if smallest(width) in (a, b) else -(-a // b) & mask(width)


def remainder_signed(width: int, a: int, b: int) -> int | None:
    """The remainder of signed integers, with the sign of the first."""
    if not b:
        return None
    rest = abs(signed(a, width)) % abs(signed(b, width))
    return (rest if signed(a, width) >= 0 else -rest) & mask(width)


def is_too_far(width: int, a: int, b: int) -> bool:
    """Whether bits are moved by the width or more."""
    return b >= width


def shift_left(width: int, a: int, b: int) -> int:
    """The bits moved left; all are lost if it is by the width or more."""
    return a << b & mask(width) if b < width else 0


def shift_right_signed(width: int, a: int, b: int) -> int:
    """The bits of a signed integer moved right: copies of the sign come in."""
    return signed(a, width) >> min(b, width) & mask(width)


def shift_right_unsigned(width: int, a: int, b: int) -> int:
    """The bits of an unsigned integer moved right."""
    return a >> min(b, width)


def max_signed(width: int, a: int, b: int) -> int:
    """The larger of two signed integers."""
    return max(a, b, key=lambda bits: signed(bits, width))


def min_signed(width: int, a: int, b: int) -> int:
    """The smaller of two signed integers."""
    return min(a, b, key=lambda bits: signed(bits, width))


COMPUTE: Mapping[str, Compute] = {
    "addi": add,
    "andi": lambda width, a, b: a & b,
    "ceildivsi": divide_signed_up,
    "ceildivui": divide_unsigned_up,
    "divsi": divide_signed,
    "divui": divide_unsigned,
    "floordivsi": divide_signed_down,
    "maxsi": max_signed,
    "maxui": lambda width, a, b: max(a, b),
    "minsi": min_signed,
    "minui": lambda width, a, b: min(a, b),
    "muli": multiply,
    "ori": lambda width, a, b: a | b,
    "remsi": remainder_signed,
    "remui": remainder_unsigned,
    "shli": shift_left,
    "shrsi": shift_right_signed,
    "shrui": shift_right_unsigned,
    "subi": subtract,
    "xori": lambda width, a, b: a ^ b,
}
"""What the operations of arith compute, by their names without the dialect."""
