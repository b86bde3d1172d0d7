"""Texts with one mistake: nearly always the same verdict, place and words as the reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from tools import corpus, reference
from tools.differential import Agreement, Run, agreement, ours, theirs
from tools.fuzzing.mutation import mutate_token
from tools.operations.programs import mutated
from tools.operations.rules import DIALECTS, valid_programs

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

SKIPPED = ("transformer_deep", "transformer", "transformer_scan", "transformer_locations")
"""Programs that are large and have nothing that the others have not."""


def changed_tokens() -> Iterable[str]:
    """Yields programs of the corpus with a token changed, ten of each."""
    for name in corpus.names():
        if name not in SKIPPED:
            chance = random.Random(name)
            yield from [mutate_token(corpus.text(name), chance) for _ in range(10)]


def changed_operations() -> Iterable[str]:
    """Yields programs of one operation with one mistake, two of each operation."""
    for dialect in DIALECTS:
        for name, valid in sorted(valid_programs(dialect).items()):
            chance = random.Random(name)
            yield from [mutated(chance.choice(valid), chance) for _ in range(2)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("texts", "run", "near", "shares"),
    [
        (changed_tokens, Run(allow_unregistered=True), lambda agreed: agreed.line, (0.99, 0.95)),
        (changed_operations, Run(), lambda agreed: agreed.verdict, (0.995, 0.99)),
    ],
    ids=["tokens", "operations"],
)
def test_agreement(
    texts: Callable[[], Iterable[str]], run: Run, near: Callable[[Agreement], bool], shares: tuple[float, float]
) -> None:
    """The `shares` are the least: of the same verdict, and line where it is a token; and of all that is said."""
    count = same_near = same_all = 0
    differences = []
    for text in texts():
        expected = theirs(text, run)
        if expected is None:
            continue
        found = ours(text, run)
        agreed = agreement(found, expected)
        count += 1
        same_near += near(agreed)
        same_all += agreed.all
        if not agreed.all:
            differences.append(f"{expected}\n{found}\n{text[:2000]}")
    report = "\n".join([f"{same_near} and {same_all} of {count}", *differences])
    assert same_near >= shares[0] * count, report
    assert same_all >= shares[1] * count, report
