"""Where XLA's partitioner may move values otherwise than Shardy's: what it sends then has an upper bound only.

Shardy decides how an operation is computed, moves what is split otherwise there, and moves the result to where it is
wanted. XLA's partitioner decides anew, from the splits that operands and results had before: it gathers a weight where
Shardy moves the activations, a table where Shardy moves the indices, and a whole value where it knows no shorter way
between two splits ("involuntary full rematerialization"). Where both are known to do the same, nothing is said here;
elsewhere the bound is that of what is gathered whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sdyopt.cost.collective_kinds import ALL_GATHER
from sdyopt.cost.collectives.movement import Estimate, Movement, Split, axes_of_factors
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AllToAllParamList, AxisRefLists, OpShardingRule, TensorMapping
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.ir.attributes import ShapedType
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.rules import sharding_rule_of

_LETTERS: dict[OpDefinition, str] = {
    sdy.ALL_GATHER: "G",
    sdy.ALL_SLICE: "S",
    sdy.ALL_TO_ALL: "A",
    sdy.COLLECTIVE_PERMUTE: "P",
}
"""The collectives that make up a reshard, by the letters of a way."""

_EXCHANGING = frozenset((sdy.ALL_TO_ALL, sdy.COLLECTIVE_PERMUTE))

_ALIKE = frozenset(("", "G", "A", "AG", "P", "PA", "PG"))
"""Ways between two splits, slices aside, for which XLA sends what Shardy does."""

_PRODUCTS = frozenset((linear_algebra.DOT_GENERAL, linear_algebra.DOT))
_INDEXED = frozenset((shapes.GATHER, shapes.SCATTER))
_MOVING_BACK = frozenset((reductions.SORT, shapes.CONCATENATE))
"""Operations for which operands are moved, and results moved back."""

_WHOLE = "perhaps gathered whole by XLA's partitioner between two shardings (involuntary full rematerialization)"

_MARGIN = 1.02
"""A bound that is larger by less than this factor than what Shardy's collectives send tells nothing new."""


class Way(NamedTuple):
    """The collectives by which Shardy makes one split of another."""

    ops: tuple[Operation, ...]
    source: Value

    @property
    def letters(self) -> str:
        """The collectives in their order: `SPG` is a slice, a permute and a gather."""
        return "".join([_LETTERS[op.signature.definition] for op in self.ops])

    @property
    def is_moving(self) -> bool:
        """Whether something is exchanged, so that neither a gather nor a slice makes the one split of the other."""
        return any(op.signature.definition in _EXCHANGING for op in self.ops)


def way_before(value: Value) -> Way:
    """Returns how Shardy has moved a value for a use; what a constraint of the program moves is a way of its own."""
    ops: list[Operation] = []
    while isinstance(value, OpResult) and value.owner.signature.definition in _LETTERS:
        if ops and value.owner.location != ops[-1].location:
            break
        if _is_begun(ops) and value.owner.signature.definition in (sdy.ALL_TO_ALL, sdy.ALL_GATHER):
            break
        ops.append(value.owner)
        value = value.owner.operands[0]
    return Way(tuple(reversed(ops)), value)


def _is_begun(ops: Sequence[Operation]) -> bool:
    """Whether ops, the last first, begin with a permute, which comes first in a way unless something is sliced."""
    return bool(ops) and ops[-1].signature.definition is sdy.COLLECTIVE_PERMUTE


def _inserted(way: Way) -> Way:
    """Returns a way that Shardy has inserted for an operation; one of no steps for what a constraint, or the operation
    before, has moved: one such as a sort, which has moved its operands.
    """
    if not way.ops:
        return way
    source = way.source
    is_own = way.ops[0].location == source.definition_location
    if is_own and isinstance(source, OpResult) and source.owner.signature.definition in _MOVING_BACK:
        is_own = not any(way_before(operand).is_moving for operand in source.owner.operands)
    return way if is_own else Way((), way.ops[-1].results[0])


def _is_of_scalar(value: Value) -> bool:
    """Whether a value is a scalar in all places, which each device makes itself."""
    if not isinstance(value, OpResult) or value.owner.signature.definition is not shapes.BROADCAST_IN_DIM:
        return False
    type = value.owner.operands[0].type
    return isinstance(type, ShapedType) and not type.dimensions


def _way_after(op: Operation) -> Way:
    """Returns how Shardy has moved the first result of an operation, after it has been summed."""
    value: Value = op.results[0]
    ops: list[Operation] = []
    while value.has_one_use:
        (user,) = value.users
        if user.location != op.location:
            break
        if user.signature.definition in _LETTERS:
            ops.append(user)
        elif user.signature.definition not in (sdy.ALL_REDUCE, sdy.REDUCE_SCATTER):
            break
        value = user.results[0]
    if ops and any(map(_moves_operands, value.walk_users())):
        ops = []
    return Way(tuple(ops), op.results[0])


