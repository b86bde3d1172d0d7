"""The report of `-mlir-pass-statistics`: how often each pass has made decisions of which kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision, Explanation
from sdyopt.rewriting.remarks import RemarkArgument

if TYPE_CHECKING:
    from sdyopt.rewriting.listeners import PassFollower, RunFollower

_RULE = f"==={'-' * 73}==="
_HEADER = f"{_RULE}\n{' ' * 25}... Pass statistics report ...\n{_RULE}\n"


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

    def report(self, as_list: bool) -> str:
        """Returns the counts: in the order of the pipeline, or as a list by the names of passes."""
        lines = [_HEADER]
        if as_list:
            counts: dict[str, Counter[str]] = {}
            for step in _steps(self._pipeline.elements):
                counts.setdefault(step.entry.class_name, Counter()).update(self._counts.get(id(step), Counter()))
            for name, found in sorted(counts.items()):
                lines += _pass_lines(name, found, 0)
        else:
            lines.append(f"'{self._pipeline.anchor}' Pipeline\n")
            lines += self._lines(self._pipeline.elements, 1)
        return "".join(lines)

    def _lines(self, elements: Sequence[PassInvocation | Pipeline], depth: int) -> list[str]:
        lines = []
        for element in elements:
            if isinstance(element, Pipeline):
                lines.append(f"{'  ' * depth}'{element.anchor}' Pipeline\n")
                lines += self._lines(element.elements, depth + 1)
            else:
                lines += _pass_lines(element.entry.class_name, self._counts.get(id(element), Counter()), depth)
        return lines


class StatisticsFollower:
    """Follows the passes of a run (`sdyopt.rewriting.listeners.RunFollower`)."""

    def __init__(self, statistics: Statistics, other: RunFollower | None) -> None:
        self._statistics = statistics
        self._other = other

    def of_pass(self, name: str) -> CountedRemarks:
        return CountedRemarks(self._statistics, None if self._other is None else self._other.of_pass(name))


class CountedRemarks:
    """Follows a pass (`sdyopt.rewriting.listeners.PassFollower`)."""

    are_wanted = True

    def __init__(self, statistics: Statistics, other: PassFollower | None) -> None:
        self._statistics = statistics
        self._other = other

    def tell(
        self,
        kind: str,
        text: str,
        at: Operation | Value,
        /,
        *notes: tuple[str, Operation | Value],
        **arguments: RemarkArgument | Sequence[RemarkArgument],
    ) -> None:
        self._statistics.count(kind)
        if self._other is not None:
            self._other.tell(kind, text, at, *notes, **arguments)

    def explain(self, decision: Decision | Explanation) -> None:
        decision.explain(self)

    def renames(self, new: Value, old: Value) -> None:
        if self._other is not None:
            self._other.renames(new, old)


def _steps(elements: Sequence[PassInvocation | Pipeline]) -> list[PassInvocation]:
    return [
        step
        for element in elements
        for step in (_steps(element.elements) if isinstance(element, Pipeline) else [element])
    ]


def _pass_lines(name: str, counts: Counter[str], depth: int) -> list[str]:
    """Returns the lines of a pass."""
    inside = "  " * (depth + 1)
    width = max([len(str(count)) for count in counts.values()], default=0)
    return [f"{'  ' * depth}{name}\n", *[f"{inside}(S) {n:{width}} {kind}\n" for kind, n in sorted(counts.items())]]
