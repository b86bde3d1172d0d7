"""Where XLA's partitioner may move values otherwise than Shardy's: what it sends then has an upper bound only.

Shardy decides how an operation is computed, moves what is split otherwise there, and moves the result to where it is
wanted. XLA's partitioner decides anew, from the splits that operands and results had before: it gathers a weight where
Shardy moves the activations, a table where Shardy moves the indices, and a whole value where it knows no shorter way
between two splits ("involuntary full rematerialization"). For reshards and products the model of XLA's partitioner
knows how much more that is. What it does not know has the bound of all that may be gathered whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as product_of

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER
from sdyopt.cost.collectives.movement import ON_CPUS, Estimate, Movement, Split, axes_of_factors
from sdyopt.cost.partitioner.answers import (
    MAX_DEVICES,
    Inserted,
    PartitionedValue,
    axes_of,
    dimensions_of,
    for_product,
    for_reshard,
)
from sdyopt.cost.partitioner.tilings import Tiled, tiling_of
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.func.ops import RETURN
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import Mesh, TensorMapping
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType, ShapedType
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

_SUMMING = frozenset((sdy.ALL_REDUCE, sdy.REDUCE_SCATTER))
_EXCHANGING = frozenset((sdy.ALL_TO_ALL, sdy.COLLECTIVE_PERMUTE))

_PRODUCTS = frozenset((linear_algebra.DOT_GENERAL, linear_algebra.DOT))
_INDEXED = frozenset((shapes.GATHER, shapes.SCATTER))
_MOVING_BACK = frozenset((reductions.SORT, shapes.CONCATENATE))
"""Operations for which operands are moved, and results moved back."""

_BETWEEN = "between two shardings"
_FULL = "gathered whole by XLA's partitioner between two shardings (involuntary full rematerialization)"
_VERBS = {
    ALL_GATHER: "gathered",
    ALL_REDUCE: "summed",
    ALL_TO_ALL: "moved",
    COLLECTIVE_PERMUTE: "moved",
}

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
        elif user.signature.definition not in _SUMMING:
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


def _possible_ways(way: Way) -> Sequence[Way]:
    """Returns how Shardy may have moved an operand by this way: not at all, if it has moved the result of the operation
    before, which has operands that it has moved, too.
    """
    source = way.source
    if not way.ops or not isinstance(source, OpResult) or way.ops[0].location != source.definition_location:
        return (way,)
    return (way, Way((), way.ops[-1].results[0])) if _is_moved(source.owner) else (way,)


def _is_moved(op: Operation) -> bool:
    """Whether Shardy has moved operands of an operation."""
    return any(_inserted(way_before(operand)).ops for operand in op.operands)


def _may_own(op: Operation, ways: Sequence[Way]) -> Sequence[bool]:
    """Returns whether Shardy has moved the result of an operation for that itself, and not for a user: perhaps if its
    operands are moved, too; what a function returns is wanted as it is.
    """
    after = _way_after(op)
    if not after.ops or not any(way.ops for way in ways):
        return (False,)
    users = after.ops[-1].results[0].walk_users()
    return (True,) if all(user.signature.definition is RETURN for user in users) else (False, True)


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
        users = op.results[0].walk_users()
        if any(each.signature.definition in _LETTERS and each.location == op.location for each in users):
            return  # The way does not end here.
        way = way_before(op.results[0])
        if not way.letters.replace("S", ""):
            return
        source = self._movement.split(way.source)
        is_sliced = "S" in way.letters and _is_manual(way.source)
        given = None if is_sliced else self._given(op, (way.source,), op.results[0])
        if given is None:
            more = 0 if source is None else source.gathered(source.axes) - self._sent([way])
            if source is not None and more > 0 and (way.is_moving or is_sliced):
                yield Estimate(f"perhaps {_FULL}", ALL_GATHER, source.axes, 0, None, more)
            return
        (operand,), target, mesh = given
        yield from self._more(for_reshard(operand, target), self._sent([way]), mesh, (source,), _BETWEEN)

    def _given(
        self, op: Operation, operands: Sequence[Value], result: Value
    ) -> tuple[list[PartitionedValue], Tiled, Mesh] | None:
        """Returns operands and the tiling of a result, as the model of XLA's partitioner takes them, and their mesh;
        None for what it does not: several meshes, unknown sizes.
        """
        values = (*operands, result)
        splits = [self._movement.split(value) for value in values]
        meshes = dict.fromkeys([split.mesh for split in splits if split is not None])
        if len(meshes) != 1:
            return None
        (mesh,) = meshes
        manual = self._movement.manual_axes(op)
        if manual:
            mesh = Mesh(tuple([axis for axis in mesh.axes if axis.name not in manual]))
        if mesh.device_count > MAX_DEVICES:
            return None
        found: list[PartitionedValue] = []
        for value, split in zip(values, splits, strict=True):
            type = value.type
            shape = type.dimensions if isinstance(type, RankedTensorType) else None
            bits = element_bits(type.element_type) if isinstance(type, RankedTensorType) else None
            if shape is None or DYNAMIC in shape or bits is None or bits % 8:
                return None
            tiling = tiling_of(split.dimensions if split is not None else ((),) * len(shape), mesh)
            found.append(PartitionedValue(tuple(shape), bits // 8, tiling, _is_of_scalar(value)))
        return found[:-1], found[-1].tiling, mesh

    def _more(
        self, found: Inserted, sent: int, mesh: Mesh, splits: Sequence[Split | None], where: str
    ) -> Iterator[Estimate]:
        """Yields what XLA sends beyond what Shardy's collectives do."""
        more = found.bytes - sent
        if more <= 0:
            return
        first = found.collectives[0]
        axes = None if first.kind == COLLECTIVE_PERMUTE else axes_of(first.groups, mesh)
        if axes is None or found.is_full:  # All of a value is gathered where there is no shorter way.
            axes = tuple(dict.fromkeys(axis for split in splits if split is not None for axis in split.axes))
        number = max(range(len(splits)), key=lambda each: _common(splits[each], axes))
        rule = _FULL if found.is_full else f"{_VERBS[first.kind]} by XLA's partitioner {where}"
        kind = REDUCE_SCATTER if first.is_sliced else first.kind
        yield Estimate(rule, kind, axes, number, more)

    def _elementwise(self, op: Operation) -> Iterator[Estimate]:
        """XLA brings operands to the split of the result, of which Shardy's may come after the operation."""
        ways = [_inserted(way_before(operand)) for operand in op.operands if not _is_of_scalar(operand)]
        after = _way_after(op)
        if not any(way.is_moving for way in ways) or not set(after.letters) & set("APG"):
            return
        if len(ways) == 1:
            given = self._given(op, (ways[0].source,), after.ops[-1].results[0])
            found = None if given is None else for_reshard(given[0][0], given[1])
            if found is not None and found.bytes <= self._sent([*ways, after]):
                return
        yield from self._operands(op, ways, after)

    def _product(self, op: Operation) -> Iterator[Estimate]:
        """XLA keeps one operand and the result as they are, and gathers or sums the rest; Shardy moves the smaller."""
        ways = [_inserted(way_before(operand)) for operand in op.operands[:2]]
        found = {
            self._more_of_product(op, chosen, is_own)
            for chosen in product_of(*[_possible_ways(way) for way in ways])
            for is_own in _may_own(op, ways)
        }
        if len(found) == 1 and None not in found:
            yield from next(iter(found)) or ()
        elif any(way.ops for way in ways) or _way_after(op).ops:
            whole = self._movement.whole_bytes(op.results[0]) or 0
            yield from self._operands(op, ways, _way_after(op), 2 * whole)

    def _more_of_product(self, op: Operation, ways: Sequence[Way], is_own: bool) -> tuple[Estimate, ...] | None:
        """Returns what XLA sends more if Shardy has moved operands by `ways`, and the result as well if `is_own`;
        None if that is not known.
        """
        result, sent, scattered = self._after(op, is_own)
        given = self._given(op, [way.source for way in ways], result)
        if given is None:
            return None
        (left, right), wanted, mesh = given
        dims = dimensions_of(op, left.shape, right.shape)
        found = for_product(left, right, wanted, _shape(result), dims)
        if found is None:
            return None
        splits = [self._movement.split(way.source) for way in ways]
        estimates: list[Estimate] = []
        for each in self._more(found, sent + self._sent(ways), mesh, splits, f"for {op.short_name}"):
            estimates.append(each)
            more = found.bytes_without_scattering - found.bytes - scattered
            if more > 0:
                estimates.append(Estimate(ON_CPUS, ALL_REDUCE, each.axes, each.operand, more))
        return tuple(estimates)

    def _after(self, op: Operation, is_own: bool) -> tuple[Value, int, int]:
        """Returns what Shardy has made of the result of an operation, with what it has moved if that `is_own`, and the
        bytes sent for it: by all collectives, and by reduce-scatters.
        """
        moving, value, sent, scattered = _way_after(op).ops if is_own else (), op.results[0], 0, 0
        while value.has_one_use:
            (user,) = value.users
            is_its = user in moving or user.signature.definition in _SUMMING
            if user.location != op.location or not is_its:
                break
            sent += self._movement.sent(user)
            scattered += self._movement.sent(user) if user.signature.definition is sdy.REDUCE_SCATTER else 0
            value = user.results[0]
        return value, sent, scattered

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


def _shape(value: Value) -> tuple[int, ...]:
    shape = value.type.dimensions if isinstance(value.type, ShapedType) else None
    return tuple(shape or ())


def _common(split: Split | None, axes: Axes) -> int:
    """Returns along how many of the axes a value is split, weighed by what is gathered of it."""
    return 0 if split is None else split.bytes * len([axis for axis in split.axes if axis in axes])