def _moves_operands(op: Operation) -> bool:
    """Whether an operation needs dimensions whole, or permutes them, so that its operands are moved for it."""
    if op.signature.definition in _PRODUCTS or op.signature.definition in _INDEXED:
        return False
    rule = sharding_rule_of(op)
    return op.signature.definition is TOP_K or (rule is not None and bool(rule.need_replication or rule.permutation))


class Conflicts:
    """The conflicts of a partitioned module."""

    def __init__(self, module: Operation, movement: Movement) -> None:
        self._movement = movement
        self.near: set[Operation] = set()
        """The collectives of ways, and the operations before and after them: no others have conflicts."""
        for op in collect_kind(module, *_LETTERS):
            before = op.operands[0]
            self.near.add(op)
            self.near.update(op.results[0].walk_users())
            if isinstance(before, OpResult):
                self.near.add(before.owner)

    def of(self, op: Operation) -> Iterator[Estimate]:
        """Yields what XLA may send more at most for an operation beside a collective, or for a way that ends at it."""
        definition = op.signature.definition
        if definition in _LETTERS:
            yield from self._reshard(op)
        elif not op.results:
            return
        elif definition in _PRODUCTS:
            yield from self._product(op)
        elif definition in _INDEXED:
            yield from self._indexed(op)
        elif len(op.operands) > 1 and not {"Elementwise", "BroadcastingElementwise"}.isdisjoint(definition.traits):
            yield from self._elementwise(op)

    def _reshard(self, op: Operation) -> Iterator[Estimate]:
        """XLA may know no other way than to gather the whole value."""
        users = [use.owner for use in op.results[0].uses]
        if any(each.signature.definition in _LETTERS and each.location == op.location for each in users):
            return  # The way does not end here.
        way = way_before(op.results[0])
        source = self._movement.split(way.source)
        if source is None or self._is_alike(way, op.results[0]):
            return
        more = source.gathered(source.axes) - self._sent([way])
        if more > 0:
            yield Estimate(_WHOLE, ALL_GATHER, source.axes, 0, None, more)

    def _is_alike(self, way: Way, target: Value) -> bool:
        """Whether XLA is known to send what Shardy does to make `target` of the source of a way."""
        letters = way.letters
        kinds = letters.replace("S", "")
        before, after = self._movement.split(way.source), self._movement.split(target)
        if not kinds or before is None:
            return True
        if kinds not in _ALIKE or ("S" in letters and _is_manual(way.source)):
            return False
        if not letters.startswith("S"):
            return True
        if after is not None and sharded_size(before.axes, before.mesh) == sharded_size(after.axes, after.mesh):
            return False
        if "A" not in letters:
            return True
        sliced = _axes(way.ops[0].properties.get("slicing_axes"))
        moved = _axes(way.ops[letters.index("A")].properties.get("params"))
        is_same = after is not None and _counts(before) == _counts(after)
        return "P" not in letters and not set(sliced) & set(moved) and not is_same

    def _elementwise(self, op: Operation) -> Iterator[Estimate]:
        """XLA brings operands to the split of the result, of which Shardy's may come after the operation."""
        ways = [_inserted(way_before(operand)) for operand in op.operands if not _is_of_scalar(operand)]
        after = _way_after(op)
        if not any(way.is_moving for way in ways) or not set(after.letters) & set("APG"):
            return
        if len(ways) == 1:
            through = Way((*ways[0].ops, *after.ops), ways[0].source)
            if self._is_alike(through, after.ops[-1].results[0]):
                return
        yield from self._operands(op, ways, after)

    def _product(self, op: Operation) -> Iterator[Estimate]:
        """XLA keeps one operand and the result as they are, and gathers or sums the rest; Shardy moves the smaller."""
        ways = [_inserted(way_before(operand)) for operand in op.operands[:2]]
        after = _way_after(op)
        rule = sharding_rule_of(op)
        if rule is None:
            return
        is_moving = any(way.is_moving for way in (*ways, after))
        is_sliced = not is_moving and any(set("SG").issubset(way.letters) for way in ways)
        users = op.results[0].walk_users()
        if (
            not is_moving
            and not is_sliced
            and all(user.signature.definition is not sdy.REDUCE_SCATTER for user in users)
        ):
            return
        before = [self._factors(way.source, each) for way, each in zip(ways, rule.operand_mappings, strict=True)]
        contracted = [_along(axes, rule.reduction) for axes in before]
        if is_moving:
            if not after.ops and self._is_brought(op, ways, before, rule):
                return
        elif not is_sliced:
            now = [self._factors(*each) for each in zip(op.operands, rule.operand_mappings, strict=True)]
            if contracted == [_along(axes, rule.reduction) for axes in now]:
                return
        whole = self._movement.whole_bytes(op.results[0]) or 0
        more = 2 * whole if any(contracted) or after.ops else 0
        yield from self._operands(op, ways, after, more)

    def _is_brought(
        self, op: Operation, ways: Sequence[Way], before: Sequence[Mapping[int, Axes]], rule: OpShardingRule
    ) -> bool:
        """Whether one operand stays, split as the result is, and XLA brings the other to what is left."""
        result = self._factors(op.results[0], rule.result_mappings[0])
        both = [{factor for each in mapping.dimensions for factor in each.factors} for mapping in rule.operand_mappings]
        batch = both[0] & both[1] - set(rule.reduction)
        for number in range(2):
            kept, other, moved = before[number], before[1 - number], ways[1 - number]
            if ways[number].ops or any(result.get(factor) != axes for factor, axes in kept.items()):
                continue
            is_apart = set(_along(kept, kept)).isdisjoint(_along(other, other))
            if is_apart or (batch.issuperset(kept) and kept == result):
                return self._is_alike(moved, op.operands[1 - number])
        return False

    def _factors(self, value: Value, mapping: TensorMapping) -> dict[int, Axes]:
        return axes_of_factors(self._movement.split(value), mapping)

    def _indexed(self, op: Operation) -> Iterator[Estimate]:
        """XLA gathers a table where Shardy moves indices, and sums what devices update where Shardy moves updates."""
        ways = [_inserted(way_before(operand)) for operand in op.operands]
        after = _way_after(op)
        rule = sharding_rule_of(op)
        if rule is None:
            return
        is_scatter = op.signature.definition is shapes.SCATTER
        table, indices = ways[0], ways[1]
        if not (table.is_moving or after.is_moving or indices.is_moving):
            mapping = rule.operand_mappings[1]
            of_indices = {factor for each in mapping.dimensions for factor in each.factors}
            now = self._factors(op.operands[0], rule.operand_mappings[0])
            is_sliced = is_scatter and "S" in table.letters and not of_indices.issuperset(now)
            if not is_sliced and not any("G" in way.letters and self._is_left(way, table) for way in ways[1:]):
                return
        whole = self._movement.whole_bytes(op.results[0]) or 0
        yield from self._operands(op, ways, after, 2 * whole if is_scatter else whole)

    def _is_left(self, way: Way, table: Way) -> bool:
        """Whether XLA takes indices or updates from other axes than Shardy, which gathers them: from one along which
        the table is not split.
        """
        split, of_table = self._movement.split(way.source), self._movement.split(table.source)
        if split is None or of_table is None:
            return False
        axes = {axis.name for axis in of_table.axes}
        return not axes.issuperset(split.mesh.axis_sizes)

    def _operands(self, op: Operation, ways: Sequence[Way], after: Way, more: int = 0) -> Iterator[Estimate]:
        """Yields that all operands may be gathered whole from what they were before, in place of Shardy's ways, and
        that so many bytes more may be sent of the result.
        """
        splits = [self._movement.split(way.source) for way in ways]
        found = [(number, split) for number, split in enumerate(splits) if split is not None]
        bound = sum([split.gathered(split.axes) for _, split in found]) + more
        if found:
            number, _ = max(found, key=lambda each: each[1].gathered(each[1].axes))
            axes = tuple(dict.fromkeys(axis for _, split in found for axis in split.axes))
            sent = self._sent([*ways, after])
            if bound > sent * _MARGIN:
                rule = f"perhaps gathered by XLA's partitioner for {op.short_name}"
                yield Estimate(rule, ALL_GATHER, axes, number, None, bound - sent)

    def _sent(self, ways: Sequence[Way]) -> int:
        """Returns the bytes that Shardy's collectives send."""
        return sum([self._movement.sent(op) for way in ways for op in way.ops])


def _is_manual(value: Value) -> bool:
    """Whether a value comes from a manual computation: XLA does not slice it before it moves it."""
    return isinstance(value, OpResult) and value.owner.signature.definition is sdy.MANUAL_COMPUTATION


def _along(axes: Mapping[int, Axes], factors: Iterable[int]) -> Axes:
    return tuple([axis for factor in factors for axis in axes.get(factor, ())])


def _axes(attribute: object) -> Axes:
    if isinstance(attribute, AxisRefLists):
        return tuple([axis for each in attribute.lists for axis in each.axes])
    assert isinstance(attribute, AllToAllParamList)
    return tuple([axis for param in attribute.params for axis in param.axes])


def _counts(split: Split) -> list[int]:
    """Returns over how many devices dimensions are split, with the number of those that hold each part, sorted."""
    counts = [split.devices(number) for number in range(len(split.shape))]
    used = 1
    for count in counts:
        used *= count
    return sorted([*counts, split.mesh.device_count // used])
