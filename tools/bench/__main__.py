"""Benchmarks sdy-opt and the reference.

    python -m tools.bench [--quick | --propagation | --calls | --bytecode | --distinct | --plans]
        [--runs N] [--json] [--file FILE]...

By default it measures whole processes with all passes, in turns with the reference. Times are medians.
docs/performance.md explains the numbers.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from tools import corpus
from tools.bench import PASSES, comparison, further
from tools.bench.processes import BenchRow, as_json, table

RUNS = {"compare": 7, "quick": 3, "propagation": 7, "calls": 3, "bytecode": 9, "distinct": 5, "plans": 3}
WIDTH = 120
"""At least so many characters a table may have."""


class Bench:
    """The request: the programs, and the number of runs of each side."""

    def __init__(
        self, folder: Path, files: Sequence[Path], layers: Sequence[int], runs: int, passes: Sequence[str]
    ) -> None:
        self.folder = folder
        self.files = [corpus.unpacked(file, folder) for file in files]
        self.layers = layers
        self.runs = runs
        self.passes = tuple(passes) or PASSES

    def compare(self) -> list[BenchRow]:
        if self.files:
            return [row for file in self.files for row in comparison.whole(file.stem, file, self.passes, self.runs)]
        return comparison.rows(self.folder, self.runs, self.layers or [comparison.DEEP])

    def propagation(self) -> list[BenchRow]:
        return [*comparison.of_propagation(self.folder, self.runs, self.layers or [comparison.DEEP])]

    def calls(self) -> list[BenchRow]:
        return [*further.calls_rows(self.folder, self.runs)]

    def bytecode(self) -> list[BenchRow]:
        return further.bytecode_rows(self.folder, self.runs, self.layers or [comparison.DEEP])

    def distinct(self) -> list[BenchRow]:
        return [*further.distinct_rows(self.folder, self.files, self.runs)]

    def plans(self) -> list[BenchRow]:
        return [row for layers in self.layers or further.LAYERS for row in further.plans_rows(layers, self.runs)]

    def quick(self) -> list[BenchRow]:
        self.files = [comparison.from_corpus(name, self.folder) for name in ("mlp", "transformer_deep")]
        return self.compare()


@click.command()
@click.option("--quick", "what", flag_value="quick", help="Two programs, in less than a minute.")
@click.option("--propagation", "what", flag_value="propagation", help="Each pass about rules and propagation alone.")
@click.option("--calls", "what", flag_value="calls", help="Passes over 2,000 functions with 10,000 calls.")
@click.option("--bytecode", "what", flag_value="bytecode", help="Reading bytecode, next to reading text.")
@click.option("--distinct", "what", flag_value="distinct", help="Programs in which most lines occur once.")
@click.option("--plans", "what", flag_value="plans", help="Plans of transformers, by sdy-plan.")
@click.option("--pass", "passes", multiple=True, help="A pass, instead of the eight before propagation.")
@click.option("--runs", type=click.IntRange(1), help="Runs of each side.")
@click.option(
    "--file", "files", multiple=True, type=click.Path(path_type=Path, exists=True), help="A program to be measured."
)
@click.option("--layers", multiple=True, type=click.IntRange(3), help="How deep a transformer is to be.")
@click.option("--json", "in_json", is_flag=True, help="Write the numbers as JSON.")
def main(
    what: str | None,
    passes: tuple[str, ...],
    runs: int | None,
    files: tuple[Path, ...],
    layers: tuple[int, ...],
    in_json: bool,
) -> None:
    """Measure sdy-opt and the reference in turns: by default whole processes with all passes."""
    what = what or "compare"
    console = Console()
    console.width = max(console.width, WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), files, layers, runs or RUNS[what], passes)
        rows: list[BenchRow] = getattr(bench, what)()
    if in_json:
        click.echo(json.dumps({"passes": bench.passes, "rows": as_json(rows)}, indent=2))
    else:
        console.print(table(rows))


if __name__ == "__main__":
    main()
