"""The costs of plans for many layers, from those for few.

Programs with three successive numbers of layers are partitioned. If what the third costs follows from the other two,
so does what more layers cost: times and bytes grow evenly, and what is in memory does at each operation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isclose
from typing import Any, cast

from sdyopt.api.errors import Error
from sdyopt.cost.held.schedules import Schedule
from sdyopt.planning.choices import Choices
from sdyopt.planning.costs import Cost, Meter
from sdyopt.planning.evaluation import Evaluator, collected
from sdyopt.planning.grouping.classes import Classes
from sdyopt.planning.layers.layers import layers_of
from sdyopt.planning.prepared import PreparedProgram

_DEPTHS = (4, 5, 6)
"""The layers of the programs that are partitioned."""
_LEAST_LAYERS = 2 * sum(_DEPTHS)
"""Of a program for which they are."""
_CLOSE, _LEAST_SECONDS = 1e-9, 1e-15

_FIELDS = [name for name in Cost._fields if name not in ("peak_bytes", "by_kind")]
"""The numbers of costs that grow evenly: all but the peak, and what the kinds of collectives send."""

_Heights = dict[tuple[object, ...], int]
"""Bytes in memory, by what runs."""


class Extrapolation:
    """Evaluates plans on programs of few layers; where layers do not cost alike, on the whole program."""

    def __init__(self, whole: Evaluator, meter: Meter, fewer: Sequence[Evaluator], more: int) -> None:
        self.whole = whole
        self._meter = meter
        self._fewer = fewer
        self._more = more
        """Layers that the whole program has beyond the last of `fewer`."""

    @staticmethod
    def of_program(program: PreparedProgram, classes: Classes, whole: Evaluator, meter: Meter) -> Extrapolation | None:
        """Returns what evaluates plans for a program of many layers; None for others."""
        layers = layers_of(program, classes, _LEAST_LAYERS)
        if layers is None or layers.count < _LEAST_LAYERS:
            return None
        fewer = [layers.fewer(depth) for depth in _DEPTHS]
        if None in fewer:
            return None
        evaluators = [Evaluator(*found, meter) for found in fewer if found is not None]
        return Extrapolation(whole, meter, evaluators, layers.count - _DEPTHS[-1])

    def __call__(self, plans: Sequence[Choices]) -> Iterator[Cost]:
        """Yields the costs of plans."""
        for plan in plans:
            yield self.of(plan)

    def of(self, plan: Choices) -> Cost:
        """Returns the cost of a plan; an infinite one if a pass refuses the program."""
        return self.extended(plan) or self.whole.of(plan)

    def extended(self, plan: Choices) -> Cost | None:
        """Returns the cost of the whole program, if it follows from those of fewer layers."""
        costs: list[Cost] = []
        heights: list[_Heights] = []
        for each in self._fewer:
            try:
                cost, schedule = self._meter.with_schedule(each.partitioned(plan))
            except Error:
                return None
            if schedule is None:
                return None
            costs.append(cost)
            heights.append(_heights(schedule))
            del schedule
            collected()
        if not _is_even(costs) or _peak(heights[0], heights[1], 1) != costs[2].peak_bytes:
            return None
        return _with_more(costs[1], costs[2], self._more)._replace(peak_bytes=_peak(heights[1], heights[2], self._more))


def is_close(one: Cost, other: Cost) -> bool:
    """Whether two costs are the same, up to rounding of times."""
    return one.peak_bytes == other.peak_bytes and one.by_kind == other.by_kind and _are_close(one, other)


def _heights(schedule: Schedule) -> _Heights:
    found: _Heights = {}
    counts: Counter[tuple[object, ...]] = Counter()
    for tick, height in enumerate(schedule.heights):
        op = schedule.operation(tick)
        key = (tick > 0,) if op is None else (op.location, op.name)
        counts[key] += 1
        found[*key, counts[key]] = height
    return found


def _peak(fewer: _Heights, last: _Heights, more: int) -> int:
    """Returns the peak with so many layers more than `last` has, which has one more than `fewer`."""
    return max([height + (height - fewer[key]) * more for key, height in last.items() if key in fewer])


def _is_even(costs: Sequence[Cost]) -> bool:
    """Whether what the last program costs, except its peak, follows from what the others do."""
    if len({tuple([kind for kind, _ in cost.by_kind]) for cost in costs}) > 1:
        return False
    expected, last = _with_more(costs[0], costs[1], 1), costs[2]
    return expected.by_kind == last.by_kind and _are_close(expected, last)


def _are_close(one: Cost, other: Cost) -> bool:
    return all(
        isclose(getattr(one, name), getattr(other, name), rel_tol=_CLOSE, abs_tol=_LEAST_SECONDS) for name in _FIELDS
    )


def _with_more(fewer: Cost, last: Cost, more: int) -> Cost:
    """Returns the cost with so many layers more than `last`, which has one more than `fewer`, except the peak."""

    def grown(name: str) -> float:
        one, other = cast(float, getattr(last, name)), cast(float, getattr(fewer, name))
        return one + (one - other) * more

    before = dict(fewer.by_kind)
    kinds = tuple([(kind, sent + (sent - before.get(kind, 0)) * more) for kind, sent in last.by_kind])
    return last._replace(by_kind=kinds, **cast(dict[str, Any], {name: grown(name) for name in _FIELDS}))
