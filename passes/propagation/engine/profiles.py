"""Profiles: all that the outcome of a visit depends on besides the shardings, with the outcomes that are known.

Operations with equal rules share a profile, and so ask each question only once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import IntEnum, auto
from math import prod
from typing import cast

from sdyopt.dialects.sdy.attributes import PROPAGATION_DIRECTIONS, Mesh, OpShardingRule, Sharding, TensorMapping
from sdyopt.dialects.sdy.shardings.axes import has_axes
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.ir.attribute import remembered, remembered_table
from sdyopt.ir.attributes import IntegerAttr, RankedTensorType, ShapedType, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.passes.propagation.solve.solution import PropagationQuestion, Strategy, common_mesh, solve
from sdyopt.sharding.projections import Direction, Directions, last_factor, sole_factors, uniform

# Levels of op priorities: which factors of which operations are propagated first, and in which direction.

LEVELS = range(5)
"""At each level the operations of all earlier ones are propagated as well.

At level 0, those that hand dimensions through are, if each operand has but one use; at level 1 without this condition;
at level 2 the pass-through factors of all operations; at level 3 all factors; at level 4 broadcasts in both directions.
"""


class DirectionClass(IntEnum):
    """Operations that are propagated alike at each level."""

    PASS_THROUGH = auto()
    DYNAMIC_SLICE = auto()
    BROADCAST = auto()
    OTHER = auto()
    NO_BARRIER = auto()
    FORWARD_BARRIER = auto()
    BACKWARD_BARRIER = auto()
    OPEN_BARRIER = auto()


_ELEMENTWISE = frozenset(("Elementwise", "BroadcastingElementwise"))
"""The traits of operations that compute each element of the result from the operands' elements in the same place."""

_CLASSES = {
    "stablehlo.reshape": DirectionClass.PASS_THROUGH,
    "stablehlo.transpose": DirectionClass.PASS_THROUGH,
    "sdy.data_flow_edge": DirectionClass.PASS_THROUGH,
    "sdy.func_data_flow_edge": DirectionClass.PASS_THROUGH,
    "stablehlo.dynamic_slice": DirectionClass.DYNAMIC_SLICE,
    "stablehlo.dynamic_update_slice": DirectionClass.DYNAMIC_SLICE,
    "stablehlo.broadcast_in_dim": DirectionClass.BROADCAST,
}

_PASS_THROUGH_CALLS = ("MoveToDevice", "MoveToHost")

BARRIERS = {
    "NONE": (DirectionClass.NO_BARRIER, Direction.NONE),
    "FORWARD": (DirectionClass.FORWARD_BARRIER, Direction.FORWARD),
    "BACKWARD": (DirectionClass.BACKWARD_BARRIER, Direction.BACKWARD),
    "BOTH": (DirectionClass.OPEN_BARRIER, Direction.BOTH),
}
_BARRIER_DIRECTIONS = dict(BARRIERS.values())

_FIRST_LEVELS = {DirectionClass.PASS_THROUGH: Direction.BOTH, DirectionClass.DYNAMIC_SLICE: Direction.FORWARD}
"""The directions of operations that are propagated at levels 0 and 1; at later levels they have others."""


def is_elementwise(signature: Signature) -> bool:
    """Whether each element of the result is computed from those of the operands in the same place."""
    definition = signature.definition
    if definition.name == "stablehlo.bitcast_convert":
        return _shape_of(signature.operand_types[0]) == _shape_of(signature.result_types[0])
    return not _ELEMENTWISE.isdisjoint(definition.traits)


def _shape_of(type: object) -> tuple[int, ...] | None:
    return type.dimensions if isinstance(type, ShapedType) else None


def direction_class_of(signature: Signature) -> DirectionClass:
    """Returns the class of an operation that is not a barrier."""
    definition = signature.definition
    if definition is CUSTOM_CALL:
        target = signature.properties.get("call_target_name")
        is_move = isinstance(target, StringAttr) and target.value in _PASS_THROUGH_CALLS
        return DirectionClass.PASS_THROUGH if is_move else DirectionClass.OTHER
    if is_elementwise(signature):
        return DirectionClass.PASS_THROUGH
    return _CLASSES.get(definition.name, DirectionClass.OTHER)


def barrier_class(barrier: Operation) -> DirectionClass:
    """Returns the class of a propagation barrier."""
    direction = barrier.properties.find(IntegerAttr, "allowed_direction")
    return BARRIERS[PROPAGATION_DIRECTIONS[direction.value]][0]


