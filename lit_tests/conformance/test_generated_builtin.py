"""Random affine expressions and random jumps between blocks: ours reads and prints them as the reference does."""

from __future__ import annotations

from random import Random

import pytest

from tools import differential, reference
from tools.differential import Run

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

BATCHES = range(6)

LEAVES = ("i", "j", "i", "j", "s", "t", "-3", "0", "1", "2", "4")
NAMES = ("d.end", "d.end", "d.end", "d.jump", "func.return", "stablehlo.return", "sdy.return")


def expression(random: Random, depth: int) -> str:
    """An affine expression over two dimensions and two symbols."""
    if depth == 0 or random.random() < 0.15:
        return random.choice(LEAVES)
    left = expression(random, depth - 1)
    kind = random.random()
    if kind < 0.5:
        return f"({left} {random.choice('+-')} {expression(random, depth - 1)})"
    if kind < 0.65:
        return f"({left} * {random.randint(-3, 4)})"
    number = random.randint(1, 4)
    if kind < 0.9:
        return f"({left} {random.choice(('floordiv', 'ceildiv', 'mod'))} {number})"
    return f"({left} - ({left} floordiv {number}) * {number})" if kind < 0.95 else f"-({left})"


def blocks(random: Random) -> str:
    """An operation with blocks, each of which ends in one that may lead to others."""
    labels = [f"^b{number}" for number in range(random.randint(1, 5))]
    lines = []
    for number, label in enumerate(labels):
        lines += [f"{label}:"] if number else []
        lines += [random.choice(('"d.end"() : () -> ()', '"d.x"() : () -> ()')) for _ in range(random.randint(0, 2))]
        count = random.randint(0, 3) if len(labels) > 1 else 0
        successors = ", ".join([random.choice(labels[1:]) for _ in range(count)])
        bracket = f"[{successors}]" if successors else ""
        lines.append(f'"{random.choice(NAMES)}"(){bracket}{random.choice(("", " {a = 1}"))} : () -> ()')
    return '"d.op"() ({\n' + "\n".join(lines) + "\n}) : () -> ()\n"


@pytest.mark.parametrize("batch", BATCHES)
def test_affine_expressions_are_simplified_alike(batch: int) -> None:
    random = Random(batch)
    maps = [f"affine_map<(i, j)[s, t] -> ({expression(random, random.randint(1, 5))})>" for _ in range(100)]
    text = "".join([f'"d.op"() {{a = {map}}} : () -> ()\n' for map in maps])
    assert_alike(text, Run(allow_unregistered=True))


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("form", ["pretty", "locations"])
def test_jumps_print_alike(batch: int, form: str) -> None:
    random = Random(batch)
    for _ in range(40):
        assert_alike(blocks(random) * random.choice((1, 2)), Run(form=form, allow_unregistered=True))


def assert_alike(text: str, run: Run) -> None:
    found, expected = differential.ours(text, run), differential.theirs(text, run)
    assert expected is None or found == expected, f"{text}\n{differential.first_difference(found, expected)}"
