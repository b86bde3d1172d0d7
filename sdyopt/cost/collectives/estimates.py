"""What XLA's partitioner sends for operations that Shardy's partitioner leaves as they are.

Each rule is named, and was measured one operation at a time: `lit_tests/one_operation`. A rule gives what XLA sends
in place of Shardy's collectives around the operation; what these send is subtracted, so that nothing counts twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
    ALL_REDUCE,
    COLLECTIVE_PERMUTE,
    SDY_COLLECTIVES,
    bytes_sent,
    kind_of,
)
from sdyopt.cost.collectives.groups import axis_groups
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.cost.program.trip_counts import constant, is_invariant
from sdyopt.cost.sizes.geometry import Along, Window
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.chlo.ops import ERF, TOP_K
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL, WHILE, linear_algebra, reductions, shapes
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr, StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType, ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.sharding.rules import sharding_rule_of

_MARKERS = frozenset(("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "LayoutConstraint"))
"""Targets of custom calls that only mark values."""

ON_CPUS = "all-reduce for reduce-scatter on CPUs"
"""The rule of what only XLA for CPUs sends: for other devices it has reduce-scatters."""

_WHOLE = frozenset((linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE, TOP_K))
"""Operations whose operands XLA gathers along all axes, also where that sends no more than Shardy's collectives."""

_MOST_AROUND = 8
"""Collectives that are followed from an operation."""


class Estimate(NamedTuple):
    """What one device sends in one execution of an operation, beside the collectives that are in the program."""

    rule: str
    kind: str
    axes: Axes
    operand: int
    """The number of the operand that is moved."""
    bytes: int | None
    """None if there is no formula."""
    most: int | None = None
    """An upper bound where there is no formula; None if sizes are not known."""


class Split(NamedTuple):
    """How a value is split: the axes of each dimension, on a mesh, and what one device holds."""

    shape: tuple[int, ...]
    dimensions: tuple[Axes, ...]
    mesh: Mesh
    bytes: int

    @property
    def axes(self) -> Axes:
        """The axes of all dimensions."""
        return self.along(range(len(self.dimensions)))

    def along(self, dimensions: Sequence[int]) -> Axes:
        """Returns the axes of certain dimensions."""
        return tuple([axis for dimension in dimensions for axis in self.dimensions[dimension]])

    def devices(self, dimension: int) -> int:
        """Returns over how many devices a dimension is split."""
        return sharded_size(self.dimensions[dimension], self.mesh)

    def gathered(self, axes: Axes) -> int:
        """Returns the bytes that a device sends when the value is gathered along `axes`."""
        return self.bytes * (sharded_size(axes, self.mesh) - 1)

    def row(self, dimension: int) -> int:
        """Returns the bytes of one row of a dimension on a device."""
        return self.bytes // max(1, -(-self.shape[dimension] // self.devices(dimension)))


