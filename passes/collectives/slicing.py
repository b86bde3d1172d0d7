"""Slices: axes that dimensions get in addition. They come first, as they need no communication and save some later."""

from __future__ import annotations

from itertools import takewhile
from math import gcd

from sdyopt.passes.collectives.axis_lists import append, fitting
from sdyopt.passes.collectives.state import ALL_SLICE, AxesState
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, sharded_size


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
    if not present or state.wanted[source]:
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
