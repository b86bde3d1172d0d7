"""Why a dimension of a value has an axis, and why not: the ways of axes through a program.

`History` has what propagation has done, in its order. Its subjects are values, or whatever else has a sharding.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.ir.attribute import Location
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.rewriting.propagation.explanations import AxisNotPropagated
from sdyopt.sharding.axes import Axes, overlaps_any


class Spot(NamedTuple):
    """A dimension of a subject."""

    subject: Hashable
    dimension: int


class Over(NamedTuple):
    """The operation over which axes move."""

    name: str
    """`dot_general`; empty for what readers do not know as an operation."""
    location: Location | int = -1
    factor: str = ""
    """The factor of the operation's sharding rule; empty if all its dimensions correspond."""


class Move(NamedTuple):
    """Axes have come from one spot to another."""

    axes: Axes
    source: Spot
    target: Spot
    over: Over


class Stop(NamedTuple):
    """An axis of one spot has not come to another."""

    axis: AxisRef
    source: Spot
    target: Spot
    over: Over
    why: AxisNotPropagated


@dataclass(frozen=True, slots=True)
class _Way:
    """The last part of a way: a move, and those that follow."""

    number: int
    """That of the move."""
    rest: _Way | None


class History:
    """What a propagation has done."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._moves_to: dict[Spot, list[int]] = {}
        self._stops_at: dict[Spot, list[Stop]] = {}

    def moved(self, move: Move) -> None:
        """Adds the move that comes next."""
        self._moves_to.setdefault(move.target, []).append(len(self._moves))
        self._moves.append(move)

    def stopped(self, stop: Stop) -> None:
        """Adds an axis that has not moved."""
        self._stops_at.setdefault(stop.target, []).append(stop)

    def chain(self, spot: Spot, axis: AxisRef) -> tuple[Move, ...]:
        """Returns the shortest way of an axis, or of a part of it, from its origin to a spot; the first of equals.

        It is empty if the spot itself is the origin.
        """
        pending: deque[tuple[Spot, int, _Way | None]] = deque([(spot, len(self._moves), None)])
        seen: set[int] = set()
        while pending:
            place, limit, way = pending.popleft()
            is_origin = True
            for number in self._moves_to.get(place, ()):
                if number >= limit or not overlaps_any(axis, self._moves[number].axes):
                    continue
                is_origin = False
                if number not in seen:
                    seen.add(number)
                    pending.append((self._moves[number].source, number, _Way(number, way)))
            if is_origin:
                return tuple(self._along(way))
        return ()

    def _along(self, way: _Way | None) -> Iterator[Move]:
        while way is not None:
            yield self._moves[way.number]
            way = way.rest

    def stops(self, spot: Spot, present: Axes) -> Iterator[Stop]:
        """Yields why axes that are not `present` have not come to a spot, for each axis the first reason."""
        seen: set[AxisRef] = set()
        for stop in self._stops_at.get(spot, ()):
            if stop.axis not in seen and not overlaps_any(stop.axis, present):
                seen.add(stop.axis)
                yield stop