class Estimates:
    """The estimates for the operations of a partitioned program on `whole`, the mesh of all devices."""

    def __init__(self, enclosing_scope: EnclosingScope, sizes: LocalSizes, whole: Mesh) -> None:
        self._enclosing_scope = enclosing_scope
        self._sizes = sizes
        self._whole = whole
        self._permuted: dict[Signature, frozenset[int]] = {}
        self._known: dict[Operation, tuple[Estimate, ...]] = {}
        self.moved: set[Operation] = set()
        """The operations that have estimates, of those that have been looked at."""

    def of(self, op: Operation) -> Sequence[Estimate]:
        """Returns the estimates for `op`; none if nothing that it needs is split, or Shardy's collectives are all."""
        known = self._known.get(op)
        if known is None:
            rule = _RULES.get(op.signature.definition)
            found = rule(self, op) if rule is not None else self.unknown(op) if self._moves(op) else ()
            known = self._known[op] = tuple(found)
            if known:
                self.moved.add(op)
        return known

    def gathered(self, op: Operation) -> Iterator[tuple[int, Value, int]]:
        """Yields the numbers of the operands of `op` that XLA gathers, with the values of which it does so, which may
        be those before Shardy's collectives, and the bytes of what is gathered.
        """
        found = [(each.operand, each.axes) for each in self.of(op) if each.kind == ALL_GATHER and each.bytes]
        if op.signature.definition in _WHOLE:
            splits = [self.split(self.before(operand)[0]) for operand in op.operands]
            found = [(number, split.axes) for number, split in enumerate(splits) if split is not None]
        for number, axes in found:
            value, _ = self.before(op.operands[number])
            split = self.split(value)
            if split is not None and axes:
                yield number, value, split.bytes * sharded_size(axes, split.mesh)

    def split(self, value: Value) -> Split | None:
        """Returns how a value is split; None if it is not, or if its size is not known."""
        sharding = sharding_of(value)
        type = value.type
        if sharding is None or not isinstance(type, ShapedType) or not any(each.axes for each in sharding.dimensions):
            return None
        assert isinstance(value, (OpResult, BlockArgument))
        around = value.owner.parent_op
        mesh = self._enclosing_scope.mesh(sharding, around)
        size = self._sizes.of_value(value).bytes
        shape = type.dimensions
        if mesh is None or size is None or shape is None or DYNAMIC in shape:
            return None
        return Split(tuple(shape), tuple([each.axes for each in sharding.dimensions]), mesh, size)

    def before(self, value: Value) -> tuple[Value, int]:
        """Returns the value that Shardy's collectives make `value` of for one use, and the bytes that they send."""
        sent = 0
        for _ in range(_MOST_AROUND):
            if not isinstance(value, OpResult) or value.owner.signature.definition not in SDY_COLLECTIVES:
                break
            if len(value.uses) != 1:
                break
            sent += self.sent(value.owner)
            value = value.owner.operands[0]
        return value, sent

    def sent_after(self, op: Operation) -> int:
        """Returns the bytes that Shardy's collectives send which move the results of `op`."""
        pending, sent = list(op.results), 0
        for _ in range(_MOST_AROUND):
            if not pending:
                break
            for use in pending.pop().uses:
                if use.owner.signature.definition in SDY_COLLECTIVES:
                    sent += self.sent(use.owner)
                    pending += use.owner.results
        return sent

    def sent(self, op: Operation) -> int:
        """Returns the bytes that one of Shardy's collectives sends; 0 if sizes are not known."""
        groups = axis_groups(op, self._enclosing_scope, self._whole.device_count)
        size = self._sizes.of_value(op.operands[0]).bytes
        kind = kind_of(op.signature)
        return bytes_sent(kind, size, groups.size) if groups.communicate and kind is not None and size else 0

    def gathers(self, op: Operation, number: int, dimensions: Sequence[int] | None = None) -> Iterator[Estimate]:
        """Yields that an operand is gathered along the axes of certain dimensions, or of all of them."""
        value, before = self.before(op.operands[number])
        split = self.split(value)
        axes = () if split is None else split.axes if dimensions is None else split.along(dimensions)
        if split is not None and axes:
            size = split.gathered(axes) - before - self.sent_after(op)
            if size > 0:
                yield Estimate(f"gathered for {_name(op)}", ALL_GATHER, axes, number, size)

    def unknown(self, op: Operation, reason: str = "moved by") -> Iterator[Estimate]:
        """Yields that split operands may be moved, at most each whole to each device."""
        splits = [(number, self.split(value)) for number, value in enumerate(op.operands)]
        found = [(number, split) for number, split in splits if split is not None]
        if found:
            most = sum([split.gathered(split.axes) for _, split in found])
            axes = tuple(dict.fromkeys(axis for _, split in found for axis in split.axes))
            yield Estimate(f"{reason} {_name(op)}", ALL_GATHER, axes, found[0][0], None, most)

    def halos(
        self, op: Operation, windows: Mapping[int, tuple[int, Window]], value: Value | None = None
    ) -> Iterator[Estimate]:
        """Yields the rows of `value`, or of operand 0, that devices lack: `windows` by its dimensions, each with the
        dimension of the result.
        """
        split = self.split(value or op.operands[0])
        if split is None:
            return
        result = self.split(op.results[0])
        shape = op.results[0].type.dimensions if isinstance(op.results[0].type, ShapedType) else None
        for dimension, (target, window) in windows.items():
            axes = split.dimensions[dimension]
            if not axes or shape is None or split.devices(dimension) == 1:
                continue
            rule = f"rows of neighbours for {_name(op)}"
            if result is None or result.dimensions[target] != axes:
                most = split.gathered(axes)
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, None, most)
                continue
            along = Along(split.shape[dimension], shape[target], split.devices(dimension), window)
            rows = along.rows_sent()
            if rows:
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, rows * split.row(dimension))
            elif rows is None:
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, None, 2 * split.bytes)

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


