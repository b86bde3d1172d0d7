"""Random passes of any kind, with or without those that fold operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tools.generator import (
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

FOLDING = (
    "canonicalize",
    "inline",
    "sccp",
    "sdy-constant-",
    "sdy-convert-global-to-local",
    "sdy-explicit-gather-scatter-batching",
    "sdy-export-pipeline",
    "sdy-import-pipeline",
    "sdy-pad-for-divisibility",
    "sdy-propagation-pipeline",
    "sdy-reshard-to-collectives",
    "sdy-sharding-constraint-to-reshard",
)
"""How the names of passes begin that fold operations: simplifications, conversions of dialects, and pipelines."""

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


def fold(passes: Sequence[str]) -> bool:
    """Whether any of these passes folds operations."""
    return any(name.startswith(FOLDING) for name in passes)


def passes(chance: Random, may_fold: bool = True) -> tuple[str, ...]:
    """Returns passes of any kind; none of them folds unless they `may_fold`."""
    while True:
        chosen = chance.choice(PIPELINES)(chance)
        if may_fold or not fold(chosen):
            return chosen
