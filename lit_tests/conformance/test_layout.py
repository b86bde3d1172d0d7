"""Shapes' texts: the same verdict as XLA's parser, and the same print, for random shapes and for texts changed."""

from __future__ import annotations

import random

import pytest

from sdyopt.layout import ShapeSyntaxError, parse_shape
from sdyopt.layout.shape import ELEMENT_TYPES
from tools.fuzzing.mutation import mutate_token
from tools.judges.hlo_spellings import printed_shapes

pytest.importorskip("jaxlib", reason="XLA's parser is part of jaxlib")

SHAPES, MUTATIONS = 1500, 1500

STRICTER = (
    "minor_to_major is not a permutation",
    "a tile's dimensions are positive",
    "the last dimension of a tile cannot be '*'",
    "an element's size in bits cannot be negative",
    "a memory space is a number from",
    "is one of integers, not",
    "does not fit into 64 bits",
)
"""What we say of shapes that XLA takes: layouts that cannot be, and numbers of which it keeps the low bits."""


def random_array(chance: random.Random) -> str:
    """An array's text, with layout or without, in which every field may stand."""
    rank = chance.choice((0, 1, 2, 2, 3, 4))
    sizes = [chance.choice(("0", "1", "3", "128", "<=4", "?", "<= 70", "1099511627776")) for _ in range(rank)]
    text = f"{chance.choice(list(ELEMENT_TYPES))}[{chance.choice((',', ', ')).join(sizes)}]"
    if chance.random() < 0.2 and rank:
        return text
    order = list(map(str, range(rank)))
    chance.shuffle(order)
    fields = "".join([field for field in _fields(chance, rank) if chance.random() < 0.4])
    if not rank and not fields:
        return text
    return f"{text}{{{','.join(order)}{':' if fields else ''}{fields}}}"


def _fields(chance: random.Random, rank: int) -> list[str]:
    tiles = "".join([_tile(chance, rank) for _ in range(chance.randint(1, 3))])
    types = [chance.choice(("u8", "u32", "s64")) for _ in range(2)]
    numbers = [chance.choice((0, 1, 2, 7, 100)) for _ in range(5)]
    return [
        f"D({','.join(['D'] * rank)})",
        f"T{tiles}",
        f"L({numbers[0] + 1})",
        f"#({types[0]})",
        f"*({types[1]})",
        f"E({numbers[1]})",
        f"S({numbers[2]})",
        f"SC({numbers[3]}:1,2)(0:)",
        f"M({numbers[4]})",
    ]


def _tile(chance: random.Random, rank: int) -> str:
    sizes = [chance.choice(("1", "2", "8", "128", "*")) for _ in range(chance.randint(1, max(1, rank)))]
    return f"({','.join([*sizes[:-1], '4'])})"


def random_shape(chance: random.Random, depth: int = 0) -> str:
    """A shape's text: mostly an array's; else a tuple's, a buffer's, or that of a value without elements."""
    kind = chance.random()
    if kind < 0.2 and depth < 4:
        elements = [random_shape(chance, depth + 1) for _ in range(chance.choice((0, 1, 2, 3, 7)))]
        return f"({', '.join(elements)})"
    if kind < 0.3:
        return chance.choice(("token[]", "opaque[]", f"b({random_array(chance)})"))
    return random_array(chance)


def differences(texts: list[str]) -> tuple[list[str], int]:
    """Each text on which we and XLA differ without a reason; and how many we refuse with one."""
    found = []
    refused = 0
    for text, expected in zip(texts, printed_shapes(texts), strict=True):
        try:
            ours = str(parse_shape(text))
        except ShapeSyntaxError as error:
            ours = None
            if expected is not None and is_stricter(error):
                refused += 1
                continue
        if ours != expected:
            found.append(f"{text!r}: {expected} but {ours}")
    return found, refused


def is_stricter(error: ShapeSyntaxError) -> bool:
    """Whether we refuse on purpose what XLA takes. In a layout, XLA forgets an error if what follows could be the next
    field or the end of the layout.
    """
    message = str(error)
    if any(part in message for part in STRICTER) or (message.startswith("tile ") and "has only" in message):
        return True
    before = error.text[: error.offset]
    return ":" in before[before.rfind("{") :] and message.startswith("expected")


def test_random_shapes() -> None:
    """Random shapes are read and printed as XLA does, except tiles that do not fit."""
    chance = random.Random(2)
    found, refused = differences([random_shape(chance) for _ in range(SHAPES)])
    assert found == []
    assert refused < SHAPES // 10


def test_changed_shapes() -> None:
    """Texts with a token changed get the same verdict, and if it is a good one, the same print."""
    chance = random.Random(3)
    texts = [mutate_token(random_shape(chance), chance) for _ in range(MUTATIONS)]
    found, refused = differences([text for text in texts if "\0" not in text and "parameter" not in text])
    assert found == []
    assert refused < MUTATIONS // 10