@remembered
def directions_of(rule: OpShardingRule, direction_class: DirectionClass, level: int | None) -> Directions:
    """Returns the direction of each factor at a level, or without levels if that is None.

    That operands must have one use at level 0 is not considered here.
    """
    if (barrier := _BARRIER_DIRECTIONS.get(direction_class)) is not None:
        return uniform(barrier, rule)
    if level is None:
        return uniform(Direction.BOTH, rule)
    first = uniform(_FIRST_LEVELS.get(direction_class, Direction.NONE), rule)
    if level < 2:
        return first
    is_broadcast = direction_class is DirectionClass.BROADCAST and level < 4
    later = uniform(Direction.BACKWARD if is_broadcast else Direction.BOTH, rule)
    if level == 2:
        special = rule.reduction + rule.need_replication + rule.permutation
        later = tuple([0 if factor in special else direction for factor, direction in enumerate(later)])
    return tuple([a | b for a, b in zip(first, later, strict=True)])


def has_operands_with_one_use(op: Operation) -> bool:
    """Whether each operand, scalars excepted, is used by nothing else and only once."""
    return all(
        operand.has_one_use or (isinstance(operand.type, RankedTensorType) and not operand.type.shape)
        for operand in op.operands
    )


Shardings = tuple[Sharding | None, ...]
Updates = tuple[tuple[int, Sharding], ...]
"""New shardings by the index of the tensor, operands first."""


class PropagationStage(NamedTuple):
    """The state that all visits of one run share: the strategy, and the level of op priorities if there are levels."""

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
    """A rule that represents the rules of operations and how it is propagated, with what is known about visits.

    `states` holds the outcomes for shardings that have been met, `stale` those that do not depend on shardings: where
    nothing can change at a stage, there are no updates.
    """

    __slots__ = (
        "_meshes",
        "_propagated_rule",
        "direction_class",
        "is_conservative",
        "is_elementwise",
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
        self.direction_class = direction_class
        self.is_elementwise = is_elementwise
        self.is_conservative = is_conservative
        self._meshes = meshes
        self._propagated_rule = completed(rule)
        self.stale: State = [UNKNOWN if any(self.directions(stage)) else () for stage in STAGES]
        self.states: dict[Shardings, State] = {}

    def directions(self, stage: PropagationStage) -> Directions:
        """Returns the direction of each factor."""
        return directions_of(self._propagated_rule, self.direction_class, stage.level)

    def add_state(self, shardings: Shardings) -> State:
        """Adds the state of operations with these shardings to those that are known, and returns it."""
        state = self.states[shardings] = self.stale.copy()
        return state

    def question(self, shardings: Shardings, stage: PropagationStage) -> PropagationQuestion | None:
        """Returns what a visit asks; None if the shardings have no common mesh with all their axes."""
        if (found := common_mesh(shardings, self._meshes)) is None or not found[1].axes:
            return None
        name, mesh = found
        # The argument of a manual computation, and the edge on it, may be sharded over different meshes.
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
def representative(rule: OpShardingRule) -> OpShardingRule:
    """Returns the first rule that is propagated like this one, which differs from it at most in sizes of factors.

    Where no dimension has several factors, sizes decide only which tensor is the largest.
    """
    sizes, mappings = rule.factor_sizes, rule.mappings
    if (tensors := _tensors(mappings, len(sizes))) is None or min(sizes, default=0) < 0:
        return rule
    elements = [prod([sizes[factor] for factor in factors]) for factors in tensors]
    order = tuple(map(sorted(elements).index, elements))
    special = rule.reduction, rule.need_replication, rule.permutation, rule.blocked_propagation
    return _REPRESENTATIVES.setdefault((len(sizes), order, len(rule.result_mappings), mappings, special), rule)


_REPRESENTATIVES: dict[Hashable, OpShardingRule] = remembered_table()


@remembered
def _tensors(mappings: tuple[TensorMapping, ...], factor_count: int) -> list[list[int]] | None:
    """Returns the factors of each tensor; None if a dimension has several, or there are fewer than are mentioned."""
    tensors = list(map(sole_factors, mappings))
    if None in tensors or factor_count <= max(map(last_factor, mappings), default=-1):
        return None
    return [factors for factors in tensors if factors is not None]


def completed(rule: OpShardingRule) -> OpShardingRule:
    """Returns a rule that has all factors that it mentions; those that `rule` lacks are blocked.

    The rule of a collective lacks some if its first operand has a lower rank than others; the verifier rejects it where
    it is written.
    """
    mappings = rule.mappings
    missing = tuple(range(len(rule.factor_sizes), max(map(last_factor, mappings), default=-1) + 1))
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
