"""A run of `sdy-opt` with many inputs, which workers process independently of each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from sdyopt.display.exceptions import internal_error
from sdyopt.display.messages import Extent, Message, style_for, written
from sdyopt.driver.batch.errors import RunError
from sdyopt.driver.batch.names import output_paths
from sdyopt.driver.batch.workers import Context, TaskReport, Watch, Workers, leave_with, processors
from sdyopt.driver.io.files import STANDARD, file_problem, read_input, write_output
from sdyopt.driver.job import Options, process
from sdyopt.driver.pipeline.model import Pipeline
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.record import Record


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
        try:
            outcome = process(
                text,
                name,
                self.pipeline,
                self.options,
                messages.append,
                lambda: leave_with(TaskReport(self.headed(file, messages), False)),
            )
        except MemoryError:
            return self.failed(file, f"cannot process input file '{file.input}': out of memory", messages)
        except BaseException as error:  # also those of other packages that are not an Exception
            if self.options.debug:
                from traceback import format_exc

                messages.append(format_exc())
            broken = internal_error(error, f"the input file '{file.input}'")
            return self.failed(file, broken, messages)
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
        sys.stderr.write(_summary(len(files), failed, done))
    return not failed


def _show(diff: str, options: Options) -> None:
    from sdyopt.display.coloured_diff import for_standard_output

    try:
        write_output(STANDARD, for_standard_output(diff, options.color))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RunError(file_problem("output", STANDARD, error)) from None


def _watch(total: int, color: str) -> Watch:
    """Returns a progress bar if standard error is a terminal."""
    if total == 1 or not sys.stderr.isatty():
        return Watch()
    from sdyopt.driver.batch.progress import Bar

    return Bar(total, color)


def _summary(total: int, failed: int, done: str) -> str:
    """Returns the last line: `3 files: 2 written, 1 failed`."""
    counts = [f"{count} {what}" for count, what in ((total - failed, done), (failed, "failed")) if count]
    return f"{total} files: {', '.join(counts)}\n"
