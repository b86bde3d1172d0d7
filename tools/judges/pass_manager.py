"""The reference's pass manager: what it makes of textual pipelines, and what it writes while it runs them.

A worker of the release that `tools.reference` compares with answers.
"""

from __future__ import annotations

import faulthandler
import functools
import os
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tools import reference

if TYPE_CHECKING:
    from jaxlib.mlir import ir


SECONDS = 60.0
"""The processor time that an answer may take."""


class Reading(NamedTuple):
    """The result of reading a pipeline: the pipeline as it is printed, or the error."""

    printed: str = ""
    error: str = ""


def read_pipeline(text: str) -> Reading:
    """Reads a pipeline. Raises MissingReference without the release."""
    return Reading(*reference.ask("read", {"text": text}, SECONDS))


def _read(text: str) -> Reading:
    context = reference.shared_context(False)
    from jaxlib.mlir import ir, passmanager

    def read() -> Reading:
        with context, ir.Location.unknown():
            try:
                return Reading(printed=str(passmanager.PassManager.parse(text)))
            except ValueError as error:
                return Reading(error=str(error).removesuffix("\n") + "\n")

    reading: Reading
    reading, said = _with_standard_error(read)
    # LLVM reports what is wrong with a value, with the name of the program before it: here it has none, or "xla" once
    # this process has run a program.
    return reading._replace(error=said.removeprefix("xla").removeprefix(": ") + reading.error)


def _with_standard_error(action: Callable[[], Any]) -> tuple[Any, str]:
    """Returns what `action` gives, and what this process writes on standard error meanwhile."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            result = action()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        written.seek(0)
        return result, written.read().decode(*reference.ENCODING)


class Running(NamedTuple):
    """The result of a pipeline (nothing if it failed), and the text of the pass manager on standard error."""

    output: str
    written: str


def run_with_snapshots(text: str, pipeline: str, **when: bool) -> Running | None:
    """Runs a pipeline with `PassManager.enable_ir_printing(**when)`; returns None if the reference crashed."""
    return _asked("enable_ir_printing", text, pipeline, **when)


def run_with_timing(text: str, pipeline: str) -> Running | None:
    """Runs a pipeline with `PassManager.enable_timing()`; returns None if the reference crashed."""
    return _asked("enable_timing", text, pipeline)


def run_unverified(text: str, pipeline: str) -> Running | None:
    """Runs a pipeline with `PassManager.enable_verifier(False)`; returns None if the reference crashed."""
    return _asked("enable_verifier", text, pipeline, enable=False)


def _asked(method: str, text: str, pipeline: str, **options: bool) -> Running | None:
    arguments = {"text": text, "pipeline": pipeline, "method": method, "options": options}
    answer = reference.ask("run_prepared", arguments, SECONDS)
    return None if answer is None else Running(*answer)


def _run_prepared(text: str, pipeline: str, method: str, options: dict[str, bool]) -> Running | None:
    """Runs a pipeline after a method of its manager, in a child of this process; returns None if that crashed."""
    return _in_child(lambda: _run(text, pipeline, lambda manager: getattr(manager, method)(**options)))


ANSWERING: dict[str, Callable[..., Any]] = {"read": _read, "run_prepared": _run_prepared}
"""The functions that workers of `tools.reference` call."""


def _in_child(run: Callable[[], Running]) -> Running | None:
    _context_of_one_thread()  # which takes longer than most runs, and which all children share
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        faulthandler.disable()  # Crashes are expected.
        try:
            said = "\0".join(run())
            with open(writing, "w", encoding="utf-8", errors="surrogateescape") as answer:
                answer.write(said)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="surrogateescape", newline="") as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    return Running(*said.split("\0")) if status == 0 else None


def _run(text: str, pipeline: str, prepare: Callable[[Any], None]) -> Running:
    context = _context_of_one_thread()
    from jaxlib.mlir import ir, passmanager

    def run() -> str:
        with context, ir.Location.unknown():
            manager = passmanager.PassManager.parse(pipeline)
            prepare(manager)
            try:
                module = ir.Module.parse(text.encode(*reference.ENCODING))
                manager.run(module.operation)
            except ir.MLIRError:
                return ""
            del manager  # which reports times at its end
            return f"{module.operation.get_asm()}\n"

    output, written = _with_standard_error(run)
    return Running(output, written)


@functools.cache
def _context_of_one_thread() -> ir.Context:
    """Returns what is printed between passes must not come from several threads."""
    context = reference.new_context(False)
    context.enable_multithreading(False)
    return context
