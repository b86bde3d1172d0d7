"""Levels of op priorities: which factors of which operations are propagated first, and in which direction."""

from __future__ import annotations

from enum import Enum, auto

from sdyopt.dialects.sdy.attributes import PROPAGATION_DIRECTIONS, OpShardingRule
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import IntegerAttr, StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import RankedTensorType, ShapedType
from sdyopt.passes.propagation.solve.directions import Direction, Directions, uniform_of

LEVELS = range(5)
"""At each level the operations of all earlier ones are propagated as well.

At level 0, those that hand dimensions through are, if each operand has but one use; at level 1 without this condition;
at level 2 the pass-through factors of all operations; at level 3 all factors; at level 4 broadcasts in both directions.
"""


class DirectionClass(Enum):
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

_FIRST_LEVELS = {
    DirectionClass.PASS_THROUGH: Direction.BOTH,
    DirectionClass.DYNAMIC_SLICE: Direction.FORWARD,
}
"""What is propagated at levels 0 and 1, and with other directions at later ones."""


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
    direction = barrier.properties["allowed_direction"]
    assert isinstance(direction, IntegerAttr)
    return BARRIERS[PROPAGATION_DIRECTIONS[direction.value]][0]


def directions_at(rule: OpShardingRule, direction_class: DirectionClass, level: int | None) -> Directions:
    """Returns the direction of each factor at a level, or without levels if that is None.

    That operands must have one use at level 0 is not considered here.
    """
    return directions_of(factors_of(rule), direction_class, level)


class Factors(NamedTuple):
    """All that directions depend on in a rule."""

    factors: int
    blocked: tuple[int, ...]
    special: tuple[int, ...]
    """Those that need a collective."""


def factors_of(rule: OpShardingRule) -> Factors:
    """Returns what directions depend on."""
    special = rule.reduction + rule.need_replication + rule.permutation
    return Factors(len(rule.factor_sizes), rule.blocked_propagation, special)


@remembered
def directions_of(rule: Factors, direction_class: DirectionClass, level: int | None) -> Directions:
    """Returns the same for all rules with these factors."""
    barrier = _BARRIER_DIRECTIONS.get(direction_class)
    if barrier is not None:
        return uniform_of(barrier, rule.factors, rule.blocked)
    if level is None:
        return uniform_of(Direction.BOTH, rule.factors, rule.blocked)
    first = uniform_of(_FIRST_LEVELS.get(direction_class, Direction.NONE), rule.factors, rule.blocked)
    if level < 2:
        return first
    is_broadcast = direction_class is DirectionClass.BROADCAST and level < 4
    later = uniform_of(Direction.BACKWARD if is_broadcast else Direction.BOTH, rule.factors, rule.blocked)
    if level == 2:
        later = tuple([0 if factor in rule.special else direction for factor, direction in enumerate(later)])
    return tuple([a | b for a, b in zip(first, later, strict=True)])


def has_operands_with_one_use(op: Operation) -> bool:
    """Whether each operand, scalars excepted, is used by nothing else and only once."""
    return all(operand.has_one_use or _is_scalar(operand.type) for operand in op.operands)


def _is_scalar(type: object) -> bool:
    return isinstance(type, RankedTensorType) and not type.shape
