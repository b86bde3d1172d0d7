"""How much memory a device needs during a program, from its beginning to its end, and what it holds at each point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import itemgetter

from sdyopt.cost.held.live_values import LiveValues
from sdyopt.cost.held.peak import Lives, LiveView, live_view
from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.program.stages import Program
from sdyopt.dialects.func.ops import CALL
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.view.collection import Analysis

_MOST_STEPS = 200_000
"""Operations of functions that are walked at each of their calls; if there are more, a call is one step."""


_MOST_FUNCTIONS = 200
"""Functions whose calls may be nested in each other for the bytes at their steps to be put together."""


@dataclass(frozen=True, slots=True)
class MemoryPoint:
    """What is alive during an operation, on one device."""

    bytes: int
    function: str
    operation: str
    """Empty for the beginning."""
    source: Frames
    live: tuple[LiveView, ...]
    """The largest first, and only so many of them."""
    count: int
    """How many values are alive in all."""


class MemoryCurve(NamedTuple):
    """The memory of the function that needs most, in the order of the program."""

    function: str
    points: tuple[MemoryPoint, ...]
    steps: int
    """How many points there are in all; of each stretch between those shown, the highest is shown."""


class _Step(NamedTuple):
    """An operation in the functions that are being walked, the innermost last."""

    op: Operation | None
    """None for the beginning."""
    bytes: int
    functions: tuple[tuple[Operation, LiveValues], ...]
    callee: Operation | None
    """The function that the operation calls, and that is not walked here."""
    callee_bytes: int


_PlainStep = tuple[Operation | None, int, tuple[tuple[Operation, LiveValues], ...], Operation | None, int]
"""The fields of a step, of which most are not shown."""


@dataclass(slots=True)
class _Walk:
    """A walk over the innermost of functions, each of which calls the next one."""

    functions: tuple[tuple[Operation, LiveValues], ...]
    steps: Iterator[tuple[Operation, int]]
    around: int
    """The bytes alive in the functions around the innermost."""
    called: Operation | None = None
    """The call from which the walk has come back, or which it has passed once."""


@dataclass(slots=True)
class _Known:
    """What points have in common."""

    views: dict[Value, LiveView]
    least: int = 1
    """The bytes of the smallest value that the point before shows, which most of the next ones have, too."""


def memory_curve(analysis: Analysis, most_points: int, most_values: int) -> MemoryCurve | None:
    """Returns the curve of at most so many points with so many values each; None if no function has a body."""
    program, lives = analysis.program, analysis.lives
    if lives is None:
        return None
    is_expanded = _is_expanded(lives)
    steps = partial(_steps, lives, is_expanded)
    is_deep = len(lives.called) > _MOST_FUNCTIONS
    if is_deep or any(values.is_recursive for values in (lives.values, *lives.called.values())):
        heights = [height for _, height, *_ in steps()]
    else:
        heights = lives.values.heights[:1] + _heights(lives, lives.values, is_expanded)
    shown = _highest(heights, most_points)
    known = _Known({})
    points = [
        _point(program, _Step(*step), most_values, known) for number, step in enumerate(steps()) if number in shown
    ]
    return MemoryCurve(_name(lives.function), tuple(points), len(heights))


def _heights(lives: Lives, values: LiveValues, is_expanded: bool) -> list[int]:
    """Returns the bytes at the steps of a function, and of those that it calls, which do not lead to it."""
    found: list[int] = []
    done = 1
    for number, callee in values.calls.items():
        found += values.heights[done:number]
        done = number + 1
        if is_expanded:
            around = values.heights[number] - lives.peaks[callee].bytes
            found += [around + height for height in _heights(lives, lives.called[callee], is_expanded)]
        else:
            found.append(values.heights[number])
    return found + values.heights[done:]


def _highest(heights: list[int], most: int) -> set[int]:
    """Returns the number of the highest step in each of so many stretches of equal length."""
    if len(heights) <= most:
        return set(range(len(heights)))
    ends = [len(heights) * number // most for number in range(most + 1)]
    return {max(range(start, end), key=heights.__getitem__) for start, end in pairwise(ends)}


def _is_expanded(lives: Lives) -> bool:
    """Whether functions are walked at their calls."""
    sizes: dict[Operation, int] = {}
    for function in (*lives.called, lives.function):  # Callees come first.
        ops = list(function.walk())
        called = [lives.callees[op] for op in ops if op.signature.definition is CALL and op in lives.callees]
        sizes[function] = len(ops) + sum([sizes.get(callee, 0) for callee in called])
    return sizes[lives.function] <= _MOST_STEPS


def _steps(lives: Lives, is_expanded: bool) -> Iterator[_PlainStep]:
    """Yields the fields of the beginning, and then of each operation."""
    lives.values.begin()
    outermost = ((lives.function, lives.values),)
    yield None, sum(lives.values.alive.values()), outermost, None, 0
    stack = [_Walk(outermost, lives.values.walk(), 0)]
    while stack:
        walk = stack[-1]
        op, now = next(walk.steps, (None, 0))
        if op is None:
            stack.pop()
            continue
        callee = lives.callees.get(op) if op.signature.definition is CALL and op is not walk.called else None
        if callee is None or callee not in lives.called or any(callee is function for function, _ in walk.functions):
            yield op, walk.around + now, walk.functions, None, 0
            continue
        walk.called = op
        callee_bytes = lives.peaks[callee].bytes
        if is_expanded:
            values = lives.called[callee]
            around = walk.around + now - callee_bytes
            stack.append(_Walk((*walk.functions, (callee, values)), values.walk(), around))
        else:
            yield op, walk.around + now, walk.functions, callee, callee_bytes


def _largest(step: _Step, most: int, least: int) -> list[tuple[int, Operation, Value]]:
    """Returns the largest values that are alive at a step, of those that have `least` bytes."""
    alive = [
        (size, function, value)
        for function, values in step.functions
        for value, size in values.alive.items()
        if size >= least
    ]
    alive.sort(key=itemgetter(0), reverse=True)
    return alive[:most]


def _point(program: Program, step: _Step, most: int, known: _Known) -> MemoryPoint:
    count = sum([len(values.alive) - list(values.alive.values()).count(0) for _, values in step.functions])
    largest = _largest(step, most, known.least)
    if len(largest) < min(most, count):
        largest = _largest(step, most, 1)
    known.least = largest[-1][0] if largest else 1
    for size, function, value in largest:
        if value not in known.views or known.views[value].bytes != size:
            known.views[value] = live_view(program, _name(function), value, size)
    live = [known.views[value] for _, _, value in largest]
    if step.callee is not None and step.callee_bytes:
        live.append(LiveView(_name(step.callee), "all values together", "", step.callee_bytes))
        live.sort(key=lambda value: -value.bytes)
    function = step.functions[-1][0]
    return MemoryPoint(
        bytes=step.bytes,
        function=_name(function),
        operation="" if step.op is None else step.op.name.rpartition(".")[2],
        source=frames_at(function.location if step.op is None else step.op.location, program.source),
        live=tuple(live[:most]),
        count=count + (step.callee is not None and step.callee_bytes > 0),
    )


def _name(function: Operation) -> str:
    return symbol_name(function) or ""
