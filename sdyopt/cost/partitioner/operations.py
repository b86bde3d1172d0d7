"""Which rule of the partitioner an operation has, and what of its attributes the rule needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from sdyopt.cost.partitioner import shapes as rules
from sdyopt.cost.partitioner.answers import dimensions_of
from sdyopt.cost.partitioner.products import product
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import HeldValue, Room
from sdyopt.cost.partitioner.tilings import Tiled
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import OPTIMIZATION_BARRIER
from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition


class Problem(NamedTuple):
    """An operation that is to be partitioned."""

    op: Operation
    key: object
    """Equal operations of equal operands have equal keys."""
    room: Room
    operands: Sequence[HeldValue]
    wanted: Sequence[Tiled]
    """The tilings of the results."""
    shapes: Sequence[tuple[int, ...]]
    items: Sequence[int]
    """The bytes of an element of each result."""

    def numbers(self, name: str) -> tuple[int, ...]:
        """Returns an attribute that is a list of integers."""
        return tuple(cast(DenseArrayAttr, self.op.properties[name]).values)


def partitioned(problem: Problem) -> Sequence[HeldValue]:
    """Returns what devices hold of the results of an operation."""
    rule = _RULES.get(problem.op.signature.definition)
    if rule is None:
        rule = _elementwise if _is_elementwise(problem.op.signature.definition) else _by_default
    return rule(problem)


def _is_elementwise(definition: OpDefinition) -> bool:
    return not {"Elementwise", "BroadcastingElementwise"}.isdisjoint(definition.traits)


def _elementwise(problem: Problem) -> Sequence[HeldValue]:
    return [rules.elementwise(problem.operands, problem.wanted[0], problem.items[0], problem.key)]


def _moved(problem: Problem) -> Sequence[HeldValue]:
    """Operands are brought to the tilings of the results."""
    return [reshard(value, tiling) for value, tiling in zip(problem.operands, problem.wanted, strict=True)]


def _by_default(problem: Problem) -> Sequence[HeldValue]:
    return rules.by_default(problem.operands, problem.wanted, problem.shapes, problem.items, problem.key)


def _constant(problem: Problem) -> Sequence[HeldValue]:
    return [rules.made_locally(problem.room, problem.wanted[0], problem.shapes[0], problem.items[0], problem.key)]


def _product(problem: Problem) -> Sequence[HeldValue]:
    left, right = problem.operands
    dims = dimensions_of(problem.op, left.shape, right.shape)
    found = product(left, right, problem.wanted[0], problem.shapes[0], problem.items[0], dims)
    return [found]


def _broadcast(problem: Problem) -> Sequence[HeldValue]:
    (value,) = problem.operands
    dimensions = problem.numbers("broadcast_dimensions")
    return [rules.broadcast(value, problem.wanted[0], problem.shapes[0], dimensions)]


def _transpose(problem: Problem) -> Sequence[HeldValue]:
    (value,) = problem.operands
    return [rules.transpose(value, problem.wanted[0], problem.numbers("permutation"))]


def _reshape(problem: Problem) -> Sequence[HeldValue]:
    (value,) = problem.operands
    return [rules.reshape(value, problem.wanted[0], problem.shapes[0])]


def _reduce(problem: Problem) -> Sequence[HeldValue]:
    operands = problem.operands[: len(problem.wanted)]
    return rules.reduce(operands, problem.wanted, problem.numbers("dimensions"), problem.key)


_RULES: dict[OpDefinition, Callable[[Problem], Sequence[HeldValue]]] = {
    **dict.fromkeys((sdy.RESHARD, sdy.SHARDING_CONSTRAINT, sdy.PROPAGATION_BARRIER, OPTIMIZATION_BARRIER), _moved),
    **dict.fromkeys((shapes.IOTA, shapes.CONSTANT, sdy.CONSTANT, chlo.CONSTANT), _constant),
    linear_algebra.DOT_GENERAL: _product,
    linear_algebra.DOT: _product,
    shapes.BROADCAST_IN_DIM: _broadcast,
    shapes.TRANSPOSE: _transpose,
    shapes.RESHAPE: _reshape,
    reductions.REDUCE: _reduce,
}
