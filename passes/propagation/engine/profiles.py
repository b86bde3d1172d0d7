"""Profiles: all that the outcome of a visit depends on besides the shardings, with the outcomes that are known.

Operations with equal rules share a profile, and so ask each question only once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, OpShardingRule, Sharding
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.propagation.engine.levels import (
    LEVELS,
    DirectionClass,
    Factors,
    directions_at,
    directions_of,
    factors_of,
)
from sdyopt.passes.propagation.solve.directions import Directions
from sdyopt.passes.propagation.solve.solution import PropagationQuestion, Strategy, common_mesh, solve

Shardings = tuple[Sharding | None, ...]
Updates = tuple[tuple[int, Sharding], ...]
"""New shardings by the index of the tensor, operands first."""


class PropagationStage(NamedTuple):
    """What is the same for all visits of one run: the strategy, and the level of op priorities if there are levels."""

    strategy: Strategy
    level: int | None = None

    @property
    def number(self) -> int:
        """A number for each stage, from 0 on."""
        level = len(LEVELS) if self.level is None else self.level
        return list(Strategy).index(self.strategy) * (len(LEVELS) + 1) + level


STAGES = tuple(PropagationStage(strategy, level) for strategy in Strategy for level in (*LEVELS, None))


State = list[Updates]
"""The updates of a visit at each stage, by its number; UNKNOWN where they have not been asked for."""

UNKNOWN: Updates = ((-1, cast(Sharding, None)),)

QUIET: State = [()] * len(STAGES)
"""The state of operations over which nothing is propagated."""


UNKNOWN_SIZE = 1 << 46
"""The size of a factor that a rule mentions but does not have.

The reference reads an address in its place, which makes the tensors with this factor the largest ones. Only where two
are missing may the product of the addresses overflow, and another tensor be larger.
"""


class RuleProfile:
    """The rule of operations and how it is propagated, with what is known about visits.

    `states` holds the outcomes for shardings that have been met, `stale` those that do not depend on shardings: where
    nothing can change at a stage, there are no updates.
    """

    __slots__ = (
        "_meshes",
        "_propagated_rule",
        "direction_class",
        "is_conservative",
        "is_elementwise",
        "rule",
        "stale",
        "states",
    )

    def __init__(
        self,
        rule: OpShardingRule,
        direction_class: DirectionClass,
        is_elementwise: bool,
        is_conservative: bool,
        meshes: Mapping[str, Mesh],
    ) -> None:
        self.rule = rule
        self.direction_class = direction_class
        self.is_elementwise = is_elementwise
        self.is_conservative = is_conservative
        self._meshes = meshes
        self._propagated_rule = completed(rule)
        self.stale: State = list(_stale(factors_of(self._propagated_rule), direction_class))
        self.states: dict[Shardings, State] = {}

    def directions(self, stage: PropagationStage) -> Directions:
        """Returns the direction of each factor."""
        return directions_at(self._propagated_rule, self.direction_class, stage.level)

    def add_state(self, shardings: Shardings) -> State:
        """Adds the state of operations with these shardings to those that are known, and returns it."""
        state = self.states[shardings] = self.stale.copy()
        return state

    def question(self, shardings: Shardings, stage: PropagationStage) -> PropagationQuestion | None:
        """Returns what a visit asks; None if the shardings have no common mesh with all their axes."""
        found = common_mesh(shardings, self._meshes)
        if found is None or not found[1].axes:
            return None
        name, mesh = found
        if not all(has_axes(mesh, sharding) for sharding in shardings if sharding is not None):
            return None
        return PropagationQuestion(
            self._propagated_rule,
            shardings,
            mesh,
            name,
            self.directions(stage),
            self.is_elementwise,
            self.is_conservative,
            stage.strategy,
        )

    def updates(self, shardings: Shardings, stage: PropagationStage) -> Updates:
        """Returns the outcome of a visit."""
        question = self.question(shardings, stage)
        return () if question is None else solve(question).updates


@remembered
def _stale(factors: Factors, direction_class: DirectionClass) -> Sequence[Updates]:
    """Returns the outcomes that do not depend on shardings for rules with these factors."""
    return [UNKNOWN if any(directions_of(factors, direction_class, stage.level)) else () for stage in STAGES]


@remembered
def has_axes(mesh: Mesh, sharding: Sharding) -> bool:
    """Whether a mesh has all axes of the dimensions of a sharding.

    It may not where the argument of a manual computation, and the edge on it, are sharded over different meshes.
    """
    return all(axis.name in mesh.axis_sizes for dimension in sharding.dimensions for axis in dimension.axes)


def completed(rule: OpShardingRule) -> OpShardingRule:
    """Returns a rule that has all factors that it mentions; those that `rule` lacks are blocked.

    The rule of a collective lacks some if its first operand has a lower rank than others; the verifier rejects it where
    it is written.
    """
    mappings = rule.operand_mappings + rule.result_mappings
    mentioned = {factor for tensor in mappings for dimension in tensor.dimensions for factor in dimension.factors}
    missing = tuple(range(len(rule.factor_sizes), max(mentioned, default=-1) + 1))
    if not missing:
        return rule
    return OpShardingRule(
        rule.factor_sizes + (UNKNOWN_SIZE,) * len(missing),
        rule.operand_mappings,
        rule.result_mappings,
        rule.reduction,
        rule.need_replication,
        rule.permutation,
        rule.blocked_propagation + missing,
        rule.is_custom,
    )
