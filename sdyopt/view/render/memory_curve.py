"""How much memory a device needs during a program, from its beginning to its end, and what it holds at each point."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise

from sdyopt.cost.memory_model.graph import HeldItem
from sdyopt.cost.memory_model.peak import Buffer, LiveView, Schedule, live_view
from sdyopt.cost.origins.followers import Frames, frames_at
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.stages import Program
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.view.collection import Analysis


@dataclass(frozen=True, slots=True)
class MemoryPoint:
    """What is in memory during an operation, on one device."""

    bytes: int
    function: str
    operation: str
    """Empty for the beginning."""
    source: Frames
    live: tuple[LiveView, ...]
    """The largest first, up to a limit."""
    count: int
    """How many values are in memory in all."""


class MemoryCurve(NamedTuple):
    """The memory of the function that needs most, in the order in which its operations run."""

    function: str
    points: tuple[MemoryPoint, ...]
    steps: int
    """How many points there are in all; of each stretch between those shown, the highest is shown."""
    profile: Compiler
    """What it is for."""


def memory_curve(analysis: Analysis, most_points: int, most_values: int) -> MemoryCurve | None:
    """Returns the curve with a limited number of points, and of values at each; None if no function has a body."""
    if analysis.lives is None:
        return None
    schedule = analysis.lives.shown
    heights = schedule.heights
    shown = _highest(heights, most_points)
    begins: dict[int, list[Buffer]] = {}
    ends: dict[int, list[Buffer]] = {}
    for buffer in schedule.buffers:
        for first, last in buffer.intervals:
            begins.setdefault(first, []).append(buffer)
            ends.setdefault(last, []).append(buffer)
    active: dict[Buffer, None] = {}
    views: dict[tuple[HeldItem, int], LiveView] = {}
    points = []
    for tick in range(len(heights)):
        active.update(dict.fromkeys(begins.get(tick, ())))
        if tick in shown:
            points.append(_point(analysis.program, schedule, tick, active, most_values, views))
        for buffer in ends.get(tick, ()):
            active.pop(buffer, None)
    return MemoryCurve(symbol_name(schedule.graph.function) or "", tuple(points), len(heights), analysis.lives.compiler)


def _highest(heights: list[int], most: int) -> set[int]:
    """Returns the number of the highest step in each of so many stretches of equal length."""
    if len(heights) <= most:
        return set(range(len(heights)))
    ends = [len(heights) * number // most for number in range(most + 1)]
    return {max(range(start, end), key=heights.__getitem__) for start, end in pairwise(ends)}


def _point(
    program: Program,
    schedule: Schedule,
    tick: int,
    active: dict[Buffer, None],
    most: int,
    views: dict[tuple[HeldItem, int], LiveView],
) -> MemoryPoint:
    """Returns what is in memory at a tick; `views` has what points before have shown."""
    live = []
    for buffer in nlargest(most, active, key=lambda buffer: buffer.size):
        item = schedule.buffers.held_in(buffer, tick)
        key = item, buffer.size
        if key not in views:
            views[key] = live_view(program, schedule, item, buffer.size)
        live.append(views[key])
    op, function = schedule.operation(tick), schedule.graph.function
    return MemoryPoint(
        bytes=schedule.heights[tick],
        function=symbol_name(function) or "",
        operation=op.short_name if op is not None else "return" if tick else "",
        source=frames_at(function.location if op is None else op.location, program.source),
        live=tuple(live),
        count=len(active),
    )
