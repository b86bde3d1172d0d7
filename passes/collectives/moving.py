"""All-to-alls: axes go from the end of one dimension to the end of another one."""

from __future__ import annotations

from sdyopt.passes.collectives.axis_lists import append, remove_suffix
from sdyopt.passes.collectives.state import ALL_TO_ALL, AxesState
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan


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
    if is_strict and state.wanted[target][: len(moved)] != moved:
        return False
    del present[start:]
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
