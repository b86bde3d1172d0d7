"""How long plans of transformers take: one evaluation, grouping, the first plans, and the whole search."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

import sdyopt
from sdyopt.ir.attribute import without_collector
from sdyopt.planning.grouping import classes_of
from sdyopt.planning.planned import Progress
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import DEFAULT_BUDGET, PlanOptions
from sdyopt.view.variants.specs import mesh_of
from tools.bench.rows import BenchRow
from tools.bench.transformer import transformer

LAYERS = (3, 6, 32)
_MESH = "data=2,model=4"
_PROCESSES = 2


def rows(layers: int, runs: int, budget: int = DEFAULT_BUDGET) -> list[BenchRow]:
    """The processor time of an evaluation and of grouping, best of some runs, and that of a search by the clock."""
    text = transformer(layers)
    module = sdyopt.parse(text)
    with without_collector():
        planning = Planning(module, mesh_of(_MESH), PlanOptions(drop=True))
        seeds = [planning.space.start, *planning.space.single_colours()]
        evaluation = _best(lambda: planning.evaluator.of(seeds[1]), runs)
        grouping = _best(lambda: classes_of(planning.program), runs)
    times: list[float] = []

    def note(progress: Progress) -> None:
        times.append(perf_counter() - begun)

    begun = perf_counter()
    sdyopt.plan(module, _MESH, drop=True, budget=budget, jobs=_PROCESSES, on_progress=note)
    whole = perf_counter() - begun
    measured = {
        "an evaluation, processor time": evaluation,
        "grouping, processor time": grouping,
        "until the seeds are known": times[min(len(seeds), len(times)) - 1],
        f"the plan, {_PROCESSES} processes": whole,
    }
    program = f"{layers} layers, {len(text.splitlines()):,} lines"
    return [BenchRow(program, what, "ms", 1000 * seconds) for what, seconds in measured.items()]


def _best(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)
