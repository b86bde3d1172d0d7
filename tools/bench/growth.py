"""Growth of time and memory with the program, which should be constant for each operation."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from tools.bench import PASSES, programs, stages
from tools.bench.processes import median
from tools.bench.rows import number
from tools.bench.stages import StagedRun
from tools.bench.stages_of_ours import START_UP

LAYERS = (3, 10, 30, 100, 300, 1000, 3000)
"""Of transformers of about 1,000 to 920,000 operations."""

EMPTY = "module {}\n"
"""A program without operations."""

EMPTY_MAIN = "func.func @main() {\n  return\n}\n"
"""A program with a main function, as propagation needs it."""


class Side(NamedTuple):
    """What a program takes for each of its operations: microseconds of the processor, start-up left out, in all and by
    stages; bytes, what a program without operations takes left out; microseconds by the clock, with everything.
    """

    time: float
    memory: float
    whole: float
    stages: dict[str, float]


class Point(NamedTuple):
    """What a program of so many operations takes, for each of them."""

    operations: int
    ours: Side
    theirs: Side


def points(folder: Path, layers: Sequence[int], runs: int, passes: Sequence[str] = PASSES) -> Iterator[Point]:
    """A point for each number of layers, with these passes, in medians of runs in turns."""
    empty = folder / "empty.mlir"
    empty.write_text(EMPTY if passes == PASSES else EMPTY_MAIN)
    nothing, their_nothing = _runs(empty, runs, passes)
    for count in layers:
        file = programs.deep_transformer(count, folder)
        operations = programs.operations(file)
        ours, theirs = _runs(file, runs, passes)
        file.unlink()
        yield Point(operations, _side(ours, nothing, operations), _side(theirs, their_nothing, operations))


def _runs(file: Path, runs: int, passes: Sequence[str]) -> tuple[list[StagedRun], list[StagedRun]]:
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(stages.run(stages.OURS, file, passes))
        theirs.append(stages.run(stages.REFERENCE, file, passes))
    return ours, theirs


def _side(found: Sequence[StagedRun], nothing: Sequence[StagedRun], operations: int) -> Side:
    micro = 1e6 / operations
    taken = median([run.taken for run in found])
    by_stages = stages.medians([run.clocked["processor"] for run in found])
    return Side(
        micro * statistics.median([run.without_start_up for run in found]),
        (taken.peak - median([run.taken for run in nothing]).peak) / operations,
        micro * taken.seconds,
        {stage: micro * seconds for stage, seconds in by_stages.items() if stage != START_UP},
    )


def table(found: Sequence[Point]) -> Table:
    """A column for each size of program."""
    drawn = Table()
    drawn.add_column("for each operation", no_wrap=True)
    for point in found:
        drawn.add_column(f"{point.operations:,} ops", justify="right")
    drawn.add_row("whole process, µs by the clock", *[number(point.ours.whole) for point in found])
    drawn.add_row("without start-up, µs", *[number(point.ours.time) for point in found], style="bold")
    for stage in found[-1].ours.stages:
        drawn.add_row(f"  {stage}, µs", *[number(point.ours.stages.get(stage, 0)) for point in found])
    drawn.add_row("memory, bytes", *[number(point.ours.memory) for point in found], style="bold")
    drawn.add_row("of each further one, µs", *further(found, lambda point: point.ours.time))
    drawn.add_row("of each further one, bytes", *further(found, lambda point: point.ours.memory))
    drawn.add_section()
    drawn.add_row("reference, whole process, µs", *[number(point.theirs.whole) for point in found])
    drawn.add_row("reference, without start-up, µs", *[number(point.theirs.time) for point in found])
    drawn.add_row("reference, memory, bytes", *[number(point.theirs.memory) for point in found])
    return drawn


def further(found: Sequence[Point], value: Callable[[Point], float]) -> list[str]:
    """What each operation takes that a program has more than the next smaller one: what is learnt once is left out."""
    cells = [""]
    for before, after in itertools.pairwise(found):
        more = value(after) * after.operations - value(before) * before.operations
        cells.append(number(more / (after.operations - before.operations)))
    return cells


def as_json(found: Sequence[Point]) -> list[dict[str, object]]:
    """All points as JSON has them."""
    return [{**point._asdict(), "ours": point.ours._asdict(), "theirs": point.theirs._asdict()} for point in found]
