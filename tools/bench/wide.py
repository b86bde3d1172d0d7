"""Costs of wide programs of increasing size, which reveal disproportionate growth."""

from __future__ import annotations

from pathlib import Path

from tools.bench import stages
from tools.bench.rows import BenchRow
from tools.bench.stages_of_ours import START_UP
from tools.bench.wide_programs import Wide

NOTICEABLE = 0.05
"""What part of the time a stage takes that counts."""


def rows(program: Wide, folder: Path, runs: int) -> list[BenchRow]:
    """What each size takes with the passes of the program; how many times as much the largest takes as the one before
    it, start-up left out; and which stage of ours grows most between the two.
    """
    found = []
    times: list[tuple[float, float]] = []
    of_stages: list[dict[str, float]] = []
    for size in program.sizes:
        file = folder / "wide.mlir"
        file.write_text(program.make(size))
        ours, theirs = stages.measured(file, program.passes, runs)
        left, right = [
            1000 * sum([taken for stage, taken in side.items() if stage != START_UP]) for side in (ours, theirs)
        ]
        found.append(BenchRow(program.name, f"{size:,} {program.counted}", "ms", left, right))
        times.append((left, right))
        of_stages.append(ours)
    before, after = times[-2:]
    larger = program.sizes[-1] / program.sizes[-2]
    growth = f"time at {larger:g} times the size (in proportion: {larger**program.power:g})"
    found.append(BenchRow(program.name, growth, "times", after[0] / before[0], after[1] / before[1]))
    stage, factor = _fastest_growing(*of_stages[-2:])
    found.append(BenchRow(program.name, f"of this the stage that grows most: {stage}", "times", factor))
    return found


def _fastest_growing(before: dict[str, float], after: dict[str, float]) -> tuple[str, float]:
    """A stage that takes a noticeable part of the time, and how many times as long it takes."""
    least = NOTICEABLE * sum(after.values())
    factors = {
        stage: taken / before[stage]
        for stage, taken in after.items()
        if stage != START_UP and taken >= least and before.get(stage)
    }
    return max(factors.items(), key=lambda item: item[1], default=("none", 1))
