"""The values that are whole on several devices, and where the axes ended that would have cut them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from sdyopt.cost.collective_kinds import kind_of
from sdyopt.cost.origins.followers import Frames, line_text, listed, source_text
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import Place
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.axes import overlaps_any, size
from sdyopt.dialects.sdy.shardings.slots import edge_owner, sharding_of
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.view.columns.collectives import (
    Columns,
    Forms,
    RowField,
    ViewListing,
    axis_text,
    bare_type,
    function_column,
    listing_of,
    plain,
)
from sdyopt.view.model import ModuleView, TensorKind
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.rows import Row
from sdyopt.view.why.why_views import (
    NOT_WANTED,
    AxisView,
    DimensionView,
    Reasons,
    StopView,
    WhyView,
    axes_in,
    rank_of,
    upstream,
)

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
        """Returns what is the same for values whose axis ended at the same kind of operation."""
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


class AxisStops:
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
        dimensions = range(rank_of(row.type))
        for dimension in dimensions:
            for stop in self._reasons.stops_of(row, dimension, function):
                if overlaps_any(stop.axis, (axis,)):
                    return dimension, stop
        if (value := self._reasons.value(row)) is not None:
            for dimension in dimensions:
                if (stop_before := self._end_before(axis, value, dimension, function)) is not None:
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
        if (op := value.defining_op) is None:
            return None
        if before is None and kind_of(op.signature) is not None:
            before, reason = op.operands[0], self._reasons.cause(op, axis)
        if before is None or _dimension_with(axis, before) != dimension:
            return None
        return self._reasons.stop(axis, before, dimension, op, reason, function)

    def _barrier(self, axis: AxisRef, value: Value, dimension: int, function: str) -> StopView | None:
        """Returns the end at an operation without a sharding rule, if an operand of it has the axis.

        Dimensions of such an operation are taken to correspond if there are as many before and after it.
        """
        if (op := value.defining_op) is None or edge_owner(value) is not None:
            return None
        if op.signature.definition is CALL or op.name.startswith("sdy.") or sharding_rule_of(op) is not None:
            return None
        for operand in op.operands:
            number = _dimension_with(axis, operand)
            if number is not None and (number == dimension or rank_of(operand.type) != rank_of(value.type)):
                return self._reasons.stop(axis, operand, number, op, _NO_RULE, function)
        return None


def _dimension_with(axis: AxisRef, value: Value) -> int | None:
    """Returns the dimension of a value that is cut along an axis, or a part of it."""
    sharding = sharding_of(value)
    dimensions = range(0 if sharding is None else len(sharding.dimensions))
    return next((number for number in dimensions if overlaps_any(axis, axes_in(sharding, number))), None)


# How `sdy-view --why` writes why values have their shardings: lines for people, an object for programs.

_MAX_STEPS = 8
"""That are shown unless all are to be; of more, the first and the last ones."""

_ARROW = " → "

Object = dict[str, Any]


def lines_of(whys: Sequence[WhyView], choice: FrameChoice, all_steps: bool = False) -> Iterator[str]:
    """Yields a line for the axes of each dimension that have the same way, and one for each axis that has none.

    Places are the frames of that choice.
    """
    functions = {why.function for why in whys}
    for why in whys:
        name = f"@{why.function}:{why.name}" if len(functions) > 1 else why.name
        for dimension in why.dimensions:
            yield from map(printable, _dimension_lines(name, dimension, choice, all_steps))
        empty = [str(dimension.number) for dimension in why.dimensions if not (dimension.axes or dimension.stops)]
        if empty:
            yield printable(f"{name} {'dims' if len(empty) > 1 else 'dim'} {', '.join(empty)}: no axis reaches it")
        elif not why.dimensions:
            yield printable(f"{name}: has no dimensions")


def _dimension_lines(name: str, dimension: DimensionView, choice: FrameChoice, all_steps: bool) -> Iterator[str]:
    subject = f"{name} dim {dimension.number}"
    for axes in dimension.axes:
        yield f"{subject} {listed(axes.axes)}: {_way(axes, name, choice, all_steps)}"
    for stop in dimension.stops:
        yield f"{subject} not {axis_ref(stop.axis)}: {stop_text(stop, choice)}"


def stop_text(stop: StopView, choice: FrameChoice) -> str:
    """`from %3 dim 1 over dot model.py:13: dimension 0 of %down is closed`, or the reason alone."""
    if not stop.name:
        return stop.reason
    operation = f" over {placed(stop.operation, stop.source, choice)}" if stop.operation else ""
    return f"from {stop.name} dim {stop.dimension}{operation}: {stop.reason}"


def _way(axes: AxisView, name: str, choice: FrameChoice, all_steps: bool) -> str:
    origin = f"{placed(axes.origin, axes.origin_source, choice)} dim {axes.origin_dimension}"
    if not axes.steps:
        return f"{origin}, {'as written' if axes.is_written else 'chosen by the partitioner'}"
    steps = [
        placed(step.operation, step.source, choice) + (f" (factor {step.factor})" if step.factor else "")
        for step in axes.steps
    ]
    if len(steps) > _MAX_STEPS and not all_steps:
        half = _MAX_STEPS // 2
        left_out = f"… {counted(len(steps) - _MAX_STEPS, 'operation')} …"
        steps = [*steps[:half], left_out, *steps[-half:]]
    return _ARROW.join([origin, *steps, name])


def placed(what: str, source: Frames, choice: FrameChoice) -> str:
    """`dot_general model.py:22`."""
    return f"{what} {line_text(source, choice)}".rstrip()


def why_object(whys: Sequence[WhyView]) -> list[Object]:
    return [
        {
            "function": why.function,
            "name": why.name,
            "label": why.label or None,
            "dimensions": [
                {
                    "dimension": dimension.number,
                    "axes": [_axes(axes) for axes in dimension.axes],
                    "missing": [stop_object(stop) for stop in dimension.stops],
                }
                for dimension in why.dimensions
            ],
        }
        for why in whys
    ]


def _axes(axes: AxisView) -> Object:
    return {
        "axes": plain(axes.axes),
        "origin": {
            "what": axes.origin,
            "dimension": axes.origin_dimension,
            "written": axes.is_written,
            "source": plain(axes.origin_source),
        },
        "chain": [{**plain(step), "factor": step.factor or None} for step in axes.steps],
    }


def stop_object(stop: StopView) -> Object:
    """Returns why an axis has not come, for programs."""
    return {
        "axis": axis_text(stop.axis),
        "from": {"name": stop.name, "dimension": stop.dimension} if stop.name else None,
        "operation": stop.operation or None,
        "source": plain(stop.source),
        "reason": stop.reason,
    }


# The columns of `sdy-view --replicated`: values that are whole on several devices, and where axes ended.

_NOWHERE = "nothing that it is computed from has it"
_GIVEN = "its own sharding does not have it"


class ListedEnd(NamedTuple):
    """An axis along which a value is whole."""

    value: ReplicatedView
    end: EndView

    def where(self, choice: FrameChoice) -> str:
        """`dim 0: from %3 dim 1 over dot model.py:13: dimension 0 of %down is closed`."""
        value, end = self
        if end.stop is not None:
            return f"dim {end.dimension}: {stop_text(end.stop, choice)}"
        is_shared = value.kind in (TensorKind.ARGUMENT, TensorKind.CONSTRAINT) and value.share.sharding is not None
        return _GIVEN if is_shared else _NOWHERE


_Value = RowField[ReplicatedView, ViewListing]
_End = RowField[ListedEnd, ViewListing]


def _name(value: ReplicatedView) -> str:
    is_named = value.label and value.kind in (TensorKind.ARGUMENT, TensorKind.RESULT)
    return f"{value.name} {value.label}" if is_named else value.name


END = Columns(
    _End(
        "axis",
        lambda each: axis_text(each.end.axis),
        column=Column("without", style="yellow"),
        cell=lambda each, _: axis_ref(each.end.axis),
    ),
    _End("dimension", "end.dimension"),
    _End("stop", lambda each: None if each.end.stop is None else stop_object(each.end.stop)),
    _End("bytes", "end.bytes", column=Column("would be", right=True), text=short),
    _End(
        "where",
        column=Column("where it ended", below=True, style="yellow"),
        cell=lambda each, listing: each.where(listing.view.frames),
        forms=Forms.NONE,
    ),
)

REPLICATED = Columns(
    _Value("function", column=function_column, text="@{}".format),
    _Value("name", column=Column("name", style="cyan"), cell=lambda value, _: _name(value)),
    _Value("label", lambda value: value.label or None),
    _Value("kind", "kind.value"),
    _Value(
        "source",
        column=Column("source", below=True),
        cell=lambda value, listing: source_text(value.source, listing.view.frames) or UNKNOWN,
    ),
    _Value("type", "share.type", column=Column("type", below=True), text=bare_type),
    _Value("sharding", "share.sharding_text"),
    _Value("alike", column=Column("×", right=True), text="{:,}".format),
    _Value("copies", "share.copies", column=Column("copies", right=True), text="{:,}".format),
    _Value("bytes", "share.bytes", column=Column("a device", right=True), text=short),
    _Value("bytes_of_copies", column=Column("all copies", right=True, style="bold"), text=short),
    _Value("ends", listed=lambda value, listing: END.objects([ListedEnd(value, end) for end in value.ends], listing)),
)


def replicated_table(view: ModuleView) -> Table:
    """Returns a line for each axis along which a value is whole; the value itself is named in the first."""
    values = view.replicated
    listing = listing_of(view, [value.function for value in values])
    ends = END.table([ListedEnd(value, end) for value in values for end in value.ends], listing)
    named = REPLICATED.table(values, listing)
    blank = [""] * len(named.columns)
    firsts = [
        row if number == 0 else blank
        for value, row in zip(values, named.rows, strict=True)
        for number in range(len(value.ends))
    ]
    return Table(
        [*named.columns, *ends.columns], [[*first, *end] for first, end in zip(firsts, ends.rows, strict=True)]
    )
