"""A run of `sdy-opt` with many inputs, which workers process independently of each other."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cache
from threading import Lock
from time import monotonic
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sdyopt.diagnostics.frames import compiled
from sdyopt.display.ansi import wants_colour
from sdyopt.display.exceptions import describe_exception, internal_error
from sdyopt.display.messages import PLAIN, Extent, Message, style_for, written
from sdyopt.driver.batch.workers import Context, RunError, TaskReport, Watch, Workers, leave_with, processors
from sdyopt.driver.input_output import STANDARD, file_problem, read_input, write_output
from sdyopt.driver.job import Options, Outcome, process
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.pipeline.model import Pipeline, read_pipeline

# `sdyopt.process_files`: what `sdy-opt -j` runs, on any executor, also one that spreads over machines.

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
        if wrong := _wrong(name, value, kinds[name]):
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
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(each, str) for each in value):
        return "not a sequence of texts"
    if name in ("remarks", "skip_frames"):
        try:
            compiled(value)
        except ValueError as error:
            return str(error)
    return ""


_ONE_AT_A_TIME = Lock()
"""Held while a program is processed: a run is not made for other threads beside it, and would gain nothing."""

_MAX_TASKS = 1024
"""The number of files that an executor has at a time."""


class FileReport(NamedTuple):
    """The result of processing one file."""

    path: str
    succeeded: bool
    messages: str
    """The text that `sdy-opt` writes to standard error about it."""
    output: str | None = None
    """The file with the program after the passes; None if there is none."""


class _Process(Record):
    """Runs a pipeline over texts, in a worker, which needs no access to files."""

    pipeline: Pipeline
    options: Options

    def __call__(self, text: str, name: str) -> TaskReport:
        """Returns the program after the passes. Never raises."""
        messages: list[str] = []
        with _ONE_AT_A_TIME:
            outcome, failure = _outcome(
                text, name, self, messages, lambda: leave_with(TaskReport("".join(messages), False)), name
            )
        if failure:
            messages.append(_message(name, failure))
        return TaskReport("".join(messages), outcome.succeeded, outcome.output if outcome.succeeded else "", len(text))


def _outcome(
    text: str, name: str, work: _Process | _Run, messages: list[str], leave: Callable[[], object], path: str
) -> tuple[Outcome, str]:
    """Runs the passes over a text; returns the outcome, and what failed about the input at `path` as a whole, or "".

    Other messages are added to `messages`. Never raises. `leave` is called when a time limit ends the process.
    """
    try:
        return process(text, name, work.pipeline, work.options, messages.append, leave), ""
    except MemoryError:
        return Outcome("", False), f"cannot process input file '{path}': out of memory"
    except BaseException as error:  # also those of other packages that are not an Exception
        if work.options.debug:
            from traceback import format_exc

            messages.append(format_exc())
        return Outcome("", False), internal_error(error, f"the input file '{path}'")


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

    An error of a file does not end the run, and neither does the death of a worker.

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
        _make(folder)
    reports: dict[int, FileReport] = {}
    results = _by_workers(work, inputs) if executor is None else _by_executor(work, inputs, executor)
    for number, result in results:
        report = _written(inputs[number], outputs[number], result)
        reports[number] = report
        if on_report is not None:
            on_report(report)
    return [reports[number] for number in range(len(inputs))]


def _by_executor(work: _Process, inputs: Sequence[str], executor: Executor) -> Iterator[tuple[int, TaskReport]]:
    """Yields the result of each input with its number, in order."""
    waiting: deque[tuple[int, TaskReport | Future[TaskReport]]] = deque()
    for number, path in enumerate(inputs):
        if len(waiting) == _MAX_TASKS:
            yield _ended(*waiting.popleft(), inputs)
        text = _read(path)
        waiting.append((number, _failed(path, text) if isinstance(text, str) else executor.submit(work, *text)))
    while waiting:
        yield _ended(*waiting.popleft(), inputs)


def _ended(number: int, task: TaskReport | Future[TaskReport], inputs: Sequence[str]) -> tuple[int, TaskReport]:
    """Returns the number of an input and its result, once the executor has it."""
    try:
        return number, task if isinstance(task, TaskReport) else task.result()
    except Exception as error:  # The work itself never raises.
        why = f"the worker or the executor has failed: {describe_exception(error)}"
        return number, _failed(inputs[number], f"cannot process input file '{inputs[number]}': {why}")


class _Read(Record):
    """Reads and processes files in worker processes of this machine."""

    work: _Process

    def __call__(self, path: str) -> TaskReport:
        text = _read(path)
        return _failed(path, text) if isinstance(text, str) else self.work(*text)

    def died(self, path: str, how: str) -> TaskReport:
        return _failed(path, f"cannot process input file '{path}': {how}")


def _by_workers(work: _Process, inputs: Sequence[str]) -> Iterator[tuple[int, TaskReport]]:
    """Yields the result of each input with its number, in order, from processes of this machine."""
    if inputs:
        run = _Read(work)
        with Workers(run, run.died, min(processors(), len(inputs)), Watch()) as workers:
            yield from enumerate(workers.reports(inputs))


def _read(path: str) -> tuple[str, str] | str:
    """Returns the text of a file, with its name, or why it cannot be read."""
    try:
        return read_input(path)
    except OSError as error:
        return file_problem("input", path, error)
    except MemoryError:
        return f"cannot read input file '{path}': out of memory"


def _write(path: str, output: str) -> str | None:
    """Writes an output; returns why it cannot be written, None if it is."""
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_output(path, output)
    except OSError as error:
        return file_problem("output", path, error)
    return None


def _written(path: str, output: str | None, result: TaskReport) -> FileReport:
    """Writes the output of a file, and returns its report."""
    if output is None or not result.succeeded:
        return FileReport(path, result.succeeded, result.messages)
    if problem := _write(output, result.output):
        return FileReport(path, False, result.messages + _message(path, problem))
    return FileReport(path, True, result.messages, output)


def _message(path: str, text: str) -> str:
    return written([Message("error", text, Extent(path), speaker="sdy-opt")], PLAIN)


def _failed(path: str, text: str) -> TaskReport:
    return TaskReport(_message(path, text), False)


# The files to which the outputs of many inputs are written.


def output_paths(inputs: Sequence[str], folder: str) -> list[str]:
    """Returns a file in `folder` for each input; the files need not exist.

    An output is named like its input. If two inputs have the same name, all keep their folders, relative to the folder
    that contains all inputs. Raises RunError if an output would replace another one, or an input.
    """
    names = [os.path.basename(path) for path in map(os.path.abspath, inputs)]
    if len(set(map(_folded, names))) < len(names):
        names = _below_common_folder(inputs)
    outputs = [os.path.join(folder, name) for name in names]
    _check(inputs, outputs)
    return outputs


def _make(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot make output folder '{folder}': {error.strerror or error}") from None


def _below_common_folder(paths: Sequence[str]) -> list[str]:
    """Returns the paths relative to the folder that contains all of them."""
    found = [*map(os.path.abspath, paths)]
    try:
        common = os.path.commonpath([*map(os.path.dirname, found)])
    except ValueError:
        raise RunError("inputs of the same name on several drives have no folder that contains all of them") from None
    return [os.path.relpath(path, common) for path in found]


def _check(inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Raises RunError if two outputs are the same file, or an output is an input."""
    whose: dict[str, str] = {}
    for path, target, output in zip(inputs, _targets(outputs), outputs, strict=True):
        if target in whose:
            raise RunError(f"the outputs of '{whose[target]}' and '{path}' would both be '{output}'")
        whose[target] = path
    for path, target in zip(inputs, _targets(inputs), strict=True):
        if target in whose:
            raise RunError(f"the output of '{whose[target]}' would replace the input '{path}'")


