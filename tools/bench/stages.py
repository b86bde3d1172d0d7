"""Processor seconds in each stage of a run, for sdy-opt and the reference."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools.bench import processes, stages_of_ours, stages_of_reference
from tools.bench.processes import Taken
from tools.bench.rows import BenchRow
from tools.bench.stages_of_ours import (
    KNOWN_LINES,
    NAMES,
    PARSE,
    PRINT,
    READ,
    START_UP,
    VERIFY,
    VERIFY_AGAIN,
    WRITE,
    Clocked,
)

BEFORE, AFTER = (START_UP, READ, PARSE, KNOWN_LINES, VERIFY), (VERIFY_AGAIN, NAMES, PRINT, WRITE)

WITHIN = {KNOWN_LINES: PARSE, VERIFY: PARSE, NAMES: PRINT}
"""Stages of ours that the reference has inside of others."""

OURS = (sys.executable, "-m", stages_of_ours.__name__)
REFERENCE = (sys.executable, "-m", stages_of_reference.__name__)


class StagedRun(NamedTuple):
    """What a process took, and how long each stage of it."""

    taken: Taken
    clocked: Clocked

    @property
    def without_start_up(self) -> float:
        """Seconds of the processor in all stages but the start-up."""
        return sum([seconds for stage, seconds in self.clocked["processor"].items() if stage != START_UP])


def run(runner: Sequence[str], file: Path, passes: Sequence[str]) -> StagedRun:
    """One run of OURS or REFERENCE on `file`."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report")
        taken = processes.run([*runner, str(report), str(file), *[f"-{name}" for name in passes]])
        clocked: Clocked = json.loads(report.read_text())
    return StagedRun(taken, clocked)


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each stage."""
    return {stage: statistics.median([run[stage] for run in runs]) for stage in runs[0]}


def measured(file: Path, passes: Sequence[str], runs: int) -> tuple[dict[str, float], dict[str, float]]:
    """Medians of the processor's seconds in the stages of both sides, run in turns."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(run(OURS, file, passes).clocked["processor"])
        theirs.append(run(REFERENCE, file, passes).clocked["processor"])
    return medians(ours), medians(theirs)


def rows(program: str, file: Path, passes: Sequence[str], runs: int) -> list[BenchRow]:
    """A row for each stage; what the reference does inside another stage is compared there."""
    ours, theirs = measured(file, passes, runs)
    found = []
    for stage in (*BEFORE, *passes, *AFTER):
        around = WITHIN.get(stage)
        name = stage if around is None else f"{stage} (theirs: in {around})"
        there = theirs.get(stage)
        found.append(
            BenchRow(
                program,
                name,
                "ms",
                1000 * ours.get(stage.partition("=")[0], 0),
                None if there is None else 1000 * there,
            )
        )
    found.append(BenchRow(program, "all", "ms", 1000 * sum(ours.values()), 1000 * sum(theirs.values())))
    return found
