"""Literals: every way to write a number, a string, or the elements of a dense attribute."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import prod

FLOATS = (
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "f16",
    "bf16",
    "f32",
    "f64",
)
WIDE_FLOATS = ("f32", "f64")
SIGNLESS = ("i2", "i4", "i8", "i16", "i32", "i64")
UNSIGNED = ("ui2", "ui4", "ui8", "ui16", "ui32", "ui64")
INTEGERS = SIGNLESS + UNSIGNED
COMPLEX = ("complex<f32>", "complex<f64>")
NUMBERS = INTEGERS + FLOATS + COMPLEX
ELEMENTS = ("i1", *NUMBERS)
"""The element types of StableHLO's tensors."""

WIDTHS = {"index": 64, "bf16": 16, "tf32": 19, "complex<f32>": 64, "complex<f64>": 128}

LONG = 100
"""Lists with more elements print as hex strings."""

_SPECIAL_FLOATS = ("1.0", "0.0", "-0.0", "2.0", "0.5", "-1.5", "4.", "1.0e0", "2.5E-1", "-3.0e+0")


def width(element: str) -> int:
    """How many bits an element has."""
    return WIDTHS.get(element) or int("".join(filter(str.isdigit, element.partition("E")[0])))


def integer(chance: random.Random, element: str) -> str:
    """An integer within the type's range, decimal or hexadecimal."""
    bits = width(element)
    low, high = -(1 << (bits - 1)), (1 << bits) - 1
    if element.startswith("u"):
        low = 0
    elif element.startswith("s") or element == "index":
        high >>= 1
    number = chance.choice([0, 1, low, high, chance.randint(low, high), chance.randint(max(low, -9), min(high, 99))])
    if number >= 0 and chance.random() < 0.15:
        return hex(number).upper().replace("X", "x") if chance.random() < 0.5 else hex(number)
    return str(number)


def float_number(chance: random.Random, element: str) -> str:
    """A float: decimal, with an exponent, or as the bits in hexadecimal."""
    bits = width(element)
    form = chance.random()
    if element == "f8E8M0FNU":
        return chance.choice(["1.0", "2.0", "0.5", "0x7F", "0x80", "4.0e0", f"{chance.getrandbits(8):#x}"])
    if form < 0.5 or bits < 8:
        return chance.choice(_SPECIAL_FLOATS)
    if form < 0.7:
        return f"0x{chance.getrandbits(bits):0{-(-bits // 4)}{chance.choice('xX')}}"
    if form < 0.85:
        return f"{chance.uniform(-10, 10):.{chance.randrange(1, 18)}f}"
    exponent = chance.randrange(-40, 38) if element in WIDE_FLOATS else chance.randrange(-3, 3)
    mantissa = f"{chance.uniform(-10, 10):.{chance.randrange(1, 9)}f}"
    return f"{mantissa}{chance.choice('eE')}{chance.choice(['', '+']) if exponent >= 0 else ''}{exponent}"


def number(chance: random.Random, element: str) -> str:
    """An element of any type: a complex one is a pair."""
    if element == "i1":
        return chance.choice(["true", "false", "true", "false", "0", "1"])
    if element.startswith("complex"):
        part = element[len("complex<") : -1]
        return f"({number(chance, part)},{chance.choice(['', ' '])}{number(chance, part)})"
    if element[0] in "fb" or element.startswith("tf"):
        return float_number(chance, element)
    return integer(chance, element)


def dense(chance: random.Random, shape: Sequence[int], element: str) -> str:
    """The text between `dense<` and `>`: one element for all, a nested list, the bytes, or nothing."""
    if (count := prod(shape)) == 0:
        return ""
    form = chance.random()
    if (not shape and form < 0.9) or form < 0.3 or count > 4 * LONG:
        return number(chance, element)
    if form < 0.45 and width(element) % 8 == 0 and element != "index":
        digits = "".join(f"{chance.getrandbits(8):02X}" for _ in range(count * width(element) // 8))
        return f'"0x{digits}"'
    alike = number(chance, element) if chance.random() < 0.15 else None
    return nested(shape, lambda: alike or number(chance, element), chance.choice([",", ", "]))


def nested(shape: Sequence[int], element: Callable[[], str], separator: str = ", ") -> str:
    """Lists of lists of elements."""
    if not shape:
        return element()
    return f"[{separator.join([nested(shape[1:], element, separator) for _ in range(shape[0])])}]"


def listed(parts: Sequence[object]) -> str:
    """Result types: `(a, b)`, and a lone one as it is, unless it is a function's."""
    text = ", ".join(map(str, parts))
    return text if len(parts) == 1 and not text.startswith("(") else f"({text})"


def i64_list(values: Sequence[int]) -> str:
    """`[1, 2]`."""
    return f"[{', '.join(map(str, values))}]"


def i64_array(values: Sequence[int]) -> str:
    """`array<i64: 1, 2>`."""
    return f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"


def i64_table(rows: Sequence[Sequence[int]], columns: int) -> str:
    """`dense<[[0, 1]]> : tensor<1x2xi64>`, or a splat of the same."""
    kind = f"tensor<{len(rows)}x{columns}xi64>"
    if not (numbers := {number for row in rows for number in row}):
        return f"dense<> : {kind}"
    if len(numbers) == 1:
        return f"dense<{numbers.pop()}> : {kind}"
    return f"dense<[{', '.join([i64_list(row) for row in rows])}]> : {kind}"


def string(chance: random.Random) -> str:
    """A string in quotes, some with escapes."""
    return chance.choice(
        [
            '""',
            '"a"',
            '"two words"',
            r'"\22quoted\22"',
            r'"tab\tnew\nline"',
            r'"back\\slash"',
            r'"\00\01\FF"',
            '"ünïcödé ∑"',
            '"%{}[]<>#@!"',
            f'"s{chance.randrange(1000)}"',
        ]
    )


def word(chance: random.Random) -> str:
    """A bare identifier."""
    return chance.choice(
        ["a", "b", "zeta", "note", "x_1", "_private", "sdy.y", "mhlo.sharding", "A", "jax.uses", "k$2"]
    )