def _name(op: Operation) -> str:
    return op.name.rpartition(".")[2]


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


def _dynamic_update_slice(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """The operand is gathered along dimensions that the update does not fill, unless it is known to be inside of one
    device's block, as a single row is.
    """
    split = estimates.split(op.operands[0])
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
        yield Estimate(f"gathered for {_name(op)}", ALL_GATHER, axes, 0, split.gathered(axes))


def _dynamic_slice(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """The operand is gathered along dimensions of which a part is taken, in place of Shardy's collectives.

    So is a value that is concatenated with itself, as in a roll by an amount that is not constant; the collectives
    around the concatenation send as much as Shardy's.
    """
    operand, result = _shape(op.operands[0]), _shape(op.results[0])
    part = [number for number, (size, new) in enumerate(zip(operand, result, strict=True)) if size != new]
    value = op.operands[0]
    if isinstance(value, OpResult) and value.owner.signature.definition is shapes.CONCATENATE:
        dimension = getattr(value.owner.properties.get("dimension"), "value", 0)
        splits = [estimates.split(estimates.before(each)[0]) for each in value.owner.operands]
        axes = {() if split is None else split.dimensions[dimension] for split in splits}
        if dimension in part and len(axes) == 1 and () not in axes:
            (along,) = axes
            size = sum([split.gathered(along) for split in splits if split is not None])
            yield Estimate(f"gathered for {_name(op)}", ALL_GATHER, along, 0, size)
            return
    if part and not _is_invariant(estimates.before(value)[0]):
        yield from estimates.gathers(op, 0, part)


def _is_invariant(value: Value) -> bool:
    """Whether a value is the same in all iterations of a loop: XLA gathers it once, Shardy sends a part in each."""
    around = value.owner.parent_op if isinstance(value, BlockArgument) else None
    return (
        isinstance(value, BlockArgument)
        and around is not None
        and around.signature.definition is WHILE
        and is_invariant(around, value.index)
    )


def _slice(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
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
    after, saved = estimates.sent_after(op), 0
    for number in range(rank):
        if operand[number] == padded[number] == result[number]:
            continue
        split = estimates.split(source.operands[0])
        devices = 1 if split is None else split.devices(number)
        if split is not None and after:
            summed = bytes_sent(ALL_REDUCE, result[number] * split.row(number), devices)
            saved = max(saved, after - summed)  # XLA sums few rows with zeros where Shardy gathers.
        windows[number] = number, Window(starts[number] - lows[number], strides[number], 1, gaps[number] + 1)
        if result[number] == 1 and padding is None and split is not None and devices > 1 and not after:
            sent = bytes_sent(ALL_REDUCE, split.row(number), devices)
            yield Estimate(f"summed for {_name(op)}", ALL_REDUCE, split.dimensions[number], 0, sent)
    for each in estimates.halos(op, windows, source.operands[0]):
        if each.bytes is None or each.bytes > saved:
            yield each if each.bytes is None else each._replace(bytes=each.bytes - saved)


def _padding_before(op: Operation) -> Operation | None:
    """Returns the padding of which a slice is the only use; None if there is none."""
    value = op.operands[0]
    is_padding = isinstance(value, OpResult) and value.owner.signature.definition is shapes.PAD
    return value.owner if isinstance(value, OpResult) and is_padding and len(value.uses) == 1 else None


def _pad(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """As for a slice with a beginning before the first row."""
    uses = op.results[0].uses
    if len(uses) == 1 and uses[0].owner.signature.definition is shapes.SLICE:
        return
    rank = len(_shape(op.operands[0]))
    lows, highs, gaps = [
        _numbers(op, name, rank, 0) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    ]
    padded = [number for number in range(rank) if lows[number] or highs[number] or gaps[number]]
    yield from estimates.halos(
        op, {number: (number, Window(-lows[number], spread=gaps[number] + 1)) for number in padded}
    )


def _reverse(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Each device sends what it has to the one on the other side, all dimensions together."""
    split = estimates.split(op.operands[0])
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


def _concatenate(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Two slices of one value that are a roll of it: each device sends the rows that pass into another's block."""
    rolled = _rolled(op)
    dimension = getattr(op.properties.get("dimension"), "value", 0)
    if rolled is None:
        splits = [estimates.split(value) for value in op.operands]
        if any(split is not None and split.dimensions[dimension] for split in splits):
            yield from estimates.unknown(op)
        return
    value, _, shift = rolled
    split = estimates.split(value)
    if split is not None and split.devices(dimension) > 1:
        rows = split.shape[dimension]
        block = -(-rows // split.devices(dimension))
        size = split.row(dimension) * min(shift % rows, -shift % rows, block)
        yield Estimate("rolled", COLLECTIVE_PERMUTE, split.dimensions[dimension], 0, size)


def _convolution(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Rows of neighbours that the window reaches."""
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    inputs, outputs = numbers.input_spatial_dimensions, numbers.output_spatial_dimensions
    count = len(inputs)
    kernel = _shape(op.operands[1])
    strides = _numbers(op, "window_strides", count, 1)
    base, dilation = _numbers(op, "lhs_dilation", count, 1), _numbers(op, "rhs_dilation", count, 1)
    padding = _pairs(op.properties.get("padding"), count)
    split = estimates.split(op.operands[0])
    windows: dict[int, tuple[int, Window]] = {}
    for number, dimension in enumerate(inputs):
        if split is None or not split.dimensions[dimension]:
            continue
        size = (kernel[numbers.kernel_spatial_dimensions[number]] - 1) * dilation[number] + 1
        windows[dimension] = outputs[number], Window(-padding[number][0], strides[number], size, base[number])
    yield from estimates.halos(op, windows)


def _reduce_window(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Rows of neighbours; a window over the whole dimension, which is a cumulative sum, gathers the operand."""
    shape = _shape(op.operands[0])
    count = len(shape)
    sizes, strides = _numbers(op, "window_dimensions", count, 1), _numbers(op, "window_strides", count, 1)
    base, dilation = _numbers(op, "base_dilations", count, 1), _numbers(op, "window_dilations", count, 1)
    padding = _pairs(op.properties.get("padding"), count)
    moved = [number for number in range(count) if sizes[number] > 1]
    if any(sizes[number] == shape[number] for number in moved):
        yield from estimates.gathers(op, 0, moved)
    else:
        reach = [(sizes[number] - 1) * dilation[number] + 1 for number in range(count)]
        windows = {
            number: (number, Window(-padding[number][0], strides[number], reach[number], base[number]))
            for number in range(count)
            if (reach[number], strides[number], base[number], *padding[number]) != (1, 1, 1, 0, 0)
        }
        yield from estimates.halos(op, windows)


def _select_and_scatter(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Nothing if windows are disjoint; else rows of neighbours, and of what they give, which no formula counts."""
    value, _ = estimates.before(op.operands[0])
    split = estimates.split(value)
    count = len(_shape(op.operands[0]))
    sizes, strides = _numbers(op, "window_dimensions", count, 1), _numbers(op, "window_strides", count, 1)
    moved = [number for number in range(count) if sizes[number] > strides[number]]
    axes = () if split is None else split.along(moved)
    if split is not None and axes:
        yield Estimate(f"moved by {_name(op)}", COLLECTIVE_PERMUTE, axes, 0, None, split.bytes)


def _reduce(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """What several operands are reduced to is gathered, and reduced on each device; Shardy reduces each of them."""
    count = len(op.operands) // 2
    if count < 2:
        return
    dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
    split = estimates.split(op.operands[0])
    axes = () if split is None else split.along(dimensions)
    held = [estimates._sizes.of_value(result).bytes for result in op.results]
    if split is not None and axes:
        known = [size for size in held if size is not None]
        size = sum(known) * (sharded_size(axes, split.mesh) - 1) - estimates.sent_after(op)
        if len(known) == len(held) and size > 0:
            yield Estimate(f"gathered for {_name(op)} of several operands", ALL_GATHER, axes, 0, size)


def _whole_operands(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """XLA has no rule for the operation: operands are gathered along all axes, unless another one has left them so."""
    value = op.operands[0]
    if not isinstance(value, OpResult) or value.owner.signature.definition is not op.signature.definition:
        yield from estimates.gathers(op, 0)


def _erf(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """It has no sharding rule: what ends at it is gathered."""
    operand, result = estimates.split(op.operands[0]), estimates.split(op.results[0])
    kept = () if result is None else result.axes
    axes = () if operand is None else tuple([axis for axis in operand.axes if axis not in kept])
    if operand is not None and axes:
        size = operand.gathered(axes)
        yield Estimate(f"gathered for {_name(op)}", ALL_GATHER, axes, 0, size)


def _solve(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """The matrix and the right-hand side are gathered."""
    for number in range(len(op.operands)):
        yield from estimates.gathers(op, number)


def _cholesky(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Matrices are gathered, not their batches."""
    rank = len(_shape(op.operands[0]))
    yield from estimates.gathers(op, 0, range(max(0, rank - 2), rank))


def _custom_call(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """Operands are gathered along dimensions that the rule of the call does not pass on. Without a rule, it is not
    known what XLA does.
    """
    if kind_of(op.signature) is not None or not op.results or _target(op) in _MARKERS:
        return
    rule = sharding_rule_of(op)
    if rule is None:
        yield from estimates.unknown(op)
        return
    passed = {
        *rule.reduction,
        *[factor for mapping in rule.result_mappings for each in mapping.dimensions for factor in each.factors],
    }
    for number, mapping in enumerate(rule.operand_mappings):
        kept = [dimension for dimension, each in enumerate(mapping.dimensions) if not passed.issuperset(each.factors)]
        yield from estimates.gathers(op, number, kept)


def _target(op: Operation) -> str:
    target = op.properties.get("call_target_name")
    return target.value if isinstance(target, StringAttr) else ""


def _reduce_scatter(estimates: Estimates, op: Operation) -> Iterator[Estimate]:
    """XLA for CPUs reduces on all devices and slices, which sends twice the bytes; that for GPUs and TPUs does not."""
    split = estimates.split(op.results[0])
    sent = estimates.sent(op)
    if split is not None and sent:
        axes = axis_groups(op, estimates._enclosing_scope, estimates._whole.device_count).axes
        yield Estimate(ON_CPUS, ALL_REDUCE, axes, 0, sent)


_RULES: dict[OpDefinition, Callable[[Estimates, Operation], Iterator[Estimate]]] = {
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
