"""The canonicalization patterns of the dialects."""

from __future__ import annotations

from collections.abc import Collection

from sdyopt.rewriting.canonicalization import collectives, control_flow, manual_computations, reshards
from sdyopt.rewriting.patterns import Pattern, PatternSet

PATTERNS: tuple[Pattern, ...] = (
    *control_flow.PATTERNS,
    *manual_computations.PATTERNS,
    *reshards.PATTERNS,
    *collectives.PATTERNS,
)
"""All of them; of those with the same root and benefit an earlier one is tried first."""


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given."""
    chosen = [one for one in PATTERNS if not dialects or one.root.dialect in dialects]
    return PatternSet.of(chosen, enabled, disabled)
