"""The search for the collectives that lead from one sharding to another."""

from __future__ import annotations

from sdyopt.ir.remembering import remembered
from sdyopt.passes.collectives.gathering import gather_axes
from sdyopt.passes.collectives.moving import move_axes
from sdyopt.passes.collectives.permuting import permute_axes
from sdyopt.passes.collectives.slicing import slice_axes
from sdyopt.passes.collectives.state import AxesState, AxesStep, CollectiveProblem

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
