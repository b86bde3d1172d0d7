"""A run of `sdy-opt` with many inputs, which workers process independently of each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sdyopt.display.ansi import wants_colour
from sdyopt.display.exceptions import internal_error
from sdyopt.display.messages import Extent, Message, style_for, written
from sdyopt.driver.batch.workers import Context, RunError, TaskReport, Watch, Workers, leave_with, processors
from sdyopt.driver.input_output import STANDARD, file_problem, read_input, write_output
from sdyopt.driver.job import Options, process
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.pipeline.model import Pipeline

OF_ONE_INPUT = ("generate_reproducer", "pass_pipeline_crash_reproducer", "print_ir_tree_dir", "remarks_output_file")
"""Options that name a file, which all inputs would write."""


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
        try:
            text, name = read_input(file.input)
        except OSError as error:
            return self.failed(file, file_problem("input", file.input, error))
        except MemoryError:
            return self.failed(file, f"cannot read input file '{file.input}': out of memory")

        def leave() -> None:
            """Ends this process at a time limit."""
            leave_with(TaskReport(self.headed(file, messages), False))

        try:
            outcome = process(text, name, self.pipeline, self.options, messages.append, leave)
        except MemoryError:
            return self.failed(file, f"cannot process input file '{file.input}': out of memory", messages)
        except BaseException as error:  # also those of other packages that are not an Exception
            if self.options.debug:
                from traceback import format_exc

                messages.append(format_exc())
            return self.failed(file, internal_error(error, f"the input file '{file.input}'"), messages)
        shown = outcome.output if file.output == STANDARD else ""
        if outcome.succeeded and file.output not in (None, STANDARD):
            try:
                os.makedirs(os.path.dirname(file.output), exist_ok=True)
                write_output(file.output, outcome.output)
            except OSError as error:
                return self.failed(file, file_problem("output", file.output, error), messages)
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
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise RunError(f"cannot make output folder '{folder}': {error.strerror or error}") from None
    run = _Run(
        pipeline, options, len(inputs) > 1 and (options.timing or options.pass_statistics or options.takes_snapshots)
    )
    files = [_Input(*pair) for pair in zip(inputs, outputs, strict=True)]
    watch = _watch(len(files), options.color)
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


def _watch(total: int, color: str) -> Watch:
    """Returns a progress bar if standard error is a terminal."""
    return Watch() if total == 1 or not sys.stderr.isatty() else Bar(total, color)


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
