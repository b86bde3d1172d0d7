"""The search for the collectives that lead from one sharding to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import gcd, prod

from sdyopt.dialects.sdy.shardings.spans import (
    AxisSpan,
    Spans,
    any_overlap,
    by_number,
    can_merge,
    cut,
    prefix_without_overlap,
    sharded_size,
)
from sdyopt.dialects.sdy.syntax import axes_text, axis_ref
from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.projections import MeshAxes
from sdyopt.sharding.replica_groups import bytes_sent

# Lists of axes that are cut, shortened and prolonged: the axes of one dimension, as spans.


def append(axes: list[AxisSpan], axis: AxisSpan) -> None:
    """Adds `axis` at the end; if it continues the last one, the two become one."""
    if axes and can_merge(axes[-1], axis):
        axes[-1] = (axis[0], axes[-1][1], axis[2])
    else:
        axes.append(axis)


def remove_suffix(axes: list[AxisSpan], suffix: Sequence[AxisSpan]) -> None:
    """Removes `suffix`, the last axes of `axes`, or parts of these."""
    for axis in reversed(suffix):
        if axes and (rest := prefix_without_overlap(axes.pop(), axis)) is not None:
            axes.append(rest)


def fitting(axis: AxisSpan, capacity: int) -> tuple[AxisSpan, AxisSpan | None] | None:
    """Returns as much of `axis` as a dimension takes that can be cut in `capacity` more pieces, and the rest of it.

    Returns None if it takes nothing: it is full, or the sizes do not divide each other.
    """
    number, start, stop = axis
    size = stop // start
    if capacity <= 1:
        return None
    if capacity >= size:
        return None if capacity % size else (axis, None)
    if size % capacity:
        return None
    middle = start * capacity
    return (number, start, middle), (number, middle, stop)


# How far a tensor has come on its way from one sharding to another.

DimensionAxes = tuple[Spans, ...]
"""The axes of each dimension."""


class CollectiveProblem(NamedTuple):
    """A tensor of a shape whose dimensions have the axes of `source`, and are to have those of `target`.

    If `has_other_devices`, the mesh of `target` is another one, which has the devices in another order. If it
    `regathers`, as since jaxlib 0.12, dimensions whose padding changes are gathered first (see `repadded`), and axes
    before those that are gathered may stay.
    """

    source: DimensionAxes
    target: DimensionAxes
    shape: tuple[int, ...]
    has_other_devices: bool = False
    regathers: bool = False

    @property
    def repadded(self) -> frozenset[int]:
        """The dimensions that are sharded in both, and that have another size with padding in each."""
        found: set[int] = set()
        for dimension, (size, source, target) in enumerate(zip(self.shape, self.source, self.target, strict=True)):
            before, after = sharded_size(source), sharded_size(target)
            if self.regathers and size > 0 and min(before, after) > 1 and -size % before != -size % after:
                found.add(dimension)
        return frozenset(found)


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
        self.regathered = problem.repadded
        """The dimensions that are gathered as a whole before they get any axes of the target."""
        self.deferred = {dimension: self.wanted[dimension] for dimension in self.regathered}
        for dimension, (has, wants) in enumerate(zip(self.present, self.wanted, strict=True)):
            if dimension in self.regathered:
                self.wanted[dimension] = []
                continue
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
        return not (self.has_other_devices or any(self.present) or any(self.wanted) or self.regathered)

    def want_deferred(self, *dimensions: int) -> None:
        """Begins with what dimensions want that have no axes any more."""
        for dimension in dimensions:
            self.wanted[dimension] = self.deferred[dimension]
        self.misplaced = {axis for axes in self.present for axis in axes}
        self.regathered -= {*dimensions}

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
        self,
        axes_for: Callable[[int], list[AxisSpan]],
        at_front: bool,
        placed: Callable[[int, AxisSpan], object] = lambda *_: None,
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
                if (found := fitting(axes[index], self.capacities[dimension])) is None:
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


# Collective permutes: axes change places, and each device sends its part to another one.


def permute_axes(state: AxesState) -> None:
    """Permutes if that is needed; otherwise only if the devices have another order in the target's mesh."""
    if not state.regathered and is_permute_needed(state):
        _permute(state)
    elif not state.has_other_devices:
        return
    changes_mesh, state.has_other_devices = state.has_other_devices, False
    state.add_step(COLLECTIVE_PERMUTE, changes_mesh=changes_mesh)


