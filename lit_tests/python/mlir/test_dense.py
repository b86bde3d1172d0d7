"""The literals of dense elements and of numbers: what MLIR prints for them, and their values in Python."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt import DenseElementsAttr, DenseResourceAttr, FloatAttr
from sdyopt.mlir.literals.dense import INDEX, ElementFormat, canonical, elements, float_elements, reprint
from sdyopt.mlir.literals.numbers import (
    FLOAT_FORMATS,
    LiteralError,
    float_bits,
    float_text,
    float_value,
    integer_text,
    integer_value,
)
from sdyopt.mlir.releases import following


def element_format(name: str) -> ElementFormat:
    """The element format of a builtin type; strings for a dialect's."""
    if name.startswith("complex<"):
        return ElementFormat("complex", part=element_format(name[len("complex<") : -1]))
    if name in FLOAT_FORMATS:
        return float_elements(FLOAT_FORMATS[name])
    if name == "index":
        return INDEX
    match = re.fullmatch(r"([su]?)i(\d+)", name)
    if match is None:
        return ElementFormat("string")
    return ElementFormat("int", int(match[2]), "signed" if match[1] == "s" else "unsigned" if match[1] else "signless")


def split(type_text: str) -> tuple[tuple[int, ...], ElementFormat]:
    """Shape and element format of `2x3xf32`."""
    match = re.fullmatch(r"((?:\d+x)*)(.+)", type_text)
    assert match is not None
    return tuple(int(size) for size in match[1].split("x")[:-1]), element_format(match[2])


def canonical_of(literal: str, type_text: str) -> str:
    shape, element = split(type_text)
    return canonical(literal, shape, element, f"tensor<{type_text}>")


BUFFERS = [
    ("f32", ["1.0", "2.0"], "0000803F00000040"),
    ("bf16", ["1.0", "-0.1"], "803FCDBD"),
    ("f8E8M0FNU", ["2.0", "1.0"], "807F"),
    ("f8E5M3FNU", ["2.0", "1.5"], "807C"),
    ("f6E2M3FN", ["-6.0", "1.0"], "3C08"),
    ("tf32", ["-6.0", "1.0"], "00060600FC01"),
    ("f80", ["-6.0", "1.0"], "00000000000000C001C00000000000000080FF3F"),
    ("f128", ["-6.0", "1.0"], "000000000000000000000000008001C00000000000000000000000000000FF3F"),
    ("i1", ["true", "false"], "0100"),
    ("si1", ["-1", "0"], "0100"),
    ("i2", ["1", "-1"], "0103"),
    ("i4", ["-8", "-1"], "080F"),
    ("i12", ["-1", "5"], "FF0F0500"),
    ("i65", ["-1", "5"], "FFFFFFFFFFFFFFFF01050000000000000000"),
    ("index", ["-1", "5"], "FFFFFFFFFFFFFFFF0500000000000000"),
    ("complex<i4>", ["(1,2)", "(-1,5)"], "01020F05"),
    ("complex<f32>", ["(1.0,2.0)", "(-1.0,0.5)"], "0000803F00000040000080BF0000003F"),
]


