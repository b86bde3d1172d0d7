"""The report of `-mlir-timing`: the time of parsing, each pass, each verification and printing, as MLIR writes it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ir.operation import Operation

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
