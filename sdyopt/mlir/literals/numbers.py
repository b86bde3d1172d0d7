"""Number literals: from text to bits and back, exactly as MLIR reads and prints them.

A decimal float is rounded once, to its type; before jaxlib 0.12, it was first read as an IEEE double. Floats are
handled as bits, since neither the sign of a zero nor the bits of a NaN survive as a Python float.
"""

from __future__ import annotations

import decimal
import math
import struct
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import ComplexType, FloatType, IntegerType
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.releases import since
from sdyopt.mlir.tokens import pattern

# The floating-point formats of MLIR's builtin types: what their bits mean, and exact rounding to them.

NanEncoding = Literal["ieee", "all-ones", "negative-zero", "none"]
FloatLayout = Literal["usual", "unsigned", "power-of-two", "integer-bit"]
"""The bits of a float: `unsigned` has no sign; `power-of-two`, as f8E8M0FNU, neither sign nor zero nor subnormal
numbers; `integer-bit`, as f80, has the integer bit between exponent and fraction, which others leave out.
"""
Rounding = Literal["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"]
"""Which of the two numbers of a format around another one is taken for it, as MLIR calls it."""

_MagnitudeRounding = Literal["nearest-even", "nearest-away", "up", "down"]
_MAGNITUDE_ROUNDINGS: dict[Rounding, tuple[_MagnitudeRounding, _MagnitudeRounding]] = {
    "to_nearest_even": ("nearest-even", "nearest-even"),
    "downward": ("down", "up"),
    "upward": ("up", "down"),
    "toward_zero": ("down", "down"),
    "to_nearest_away": ("nearest-away", "nearest-away"),
}
"""The effect of rounding modes on the magnitudes of positive and of negative numbers."""


class Finite(NamedTuple):
    """The number `significand` · 2^`exponent`, negated if `negative`; zero has the significand 0."""

    negative: bool
    significand: int
    exponent: int