def is_permute_needed(state: AxesState) -> bool:
    """Whether axes cannot be moved, or gathered, before others have changed places."""
    last_wanted: AxisSpan | None = None
    last_unwanted: AxisSpan | None = None
    for dimension, (present, wanted) in enumerate(zip(state.present, state.wanted, strict=True)):
        if present and wanted and _divides(present[0], wanted[0]):
            return True
        seen: set[int] = set()
        last, last_place = -1, 0
        for axis in present:
            if (found := state.destinations.get(axis)) is None:
                if last >= 0 and not wanted:
                    return True
                last_unwanted = axis
                last = -1
                continue
            target, place = found
            if (target == dimension or target in seen) and not (last == target and place == last_place + 1):
                return True
            seen.add(target)
            last, last_place = found
        for axis in wanted:
            if axis not in state.misplaced:
                last_wanted = axis
    return last_wanted is not None and last_unwanted is not None and _divides(last_wanted, last_unwanted)


def _divides(a: AxisSpan, b: AxisSpan) -> bool:
    """Whether the size of one of two axes divides that of the other."""
    a_size, b_size = a[2] // a[1], b[2] // b[1]
    return a_size % b_size == 0 or b_size % a_size == 0


def _permute(state: AxesState) -> None:
    """Gives dimensions the axes that they want, as many as the pieces that they are in make up.

    Where there is room left, axes come that other dimensions want, and before these ones that no dimension wants.
    """
    state.misplaced = set()
    left: list[AxisSpan] = []
    unwanted: list[list[AxisSpan]] = []
    for dimension, present in enumerate(state.present):
        total = sharded_size(present)
        remove_suffix(state.current[dimension], present)
        _take_wanted(state, dimension, total)
        left += state.wanted[dimension]
        unwanted.append(_unwanted(state, dimension, total // state.capacities[dimension]))
        present.clear()

    state.distribute(lambda dimension: left, False)
    state.distribute(unwanted.__getitem__, True)
    rest = [axis for axes in unwanted for axis in axes]
    state.distribute(lambda dimension: rest, True)
    state.find_destinations()
    for current, present in zip(state.current, state.present, strict=True):
        for axis in present:
            append(current, axis)


def _take_wanted(state: AxesState, dimension: int, total: int) -> None:
    """Puts the first axes that a dimension wants into place, as many as it has pieces for: `total`."""
    wanted = state.wanted[dimension]
    state.capacities[dimension] = total
    while wanted:
        if (found := fitting(wanted[0], state.capacities[dimension])) is None:
            return
        part, rest = found
        state.take_capacity(dimension, part)
        append(state.current[dimension], part)
        wanted[:1] = [] if rest is None else [rest]


def _unwanted(state: AxesState, dimension: int, used: int) -> list[AxisSpan]:
    """Returns the axes of a dimension that none wants: last come those that `used` pieces had belonged to."""
    kept = [axis for axis in state.present[dimension] if axis not in state.destinations]
    given: list[AxisSpan] = []
    while kept:
        if (found := fitting(kept[0], used)) is None:
            break
        part, rest = found
        used //= part[2] // part[1]
        given.append(part)
        kept[:1] = [] if rest is None else [rest]
    return kept + given


# Slices: axes that dimensions get in addition. They come first, as they need no communication and save some later.


def slice_axes(state: AxesState) -> None:
    """Slices along wanted axes that no dimension has, as far as dimensions become no smaller than the target's."""
    if not any(state.wanted):
        state.find_destinations()
        return
    for dimension, (present, wanted) in enumerate(zip(state.present, state.wanted, strict=True)):
        size, wanted_size = sharded_size(present), sharded_size(wanted)
        state.capacities[dimension] = wanted_size // gcd(size, wanted_size)
    slices: list[list[AxisSpan]] = [[] for _ in state.present]
    for dimension in range(len(slices)):
        _slice_for_all_to_all(state, dimension, slices)
    left = _slice_in_place(state, slices)

    def placed(dimension: int, axis: AxisSpan) -> None:
        _add(state, dimension, axis, slices)

    state.distribute(lambda dimension: left, False, placed)
    state.find_destinations()
    if any(slices):
        state.add_step(ALL_SLICE, slices)


def _add(state: AxesState, dimension: int, axis: AxisSpan, slices: list[list[AxisSpan]]) -> None:
    append(slices[dimension], axis)
    append(state.current[dimension], axis)


def _slice_for_all_to_all(state: AxesState, source: int, slices: list[list[AxisSpan]]) -> None:
    """Slices the dimension `source` along axes that another one wants, if its last axes go to that one before them.

    One all-to-all then moves them all.
    """
    present = state.present[source]
    if not present or state.wanted[source] or source in state.regathered:
        return
    target, place = state.destinations.get(present[-1], (-1, -1))
    if target < 0 or state.present[target]:
        return
    wanted = state.wanted[target]
    run = list(takewhile(lambda axis: axis not in state.misplaced, wanted[place + 1 :]))
    if not run:
        return
    count = 0
    while count < min(len(present), place + 1) and present[-1 - count] == wanted[place - count]:
        count += 1
    if any(state.destination(axis) == target for axis in present[: len(present) - count]):
        return
    common, added = sharded_size(present[len(present) - count :]), sharded_size(run)
    if state.problem.shape[source] % (sharded_size(state.current[source]) * added):
        return
    state.capacities[target] //= common * added
    for axis in run:
        present.append(axis)
        state.misplaced.add(axis)
        _add(state, source, axis, slices)


def _slice_in_place(state: AxesState, slices: list[list[AxisSpan]]) -> list[AxisSpan]:
    """Slices dimensions along the axes that they want, and returns those for which there is no room."""
    left: list[AxisSpan] = []
    for dimension, wanted in enumerate(state.wanted):
        present = state.present[dimension]
        place = 0
        while place < len(wanted):
            axis = wanted[place]
            found = None if axis in state.misplaced else fitting(axis, state.capacities[dimension])
            if found is None:
                if axis not in state.misplaced:
                    left.append(axis)
                place += 1
                continue
            part, rest = found
            state.take_capacity(dimension, part)
            _add(state, dimension, part, slices)
            if place == 0 and not present:
                del wanted[0]
            else:
                state.misplaced.add(part)
                present.append(part)
                wanted[place] = part
                place += 1
            if rest is not None:
                wanted.insert(place, rest)
                place += 1
                left.append(rest)
    return left


def move_axes(state: AxesState, is_strict: bool) -> None:
    """Moves the last axes of dimensions to those that want them; if `is_strict`, only if they come next there."""
    for source in range(len(state.present)):
        while _move_from(state, source, is_strict):
            pass


def _move_from(state: AxesState, source: int, is_strict: bool) -> bool:
    """Moves the last axes of a dimension that go to the same other one, and returns whether there are any."""
    present = state.present[source]
    target = state.destination(present[-1]) if present else None
    if target is None or target == source:
        return False
    start = len(present) - 1
    while start > 0 and state.destination(present[start - 1]) == target:
        start -= 1
    moved = present[start:]
    if start and source in state.regathered:
        return False
    if is_strict and state.wanted[target][: len(moved)] != moved:
        return False
    del present[start:]
    if source in state.regathered:
        state.want_deferred(source)
        state.find_destinations()
    remove_suffix(state.current[source], moved)
    axes: list[AxisSpan] = []
    for axis in moved:
        append(axes, axis)
        append(state.current[target], axis)
        state.misplaced.discard(axis)
        wanted = state.wanted[target]
        if not state.present[target] and wanted[:1] == [axis]:
            del wanted[0]
        else:
            state.present[target].append(axis)
            state.misplaced.add(axis)
    state.add_step(ALL_TO_ALL, [axes if index == source else () for index in range(len(state.present))], target)
    return True


def gather_axes(state: AxesState) -> None:
    """Gathers the axes that are not in place, in each dimension of which none wants the last one.

    Since jaxlib 0.12 axes before a wanted one stay, unless the dimension is gathered as a whole.
    """
    gathered: list[list[AxisSpan]] = [[] for _ in state.present]
    for dimension, present in enumerate(state.present):
        is_whole = dimension in state.regathered
        if present and (is_whole or present[-1] not in state.destinations):
            start = len(present) - 1 if state.problem.regathers and not is_whole else 0
            while start and present[start - 1] not in state.destinations:
                start -= 1
            lost = present[start:]
            del present[start:]
            state.misplaced.discard(lost[-1])
            remove_suffix(state.current[dimension], lost)
            for axis in lost:
                append(gathered[dimension], axis)
    if any(gathered):
        state.add_step(ALL_GATHER, gathered)


ROUNDS = 2
"""How often everything is tried; once more since jaxlib 0.12. For axes with powers of two above 1 this is enough."""


@remembered
def collectives(problem: CollectiveProblem) -> tuple[AxesStep, ...]:
    """Returns the collectives that lead from the source to the target, in order.

    They may stop short of the target where sizes of axes do not divide each other, or are 1.
    """
    state = AxesState(problem)
    if state.regathered:
        _go_on(state)
        state.want_deferred(*state.regathered)
    for _ in range(ROUNDS + problem.regathers):
        if state.is_done:
            break
        _go_on(state)
    return tuple(state.steps)


def _go_on(state: AxesState) -> None:
    slice_axes(state)
    permute_axes(state)
    move_axes(state, is_strict=True)
    move_axes(state, is_strict=False)
    gather_axes(state)


# Collectives in words: which axes go where, and what that costs.

COSTS = {
    ALL_SLICE: "each device keeps 1/{devices} of what it has, and sends nothing",
    COLLECTIVE_PERMUTE: "each device sends all that it has to another one, or keeps it",
    ALL_TO_ALL: "each device sends all but 1/{devices} of what it has to {others:#} {others:other|others}",
    ALL_GATHER: "each device gets what {others:#} {others:other has|others have}, and holds {devices} times as much",
}
"""The costs of collectives by kind, with the number of devices that share, and that beside one."""


class StepsExplained(NamedTuple):
    """The changes by a collective, and the number of devices that share the work."""

    changes: tuple[str, ...]
    devices: int


def explanations(problem: CollectiveProblem, steps: tuple[AxesStep, ...], axes: MeshAxes) -> Iterator[StepsExplained]:
    """Returns what each of the `steps` from the source of the problem on does."""
    before = problem.source
    for step in steps:
        changes = tuple(_changes(step, before, problem.target, axes))
        yield StepsExplained(changes, sharded_size([axis for each in step.axes for axis in each]))
        before = step.result


def elements_sent(problem: CollectiveProblem, steps: tuple[AxesStep, ...]) -> int | None:
    """Returns the number of elements that a device sends in all `steps`; None if the tensor has dynamic sizes."""
    sent = 0
    axes = problem.source
    for step in steps:
        if (present := _elements_of_a_device(problem.shape, axes)) is None:
            return None
        if step.kind == COLLECTIVE_PERMUTE:
            sent += bytes_sent("collective-permute", present, 2)
        elif step.kind != ALL_SLICE:
            devices = sharded_size([axis for each in step.axes for axis in each])
            sent += bytes_sent(step.kind.replace("_", "-"), present, devices)
        axes = step.result
    return sent


def elements_sent_by_gathering(problem: CollectiveProblem) -> int | None:
    """Returns the same for an all-gather along all axes that do not stay where they are, before an all-slice."""
    if (present := _elements_of_a_device(problem.shape, problem.source)) is None:
        return None
    lost: list[AxisSpan] = []
    for old, new in zip(problem.source, problem.target, strict=True):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
        lost += old if problem.has_other_devices else old[sum(1 for _ in same) :]
    return bytes_sent("all-gather", present, sharded_size(lost))


def _elements_of_a_device(shape: tuple[int, ...], axes: DimensionAxes) -> int | None:
    if any(size < 0 for size in shape):
        return None
    return prod([-(-size // sharded_size(each)) for size, each in zip(shape, axes, strict=True)])


def _changes(step: AxesStep, before: DimensionAxes, target: DimensionAxes, axes: MeshAxes) -> Iterator[str]:
    match step.kind:
        case "all_to_all":
            moved = step.axes[step.source]
            verb = "go" if len(moved) > 1 else "goes"
            yield f"{_listed(moved, axes)} {verb} from dimension {step.source} to {step.target}"
        case "collective_permute":
            for dimension, (old, new) in enumerate(zip(before, step.result, strict=True)):
                if old != new:
                    has, had = axes_text(axes.refs(new)), axes_text(axes.refs(old))
                    yield f"dimension {dimension} has {has} instead of {had}"
            if step.changes_mesh:
                yield "devices have another order"
        case kind:
            verb = "gets" if kind == ALL_SLICE else "loses"
            for dimension, changed in enumerate(step.axes):
                if changed:
                    elsewhere = [
                        str(other)
                        for other, wanted in enumerate(target)
                        if other != dimension and any_overlap(changed, wanted)
                    ]
                    later = f" for dimension {' and '.join(elsewhere)}" if elsewhere else ""
                    yield f"dimension {dimension} {verb} {_listed(changed, axes)}{later}"


def _listed(axes: Spans, mesh_axes: MeshAxes) -> str:
    """`"a", "b" and "c"`."""
    *texts, last = [axis_ref(axis) for axis in mesh_axes.refs(axes)]
    return f"{', '.join(texts)} and {last}" if texts else last
