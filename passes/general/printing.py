"""Passes that print or save a program, and one that repeats a pipeline."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from sdyopt.ir.operation import Operation, walk
from sdyopt.mlir.diagnostics import Diagnostic, failure
from sdyopt.mlir.rewrite.rewriter import dump_module
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("print-ir")
class PrintIR(Pass):
    """Prints the program as it is at this place of the pipeline, on standard error.

    It prints in the form in which the output is printed. The program stays as it is.
    """

    anchor: ClassVar[str] = ANY

    label: str = option(default="", help="What the line above the program says")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        label = f" {self.label}" if self.label else ""
        rewriter.write(f"// -----// IR Dump{label} //----- //\n{rewriter.text_of(op, in_place=True).rstrip(chr(10))}\n")


@register_pass("print-op-stats")
class PrintOpStats(Pass):
    """Counts the operations of each name, and prints the numbers on standard error.

    The program stays as it is, and is printed as usual.
    """

    anchor: ClassVar[str] = ANY

    json: bool = option(default=False, help="Prints the numbers as JSON")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        counts = Counter(inner.name for inner in walk(op))
        rewriter.write(as_json(counts) if self.json else as_table(counts))


def as_table(counts: Mapping[str, int]) -> str:
    """Returns the numbers in lines, sorted by name, with names and numbers below each other."""
    names = [name.rpartition(".") if "." not in name else name.partition(".") for name in sorted(counts)]
    dialect_width = max(len(dialect) for dialect, _, _ in names) + 2
    name_width = max(len(rest) for _, _, rest in names)
    lines = ["Operations encountered:", "-----------------------"]
    for dialect, dot, rest in names:
        count = counts[f"{dialect}{dot}{rest}"]
        lines.append(f"{dialect:>{dialect_width}}{dot or ' '}{rest:<{name_width}} , {count}")
    return "\n".join(lines) + "\n"


def as_json(counts: Mapping[str, int]) -> str:
    """Returns the numbers as an object, whose members are sorted by name."""
    members = [f"  {json.dumps(name)} : {counts[name]}" for name in sorted(counts)]
    return "{\n" + ",\n".join(members) + "\n}\n"


@register_pass("sdy-save-module")
class SaveModule(Pass):
    """Writes the program to `directory`, unless that is empty, as the file `NUMBER.NAME.mlir`.

    It changes nothing, has no flag, and is part of pipelines, so that snapshots and timing show it as the reference
    does.
    """

    class_name: ClassVar[str] = "mlir::sdy::(anonymous namespace)::SaveModuleOpPass"

    directory: str = ""
    file_name: str = ""
    number: int = 0
    """The number of the file among those of its pipeline, from 0 on."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if self.directory:
            file_name = f"{self.number:02}.{self.file_name}.mlir"
            dump_module(module, os.path.join(self.directory, file_name), rewriter)


NOT_CONVERGED = 'Composite pass "{}"+ didn\'t converge in {} iterations'
NO_ITERATIONS = "Invalid maxIterations value: {}"


@register_pass("composite-fixed-point-pass")
class CompositeFixedPoint(Pass):
    """Runs a pipeline again and again, until it changes nothing.

    After the maximum number of iterations it runs once more, and a warning says that there may be more to do, or an
    error, or nothing.
    """

    anchor: ClassVar[str] = ANY

    name_: str = option(default="CompositeFixedPointPass", help="What the warning calls the pass")
    pipeline: str = option(default="", help="The passes, as in `cse,func.func(canonicalize)`", is_pipeline=True)
    max_iterations: int = option(default=10, help="Maximum number of iterations, at least 1")
    on_convergence_failure: str = option(
        default="warn", choices=("silent", "warn", "error"), help="What it is if these are too few", since="0.11.2"
    )

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if self.max_iterations <= 0:
            raise failure(NO_ITERATIONS.format(self.max_iterations), op.location)
        for _ in range(self.max_iterations):
            if not rewriter.run_pipeline(f"any({self.pipeline})", op):
                return
        rewriter.run_pipeline(f"any({self.pipeline})", op)
        message = NOT_CONVERGED.format(self.name_, self.max_iterations)
        if self.on_convergence_failure == "error":
            raise failure(message, op.location)
        if self.on_convergence_failure == "warn":
            rewriter.emit(Diagnostic("warning", message, op.location))