def _targets(paths: Sequence[str]) -> Iterator[str]:
    """Yields the files that paths lead to, through links. Each folder is resolved once."""
    real = cache(os.path.realpath)
    for path in map(os.path.abspath, paths):
        folder, name = os.path.split(path)
        yield _folded(real(path) if os.path.islink(path) else os.path.join(real(folder), name))


def _folded(path: str) -> str:
    """Returns what is the same for the names of one file: on macOS, too, capitals do not distinguish files."""
    return path.casefold() if sys.platform == "darwin" else os.path.normcase(path)


class _Input(NamedTuple):
    """An input, and the destination of its output: a file, standard output, or none."""

    input: str
    output: str | None


class _Run(Record):
    """Processes files, in a worker."""

    pipeline: Pipeline
    options: Options
    is_headed: bool
    """Whether the messages about a file follow a line with its name, because some do not contain it."""

    def __call__(self, file: _Input) -> TaskReport:
        """Reads a file, runs the passes and writes the output. Never raises."""
        messages: list[str] = []
        given = _read(file.input)
        if isinstance(given, str):
            return self.failed(file, given)
        text, name = given
        outcome, failure = _outcome(
            text, name, self, messages, lambda: leave_with(TaskReport(self.headed(file, messages), False)), file.input
        )
        if failure:
            return self.failed(file, failure, messages)
        shown = outcome.output if file.output == STANDARD else ""
        written = file.output if outcome.succeeded and file.output != STANDARD else None
        if written is not None and (problem := _write(written, outcome.output)):
            return self.failed(file, problem, messages)
        return TaskReport(self.headed(file, messages), outcome.succeeded, shown, len(text))

    def failed(self, file: _Input, text: str, before: Sequence[str] = ()) -> TaskReport:
        """Returns the report of an error about a file as a whole, after other messages."""
        style = style_for(sys.stderr, self.options.diagnostics_format, self.options.color)
        message = written([Message("error", text, Extent(file.input), speaker="sdy-opt")], style)
        return TaskReport(self.headed(file, [*before, message]), False)

    def headed(self, file: _Input, messages: Sequence[str]) -> str:
        """Returns the messages about a file, after a line with its name if necessary."""
        heading = f"==> {file.input} <==\n" if self.is_headed and messages else ""
        return heading + "".join(messages)

    def died(self, file: _Input, how: str) -> TaskReport:
        """Returns the report of a file whose worker has died."""
        return self.failed(file, f"cannot process input file '{file.input}': {how}")


