"""The literals of `dense<…>` and what MLIR prints for them. The expected texts and messages are the reference's."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from sdyopt.mlir.literals.dense import (
    INDEX,
    ElementFormat,
    canonical,
    elements,
    float_elements,
    read_dense_literal,
    reprint,
)
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, LiteralError


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


CANONICAL = [
    # A single element, or a list of equal ones, is a splat. Equal means bit for bit.
    ("1.0", "2xf32", "1.000000e+00"),
    ("- 1.0", "2xf32", "-1.000000e+00"),
    ("[1.0,1.0]", "2xf32", "1.000000e+00"),
    ("[[1.0]]", "1x1xf32", "1.000000e+00"),
    ("[0.0,-0.0]", "2xf32", "[0.000000e+00, -0.000000e+00]"),
    ("[0x7FC00000,0x7FC00001]", "2xf32", "[0x7FC00000, 0x7FC00001]"),
    ("1.0", "4294967296xf32", "1.000000e+00"),
    # Lists, blanks and comments.
    ("[[1.0],[2.0]]", "2x1xf32", "[[1.000000e+00], [2.000000e+00]]"),
    ("[[[1,2]],[[3,4]],[[5,6]]]", "3x1x2xi4", "[[[1, 2]], [[3, 4]], [[5, 6]]]"),
    (" [ 1.0 ,\t2.0 // and ]\n] ", "2xf32", "[1.000000e+00, 2.000000e+00]"),
    ("[1.0,0x1]", "2xf32", "[1.000000e+00, 1.401300e-45]"),
    ("(1.0,2.0)", "2xf32", "[1.000000e+00, 2.000000e+00]"),
    # Floats too large, for the format or for a double.
    ("1.0e40", "2xf32", "0x7F800000"),
    ("[[1.0e400,-1.0e400]]", "1x2xf8E4M3FN", "[[0x7F, 0xFF]]"),
    ("[1.0e30,1.0e400,-1.0e400]", "3xf4E2M1FN", "[6.000000e+00, 0.000000e+00, -0.000000e+00]"),
    ("[-2.0,-1.0,1.0,-0.5,-0.0]", "5xf8E8M0FNU", "[2.000000e+00, 0xFF, 1.000000e+00, 1.701410e+38, 5.877470e-39]"),
    # Integers.
    ("[true,0]", "2xi1", "[true, false]"),
    ("-1", "2xi1", "true"),
    ("[-1,0]", "2xsi1", "[true, false]"),
    ("[255,-128,0x7f]", "3xi8", "[-1, -128, 127]"),
    ("[15,8]", "2xui4", "[15, 8]"),
    ("[-1,9223372036854775807]", "2xindex", "[-1, 9223372036854775807]"),
    ("[18446744073709551616,-1]", "2xi65", "[-18446744073709551616, -1]"),
    ("[0,0]", "2xi0", "0"),
    # Nothing.
    ("", "0x4xf32", ""),
    ("[]", "0xf32", ""),
    ("[[],[]]", "2x0xf32", ""),
    ("1.0", "0xf32", "1.000000e+00"),
    ("", "0xi0", "0"),
    ("1.0", "0xcomplex<f32>", ""),
    ("(1.0,2.0)", "0xcomplex<f32>", "(1.000000e+00,2.000000e+00)"),
    # Complex numbers.
    ("(1.0,- 2.0)", "2xcomplex<f32>", "(1.000000e+00,-2.000000e+00)"),
    ("[(1,2),( -1 , 5 )]", "2xcomplex<i8>", "[(1,2), (-1,5)]"),
    ("[(true,0)]", "1xcomplex<i1>", "(true,false)"),
    # Hex strings: of all elements, or of one.
    ('"0x0000803f00008040"', "2xf32", "[1.000000e+00, 4.000000e+00]"),
    ('"0x0000803F"', "2xf32", "1.000000e+00"),
    ('"0x0000803F"', "0xf32", "1.000000e+00"),
    ('"0x"', "0xf32", ""),
    ('"0x01020304"', "2xcomplex<i8>", "[(1,2), (3,4)]"),
    ('"0x0102"', "2xcomplex<i8>", "(1,2)"),
    # Bits that an element does not need tell splats apart; they count in unsigned integers only.
    ('"0x0103"', "2xi1", "[true, true]"),
    ('"0x0202"', "2xi1", "true"),
    ('"0xFF0F"', "2xi4", "[-1, -1]"),
    ('"0xFF0F"', "2xui4", "[255, 15]"),
    ('"0x0000F8000000"', "2xtf32", "[0.000000e+00, 0.000000e+00]"),
    ('"0xFF010500"', "2xi9", "[-1, 5]"),
    ('"0x0000000000000000000100000000000000000080"', "2xf80", "[0x7FFF0000000000000000, -0.000000e+00]"),
    # Strings.
    ('"a"', "2x!dialect.type", '"a"'),
    ('["a","a"]', "2x!dialect.type", '"a"'),
    ('["a", "0x00"]', "2x!dialect.type", '["a", "0x00"]'),
    (r'"a\22\n\t\\\00\0a\fF é"', "!dialect.type", r'"a\22\0A\09\\\00\0A\FF \C3\A9"'),
    ("[]", "0x!dialect.type", ""),
]


@pytest.mark.parametrize(("literal", "type_text", "expected"), CANONICAL)
def test_canonical_form(literal: str, type_text: str, expected: str) -> None:
    assert canonical_of(literal, type_text) == expected


BUFFERS = [
    ("f32", ["1.0", "2.0"], "0000803F00000040"),
    ("bf16", ["1.0", "-0.1"], "803FCDBD"),
    ("f8E8M0FNU", ["-2.0", "1.0"], "807F"),
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


VALUES: list[tuple[str, str, list[Any]]] = [
    ("[1.0,-2.5]", "2xf32", [1.0, -2.5]),
    ("1.0", "3xbf16", [1.0, 1.0, 1.0]),
    ("0x7F800000", "1xf32", [math.inf]),
    ("[true,false]", "2xi1", [True, False]),
    ("[-1,5]", "2xi4", [-1, 5]),
    ("[255,0]", "2xui8", [255, 0]),
    ("[1,2]", "2xi128", [1, 2]),
    ("-7", "2xindex", [-7, -7]),
    ("[(1.0,2.0),(3.0,4.0)]", "2xcomplex<f32>", [1 + 2j, 3 + 4j]),
    ("(1.0,2.0)", "complex<bf16>", [1 + 2j]),
    ("[(1,2),(3,4)]", "2xcomplex<i8>", [(1, 2), (3, 4)]),
    ('["a","é"]', "2x!dialect.type", ["a", "é"]),
    ("", "0xf32", []),
    ("1.0", "0xf32", []),
    ("0", "2xi0", [0, 0]),
]


@pytest.mark.parametrize(("literal", "type_text", "expected"), VALUES)
def test_values(literal: str, type_text: str, expected: list[Any]) -> None:
    found = elements(literal, *split(type_text))
    assert found == expected
    assert [type(value) for value in found] == [type(value) for value in expected]


ELEMENT = "expected element literal of primitive type"
INCONSISTENT = "tensor literal is invalid; ranks are not consistent between elements"
NOT_HEX = "expected string containing hex digits starting with `0x`"
ATTRIBUTE = -6
ERRORS = [
    # Of the form, at the token; what has to follow one is missing at its end.
    ("[1.0,]", "2xf32", ELEMENT, 5),
    ("[,1.0]", "2xf32", ELEMENT, 1),
    ("[+1]", "2xi32", ELEMENT, 1),
    ("nan", "2xf32", ELEMENT, 0),
    ("trueish", "2xi1", ELEMENT, 0),
    ("--1.0", "2xf32", "expected integer or floating point literal", 1),
    ("-true", "2xi1", "expected integer or floating point literal", 1),
    ("[1,-true]", "2xi1", "expected integer or floating point literal", 4),
    ("[1.0   2.0]", "2xf32", "expected ']'", 4),
    ("[1.0 // here\n 2.0]", "2xf32", "expected ']'", 4),
    ("1.0, 1.0", "2xf32", "expected '>'", 3),
    ("1.0e", "2xf32", "expected '>'", 3),
    ("0xg", "2xi32", "expected '>'", 1),
    ("(1.0)", "2xcomplex<f32>", "expected ',' between complex elements", 4),
    ("(1.0,2.0,3.0)", "2xcomplex<f32>", "expected ')' after complex elements", 8),
    ("([1.0],2.0)", "2xcomplex<f32>", ELEMENT, 1),
    ("[1.0,[2.0]]", "2xf32", INCONSISTENT, 10),
    ("[[1.0],2.0]", "2xf32", INCONSISTENT, 10),
    ("[[1.0],[2.0,3.0]]", "2xf32", INCONSISTENT, 16),
    ("[[1.0],[]]", "2xf32", INCONSISTENT, 9),
    # Of tokens that no literal has.
    (".5", "2xf32", "expected three consecutive dots for an ellipsis", 1),
    ("[1;2]", "2xi32", "unexpected character", 2),
    ("!", "2xi32", "invalid type identifier", 0),
    ("#", "2xi32", "invalid attribute name", 0),
    ("%", "2xi32", "invalid SSA name", 0),
    ("^", "2xi32", "invalid block name", 0),
    ("@", "2xi32", "@ identifier expected to start with letter or '_'", 1),
    ("@a", "2xi32", ELEMENT, 0),
    (r'"\q"', "2x!dialect.type", "unknown escape in string literal", 1),
    ('"0x01""', "2xi8", "expected '\"' in string literal", 23),
    ('"a\n"', "2x!dialect.type", "expected '\"' in string literal", 2),
    # Of the shape, at the attribute.
    ("", "2xf32", "parsed zero elements, but type ('tensor<2xf32>') expected at least 1", ATTRIBUTE),
    ("[]", "2xf32", "inferred shape of elements literal ([0]) does not match type ([2])", ATTRIBUTE),
    ("[[1],[2]]", "2xf32", "inferred shape of elements literal ([2, 1]) does not match type ([2])", ATTRIBUTE),
    ("[1.0]", "f32", "inferred shape of elements literal ([1]) does not match type ([])", ATTRIBUTE),
    ("1.0", "2xcomplex<f32>", "parsed 1 elements, but type ('complex<f32>') expected 2 elements", ATTRIBUTE),
    (
        "[(1.0,2.0),1.0]",
        "2xcomplex<f32>",
        "parsed 3 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements",
        ATTRIBUTE,
    ),
    # Of an element, behind its minus.
    ("[1.0,-2]", "2xf32", "unexpected decimal integer literal for a floating point value", 6),
    ("-0x1", "2xf32", "hexadecimal float literal should not have a leading minus", 1),
    ("0x1FFFFFFFF", "2xf32", "hexadecimal float constant out of range for type", 0),
    ("true", "2xf32", "expected floating point literal", 0),
    ('["a",1.0]', "2xf32", "expected floating point literal", 1),
    ("[1,-1.0]", "2xi32", "expected integer elements, but parsed floating-point", 4),
    ("(true,2)", "2xcomplex<i8>", "expected i1 type for 'true' or 'false' values", 1),
    ("[1,4294967296]", "2xi32", "integer constant out of range for type", 3),
    ("-2147483649", "2xi32", "integer constant out of range for type", 1),
    ("[1,-0]", "2xi32", "integer constant out of range for type", 4),
    ("9223372036854775808", "2xindex", "integer constant out of range for type", 0),
    ("2", "2xi1", "integer constant out of range for type", 0),
    ("1", "2xsi1", "integer constant out of range for type", 0),
    ('["1",2]', "2xi8", "integer constant out of range for type", 1),
    ("-1.0", "2xui8", "expected unsigned integer elements, but parsed negative value", 1),
    ("[1,-1]", "2x!dialect.type", "expected string token, got 1", ATTRIBUTE),
    # Of a hex string.
    ('"abc"', "2xf32", NOT_HEX, 0),
    ('"0x0 1"', "2xi8", NOT_HEX, 0),
    ('"0x123"', "2xi8", NOT_HEX, 0),
    ('"0X12"', "2xi8", NOT_HEX, 0),
    (r'"0x\30\31"', "1xi8", NOT_HEX, 0),
    (' "0xa"', "1xi8", NOT_HEX, 1),
    ('"0x"', "2xf32", "elements hex data size is invalid for provided type: 'tensor<2xf32>'", ATTRIBUTE),
    ('"0x010203"', "2xi8", "elements hex data size is invalid for provided type: 'tensor<2xi8>'", ATTRIBUTE),
]


@pytest.mark.parametrize(("literal", "type_text", "message", "offset"), ERRORS)
def test_errors(literal: str, type_text: str, message: str, offset: int) -> None:
    """Found within the whole text as well as in the literal alone."""
    with pytest.raises(LiteralError) as caught:
        read_dense_literal(f"dense<{literal}> : tensor<{type_text}>", len("dense<"))
        canonical_of(literal, type_text)
    assert (caught.value.message, caught.value.offset) == (message, offset)
    with pytest.raises(LiteralError):
        canonical_of(literal, type_text)


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
