"""Number literals: the bits they stand for and the text that MLIR prints. The expected values are the reference's."""

from __future__ import annotations

import math

import pytest

from sdyopt.mlir.literals.numbers import (
    FLOAT_FORMATS,
    LiteralError,
    Signedness,
    float_bits,
    float_text,
    float_value,
    integer_text,
    integer_value,
)

PRINTED = [
    # Six digits, and a seventh that is always zero, if they read back.
    ("f32", 0x3F800000, "1.000000e+00"),
    ("f32", 0x42440000, "4.900000e+01"),
    ("f32", 0x3DCCCCCD, "1.000000e-01"),
    ("f32", 0x3F000000, "5.000000e-01"),
    ("f32", 0x00000000, "0.000000e+00"),
    ("f32", 0x80000000, "-0.000000e+00"),
    ("f32", 0x00000001, "1.401300e-45"),
    ("f64", 0x0000000000000001, "4.940660e-324"),
    ("bf16", 0x3DCD, "1.000980e-01"),
    ("f16", 0x2E66, "9.997550e-02"),
    # The rounding to six digits is not to the nearest: 0.9 would read back, but is not found.
    ("f32", 0x3F666666, "0.899999976"),
    ("f32", 0x3F5B6DB7, "0.857142865"),
    # Else all digits that the format may need: without an exponent only between a thousandth and all digits.
    ("f32", 0x3FDB6DB7, "1.71428573"),
    ("f32", 0x3727C5AC, "9.99999974E-6"),
    ("f32", 0x00FFFFFF, "2.35098856E-38"),
    ("f32", 0xFF7FFFFF, "-3.40282347E+38"),
    ("f64", 0x0000000000FFFFFF, "8.2890455643924491E-317"),
    ("f80", 0x3FFBCCCCCCCCCCCCD000, "0.100000000000000005551"),
    ("f128", 0x3FFB999999999999A000000000000000, "0.100000000000000005551115123125782702"),
    # Else, where those digits make an integer, the bits.
    ("f32", 0x4B800000, "0x4B800000"),
    ("f128", 0x406293E5939A08CEA000000000000000, "0x406293E5939A08CEA000000000000000"),
    # Infinities and NaNs in the places that each format has for them.
    ("f32", 0x7F800000, "0x7F800000"),
    ("f32", 0xFF800000, "0xFF800000"),
    ("f32", 0x7FC00001, "0x7FC00001"),
    ("f16", 0x7C00, "0x7C00"),
    ("tf32", 0x7FC00, "0x7FC00"),
    ("f8E5M2", 0x7C, "0x7C"),
    ("f8E4M3", 0x78, "0x78"),
    ("f8E3M4", 0xF0, "0xF0"),
    ("f8E4M3FN", 0x7E, "4.480000e+02"),
    ("f8E4M3FN", 0xFF, "0xFF"),
    ("f8E5M2FNUZ", 0xFF, "-5.734400e+04"),
    ("f8E5M2FNUZ", 0x80, "0x80"),
    ("f8E4M3FNUZ", 0x01, "9.765620e-04"),
    ("f8E4M3B11FNUZ", 0xFF, "-3.000000e+01"),
    ("f6E2M3FN", 0x3F, "-7.500000e+00"),
    ("f6E3M2FN", 0x1F, "2.800000e+01"),
    ("f4E2M1FN", 0x0F, "-6.000000e+00"),
    ("f8E8M0FNU", 0x00, "5.877470e-39"),
    ("f8E8M0FNU", 0xFE, "1.701410e+38"),
    ("f8E8M0FNU", 0xFF, "0xFF"),
    # An f80 whose integer bit contradicts its exponent is a normal number, or a NaN.
    ("f80", 0x00008000000000000000, "3.36210314311209350626E-4932"),
    ("f80", 0x00010000000000000000, "0x7FFF0000000000000000"),
    ("f80", 0x00000000000000000001, "3.645200e-4951"),
]


@pytest.mark.parametrize(("name", "bits", "text"), PRINTED)
def test_floats_print(name: str, bits: int, text: str) -> None:
    assert float_text(bits, FLOAT_FORMATS[name]) == text


