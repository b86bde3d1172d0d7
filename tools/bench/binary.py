"""What it takes to read programs in bytecode: next to the reference, and next to their text."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.bench import programs
from tools.bench.processes import Taken, in_turns, ours, theirs
from tools.bench.rows import BenchRow
from tools.programs.make_bytecode import bytecode_of

MEGABYTE = 1 << 20


def rows(folder: Path, runs: int, layers: Sequence[int]) -> list[BenchRow]:
    """Whole processes that read a program and print it: in turns with the reference, and with reading its text.

    Those that read bytecode are named, and their numbers are medians. Of the text, the numbers are in the place of the
    reference's.
    """
    files = {"transformer_deep": programs.from_corpus("transformer_deep", folder)}
    files |= {f"the same, {count} layers": programs.deep_transformer(count, folder) for count in layers}
    found = []
    for program, text in files.items():
        binary = folder / f"{text.stem}.mlirbc"
        binary.write_bytes(bytecode_of(text.read_text()))
        by_ours, by_reference, of_text = in_turns([ours(binary, ()), theirs(binary, ()), ours(text, ())], runs)
        for other, beside in ((by_reference, ""), (of_text, " (text by sdy-opt)")):
            found.append(_row(program, f"processor time{beside}", "ms", 1e3, lambda t: t.processor, by_ours, other))
            found.append(_row(program, f"peak memory{beside}", "MB", 1 / MEGABYTE, lambda t: t.peak, by_ours, other))
    return found


def _row(
    program: str,
    what: str,
    unit: str,
    factor: float,
    number: Callable[[Taken], float],
    left: Sequence[Taken],
    right: Sequence[Taken],
) -> BenchRow:
    sides = [factor * statistics.median(map(number, side)) for side in (left, right)]
    return BenchRow(program, what, unit, *sides)
