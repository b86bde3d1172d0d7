"""How far a tensor has come on its way from one sharding to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.collectives.axis_lists import by_number, cut, fitting
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, Spans

DimensionAxes = tuple[Spans, ...]
"""The axes of each dimension."""


class CollectiveProblem(NamedTuple):
    """A tensor of a shape whose dimensions have the axes of `source`, and are to have those of `target`.

    If `has_other_devices`, the mesh of `target` is another one, which has the devices in another order.
    """

    source: DimensionAxes
    target: DimensionAxes
    shape: tuple[int, ...]
    has_other_devices: bool = False


ALL_SLICE, COLLECTIVE_PERMUTE, ALL_TO_ALL, ALL_GATHER = "all_slice", "collective_permute", "all_to_all", "all_gather"


class AxesStep(NamedTuple):
    """A collective, and the axes of each dimension after it.

    `axes` are those that each dimension gains (all_slice) or loses (all_gather, all_to_all); an all_to_all has a
    `target` dimension, which they go to. After the step that `changes_mesh` the tensor is on the mesh of the target.
    """

    kind: str
    axes: DimensionAxes
    result: DimensionAxes
    target: int = -1
    changes_mesh: bool = False

    @property
    def source(self) -> int:
        """The dimension that the axes of an all_to_all come from."""
        return next(dimension for dimension, axes in enumerate(self.axes) if axes)


class AxesState:
    """Which axes each dimension has, and which of them are not in place.

    `present` are, for each dimension, the axes it has that are not where the target has them, and `wanted` those of
    the target that it lacks. All are cut at each other's edges, so that an axis is either in both or in one.
    `current` are all axes of each dimension, those in place too.

    `misplaced` has the axes of `present`, and `destinations` says for axes of `wanted` which dimension they go to, and
    their position in it. These two are brought up to date at certain times only, not with each change: the choice of
    collectives depends on what they have in between.
    """

    def __init__(self, problem: CollectiveProblem) -> None:
        self.problem = problem
        self.has_other_devices = problem.has_other_devices
        source = by_number([axis for axes in problem.source for axis in axes])
        target = by_number([axis for axes in problem.target for axis in axes])
        self.current = [list(axes) for axes in problem.source]
        self.present = [cut(axes, target) for axes in problem.source]
        self.wanted = [cut(axes, source) for axes in problem.target]
        for has, wants in zip(self.present, self.wanted, strict=True):
            count = 0
            while count < len(has) and count < len(wants) and has[count] == wants[count]:
                count += 1
            del has[:count], wants[:count]
        self.misplaced = {axis for axes in self.present for axis in axes}
        self.capacities = [1] * len(self.present)
        self.destinations: dict[AxisSpan, tuple[int, int]] = {}
        self.find_destinations()
        self.steps: list[AxesStep] = []

    @property
    def is_done(self) -> bool:
        return not (self.has_other_devices or any(self.present) or any(self.wanted))

    def find_destinations(self) -> None:
        """Sets `destinations` to what `wanted` says now."""
        self.destinations = {}
        for dimension, axes in enumerate(self.wanted):
            for place, axis in enumerate(axes):
                self.destinations.setdefault(axis, (dimension, place))

    def destination(self, axis: AxisSpan) -> int | None:
        """Returns the dimension that `axis` goes to; None if no dimension wants it."""
        found = self.destinations.get(axis)
        return None if found is None else found[0]

    def distribute(
        self, axes_for: Callable[[int], list[AxisSpan]], at_front: bool, placed: Callable[[int, AxisSpan], None]
    ) -> None:
        """Puts axes into the dimensions that have room for them, which takes them from the lists.

        They come before the present axes or after them. What is left of an axis that does not fit as a whole becomes
        the first of its list, and the wanted axes are cut like that. Calls `placed` with each dimension and axis.
        """
        parts: list[AxisSpan] = []
        for dimension, present in enumerate(self.present):
            if self.capacities[dimension] <= 1:
                continue
            axes = axes_for(dimension)
            place = 0 if at_front else len(present)
            index = 0
            while index < len(axes) and self.capacities[dimension] > 1:
                found = fitting(axes[index], self.capacities[dimension])
                if found is None:
                    index += 1
                    continue
                part, rest = found
                del axes[index]
                self.take_capacity(dimension, part)
                present.insert(place, part)
                place += 1
                self.misplaced.add(part)
                placed(dimension, part)
                if rest is not None:
                    axes.insert(0, rest)
                    parts.append(part)
        if parts:
            others = by_number(parts)
            self.wanted = [cut(axes, others) for axes in self.wanted]

    def take_capacity(self, dimension: int, axis: AxisSpan) -> None:
        """Notes that `axis` uses a part of what the dimension has room for."""
        self.capacities[dimension] //= axis[2] // axis[1]

    def add_step(
        self, kind: str, axes: Sequence[Sequence[AxisSpan]] = (), target: int = -1, changes_mesh: bool = False
    ) -> None:
        """Adds a collective that leads to the current axes."""
        result = tuple([tuple(axes) for axes in self.current])
        self.steps.append(AxesStep(kind, tuple([tuple(each) for each in axes]), result, target, changes_mesh))
