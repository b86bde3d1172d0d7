"""One input from text to text: read, run the passes, write."""

from __future__ import annotations

import re
from typing import NamedTuple

from sdyopt.dialects import REGISTRY
from sdyopt.driver.instruments import instruments
from sdyopt.driver.manager import PassManager
from sdyopt.driver.pipeline import Pipeline
from sdyopt.driver.report import Report, Write
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.source import Source
from sdyopt.ods.verification import Verifier
from sdyopt.syntax.printer import describe_operation, print_operation
from sdyopt.syntax.reading import ParsedText, parse

SPLIT_MARKER = "// -----"


class Options(NamedTuple):
    """How inputs are read, checked and written; each is the flag of its name."""

    allow_unregistered_dialect: bool = False
    split_input_file: bool = False
    verify_diagnostics: bool = False
    verify_each: bool = True
    print_op_generic: bool = False
    print_debuginfo: bool = False
    color: str = "auto"
    diagnostics_format: str = "text"


class Outcome(NamedTuple):
    """What became of an input: the text to write, and whether all of it is in order."""

    output: str
    succeeded: bool


def process(text: str, name: str, pipeline: Pipeline, options: Options, write: Write) -> Outcome:
    """Runs `pipeline` over the module in `text`, or over each chunk of it; `write` takes what there is to say."""
    if not options.split_input_file:
        return _process_chunk(Source(text, name), pipeline, options, write)
    outcomes = [_process_chunk(chunk, pipeline, options, write) for chunk in split(text, name)]
    outputs = [outcome.output for outcome in outcomes if outcome.succeeded and not options.verify_diagnostics]
    return Outcome(f"\n{SPLIT_MARKER}\n".join(outputs), all(outcome.succeeded for outcome in outcomes))


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


def _process_chunk(source: Source, pipeline: Pipeline, options: Options, write: Write) -> Outcome:
    report = Report(source, write, options.verify_diagnostics, options.diagnostics_format, options.color)
    try:
        parsed = _parse(report, options)
        verifier = Verifier(REGISTRY, describe_operation)
        verifier.verify(parsed.module)
        wanted = instruments(options, parsed, report)
        PassManager(pipeline, verifier, options.verify_each, wanted).run(parsed.module)
        output = print_operation(
            parsed.module, source, options.print_op_generic, options.print_debuginfo, parsed.resources
        )
    except CompilationError as error:
        report.fail(error.diagnostics)
        output = ""
    succeeded = report.finish()
    return Outcome("" if options.verify_diagnostics else output, succeeded)


def _parse(report: Report, options: Options) -> ParsedText:
    complaints: list[Diagnostic] = []
    try:
        return parse(report.source.text, REGISTRY, options.allow_unregistered_dialect, complaints=complaints)
    finally:
        report.add(complaints)
