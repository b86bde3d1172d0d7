"""The search for the collectives that lead from one sharding to another."""

from __future__ import annotations

from sdyopt.ir.remembering import remembered
from sdyopt.passes.collectives.axis_lists import append, remove_suffix
from sdyopt.passes.collectives.permuting import permute_axes
from sdyopt.passes.collectives.slicing import slice_axes
from sdyopt.passes.collectives.state import ALL_GATHER, ALL_TO_ALL, AxesState, AxesStep, CollectiveProblem
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


def gather_axes(state: AxesState) -> None:
    """Gathers all axes that are not in place, in each dimension of which none wants the last one."""
    gathered: list[list[AxisSpan]] = [[] for _ in state.present]
    for dimension, present in enumerate(state.present):
        if present and present[-1] not in state.destinations:
            state.misplaced.discard(present[-1])
            remove_suffix(state.current[dimension], present)
            for axis in present:
                append(gathered[dimension], axis)
            present.clear()
    if any(gathered):
        state.add_step(ALL_GATHER, gathered)


ROUNDS = 2
"""How often everything is tried. Where sizes of axes are powers of two above 1, that is enough."""


@remembered
def collectives(problem: CollectiveProblem) -> tuple[AxesStep, ...]:
    """Returns the collectives that lead from the source to the target, in order.

    They may stop short of the target where sizes of axes do not divide each other, or are 1.
    """
    state = AxesState(problem)
    for _ in range(ROUNDS):
        if state.is_done:
            break
        slice_axes(state)
        permute_axes(state)
        move_axes(state, is_strict=True)
        move_axes(state, is_strict=False)
        gather_axes(state)
    return tuple(state.steps)
