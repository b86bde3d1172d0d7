"""How time and memory grow with the program: for each operation they should stay the same."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from rich.table import Table

from tools.bench import PASSES, processes, programs, stages
from tools.bench.plot import Chart, svg
from tools.bench.processes import Taken, in_turns, median
from tools.bench.rows import number
from tools.bench.stages_of_ours import START_UP

LAYERS = (3, 10, 30, 100, 300, 1000, 3000)
"""Of transformers of about 1,500 to 920,000 operations."""

START = "module {}\n"
"""A program without operations: what it takes is start-up."""


@dataclass(frozen=True)
class Point:
    """What a program takes for each of its operations, start-up left out: microseconds of the processor, and bytes.

    What it takes by the clock, start-up included, is `whole`. `theirs` is the reference's, if it was asked.
    """

    operations: int
    whole: float
    time: float
    memory: float
    stages: dict[str, float]
    theirs: float | None = None
    their_memory: float | None = None


def points(folder: Path, layers: Sequence[int], runs: int, with_reference: bool = True) -> Iterator[Point]:
    """A point for each number of layers, with all passes, the medians of runs in turns with the reference's."""
    empty = folder / "empty.mlir"
    empty.write_text(START)
    start, their_start = _of_both(empty, runs, with_reference)
    for count in layers:
        file = programs.deep_transformer(count, folder)
        operations = programs.operations(file)
        ours, theirs = _of_both(file, runs, with_reference)
        inside = stages.medians([stages.stages(stages.OURS, file, PASSES)["processor"] for _ in range(runs)])
        micro = 1e6 / operations
        yield Point(
            operations,
            micro * ours.seconds,
            micro * (ours.processor - start.processor),
            (ours.peak - start.peak) / operations,
            {stage: micro * seconds for stage, seconds in inside.items() if stage != START_UP},
            None if theirs is None or their_start is None else micro * (theirs.processor - their_start.processor),
            None if theirs is None or their_start is None else (theirs.peak - their_start.peak) / operations,
        )
        file.unlink()


def _of_both(file: Path, runs: int, with_reference: bool) -> tuple[Taken, Taken | None]:
    commands = [processes.ours(file, PASSES), *([processes.theirs(file, PASSES)] if with_reference else [])]
    ours, *theirs = [median(taken) for taken in in_turns(commands, runs)]
    return ours, theirs[0] if theirs else None


def table(found: Sequence[Point]) -> Table:
    """A column for each size of program."""
    drawn = Table()
    drawn.add_column("for each operation")
    for point in found:
        drawn.add_column(f"{point.operations:,} ops", justify="right")
    drawn.add_row("whole process, µs by the clock", *[number(point.whole) for point in found])
    drawn.add_row("without start-up, µs", *[number(point.time) for point in found], style="bold")
    for stage in found[-1].stages:
        drawn.add_row(f"  {stage}, µs", *[number(point.stages.get(stage, 0)) for point in found])
    drawn.add_row("memory, bytes", *[number(point.memory) for point in found], style="bold")
    for name, value in (("time, µs", attrgetter("time")), ("memory, bytes", attrgetter("memory"))):
        drawn.add_row(f"of each further one, {name}", *further(found, value))
    if found[-1].theirs is not None:
        drawn.add_row("reference, µs", *[number(point.theirs or 0) for point in found])
        drawn.add_row("reference, bytes", *[number(point.their_memory or 0) for point in found])
    return drawn


def further(found: Sequence[Point], value: Callable[[Point], float]) -> list[str]:
    """What each operation takes that a program has more than the next smaller one: what is learnt once is left out."""
    cells = [""]
    for before, after in itertools.pairwise(found):
        more = value(after) * after.operations - value(before) * before.operations
        cells.append(number(more / (after.operations - before.operations)))
    return cells


def drawn(found: Sequence[Point]) -> str:
    """The points as SVG: time and memory beside the reference's, and the stages of ours."""

    def line(value: Callable[[Point], float | None]) -> list[tuple[float, float]]:
        values = [(point.operations, value(point)) for point in found]
        return [(x, y) for x, y in values if y is not None]

    def beside(ours: Callable[[Point], float], theirs: Callable[[Point], float | None]) -> dict[str, Any]:
        return {"sdy-opt": line(ours), **({"reference": line(theirs)} if line(theirs) else {})}

    grouped = [(point.operations, _grouped(point)) for point in found]
    of_stages = {stage: [(count, taken.get(stage, 0)) for count, taken in grouped] for stage in grouped[-1][1]}
    title = "operations"
    return svg(
        [
            Chart(
                "Time for each operation, start-up left out, µs", title, beside(lambda p: p.time, lambda p: p.theirs)
            ),
            Chart("Memory for each operation, bytes", title, beside(lambda p: p.memory, lambda p: p.their_memory)),
            Chart("sdy-opt's stages, µs for each operation", title, of_stages),
        ]
    )


def _grouped(point: Point) -> dict[str, float]:
    """The stages, with all passes as one."""
    passes = sum([taken for stage, taken in point.stages.items() if stage in PASSES])
    return {**{stage: taken for stage, taken in point.stages.items() if stage not in PASSES}, "passes": passes}


def as_json(found: Sequence[Point]) -> list[dict[str, object]]:
    """All points as JSON has them."""
    return [asdict(point) for point in found]
