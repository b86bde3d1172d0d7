"""The report of `-mlir-timing`: the time of parsing, each pass, each verification and printing, as MLIR writes it."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

from sdyopt.display.exceptions import code_of_another
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, RemarkArgument
from sdyopt.pipeline.manager import Instrument, titled
from sdyopt.pipeline.model import PassInvocation, Pipeline

if TYPE_CHECKING:
    from sdyopt.mlir.rewrite.remarks import PassFollower, RunFollower


_RULE = f"==={'-' * 73}==="
_HEADER = f"{_RULE}\n{' ' * 25}... Execution time report ...\n{_RULE}\n"
VERIFIER = "Verifier"


class Timer:
    """The total seconds of a stage, and the timers inside it, in the order of their first use."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = 0.0
        self.inner: dict[Hashable, Timer] = {}

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Timer]]:
        """Yields the timers inside this one, each with its depth."""
        for timer in self.inner.values():
            yield depth, timer
            yield from timer.walk(depth + 1)


class Timing(Instrument):
    """Measures the elements of a pipeline: wherever one runs, it has one timer."""

    def __init__(self) -> None:
        self.total = Timer("Total")
        self._open = [(self.total, perf_counter())]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Returns a context manager that measures what happens inside, for the timer of that name."""
        self._start(name, name)
        try:
            yield
        finally:
            self._stop()

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        self._start(id(step), step.entry.class_name)

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        self._stop()

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        self._stop()

    def before_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        if len(pipelines) > 1:
            anchors = ", ".join([f"'{pipeline.anchor}'" for pipeline in pipelines])
            self._start(("collection", *map(_identity, pipelines)), f"Pipeline Collection : [{anchors}]")

    def after_pipelines(self, pipelines: Sequence[Pipeline], operation: Operation) -> None:
        if len(pipelines) > 1:
            self._stop()

    def before_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        self._start(_identity(pipeline), f"'{pipeline.anchor}' Pipeline")

    def after_pipeline(self, pipeline: Pipeline, operation: Operation) -> None:
        self._stop()

    def before_verification(self, operation: Operation) -> None:
        self._start(VERIFIER, VERIFIER)

    def after_verification(self, operation: Operation) -> None:
        self._stop()

    def _start(self, key: Hashable, name: str) -> None:
        timer = self._open[-1][0].inner.setdefault(key, Timer(name))
        self._open.append((timer, perf_counter()))

    def _stop(self) -> None:
        timer, start = self._open.pop()
        timer.seconds += perf_counter() - start

    def report(self, as_list: bool = False, as_json: bool = False) -> str:
        """Returns the times so far: as a tree, or as a list in which timers of the same name are added up.

        JSON has the same entries, in which `passes` are the timers inside.
        """
        self.total.seconds = perf_counter() - self._open[0][1]
        rest = Timer("Rest")
        rest.seconds = self.total.seconds - sum(timer.seconds for timer in self.total.inner.values())
        if as_json:
            import json

            timers = _merged(self.total) if as_list else self.total.inner.values()
            entries = [self._entry(timer, with_inner=not as_list) for timer in (*timers, rest)]
            return json.dumps([*entries, self._entry(self.total, with_inner=False)], indent=1) + "\n"
        rows = [(0, timer) for timer in _merged(self.total)] if as_list else list(self.total.walk())
        return "".join(
            [
                f"{_HEADER}  Total Execution Time: {self.total.seconds:.4f} seconds\n\n",
                "  ----Wall Time----  ----Name----\n",
                *[self._line(depth, timer) for depth, timer in (*rows, (0, rest), (0, self.total))],
            ]
        )

    def _entry(self, timer: Timer, with_inner: bool) -> dict[str, Any]:
        share = 100 * timer.seconds / self.total.seconds
        entry = {"wall": {"duration": round(timer.seconds, 6), "percentage": round(share, 1)}, "name": timer.name}
        if with_inner and timer.inner:
            return entry | {"passes": [self._entry(inner, with_inner) for inner in timer.inner.values()]}
        return entry

    def _line(self, depth: int, timer: Timer) -> str:
        percentage = 100 * timer.seconds / self.total.seconds
        return f"  {timer.seconds:8.4f} ({percentage:5.1f}%)  {'  ' * depth}{timer.name}\n"


def _merged(total: Timer) -> list[Timer]:
    """Returns a timer for each name inside `total`, the longest first."""
    found: dict[str, Timer] = {}
    for _, timer in total.walk():
        found.setdefault(timer.name, Timer(timer.name)).seconds += timer.seconds
    return sorted(found.values(), key=lambda timer: -timer.seconds)


def _identity(pipeline: Pipeline) -> Hashable:
    """Returns a key that identifies a pipeline, although merging creates new ones."""
    steps = [
        id(element) if isinstance(element, PassInvocation) else _identity(element) for element in pipeline.elements
    ]
    return pipeline.anchor, tuple(steps)


# The limit of `-timeout`: an input that takes longer ends its process, with an error that names the pass.


class TimeLimit(Instrument):
    """Calls `expire` with what took too long, in a thread of its own, when an input has taken that many seconds."""

    def __init__(self, seconds: float, expire: Callable[[str], object]) -> None:
        self._seconds = seconds
        self._expire = expire
        self._step: PassInvocation | None = None
        self._thread = threading.get_ident()
        self._timer = threading.Timer(seconds, self._expired)
        self._timer.daemon = True
        self._timer.start()

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        self._step = step

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        self._step = None

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        self._step = None

    def stop(self) -> None:
        """Ends the watch: the input is done."""
        self._timer.cancel()

    def _expired(self) -> None:
        step = self._step
        place = code_of_another(sys._current_frames().get(self._thread))
        at = f" ({place})" if place else ""
        during = f": {titled(step)} had not ended{at}" if step is not None else ""
        self._expire(f"gave up after {self._seconds:g} s{during}")


def end_process() -> NoReturn:
    """Ends this process as after a failure."""
    sys.stderr.flush()
    os._exit(1)


# The report of `-mlir-pass-statistics`: how often each pass has made decisions of which kind.

_STATISTICS_HEADER = f"{_RULE}\n{' ' * 25}... Pass statistics report ...\n{_RULE}\n"


class Statistics(Instrument):
    """Counts the decisions of each step of a pipeline, by the kinds of remarks, also over several inputs."""

    def __init__(self) -> None:
        self._pipeline = Pipeline()
        self._counts: dict[int, Counter[str]] = {}
        self._current: Counter[str] = Counter()

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        self._current = self._counts.setdefault(id(step), Counter())

    def follower(self, pipeline: Pipeline, other: RunFollower | None) -> StatisticsFollower:
        """Returns what follows a run of a pipeline for these counts, and for `other`."""
        self._pipeline = pipeline
        return StatisticsFollower(self, other)

    def count(self, kind: str) -> None:
        """Counts a decision of the pass that is running."""
        self._current[kind] += 1

    def report(self) -> str:
        """Returns the counts in the order of the pipeline."""
        return "".join([_STATISTICS_HEADER, *self._lines(self._pipeline, 0)])

    def _lines(self, element: PassInvocation | Pipeline, depth: int) -> Iterator[str]:
        indent = "  " * depth
        if isinstance(element, Pipeline):
            yield f"{indent}'{element.anchor}' Pipeline\n"
            for inner in element.elements:
                yield from self._lines(inner, depth + 1)
        else:
            yield f"{indent}{element.entry.class_name}\n"
            counts = sorted(self._counts.get(id(element), Counter()).items())
            width = max([len(str(count)) for _, count in counts], default=0)
            yield from [f"{indent}  (S) {count:{width}} {kind}\n" for kind, count in counts]


class StatisticsFollower(NamedTuple):
    """Follows the passes of a run (`sdyopt.mlir.rewrite.remarks.RunFollower`)."""

    statistics: Statistics
    other: RunFollower | None

    def of_pass(self, name: str) -> CountedRemarks:
        return CountedRemarks(self.statistics, None if self.other is None else self.other.of_pass(name))


class CountedRemarks(Record):
    """Follows a pass (`sdyopt.mlir.rewrite.remarks.PassFollower`)."""

    statistics: Statistics
    other: PassFollower | None
    are_wanted: bool = True

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        self.statistics.count(kind)
        if self.other is not None:
            self.other.tell(kind, text, at, *notes, **arguments)

    def explain(self, decision: Decision | Explanation) -> None:
        decision.explain(self)

    def renames(self, new: Value, old: Value) -> None:
        if self.other is not None:
            self.other.renames(new, old)
