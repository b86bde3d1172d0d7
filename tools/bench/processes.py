"""Measures whole processes, and rows of numbers with medians of commands that run in turns."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
from rich.table import Table

from tools import reference
from tools.bench import run_and_measure

OURS = (sys.executable, "-m", "sdyopt")
REFERENCE = (sys.executable, reference.__file__)
CONSOLE_ERRORS = 2000
"""How much of what a failed command says is shown, in characters."""


@dataclass(frozen=True)
class Taken:
    """The costs of a process: wall-clock seconds, processor seconds, and the peak memory in bytes."""

    seconds: float
    processor: float
    peak: int
    errors: str = field(default="", compare=False)
    """Its standard error."""


def run(command: Sequence[str]) -> Taken:
    """Returns the costs of `command`. Raises click.ClickException if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        report, output = Path(folder, "report"), Path(folder, "output")
        around = [sys.executable, "-S", run_and_measure.__file__, str(report), str(output), *command]
        done = subprocess.run(around, stderr=subprocess.PIPE, check=False)
        errors = done.stderr.decode(errors="replace")
        status, *numbers = report.read_text().split() if report.exists() else ["unknown"]
    if status != "0":
        said = errors[-CONSOLE_ERRORS:]
        raise click.ClickException(f"exit status {status} of: {' '.join(command)}\n{said}")
    seconds, user, system, kilobytes = map(float, numbers)
    return Taken(seconds, user + system, int(kilobytes) << 10, errors)


def in_turns(commands: Sequence[Sequence[str]], runs: int) -> list[list[Taken]]:
    """So many runs of each command, in turns, so that a change of the machine's load meets all."""
    taken: list[list[Taken]] = [[] for _ in commands]
    for _ in range(runs):
        for command, results in zip(commands, taken, strict=True):
            results.append(run(command))
    return taken


def median(runs: Sequence[Taken]) -> Taken:
    """The medians of what the runs took, one by one."""
    return Taken(
        statistics.median([taken.seconds for taken in runs]),
        statistics.median([taken.processor for taken in runs]),
        int(statistics.median([taken.peak for taken in runs])),
        runs[-1].errors,
    )


def ours(file: Path, passes: Sequence[str], command: Sequence[str] = OURS) -> list[str]:
    """Our command on a file."""
    return [*command, str(file), *[f"-{name}" for name in passes]]


def theirs(file: Path, passes: Sequence[str], *flags: str) -> list[str]:
    """The reference's."""
    return [*ours(file, passes, REFERENCE), *flags]


class BenchRow(NamedTuple):
    """One thing measured of a program, in `unit`: ours, and that of the reference where it has such a thing."""

    program: str
    what: str
    unit: str
    ours: float
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as much ours is."""
        return None if not self.theirs else self.ours / self.theirs


def table(rows: Sequence[BenchRow]) -> Table:
    """All rows, with a line between programs."""
    drawn = Table()
    for heading in ("program", "measured"):
        drawn.add_column(heading)
    for heading in ("sdy-opt", "reference", "ratio"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    before = None
    for row in rows:
        is_first = row.program != before
        if is_first and before is not None:
            drawn.add_section()
        before = row.program
        theirs = "–" if row.theirs is None else number(row.theirs)
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        drawn.add_row(row.program if is_first else "", f"{row.what}, {row.unit}", number(row.ours), theirs, ratio)
    return drawn


def as_json(rows: Iterable[BenchRow]) -> list[dict[str, object]]:
    """All rows with their ratios, as JSON has them."""
    return [{**row._asdict(), "ratio": row.ratio} for row in rows]


def number(value: float) -> str:
    """A number as tables have it, with two or three digits that count."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
