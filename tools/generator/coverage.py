"""Counts what the programs of each kind of `tools.fuzz` contain, to compare generators before and after a change.

    python -m tools.generator.coverage KIND... [--seed N] [--cases N] [--record FILE] [--before FILE]

For each kind, counts the programs that contain an operation, an attribute, a pass and an option, the programs that
parse and are accepted by their passes, and the errors of the others. With --before, only what is lost is printed: what
fewer than half the share of the programs contain than in the record. Exits with 1 if there is any. All kinds are
counted if none is named.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

import sdyopt
from sdyopt.dialects import REGISTRY
from tools.cases import KINDS, Case
from tools.differential import ours
from tools.fuzz import WORDS

OPERATION = re.compile(r"\b[a-z]+\.\w+\b")
OPTION = re.compile(r"([\w-]+)=")

SELDOM = 6
"""What the record has in fewer programs may be missing by chance."""


class Counts(NamedTuple):
    """The number of programs of a kind, and of those that contain each thing."""

    cases: int
    found: dict[str, int]

    def lost(self, later: Counts) -> Iterator[tuple[str, int, int]]:
        """Yields what `later` has in less than half the share of its programs, with both numbers."""
        for name, count in self.found.items():
            after = later.found.get(name, 0)
            if count >= SELDOM and 2 * after * self.cases < count * later.cases:
                yield name, count, after


def contents(case: Case) -> set[str]:
    """Returns what a case contains: each with its category first, as in `operation stablehlo.add`."""
    return {*_in_text(case), *_in_passes(case.run.passes), *_in_answer(case)}


def _in_text(case: Case) -> Iterator[str]:
    """Yields the operations and attributes of a program; of one that does not parse, the operations that it names."""
    try:
        module = sdyopt.parse(case.text, allow_unregistered_dialect=case.run.allow_unregistered)
    except sdyopt.Error:
        yield from (f"operation {name}" for name in OPERATION.findall(case.text) if name in REGISTRY.operations)
        return
    yield "parsed"
    for op in module.walk():
        yield f"operation {op.name}"
        yield from (f"attribute {op.name} {name}" for name in op.properties)
        yield from (f"attribute {name}" for name in op.attributes)


def _in_passes(passes: Iterable[str]) -> Iterator[str]:
    for text in passes:
        name, _, options = text.partition("{")
        yield f"pass {name}"
        yield from (f"option {name} {option}" for option in OPTION.findall(options))


def _in_answer(case: Case) -> Iterator[str]:
    answer = ours(*case)
    yield "accepted" if answer.accepted else f"error {WORDS.sub('_', answer.message)}"


def count(kind: str, seed: int, cases: int) -> Counts:
    """Counts the contents of `cases` cases of a kind, starting with `seed`."""
    found = Counter(name for number in range(seed, seed + cases) for name in contents(KINDS[kind].case(number)))
    return Counts(cases, dict(sorted(found.items())))


@click.command()
@click.argument("kinds", type=click.Choice(sorted(KINDS)), nargs=-1)
@click.option("--seed", default=0, help="The number of the first case.")
@click.option("--cases", default=300, help="How many cases of each kind.")
@click.option("--record", type=click.Path(path_type=Path), help="A file to which the counts are written.")
@click.option("--before", type=click.Path(exists=True, path_type=Path), help="A record to compare with.")
def main(kinds: tuple[str, ...], seed: int, cases: int, record: Path | None, before: Path | None) -> None:
    """Count what the programs of KINDS contain."""
    counts = {kind: count(kind, seed, cases) for kind in kinds or KINDS}
    if record is not None:
        record.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    if before is None:
        for kind, (_, found) in counts.items():
            for name, number in found.items():
                print(f"{kind}: {number}/{cases} {name}")
        return
    earlier = {kind: Counts(*counted) for kind, counted in json.loads(before.read_text(encoding="utf-8")).items()}
    is_lost = False
    for kind, later in counts.items():
        for name, number, after in earlier[kind].lost(later):
            is_lost = True
            print(f"{kind}: {number}/{earlier[kind].cases} before, {after}/{cases} now: {name}")
    sys.exit(is_lost)


if __name__ == "__main__":
    main()
