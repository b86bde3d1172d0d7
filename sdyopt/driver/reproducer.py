"""Reproducers: programs that have in their resources the pipeline that is to run on them, as in MLIR.

https://mlir.llvm.org/docs/PassManagement/#crash-and-failure-reproduction
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping

from sdyopt.driver.io.files import encode, output_error, write_output
from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.driver.pipeline.reading import read_pipeline
from sdyopt.driver.pipeline.registry import UNNAMED_MODULES
from sdyopt.driver.pipeline.syntax import PipelineError
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.write.quoting import string_token, string_value

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
        message = "Failures have been detected while processing an MLIR pass pipeline"
        return CompilationError([Diagnostic("error", message, program.location, (note,))])


def stored(resources: Mapping[str, Mapping[str, str]]) -> tuple[Pipeline | None, bool | None]:
    """Returns the pipeline that external resources hold, and whether passes are verified; None where they do not say.

    Raises CompilationError if the pipeline is invalid.
    """
    found = resources.get(_GROUP, {})
    text, verify_each = found.get("pipeline", ""), found.get("verify_each")
    try:
        pipeline = read_pipeline(string_value(text)) if text.startswith('"') else None
    except PipelineError as error:
        raise CompilationError([Diagnostic("error", str(error).rstrip("\n"), _NOWHERE)]) from None
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
    return f"the reproducer '{path}', which sdy-opt -run-reproducer runs"
