"""Bytecode, calls, programs of which most lines differ, and plans: what whole processes take for each."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time

import sdyopt
from sdyopt.ir.attribute import without_collector
from sdyopt.planning.grouping import classes_of
from sdyopt.planning.planned import Progress
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import DEFAULT_BUDGET, PlanOptions
from sdyopt.view.variants.edits import mesh_of
from tools.bench.comparison import MEGABYTE, transformers
from tools.bench.processes import BenchRow, Taken, in_turns, median, ours, run, theirs
from tools.bench.transformer import transformer
from tools.programs.make_bytecode import bytecode_of


def bytecode_rows(folder: Path, runs: int, layers: Sequence[int]) -> list[BenchRow]:
    """Whole processes that read a program and print it: in turns with the reference, and with reading its text.

    Those that read bytecode are named, and their numbers are medians. Of the text, the numbers are in the place of the
    reference's.
    """
    found = []
    for program, text in transformers(layers, folder).items():
        binary = folder / f"{text.stem}.mlirbc"
        binary.write_bytes(bytecode_of(text.read_text()))
        by_ours, by_reference, of_text = in_turns([ours(binary, ()), theirs(binary, ()), ours(text, ())], runs)
        for other, beside in ((by_reference, ""), (of_text, " (text by sdy-opt)")):
            found.append(
                _bytecode_row(program, f"processor time{beside}", "ms", 1e3, lambda t: t.processor, by_ours, other)
            )
            found.append(
                _bytecode_row(program, f"peak memory{beside}", "MB", 1 / MEGABYTE, lambda t: t.peak, by_ours, other)
            )
    return found


def _bytecode_row(
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


MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
SHARDING = '#sdy.sharding<@mesh, [{"x"}, {"y", ?}]>'
TENSOR = "tensor<8x16xf32>"
FUNCTIONS = 2000

CALLS_OF_LEAVES = 8
"""How often each of the functions that call others does that."""

CALL_PASSES = (
    ("symbol-dce",),
    ("sdy-import-pipeline",),
    ("sdy-flatten-call-graph",),
    ("sdy-import-func-calls",),
    ("sdy-import-func-calls", "sdy-export-named-computations", "sdy-unflatten-call-graph"),
)


def calls(count: int) -> str:
    """`count` functions with five times as many calls: main calls half of them twice, and each of these the others."""
    half = count // 2
    main = [f"  %{n + 1} = call @block{n // 2}(%{n}) : ({TENSOR}) -> {TENSOR}\n" for n in range(2 * half)]
    end = f"  return %{2 * half} : {TENSOR}\n"
    text = [MESH, f"func.func @main(%0: {TENSOR}) -> {TENSOR} {{\n{''.join(main)}{end}}}\n"]
    sharded = f"{TENSOR} {{sdy.sharding = {SHARDING}}}"
    for block in range(half):
        text.append(f"func.func private @block{block}(%0: {sharded}) -> ({sharded}) {{\n")
        for number in range(CALLS_OF_LEAVES):
            leaf = (block + number) % half
            text.append(f"  %{number + 1} = call @leaf{leaf}(%{number}) : ({TENSOR}) -> {TENSOR}\n")
        text.append(f"  return %{CALLS_OF_LEAVES} : {TENSOR}\n}}\n")
    for leaf in range(half):
        text.append(
            f"func.func private @leaf{leaf}(%0: {TENSOR}) -> {TENSOR} {{\n"
            f"  %cst = stablehlo.constant dense<1.0> : {TENSOR}\n"
            f"  %1 = stablehlo.add %0, %cst : {TENSOR}\n  return %1 : {TENSOR}\n}}\n"
        )
    return "".join(text)


def calls_rows(folder: Path, runs: int) -> Iterator[BenchRow]:
    """Yields what whole processes take: by the clock, and of the processor."""
    file = folder / "calls.mlir"
    file.write_text(calls(FUNCTIONS))
    for passes in CALL_PASSES:
        left, right = map(median, in_turns([ours(file, passes), theirs(file, passes)], runs))
        name = ", ".join(passes)
        yield BenchRow(name, "whole process", "ms", 1000 * left.seconds, 1000 * right.seconds)
        yield BenchRow(name, "its processor time", "ms", 1000 * left.processor, 1000 * right.processor)


PIPELINE = "sdy-propagation-pipeline"
CONSTANTS = 190_000


def constants(count: int) -> str:
    """A function with so many constants, no two of which are equal."""
    lines = [f"  %c{n} = stablehlo.constant dense<{n}> : tensor<i64>\n" for n in range(count)]
    return f"func.func @main() {{\n{''.join(lines)}  return\n}}\n"


OWN_SHAPED = 40_000


def own_shaped(lines: int) -> str:
    """Returns a function with about this number of lines, nearly each with a shape of its own."""
    text = [MESH, "func.func @main(%s: tensor<f32>) {\n"]
    for n in range(lines // 8):
        rows, columns, half = 2 + 7 * n % 3989, 2 + 11 * n % 3967, 1 + 5 * n % 1999
        whole, turned = f"tensor<{rows}x{columns}xf32>", f"tensor<{columns}x{half}xf32>"
        padded, product = f"tensor<{rows + half}x{columns}xf32>", f"tensor<{rows + half}x{half}xf32>"
        text.append(
            f"  %a{n} = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {whole}\n"
            f'  %b{n} = sdy.sharding_constraint %a{n} <@mesh, [{{"x", ?}}, {{?}}]> : {whole}\n'
            f"  %c{n} = stablehlo.tanh %b{n} : {whole}\n"
            f"  %d{n} = stablehlo.pad %c{n}, %s, low = [0, 0], high = [{half}, 0], interior = [0, 0] : "
            f"({whole}, tensor<f32>) -> {padded}\n"
            f"  %e{n} = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {turned}\n"
            f"  %f{n} = stablehlo.dot_general %d{n}, %e{n}, contracting_dims = [1] x [0] : "
            f"({padded}, {turned}) -> {product}\n"
            f"  %g{n} = stablehlo.slice %f{n} [{half}:{rows + half}, 0:{half}] : "
            f"({product}) -> tensor<{rows}x{half}xf32>\n"
            f"  stablehlo.custom_call @use(%g{n}) {{has_side_effect = true}} : (tensor<{rows}x{half}xf32>) -> ()\n"
        )
    return "".join([*text, "  return\n}\n"])


def distinct_rows(folder: Path, files: Sequence[Path], runs: int) -> Iterator[BenchRow]:
    """Yields the processor time of whole processes on each file, and on programs with very many constants or calls."""
    shapes = folder / "own_shaped.mlir"
    shapes.write_text(own_shaped(OWN_SHAPED))
    for name, file in [*[(file.stem, file) for file in files], (f"{OWN_SHAPED:,} shapes", shapes)]:
        yield _distinct_row(name, "parse and print", file, (), runs)
        yield _distinct_row(name, PIPELINE, file, (PIPELINE,), runs)
    file = folder / "constants.mlir"
    file.write_text(constants(CONSTANTS))
    yield _distinct_row(f"{CONSTANTS:,} distinct constants", "parse and print", file, (), runs)
    called, inlined = folder / "calls.mlir", folder / "named_computations.mlir"
    called.write_text(calls(FUNCTIONS))
    run([*ours(called, ("sdy-import-func-calls",)), "-o", str(inlined)])
    yield _distinct_row("18,000 named computations", "parse and print", inlined, (), runs)


def _distinct_row(program: str, what: str, file: Path, passes: Sequence[str], runs: int) -> BenchRow:
    left, right = map(median, in_turns([ours(file, passes), theirs(file, passes)], runs))
    return BenchRow(program, f"{what}, processor time", "ms", 1000 * left.processor, 1000 * right.processor)


LAYERS = (3, 6, 32)
_MESH = "data=2,model=4"
_PROCESSES = 2


def plans_rows(layers: int, runs: int, budget: int = DEFAULT_BUDGET) -> list[BenchRow]:
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
