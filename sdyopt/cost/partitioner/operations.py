"""Which rule of the partitioner an operation has, and what of its attributes the rule needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from sdyopt.cost.collective_kinds import kind_of
from sdyopt.cost.partitioner import shapes as rules
from sdyopt.cost.partitioner import windows
from sdyopt.cost.partitioner.answers import dimensions_of
from sdyopt.cost.partitioner.gathers import gather, gather_dimensions
from sdyopt.cost.partitioner.products import carried, product
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import HeldValue, Room
from sdyopt.cost.partitioner.tilings import Tiled, replicated_over, whole
from sdyopt.cost.program.executions import constant
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, OPTIMIZATION_BARRIER
from sdyopt.ir.attributes import DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.sharding.rules import sharding_rule_of


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
        is_local = _is_elementwise(problem.op.signature.definition) or kind_of(problem.op.signature) is not None
        rule = _elementwise if is_local else _by_default
    return rule(problem)


def _is_elementwise(definition: OpDefinition) -> bool:
    return not {"Elementwise", "BroadcastingElementwise"}.isdisjoint(definition.traits)


def _elementwise(problem: Problem) -> Sequence[HeldValue]:
    return [rules.elementwise(problem.operands, problem.wanted[0], problem.items[0], problem.key)]


def _moved(problem: Problem) -> Sequence[HeldValue]:
    """Operands are brought to the tilings of the results."""
    return [reshard(value, tiling) for value, tiling in zip(problem.operands, problem.wanted, strict=True)]


def _by_default(problem: Problem) -> Sequence[HeldValue]:
    if not problem.operands:
        return [
            rules.made_locally(problem.room, tiling, shape, item, (problem.key, number))
            for number, (tiling, shape, item) in enumerate(
                zip(problem.wanted, problem.shapes, problem.items, strict=True)
            )
        ]
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


def _slice(problem: Problem) -> Sequence[HeldValue]:
    (value,) = problem.operands
    starts, limits, strides = [problem.numbers(name) for name in ("start_indices", "limit_indices", "strides")]
    return [windows.slice_of(value, problem.wanted[0], starts, limits, strides)]


def _pad(problem: Problem) -> Sequence[HeldValue]:
    lows, highs, gaps = [
        problem.numbers(name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    ]
    return [windows.pad(problem.operands[0], problem.wanted[0], lows, highs, gaps)]


def _concatenate(problem: Problem) -> Sequence[HeldValue]:
    dimension = cast(IntegerAttr, problem.op.properties["dimension"]).value
    return [windows.concatenate(problem.operands, problem.wanted[0], dimension)]


def _gather(problem: Problem) -> Sequence[HeldValue]:
    table, indices = problem.operands
    return [gather(table, indices, problem.wanted[0], problem.shapes[0], gather_dimensions(problem.op))]


def _bitcast(problem: Problem) -> Sequence[HeldValue]:
    (value,) = problem.operands
    return _elementwise(problem) if value.shape == problem.shapes[0] else _by_default(problem)


def _dynamic_slice(problem: Problem) -> Sequence[HeldValue]:
    value, (wanted,), (shape,) = problem.operands[0], problem.wanted, problem.shapes
    cut = [number for number, (old, new) in enumerate(zip(value.shape, shape, strict=True)) if old != new]
    where = wanted if all(wanted.counts[number] == 1 for number in cut) else whole(len(shape), problem.room.size)
    moved = reshard(value, where)
    found = rules.computed([moved, *problem.operands[1:]], where, shape, value.item, problem.key)
    return [reshard(found, wanted)]


def _dynamic_update_slice(problem: Problem) -> Sequence[HeldValue]:
    value, update, *starts = problem.operands
    (wanted,) = problem.wanted
    cut = [number for number, (old, new) in enumerate(zip(value.shape, update.shape, strict=True)) if old != new]
    split = [number for number in cut if wanted.counts[number] > 1]
    if all(update.shape[number] == 1 or _is_in_one_tile(problem, number) for number in split):
        moved = [reshard(value, wanted), reshard(update, replicated_over(wanted, cut)), *starts]
        return [rules.computed(moved, wanted, value.shape, value.item, problem.key)]
    where = replicated_over(value.tiling if value.tiling.tiles > wanted.tiles else wanted, cut)
    moved = [reshard(value, where), reshard(update, where), *starts]
    return [reshard(rules.computed(moved, where, value.shape, value.item, problem.key), wanted)]


def _is_in_one_tile(problem: Problem, dimension: int) -> bool:
    """Whether what is updated along a dimension is known to be in one tile."""
    value, update = problem.operands[:2]
    start = constant(problem.op.operands[2 + dimension])
    if start is None:
        return False
    size, new = value.shape[dimension], update.shape[dimension]
    start, tile = min(max(start, 0), size - new), problem.wanted[0].local(value.shape)[dimension]
    return start // tile == (start + new - 1) // tile


def _custom_call(problem: Problem) -> Sequence[HeldValue]:
    """One with a sharding rule is computed where its result is wanted, along the factors that the result has."""
    rule = sharding_rule_of(problem.op)
    if rule is None or len(rule.operand_mappings) != len(problem.operands):
        return [each.in_doubt() for each in _by_default(problem)]
    places = {each.factors[0]: number for number, each in enumerate(rule.result_mappings[0].dimensions) if each.factors}
    moved = []
    for value, mapping in zip(problem.operands, rule.operand_mappings, strict=True):
        pairs = [
            (places[each.factors[0]], number)
            for number, each in enumerate(mapping.dimensions)
            if each.factors and each.factors[0] in places
        ]
        moved.append(reshard(value, carried(problem.wanted[0], pairs, len(value.shape))))
    return [
        rules.computed(moved, tiling, shape, item, problem.key, number)
        for number, (tiling, shape, item) in enumerate(zip(problem.wanted, problem.shapes, problem.items, strict=True))
    ]


_RULES: dict[OpDefinition, Callable[[Problem], Sequence[HeldValue]]] = {
    **dict.fromkeys((sdy.RESHARD, sdy.SHARDING_CONSTRAINT, sdy.PROPAGATION_BARRIER, OPTIMIZATION_BARRIER), _moved),
    **dict.fromkeys((shapes.IOTA, shapes.CONSTANT, sdy.CONSTANT, chlo.CONSTANT), _constant),
    linear_algebra.DOT_GENERAL: _product,
    linear_algebra.DOT: _product,
    shapes.BROADCAST_IN_DIM: _broadcast,
    shapes.TRANSPOSE: _transpose,
    shapes.RESHAPE: _reshape,
    reductions.REDUCE: _reduce,
    shapes.GATHER: _gather,
    shapes.SLICE: _slice,
    shapes.BITCAST_CONVERT: _bitcast,
    shapes.DYNAMIC_SLICE: _dynamic_slice,
    shapes.DYNAMIC_UPDATE_SLICE: _dynamic_update_slice,
    CUSTOM_CALL: _custom_call,
    shapes.PAD: _pad,
    shapes.CONCATENATE: _concatenate,
}