READ = [
    ("f32", "1.0", 0x3F800000),
    ("f32", "1.", 0x3F800000),
    ("f32", "-00.5E+0", 0xBF000000),
    ("f32", "- 1.5", 0xBFC00000),
    ("f32", "-0.0", 0x80000000),
    ("f32", "0x7f800001", 0x7F800001),
    ("f32", "0x00000000000000000007F800000", 0x7F800000),
    ("f80", "0x00010000000000000000", 0x7FFF0000000000000000),
    # A decimal is rounded to a double first: just above halfway between 1 and the next f32 is halfway then, so even.
    ("f32", "1.0000000596046447753906250000000001", 0x3F800000),
    ("f32", "1.000000059604645", 0x3F800001),
    ("f16", "1.00048828125", 0x3C00),
    ("f16", "1.00146484375", 0x3C02),
    ("bf16", "1.00390625", 0x3F80),
    # Too large: infinity, or NaN, or the largest number.
    ("f32", "1.0e40", 0x7F800000),
    ("f32", "-1.0e400", 0xFF800000),
    ("f64", "1.7976931348623159e308", 0x7FF0000000000000),
    ("f64", "1.0e99999999999999999999", 0x7FF0000000000000),
    ("f16", "65519.0", 0x7BFF),
    ("f16", "65520.0", 0x7C00),
    ("f8E4M3FN", "464.0", 0x7E),
    ("f8E4M3FN", "-464.5", 0xFF),
    ("f8E4M3FNUZ", "-1.0e30", 0x80),
    ("f6E3M2FN", "-1.0e308", 0x3F),
    ("f4E2M1FN", "1.0e30", 0x7),
    # Too small: zero, which some formats have no sign for, and one does not have.
    ("f32", "-1.0e-400", 0x80000000),
    ("f8E5M2FNUZ", "-1.0e-30", 0x00),
    ("f8E8M0FNU", "-0.0", 0x00),
    ("f8E8M0FNU", "3.0", 0x81),
]


@pytest.mark.parametrize(("name", "text", "bits"), READ)
def test_float_literals_are_rounded(name: str, text: str, bits: int) -> None:
    assert float_bits(text, FLOAT_FORMATS[name]) == bits


@pytest.mark.parametrize(
    ("name", "literal", "text", "stored"),
    [
        ("f8E8M0FNU", "-1.0", "-1.000000e+00", 0xFF),
        ("f8E8M0FNU", "-2.0", "-2.000000e+00", 0x80),
        ("f8E8M0FNU", "-1.0e300", "0xFF", 0xFF),
        ("f4E2M1FN", "1.0e400", "0x0", 0x0),
        ("f6E2M3FN", "-1.0e400", "0x20", 0x20),
    ],
)
def test_attributes_hold_what_their_format_cannot(name: str, literal: str, text: str, stored: int) -> None:
    float_format = FLOAT_FORMATS[name]
    bits = float_bits(literal, float_format)
    assert float_text(bits, float_format) == text
    assert float_format.stored(bits) == stored


@pytest.mark.parametrize(
    ("literal", "message", "offset", "notes"),
    [
        (
            "-1",
            "unexpected decimal integer literal for a floating point value",
            1,
            ("add a trailing dot to make the literal a float",),
        ),
        ("- 0x1", "hexadecimal float literal should not have a leading minus", 2, ()),
        ("0x100000000", "hexadecimal float constant out of range for type", 0, ()),
        ("true", "expected floating point literal", 0, ()),
        ("inf", "expected floating point literal", 0, ()),
    ],
)
def test_what_is_no_float(literal: str, message: str, offset: int, notes: tuple[str, ...]) -> None:
    with pytest.raises(LiteralError) as caught:
        float_bits(literal, FLOAT_FORMATS["f32"])
    assert (caught.value.message, caught.value.offset, caught.value.notes) == (message, offset, notes)


