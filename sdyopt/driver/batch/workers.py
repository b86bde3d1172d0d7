"""Worker processes: the pool of runs with many inputs, of `process_files`, and of variants."""

from __future__ import annotations

import gc
import multiprocessing.connection
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any, Generic, NoReturn, TypeVar

from sdyopt.driver.input_output import ENDING_SIGNALS, signals_held
from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple

# Errors of a run as a whole, independent of its inputs.


class RunError(SdyOptError):
    """The run cannot start, or cannot continue, for the reason in its text."""


# Worker processes: each takes one task after the other, and reports are yielded in the order of the tasks.

MAX_HELD = 64 << 20
"""The number of characters in reports that may wait for earlier ones; above it no further task is started."""

_SERVING: list[multiprocessing.connection.Connection] = []
"""In a worker, the connection to the process that started it."""

Connection = multiprocessing.connection.Connection

Context = multiprocessing.context.BaseContext
"""How processes are started."""

Task = TypeVar("Task")


class TaskReport(NamedTuple):
    """The result of a task: its messages, its text for standard output or other value, and how much it has read."""

    messages: str = ""
    succeeded: bool = True
    output: str = ""
    size: int = 0
    value: Any = None


MAX_READ = 64 << 20
"""The number of bytes after which a worker is replaced, to free what it remembers about its inputs."""


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


def can_fork() -> bool:
    """Whether processes can be copies of this one. In browsers, Python's methods are listed, but there are none."""
    return "fork" in multiprocessing.get_all_start_methods() and sys.platform != "emscripten"


def quickest_context() -> Context:
    """Returns how workers are started: as copies of this process where that is safe, else in Python's default way."""
    copies = can_fork() and sys.platform != "darwin"
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
                while begun < len(tasks) and size < MAX_HELD and (worker := self._free()):
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
    """Runs a worker: task by task, until there are no more or it has read `MAX_READ`."""
    _leave_the_end_to_others()
    _SERVING.append(connection)
    for other in others:
        other.close()  # otherwise the death of the process that started this one would not be noticed
    gc.disable()
    gc.freeze()
    size = 0
    while True:
        try:
            report = work(connection.recv())
            size += report.size
            connection.send((report, size >= MAX_READ))
        except (EOFError, OSError):
            return
        if size >= MAX_READ:
            return  # What it has read is freed with the process.
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
