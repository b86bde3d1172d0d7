"""The literals of `dense<…>` and what MLIR prints for them. The expected texts and messages are the reference's."""

from __future__ import annotations

import re

import pytest

from sdyopt.mlir.literals.dense import (
    INDEX,
    ElementFormat,
    canonical,
    elements,
    float_elements,
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
