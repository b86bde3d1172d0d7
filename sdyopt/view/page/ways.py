"""Why the shardings on a page are what they are: the ways of their axes, of which each part stands once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.cost.origins.sharding_history import Over, Spot
from sdyopt.cost.origins.sources import frames_at
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.collection import Analysis
from sdyopt.view.model import ModuleView, TensorView
from sdyopt.view.page.lines import TextLines
from sdyopt.view.why.why_forms import placed, stop_text
from sdyopt.view.why.why_views import Reasons, axes_in, rank_of

_MOST_TRACED = 300
"""Tensors of a page that says of each dimension without axes what has stopped them on the way."""

Object = dict[str, Any]


class _WayPart(NamedTuple):
    """The end of a way: a move by its number, or its origin if that is None."""

    move: int | None
    spot: Spot
    axis: AxisRef
    function: str
    """That of the tensor, in which names are those of the function."""


class Ways:
    """The ways of the axes of tensors."""

    def __init__(self, analysis: Analysis, lines: TextLines) -> None:
        self._analysis = analysis
        self._view: ModuleView = analysis.view
        self._lines = lines
        self._reasons = Reasons(analysis.program)
        self._places: dict[Over, int] = {}
        self._parts: dict[_WayPart, int] = {}
        self._found: list[list[Any]] = []
        self._are_few = True

    def object(self, tensors: Sequence[TensorView]) -> Object:
        """Returns the ways to tensors.

        Of `tensors` there are lists of dimension, axis, and the number of the last part of its way; then of dimension,
        axis, and the reason why it does not come. `parts` have the number of the place that they go over, the factor,
        and the number of the part before. The first has no part before it, its dimension instead of the factor, and
        whether it has been given the axis. `places` have a text, and the line in the text of the program. If they are
        `traced`, no axis comes to a dimension that neither list has.
        """
        self._are_few = len(tensors) <= _MOST_TRACED
        ways = [self._tensor(tensor) for tensor in tensors]
        places = [self._place(place) for place in self._places]
        return {"tensors": ways, "parts": self._found, "places": places, "traced": self._are_few}

    def _tensor(self, tensor: TensorView) -> list[list[list[Any]]]:
        row = self._analysis.rows[tensor.number]
        subject = self._reasons.subject(row, tensor.function)
        come: list[list[Any]] = []
        stopped: list[list[Any]] = []
        for dimension in range(rank_of(row)):
            spot, present = Spot(subject, dimension), axes_in(row.sharding, dimension)
            come += [[dimension, axis_ref(axis), self._way(spot, axis, tensor.function)] for axis in present]
            stops = tuple(self._reasons.stops(spot, present, tensor.function))
            if not stops and self._are_few:
                stops = self._reasons.stops_before(dimension, row, tensor.function)
            for stop in stops:
                stopped.append([dimension, axis_ref(stop.axis), stop_text(stop, self._view.frames)])
        return [come, stopped]

    def _way(self, spot: Spot, axis: AxisRef, function: str) -> int:
        """Returns the number of the last part of a way."""
        history = self._reasons.history
        new: list[_WayPart] = []
        part = _WayPart(history.last_move(spot, axis), spot, axis, function)
        while part not in self._parts:
            new.append(part)
            if part.move is None:
                break
            source = history.move(part.move).source
            part = _WayPart(history.move_before(part.move, axis), source, axis, function)
        before = self._parts.get(part)
        for part in reversed(new):
            self._found.append(self._part(part, before))
            before = self._parts[part] = len(self._found) - 1
        assert before is not None
        return before

    def _part(self, part: _WayPart, before: int | None) -> list[Any]:
        if part.move is None:
            origin, is_written = self._reasons.origin(part.spot, (part.axis,), part.function)
            return [self._number(origin), part.spot.dimension, None, is_written]
        over = self._reasons.history.move(part.move).over
        return [self._number(over._replace(factor="")), over.factor, before]

    def _number(self, over: Over) -> int:
        return self._places.setdefault(over, len(self._places))

    def _place(self, over: Over) -> list[Any]:
        frames = frames_at(over.location, self._analysis.program.source)
        return [
            placed(over.name, frames, self._view.frames) if over.name else "",
            self._lines.of_source(frames),
        ]