def run_many(
    inputs: Sequence[str],
    folder: str | None,
    jobs: int,
    pipeline: Pipeline,
    options: Options,
    context: Context | None = None,
) -> bool:
    """Runs `pipeline` over each input, in `jobs` processes (0: one for each processor) that are started as
    `context` starts them; returns whether all have succeeded.

    Outputs go to `folder`, which is created if necessary. Without one, diffs go to standard output, and other outputs
    are not written. Messages are printed in the order of the inputs.

    Raises RunError: before anything is written if outputs would replace each other or inputs, or the folder cannot be
    created, and later if no process can be started or standard output cannot be written to.
    """
    outputs: Sequence[str | None] = [STANDARD if options.diff else None] * len(inputs)
    if folder is not None:
        outputs = output_paths(inputs, folder)
        _make(folder)
    run = _Run(
        pipeline, options, len(inputs) > 1 and (options.timing or options.pass_statistics or options.takes_snapshots)
    )
    files = [_Input(*pair) for pair in zip(inputs, outputs, strict=True)]
    watch = Bar(len(files), options.color) if len(files) > 1 and sys.stderr.isatty() else Watch()
    failed = 0
    with Workers(run, run.died, min(jobs or processors(), len(files)), watch, context) as workers:
        for report in workers.reports(files):
            failed += not report.succeeded
            if report.messages or report.output:
                with watch.aside():
                    sys.stderr.write(report.messages)
                    sys.stderr.flush()
                    if report.output:
                        _show(report.output, options)
    watch.hide()
    if len(files) > 1 and options.diagnostics_format != "json":
        is_written = folder is not None or bool(options.diff)
        done = "written" if is_written else "passed"
        counts = [f"{count} {what}" for count, what in ((len(files) - failed, done), (failed, "failed")) if count]
        sys.stderr.write(f"{len(files)} files: {', '.join(counts)}\n")
    return not failed


def _show(diff: str, options: Options) -> None:
    from sdyopt.display.ansi import for_standard_output

    try:
        write_output(STANDARD, for_standard_output(diff, options.color))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RunError(file_problem("output", STANDARD, error)) from None


# The progress bar of a run with many inputs.

_INTERVAL = 0.1
"""Seconds between two updates."""


class Bar(Watch):
    """A progress bar on standard error, which is a terminal. It is drawn by its callers, without a thread."""

    interval = _INTERVAL

    def __init__(self, total: int, color: str) -> None:
        plain = not wants_colour(sys.stderr, color)
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[failed]}", style="red"),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr, force_terminal=True, no_color=plain),
            auto_refresh=False,
            transient=True,
        )
        self._failed = 0
        self._task = self._progress.add_task("", total=total, failed="")
        self._drawn = monotonic()
        self._progress.start()

    def ended(self, report: TaskReport) -> None:
        """Called when a task has ended."""
        self._failed += not report.succeeded
        failed = f"{self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, failed=failed)
        self.tick()

    def tick(self) -> None:
        """Draws the bar, unless it was drawn just before."""
        if monotonic() - self._drawn >= _INTERVAL:
            self._progress.refresh()
            self._drawn = monotonic()

    def hide(self) -> None:
        """Removes the bar."""
        self._progress.stop()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Removes the bar while something else is written to the terminal."""
        self._progress.stop()
        yield
        self._progress.start()