class FloatFormat:
    """One format. Its bits are, from the top, sign, exponent and fraction; formats are compared by identity.

    A scalar attribute of MLIR holds two things that the format of its type has no bits for, and prints them: the sign
    in an unsigned one, and infinity, read from a literal too large for a double, where there is none and no NaN either.
    `unstored`, one bit above the format's own, stands for either; `stored` is what becomes of it in a buffer.

    `nan` says where NaNs are: above the infinities (`ieee`), at the largest magnitude only (`all-ones`), in the place
    of the negative zero only (`negative-zero`), or nowhere (`none`).
    """

    def __init__(
        self,
        name: str,
        width: int,
        exponent_bits: int,
        mantissa_bits: int,
        bias: int,
        nan: NanEncoding = "ieee",
        layout: FloatLayout = "usual",
    ) -> None:
        self.name = name
        self.width = width
        self.exponent_bits = exponent_bits
        self.mantissa_bits = mantissa_bits
        self.bias = bias
        self.nan = nan
        self.is_power_of_two = layout == "power-of-two"
        self.has_integer_bit = layout == "integer-bit"
        self.is_unsigned = layout in ("unsigned", "power-of-two")
        beyond = {"ieee": 1 << mantissa_bits, "all-ones": 1, "negative-zero": 0, "none": 0}[nan]
        self.largest = (1 << (exponent_bits + mantissa_bits)) - beyond - 1
        """The magnitude (exponent and fraction, taken as one integer) of the largest finite number."""
        self.unstored = (self.is_unsigned or nan == "none") << width

    @property
    def has_infinity(self) -> bool:
        return self.nan == "ieee"

    @property
    def precision(self) -> int:
        """Significant binary digits."""
        return self.mantissa_bits + 1

    @property
    def byte_width(self) -> int:
        """The size of one element in a buffer of elements."""
        return (self.width + 7) // 8

    def decode(self, bits: int) -> Finite | None:
        """The number that `bits` stand for; None if it is an infinity or a NaN."""
        negative, magnitude = self._split(bits)
        if magnitude > self.largest or (self.nan == "none" and bits & self.unstored):
            return None
        if negative and magnitude == 0 and self.nan == "negative-zero":
            return None
        exponent = magnitude >> self.mantissa_bits
        if exponent or self.is_power_of_two:
            significand = magnitude - ((exponent - 1) << self.mantissa_bits)
            return Finite(negative, significand, exponent - self.bias - self.mantissa_bits)
        return Finite(negative, magnitude, 1 - self.bias - self.mantissa_bits)

    def encode(
        self, negative: bool, numerator: int, denominator: int = 1, rounding: Rounding = "to_nearest_even"
    ) -> int:
        """The bits of ±`numerator`/`denominator`, rounded to a number of the format."""
        how = _MAGNITUDE_ROUNDINGS[rounding][negative]
        magnitude = self._round(numerator, denominator, how) if numerator else -self.is_power_of_two
        if magnitude < 0:
            return 0  # less than any power of two that there is
        if magnitude > self.largest:
            is_finite = self.nan == "none" or how == "down"
            return self._join(negative, self.largest) if is_finite else self.infinity(negative)
        return self._join(negative, magnitude)

    def infinity(self, negative: bool) -> int:
        """The bits of ±infinity; those of a NaN if there is none."""
        if self.nan == "negative-zero":
            return 1 << (self.width - 1)
        if self.nan == "none":
            return self._join(negative, self.unstored)
        return self._join(negative, self.largest + 1)

    def canonical(self, bits: int) -> int:
        """`bits` as MLIR writes them back after having read them: without those that have no meaning."""
        bits &= self.unstored | ((1 << self.width) - 1)
        if self.has_integer_bit:
            exponent, integer_bit = bits >> 64, bits >> 63 & 1
            if exponent & 0x7FFF == 0 and integer_bit:
                bits |= 1 << 64  # a subnormal number that is a normal one
            elif exponent & 0x7FFF and not integer_bit:
                bits |= 0x7FFF << 64  # no number: since the 80387, a NaN
        return bits

    def stored(self, bits: int) -> int:
        """`bits` as a buffer of elements holds them."""
        if self.is_unsigned and bits & self.unstored:
            return bits & 0xFF | 0x80  # MLIR does put the sign where the format has none, which gives another number
        return bits & ~self.unstored

    def _round(self, numerator: int, denominator: int, rounding: _MagnitudeRounding) -> int:
        """The magnitude next to `numerator`/`denominator`, which is not 0; it may be more than `largest`, or -1."""
        exponent = numerator.bit_length() - denominator.bit_length()
        if (numerator << max(-exponent, 0)) < (denominator << max(exponent, 0)):
            exponent -= 1
        least = 0 if self.is_power_of_two else 1
        biased = max(exponent + self.bias, least)
        shift = biased - self.bias - self.mantissa_bits
        denominator <<= max(shift, 0)
        quotient, rest = divmod(numerator << max(-shift, 0), denominator)
        if rounding == "nearest-even":
            quotient += 2 * rest > denominator or (2 * rest == denominator and quotient & 1)
        elif rounding == "nearest-away":
            quotient += 2 * rest >= denominator
        elif rounding == "up":
            quotient += rest > 0
        return ((biased - 1) << self.mantissa_bits) + quotient

    def _split(self, bits: int) -> tuple[bool, int]:
        """Sign and magnitude."""
        if self.is_unsigned:
            return bool(bits & self.unstored), bits & 0xFF
        if self.has_integer_bit:
            bits = self.canonical(bits)
            bits = bits >> 64 << 63 | bits & ((1 << 63) - 1)
        sign_bit = 1 << (self.exponent_bits + self.mantissa_bits)
        return bits & sign_bit != 0, bits & (sign_bit - 1)

    def _join(self, negative: bool, magnitude: int) -> int:
        if self.is_unsigned:
            return magnitude | (self.unstored if negative else 0)
        if self.has_integer_bit:
            exponent, fraction = divmod(magnitude, 1 << 63)
            magnitude = exponent << 64 | (exponent > 0) << 63 | fraction
        if magnitude == 0 and self.nan == "negative-zero":
            return 0
        return negative << (self.width - 1) | magnitude


