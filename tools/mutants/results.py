"""The record of a sample: a mutant a line, and whether a test has noticed it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

GONE = "gone"
"""What has killed a mutant whose code is no longer there. It counts neither as killed nor as a survivor."""

Position = tuple[int, int]
"""A line, from 1, and a column, from 0."""


class Mutant(NamedTuple):
    """A change of a file: the `occurrence`-th that an operator of cosmic-ray makes there."""

    file: str
    position: Position
    operator: str
    occurrence: int


class MutantResult(NamedTuple):
    """What the tests say of a mutant."""

    file: str
    line: int
    column: int
    operator: str
    occurrence: int
    killed_by: str
    """A test that fails on it, "endless" if one does not end, GONE if its code is gone; nothing if it has survived."""
    change: list[str]
    """The lines of the difference, of a mutant that no test has noticed at first."""

    @property
    def mutant(self) -> Mutant:
        return Mutant(self.file, (self.line, self.column), self.operator, self.occurrence)


def read(file: Path) -> list[MutantResult]:
    """Returns the results of a file, none if it does not exist."""
    if not file.exists():
        return []
    return [MutantResult(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def write(file: Path, results: Iterable[MutantResult]) -> None:
    """Writes results into a file."""
    lines = [json.dumps(result._asdict(), ensure_ascii=False) + "\n" for result in sorted(results)]
    file.write_text("".join(lines), encoding="utf-8")
