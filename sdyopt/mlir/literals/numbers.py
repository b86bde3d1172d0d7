"""Number literals: from text to bits and back, exactly as MLIR reads and prints them.

A decimal float is first read as an IEEE double and only then rounded to its type. Floats are handled as bits, since
neither the sign of a zero nor the bits of a NaN survive as a Python float.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from sdyopt.mlir.literals.float_formats import Finite, FloatFormat
from sdyopt.mlir.patterns import pattern

Signedness = Literal["signless", "signed", "unsigned"]

DECIMAL_FLOAT = pattern(r"[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?")
INTEGER = pattern(r"0x[0-9a-fA-F]+|[0-9]+")


class LiteralError(ValueError):
    """A literal that MLIR rejects.

    `offset` is where in the literal the offending token starts; None means the attribute that the literal is part of.
    `notes` hold at the same place. `token` is where the token starts at which reading has stopped.
    """

    def __init__(
        self, message: str, offset: int | None = 0, notes: Sequence[str] = (), token: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.notes = tuple(notes)
        self.token = token


# --- floats ----------------------------------------------------------------------------------------------------------

_PACKED = {"f16": ("<e", "<H"), "f32": ("<f", "<I"), "f64": ("<d", "<Q")}
"""The formats that `struct` can round a double to, and how their bits are unpacked."""


def float_bits(text: str, float_format: FloatFormat) -> int:
    """The bits that a literal of a float type stands for: decimal, or hexadecimal bits; a minus may lead.

    Too large a number becomes infinity, NaN or the largest number, whichever the format has. Raises LiteralError for
    integers, and for bits that are negative or too many.
    """
    negative, offset, digits = _sign_and_digits(text)
    if DECIMAL_FLOAT.fullmatch(digits):
        return double_bits(-float(digits) if negative else float(digits), float_format)
    if not INTEGER.fullmatch(digits):
        raise LiteralError("expected floating point literal", offset)
    if not digits.startswith("0x"):
        raise LiteralError(
            "unexpected decimal integer literal for a floating point value",
            offset,
            ["add a trailing dot to make the literal a float"],
        )
    if negative:
        raise LiteralError("hexadecimal float literal should not have a leading minus", offset)
    bits = int(digits, 16)
    if bits >> float_format.width:
        raise LiteralError("hexadecimal float constant out of range for type", offset)
    return float_format.canonical(bits)


def exact_bits(text: str, float_format: FloatFormat) -> int:
    """The bits that a float prints as `text`: unlike `float_bits` it rounds a decimal once, to its own format."""
    negative, _, digits = _sign_and_digits(text)
    if not DECIMAL_FLOAT.fullmatch(digits):
        return float_bits(text, float_format)
    significand, _, exponent = digits.lower().partition("e")
    whole, _, fraction = significand.partition(".")
    power = int(exponent or "0") - len(fraction)
    return float_format.encode(negative, int(whole + fraction) * 10 ** max(power, 0), 10 ** max(-power, 0))


def double_bits(value: float, float_format: FloatFormat) -> int:
    """The bits of `float_format` nearest to `value`, which is not a NaN. `FloatFormat.unstored` may be among them."""
    packed = _PACKED.get(float_format.name)
    if packed is not None:
        try:
            return int(struct.unpack(packed[1], struct.pack(packed[0], value))[0])
        except OverflowError:
            return float_format.infinity(value < 0)
    negative = math.copysign(1.0, value) < 0
    if math.isinf(value):
        return float_format.infinity(negative)
    numerator, denominator = abs(value).as_integer_ratio()
    return float_format.encode(negative, numerator, denominator)


def rounded_double(bits: int, float_format: FloatFormat) -> int:
    """The bits of `float_format` for the bits of a double. Of a NaN the highest bits are kept; none is signaling."""
    exponent, fraction = bits >> 52 & 0x7FF, bits & ((1 << 52) - 1)
    if exponent < 0x7FF or not fraction:
        return double_bits(struct.unpack("<d", struct.pack("<Q", bits))[0], float_format)
    if float_format.name == "f64":
        return bits
    nan = float_format.infinity(bits >> 63 != 0)
    if not float_format.has_infinity:
        return nan
    mantissa_bits = float_format.mantissa_bits
    return nan | fraction << mantissa_bits >> 52 | 1 << (mantissa_bits - 1)


def float_value(bits: int, float_format: FloatFormat) -> float:
    """The nearest Python float, which is the number itself in all formats up to f64. The bits of NaNs are lost."""
    number = float_format.decode(bits)
    if number is None:
        infinities = {float_format.infinity(negative): math.inf * (1 - 2 * negative) for negative in (False, True)}
        has_infinity = float_format.nan in ("ieee", "none")
        return infinities.get(float_format.canonical(bits), math.nan) if has_infinity else math.nan
    negative, significand, exponent = number
    try:
        value = float(significand << exponent) if exponent >= 0 else significand / (1 << -exponent)
    except OverflowError:
        value = math.inf
    return -value if negative else value


@lru_cache(maxsize=1 << 16)
def float_text(bits: int, float_format: FloatFormat) -> str:
    """How MLIR prints a float: six digits if that reads back, else as many as it takes, else its bits."""
    number = float_format.decode(bits)
    if number is None:
        return _hexadecimal(bits, float_format)
    negative, significand, exponent = number
    sign = "-" if negative else ""
    if significand == 0:
        return sign + "0.000000e+00"
    trailing_zeros = (significand & -significand).bit_length() - 1
    power = min(exponent + trailing_zeros, 0)
    power_of_five = 5**-power
    shift = exponent - power
    integer = significand * power_of_five
    integer = integer << shift if shift >= 0 else integer >> -shift
    # Now the number is exactly integer * 10**power.
    digits, cut = _leading_digits(integer, 6)
    difference = int(digits) * 10**cut - integer
    # The next number is 2**exponent away, which is power_of_five * 2**shift in units of 10**power.
    if not difference or _rounds_back(difference, power_of_five, shift, number, float_format):
        scale = power + cut + len(digits) - 1
        return f"{sign}{digits[0]}.{digits[1:]:0<6}e{'-' if scale < 0 else '+'}{abs(scale):02}"
    precision = 2 + float_format.precision * 59 // 196
    digits, cut = _leading_digits(integer, precision)
    text = _plain_or_scientific(digits, power + cut, precision)
    return sign + text if "." in text else _hexadecimal(bits, float_format)


def _leading_digits(integer: int, digits: int) -> tuple[str, int]:
    """At most `digits` decimal digits of `integer` without trailing zeros, and how many digits were left out.

    The rounding is MLIR's, which is not to the nearest: the integer is first cut down to about the wanted size by
    dividing it by a power of ten, found with 59/196 for log10(2), and then rounded half up by what is left of it.
    Often the cut leaves just `digits` digits and nothing to round by: hence 0.9 : f32 is 0.899999976.
    """
    cut = (integer.bit_length() - (digits * 196 + 58) // 59) * 59 // 196
    if cut > 0:
        integer //= 10**cut
    else:
        cut = 0
    text = str(integer)
    if len(text) > digits:
        cut += len(text) - digits
        text = str(int(text[:digits]) + (text[digits] >= "5"))
    shortened = text.rstrip("0")
    return shortened, cut + len(text) - len(shortened)


def _rounds_back(difference: int, factor: int, shift: int, number: Finite, float_format: FloatFormat) -> bool:
    """Is `number` the nearest to itself plus `difference`, in units of which the next is `factor` · 2^`shift` away?"""
    _, significand, exponent = number
    shift -= 1  # half of the distance
    if difference < 0 and significand == 1 << float_format.mantissa_bits:
        shift -= exponent > 1 - float_format.bias - float_format.mantissa_bits  # numbers below are twice as dense
    distance = abs(difference)
    distance, factor = (distance, factor << shift) if shift >= 0 else (distance << -shift, factor)
    return distance < factor or (distance == factor and significand % 2 == 0)


def _plain_or_scientific(digits: str, exponent: int, precision: int) -> str:
    """`digits` · 10^`exponent` as 0.00ddd, d.dd or dd000, with up to three zeros to pad, and else as d.ddE±x."""
    point = len(digits) + exponent
    if exponent > 3 or len(digits) + max(exponent, 0) > precision or point < -2:
        return f"{digits[0]}.{digits[1:] or '0'}E{point - 1:+}"
    if exponent >= 0:
        return digits + "0" * exponent
    if point > 0:
        return f"{digits[:point]}.{digits[point:]}"
    return f"0.{'0' * -point}{digits}"


def _sign_and_digits(text: str) -> tuple[bool, int, str]:
    """Whether a minus leads, what follows it, and the offset of that, at which MLIR reports errors."""
    negative = text.startswith("-")
    digits = text[negative:].lstrip()
    return negative, len(text) - len(digits), digits


def _hexadecimal(bits: int, float_format: FloatFormat) -> str:
    return f"0x{float_format.canonical(bits) & ((1 << float_format.width) - 1):X}"


# --- integers --------------------------------------------------------------------------------------------------------


def integer_value(text: str, width: int, signedness: Signedness = "signless") -> int:
    """The value of an integer literal, decimal or 0x, of which a minus may lead; that of an `index` is signed, 64 bits.

    Signless values are signed ones whose unsigned spelling is accepted too: 255 : i8 is -1. Only an i1 is 0 or 1.
    Raises LiteralError as for an attribute; `dense` literals and arrays have other words for the same.
    """
    negative, offset, digits = _sign_and_digits(text)
    if not INTEGER.fullmatch(digits):
        raise LiteralError("expected integer literal", offset)
    if negative and signedness == "unsigned":
        raise LiteralError("negative integer literal not valid for unsigned integer type", offset)
    value = wrapped_integer(digits, negative, width, signedness)
    if value is None:
        raise LiteralError("integer constant out of range for attribute", offset)
    return value


def wrapped_integer(digits: str, negative: bool, width: int, signedness: Signedness) -> int | None:
    """The value of ±`digits` in an integer type; None if it is out of range, which -0 is, too, unless unsigned."""
    magnitude = _magnitude(digits, width)
    if magnitude is None or magnitude >> width:
        return None
    if signedness == "unsigned":
        return magnitude
    half = 1 << width >> 1
    if negative:
        if not 0 < magnitude <= half:
            return None
        return magnitude if width == 1 and signedness == "signless" else -magnitude
    if magnitude < half or width == 0:
        return magnitude
    if signedness == "signed":
        return None
    return magnitude if width == 1 else magnitude - 2 * half


def integer_text(value: int) -> str:
    """`value` in decimal digits, however many."""
    if value.bit_length() <= _INT_BITS:
        return str(value)
    from sdyopt.mlir.literals.long_integers import to_digits

    return to_digits(value)


_INT_BITS, _INT_DIGITS = 2048, 600
"""Up to these Python itself converts between int and str."""


def short_integer(literal: str) -> int:
    """The value of an integer literal; if it needs more than 64 bits, some number that does."""
    is_negative = literal[0] == "-"
    magnitude = _magnitude(literal[is_negative:], 64)
    value = 1 << 64 if magnitude is None else magnitude
    return -value if is_negative else value


def _magnitude(digits: str, width: int) -> int | None:
    """The value of `digits`; None if there are too many of them for `width` bits."""
    if digits.startswith("0x"):
        return int(digits, 16)
    digits = digits.lstrip("0")
    if len(digits) <= 19:
        return int(digits or "0")
    if len(digits) > width // 3 + 1:
        return None
    if len(digits) <= _INT_DIGITS:
        return int(digits)
    from sdyopt.mlir.literals.long_integers import from_digits

    return from_digits(digits)
