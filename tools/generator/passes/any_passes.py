"""Random passes of any kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tools.generator.passes import (
    call_graphs,
    canonicalization,
    incompatible_shardings,
    local_programs,
    padding,
    permutations,
    pipelines,
    propagation,
    resharding,
)

PIPELINES: tuple[Callable[[Random], tuple[str, ...]], ...] = (
    call_graphs.passes,
    canonicalization.passes,
    incompatible_shardings.passes,
    local_programs.passes,
    padding.passes,
    permutations.passes,
    pipelines.general_passes,
    pipelines.named,
    resharding.passes,
    lambda chance: pipelines.passes(chance, chance.choice((1, 1, 2, 3))),
    lambda chance: propagation.pipeline(chance, chance.choice(propagation.PASSES)),
)
"""The functions that return passes of each kind."""


def passes(chance: Random) -> tuple[str, ...]:
    """Returns passes of any kind."""
    return chance.choice(PIPELINES)(chance)
