"""How much memory a device needs during a program, from its beginning to its end, and what it holds at each point."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import count as counter
from itertools import groupby, pairwise

from sdyopt.cost.memory_model.graph import HeldItem
from sdyopt.cost.memory_model.peak import OF_EACH_ITERATION, Buffer, LiveView, Schedule, live_view
from sdyopt.cost.origins.followers import Frames, frames_at, shown_frame
from sdyopt.ir.collecting import grouped, summed
from sdyopt.ir.locations import label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import OpResult, Value
from sdyopt.view.collection import Analysis
from sdyopt.view.columns.collectives import HELD, ViewListing, listing_of

_MAX_DRAWN = 6
"""Values, those of several layers as one, that have a part of the curve of their own."""

_MAX_BANDS = 400
"""Stretches of a program that are named beside the curve."""


class Alive(NamedTuple):
    """Values in memory at a point that differ in the layer alone."""

    group: int
    """The number of their group."""
    values: int
    bytes: int


class MemoryPoint(NamedTuple):
    """The values in memory during an operation, on one device."""

    tick: int
    bytes: int
    operation: str
    """Empty for the beginning."""
    source: Frames
    live: tuple[Alive, ...]
    """The largest first, of other points than the peak up to a limit."""
    values: int
    """How many are in memory in all."""
    drawn: tuple[int, ...]
    """The bytes of each of the groups that are drawn."""


class HeldGroup(NamedTuple):
    """Values that differ in the layer alone."""

    rows: list[LiveView]
    lives: list[tuple[int, int]]
    """From which tick to which each is in memory."""


class Band(NamedTuple):
    """A stretch of a program."""

    first: int
    last: int
    name: str
    """`layer 7`, `attention`; empty if nothing is known."""
    phase: str
    """`forward`, `backward`; empty for programs without a gradient."""


class MemoryCurve(NamedTuple):
    """The memory of the function that needs most, in the order in which its operations run."""

    points: tuple[MemoryPoint, ...]
    steps: int
    """How many points there are in all; of each stretch between those shown, the highest is shown."""
    listing: ViewListing
    groups: tuple[HeldGroup, ...]
    """Those that a point names."""
    drawn: tuple[int, ...]
    """The numbers of those that take most at the peak."""
    bands: tuple[Band, ...]


_Value = tuple[HeldItem, int]
"""What is held in a buffer, and the bytes of that."""

_Change = tuple[int, int, bool]
"""The number of a value, the place of its buffer among others, and whether it comes, or goes."""


class _CurveStep(NamedTuple):
    """A tick that is shown."""

    tick: int
    held: int
    """How many values are in memory."""
    changes: list[_Change]
    """Those since the one before."""


def memory_curve(analysis: Analysis, most_points: int, most_values: int) -> MemoryCurve | None:
    """Returns the curve with a limited number of points, and of values at each but the peak.

    None if no function has a body.
    """
    if analysis.lives is None:
        return None
    schedule = analysis.lives.shown
    heights = schedule.heights
    shown = _highest(heights, most_points) | {schedule.tick}
    buffers = list(schedule.buffers)
    begins, ends = [
        grouped((interval[end], buffer) for buffer in buffers for interval in buffer.intervals) for end in (0, 1)
    ]
    first, last, taken = schedule.timeline.first, schedule.timeline.last, counter()
    changes = grouped(
        (tick, buffer)
        for buffer in buffers
        for item in (buffer.items if len(buffer.items) > 1 else ())
        for tick in (first[item.number], last[item.number] + 1)
    )
    """The buffers of several values, at each tick at which one of these comes, or has gone."""
    known: dict[_Value, int] = {}
    came: dict[int, None] = {}
    """The numbers of values in the order in which they come, of several at a tick in that of their buffers."""
    active: dict[Buffer, int] = {}
    """The buffers in use, with the number of the value in each at the last tick that is shown; -1 before it."""
    places: dict[Buffer, int] = {}
    """In which order buffers have been taken, the last time."""
    renewed: dict[Buffer, None] = {}
    steps: list[_CurveStep] = []
    changed: list[_Change] = []
    at_peak: list[int] = []
    for tick in range(len(heights)):
        renewed.update(dict.fromkeys(changes.get(tick, ())))
        for buffer in begins.get(tick, ()):
            if buffer not in active:
                active[buffer], places[buffer] = -1, next(taken)
            renewed[buffer] = None
        if tick in shown:
            new = []
            for buffer in filter(active.__contains__, renewed):
                place = places[buffer]
                if (value := active[buffer]) >= 0:
                    changed.append((value, place, False))
                key = schedule.buffers.held_in(buffer, tick), buffer.size
                active[buffer] = value = known.setdefault(key, len(known))
                changed.append((value, place, True))
                new.append((place, value))
            renewed.clear()
            came.update(dict.fromkeys([value for _, value in sorted(new)]))
            steps.append(_CurveStep(tick, len(active), changed))
            changed = []
            if tick == schedule.tick:
                at_peak = list(active.values())
        for buffer in ends.get(tick, ()):
            if (value := active.pop(buffer, -1)) >= 0:
                changed.append((value, places[buffer], False))
    values = list(known)
    numbers, groups, listing = _groups(analysis, schedule, [(value, values[value]) for value in came], steps)
    drawn_bytes = summed((numbers[value], values[value][1]) for value in at_peak)
    drawn = tuple(nlargest(_MAX_DRAWN, drawn_bytes, drawn_bytes.__getitem__))
    kept = {group: group for group in drawn} | _collected(groups, drawn)
    sizes = Counter[int]()
    held: dict[int, list[int]] = {}
    """The places of the values of each group that are in memory, in order."""
    largest: list[tuple[int, int, int]] = []
    """The groups that are in memory, the largest first: their bytes, negative, their first places, their numbers."""
    shown_groups: dict[int, int] = {}
    """The numbers that the groups have which a point names."""
    points = []
    for tick, count, changes_before in steps:
        op = schedule.operation(tick)
        for value, place, comes in changes_before:
            group = numbers[value]
            if inside := held.setdefault(group, []):
                del largest[bisect_left(largest, (-sizes[group], inside[0], group))]
            if comes:
                insort(inside, place)
                sizes[group] += values[value][1]
            else:
                del inside[bisect_left(inside, place)]
                sizes[group] -= values[value][1]
            if inside:
                insort(largest, (-sizes[group], inside[0], group))
        of_group = summed((kept[group], sizes[group]) for group in kept if sizes[group])
        live = [
            Alive(shown_groups.setdefault(group, len(shown_groups)), len(held[group]), -size)
            for size, _, group in largest[: None if tick == schedule.tick else most_values]
        ]
        points.append(
            MemoryPoint(
                tick=tick,
                bytes=heights[tick],
                operation=op.short_name if op is not None else "return" if tick else "",
                source=() if op is None else frames_at(op.location, analysis.program.source),
                live=tuple(live),
                values=count,
                drawn=tuple([of_group.get(group, 0) for group in drawn]),
            )
        )
    return MemoryCurve(
        points=tuple(points),
        steps=len(heights),
        listing=listing,
        groups=tuple([groups[group] for group in shown_groups]),
        drawn=tuple([shown_groups[group] for group in drawn]),
        bands=tuple(_bands(analysis, schedule)),
    )


def _highest(heights: list[int], most: int) -> set[int]:
    """Returns the number of the highest step in each of `most` stretches of equal length."""
    if len(heights) <= most:
        return set(range(len(heights)))
    ends = [len(heights) * number // most for number in range(most + 1)]
    return {max(range(start, end), key=heights.__getitem__) for start, end in pairwise(ends)}


def _groups(
    analysis: Analysis, schedule: Schedule, values: Sequence[tuple[int, _Value]], steps: Sequence[_CurveStep]
) -> tuple[dict[int, int], list[HeldGroup], ViewListing]:
    """Returns the groups of all that is held at any tick, and the number of the group of each."""
    timeline = schedule.timeline
    rows = [live_view(analysis.program, analysis.sizes, schedule, *value) for _, value in values]
    listing = listing_of(analysis.view, [row.function for row in rows])
    owners = {id(row): each for row, each in zip(rows, values, strict=True)}
    until = {
        value: steps[-1].tick if comes else before.tick
        for before, step in pairwise([steps[0], *steps])
        for value, _, comes in step.changes
    }
    """The last shown tick at which each value is held."""
    numbers: dict[int, int] = {}
    groups = []
    for number, group in enumerate(HELD.folded(rows, listing)):
        lives = []
        for row in group:
            value, (item, _) = owners[id(row)]
            numbers[value] = number
            first, last = timeline.first[item.number], timeline.last[item.number]
            lives.append((first, max(first, last)) if first >= 0 else (until[value],) * 2)
        groups.append(HeldGroup(group, lives))
    return numbers, groups, listing


def _collected(groups: Sequence[HeldGroup], drawn: Sequence[int]) -> dict[int, int]:
    """Returns the groups that are drawn as others: what a loop collects, while it does and afterwards."""
    keys = []
    for group in groups:
        value = group.rows[0]
        is_collected = value.reason.startswith(OF_EACH_ITERATION)
        keys.append((value.label, value.type, value.source) if is_collected else None)
    firsts = {keys[number]: number for number in reversed(drawn) if keys[number] is not None}
    return {number: firsts[key] for number, key in enumerate(keys) if number not in drawn and key in firsts}


# The stretches of a program: its layers, by the arguments that operations read, or else functions of the source.

_LAYER = re.compile(r"[\[_./-](\d+)(?=['\]./]|$)")
_MAX_BEFORE = 4
"""Operations between an argument and what reads it: it may be gathered, transposed and converted before."""


def _bands(analysis: Analysis, schedule: Schedule) -> Iterator[Band]:
    """Yields the stretches in the order of the program; none if they would be too many to be seen."""
    ops = [schedule.operation(tick) for tick in range(len(schedule.heights))]
    phases = _between([None if op is None else _phase(op) for op in ops])
    layers = _between([None if op is None else _layer(op) for op in ops], phases)
    names = [None if layer is None else f"layer {layer}" for layer in layers]
    if len(set(names) - {None}) < 2:
        names = _between([None if op is None else _function(op, analysis) for op in ops])
    runs = groupby(range(len(ops)), lambda tick: (names[tick] or "", phases[tick] or ""))
    found = [Band(ticks[0], ticks[-1], *of) for of, ticks in [(of, list(run)) for of, run in runs]]
    if len(found) <= _MAX_BANDS:
        yield from found


def _between(names: Sequence[str | None], phases: Sequence[str | None] | None = None) -> list[str | None]:
    """Returns names in which gaps have the name of both of their neighbours, if it and their phases are the same."""
    found = list(names)
    known = [number for number, name in enumerate(names) if name is not None]
    for above, below in pairwise(known):
        if names[above] == names[below] and (phases is None or phases[above] == phases[below]):
            found[above:below] = [names[above]] * (below - above)
    return found


def _layer(op: Operation) -> str | None:
    """Returns the number of the layer whose arguments an operation reads; None if it reads none."""
    for operand in op.operands:
        if (number := layer_number(label_of(_read_by(operand).definition_location))) is not None:
            return number
    return None


def layer_number(label: str) -> str | None:
    """Returns the number of the layer in the name of an argument: 7 of `opt[0].mu['layers'][7]['up']`.

    An index of the argument itself is none if an attribute follows, as in the states of optimizers.
    """
    for match in _LAYER.finditer(label):
        if not label[: match.start()].isidentifier() or not label.startswith("].", match.end()):
            return match[1]
    return None


def _read_by(value: Value) -> Value:
    """Returns the value that a chain of operations with one operand begins with."""
    for _ in range(_MAX_BEFORE):
        if not isinstance(value, OpResult) or len(value.owner.operands) != 1:
            break
        (value,) = value.owner.operands
    return value


def _function(op: Operation, analysis: Analysis) -> str | None:
    """Returns the function of the source that an operation is from."""
    frame = shown_frame(frames_at(op.location, analysis.program.source), analysis.view.frames)
    return None if frame is None else frame.short_function


def _phase(op: Operation) -> str | None:
    """Returns whether an operation is of the gradient that JAX has made, or of what it is of."""
    label = label_of(op.location)
    return "backward" if "transpose(" in label else "forward" if "jvp(" in label else None