@pytest.mark.parametrize(("name", "pair", "digits"), BUFFERS)
def test_over_a_hundred_elements_print_as_their_buffer(name: str, pair: list[str], digits: str) -> None:
    """Each element takes whole bytes; what the hex string says is what the list did."""
    for count in (100, 102):
        literal = "[" + ", ".join(pair * (count // 2)) + "]"
        text = canonical_of(literal, f"{count}x{name}")
        expected = f'"0x{digits * (count // 2)}"'
        assert (text == expected) == (count > 100)
        assert canonical_of(expected, f"{count}x{name}") == text
        assert canonical_of(expected.lower(), f"{count}x{name}") == text
        assert canonical_of("[" + ", ".join(pair[:1] * count) + "]", f"{count}x{name}").count(",") <= 1


def test_strings_never_print_as_hex() -> None:
    literal = "[" + ", ".join(['"a"', '"b"'] * 60) + "]"
    assert canonical_of(literal, "120x!dialect.type") == literal


def test_another_threshold() -> None:
    """Text is printed again with fewer or more elements as a hex string."""
    shape, element = split("2x2xi8")
    assert reprint("[[1, 2], [3, 4]]", shape, element, 3) == '"0x01020304"'
    assert reprint("[[1, 2], [3, 4]]", shape, element, 4) == "[[1, 2], [3, 4]]"
    assert reprint('"0x01020304"', shape, element, None) == "[[1, 2], [3, 4]]"
    assert reprint("7", shape, element, 0) == "7"


def test_the_note_on_integers_for_floats() -> None:
    with pytest.raises(LiteralError) as caught:
        canonical_of("[1.0, 2]", "2xf32")
    assert caught.value.notes == ("add a trailing dot to make the literal a float",)


def test_too_few_numbers_in_pairs() -> None:
    """MLIR reads beyond the numbers that there are, or crashes; we say so."""
    with pytest.raises(LiteralError, match=re.escape("parsed 2 elements, but type ('tensor<f32>') expected 1")):
        canonical_of("(1.0,2.0)", "f32")
    with pytest.raises(LiteralError, match=re.escape("parsed 2 elements, but type ('tensor<3xf32>') expected 3")):
        canonical_of("(1.0,2.0)", "3xf32")


@pytest.mark.parametrize("text", ["", " ", "[", "[1.0", "[[1.0], ", "(", "(1.0,", '"0x00', "-", "// 1.0>"])
def test_text_that_ends_too_early(text: str) -> None:
    with pytest.raises(LiteralError):
        canonical_of(text, "1xf32")


@pytest.mark.parametrize("brackets", ["[]", "()"])
def test_depth_has_no_limit(brackets: str) -> None:
    opening, closing = (bracket * 100_000 for bracket in brackets)
    with pytest.raises(LiteralError):
        canonical_of(f"{opening}1{closing}", "1xi8")
    with pytest.raises(LiteralError):
        canonical_of(opening, "1xi8")


def test_ten_thousand_elements_in_every_layout() -> None:
    """Rows that are read at once give what single elements give."""
    numbers = [str(number) for number in range(-5000, 5000)]
    flat = canonical_of("[" + ",".join(numbers) + "]", "10000xi16")
    singles = canonical_of("[" + ",".join(f"[ {number} // one\n]" for number in numbers) + "]", "10000x1xi16")
    rows = ("[" + ",".join(numbers[start : start + 100]) + "]" for start in range(0, 10000, 100))
    assert flat == singles == canonical_of("[" + ", ".join(rows) + "]", "100x100xi16")
    assert elements(flat, *split("10000xi16")) == list(range(-5000, 5000))


def test_a_long_hex_string() -> None:
    digits = "0123456789ABCDEF" * 500_000
    assert canonical_of(f'"0x{digits}"', "1000000xf32") == f'"0x{digits}"'
    assert canonical_of(f'"0x{digits.lower()}"', "1000000xf32") == f'"0x{digits}"'
    assert canonical_of(f'"0x{digits}"', "500000xi64") == "-1167088121787636991"


VALUES: list[tuple[str, tuple[Any, ...]]] = [
    ("dense<1.5> : tensor<2x2xf32>", (1.5,) * 4),
    ("dense<[[1, 2], [3, -4]]> : tensor<2x2xi32>", (1, 2, 3, -4)),
    ('dense<"0x0000803F00000040"> : tensor<2xf32>', (1.0, 2.0)),
    ("dense<[true, false]> : tensor<2xi1>", (True, False)),
    ("dense<[7, -8]> : tensor<2xi4>", (7, -8)),
    ("dense<[15, 0]> : tensor<2xui4>", (15, 0)),
    ("dense<18446744073709551615> : tensor<ui64>", (2**64 - 1,)),
    ("dense<[(1.0, -2.0), (0.0, 0.5)]> : tensor<2xcomplex<f64>>", (1 - 2j, 0.5j)),
    ("dense<(1, 2)> : tensor<2xcomplex<i8>>", ((1, 2), (1, 2))),
    ("dense<[1.0, 0.1]> : tensor<2xbf16>", (1.0, 0.10009765625)),
    ("dense<[448.0, 0.0625]> : tensor<2xf8E4M3FN>", (448.0, 0.0625)),
    ("dense<[6.0, -0.5]> : tensor<2xf4E2M1FN>", (6.0, -0.5)),
    ("dense<0x7F800000> : tensor<1xf32>", (math.inf,)),
    ("dense<[3, 4]> : tensor<2xindex>", (3, 4)),
    ("dense<[3, 4]> : vector<2xi64>", (3, 4)),
    ('dense<["a", "b"]> : tensor<2x!stablehlo.token>', ("a", "b")),
    ("dense<> : tensor<0x4xf32>", ()),
    ("dense<1.0> : tensor<0xf32>", ()),
    ("dense<0> : tensor<2xi0>", (0, 0)),
    ("dense<[1, 2]> : tensor<2xi128>", (1, 2)),
    ("dense<(1.0, 2.0)> : tensor<complex<bf16>>", (1 + 2j,)),
    ('dense<["a", "é"]> : tensor<2x!stablehlo.token>', ("a", "é")),
]


def dense(text: str) -> DenseElementsAttr:
    attribute = sdyopt.parse_attribute(text)
    assert isinstance(attribute, DenseElementsAttr)
    return attribute


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[text for text, _ in VALUES])
def test_values(text: str, expected: tuple[Any, ...]) -> None:
    """As many as the shape says, each of the type that Python has for it."""
    attribute = dense(text)
    assert attribute.values == expected
    assert [type(value) for value in attribute.values] == [type(value) for value in expected]
    assert math.prod(attribute.shape) == len(expected)


def test_more_elements_than_are_printed_in_a_list() -> None:
    numbers = ", ".join(map(str, range(200)))
    attribute = dense(f"dense<[{numbers}]> : tensor<200xi16>")
    assert attribute.text.startswith('"0x')
    assert attribute.values == tuple(range(200))
    assert attribute.splat_value is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<2.0> : tensor<4294967296x4294967296xf32>", 2.0),
        ("dense<[7, 7]> : tensor<2xi8>", 7),
        ("dense<[[false]]> : tensor<1x1xi1>", False),
        ('dense<"x"> : tensor<2x!stablehlo.token>', "x"),
        ("dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>", 1 + 0j),
        ("dense<[7, 8]> : tensor<2xi8>", None),
        ("dense<[0.0, -0.0]> : tensor<2xf32>", None),
        ("dense<> : tensor<0xf32>", None),
    ],
)
def test_the_value_of_all_elements(text: str, expected: object) -> None:
    """It costs no memory, however large the tensor is."""
    assert dense(text).splat_value == expected


