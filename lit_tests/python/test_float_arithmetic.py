"""Arithmetic on the bits of floats: what the processor computes for doubles, and exact in other formats."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterator
from fractions import Fraction
from inspect import unwrap
from random import Random

import pytest

from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS, FloatFormat, Rounding
from sdyopt.rewriting.folding.values import float_arithmetic as numbers
from sdyopt.rewriting.folding.values import float_conversions as conversions

F16, F32, F64 = (FLOAT_FORMATS[name] for name in ("f16", "f32", "f64"))
SMALL = [format for format in FLOAT_FORMATS.values() if format.width <= 8 and not format.is_power_of_two]
INFINITY, NEGATIVE_NAN = F32.infinity(False), 0xFFC00001


def double(bits: int) -> float:
    """Returns the double with these bits."""
    found: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return found


def bits_of(value: float) -> int:
    """Returns the bits of a double."""
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return found


def doubles(seed: int, count: int) -> Iterator[tuple[int, int]]:
    """Yields pairs of finite doubles, many of which are close to each other."""
    random = Random(seed)
    for _ in range(count):
        first = random.choice((random.uniform(-8, 8), random.uniform(-1e-310, 1e-310), double(random.getrandbits(62))))
        second = random.choice((random.uniform(-8, 8), first * random.uniform(0.5, 2), float(random.randint(-3, 3))))
        if math.isfinite(first) and math.isfinite(second):
            yield bits_of(first), bits_of(second)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(numbers.add, operator.add), (numbers.subtract, operator.sub), (numbers.multiply, operator.mul)],
)
def test_sums_and_products_of_doubles(
    ours: Callable[[int, int, FloatFormat], int], theirs: Callable[[float, float], float]
) -> None:
    for a, b in doubles(1, 500):
        assert ours(a, b, F64) == unwrap(ours)(a, b, F64) == bits_of(theirs(double(a), double(b)))


def test_quotients_and_remainders_of_doubles() -> None:
    for a, b in doubles(2, 500):
        if double(b):
            assert numbers.divide(a, b, F64) == unwrap(numbers.divide)(a, b, F64) == bits_of(double(a) / double(b))
            assert numbers.remainder(a, b, F64) == bits_of(math.fmod(double(a), double(b)))


def test_numbers_of_f32_are_as_exact_as_if_not_rounded_to_doubles() -> None:
    random = Random(5)
    for _ in range(500):
        a, b = random.getrandbits(32), random.choice((random.getrandbits(32), random.getrandbits(24)))
        for compute in (numbers.add, numbers.subtract, numbers.multiply, numbers.divide):
            assert compute(a, b, F32) == unwrap(compute)(a, b, F32)


def test_what_is_not_finite() -> None:
    zero, one, nan = 0, numbers.rounded(1, F32), numbers.nan(F32)
    assert numbers.divide(one, zero, F32) == INFINITY
    assert numbers.divide(zero, zero, F32) == nan
    assert numbers.add(INFINITY, F32.infinity(True), F32) == nan
    assert numbers.multiply(INFINITY, zero, F32) == nan
    assert numbers.remainder(one, INFINITY, F32) == one
    assert numbers.add(one, NEGATIVE_NAN, F32) == NEGATIVE_NAN
    assert numbers.multiply(0x7F800001, one, F32) == 0x7FC00001


@pytest.mark.parametrize("format", SMALL, ids=lambda format: format.name)
def test_comparisons_order_the_numbers_of_a_format(format: FloatFormat) -> None:
    """And the extremes are what comparisons say."""
    finite = [bits for bits in range(1 << format.width) if format.decode(bits) is not None]
    values = {bits: format.decode(bits) for bits in finite}
    exact = {
        bits: Fraction(-one.significand if one.negative else one.significand) * Fraction(2) ** one.exponent
        for bits, one in values.items()
        if one is not None
    }
    for a, b in zip(finite, Random(3).sample(finite, len(finite)), strict=True):
        ordering = numbers.compare(a, b, format)
        assert ordering == ("equal" if exact[a] == exact[b] else "less" if exact[a] < exact[b] else "greater")
        assert exact[numbers.maximum(a, b, format)] == max(exact[a], exact[b])
        assert exact[numbers.minimum_number(a, b, format)] == min(exact[a], exact[b])


@pytest.mark.parametrize(
    ("rounding", "bits"),
    [
        ("to_nearest_even", (0x3C00, 0x3C02)),
        ("to_nearest_away", (0x3C01, 0x3C02)),
        ("upward", (0x3C01, 0x3C02)),
        ("downward", (0x3C00, 0x3C01)),
        ("toward_zero", (0x3C00, 0x3C01)),
    ],
)
def test_ties_are_rounded_as_the_mode_says(rounding: Rounding, bits: tuple[int, int]) -> None:
    """Those behind 1 and behind the next number of f16; of negative numbers the directions are the other ones."""
    opposite: dict[Rounding, Rounding] = {"upward": "downward", "downward": "upward"}
    for number, expected in zip(((1 << 11) + 1, (1 << 11) + 3), bits, strict=True):
        assert numbers.rounded(number, F16, rounding, exponent=-11) == expected
        assert numbers.rounded(-number, F16, opposite.get(rounding, rounding), exponent=-11) == expected | 0x8000


def test_conversions_lose_nothing() -> None:
    assert conversions.converted(0x3C00, F16, F32) == 0x3F800000
    assert conversions.converted(0x3DCCCCCD, F32, F16) is None
    assert conversions.converted(0x7FC00000, F32, F16) == 0x7E00
    assert conversions.converted(0x7FC00001, F32, F16) is None
    assert conversions.to_integer(bits_of(-128.9), F64, 8, is_signed=True) == 0x80
    assert conversions.to_integer(bits_of(-129.0), F64, 8, is_signed=True) is None
    assert conversions.exactly((1 << 24) + 1, F32) is None


@pytest.mark.parametrize(
    ("rounding", "function"), [("upward", math.ceil), ("downward", math.floor), ("to_nearest_even", round)]
)
def test_doubles_are_rounded_to_integers(rounding: Rounding, function: Callable[[float], int]) -> None:
    for bits, _ in doubles(4, 300):
        value = double(bits)
        assert double(conversions.to_integral(bits, F64, rounding)) == function(value)
