"""Compares sdy-opt with the reference: whole processes, and parsing, passes and printing alone."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.bench import PASSES, PROPAGATION, programs
from tools.bench.processes import BenchRow, Taken, in_turns, median, ours, run, theirs
from tools.bench.stages import READ, START_UP, WRITE, Clocked

MEGABYTE = 1 << 20
OURS = (sys.executable, "-m", "tools.bench.stages", "ours")
REFERENCE = (sys.executable, "-m", "tools.bench.stages", "reference")


def whole(program: str, file: Path, passes: Sequence[str], runs: int) -> list[BenchRow]:
    """Returns what processes take, all of it and from text to text: parse, passes, print and verification."""
    by_ours, by_reference, inside, inside_theirs = [], [], [], []
    for _ in range(runs):
        by_ours.append(run(ours(file, passes)))
        by_reference.append(run(theirs(file, passes, "-time")))
        inside.append(_from_text_to_text(OURS, file, passes))
        inside_theirs.append(_from_text_to_text(REFERENCE, file, passes))
    left, right = median(by_ours), median(by_reference)
    clock = [seconds for seconds, _ in inside], [_sum_of_time(taken) for taken in by_reference]
    processor = [seconds for _, seconds in inside], [seconds for _, seconds in inside_theirs]
    return [
        BenchRow(program, "whole process", "ms", 1000 * left.seconds, 1000 * right.seconds),
        BenchRow(program, "its processor time", "ms", 1000 * left.processor, 1000 * right.processor),
        _of_medians(program, "parse + passes + print", "ms", 1e3, *clock),
        _of_medians(program, "its processor time", "ms", 1e3, *processor),
        BenchRow(program, "peak memory", "MB", left.peak / MEGABYTE, right.peak / MEGABYTE),
    ]


def per_operation(program: str, file: Path, runs: int) -> list[BenchRow]:
    """Parse and print, verification included, in microseconds for each operation."""
    inside, inside_theirs, by_time = [], [], []
    for _ in range(runs):
        inside.append(_from_text_to_text(OURS, file, ()))
        inside_theirs.append(_from_text_to_text(REFERENCE, file, ()))
        by_time.append(_sum_of_time(run(theirs(file, (), "-time"))))
    micro = 1e6 / programs.operations(file)
    clock = [seconds for seconds, _ in inside], by_time
    processor = [seconds for _, seconds in inside], [seconds for _, seconds in inside_theirs]
    return [
        _of_medians(program, "parse + print for each operation", "µs", micro, *clock),
        _of_medians(program, "its processor time", "µs", micro, *processor),
    ]


def _of_medians(
    program: str, what: str, unit: str, factor: float, left: Sequence[float], right: Sequence[float]
) -> BenchRow:
    return BenchRow(program, what, unit, factor * statistics.median(left), factor * statistics.median(right))


def rows(folder: Path, runs: int, layers: Sequence[int]) -> list[BenchRow]:
    """The programs of the table; `layers` have the deeper transformers."""
    found = whole("mlp", programs.from_corpus("mlp", folder), PASSES, runs)
    found += whole("transformer_deep", programs.from_corpus("transformer_deep", folder), PASSES, runs)
    for count in layers:
        found += whole(f"the same, {count} layers", programs.deep_transformer(count, folder), PASSES, runs)
    long = programs.long_module(programs.LONG_OPS, folder)
    return [*found, *per_operation("each line of its own shape", long, runs)]


def of_propagation(folder: Path, runs: int, layers: Sequence[int]) -> Iterator[BenchRow]:
    """Yields the whole processes of each pass about rules and propagation, on the transformer and on deeper ones."""
    files = {"transformer_deep": programs.from_corpus("transformer_deep", folder)}
    files |= {f"the same, {count} layers": programs.deep_transformer(count, folder) for count in layers}
    for program, file in files.items():
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
