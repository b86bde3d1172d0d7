"""Reproducers: programs that have in their resources the pipeline that is to run on them, as in MLIR.

https://mlir.llvm.org/docs/PassManagement/#crash-and-failure-reproduction
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from itertools import zip_longest

from sdyopt.dialects import REGISTRY
from sdyopt.driver.input_output import encode, only_operation, output_error, write_output
from sdyopt.ir.attributes import Resources
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note, Source, failure
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.attributes import string_token, string_value
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import describe_operation, print_operation
from sdyopt.pipeline.manager import Instrument
from sdyopt.pipeline.model import PassInvocation, Pipeline, read_pipeline
from sdyopt.pipeline.registry import UNNAMED_MODULES, PipelineError

_GROUP = "mlir_reproducer"
_END = "\n#-}\n"
_NOWHERE = -1


class Reproducer(Instrument):
    """A program as it is before a pipeline, and the pass that has failed, if any."""

    def __init__(self, text: str, pipeline: Pipeline, verify_each: bool) -> None:
        self._text = with_pipeline(text, pipeline, verify_each)
        self._failed: list[str] = []

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        name = symbol_name(operation)
        symbol = "" if name is None else f": @{name}"
        self._failed.append(f"`{step.entry.class_name}` on '{operation.name}' operation{symbol}")

    def write(self, path: str) -> None:
        """Writes it to a file. Raises CompilationError if that is impossible."""
        try:
            write_output(path, self._text)
        except OSError as error:
            raise output_error(path, error) from None

    def failure(self, program: Operation, path: str) -> CompilationError:
        """Returns the error that follows those of the pass that has failed, and names the file of the reproducer."""
        passes = ", ".join(self._failed)
        note = Note(f"Pipeline failed while executing [{passes}]: reproducer generated at `{path}`", program.location)
        return failure("Failures have been detected while processing an MLIR pass pipeline", program.location, (note,))


def stored(resources: Mapping[str, Mapping[str, str]]) -> tuple[Pipeline | None, bool | None]:
    """Returns the pipeline that external resources hold, and whether passes are verified; None where they do not say.

    Raises CompilationError if the pipeline is invalid.
    """
    found = resources.get(_GROUP, {})
    text, verify_each = found.get("pipeline", ""), found.get("verify_each")
    try:
        pipeline = read_pipeline(string_value(text)) if text.startswith('"') else None
    except PipelineError as error:
        raise failure(str(error).rstrip("\n"), _NOWHERE) from None
    return pipeline, None if verify_each is None else verify_each != "false"


def _readable(pipeline: Pipeline) -> Pipeline:
    """Returns the pipeline without passes that text cannot name; they write files, and change nothing."""
    elements = [_readable(each) if isinstance(each, Pipeline) else each for each in pipeline.elements]
    named = [each for each in elements if isinstance(each, Pipeline) or each.name not in UNNAMED_MODULES]
    return pipeline._replace(elements=tuple(named))


def with_pipeline(text: str, pipeline: Pipeline, verify_each: bool) -> str:
    """Returns the text of a program with the resources of a reproducer."""
    entries = (
        f"      pipeline: {string_token(str(_readable(pipeline)))}",
        "      disable_threading: true",
        f"      verify_each: {'true' if verify_each else 'false'}",
    )
    section = "  external_resources: {{\n    {}: {{\n{}\n    }}\n  }}".format(_GROUP, ",\n".join(entries))
    if text.endswith(_END):
        return f"{text.removesuffix(_END)},\n{section}{_END}"
    return f"{text}\n{{-#\n{section}{_END}"


def note_of(source: Source, pipeline: Pipeline, verify_each: bool) -> str:
    """Writes a reproducer of an internal error to a new file, and returns how a message names it.

    An input that is not MLIR text, or that has resources of its own, is written as it is. Returns nothing if no file
    can be written.
    """
    if source.data is not None:
        data = source.data
    elif not source.is_mlir:
        data = encode(source.text)
    else:
        has_resources = "{-#" in source.text
        data = encode(source.text if has_resources else with_pipeline(source.text, pipeline, verify_each))
    try:
        descriptor, path = tempfile.mkstemp(".mlir", "sdy-opt-")
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except OSError:
        return ""
    return f"the reproducer '{path}', which sdy-opt --run-reproducer runs"


# Round trips: verifies that a program stays the same when it is printed and parsed again, in both forms.

_FORMS = {"textual": PrintOptions(debug_info=True), "generic": PrintOptions(generic=True, debug_info=True)}


def verify_round_trip(op: Operation, source: Source, resources: Resources, allow_unregistered: bool) -> None:
    """Raises CompilationError if the text of `op` cannot be parsed, or is another program.

    This uses the forms that can be parsed, in which nothing is omitted, whatever the form of the output.
    """
    wanted = print_operation(op, source, _FORMS["generic"], resources)
    for form, options in _FORMS.items():
        text = wanted if options.generic else print_operation(op, source, options, resources)
        if (found := _read_back(op, form, Source(text, source.name), allow_unregistered)) != wanted:
            raise _failure(op, f"{form} round trip gives another program", _first_difference(wanted, found))


def _read_back(op: Operation, form: str, printed: Source, allow_unregistered: bool) -> str:
    """Returns the generic form of a printed text."""
    try:
        parsed = parse(printed.text, REGISTRY, allow_unregistered)
        Verifier(REGISTRY, describe_operation).verify(parsed.module)
        again = only_operation(parsed.module, printed.name) if op.name != parsed.module.name else parsed.module
    except CompilationError as error:
        said = [diagnostic.message for diagnostic in error.diagnostics]
        message = f"failed to parse {form} content back, cannot verify round-trip"
        raise _failure(op, message, [*said, _line(printed, error.diagnostics[0])]) from None
    return print_operation(again, printed, _FORMS["generic"], parsed.resources)


def _line(printed: Source, diagnostic: Diagnostic) -> str:
    """Returns the line of the printed text that a diagnostic is about."""
    if not isinstance(location := diagnostic.location, int) or location < 0:
        return "the printed text is invalid"
    start, end = printed.line_bounds(location)
    return f"printed: {printed.text[start:end].strip()}"


def _first_difference(wanted: str, found: str) -> list[str]:
    """Returns the first line that differs, before and after."""
    for line, (before, after) in enumerate(zip_longest(wanted.split("\n"), found.split("\n"), fillvalue=""), 1):
        if before != after:
            return [f"line {line} of the generic form was: {before.strip()}", f"and is read back as: {after.strip()}"]
    return []


def _failure(op: Operation, message: str, notes: list[str]) -> CompilationError:
    return failure(f"'{op.name}' op {message}", op.location, tuple(Note(text, op.location) for text in notes))
