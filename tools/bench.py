"""How fast sdy-opt is beside the reference: whole processes, and the stages within.

    python -m tools.bench [--runs N] [--files FILE]... [--passes NAME,NAME...] [--json]

Times are medians, in milliseconds. The runs alternate, so that a change of the machine's load meets both. "start-up" is
what the process takes beside the stages: the interpreter, imports, reading the file, writing the output.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from tools import corpus, reference

PASSES = (
    "sdy-lift-inlined-meshes",
    "sdy-remove-size-one-axes",
    "sdy-constant-or-scalar-splitter",
    "sdy-manual-axes-cleanup",
    "sdy-add-data-flow-edges",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-inline-meshes",
)
PROGRAMS = ("mlp", "transformer_deep")
STAGES = ("parse", "passes", "print")

# The stages of ours through the Python API, in a process of their own, without the garbage collector as in the command.
# It says nothing where there is no such API yet.
OUR_STAGES = """
import gc, sys, time
import sdyopt
if not hasattr(sdyopt, "parse"):
    sys.exit()
gc.disable()
path, *passes = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
times = [time.perf_counter()]
module = sdyopt.parse(text)
times.append(time.perf_counter())
for name in passes:
    module.run(name)
times.append(time.perf_counter())
str(module)
times.append(time.perf_counter())
print(" ".join(f"{stage}={end - start}" for stage, start, end in zip(("parse", "passes", "print"), times, times[1:])))
"""


@dataclass
class Times:
    """Medians of one side, in milliseconds."""

    whole: float
    stages: dict[str, float] = field(default_factory=dict)

    @property
    def rows(self) -> dict[str, float]:
        """Every row of the table, the whole last."""
        start_up = {"start-up": self.whole - sum(self.stages.values())} if self.stages else {}
        return {**start_up, **self.stages, "whole process": self.whole}


def timed(who: str, command: Sequence[str]) -> tuple[float, str, str]:
    """Seconds that `command` takes, and what it writes on standard output and error; it must succeed."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode:
        raise click.ClickException(f"{who} failed:\n{done.stderr}")
    return seconds, done.stdout, done.stderr


def stages_of(line: str) -> dict[str, float]:
    """Seconds from a line such as `parse=0.0012 passes=0.0034 print=0.0056`."""
    return {stage: float(seconds) for stage, seconds in (word.split("=") for word in line.split())}


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each stage over the runs that all have it, in milliseconds."""
    return {stage: 1000 * statistics.median(run[stage] for run in runs) for stage in STAGES if stage in runs[0]}


def measure(file: Path, passes: Sequence[str], runs: int) -> tuple[Times, Times]:
    """Ours and the reference's times for `passes` on `file`."""
    flags = [f"-{name}" for name in passes]
    ours: list[float] = []
    theirs: list[float] = []
    our_stages: list[dict[str, float]] = []
    their_stages: list[dict[str, float]] = []
    for _ in range(runs):
        ours.append(timed("sdy-opt", [sys.executable, "-m", "sdyopt", str(file), *flags])[0])
        by_reference = [sys.executable, reference.__file__, str(file), *flags, "-time"]
        seconds, _, errors = timed("the reference", by_reference)
        theirs.append(seconds)
        their_stages.append(stages_of(errors.splitlines()[-1]))
        our_stages.append(stages_of(timed("sdyopt", [sys.executable, "-c", OUR_STAGES, str(file), *passes])[1]))
    return (
        Times(1000 * statistics.median(ours), medians(our_stages)),
        Times(1000 * statistics.median(theirs), medians(their_stages)),
    )


def table(name: str, ours: Times, theirs: Times) -> Table:
    """Both sides, and how many times as long ours takes."""
    drawn = Table(title=name, title_justify="left")
    drawn.add_column("ms")
    for heading in ("sdy-opt", "reference", "ratio"):
        drawn.add_column(heading, justify="right")
    for row, theirs_in_row in theirs.rows.items():
        ours_in_row = ours.rows.get(row)
        cells = ("–", "–")
        if ours_in_row is not None:
            cells = (f"{ours_in_row:.1f}", f"{ours_in_row / theirs_in_row:.2f}" if theirs_in_row else "–")
        drawn.add_row(row, cells[0], f"{theirs_in_row:.1f}", cells[1], style="bold" if "whole" in row else None)
    return drawn


@click.command()
@click.option("--runs", type=click.IntRange(1), default=7, show_default=True, help="Runs of each side.")
@click.option("--files", multiple=True, type=click.Path(path_type=Path), help="Programs; again for more than one.")
@click.option("--passes", default=",".join(PASSES), help="Pass names with commas between, all eight by default.")
@click.option("--json", "as_json", is_flag=True, help="Write the numbers as JSON.")
def main(runs: int, files: tuple[Path, ...], passes: str, as_json: bool) -> None:
    """Measure sdy-opt and the reference in turns: whole processes, and the stages within."""
    names = [name for name in passes.split(",") if name]
    results: dict[str, tuple[Times, Times]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for file in files or [corpus.file(name) for name in PROGRAMS]:
            results[file.name.split(".")[0]] = measure(corpus.unpacked(file, Path(folder)), names, runs)
    if as_json:
        sides = {
            name: {"sdy-opt": asdict(ours), "reference": asdict(theirs), "ratio": ours.whole / theirs.whole}
            for name, (ours, theirs) in results.items()
        }
        click.echo(json.dumps({"runs": runs, "passes": names, "milliseconds": sides}, indent=2))
        return
    console = Console()
    for name, (ours, theirs) in results.items():
        console.print(table(name, ours, theirs))


if __name__ == "__main__":
    main()
