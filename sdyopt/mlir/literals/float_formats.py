"""The floating-point formats of MLIR's builtin types: what their bits mean, and exact rounding to them."""

from __future__ import annotations

from typing import Literal

from sdyopt.ir.named_tuple import NamedTuple

NanEncoding = Literal["ieee", "all-ones", "negative-zero", "none"]
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
"""What becomes of the magnitudes of positive and of negative numbers."""


class Finite(NamedTuple):
    """The number `significand` · 2^`exponent`, negated if `negative`; zero has the significand 0."""

    negative: bool
    significand: int
    exponent: int


class FloatFormat:
    """One format. Its bits are, from the top, sign, exponent and fraction; formats are compared by identity.

    A scalar attribute of MLIR holds two things that the format of its type has no bits for, and prints them: the sign
    of an f8E8M0FNU, and infinity, read from a literal too large for a double, where there is none and no NaN either.
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
        is_power_of_two: bool = False,
        has_integer_bit: bool = False,
    ) -> None:
        """`is_power_of_two`: no sign, no zero, no subnormal numbers, as in f8E8M0FNU. `has_integer_bit`: between
        exponent and fraction stands the integer bit, which other formats leave out, as in f80.
        """
        self.name = name
        self.width = width
        self.exponent_bits = exponent_bits
        self.mantissa_bits = mantissa_bits
        self.bias = bias
        self.nan = nan
        self.is_power_of_two = is_power_of_two
        self.has_integer_bit = has_integer_bit
        beyond = {"ieee": 1 << mantissa_bits, "all-ones": 1, "negative-zero": 0, "none": 0}[nan]
        self.largest = (1 << (exponent_bits + mantissa_bits)) - beyond - 1
        """The magnitude (exponent and fraction, taken as one integer) of the largest finite number."""
        self.unstored = (is_power_of_two or nan == "none") << width

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
        if self.is_power_of_two and bits & self.unstored:
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
        if self.is_power_of_two:
            return bool(bits & self.unstored), bits & 0xFF
        if self.has_integer_bit:
            bits = self.canonical(bits)
            bits = bits >> 64 << 63 | bits & ((1 << 63) - 1)
        sign_bit = 1 << (self.exponent_bits + self.mantissa_bits)
        return bits & sign_bit != 0, bits & (sign_bit - 1)

    def _join(self, negative: bool, magnitude: int) -> int:
        if self.is_power_of_two:
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
        FloatFormat("f8E8M0FNU", 8, 8, 0, 127, nan="all-ones", is_power_of_two=True),
        FloatFormat("bf16", 16, 8, 7, 127),
        FloatFormat("f16", 16, 5, 10, 15),
        FloatFormat("tf32", 19, 8, 10, 127),
        FloatFormat("f32", 32, 8, 23, 127),
        FloatFormat("f64", 64, 11, 52, 1023),
        FloatFormat("f80", 80, 15, 63, 16383, has_integer_bit=True),
        FloatFormat("f128", 128, 15, 112, 16383),
    )
}
"""Every floating-point type that the builtin dialect has, by its name."""