FLOAT_FORMATS: dict[str, FloatFormat] = {
    float_format.name: float_format
    for float_format in (
        FloatFormat("f4E2M1FN", 4, 2, 1, 1, nan="none"),
        FloatFormat("f6E2M3FN", 6, 2, 3, 1, nan="none"),
        FloatFormat("f6E3M2FN", 6, 3, 2, 3, nan="none"),
        FloatFormat("f8E5M2", 8, 5, 2, 15),
        FloatFormat("f8E4M3", 8, 4, 3, 7),
        FloatFormat("f8E4M3FN", 8, 4, 3, 7, nan="all-ones"),
        FloatFormat("f8E5M2FNUZ", 8, 5, 2, 16, nan="negative-zero"),
        FloatFormat("f8E4M3FNUZ", 8, 4, 3, 8, nan="negative-zero"),
        FloatFormat("f8E4M3B11FNUZ", 8, 4, 3, 11, nan="negative-zero"),
        FloatFormat("f8E3M4", 8, 3, 4, 3),
        FloatFormat("f8E8M0FNU", 8, 8, 0, 127, nan="all-ones", layout="power-of-two"),
        FloatFormat("f8E5M3FNU", 8, 5, 3, 15, nan="all-ones", layout="unsigned"),
        FloatFormat("bf16", 16, 8, 7, 127),
        FloatFormat("f16", 16, 5, 10, 15),
        FloatFormat("tf32", 19, 8, 10, 127),
        FloatFormat("f32", 32, 8, 23, 127),
        FloatFormat("f64", 64, 11, 52, 1023),
        FloatFormat("f80", 80, 15, 63, 16383, layout="integer-bit"),
        FloatFormat("f128", 128, 15, 112, 16383),
    )
}
"""Every floating-point type that the builtin dialect has, by its name."""


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
        value = -float(digits) if negative else float(digits)
        if negative and float_format.is_unsigned and since("0.11.2"):
            raise LiteralError("negative floating point literal for a type with no signed representation", offset)
        if _rounds_once(value, float_format) or not since("0.12.0.1"):
            return double_bits(value, float_format)
        return exact_bits(text, float_format)
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


_LOST_BITS = {"f16": 42, "f32": 29, "f64": 0}
"""How many bits of a double's fraction a format lacks."""

_MAX_POWER = 6_000
"""The powers of ten between which all numbers of formats are."""

_MAX_DIGITS = 4_000
"""Python reads no more digits at once."""


def _rounds_once(value: float, float_format: FloatFormat) -> bool:
    """Returns whether the double nearest to a decimal surely rounds to the number that is nearest to the decimal.

    That is so unless the double is, or may be, in the middle between two numbers of the format.
    """
    if not (lost := _LOST_BITS.get(float_format.name)):
        return lost == 0
    bits = int(struct.unpack("<Q", struct.pack("<d", value))[0])
    exponent = (bits >> 52 & 0x7FF) - 1023
    is_normal = 1 - float_format.bias <= exponent <= float_format.bias
    return not value or (is_normal and bits & ((1 << lost) - 1) != 1 << (lost - 1))


def exact_bits(text: str, float_format: FloatFormat) -> int:
    """The bits that a float prints as `text`: it rounds a decimal once, to its own format."""
    negative, _, digits = _sign_and_digits(text)
    if not DECIMAL_FLOAT.fullmatch(digits):
        return float_bits(text, float_format)
    significand, _, exponent = digits.lower().partition("e")
    whole, _, fraction = significand.partition(".")
    number, further = (whole + fraction)[:_MAX_DIGITS], (whole + fraction)[_MAX_DIGITS:]
    if further.strip("0"):  # The others matter only if they are not zeros.
        number += "1"
    power = int(exponent[:1].strip("+0123456789") + (exponent.lstrip("+-0")[:9] or "0"))
    limit = _MAX_POWER + len(significand)
    power = min(max(power + len(whole) - len(number), -limit), limit)
    return float_format.encode(negative, int(number) * 10 ** max(power, 0), 10 ** max(-power, 0))


def double_bits(value: float, float_format: FloatFormat) -> int:
    """The bits of `float_format` nearest to `value`, which is not a NaN. `FloatFormat.unstored` may be among them."""
    if (packed := _PACKED.get(float_format.name)) is not None:
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
    if (number := float_format.decode(bits)) is None:
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
    if (number := float_format.decode(bits)) is None:
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
    if len(text := str(integer)) > digits:
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
    if (value := wrapped_integer(digits, negative, width, signedness)) is None:
        raise LiteralError("integer constant out of range for attribute", offset)
    return value


def wrapped_integer(digits: str, negative: bool, width: int, signedness: Signedness) -> int | None:
    """The value of ±`digits` in an integer type; None if it is out of range, which -0 is, too, unless unsigned."""
    if (magnitude := _magnitude(digits, width)) is None or magnitude >> width:
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
    return str(value) if value.bit_length() <= _INT_BITS else to_digits(value)


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

    return from_digits(digits)


# Integers of very many digits, which Python by itself converts slowly or refuses to: MLIR's may have millions of
# bits.

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


def bit_width(type: Type) -> int:
    """Returns the bits of an element, of quantized ones those of their storage; 0 if they are not known."""
    if isinstance(type, IntegerType):
        return type.width
    if isinstance(type, ComplexType):
        return 2 * bit_width(type.element_type)
    if isinstance(type, FloatType):
        return FLOAT_FORMATS[type.name].width
    storage: Type | None = getattr(type, "storage_type", None)
    return 0 if storage is None else bit_width(storage)
