"""Random modules and random parts of them: ours reads and prints them, and runs passes, as the reference does."""

from __future__ import annotations

import re
from random import Random

import pytest

from sdyopt.dialects import REGISTRY
from tools import differential, reference
from tools.chunks import chunks, mostly_long
from tools.differential import FORMS, Answer, Run, first_difference, ours, theirs
from tools.generator import sdy, stablehlo
from tools.generator.passes import exporting, pipelines

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# Random affine expressions and random jumps between blocks: ours reads and prints them as the reference does.


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


@pytest.mark.parametrize("batch", mostly_long(BATCHES, BATCHES[:1]))
@pytest.mark.parametrize("form", ["pretty", "locations"])
def test_jumps_print_alike(batch: int, form: str) -> None:
    random = Random(batch)
    for _ in range(20):
        assert_alike(blocks(random) * random.choice((1, 2)), Run(form=form, allow_unregistered=True))


def assert_alike(text: str, run: Run) -> None:
    found, expected = differential.ours(text, run), differential.theirs(text, run)
    assert expected is None or found == expected, f"{text}\n{differential.first_difference(found, expected)}"


# Random modules with everything that SDY has: ours says what the reference says, with no pass and with any passes.


MODULES = 400
BATCH = 20

batches = pytest.mark.parametrize("first", chunks(MODULES, BATCH))


def any_run(seed: int) -> Run:
    """Some passes in some order, and some form of the output."""
    random = Random(seed)
    passes = pipelines.passes(random, random.choice((1, 1, 2, 4, 8)))
    return Run(passes, random.choice(("pretty", *FORMS)))


def is_same(text: str, found: Answer, expected: Answer) -> bool:
    """Whether two answers agree; where an error is does not count if the text says itself where things are."""
    if " loc(" in text and not found.accepted and not expected.accepted:
        return found.message == expected.message
    return found == expected


@batches
def test_modules_are_valid_and_print_alike(first: int) -> None:
    for seed in range(first, first + BATCH):
        text = sdy.module(seed)
        expected = differential.theirs(text)
        assert expected is not None and expected.accepted, f"seed {seed}: {expected}"
        found = differential.ours(text)
        assert found == expected, f"seed {seed}: {differential.first_difference(found, expected)}"


@batches
def test_passes_do_the_same(first: int) -> None:
    for seed in range(first, first + BATCH):
        text, run = (exporting if seed % 2 else sdy).module(seed), any_run(seed)
        found = differential.ours(text, run)
        expected = differential.theirs(text, run)
        # The reference does not survive everything that is valid, and may lose meshes that are inlined.
        if expected is not None and not differential.is_garbled(text, expected):
            same = is_same(text, found, expected)
            assert same, f"seed {seed}, {run}: {differential.first_difference(found, expected)}"


# Random modules over all operations of StableHLO and CHLO: ours reads and prints them as the reference does.
#
# In the forms that there are, and what was printed is read back the same. The few that the reference refuses, we refuse
# at the same place with the same words.


CHUNKS, CHUNK = 100, 20
"""How many tests there are, and how many modules in each."""

VALUE_NAME = re.compile(r"%[\w$.#:-]+")
DIALECTS = ("builtin", "chlo", "func", "stablehlo")
PRINTED = ("pretty", "generic", "locations")
QUANTIZED = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not."""


def outputs(text: str, about: str) -> dict[str, str]:
    """Returns what both print in each form, nothing if both refuse the text. Fails unless they agree."""
    found = {}
    for form in PRINTED:
        answer, expected = ours(text, Run(form=form)), theirs(text, Run(form=form), seconds=60)
        assert expected is not None, f"{about}, {form}: the reference crashed"
        assert answer == expected, f"{about}, {form}\n{first_difference(answer, expected)}\n\n{text}"
        if expected.accepted:
            found[form] = expected.output
    return found


def test_every_operation_is_generated() -> None:
    """Those of the oldest release."""
    found = [each for dialect in DIALECTS for each in REGISTRY.dialects[dialect].operation_named.values()]
    declared = {definition.name for definition in found if not definition.since}
    assert stablehlo.RECIPES.keys() | stablehlo.IMPLIED == declared - QUANTIZED


OPERATIONS = sorted(stablehlo.RECIPES)


@pytest.mark.parametrize("name", mostly_long(OPERATIONS, OPERATIONS[::6]))
def test_operations_alone(name: str) -> None:
    printed = [outputs(stablehlo.covering([name], seed), f"seed {seed}").get("generic", "") for seed in range(3)]
    assert f'"{name}"' in "".join(printed)


@pytest.mark.parametrize("chunk", chunks(CHUNKS, 1))
def test_modules(chunk: int) -> None:
    refused = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        printed = outputs(stablehlo.module(seed), f"seed {seed}")
        refused += not printed
        for form, text in printed.items():
            outputs(text, f"seed {seed}, {form} form read back")
    assert refused <= 0.05 * CHUNK


def test_lines_of_long_modules_have_shapes_of_their_own() -> None:
    text = stablehlo.long_module(0, 500)
    assert outputs(text, "long module")
    lines = [VALUE_NAME.sub("%", line) for line in text.splitlines()]
    assert 500 < len(lines) < 520
    assert len(set(lines)) > 0.9 * len(lines)
