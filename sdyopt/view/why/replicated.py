"""The values that are whole on several devices, and where the axes ended that would have cut them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from sdyopt.cost.collective_kinds import kind_of
from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.sizes.share import Share
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.axes import overlaps_any, size
from sdyopt.dialects.sdy.shardings.data_flow import edge_owner
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops import BROADCAST_IN_DIM
from sdyopt.driver.diagnostics.places import Place
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.view.model import TensorKind
from sdyopt.view.rows import Row
from sdyopt.view.why.upstream import upstream
from sdyopt.view.why.why_views import NOT_WANTED, Reasons, StopView, axes_in, rank_of

_FREE = frozenset(("stablehlo.constant", "sdy.constant", "stablehlo.iota"))
"""Operations whose results no device stores."""

_NO_RULE = "it has no sharding rule"


class EndView(NamedTuple):
    """An axis along which a value is not cut, and where it ended."""

    axis: AxisRef
    dimension: int | None
    """The dimension of the value to which the axis would have come; None if nothing that leads there has it."""
    stop: StopView | None
    """None if nothing that leads to the value has the axis."""
    bytes: int | None
    """On a device if this axis, and those before it, had come; None if that is not known."""

    @property
    def where(self) -> Hashable:
        """What is the same for values whose axis ended at the same kind of operation."""
        return self.axis, self.dimension, self.stop and self.stop.operation


class ReplicatedView(NamedTuple):
    """A value that is whole on several devices."""

    function: str
    name: str
    label: str
    kind: TensorKind
    source: Frames
    place: Place | None
    share: Share
    alike: int
    """How many values of the function have this type and sharding, and lost axes at such operations."""
    ends: tuple[EndView, ...]

    @property
    def bytes_of_copies(self) -> int:
        """The bytes of all devices that hold the same."""
        return (self.share.bytes or 0) * self.share.copies


def is_replicated(row: Row, share: Share) -> bool:
    """Whether several devices hold the same of a tensor of known size."""
    return row.is_held and bool(share.bytes) and share.copies > 1 and share.only_device is None


def made_of_constants(program: Operation) -> set[Value]:
    """Returns the constants, and what is computed from these alone, which is made where it is needed."""
    found: set[Value] = set()
    for op in program.walk():
        definition = op.signature.definition
        is_cheap = definition is BROADCAST_IN_DIM or "Elementwise" in definition.traits
        if op.name in _FREE or (is_cheap and all(operand in found for operand in op.operands)):
            found.update(op.results)
    return found


class Ends:
    """Finds where axes ended."""

    def __init__(self, reasons: Reasons, most_upstream: int) -> None:
        """At most `most_upstream` dimensions are looked at for each dimension of a value."""
        self._reasons = reasons
        self._most = most_upstream
        self._free: dict[AxisRef, set[tuple[Value, int]]] = {}
        """The dimensions on the way to which no operation has stopped an axis."""

    def of(self, row: Row, share: Share, function: str) -> Iterator[EndView]:
        """Yields an end for each axis along which there are copies."""
        local = list(share.local_shape or ())
        known = share.bytes
        for axis in share.replicated_axes:
            dimension, stop = self._end(axis, row, function)
            if dimension is not None and known is not None and local[dimension]:
                whole = local[dimension] or 1
                local[dimension] = -(-whole // size(axis, share.mesh))
                known = known // whole * (local[dimension] or 1)
                yield EndView(axis, dimension, stop, known)
            else:
                yield EndView(axis, dimension, stop, None)

    def _end(self, axis: AxisRef, row: Row, function: str) -> tuple[int | None, StopView | None]:
        """Returns the dimension to which an axis would have come, and what has stopped it, the nearest first."""
        dimensions = range(rank_of(row))
        for dimension in dimensions:
            for stop in self._reasons.stops_of(row, dimension, function):
                if overlaps_any(stop.axis, (axis,)):
                    return dimension, stop
        value = self._reasons.value(row)
        if value is not None:
            for dimension in dimensions:
                stop_before = self._end_before(axis, value, dimension, function)
                if stop_before is not None:
                    return dimension, stop_before
        return None, None

    def _end_before(self, axis: AxisRef, value: Value, dimension: int, function: str) -> StopView | None:
        """Returns what has stopped an axis on its way to a dimension of a value."""
        free = self._free.setdefault(axis, set())
        places = [(value, dimension)]
        if places[0] not in free:
            places += upstream(value, dimension, self._most, free)
        for before, number in places:
            for stop in self._reasons.stops_at(before, number, function):
                if overlaps_any(stop.axis, (axis,)):
                    return stop
            if (resharded := self._resharded(axis, before, number, function)) is not None:
                return resharded
            if (barrier := self._barrier(axis, before, number, function)) is not None:
                return barrier
        if len(places) < self._most:
            free.update(places)
        return None

    def _resharded(self, axis: AxisRef, value: Value, dimension: int, function: str) -> StopView | None:
        """Returns the end at a constraint or a collective, if its operand has the axis there."""
        before, reason = self._reasons.constrained.get(value), NOT_WANTED
        op = value.owner if isinstance(value, OpResult) else None
        if op is None:
            return None
        if before is None and kind_of(op.signature) is not None:
            before, reason = op.operands[0], self._reasons.cause(op, axis)
        if before is None or _dimension_with(axis, before) != dimension:
            return None
        name, source = self._reasons.name(before, function), frames_at(op.location, self._reasons.source)
        return StopView(axis, name, dimension, op.short_name, source, reason)

    def _barrier(self, axis: AxisRef, value: Value, dimension: int, function: str) -> StopView | None:
        """Returns the end at an operation without a sharding rule, if an operand of it has the axis.

        Dimensions of such an operation are taken to correspond if there are as many before and after it.
        """
        if not isinstance(value, OpResult) or edge_owner(value) is not None:
            return None
        op = value.owner
        if op.signature.definition is CALL or op.name.startswith("sdy.") or sharding_rule_of(op) is not None:
            return None
        for operand in op.operands:
            number = _dimension_with(axis, operand)
            if number is not None and (number == dimension or _rank(operand) != _rank(value)):
                name = op.short_name
                source = frames_at(op.location, self._reasons.source)
                return StopView(axis, self._reasons.name(operand, function), number, name, source, _NO_RULE)
        return None


def _rank(value: Value) -> int:
    return len(value.type.dimensions or ()) if isinstance(value.type, ShapedType) else 0


def _dimension_with(axis: AxisRef, value: Value) -> int | None:
    """Returns the dimension of a value that is cut along an axis, or a part of it."""
    sharding = sharding_of(value)
    dimensions = range(0 if sharding is None else len(sharding.dimensions))
    return next((number for number in dimensions if overlaps_any(axis, axes_in(sharding, number))), None)
