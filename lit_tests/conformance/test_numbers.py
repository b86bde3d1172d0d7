"""Numbers and dense literals read and print as in the reference, with the same errors at the same places."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence

import pytest

from sdyopt.mlir.literals.dense import INDEX, ElementFormat, canonical, float_elements, read_dense_literal
from sdyopt.mlir.literals.numbers import (
    FLOAT_FORMATS,
    FloatFormat,
    LiteralError,
    Signedness,
    double_bits,
    float_bits,
    float_text,
    float_value,
    integer_value,
)
from tools import reference
from tools.chunks import mostly_long

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

FLOATS_OF_OTHERS = 20_000
"""How many floats of a format with more than 16 bits are printed; of those with more than 64 bits, fewer."""

LITERALS = 40
"""Dense literals of each type of elements."""

PREFIX, SUFFIX = '"t.op"() {a = ', "} : () -> ()"

INTEGERS = {
    f"{letter}i{width}": ElementFormat("int", width, signedness)
    for width in (0, 1, 2, 3, 4, 7, 8, 16, 17, 32, 64, 65, 128)
    for letter, signedness in (("", "signless"), ("s", "signed"), ("u", "unsigned"))
    if width or not letter
} | {"index": INDEX}
FLOATS = {name: float_elements(form) for name, form in FLOAT_FORMATS.items()}
COMPLEX = {
    f"complex<{name}>": ElementFormat("complex", part=(INTEGERS | FLOATS)[name])
    for name in ("i1", "i4", "ui8", "i64", "bf16", "f32", "f64", "f8E4M3FN")
}
ELEMENTS = INTEGERS | FLOATS | COMPLEX | {"!t.t": ElementFormat("string")}
QUICK = ("f32", "f64", "f16", "f8E4M3FN", "f4E2M1FN")


def printed(attributes: Sequence[str]) -> list[str]:
    """Returns the texts that the reference prints for attributes, all of which it must accept."""
    texts = []
    for start in range(0, len(attributes), 10_000):
        chunk = attributes[start : start + 10_000]
        text = "\n".join(PREFIX + attribute + SUFFIX for attribute in chunk)
        result = reference.run_isolated(text, allow_unregistered=True, seconds=60)
        assert result.ok, result.diagnostics
        lines = (line.strip() for line in result.output.splitlines())
        texts += [line[len(PREFIX) : -len(SUFFIX)] for line in lines if line.startswith('"t.op"')]
    assert len(texts) == len(attributes)
    return texts


def verdict(attribute: str) -> str | list[tuple[int, str]]:
    """Returns the text that the reference prints for one attribute, or its errors and notes, with offsets within it."""
    result = reference.run_isolated(PREFIX + attribute + SUFFIX, (), allow_unregistered=True)
    if result.ok:
        return next(line for line in result.output.splitlines() if '"t.op"' in line).strip()[len(PREFIX) : -len(SUFFIX)]
    starts = [0]
    for line in (PREFIX + attribute).split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return [
        (starts[found.line - 1] + found.column - 1 - len(PREFIX), found.message)
        for found in result.diagnostics
        if found.line is not None and found.column is not None
    ]


def assert_same(found: Sequence[object], expected: Sequence[object], inputs: Sequence[object]) -> None:
    differences = [triple for triple in zip(inputs, found, expected, strict=True) if triple[1] != triple[2]]
    assert not differences, f"{len(differences)} differ; (input, ours, reference): {differences[:10]}"


# --- floats ----------------------------------------------------------------------------------------------------------


def special_bits(float_format: FloatFormat, chance: random.Random, count: int) -> Iterator[int]:
    """Bits of all magnitudes: random ones, powers of two and their neighbours, subnormals, powers of ten, NaNs."""
    exponents = 1 << float_format.exponent_bits
    mantissa_bits = float_format.mantissa_bits
    top = float_format.width - 1 - float_format.exponent_bits
    for _ in range(count):
        near_one = float_format.bias + chance.randrange(-40, 80)
        exponent = chance.choice([0, 1, near_one, near_one, near_one, chance.randrange(exponents), exponents - 1])
        fraction = chance.getrandbits(mantissa_bits) >> chance.choice([0, 0, chance.randrange(mantissa_bits)])
        fraction = chance.choice([fraction, fraction, fraction << 1, 0, 1, -1]) & ((1 << top) - 1)
        yield chance.getrandbits(1) << (float_format.width - 1) | exponent << top | fraction
        digits = chance.randrange(10 ** chance.choice([1, 2, 6, 7, 9]))
        yield float_format.stored(double_bits(float(f"{digits}e{chance.randrange(-12, 12)}"), float_format))


@pytest.mark.parametrize("name", mostly_long(FLOAT_FORMATS, QUICK))
def test_floats_print_alike(name: str) -> None:
    """All there are in formats up to 16 bits, a choice of those of the others."""
    float_format = FLOAT_FORMATS[name]
    count = 100 if float_format.width > 64 else FLOATS_OF_OTHERS // 2
    small = float_format.width <= 16
    patterns = list(range(1 << float_format.width) if small else special_bits(float_format, random.Random(name), count))
    expected: list[str] = []
    lists = []
    for start in range(0, len(patterns), 98):
        chunk = ["0x0", "0x1", *map(hex, patterns[start : start + 98])]  # the first two, so that it is no splat
        lists.append(f"dense<[{', '.join(chunk)}]> : tensor<{len(chunk)}x{name}>")
    for text in printed(lists):
        expected += text[len("dense<[") : text.index("]>")].split(", ")[2:]
    assert_same([float_text(bits, float_format) for bits in patterns], expected, [hex(bits) for bits in patterns])


@pytest.mark.parametrize("name", mostly_long(FLOAT_FORMATS, QUICK))
def test_floats_round_alike(name: str) -> None:
    """Numbers, the middles between neighbours, and the doubles beside those; too large and too small ones."""
    float_format = FLOAT_FORMATS[name]
    chance = random.Random(name)
    patterns: list[int] = list(range(1 << min(float_format.width - 1, 10)))
    if float_format.width > 11:
        patterns = [bits for bits in special_bits(float_format, chance, 500) if not bits >> (float_format.width - 1)]
    values = [1e308, 1e-308, 5e-324, 0.0]
    for bits in patterns:
        low, high = float_value(bits, float_format), float_value(bits + 1, float_format)
        middle = (low + high) / 2
        values += [low, middle, math.nextafter(middle, 0), math.nextafter(middle, math.inf)]
    literals = [f"{value:.25e}" for value in values if math.isfinite(value)]
    literals += ["1.0e400", "1.0e-400", "1.", "00.1", "1.E5", "1.5e-07", "1.0000000596046447753906250000000001"]
    if not name.endswith("FNU"):
        literals += [f"-{literal}" for literal in literals]
    expected = [text.partition(" : ")[0] for text in printed([f"{literal} : {name}" for literal in literals])]
    found = [float_text(float_bits(literal, float_format), float_format) for literal in literals]
    assert_same(found, expected, literals)


# --- integers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_have_the_same_range(name: str) -> None:
    element = INTEGERS[name]
    edges = {0, 1, 2, (1 << element.width) - 1, 1 << element.width, 1 << max(element.width - 1, 0)}
    values = sorted({edge + step for edge in edges for step in (-1, 0, 1) if edge + step >= 0})
    literals = [f"{sign}{number}" for number in values for sign in ("", "-")]
    literals += [f"{sign}{number:#x}" for number in values for sign in ("", "-")]
    found = [integer_verdict(literal, name, element.width, element.signedness) for literal in literals]
    assert_same(found, [verdict(f"{literal} : {name}") for literal in literals], literals)


def integer_verdict(literal: str, name: str, width: int, signedness: Signedness) -> str | list[tuple[int, str]]:
    try:
        value = integer_value(literal, width, signedness)
    except LiteralError as error:
        return [(error.offset or 0, error.message)]
    return ("true" if value else "false") if name == "i1" else f"{value} : {name}"


# --- dense literals --------------------------------------------------------------------------------------------------


class Literals:
    """Random literals for an element type, most of them in order."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.chance = random.Random(f"{name} {seed}")

    def element(self, name: str) -> str:
        chance = self.chance
        if name.startswith("complex<"):
            part = name[len("complex<") : -1]
            return f"({self.element(part)}{chance.choice([',', ', ', ' , '])}{self.element(part)})"
        usual, unusual = {
            "string": (['"a"', '"b"', r'"\0A"', r'"\22"', '"0x00"', '""'], ["1", "-1", "true"]),
            "float": (
                ["1.0", "-2.5", "0.1", "-3.", "1.0e10", "-0.0", "1.5e-7", "0x1"],
                ["1", "true", '"a"', "0x1FFFF"],
            ),
            "int": (
                ["0", "1", "2", "7", "-1", "-8", "0x3", str(chance.getrandbits(8))],
                ["1.5", "true", "-0", "1000000"],
            ),
        }[next(kind for kind, names in KINDS.items() if name in names)]
        return chance.choice(usual if chance.random() < 0.98 else unusual)

    def nested(self, shape: Sequence[int]) -> str:
        if not shape:
            return self.element(self.name)
        size = shape[0] + (self.chance.choice([-1, 1]) if self.chance.random() < 0.02 else 0)
        parts = [self.nested(shape[1:]) for _ in range(size)]
        separator = self.chance.choice([",", ", ", " ,\n", ", // c [\n"])
        return f"[{separator.join(parts[:1] * size if self.chance.random() < 0.15 else parts)}]"

    def hex_string(self, count: int) -> str:
        digits = "".join(self.chance.choices(["00", "01", "7f", "FF"], k=ELEMENTS[self.name].byte_width * count))
        return f'"0x{digits}"'

    def damaged(self, literal: str) -> str:
        place = self.chance.randrange(len(literal) + 1)
        rest = literal[place + self.chance.randrange(2) :]
        return (
            literal[:place] + self.chance.choice(["[", "]", ",", "-", "0", ".", "e", "x", '"', " ", "true", ""]) + rest
        )

    def literal(self, shape: Sequence[int]) -> str:
        chance = self.chance.random()
        if chance < 0.1:
            text = self.element(self.name)
        elif chance < 0.25 and self.name != "!t.t" and ELEMENTS[self.name].width % 8 == 0:
            text = self.hex_string(self.chance.choice([1, math.prod(shape)]))
        else:
            text = self.nested(shape)
        return self.damaged(text) if self.chance.random() < 0.2 else text


