"""All-gathers: dimensions lose axes at the end."""

from __future__ import annotations

from sdyopt.passes.collectives.axis_lists import append, remove_suffix
from sdyopt.passes.collectives.state import ALL_GATHER, AxesState
from sdyopt.passes.propagation.solve.axis_spans import AxisSpan


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
