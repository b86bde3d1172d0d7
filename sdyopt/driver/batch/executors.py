"""`sdyopt.process_files`: what `sdy-opt -j` runs, on any executor, so also on those that spread over machines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from threading import Lock
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sdyopt.diagnostics.frames import compiled
from sdyopt.display.exceptions import describe_exception, internal_error
from sdyopt.display.messages import PLAIN, Extent, Message, written
from sdyopt.driver.batch.run import output_paths
from sdyopt.driver.batch.workers import (
    MAX_HELD,
    RunError,
    TaskReport,
    Watch,
    Workers,
    leave_with,
    processors,
)
from sdyopt.driver.input_output import file_problem, read_input, write_output
from sdyopt.driver.job import Options, Outcome, process
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.pipeline.model import Pipeline, read_pipeline

# Options as Python programs give them: `process_files(…, verify_diagnostics="all")`.

OF_ONE_INPUT = ("generate_reproducer", "pass_pipeline_crash_reproducer", "print_ir_tree_dir", "remarks_output_file")
"""Options that name a file, which all inputs would write."""


def options_of(given: Mapping[str, Any], has_executor: bool) -> Options:
    """Returns the options of a run.

    Raises TypeError for an unknown one, and ValueError for a value that it cannot have.
    """
    values = dict(given)
    kinds = get_type_hints(Options)
    for name, value in given.items():
        if name not in Options.__annotations__:
            raise TypeError(f"process_files has no option '{name}'")
        if name == "verify_diagnostics" and value is True:
            value = values[name] = "all"
        wrong = _wrong(name, value, kinds[name])
        if wrong:
            raise ValueError(f"option {name}={value!r}: {wrong}")
    if values.get("diff"):
        raise ValueError("option diff: process_files returns programs, and a diff is not one")
    if has_executor and values.get("timeout") is not None:
        raise ValueError("option timeout: it ends processes, which are those of the executor")
    return Options(**values)


def _wrong(name: str, value: object, kind: Any) -> str:
    """Returns why an option whose type is `kind` cannot have a value, or nothing."""
    if name in OF_ONE_INPUT and value is not None:
        return "all inputs would write it"
    parts = get_args(kind) if isinstance(kind, UnionType) or get_origin(kind) is Union else (kind,)
    words = [word for part in parts if get_origin(part) is Literal for word in get_args(part)]
    if words:
        known = [None, *words] if NoneType in parts else words
        return "" if value in known else f"not one of {', '.join(map(repr, known))}"
    if all(isinstance(part, type) and get_origin(part) is None for part in parts):
        classes = (*parts, int) if float in parts else parts
        fits = isinstance(value, classes) and (bool in classes or not isinstance(value, bool))
        if fits and name == "timeout" and isinstance(value, int | float) and value <= 0:
            return "not positive"
        return "" if fits else f"not of type {Options.__annotations__[name]}"
    if isinstance(value, str) or not isinstance(value, Sequence):
        return "not a sequence of texts"
    if not all(isinstance(element, str) for element in value):
        return "not a sequence of texts"
    if name in ("remarks", "remarks_kind", "skip_frames"):
        try:
            compiled(value)
        except ValueError as error:
            return str(error)
    return ""


_ONE_AT_A_TIME = Lock()
"""Held while a program is processed: a run is not made for other threads beside it, and would gain nothing."""

_MAX_TASKS = 4096
"""The number of files that an executor has at a time."""


class FileReport(NamedTuple):
    """The result of processing one file."""

    path: str
    succeeded: bool
    messages: str
    """What `sdy-opt` writes to standard error about it."""
    output: str | None = None
    """The file with the program after the passes; None if there is none."""


class _Process(Record):
    """Runs a pipeline over texts, in a worker, which needs no access to files."""

    pipeline: Pipeline
    options: Options

    def __call__(self, text: str, name: str, attempt: int = 0) -> TaskReport:
        """Returns the program after the passes. Never raises.

        Another `attempt` makes another task, for executors that remember the results of tasks.
        """
        messages: list[str] = []
        try:
            with _ONE_AT_A_TIME:
                outcome = process(
                    text,
                    name,
                    self.pipeline,
                    self.options,
                    messages.append,
                    lambda: leave_with(TaskReport("".join(messages), False)),
                )
        except MemoryError:
            outcome = Outcome("", False)
            messages.append(_message(name, f"cannot process input file '{name}': out of memory"))
        except BaseException as error:  # also those of other packages that are not an Exception
            outcome = Outcome("", False)
            broken = internal_error(error, f"the input file '{name}'")
            messages.append(_message(name, broken))
        return TaskReport("".join(messages), outcome.succeeded, outcome.output if outcome.succeeded else "", len(text))


def process_files(
    paths: Iterable[str | os.PathLike[str]],
    pipeline: str | Pipeline,
    out: str | os.PathLike[str] | None = None,
    *,
    executor: Executor | None = None,
    on_report: Callable[[FileReport], object] | None = None,
    **options: Any,
) -> list[FileReport]:
    """Runs a pipeline over each file, and writes the programs to the folder `out`; returns a report for each file.

    `pipeline` is written as for `-pass-pipeline`. Files are read and written here, named as `sdy-opt -o FOLDER/` names
    them; texts are processed by `executor`, by default one with a process for each processor. `on_report` is called
    with each report as soon as there is one, and `options` are those of `sdy-opt` with underscores:
    `verify_diagnostics=True`.

    An error of a file does not end the run. If a worker dies, its files are tried once more, one at a time, so that
    only one that kills workers fails.

    Raises PipelineError for an invalid pipeline, TypeError for an unknown option, ValueError for a value that an option
    cannot have, and RunError if outputs would replace each other or inputs, or the folder cannot be created.
    """
    inputs = [os.fspath(path) for path in paths]
    folder = None if out is None else os.fspath(out)
    outputs: Sequence[str | None] = [None] * len(inputs) if folder is None else output_paths(inputs, folder)
    checked = options_of({"color": "never", **options}, executor is not None)
    passes = read_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
    work = _Process(passes, checked)
    if folder is not None:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise RunError(f"cannot make output folder '{folder}': {error.strerror or error}") from None
    reports: dict[int, FileReport] = {}
    results = _by_workers(work, inputs) if executor is None else _by_executor(work, inputs, executor)
    for number, result in results:
        report = _written(inputs[number], outputs[number], result)
        reports[number] = report
        if on_report is not None:
            on_report(report)
    return [reports[number] for number in range(len(inputs))]


def _by_executor(work: _Process, inputs: Sequence[str], executor: Executor) -> Iterator[tuple[int, TaskReport]]:
    """Yields the result of each input with its number, in any order."""
    running: dict[Future[TaskReport], tuple[int, int]] = {}
    held = 0
    failed: list[int] = []
    waiting = iter(range(len(inputs)))
    number = next(waiting, None)
    while number is not None or running:
        while number is not None and held < MAX_HELD and len(running) < _MAX_TASKS:
            text = _read(inputs[number])
            if isinstance(text, TaskReport):
                yield number, text
            else:
                try:
                    running[executor.submit(work, *text)] = number, len(text[0])
                    held += len(text[0])
                except Exception:
                    failed.append(number)
            number = next(waiting, None)
        for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
            done, size = running.pop(future)
            held -= size
            result = _result_of(future)
            if isinstance(result, TaskReport):
                yield done, result
            else:
                failed.append(done)
    for number in sorted(failed):
        yield number, _once_more(work, inputs[number], executor)


def _once_more(work: _Process, path: str, executor: Executor) -> TaskReport:
    """Returns the result of an input that an executor has not processed, tried again while it runs nothing else."""
    text = _read(path)
    if isinstance(text, TaskReport):
        return text
    result: TaskReport | Exception
    try:
        result = _result_of(executor.submit(work, *text, 1))
    except Exception as error:
        result = error
    if isinstance(result, TaskReport):
        return result
    why = f"the worker or the executor has failed: {describe_exception(result)}"
    return _failed(path, f"cannot process input file '{path}': {why}")


def _result_of(future: Future[TaskReport]) -> TaskReport | Exception:
    """Returns the result of a task, or why there is none: the work itself never raises."""
    try:
        return future.result()
    except Exception as error:
        return error


class _Read(Record):
    """Reads and processes files in worker processes of this machine."""

    work: _Process

    def __call__(self, path: str) -> TaskReport:
        text = _read(path)
        return text if isinstance(text, TaskReport) else self.work(*text)

    def died(self, path: str, how: str) -> TaskReport:
        return _failed(path, f"cannot process input file '{path}': {how}")


def _by_workers(work: _Process, inputs: Sequence[str]) -> Iterator[tuple[int, TaskReport]]:
    """Yields the result of each input with its number, in order, from processes of this machine."""
    if inputs:
        run = _Read(work)
        with Workers(run, run.died, min(processors(), len(inputs)), Watch()) as workers:
            yield from enumerate(workers.reports(inputs))


def _read(path: str) -> tuple[str, str] | TaskReport:
    """Returns the text of a file, with its name, or the result of one that cannot be read."""
    try:
        return read_input(path)
    except OSError as error:
        return _failed(path, file_problem("input", path, error))
    except MemoryError:
        return _failed(path, f"cannot read input file '{path}': out of memory")


def _written(path: str, output: str | None, result: TaskReport) -> FileReport:
    """Writes the output of a file, and returns its report."""
    if output is None or not result.succeeded:
        return FileReport(path, result.succeeded, result.messages)
    try:
        os.makedirs(os.path.dirname(output), exist_ok=True)
        write_output(output, result.output)
    except OSError as error:
        return FileReport(path, False, result.messages + _message(path, file_problem("output", output, error)))
    return FileReport(path, True, result.messages, output)


def _message(path: str, text: str) -> str:
    return written([Message("error", text, Extent(path), speaker="sdy-opt")], PLAIN)


def _failed(path: str, text: str) -> TaskReport:
    return TaskReport(_message(path, text), False)
