"""HLO text, shapes and their import, compared with XLA's parser and translation."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.hlo import HloCollective, HloModule, parse_hlo
from sdyopt.layout import ShapeSyntaxError, parse_shape
from sdyopt.layout.shape import ELEMENT_TYPES
from tools import reference
from tools.chunks import chunks, mostly_long, sampled
from tools.fuzzing.mutation import mutate_token
from tools.generator import hlo, stablehlo
from tools.judges.hlo_translation import OPTIONS, hlo_text, printed_shapes, spellings
from tools.programs import compiled_texts

pytest.importorskip("jaxlib", reason="XLA's parser is part of jaxlib")
pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# HLO text as XLA parses and prints it: the handwritten modules are HLO, and spellings do not matter.


TEXTS = compiled_texts.texts()


@cache
def printed(name: str) -> dict[str, str]:
    """A text as XLA prints it."""
    return spellings(TEXTS[name])


def meaning(module: HloModule) -> object:
    """Returns the meaning of a module. XLA prints the callee of an async-start as a start: names may differ."""
    return module.replicas, module.partitions, module.sizes, Counter(map(_meaning, module.collectives))


def _meaning(collective: HloCollective) -> tuple[object, ...]:
    return (
        collective.kind,
        collective.operands,
        collective.results,
        collective.replica_groups.expanded(),
        collective.group_size,
        collective.groups,
        collective.channel,
        collective.op_name,
        collective.executions,
        collective.conditional,
    )


@pytest.mark.parametrize("name", mostly_long(TEXTS, ("asynchronous", "groups")))
def test_every_spelling_says_the_same(name: str) -> None:
    """XLA takes the text, and what it prints with other options has the same collectives and sizes."""
    expected = meaning(parse_hlo(TEXTS[name]))
    for option in OPTIONS:
        assert meaning(parse_hlo(printed(name)[option])) == expected, option


# Shapes' texts: the same verdict as XLA's parser, and the same print, for random shapes and for texts changed.


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
"""Shapes that XLA accepts are read as by XLA: layouts that cannot be, and numbers of which it keeps the low bits."""


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


# HLO text becomes the program that XLA's own translation makes of it, byte for byte, with its locations.
#
# The XLA is that of jaxlib 0.10.2: later ones write properties of later releases.


LIT_TESTS = Path(__file__).resolve().parents[1]
CORPUS = sorted((LIT_TESTS / "corpus").glob("*.mlir"))
GOLDEN = sorted((LIT_TESTS / "hlo" / "import").glob("*.test"))
LOWERED = sorted((LIT_TESTS / "hlo" / "lowered").glob("*.txt"))

SHUFFLED, CHUNK = 1000, 50
"""How many random modules there are, and how many in a test; the first of them are not long."""
SEEDS = chunks(SHUFFLED, CHUNK)


def difference(text: str, debug_info: bool = False) -> str:
    """Where what we make of HLO text differs from XLA's translation; nothing if both refuse it, or it does not."""
    expected = reference.run_isolated(text, hlo=True, seconds=20, debug_info=debug_info, release=reference.RELEASE)
    try:
        found = sdyopt.parse(text).to_text(debug_info=debug_info)
    except sdyopt.Error as error:
        return f"refused: {error}" if expected.ok else ""
    if not expected.ok:
        return f"accepted, but XLA says: {expected.diagnostics}"
    for line, wanted in zip_longest(found.splitlines(), expected.output.splitlines()):
        if line != wanted:
            return f"ours:      {line}\nreference: {wanted}"
    return ""


@cache
def of_program(path: Path) -> str:
    return hlo_text(path.read_text(encoding="utf-8"))


OF_JAX = [*CORPUS, *LOWERED]


