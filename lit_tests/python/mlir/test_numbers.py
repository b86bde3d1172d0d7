"""Number literals: the bits they stand for and the text that MLIR prints. The expected values are the reference's."""

from __future__ import annotations

import math

import pytest

from sdyopt.mlir.literals.numbers import (
    FLOAT_FORMATS,
    LiteralError,
    float_bits,
    float_text,
    float_value,
    integer_text,
    integer_value,
)


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


def test_integers_of_any_size() -> None:
    """Python itself converts no more than some 4,300 digits."""
    nines = "9" * 5000
    assert integer_value(nines, 20000) == 10**5000 - 1
    assert integer_value("0" * 5000 + "7", 8) == 7
    assert integer_text(1 - 10**5000) == "-" + nines
    assert integer_text(-128) == "-128"
    with pytest.raises(LiteralError, match="out of range"):
        integer_value(nines, 64)
