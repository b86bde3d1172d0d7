"""One input from text to text: read, run the passes, write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sdyopt.dialects import REGISTRY
from sdyopt.driver.diagnostics import render
from sdyopt.driver.registry import PassEntry
from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.source import Source
from sdyopt.ods.verification import Verifier
from sdyopt.syntax.printer import describe_operation, print_operation
from sdyopt.syntax.reading import parse

SPLIT_MARKER = "// -----"


class Options(NamedTuple):
    """How inputs are read, checked and written; each is the flag of its name."""

    allow_unregistered_dialect: bool = False
    split_input_file: bool = False
    verify_diagnostics: bool = False
    verify_each: bool = True
    print_op_generic: bool = False
    print_debuginfo: bool = False


class Outcome(NamedTuple):
    """What became of an input: the text to write, and what there is to say."""

    output: str
    messages: str
    succeeded: bool


def process(text: str, name: str, passes: Sequence[PassEntry], options: Options) -> Outcome:
    """Runs `passes` over the module in `text`, or over each chunk of it."""
    if not options.split_input_file:
        return _process_chunk(Source(text, name), passes, options)
    outcomes = [_process_chunk(chunk, passes, options) for chunk in split(text, name)]
    outputs = [outcome.output for outcome in outcomes if outcome.succeeded and not options.verify_diagnostics]
    return Outcome(
        f"\n{SPLIT_MARKER}\n".join(outputs),
        "".join([outcome.messages for outcome in outcomes]),
        all(outcome.succeeded for outcome in outcomes),
    )


def split(text: str, name: str) -> list[Source]:
    """The parts of `text` between lines that begin with `// -----`."""
    chunks = []
    start, line = 0, 1
    for marker in re.finditer(rf"^{SPLIT_MARKER}[^\n]*\n?", text, re.MULTILINE):
        chunks.append(Source(text[start : marker.start()], name, line))
        line += text.count("\n", start, marker.end())
        start = marker.end()
    chunks.append(Source(text[start:], name, line))
    return chunks


def _process_chunk(source: Source, passes: Sequence[PassEntry], options: Options) -> Outcome:
    complaints: list[Diagnostic] = []
    diagnostics: list[Diagnostic] = []
    output = ""
    try:
        parsed = parse(source.text, REGISTRY, options.allow_unregistered_dialect, complaints=complaints)
        _run(parsed.module, passes, options)
        output = print_operation(
            parsed.module, source, options.print_op_generic, options.print_debuginfo, parsed.resources
        )
    except CompilationError as error:
        diagnostics = error.diagnostics
    if options.verify_diagnostics:
        from sdyopt.driver.expected import check

        problems = check(source, [*complaints, *diagnostics])
        return Outcome("", problems, not problems)
    messages = [render(diagnostic, source) for diagnostic in (*complaints, *diagnostics)]
    return Outcome(output, "".join(messages), not diagnostics)


def _run(module: Operation, passes: Sequence[PassEntry], options: Options) -> None:
    """Verifies `module`, runs `passes` over it and verifies it after each that may have changed it."""
    verifier = Verifier(REGISTRY, describe_operation)
    verifier.verify(module)
    for entry in passes:
        if entry.load()().run(module) and options.verify_each:
            verifier.verify(module)