@pytest.mark.parametrize("path", sampled(OF_JAX, OF_JAX[::6], 3), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_programs_of_jax(path: Path) -> None:
    """As XLA prints them before it compiles them, with the shardings of GSPMD and of Shardy on instructions."""
    found = difference(of_program(path))
    assert not found, found


@pytest.mark.parametrize("start", SEEDS)
def test_tuples_and_computations(start: int) -> None:
    """Nested tuples, calls, loops and branches, in any order; tuples remain where XLA leaves them."""
    for seed in range(start, start + CHUNK):
        text = hlo.module(seed)
        found = difference(text)
        assert not found, f"seed {seed}\n{found}\n\n{text}"


def test_locations_are_those_of_the_operations_in_jax() -> None:
    """With the stack of calls, the place in one file, or the name of the instruction."""
    text = (LIT_TESTS / "hlo" / "import" / "locations.test").read_text(encoding="utf-8")
    found = difference(text, debug_info=True)
    assert not found, found


FORGOTTEN = "HloModule ordered"
"""A module with meshes of which the order of the devices is given: XLA drops it, and the groups are others."""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_texts(path: Path) -> None:
    """Golden tests show the behaviour of XLA; errors are errors of both."""
    text = path.read_text(encoding="utf-8")
    for part in re.split(r"^// -----.*\n", text, flags=re.MULTILINE):
        if any(mark in part for mark in ("...})", "cannot be converted", "order=TOTAL", "=2,'b'=4]", FORGOTTEN)):
            continue  # What only we refuse, or fill with zeros, what XLA forgets, or what it has written since 0.12.
        found = difference(part)
        assert not found, f"{found}\n\n{part}"


CONVERTED = 72
"""The kinds of operations in what random programs of StableHLO become."""


@pytest.mark.long
def test_operations_of_stablehlo() -> None:
    """Random programs that XLA can translate to HLO, each operation in several; and back they are what we make."""
    seen: set[str] = set()
    for name in sorted(stablehlo.RECIPES):
        for seed in range(4):
            text = re.sub(r"@\w+\(", "@main(", stablehlo.covering([name], seed), count=1)
            translated = reference.run_isolated(text, to_hlo=True, seconds=20, release=reference.RELEASE)
            if not translated.ok or UNCONVERTED.search(translated.output):
                continue
            found = difference(translated.output)
            assert not found, f"{name} {seed}\n{found}\n\n{translated.output}"
            if reference.run_isolated(translated.output, hlo=True, release=reference.RELEASE).ok:
                seen.update([op.name for op in sdyopt.parse(translated.output).walk()])
    assert len([each for each in seen if each.startswith(("stablehlo.", "mhlo."))]) >= CONVERTED, sorted(seen)


UNCONVERTED = re.compile(r"\b(?:send|recv|scan|\w[\w-]*-start|fusion|stochastic-convert|ragged-dot|all-to-all)\(")
"""Instructions that have no form here."""


CHANGED, CHANGED_CHUNK = 1000, 250
SAME_VERDICT = 0.97
"""The least share of changed texts that both refuse, or both accept; what both accept is the same program."""


@pytest.mark.parametrize("start", sampled(range(0, CHANGED, CHANGED_CHUNK)))
def test_changed_texts_are_judged_alike(start: int) -> None:
    """Words of golden texts are replaced or dropped, and lines dropped or swapped."""
    texts = [
        path.read_text(encoding="utf-8") for path in GOLDEN if path.stem not in ("constants", "errors", "compare_order")
    ]
    different = 0
    for seed in range(start, start + CHANGED_CHUNK):
        random = Random(seed)
        text = random.choice(texts)
        changed = _changed(text[text.index("HloModule") :].partition("// -----")[0], random)
        expected = reference.run_isolated(changed, hlo=True, seconds=10, release=reference.RELEASE)
        if expected.crashed:
            continue
        try:
            found = str(sdyopt.parse(changed))
        except sdyopt.Error:
            different += expected.ok
            continue
        if expected.ok:
            assert found.strip() == expected.output.strip(), f"seed {seed}\n{changed}"
        different += not expected.ok
    assert different <= (1 - SAME_VERDICT) * CHANGED_CHUNK


def _changed(text: str, random: Random) -> str:
    if random.random() < 0.5:
        words = list(re.finditer(r"[\w.%-]+|[^\s\w]", text))[2:]
        word, other = random.choice(words), random.choice(words)
        return text[: word.start()] + (other[0] if random.random() < 0.6 else "") + text[word.end() :]
    lines = text.split("\n")
    first, second = random.randrange(1, len(lines)), random.randrange(1, len(lines))
    if random.random() < 0.5:
        del lines[first]
    else:
        lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)
