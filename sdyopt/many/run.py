"""A run of `sdy-opt` with many inputs: workers read, change and write each, and one that fails stops no other."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sdyopt.cli.console import file_problem
from sdyopt.display.exceptions import describe_exception
from sdyopt.display.messages import Extent, Message, style_for, written
from sdyopt.driver.io.files import STANDARD, read_input, write_output
from sdyopt.driver.job import Options, process
from sdyopt.driver.pipeline.model import Pipeline
from sdyopt.many.errors import RunError
from sdyopt.many.names import output_paths
from sdyopt.many.workers import Context, Report, Watch, Workers, processors


class _File(NamedTuple):
    """An input, and where its output goes: a file, standard output, or nowhere."""

    input: str
    output: str | None


@dataclass(frozen=True)
class _Run:
    """What is done with each file."""

    pipeline: Pipeline
    options: Options
    is_headed: bool
    """Whether what is said of a file stands beneath its name: not all of it has a place that names the file."""

    def __call__(self, file: _File) -> Report:
        """Reads a file and writes what comes of it. Raises nothing."""
        messages: list[str] = []
        try:
            text, name = read_input(file.input)
        except OSError as error:
            return self.failed(file, file_problem("input", file.input, error))
        except MemoryError:
            return self.failed(file, f"cannot read input file '{file.input}': out of memory")
        try:
            outcome = process(text, name, self.pipeline, self.options, messages.append)
        except MemoryError:
            return self.failed(file, f"cannot process input file '{file.input}': out of memory", messages)
        except Exception as error:
            broken = (
                f"internal error: {describe_exception(error)}; please report this with the input file '{file.input}'"
            )
            return self.failed(file, broken, messages)
        shown = outcome.output if file.output == STANDARD else ""
        if outcome.succeeded and file.output not in (None, STANDARD):
            try:
                os.makedirs(os.path.dirname(file.output), exist_ok=True)
                write_output(file.output, outcome.output)
            except OSError as error:
                return self.failed(file, file_problem("output", file.output, error), messages)
        return Report(self.headed(file, messages), outcome.succeeded, shown, len(text))

    def failed(self, file: _File, text: str, before: Sequence[str] = ()) -> Report:
        """The report of a file that an error is about as a whole, behind other messages."""
        style = style_for(sys.stderr, self.options.diagnostics_format, self.options.color)
        message = written([Message("error", text, Extent(file.input), speaker="sdy-opt")], style)
        return Report(self.headed(file, [*before, message]), False)

    def headed(self, file: _File, messages: Sequence[str]) -> str:
        """All that is said of a file, beneath its name if it is to stand there."""
        heading = f"==> {file.input} <==\n" if self.is_headed and messages else ""
        return heading + "".join(messages)

    def died(self, file: _File, how: str) -> Report:
        """The report of a file that a worker has died of."""
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
    `context` starts them; gives whether all went well.

    Outputs go to `folder`, which is made if there is none; without one diffs go to standard output and other outputs
    nowhere. What is said of the inputs is said in their order.

    Raises RunError: before anything is written if outputs would replace each other or inputs or there can be no folder,
    and later if there can be no process or standard output cannot be written to.
    """
    outputs: Sequence[str | None] = [STANDARD if options.diff else None] * len(inputs)
    if folder is not None:
        outputs = output_paths(inputs, folder)
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise RunError(f"cannot make output folder '{folder}': {error.strerror or error}") from None
    run = _Run(pipeline, options, len(inputs) > 1 and (options.timing or options.takes_snapshots))
    files = [_File(*pair) for pair in zip(inputs, outputs, strict=True)]
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
        done = "written" if is_written and not options.verify_diagnostics else "passed"
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
    """A bar, if standard error is a terminal."""
    if total == 1 or not sys.stderr.isatty():
        return Watch()
    from sdyopt.many.progress import Bar

    return Bar(total, color)


def _summary(total: int, failed: int, done: str) -> str:
    """`3 files: 2 written, 1 failed`."""
    counts = [f"{count} {what}" for count, what in ((total - failed, done), (failed, "failed")) if count]
    return f"{total} files: {', '.join(counts)}\n"
