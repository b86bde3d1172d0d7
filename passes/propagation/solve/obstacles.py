"""Obstacles: why axes of one tensor of an operation do not come to another one.

This is the second reading of a propagation that has come to its end: the shardings are those that stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from sdyopt.dialects.sdy.attributes import AxisRef, OpShardingRule, Sharding
from sdyopt.dialects.sdy.shardings.spans import (
    AxisSpan,
    Spans,
    is_axis_prefix,
    is_strict_prefix,
    prefix_without_overlaps,
    sharded_size,
)
from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.passes.propagation.solve.solution import (
    FactorAxes,
    PropagationProblem,
    PropagationQuestion,
    compatible_major_axes,
    prefix_across_factors,
    prefix_within_factor,
    problem_of,
)
from sdyopt.sharding.projections import Direction, MeshAxes, Projection


class Reason(StrEnum):
    """Why an axis does not come to a tensor."""

    BLOCKED_FACTOR = "blocked-factor"
    FORWARD_ONLY = "forward-only"
    BACKWARD_ONLY = "backward-only"
    NO_DIRECTION = "no-direction"
    OTHER_AXES = "other-axes"
    REPLICATED = "replicated"
    UNREDUCED = "unreduced"
    CLOSED_DIMENSION = "closed-dimension"
    OVERFLOW = "overflow"
    NOT_DIVISIBLE = "not-divisible"
    USED_IN_DIMENSION = "used-in-dimension"
    SUB_AXIS = "sub-axis"
    LOST = "lost"
    """An earlier factor of the dimension is not sharded completely."""


class AxisObstacle(NamedTuple):
    """An axis that the tensor `source` has along a factor, but not the tensor `target`; operands come first.

    The reason lies in the tensor `where`, and there in the dimension with that number if it is not None.
    """

    axis: AxisRef
    factor: int
    source: int
    target: int
    reason: Reason
    where: int
    dimension: int | None


@remembered
def obstacles(question: PropagationQuestion) -> tuple[AxisObstacle, ...]:
    """Returns an obstacle for each factor of a tensor that could be sharded by further axes of another tensor."""
    return tuple(_obstacles(question, problem_of(question)))


def _obstacles(question: PropagationQuestion, problem: PropagationProblem) -> Iterator[AxisObstacle]:
    tensors: list[FactorAxes] = [projection.axes for projection in problem.projections]
    refs = MeshAxes.of(question.mesh)
    for source, projection in enumerate(problem.projections):
        for factor, overflow in projection.overflow.items():
            for target, present in enumerate(tensors):
                if target != source and factor in present and not problem.projections[target].overflow:
                    dimension = dimension_of(question.rule, source, factor)
                    yield AxisObstacle(
                        refs.ref(overflow[0]), factor, source, target, Reason.OVERFLOW, source, dimension
                    )
    for target, present in enumerate(tensors):
        for factor, axes in present.items():
            sizes = [sharded_size(tensor[factor]) if factor in tensor else 0 for tensor in tensors]
            source = sizes.index(max(sizes))
            wanted = tensors[source][factor]
            if source == target or len(wanted) < len(axes) or wanted == axes:
                continue
            index = next((n for n, (a, b) in enumerate(zip(axes, wanted, strict=False)) if a != b), len(axes))
            axis = _part_behind(axes[index], wanted[index]) if index < len(axes) else wanted[index]
            reason, where, dimension = _reason(question, problem, tensors, factor, source, target, index)
            yield AxisObstacle(refs.ref(axis), factor, source, target, reason, where, dimension)


def _part_behind(present: AxisSpan, axis: AxisSpan) -> AxisSpan:
    """Returns what a tensor lacks of an axis of which it has the first part."""
    return (axis[0], present[2], axis[2]) if is_axis_prefix(present, axis) and present != axis else axis


def _reason(
    question: PropagationQuestion,
    problem: PropagationProblem,
    tensors: list[FactorAxes],
    factor: int,
    source: int,
    target: int,
    index: int,
) -> tuple[Reason, int, int | None]:
    """Why the axis with that index does not come to the factor of the target: the reason, in which tensor and where."""
    direction = problem.directions[factor]
    if factor in question.rule.blocked_propagation:
        return Reason.BLOCKED_FACTOR, target, None
    if not _is_allowed(direction, source < problem.operand_count, target < problem.operand_count):
        return _DIRECTIONS[direction], target, None
    wanted = tensors[source][factor]
    if not is_strict_prefix(tensors[target][factor], wanted):
        return Reason.OTHER_AXES, target, dimension_of(question.rule, target, factor)
    compatible = compatible_major_axes(factor, tensors, problem.operand_count, direction)
    if not is_strict_prefix(wanted[:index], compatible):
        where = _first_with_other_axes(factor, tensors, wanted)
        return Reason.OTHER_AXES, where, dimension_of(question.rule, where, factor)
    if question.is_conservative and not MeshAxes.of(question.mesh).is_whole(wanted[index]):
        return Reason.SUB_AXIS, target, None
    others = [number for number in range(len(tensors)) if number != target]
    for where in (target, *others):
        found = _limit_in(question, problem, tensors, factor, where, wanted, index)
        if found is not None:
            return found[0], where, found[1]
    return Reason.LOST, target, dimension_of(question.rule, target, factor)


_DIRECTIONS: dict[int, Reason] = {
    Direction.NONE: Reason.NO_DIRECTION,
    Direction.FORWARD: Reason.FORWARD_ONLY,
    Direction.BACKWARD: Reason.BACKWARD_ONLY,
}


def _is_allowed(direction: int, from_operand: bool, to_operand: bool) -> bool:
    """Whether axes may move between an operand or result and another one."""
    if direction == Direction.BOTH:
        return True
    return bool(direction & (Direction.FORWARD if from_operand else Direction.BACKWARD)) and from_operand != to_operand


def _first_with_other_axes(factor: int, tensors: list[FactorAxes], wanted: Spans) -> int:
    for number, tensor in enumerate(tensors):
        axes = tensor.get(factor, ())
        if axes != wanted and not is_strict_prefix(axes, wanted):
            return number
    return 0


def _limit_in(
    question: PropagationQuestion,
    problem: PropagationProblem,
    tensors: list[FactorAxes],
    factor: int,
    where: int,
    wanted: Spans,
    index: int,
) -> tuple[Reason, int | None] | None:
    """Returns what limits the axis with that index in one tensor, and in which dimension; None if nothing does."""
    projection, present = problem.projections[where], tensors[where]
    axis, before = wanted[index], sharded_size(wanted[:index])
    if (factor_axes := present.get(factor)) is not None:
        size = problem.factor_sizes[factor]
        if prefix_within_factor(axis, before, factor, size, factor_axes, projection) != axis:
            dimension = dimension_of(question.rule, where, factor)
            return _limit_within(axis, factor, projection, _is_open(question.shardings[where], dimension)), dimension
    if prefix_across_factors(axis, factor, present, projection) != axis:
        for other, axes in present.items():
            used = (*projection.overflow.get(other, ()), *axes)
            if other != factor and prefix_without_overlaps(axis, used) != axis:
                return Reason.USED_IN_DIMENSION, dimension_of(question.rule, where, other)
    return None


def _is_open(sharding: Sharding | None, dimension: int | None) -> bool:
    return sharding is None or dimension is None or not sharding.dimensions[dimension].is_closed


def _limit_within(axis: AxisSpan, factor: int, projection: Projection, is_open: bool) -> Reason:
    """Why a factor of a tensor, in a dimension that is open or not, cannot be sharded by an axis."""
    if prefix_without_overlaps(axis, projection.replicated) != axis:
        return Reason.REPLICATED
    if prefix_without_overlaps(axis, projection.unreduced) != axis:
        return Reason.UNREDUCED
    if factor in projection.overflow or (is_open and factor in projection.closed):
        return Reason.OVERFLOW
    return Reason.CLOSED_DIMENSION if factor in projection.closed else Reason.NOT_DIVISIBLE


def dimension_of(rule: OpShardingRule, tensor: int, factor: int) -> int | None:
    """Returns the dimension that a factor is in, of an operand or, after these, a result."""
    mappings = rule.mappings
    for number, dimension in enumerate(mappings[tensor].dimensions):
        if factor in dimension.factors:
            return number
    return None
