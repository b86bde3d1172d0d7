"""Why a dimension of a value has an axis, and why not: the ways of axes through a program.

`ShardingHistory` has what propagation has done, in its order. Its subjects are values, or whatever else has a sharding.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, overlaps_any
from sdyopt.ir.attribute import Location
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.propagation.engine.explanations import AxisNotPropagated


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


class AxesDropped(NamedTuple):
    """Axes of an argument or a result that are not kept in the end, or not all of them."""

    axes: Axes
    reason: str
    """What the dimension is: `has size 6, not divisible by 4`."""
    mesh: Mesh


class _Ways(NamedTuple):
    """For each move of an axis, by its number, the shortest way that ends with it."""

    lengths: dict[int, int]
    before: dict[int, int | None]
    """The move before it; None for the first one."""


class ShardingHistory:
    """What a propagation has done."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._moves_to: dict[Spot, list[int]] = {}
        self._stops_at: dict[Spot, list[Stop]] = {}
        self._known: dict[AxisRef, _Ways] = {}
        self.dropped: dict[Spot, AxesDropped] = {}

    def moved(self, move: Move) -> None:
        """Adds the move that comes next."""
        self._moves_to.setdefault(move.target, []).append(len(self._moves))
        self._moves.append(move)
        self._known.clear()

    def stopped(self, stop: Stop) -> None:
        """Adds an axis that has not moved."""
        self._stops_at.setdefault(stop.target, []).append(stop)

    def chain(self, spot: Spot, axis: AxisRef) -> tuple[Move, ...]:
        """Returns the shortest way of an axis, or of a part of it, from its origin to a spot; the first of equals.

        It is empty if the spot itself is the origin.
        """
        found: list[Move] = []
        number = self.last_move(spot, axis)
        while number is not None:
            found.append(self._moves[number])
            number = self.move_before(number, axis)
        return tuple(reversed(found))

    def last_move(self, spot: Spot, axis: AxisRef) -> int | None:
        """Returns the number of the last move of the shortest way to a spot; None if the spot is the origin."""
        return self._nearest(spot, self._ways(axis).lengths, len(self._moves))

    def move_before(self, number: int, axis: AxisRef) -> int | None:
        """Returns the number of the move before another one; None if that comes from the origin."""
        return self._ways(axis).before[number]

    def move(self, number: int) -> Move:
        """Returns the move with a number."""
        return self._moves[number]

    def _ways(self, axis: AxisRef) -> _Ways:
        """Returns the ways of an axis, which all spots have in common."""
        ways = self._known.get(axis)
        if ways is None:
            ways = self._known[axis] = _Ways({}, {})
            for number, move in enumerate(self._moves):
                if overlaps_any(axis, move.axes):
                    before = self._nearest(move.source, ways.lengths, number)
                    ways.before[number] = before
                    ways.lengths[number] = 1 if before is None else ways.lengths[before] + 1
        return ways

    def _nearest(self, spot: Spot, lengths: dict[int, int], limit: int) -> int | None:
        """Returns the move to a spot that ends the shortest way, of those before a limit."""
        numbers = [number for number in self._moves_to.get(spot, ()) if number < limit and number in lengths]
        return min(numbers, key=lengths.__getitem__, default=None)

    def stops(self, spot: Spot, present: Axes) -> Iterator[Stop]:
        """Yields why axes that are not `present` have not come to a spot, for each axis the first reason."""
        seen: set[AxisRef] = set()
        for stop in self._stops_at.get(spot, ()):
            if stop.axis not in seen and not overlaps_any(stop.axis, present):
                seen.add(stop.axis)
                yield stop
