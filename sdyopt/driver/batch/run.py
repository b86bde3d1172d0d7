"""A run of `sdy-opt` with many inputs, which workers process independently of each other."""

from __future__ import annotations

import gc
import multiprocessing.connection
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType, TracebackType
from typing import Generic, NoReturn, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sdyopt.display.ansi import wants_colour
from sdyopt.display.exceptions import internal_error
from sdyopt.display.messages import Extent, Message, style_for, written
from sdyopt.driver.input_output import ENDING_SIGNALS, STANDARD, file_problem, read_input, signals_held, write_output
from sdyopt.driver.job import Options, process
from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.pipeline.model import Pipeline

# Errors of a run as a whole, independent of its inputs.


class RunError(SdyOptError):
    """The run cannot start, or cannot continue, for the reason in its text."""


# Worker processes: each takes one task after the other, and reports are yielded in the order of the tasks.

MOST_HELD = 64 << 20
"""The number of characters in reports that may wait for earlier ones; above it no further task is started."""

MOST_READ = 64 << 20
"""The number of bytes after which a worker is replaced, to free what it remembers about its inputs."""

_SERVING: list[multiprocessing.connection.Connection] = []
"""In a worker, the connection to the process that started it."""

Connection = multiprocessing.connection.Connection

Context = multiprocessing.context.BaseContext
"""How processes are started."""

Task = TypeVar("Task")


class TaskReport(NamedTuple):
    """The result of a task: its messages, its text for standard output, and how much was read for it."""

    messages: str
    succeeded: bool
    output: str = ""
    size: int = 0


class Watch:
    """An observer of the progress of tasks. The default does nothing."""

    interval: float | None = None
    """The seconds after which `tick` is called if no task ends; None for never."""

    def ended(self, report: TaskReport) -> None:
        """Called when a task has ended, in any order."""

    def tick(self) -> None:
        """Called when time has passed."""

    def hide(self) -> None:
        """Called when the run has ended or is interrupted."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Called around other output to the terminal."""
        yield


def processors() -> int:
    """Returns the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quickest_context() -> Context:
    """Returns how workers are started: as copies of this process where that is safe, else in Python's default way."""
    copies = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return multiprocessing.get_context("fork" if copies else None)


class _Worker(NamedTuple):
    process: multiprocessing.process.BaseProcess
    connection: Connection


