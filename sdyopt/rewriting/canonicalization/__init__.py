"""The canonicalization patterns of the dialects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module

from sdyopt.rewriting.canonicalization import collectives, control_flow, manual_computations, reshards
from sdyopt.rewriting.patterns import Pattern, PatternSet

PATTERNS: tuple[Pattern, ...] = (
    *control_flow.PATTERNS,
    *manual_computations.PATTERNS,
    *reshards.PATTERNS,
    *collectives.PATTERNS,
)
"""All of them; of those with the same root and benefit an earlier one is tried first."""


DIALECTS: Mapping[str, tuple[str, ...]] = {}
"""The modules with the patterns of the dialects that are imported when a program names them."""


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given."""
    chosen = [one for one in PATTERNS if not dialects or one.root.dialect in dialects]

    def patterns_of(dialect: str) -> list[Pattern]:
        if dialects and dialect not in dialects:
            return []
        modules = [import_module(f"{__name__}.{name}") for name in DIALECTS.get(dialect, ())]
        return [one for module in modules for one in module.PATTERNS]

    return PatternSet(chosen, enabled, disabled, patterns_of)
