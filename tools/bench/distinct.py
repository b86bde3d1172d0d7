"""Programs in which most lines occur once: parse and print, and the propagation pipeline, whole processes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tools.bench.calls import FUNCTIONS, calls
from tools.bench.processes import in_turns, median, ours, run, theirs
from tools.bench.rows import BenchRow

PIPELINE = "sdy-propagation-pipeline"
CONSTANTS = 190_000


def constants(count: int) -> str:
    """A function with so many constants, no two of which are equal."""
    lines = [f"  %c{n} = stablehlo.constant dense<{n}> : tensor<i64>\n" for n in range(count)]
    return f"func.func @main() {{\n{''.join(lines)}  return\n}}\n"


def rows(folder: Path, files: Sequence[Path], runs: int) -> list[BenchRow]:
    """The processor time of whole processes on each file, and on programs with very many constants or computations."""
    found = []
    for file in files:
        found.append(_row(file.stem, "parse and print", file, (), runs))
        found.append(_row(file.stem, PIPELINE, file, (PIPELINE,), runs))
    file = folder / "constants.mlir"
    file.write_text(constants(CONSTANTS))
    found.append(_row(f"{CONSTANTS:,} distinct constants", "parse and print", file, (), runs))
    called, inlined = folder / "calls.mlir", folder / "named_computations.mlir"
    called.write_text(calls(FUNCTIONS))
    run([*ours(called, ("sdy-import-func-calls",)), "-o", str(inlined)])
    found.append(_row("18,000 named computations", "parse and print", inlined, (), runs))
    return found


def _row(program: str, what: str, file: Path, passes: Sequence[str], runs: int) -> BenchRow:
    left, right = map(median, in_turns([ours(file, passes), theirs(file, passes)], runs))
    return BenchRow(program, f"{what}, processor time", "ms", 1000 * left.processor, 1000 * right.processor)
