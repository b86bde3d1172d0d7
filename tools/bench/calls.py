"""Programs of functions that call each other: each pass over calls alone, whole processes."""

from __future__ import annotations

from pathlib import Path

from tools.bench.processes import in_turns, median, ours, theirs
from tools.bench.rows import BenchRow

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
SHARDING = '#sdy.sharding<@mesh, [{"x"}, {"y", ?}]>'
TENSOR = "tensor<8x16xf32>"
FUNCTIONS = 2000

CALLS_OF_LEAVES = 8
"""How often each of the functions that call others does that."""

PASSES = (
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


def rows(folder: Path, runs: int) -> list[BenchRow]:
    """What whole processes take: by the clock, and of the processor."""
    file = folder / "calls.mlir"
    file.write_text(calls(FUNCTIONS))
    found = []
    for passes in PASSES:
        left, right = map(median, in_turns([ours(file, passes), theirs(file, passes)], runs))
        name = ", ".join(passes)
        found.append(BenchRow(name, "whole process", "ms", 1000 * left.seconds, 1000 * right.seconds))
        found.append(BenchRow(name, "its processor time", "ms", 1000 * left.processor, 1000 * right.processor))
    return found
