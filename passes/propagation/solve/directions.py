"""Directions in which a factor may be propagated (the enum PropagationDirection)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag

from sdyopt.dialects.sdy.attributes import OpShardingRule


class Direction(IntFlag):
    """A direction; the union of several directions is their bitwise or."""

    NONE = 0
    FORWARD = 1
    BACKWARD = 2
    BOTH = 3


Directions = tuple[int, ...]
"""The direction of each factor of a rule."""


def uniform(direction: int, rule: OpShardingRule) -> Directions:
    """Returns `direction` for every factor of `rule` that is not blocked, and NONE for the others."""
    return uniform_of(direction, len(rule.factor_sizes), rule.blocked_propagation)


def uniform_of(direction: int, factors: int, blocked: Sequence[int]) -> Directions:
    """Returns the same for each of the factors."""
    return tuple([0 if factor in blocked else direction for factor in range(factors)])
