"""Folders of the operations of math.

What the C library computes is folded for f32 and f64 only. Functions of an f32 are rounded from those of an f64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from sdyopt.dialects.arith.fold.floats import constant_of, format_of, one_number, result_format
from sdyopt.dialects.math.fold.real_functions import UNARY, power
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.mlir.literals.float_formats import FloatFormat, Rounding
from sdyopt.mlir.literals.numbers import double_bits, float_value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values import float_arithmetic as numbers
from sdyopt.rewriting.folding.values.elements import Elements, attribute_of, elementwise, mask, signed, width_of
from sdyopt.rewriting.folding.values.float_conversions import exactly, to_integral

OfBits = Callable[[int, FloatFormat], int | None]
"""A function of the bits of a number."""


def of_bits(compute: OfBits) -> Folder:
    """Returns what folds a function of the bits of one number in any format."""

    def fold(op: Operation, constants: Constants) -> Folding:
        format = result_format(op)
        return constant_of(op, lambda bits: compute(bits, format), constants)

    return fold


def _has_functions(format: FloatFormat) -> bool:
    """Whether the C library has functions of numbers of a format."""
    return format.name in ("f32", "f64")


def of_numbers(name: str, is_defined: Callable[[int, FloatFormat], bool] = lambda bits, format: True) -> OfBits:
    """Returns a function of the C library; it is None where it is not defined."""
    function = UNARY[name]

    def compute(bits: int, format: FloatFormat) -> int | None:
        if not _has_functions(format) or not is_defined(bits, format):
            return None
        if numbers.is_nan(bits, format):
            return numbers.quiet(bits, format)
        return double_bits(function(float_value(bits, format)), format)

    return compute


def _is_positive(bits: int, format: FloatFormat) -> bool:
    return not numbers.is_negative(bits, format)


def _is_positive_plus_one(bits: int, format: FloatFormat) -> bool:
    return _is_positive(numbers.add(bits, numbers.rounded(1, format), format), format)


def rsqrt(bits: int, format: FloatFormat) -> int | None:
    """Returns one divided by the square root, which is rounded before."""
    root = of_numbers("sqrt", _is_positive)(bits, format)
    return None if root is None else numbers.divide(numbers.rounded(1, format), root, format)


def rounding_to_integer(rounding: Rounding) -> OfBits:
    """Returns a function that rounds to integers."""

    def compute(bits: int, format: FloatFormat) -> int:
        is_nan = numbers.is_nan(bits, format)
        return numbers.quiet(bits, format) if is_nan else to_integral(bits, format, rounding)

    return compute


def in_library(compute: OfBits) -> OfBits:
    """Returns a function that is known only for formats of the C library."""
    return lambda bits, format: compute(bits, format) if _has_functions(format) else None


def power_of(a: int, b: int, format: FloatFormat) -> int | None:
    """Returns the first number to the power of the second."""
    if not _has_functions(format):
        return None
    one = numbers.rounded(1, format)
    if numbers.is_zero(b, format) and not numbers.is_signaling(a, format):
        return one
    if a == one and not numbers.is_signaling(b, format):
        return one
    if numbers.is_nan(b, format):
        return numbers.quiet(a if numbers.is_nan(a, format) else b, format)
    exponent = float_value(b, format)
    if numbers.is_nan(a, format):
        return numbers.quiet(numbers.absolute(a, format) if exponent % 2 == 1 else a, format)
    return double_bits(power(float_value(a, format), exponent), format)


def atan2_of(a: int, b: int, format: FloatFormat) -> int | None:
    """Returns the arc tangent of a quotient."""
    if numbers.is_zero(a, format) and numbers.is_zero(b, format):
        return numbers.nan(format)
    if not _has_functions(format):
        return None
    for bits in (a, b):
        if numbers.is_nan(bits, format):
            return numbers.quiet(bits, format)
    return double_bits(math.atan2(float_value(a, format), float_value(b, format)), format)


def of_two(compute: Callable[[int, int, FloatFormat], int | None]) -> Folder:
    """Returns what folds a function of two numbers."""

    def fold(op: Operation, constants: Constants) -> Folding:
        format = result_format(op)
        return constant_of(op, lambda a, b: compute(a, b, format), constants)

    return fold


def fpowi(op: Operation, constants: Constants) -> Folding:
    """The number to the power of an integer that is a number of the same type, too."""
    format, width = result_format(op), width_of(op.signature.operand_types[1])

    def compute(a: int, b: int) -> int | None:
        exponent = exactly(signed(b, width), format)
        return None if exponent is None else power_of(a, exponent, format)

    return constant_of(op, compute, constants)


def sincos(op: Operation, constants: Constants) -> Folding:
    """The sine and the cosine."""
    format = result_format(op)
    values: list[Attribute] = []
    for name, type in zip(("sin", "cos"), op.signature.result_types, strict=True):
        compute = of_numbers(name)
        value = elementwise(lambda bits, compute=compute: compute(bits, format), type, constants)
        if value is None:
            return None
        values.append(value)
    return values


def test(holds: Callable[[int, FloatFormat], bool]) -> Folder:
    """Returns what folds a test of a scalar, or of elements that are all the same."""

    def fold(op: Operation, constants: Constants) -> Folding:
        number = one_number(constants[0])
        if number is None:
            return None
        result = holds(number, format_of(op.signature.operand_types[0]))
        return [attribute_of(Elements(op.signature.result_types[0], (int(result),)))]

    return fold


def _is_normal(bits: int, format: FloatFormat) -> bool:
    return format.decode(bits) is not None and not (numbers.is_zero(bits, format) or numbers.is_denormal(bits, format))


def of_integers(compute: Callable[..., int | None]) -> Folder:
    """Returns what folds a function of integers as bits, and of their width."""

    def fold(op: Operation, constants: Constants) -> Folding:
        width = width_of(op.signature.result_types[0])

        def of_width(*bits: int) -> int | None:
            result = compute(*bits, width)
            return None if result is None else result & mask(width)

        return constant_of(op, of_width, constants)

    return fold


def integer_power(a: int, b: int, width: int) -> int | None:
    """Returns an integer to the power of another one; None if it is 0 to a negative power."""
    base, exponent = signed(a, width), signed(b, width)
    if exponent >= 0:
        return pow(base, exponent, 1 << width)
    if base == 0:
        return None
    if abs(base) > 1:
        return 0
    return base if exponent & 1 else 1


FOLDERS: Mapping[str, Folder] = {
    **{f"math.{name}": of_bits(of_numbers(name)) for name in UNARY},
    **{f"math.{name}": of_bits(of_numbers(name, _is_positive)) for name in ("log", "log10", "log2", "sqrt")},
    "math.absf": of_bits(numbers.absolute),
    "math.absi": of_integers(lambda bits, width: abs(signed(bits, width))),
    "math.atan2": of_two(atan2_of),
    "math.ceil": of_bits(rounding_to_integer("upward")),
    "math.copysign": of_two(lambda a, b, format: numbers.with_sign(a, format, numbers.is_negative(b, format))),
    "math.ctlz": of_integers(lambda bits, width: width - bits.bit_length()),
    "math.ctpop": of_integers(lambda bits, width: bits.bit_count()),
    "math.cttz": of_integers(lambda bits, width: (bits & -bits).bit_length() - 1 if bits else width),
    "math.floor": of_bits(rounding_to_integer("downward")),
    "math.fpowi": fpowi,
    "math.ipowi": of_integers(integer_power),
    "math.isfinite": test(lambda bits, format: format.decode(bits) is not None),
    "math.isinf": test(numbers.is_infinite),
    "math.isnan": test(numbers.is_nan),
    "math.isnormal": test(_is_normal),
    "math.log1p": of_bits(of_numbers("log1p", _is_positive_plus_one)),
    "math.powf": of_two(power_of),
    "math.round": of_bits(in_library(rounding_to_integer("to_nearest_away"))),
    "math.roundeven": of_bits(rounding_to_integer("to_nearest_even")),
    "math.rsqrt": of_bits(rsqrt),
    "math.sincos": sincos,
    "math.trunc": of_bits(in_library(rounding_to_integer("toward_zero"))),
}
"""The folders, by the names of operations."""
