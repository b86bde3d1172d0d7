"""What XLA's partitioner sends for operations that Shardy's partitioner leaves as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
    ALL_REDUCE,
    COLLECTIVE_PERMUTE,
    bytes_sent,
    is_known,
    kind_of,
    target_of,
)
from sdyopt.cost.collectives.conflicts import Conflicts
from sdyopt.cost.collectives.found import axis_groups
from sdyopt.cost.collectives.movement import ON_CPUS, Estimate, InsertedCollectives, Movement
from sdyopt.cost.program.executions import EnclosingScope, constant, is_invariant
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.sizes.partition import Window
from sdyopt.dialects.chlo.ops import ERF, TOP_K
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, WHILE
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr, RankedTensorType, ShapedType
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.sharding.rules import sharding_rule_of

# The rules of what XLA's partitioner sends for operations that Shardy's partitioner leaves as they are.

_MARKERS = frozenset(("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "LayoutConstraint"))
"""Targets of custom calls that only mark values."""


def _shape(value: Value) -> tuple[int, ...]:
    shape = value.type.dimensions if isinstance(value.type, ShapedType) else None
    return tuple(shape or ())


def _numbers(op: Operation, name: str, count: int, default: int) -> tuple[int, ...]:
    """Returns the integers of an attribute, one for each of `count` dimensions."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else (default,) * count


def _pairs(attribute: Attribute | None, count: int) -> list[tuple[int, int]]:
    """Returns the padding before and after each of `count` dimensions."""
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return [(0, 0)] * count
    found = [int(each) for each in elements(attribute.text, (count, 2), element_format(attribute.type.element_type))]
    if len(found) == 1:
        found *= 2 * count
    return list(zip(found[::2], found[1::2], strict=True))


