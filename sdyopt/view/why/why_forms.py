"""How `sdy-view --why` writes why values have their shardings: lines for people, an object for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.cost.origins.causes import listed
from sdyopt.cost.origins.sources import Frames, line_text
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.display.wording import counted, printable
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.columns.collectives import axis_text
from sdyopt.view.model import ModuleView
from sdyopt.view.why.why_views import AxisView, DimensionView, StepView, StopView, WhyView

_MOST_STEPS = 8
"""That are shown unless all are to be; of more, the first and the last ones."""

_ARROW = " → "

Object = dict[str, Any]


def why_lines(view: ModuleView, all_steps: bool = False) -> Iterator[str]:
    """Yields a line for the axes of each dimension that have the same way, and one for each axis that has none."""
    yield from lines_of(view.why, view.frames, all_steps)


def lines_of(whys: Sequence[WhyView], choice: FrameChoice, all_steps: bool = False) -> Iterator[str]:
    """Yields the lines of certain values; places are the frames of that choice."""
    functions = {why.function for why in whys}
    for why in whys:
        name = f"@{why.function}:{why.name}" if len(functions) > 1 else why.name
        for dimension in why.dimensions:
            for line in _dimension_lines(name, dimension, choice, all_steps):
                yield printable(line)
        empty = [str(dimension.number) for dimension in why.dimensions if not (dimension.axes or dimension.stops)]
        if empty:
            yield printable(f"{name} {'dims' if len(empty) > 1 else 'dim'} {', '.join(empty)}: no axis reaches it")
        elif not why.dimensions:
            yield printable(f"{name}: has no dimensions")


def _dimension_lines(name: str, dimension: DimensionView, choice: FrameChoice, all_steps: bool) -> Iterator[str]:
    subject = f"{name} dim {dimension.number}"
    for axes in dimension.axes:
        yield f"{subject} {listed(axes.axes)}: {_way(axes, name, choice, all_steps)}"
    for stop in dimension.stops:
        yield f"{subject} not {axis_ref(stop.axis)}: {stop_text(stop, choice)}"


def stop_text(stop: StopView, choice: FrameChoice) -> str:
    """`from %3 dim 1 over dot model.py:13: dimension 0 of %down is closed`, or the reason alone."""
    if not stop.name:
        return stop.reason
    operation = f" over {placed(stop.operation, stop.source, choice)}" if stop.operation else ""
    return f"from {stop.name} dim {stop.dimension}{operation}: {stop.reason}"


def _way(axes: AxisView, name: str, choice: FrameChoice, all_steps: bool) -> str:
    origin = f"{placed(axes.origin, axes.origin_source, choice)} dim {axes.origin_dimension}"
    if not axes.steps:
        return f"{origin}, {'as written' if axes.is_written else 'chosen by the partitioner'}"
    steps = [_step(step, choice) for step in axes.steps]
    if len(steps) > _MOST_STEPS and not all_steps:
        half = _MOST_STEPS // 2
        left_out = f"… {counted(len(steps) - _MOST_STEPS, 'operation')} …"
        steps = [*steps[:half], left_out, *steps[-half:]]
    return _ARROW.join([origin, *steps, name])


def _step(step: StepView, choice: FrameChoice) -> str:
    text = placed(step.operation, step.source, choice)
    return f"{text} (factor {step.factor})" if step.factor else text


def placed(what: str, source: Frames, choice: FrameChoice) -> str:
    """`dot_general model.py:22`."""
    return f"{what} {line_text(source, choice)}".rstrip()


def why_object(whys: Sequence[WhyView]) -> list[Object]:
    """Returns what `sdy-view --json` writes of why values have their shardings."""
    return [
        {
            "function": why.function,
            "name": why.name,
            "label": why.label or None,
            "dimensions": [
                {
                    "dimension": dimension.number,
                    "axes": [_axes(axes) for axes in dimension.axes],
                    "missing": [stop_object(stop) for stop in dimension.stops],
                }
                for dimension in why.dimensions
            ],
        }
        for why in whys
    ]


def _axes(axes: AxisView) -> Object:
    return {
        "axes": [axis_text(axis) for axis in axes.axes],
        "origin": {
            "what": axes.origin,
            "dimension": axes.origin_dimension,
            "written": axes.is_written,
            "source": _frames(axes.origin_source),
        },
        "chain": [
            {
                "operation": step.operation,
                "factor": step.factor or None,
                "source": _frames(step.source),
                "name": step.name,
                "dimension": step.dimension,
            }
            for step in axes.steps
        ],
    }


def stop_object(stop: StopView) -> Object:
    """Returns why an axis has not come, for programs."""
    return {
        "axis": axis_text(stop.axis),
        "from": {"name": stop.name, "dimension": stop.dimension} if stop.name else None,
        "operation": stop.operation or None,
        "source": _frames(stop.source),
        "reason": stop.reason,
    }


def _frames(source: Frames) -> list[Object]:
    return [frame._asdict() for frame in source]