@pytest.mark.parametrize("name", [name for name, float_format in FLOAT_FORMATS.items() if float_format.width <= 16])
def test_every_number_reads_back_from_its_value(name: str) -> None:
    """float_value and encode are inverse, for all bits that are numbers."""
    float_format = FLOAT_FORMATS[name]
    for bits in range(1 << float_format.width):
        if float_format.decode(bits) is not None:
            value = float_value(bits, float_format)
            ratio = abs(value).as_integer_ratio()
            assert float_format.encode(math.copysign(1, value) < 0, *ratio) == bits


def test_values_of_what_is_no_number() -> None:
    assert float_value(0xFF800000, FLOAT_FORMATS["f32"]) == -math.inf
    assert math.isnan(float_value(0x7FC00000, FLOAT_FORMATS["f32"]))
    assert math.isnan(float_value(0x7F, FLOAT_FORMATS["f8E4M3FN"]))
    assert math.isnan(float_value(0x80, FLOAT_FORMATS["f8E4M3FNUZ"]))
    assert float_value(0x7FFEFFFFFFFFFFFFFFFF, FLOAT_FORMATS["f80"]) == math.inf  # beyond what a double holds


INTEGERS: list[tuple[str, int, Signedness, int]] = [
    ("5", 64, "signless", 5),
    ("-00005", 32, "signless", -5),
    ("0x10", 8, "signless", 16),
    ("-0x80", 8, "signless", -128),
    ("255", 8, "signless", -1),
    ("128", 8, "signless", -128),
    ("4", 3, "signless", -4),
    ("1", 1, "signless", 1),
    ("-1", 1, "signless", 1),
    ("-1", 1, "signed", -1),
    ("1", 1, "unsigned", 1),
    ("255", 8, "unsigned", 255),
    ("0", 0, "signless", 0),
    ("18446744073709551615", 64, "signless", -1),
    ("18446744073709551615", 64, "unsigned", 18446744073709551615),
    ("9223372036854775807", 64, "signed", 9223372036854775807),
    ("170141183460469231731687303715884105728", 128, "signless", -170141183460469231731687303715884105728),
]


@pytest.mark.parametrize(("literal", "width", "signedness", "value"), INTEGERS)
def test_integer_literals(literal: str, width: int, signedness: Signedness, value: int) -> None:
    assert integer_value(literal, width, signedness) == value


def test_integers_of_any_size() -> None:
    """Python itself converts no more than some 4,300 digits."""
    nines = "9" * 5000
    assert integer_value(nines, 20000) == 10**5000 - 1
    assert integer_value("0" * 5000 + "7", 8) == 7
    assert integer_text(1 - 10**5000) == "-" + nines
    assert integer_text(-128) == "-128"
    with pytest.raises(LiteralError, match="out of range"):
        integer_value(nines, 64)


OUT_OF_RANGE = "integer constant out of range for attribute"
BAD_INTEGERS: list[tuple[str, int, Signedness, str, int]] = [
    ("256", 8, "signless", OUT_OF_RANGE, 0),
    ("-129", 8, "signless", OUT_OF_RANGE, 1),
    ("-255", 8, "signless", OUT_OF_RANGE, 1),
    ("128", 8, "signed", OUT_OF_RANGE, 0),
    ("-0", 32, "signless", OUT_OF_RANGE, 1),  # MLIR wants the sign bit of a negative literal set
    ("1", 1, "signed", OUT_OF_RANGE, 0),
    ("2", 1, "signless", OUT_OF_RANGE, 0),
    ("1", 0, "signless", OUT_OF_RANGE, 0),
    ("9223372036854775808", 64, "signed", OUT_OF_RANGE, 0),
    ("256", 8, "unsigned", OUT_OF_RANGE, 0),
    ("-1", 8, "unsigned", "negative integer literal not valid for unsigned integer type", 1),
    ("1.0", 8, "signless", "expected integer literal", 0),
]


@pytest.mark.parametrize(("literal", "width", "signedness", "message", "offset"), BAD_INTEGERS)
def test_integers_out_of_range(literal: str, width: int, signedness: Signedness, message: str, offset: int) -> None:
    with pytest.raises(LiteralError) as caught:
        integer_value(literal, width, signedness)
    assert (caught.value.message, caught.value.offset) == (message, offset)