def _dynamic_update_slice(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """The operand is gathered along dimensions that the update does not fill, unless it is known to be inside of one
    device's block, as a single row is.
    """
    split = movement.split(op.operands[0])
    if split is None:
        return
    update = _shape(op.operands[1])
    moved = []
    for dimension, (size, new) in enumerate(zip(split.shape, update, strict=True)):
        if not split.dimensions[dimension] or size == new or new == 1:
            continue
        start, block = constant(op.operands[2 + dimension]), -(-size // split.devices(dimension))
        if start is not None:
            start = min(max(start, 0), size - new)
        if start is None or start // block != (start + new - 1) // block:
            moved.append(dimension)
    axes = split.along(moved)
    if axes and split.gathered(axes):
        yield Estimate(f"gathered for {op.short_name}", ALL_GATHER, axes, 0, split.gathered(axes))


def _dynamic_slice(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """The operand is gathered along dimensions of which a part is taken, in place of Shardy's collectives.

    So is a value that is concatenated with itself, as in a roll by an amount that is not constant; the collectives
    around the concatenation send as much as Shardy's.
    """
    operand, result = _shape(op.operands[0]), _shape(op.results[0])
    part = [number for number, (size, new) in enumerate(zip(operand, result, strict=True)) if size != new]
    value = op.operands[0]
    if isinstance(value, OpResult) and value.owner.signature.definition is shapes.CONCATENATE:
        dimension = getattr(value.owner.properties.get("dimension"), "value", 0)
        splits = [movement.split(movement.before(each)[0]) for each in value.owner.operands]
        axes = {() if split is None else split.dimensions[dimension] for split in splits}
        if dimension in part and len(axes) == 1 and () not in axes:
            (along,) = axes
            size = sum([split.gathered(along) for split in splits if split is not None])
            yield Estimate(f"gathered for {op.short_name}", ALL_GATHER, along, 0, size)
            return
    is_once = _is_invariant(movement.before(value)[0])
    for each in movement.gathers(op, 0, part) if part else ():
        yield each._replace(bytes=None, most=each.bytes) if is_once else each


def _is_invariant(value: Value) -> bool:
    """Whether a value is the same in all iterations of a loop: XLA may gather it whole in each, or once before it."""
    around = value.owner.parent_op if isinstance(value, BlockArgument) else None
    return (
        isinstance(value, BlockArgument)
        and around is not None
        and around.signature.definition is WHILE
        and is_invariant(around, value.index)
    )


def _slice(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Rows of neighbours; a single row is summed with zeros of the other devices. Of fewer rows than devices XLA sends
    no more than Shardy does where that gathers the result.

    XLA makes one operation of a slice of a padding. Slices that a roll is made of are counted with that.
    """
    uses = op.results[0].uses
    if len(uses) == 1 and _rolled(uses[0].owner) is not None:
        return
    padding = _padding_before(op)
    source = op if padding is None else padding
    operand, padded, result = _shape(source.operands[0]), _shape(op.operands[0]), _shape(op.results[0])
    rank = len(operand)
    starts, strides = _numbers(op, "start_indices", rank, 0), _numbers(op, "strides", rank, 1)
    lows, gaps = (0,) * rank, (0,) * rank
    if padding is not None:
        lows = _numbers(padding, "edge_padding_low", rank, 0)
        gaps = _numbers(padding, "interior_padding", rank, 0)
    windows: dict[int, tuple[int, Window]] = {}
    after, saved = movement.sent_after(op), 0
    for number in range(rank):
        if operand[number] == padded[number] == result[number]:
            continue
        split = movement.split(source.operands[0])
        devices = 1 if split is None else split.devices(number)
        if split is not None and after:
            summed = bytes_sent(ALL_REDUCE, result[number] * split.row(number), devices)
            saved = max(saved, after - summed)  # XLA sums few rows with zeros where Shardy gathers.
        windows[number] = number, Window(starts[number] - lows[number], strides[number], 1, gaps[number] + 1)
        if result[number] == 1 and padding is None and split is not None and devices > 1 and not after:
            sent = bytes_sent(ALL_REDUCE, split.row(number), devices)
            yield Estimate(f"summed for {op.short_name}", ALL_REDUCE, split.dimensions[number], 0, sent)
    for each in movement.halos(op, windows, source.operands[0]):
        if each.bytes is None or each.bytes > saved:
            yield each if each.bytes is None else each._replace(bytes=each.bytes - saved)


def _padding_before(op: Operation) -> Operation | None:
    """Returns the padding of which a slice is the only use; None if there is none."""
    value = op.operands[0]
    is_padding = isinstance(value, OpResult) and value.owner.signature.definition is shapes.PAD
    return value.owner if isinstance(value, OpResult) and is_padding and len(value.uses) == 1 else None


def _pad(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """As for a slice with a beginning before the first row."""
    uses = op.results[0].uses
    if len(uses) == 1 and uses[0].owner.signature.definition is shapes.SLICE:
        return
    rank = len(_shape(op.operands[0]))
    lows, highs, gaps = [
        _numbers(op, name, rank, 0) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    ]
    padded = [number for number in range(rank) if lows[number] or highs[number] or gaps[number]]
    yield from movement.halos(
        op, {number: (number, Window(-lows[number], spread=gaps[number] + 1)) for number in padded}
    )


def _reverse(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Each device sends what it has to the one on the other side, all dimensions together."""
    split = movement.split(op.operands[0])
    dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
    moved = [number for number in dimensions if split is not None and split.devices(number) > 1]
    if split is not None and moved:
        padding = sum([(-split.shape[number] % split.devices(number)) * split.row(number) for number in moved])
        yield Estimate("reversed", COLLECTIVE_PERMUTE, split.along(moved), 0, split.bytes + padding)


def _rolled(op: Operation) -> tuple[Value, int, int] | None:
    """Returns the value that a concatenation of two slices rolls, the dimension, and by how many rows; None if the
    operation is not one.
    """
    if op.signature.definition is not shapes.CONCATENATE or len(op.operands) != 2:
        return None
    first, second = op.operands
    if not isinstance(first, OpResult) or not isinstance(second, OpResult):
        return None
    both = first.owner, second.owner
    if any(each.signature.definition is not shapes.SLICE for each in both):
        return None
    value = both[0].operands[0]
    if both[1].operands[0] is not value:
        return None
    dimension = getattr(op.properties.get("dimension"), "value", 0)
    shape = _shape(value)
    (start, end), (low, high) = [_range(each, dimension) for each in both]
    if (start, end, low, high) != (high, shape[dimension], 0, start) or _shape(op.results[0]) != shape:
        return None
    return value, dimension, end - start


def _range(op: Operation, dimension: int) -> tuple[int, int]:
    """Returns the rows of a slice; no rows if it has a stride."""
    starts, limits, strides = [
        cast(DenseArrayAttr, op.properties[name]).values for name in ("start_indices", "limit_indices", "strides")
    ]
    return (starts[dimension], limits[dimension]) if strides[dimension] == 1 else (-1, -1)


def _concatenate(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Two slices of one value that are a roll of it: each device sends the rows that pass into another's block."""
    rolled = _rolled(op)
    dimension = getattr(op.properties.get("dimension"), "value", 0)
    if rolled is None:
        splits = [movement.split(value) for value in op.operands]
        if any(split is not None and split.dimensions[dimension] for split in splits):
            yield from movement.unknown(op)
        return
    value, _, shift = rolled
    split = movement.split(value)
    if split is not None and split.devices(dimension) > 1:
        rows = split.shape[dimension]
        block = -(-rows // split.devices(dimension))
        size = split.row(dimension) * min(shift % rows, -shift % rows, block)
        yield Estimate("rolled", COLLECTIVE_PERMUTE, split.dimensions[dimension], 0, size)


def _convolution(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Rows of neighbours that the window reaches."""
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    inputs, outputs = numbers.input_spatial_dimensions, numbers.output_spatial_dimensions
    count = len(inputs)
    kernel = _shape(op.operands[1])
    strides = _numbers(op, "window_strides", count, 1)
    base, dilation = _numbers(op, "lhs_dilation", count, 1), _numbers(op, "rhs_dilation", count, 1)
    padding = _pairs(op.properties.get("padding"), count)
    split = movement.split(op.operands[0])
    windows: dict[int, tuple[int, Window]] = {}
    for number, dimension in enumerate(inputs):
        if split is None or not split.dimensions[dimension]:
            continue
        size = (kernel[numbers.kernel_spatial_dimensions[number]] - 1) * dilation[number] + 1
        windows[dimension] = outputs[number], Window(-padding[number][0], strides[number], size, base[number])
    yield from movement.halos(op, windows)


def _reduce_window(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Rows of neighbours; a window over the whole dimension, which is a cumulative sum, gathers the operand."""
    shape = _shape(op.operands[0])
    count = len(shape)
    sizes, strides = _numbers(op, "window_dimensions", count, 1), _numbers(op, "window_strides", count, 1)
    base, dilation = _numbers(op, "base_dilations", count, 1), _numbers(op, "window_dilations", count, 1)
    padding = _pairs(op.properties.get("padding"), count)
    moved = [number for number in range(count) if sizes[number] > 1]
    if any(sizes[number] == shape[number] for number in moved):
        yield from movement.gathers(op, 0, moved)
    else:
        reach = [(sizes[number] - 1) * dilation[number] + 1 for number in range(count)]
        windows = {
            number: (number, Window(-padding[number][0], strides[number], reach[number], base[number]))
            for number in range(count)
            if (reach[number], strides[number], base[number], *padding[number]) != (1, 1, 1, 0, 0)
        }
        yield from movement.halos(op, windows)


def _select_and_scatter(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Nothing if windows are disjoint; else rows of neighbours, and of what they give, which no formula counts."""
    value, _ = movement.before(op.operands[0])
    split = movement.split(value)
    count = len(_shape(op.operands[0]))
    sizes, strides = _numbers(op, "window_dimensions", count, 1), _numbers(op, "window_strides", count, 1)
    moved = [number for number in range(count) if sizes[number] > strides[number]]
    axes = () if split is None else split.along(moved)
    if split is not None and axes:
        yield Estimate(f"moved by {op.short_name}", COLLECTIVE_PERMUTE, axes, 0, None, split.bytes)


def _reduce(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """What several operands are reduced to is gathered, and reduced on each device; Shardy reduces each of them."""
    count = len(op.operands) // 2
    if count < 2:
        return
    dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
    split = movement.split(op.operands[0])
    axes = () if split is None else split.along(dimensions)
    held = [movement._sizes.of_value(result).bytes for result in op.results]
    if split is not None and axes:
        known = [size for size in held if size is not None]
        size = sum(known) * (sharded_size(axes, split.mesh) - 1) - movement.sent_after(op)
        if len(known) == len(held) and size > 0:
            yield Estimate(f"gathered for {op.short_name} of several operands", ALL_GATHER, axes, 0, size)


def _whole_operands(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """XLA has no rule for the operation: operands are gathered along all axes, unless another one has left them so."""
    value = op.operands[0]
    if not isinstance(value, OpResult) or value.owner.signature.definition is not op.signature.definition:
        yield from movement.gathers(op, 0)


def _erf(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """It has no sharding rule: what ends at it is gathered."""
    operand, result = movement.split(op.operands[0]), movement.split(op.results[0])
    kept = () if result is None else result.axes
    axes = () if operand is None else tuple([axis for axis in operand.axes if axis not in kept])
    if operand is not None and axes:
        size = operand.gathered(axes)
        yield Estimate(f"gathered for {op.short_name}", ALL_GATHER, axes, 0, size)


def _solve(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """The matrix and the right-hand side are gathered."""
    for number in range(len(op.operands)):
        yield from movement.gathers(op, number)


def _cholesky(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Matrices are gathered, not their batches."""
    rank = len(_shape(op.operands[0]))
    yield from movement.gathers(op, 0, range(max(0, rank - 2), rank))


def _custom_call(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """Operands are gathered along dimensions that the rule of the call does not pass on. Without a rule, it is not
    known what XLA does.
    """
    if is_known(kind_of(op.signature)) or not op.results or target_of(op.signature) in _MARKERS:
        return
    rule = sharding_rule_of(op)
    if rule is None:
        yield from movement.unknown(op)
        return
    passed = {
        *rule.reduction,
        *[factor for mapping in rule.result_mappings for each in mapping.dimensions for factor in each.factors],
    }
    for number, mapping in enumerate(rule.operand_mappings):
        kept = [dimension for dimension, each in enumerate(mapping.dimensions) if not passed.issuperset(each.factors)]
        yield from movement.gathers(op, number, kept)


def _reduce_scatter(movement: Movement, op: Operation) -> Iterator[Estimate]:
    """XLA for CPUs reduces on all devices and slices, which sends twice the bytes; that for GPUs and TPUs does not."""
    split = movement.split(op.results[0])
    sent = movement.sent(op)
    if split is not None and sent:
        axes = axis_groups(op, movement._enclosing_scope, movement._whole.device_count).axes
        yield Estimate(ON_CPUS, ALL_REDUCE, axes, 0, sent)


RULES: dict[OpDefinition, Callable[[Movement, Operation], Iterator[Estimate]]] = {
    shapes.DYNAMIC_UPDATE_SLICE: _dynamic_update_slice,
    shapes.DYNAMIC_SLICE: _dynamic_slice,
    shapes.SLICE: _slice,
    shapes.PAD: _pad,
    shapes.REVERSE: _reverse,
    shapes.CONCATENATE: _concatenate,
    linear_algebra.CONVOLUTION: _convolution,
    linear_algebra.FFT: _whole_operands,
    linear_algebra.TRIANGULAR_SOLVE: _solve,
    linear_algebra.CHOLESKY: _cholesky,
    reductions.REDUCE_WINDOW: _reduce_window,
    reductions.SELECT_AND_SCATTER: _select_and_scatter,
    reductions.REDUCE: _reduce,
    TOP_K: _whole_operands,
    CUSTOM_CALL: _custom_call,
    ERF: _erf,
    sdy.REDUCE_SCATTER: _reduce_scatter,
}
"""The rules. Shardy's collectives are XLA's for sorts, gathers, scatters, and reductions of one operand."""


GATHERED_WHOLE = frozenset((linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE, TOP_K))
"""Operations whose operands XLA gathers along all axes, also where that sends no more than Shardy's collectives."""


class Estimates(InsertedCollectives):
    """The estimates for the operations of a partitioned program on `whole`, the mesh of all devices."""

    is_all = False

    def __init__(
        self, enclosing_scope: EnclosingScope, sizes: LocalSizes, whole: Mesh, is_at_most: bool = False
    ) -> None:
        super().__init__(enclosing_scope, sizes, whole, is_at_most)
        self._conflicts = Conflicts(enclosing_scope.module, self)
        self._permuted: dict[Signature, frozenset[int]] = {}
        self._known: dict[Operation, tuple[Estimate, ...]] = {}
        self._still: set[Signature] = set()
        """Those of operations that have no estimates, however their operands are split."""
        self.moved: set[Operation] = set()

    def of(self, op: Operation) -> Sequence[Estimate]:
        """Returns the estimates for `op`; none if nothing that it needs is split, or Shardy's collectives are all."""
        signature = op.signature
        is_near = op in self._conflicts.near
        if signature in self._still and not is_near:
            return ()
        known = self._known.get(op)
        if known is None:
            rule = RULES.get(signature.definition)
            found = rule(self, op) if rule is not None else self.unknown(op) if self._moves(op) else ()
            known = tuple(found) or (tuple(self._conflicts.of(op)) if is_near else ())
            self._known[op] = known
            if known:
                self.moved.add(op)
            elif rule is None and not self._permuted[signature]:
                self._still.add(signature)
        return known

    @property
    def has_unknown(self) -> bool:
        """Whether something has an upper bound only, of what has been looked at."""
        return any(each.bytes is None for op in self.moved for each in self._known[op])

    def of_all(self, module: Operation) -> None:
        """Makes the estimates of all operations in a module."""
        for op in collect(module, lambda signature: signature not in self._still):
            self.of(op)
        for op in self._conflicts.near:
            self.of(op)

    def gathered(self, op: Operation) -> Iterator[tuple[int, Value, int]]:
        """Yields the numbers of the operands of `op` that XLA gathers, with the values that it gathers, which may
        be those before Shardy's collectives, and the bytes of what is gathered.
        """
        estimates = self.of(op)
        found = [(each.operand, each.axes) for each in estimates if each.kind == ALL_GATHER and each.bytes]
        may_be_whole = self.is_at_most and any(each.bytes is None for each in estimates)
        if may_be_whole or op.signature.definition in GATHERED_WHOLE:
            splits = [self.split(self.before(operand)[0]) for operand in op.operands]
            found = [(number, split.axes) for number, split in enumerate(splits) if split is not None]
        for number, axes in found:
            value, _ = self.before(op.operands[number])
            split = self.split(value)
            if split is not None and axes:
                yield number, value, split.bytes * sharded_size(axes, split.mesh)

    def _moves(self, op: Operation) -> bool:
        """Whether a dimension of an operand is split that the rule of `op` permutes."""
        signature = op.signature
        permuted = self._permuted.get(signature)
        rule = None
        if permuted is None:
            rule = sharding_rule_of(op)
            permuted = self._permuted[signature] = frozenset(() if rule is None else rule.permutation)
        if not permuted:
            return False
        rule = rule or sharding_rule_of(op)
        assert rule is not None
        for value, mapping in zip(op.operands, rule.operand_mappings, strict=False):
            sharding = sharding_of(value)
            if sharding is not None:
                for dimension, factors in zip(sharding.dimensions, mapping.dimensions, strict=False):
                    if dimension.axes and permuted.intersection(factors.factors):
                        return True
        return False
