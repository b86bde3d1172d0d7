"""Compares sdy-opt with the reference: whole processes, and parsing, passes and printing alone."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import corpus
from tools.bench import PASSES, PROPAGATION
from tools.bench.processes import BenchRow, Taken, in_turns, median, ours, run, theirs
from tools.bench.stages import READ, START_UP, WRITE, Clocked
from tools.bench.transformer import transformer
from tools.generator import stablehlo

MEGABYTE = 1 << 20
OURS = (sys.executable, "-m", "tools.bench.stages", "ours")
REFERENCE = (sys.executable, "-m", "tools.bench.stages", "reference")


# The programs that are measured, as files.


DEEP = 128
"""Layers of the deeper transformer; that of the corpus has 32."""

LONG_OPS = 10_000
"""Operations of the program in which nearly every line has a shape of its own."""


def from_corpus(name: str, folder: Path) -> Path:
    """A program of the corpus, not packed."""
    return corpus.unpacked(corpus.file(name), folder)


def transformers(layers: Sequence[int], folder: Path) -> dict[str, Path]:
    """The transformer of the corpus, and deeper ones, by the names that tables have."""
    files = {"transformer_deep": from_corpus("transformer_deep", folder)}
    for count in layers:
        file = files[f"the same, {count} layers"] = folder / f"transformer_{count}_layers.mlir"
        file.write_text(transformer(count))
    return files


# The comparisons.


def whole(program: str, file: Path, passes: Sequence[str], runs: int) -> list[BenchRow]:
    """Returns what processes take, all of it and from text to text: parse, passes, print and verification."""
    by_ours, by_reference, inside, inside_theirs = [], [], [], []
    for _ in range(runs):
        by_ours.append(run(ours(file, passes)))
        by_reference.append(run(theirs(file, passes, "-time")))
        inside.append(_from_text_to_text(OURS, file, passes))
        inside_theirs.append(_from_text_to_text(REFERENCE, file, passes))
    left, right = median(by_ours), median(by_reference)
    return [
        BenchRow(program, "whole process", "ms", 1000 * left.seconds, 1000 * right.seconds),
        BenchRow(program, "its processor time", "ms", 1000 * left.processor, 1000 * right.processor),
        *_inside(program, "parse + passes + print", "ms", 1e3, inside, inside_theirs, by_reference),
        BenchRow(program, "peak memory", "MB", left.peak / MEGABYTE, right.peak / MEGABYTE),
    ]


def per_operation(program: str, file: Path, runs: int) -> list[BenchRow]:
    """Parse and print, verification included, in microseconds for each operation."""
    inside, inside_theirs, by_reference = [], [], []
    for _ in range(runs):
        inside.append(_from_text_to_text(OURS, file, ()))
        inside_theirs.append(_from_text_to_text(REFERENCE, file, ()))
        by_reference.append(run(theirs(file, (), "-time")))
    micro = 1e6 / len(file.read_text().splitlines())
    what = "parse + print for each operation"
    return _inside(program, what, "µs", micro, inside, inside_theirs, by_reference)


def _inside(
    program: str,
    what: str,
    unit: str,
    factor: float,
    inside: Sequence[tuple[float, float]],
    inside_theirs: Sequence[tuple[float, float]],
    by_reference: Sequence[Taken],
) -> list[BenchRow]:
    """Returns the medians of seconds from text to text: by the clock, as the reference says, and of the processor."""
    clock = [seconds for seconds, _ in inside], [_sum_of_time(taken) for taken in by_reference]
    processor = [seconds for _, seconds in inside], [seconds for _, seconds in inside_theirs]
    return [
        BenchRow(program, name, unit, *[factor * statistics.median(side) for side in sides])
        for name, sides in ((what, clock), ("its processor time", processor))
    ]


def rows(folder: Path, runs: int, layers: Sequence[int]) -> list[BenchRow]:
    """The programs of the table; `layers` have the deeper transformers."""
    files = {"mlp": from_corpus("mlp", folder), **transformers(layers, folder)}
    found = [row for program, file in files.items() for row in whole(program, file, PASSES, runs)]
    long = folder / f"{LONG_OPS}_shapes.mlir"
    long.write_text(stablehlo.long_module(1, LONG_OPS))
    return [*found, *per_operation("each line of its own shape", long, runs)]


def of_propagation(folder: Path, runs: int, layers: Sequence[int]) -> Iterator[BenchRow]:
    """Yields the whole processes of each pass about rules and propagation, on the transformer and on deeper ones."""
    for program, file in transformers(layers, folder).items():
        for name in PROPAGATION:
            left, right = map(median, in_turns([ours(file, (name,)), theirs(file, (name,))], runs))
            yield BenchRow(program, f"{name}, processor time", "ms", 1000 * left.processor, 1000 * right.processor)
            yield BenchRow(program, f"{name}, peak memory", "MB", left.peak / MEGABYTE, right.peak / MEGABYTE)


def stages(runner: Sequence[str], file: Path, passes: Sequence[str]) -> Clocked:
    """The stages of one run of OURS or REFERENCE on `file`."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report")
        run([*runner, str(report), str(file), *[f"-{name}" for name in passes]])
        clocked: Clocked = json.loads(report.read_text())
    return clocked


def _from_text_to_text(runner: Sequence[str], file: Path, passes: Sequence[str]) -> tuple[float, float]:
    """Seconds by the clock and of the processor without start-up, reading and writing."""
    clocked = stages(runner, file, passes)
    clock, processor = [
        sum([taken for stage, taken in seconds.items() if stage not in (START_UP, READ, WRITE)])
        for seconds in (clocked["seconds"], clocked["processor"])
    ]
    return clock, processor


def _sum_of_time(taken: Taken) -> float:
    """Returns what the reference's -time says in its last line: `parse=0.0012 passes=0.0034 print=0.0056`."""
    return sum([float(word.partition("=")[2]) for word in taken.errors.splitlines()[-1].split()])
