"""The canonicalization patterns of the dialects, which each dialect names."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from sdyopt.dialects import REGISTRY
from sdyopt.rewriting.patterns import Pattern, PatternSet


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given.

    The patterns of a dialect are imported with its first operation.
    """

    def patterns_of(dialect: str) -> list[Pattern]:
        declared = REGISTRY.dialects.get(dialect)
        if declared is None or not declared.patterns:
            return []
        found: tuple[Pattern, ...] = import_module(declared.patterns).PATTERNS
        return [one for one in found if not dialects or (one.dialect or dialect) in dialects]

    return PatternSet((), enabled, disabled, patterns_of)