def test_nan() -> None:
    assert math.isnan(dense("dense<0x7FC00000> : tensor<f32>").splat_value)


def test_scalars() -> None:
    for text, expected in (
        ("1.5 : bf16", 1.5),
        ("0x7C00 : f16", math.inf),
        ("1.000000e-05 : f32", 9.999999747378752e-06),
    ):
        attribute = sdyopt.parse_attribute(text)
        assert isinstance(attribute, FloatAttr)
        assert attribute.value == expected


INPUTS = Path(__file__).parent / "Inputs"
RESOURCES = (INPUTS / "dense_values.resources.txt").read_text(encoding="utf-8")


def test_resources() -> None:
    module = sdyopt.parse(RESOURCES)
    constants = [op.properties["value"] for op in module.walk() if op.name == "stablehlo.constant"]
    floats, flags, too_few, nothing, missing = [attr for attr in constants if isinstance(attr, DenseResourceAttr)]
    assert floats.shape == (2, 2)
    assert module.resource_values(floats) == (1.0, 2.0, 3.0, 4.0)
    assert module.resource_values(flags) == (True, False, True)
    assert module.resource_values(nothing) == ()
    with pytest.raises(ValueError, match=r"resource 'floats' of tensor<2xi16>: 16 bytes, expected 2 for each of 2"):
        module.resource_values(too_few)
    with pytest.raises(KeyError, match="missing"):
        module.resource_values(missing)


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
    """In the oldest release; later ones refuse signs that a format does not have, and take its largest number."""
    float_format = FLOAT_FORMATS[name]
    with following("0.10.2"):
        bits = float_bits(literal, float_format)
        assert float_text(bits, float_format) == text
    """Before later releases refuse signs, and round once."""
    float_format = FLOAT_FORMATS[name]
    with following("0.10.2"):
        bits = float_bits(literal, float_format)
    assert float_text(bits, float_format) == text
    assert float_format.stored(bits) == stored
    if name != "f8E8M0FNU":
        assert float_bits(literal, float_format) != bits
    else:
        with pytest.raises(LiteralError, match="negative floating point literal"):
            float_bits(literal, float_format)


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
