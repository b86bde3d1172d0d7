"""HLO text becomes the program that XLA's own translation makes of it, byte for byte, with its locations.

The XLA is that of jaxlib 0.10.2: later ones write properties of later releases.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

import sdyopt
from tools import reference
from tools.chunks import chunks, sampled
from tools.generator import hlo, stablehlo
from tools.judges.hlo_translation import hlo_text

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

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


@pytest.mark.parametrize("path", [*CORPUS, *LOWERED], ids=lambda path: f"{path.parent.name}-{path.stem}")
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
    """What golden tests show is what XLA does; errors are errors of both."""
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