class Workers(Generic[Task]):
    """At most `count` processes that call `work` with tasks.

    `dead` returns the report of a task whose process has died, given the reason. A context manager: at its end all
    processes have ended.
    """

    def __init__(
        self,
        work: Callable[[Task], TaskReport],
        dead: Callable[[Task, str], TaskReport],
        count: int,
        watch: Watch,
        context: Context | None = None,
    ) -> None:
        self._work = work
        self._dead = dead
        self._count = count
        self._watch = watch
        self._context = context or quickest_context()
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, int]] = {}
        self._handlers: dict[signal.Signals, object] = {}

    def __enter__(self) -> Workers[Task]:
        if current_thread() is main_thread():
            for number in ENDING_SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._handlers[number] = signal.signal(number, self._interrupted)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end(at_once=kind is not None)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def reports(self, tasks: Sequence[Task]) -> Iterator[TaskReport]:
        """Yields a report for each task, in their order. Raises RunError if no worker can be started."""
        held: dict[int, TaskReport] = {}
        size = begun = 0
        for place in range(len(tasks)):
            while place not in held:
                while begun < len(tasks) and size < MOST_HELD and (worker := self._free()):
                    self._begin(worker, tasks, begun)
                    begun += 1
                for index, report in self._ended(tasks):
                    self._watch.ended(report)
                    held[index] = report
                    size += len(report.messages) + len(report.output)
            report = held.pop(place)
            size -= len(report.messages) + len(report.output)
            yield report

    def _free(self) -> _Worker | None:
        """Returns an idle worker, which may be a new one; None if there may be no more."""
        if self._idle:
            return self._idle.pop()
        if len(self._busy) == self._count:
            return None
        try:
            return self._start()
        except OSError as error:
            if not self._busy:
                raise RunError(f"cannot start a process: {error.strerror or error}") from None
            self._count = len(self._busy)  # No more processes can be started.
            return None

    def _start(self) -> _Worker:
        with signals_held():
            ours, theirs = self._context.Pipe()
            copied = self._context.get_start_method() == "fork"
            others = [ours, *self._busy, *(worker.connection for worker in self._idle)] if copied else []
            process = self._context.Process(target=_serve, args=(theirs, self._work, others), daemon=True)  # type: ignore[attr-defined]
            try:
                process.start()
            except OSError:
                ours.close()
                raise
            finally:
                theirs.close()
        return _Worker(process, ours)

    def _begin(self, worker: _Worker, tasks: Sequence[Task], index: int) -> None:
        self._busy[worker.connection] = worker, index
        with suppress(OSError):  # It has died, which is noticed when it is waited for.
            worker.connection.send(tasks[index])

    def _ended(self, tasks: Sequence[Task]) -> Iterator[tuple[int, TaskReport]]:
        """Yields the reports of tasks that end next, with their numbers; waits no longer than the watch."""
        ready = set(multiprocessing.connection.wait(self._busy, self._watch.interval))
        for connection in [connection for connection in self._busy if connection in ready]:
            worker, index = self._busy.pop(connection)
            try:
                report, is_last = worker.connection.recv()
            except (EOFError, OSError):
                report, is_last = self._dead(tasks[index], _how_it_ended(worker.process)), True
            if is_last:
                worker.connection.close()
                worker.process.join()
            else:
                self._idle.append(worker)
            yield index, report
        if not ready:
            self._watch.tick()

    def _end(self, at_once: bool) -> None:
        """Ends all workers, and terminates those that are busy if `at_once`."""
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        for worker in workers:
            worker.connection.close()
            if at_once:
                worker.process.terminate()
        for worker in workers:
            worker.process.join()
        self._idle.clear()
        self._busy.clear()

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ends this process as by an unhandled signal, or with the status of an interrupt."""
        for other in self._handlers:
            signal.signal(other, signal.SIG_IGN)
        self._end(at_once=True)
        self._watch.hide()
        if number == signal.SIGINT:
            os._exit(128 + number)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def _how_it_ended(process: multiprocessing.process.BaseProcess) -> str:
    """Returns why a worker has ended."""
    process.join()
    code = process.exitcode or 0
    if code >= 0:
        return f"the process that worked on it ended with status {code}"
    name = {number.value: number.name for number in signal.Signals}.get(-code, f"signal {-code}")
    reason = "; is there enough memory?" if name == "SIGKILL" else ""
    return f"the process that worked on it was ended by {name}{reason}"


def _serve(connection: Connection, work: Callable[[Task], TaskReport], others: Sequence[Connection]) -> None:
    """Runs a worker: task by task, until there are no more or it has read `MOST_READ`."""
    _leave_the_end_to_others()
    _SERVING.append(connection)
    for other in others:
        other.close()  # otherwise the death of the process that started this one would not be noticed
    gc.disable()
    gc.freeze()
    size = 0
    while size < MOST_READ:
        try:
            report = work(connection.recv())
            size += report.size
            connection.send((report, size >= MOST_READ))
        except (EOFError, OSError):
            return
        del report
        gc.collect()
        gc.freeze()  # What is left stays: later collections need not visit it.


def leave_with(report: TaskReport) -> NoReturn:
    """Ends this worker in the middle of a task, of which `report` is the report."""
    (connection,) = _SERVING
    connection.send((report, True))
    os._exit(0)


def _leave_the_end_to_others() -> None:
    """Ends this process when SIGTERM arrives, which its parent sends when it is interrupted."""
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


# The files to which the outputs of many inputs are written.

_DEEPEST = 100
"""The depth of nested folders that are inspected one by one."""


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
    parts = [os.path.abspath(path).split(os.sep) for path in paths]
    common = parts[0][:-1]
    for part in parts:
        shared = 0
        for mine, theirs in zip(common, part[:-1], strict=False):
            if mine != theirs:
                break
            shared += 1
        del common[shared:]
    return [os.sep.join(part[len(common) :]) for part in parts]


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
    """Returns the files that paths lead to, through links. Each folder is resolved once."""

    @cache
    def real(path: str) -> str:
        folder, name = os.path.split(path)
        if os.path.islink(path) or not name or path.count(os.sep) > _DEEPEST:
            return os.path.realpath(path)
        return os.path.join(real(folder), name)

    for path in paths:
        yield _folded(real(os.path.abspath(path)))


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
    from sdyopt.display.ansi import for_standard_output

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

    return Bar(total, color)


def _summary(total: int, failed: int, done: str) -> str:
    """Returns the last line: `3 files: 2 written, 1 failed`."""
    counts = [f"{count} {what}" for count, what in ((total - failed, done), (failed, "failed")) if count]
    return f"{total} files: {', '.join(counts)}\n"


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