KINDS = {"string": {"!t.t"}, "float": set(FLOATS), "int": set(INTEGERS)}


def dense_verdict(literal: str, shape: Sequence[int], name: str) -> str | list[tuple[int, str]]:
    type_text = f"tensor<{''.join(f'{size}x' for size in shape)}{name}>"
    start = len("dense<")
    try:
        text = f"dense<{literal}> : {type_text}{SUFFIX}"
        end = read_dense_literal(text, start).next
        if text.startswith(">", end) and end != start + len(literal):
            return "another literal"
        text = canonical(literal, shape, ELEMENTS[name], type_text)
    except LiteralError as error:
        assert error.offset is not None
        return [(start + error.offset, message) for message in (error.message, *error.notes)]
    return f"dense<{text}> : {type_text}"


@pytest.mark.parametrize("name", mostly_long(ELEMENTS, (*QUICK, "i1", "i4", "ui8", "i64", "index", "complex<f32>")))
def test_dense_literals(name: str) -> None:
    """In order or not, of all shapes; not those with parentheses for what is not complex: the reference may crash."""
    literals = Literals(name, 1)
    inputs, found, expected = [], [], []
    for _ in range(LITERALS):
        shape = literals.chance.choice([(), (1,), (2,), (3,), (0,), (2, 0), (2, 3), (1, 1, 2), (100,), (101,), (51, 2)])
        literal = literals.literal(shape)
        ours = dense_verdict(literal, shape, name)
        if ours == "another literal" or re.search(r"//[^\n]*$", literal):
            continue
        inputs.append((literal, shape))
        found.append(ours)
        expected.append(verdict(f"dense<{literal}> : tensor<{''.join(f'{size}x' for size in shape)}{name}>"))
    assert_same(found, expected, inputs)
