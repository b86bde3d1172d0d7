"""The rule of reshapes: factors that both shapes are products of."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, prod

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.sharding.factor_sizes import MLIR_DYNAMIC, Shape
from sdyopt.sharding.rule_builder import RuleBuilder


class ReshapeFactor(NamedTuple):
    """A factor of a reshape, and the dimension of each side that it is part of, None for neither."""

    size: int
    operand: int | None = None
    result: int | None = None


class _Side:
    """A shape of which factors are taken, from its major dimension on."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.dimension = 0
        self.entered = 1
        """The product of the sizes of the dimensions up to the current one, once that is entered."""
        self.factored = 1
        """The product of the factors taken so far."""

    @property
    def has_dimension(self) -> bool:
        return self.dimension < len(self.shape)

    @property
    def is_at_one(self) -> bool:
        """Whether the current dimension has size 1."""
        return self.has_dimension and self.shape[self.dimension] == 1

    def enter(self) -> None:
        """Enters the current dimension if the one before is finished."""
        if self.has_dimension and self.entered == self.factored:
            self.entered *= self.shape[self.dimension]

    def leave(self) -> None:
        """Advances to the next dimension if the current one is finished."""
        if self.has_dimension and self.entered == self.factored:
            self.dimension += 1

    @property
    def remaining(self) -> int:
        """The part of the current dimension that has no factors yet."""
        return self.entered // self.factored

    def step_towards(self, other: _Side) -> int:
        """The factor to take next if this side has taken less than the `other`."""
        missing, rest = divmod(other.factored, self.factored)
        if not rest and self.remaining % missing == 0:
            return missing
        common = gcd(self.remaining, other.remaining)
        return self.remaining // common if self.remaining > common else self.remaining


def reshape(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a rule with the factors that both sides have in common, None for a reshape of no elements."""
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    if MLIR_DYNAMIC in (*operand, *result):
        if prod(operand) % 2**64 == 0:  # MLIR's product of sizes, of which a dynamic one is -2**63
            return None
        return builder.build()  # which the verifier rejects
    if 0 in operand:
        return None
    for factor in reshape_factors(operand, result):
        builder.add_factor(factor.size, [factor.operand], [factor.result])
    return builder.build()


def reshape_factors(operand: Shape, result: Shape) -> Iterator[ReshapeFactor]:
    """Yields the factors of a reshape between static shapes with the same number of elements, at least one."""
    source, target = _Side(operand), _Side(result)
    while source.has_dimension or target.has_dimension:
        if source.is_at_one:
            yield ReshapeFactor(1, source.dimension)
            source.dimension += 1
        elif target.is_at_one:
            yield ReshapeFactor(1, None, target.dimension)
            target.dimension += 1
        else:
            source.enter()
            target.enter()
            yield from _next_factors(source, target)
            source.leave()
            target.leave()


def _next_factors(source: _Side, target: _Side) -> Iterator[ReshapeFactor]:
    """Takes one factor of both sides, or one of each if these have nothing in common, or one of that which lags."""
    if source.factored < target.factored:
        size = source.step_towards(target)
        source.factored *= size
        yield ReshapeFactor(size, source.dimension)
    elif source.factored > target.factored:
        size = target.step_towards(source)
        target.factored *= size
        yield ReshapeFactor(size, None, target.dimension)
    elif (common := gcd(source.remaining, target.remaining)) > 1:
        source.factored *= common
        target.factored *= common
        yield ReshapeFactor(common, source.dimension, target.dimension)
    else:
        for side in (source, target):
            size = side.remaining
            side.factored *= size
            is_source = side is source
            yield ReshapeFactor(size, side.dimension if is_source else None, None if is_source else side.dimension)
