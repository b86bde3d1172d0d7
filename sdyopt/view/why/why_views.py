"""Why values have their shardings: the output of `sdy-view --why`, as plain immutable values."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import TypeGuard

from sdyopt.cost import ViewError
from sdyopt.cost.origins.followers import Frames, frames_at, line_text
from sdyopt.cost.origins.propagation_record import (
    FunctionResult,
    InSharding,
    Move,
    Over,
    ShardingHistory,
    Spot,
    function_result,
    subject_of,
)
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import lacks_rule
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.axes import Axes, difference, overlaps_any
from sdyopt.dialects.sdy.shardings.slots import edge_owner, edge_source_uses, sharding_of
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.dialects.sdy.syntax import factor as factor_name
from sdyopt.ir.attribute import Location, Type, checked
from sdyopt.ir.attributes import ShapedType
from sdyopt.ir.collecting import grouped
from sdyopt.ir.locations import label_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.rewrite.remarks import RemarkArgument
from sdyopt.mlir.write.attributes import symbol_token
from sdyopt.passes.propagation.engine.explanations import REASONS, AxisNotPropagated
from sdyopt.passes.propagation.solve.obstacles import Reason, dimension_of
from sdyopt.rewriting.functions import callee_name, returned_values
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.view.rows import Row

# From where the axes of a dimension would come: the dimensions of the values that a value is computed from.

Dimension = tuple[Value, int]

MOST = 4096
"""Dimensions that are looked at."""


def upstream(
    value: Value, dimension: int, most: int = MOST, without: Collection[Dimension] = ()
) -> Iterator[Dimension]:
    """Yields the dimensions that have to do with one of `value`, the nearest first, as far as operands lead.

    At most `most` are looked at, and not those in `without`, nor what these come from.
    """
    start = (value, dimension)
    pending: deque[Dimension] = deque([start])
    seen = {start}
    while pending and len(seen) < most:
        for found in _operands(*pending.popleft()):
            if found not in seen and found not in without:
                seen.add(found)
                pending.append(found)
                yield found


def _operands(value: Value, dimension: int) -> Iterator[Dimension]:
    owner = edge_owner(value)
    if owner is not None:
        yield from [(use.value, dimension) for use in edge_source_uses(owner)]
    op = value.defining_op
    if owner is not None or op is None:
        return
    if (rule := sharding_rule_of(op)) is None:
        if len(op.operands) == 1 and op.operands[0].type is value.type:
            yield op.operands[0], dimension  # It moves a value.
        return
    for factor in rule.result_mappings[value.index].dimensions[dimension].factors:
        for number, operand in enumerate(op.operands[: len(rule.operand_mappings)]):
            if (place := dimension_of(rule, number, factor)) is not None:
                yield operand, place


NOT_WANTED = "the constraint does not list this axis"
"""The message about a constraint at which an axis ends."""


class StepView(NamedTuple):
    """An operation over which an axis has come to a dimension of a value."""

    operation: str
    """`dot_general`."""
    factor: str
    """The factor of the sharding rule, `j`; empty if all dimensions correspond."""
    source: Frames
    name: str
    """The value that gets the axis."""
    dimension: int


class AxisView(NamedTuple):
    """Why a dimension is sharded along axes: where these come from, and how."""

    axes: tuple[AxisRef, ...]
    origin: str
    """The first value that has them: `argument p['w1']`, `sharding_constraint`."""
    origin_source: Frames
    origin_dimension: int
    is_written: bool
    """Whether the origin has been given the axes; otherwise the partitioner has chosen how it is computed."""
    steps: tuple[StepView, ...]
    """Empty if the value itself is the origin."""


class StopView(NamedTuple):
    """Why a dimension is not sharded along an axis."""

    axis: AxisRef
    name: str
    """The value that has it, in the dimension with the number `dimension`; empty if an argument or a result has had it
    until propagation was over.
    """
    dimension: int
    operation: str
    """The operation over which it does not come."""
    source: Frames
    reason: str
    """`dimension 1 of %2 is closed`."""


class DimensionView(NamedTuple):
    """Why a dimension of a value has the axes that it has."""

    number: int
    axes: tuple[AxisView, ...]
    stops: tuple[StopView, ...]


class WhyView(NamedTuple):
    """Why a value has its sharding."""

    function: str
    name: str
    """As in the table."""
    label: str
    dimensions: tuple[DimensionView, ...]


def rank_of(type: Type) -> int:
    """Returns the number of dimensions of a tensor; 0 if that is not known."""
    return len(type.dimensions or ()) if isinstance(type, ShapedType) else 0


def axes_in(sharding: Sharding | None, dimension: int) -> Axes:
    """Returns the axes of a dimension; none of a sharding that puts everything on one device."""
    if sharding is None or dimension >= len(sharding.dimensions):
        return ()
    return sharding.dimensions[dimension].axes


def _is_manual(value: Value) -> bool:
    """Whether a value is a result of a manual computation, or an argument of its body: their shardings are written."""
    around = value.owner_op
    return around is not None and around.signature.definition is MANUAL_COMPUTATION


def _is_call(value: Value) -> TypeGuard[OpResult]:
    """Whether a value is the result of a call, which has the sharding of the function's result from the beginning."""
    return isinstance(value, OpResult) and value.owner.signature.definition is CALL


def no_dimension(number: int, name: str, rank: int) -> ViewError:
    """Returns the error for a dimension that a value does not have."""
    counts = {0: "no dimensions", 1: "only dimension 0"}
    return ViewError(f"no dimension {number} of '{name}': it has {counts.get(rank, f'dimensions 0 to {rank - 1}')}")


class Reasons:
    """Explains why the values of a program have their shardings."""

    def __init__(self, program: Program, most_upstream: int = MOST) -> None:
        """`most_upstream` limits the search for what keeps axes from dimensions to which none has come near."""
        assert program.follower is not None and program.follower.history is not None and program.written is not None
        self._most_upstream = most_upstream
        self._written = program.written
        self._program = program
        self._follower = program.follower
        self.history: ShardingHistory = program.follower.history
        self.source = program.source
        self.constrained = {each.result: each.operand for each in program.follower.constraints}
        """The operands of constraints, by their results."""
        self._constraint_of = {self._follower.original(result): result for result in self.constrained}
        """The results of constraints, which are not in the program any longer, by what they are known as."""

    def why(self, number: int | None, row: Row, name: str, function: str) -> WhyView:
        """Returns why the value of a row has its sharding, in all dimensions or the one with that `number`."""
        subject = self.subject(row, function)
        wanted = range(rank_of(row.type)) if number is None else (number,)
        dimensions = [self._dimension(Spot(subject, each), row, function) for each in wanted]
        return WhyView(function, name, row.label, tuple(dimensions))

    def subject(self, row: Row, function: str) -> Hashable:
        """Returns what propagation knows a row as."""
        value, computation = self.value(row), row.computation
        if value is None or (row.value is None and row.around is not None and not is_private(row.around)):
            return FunctionResult(function, row.number)
        if computation is not None:
            return InSharding(computation.operands.index(value), computation.location)
        return subject_of(value, self._follower)  # Private functions are inlined while axes move.

    def stops_of(self, row: Row, dimension: int, function: str) -> Iterator[StopView]:
        """Yields why axes that the sharding of a row does not have there have not come to a dimension."""
        spot = Spot(self.subject(row, function), dimension)
        return self.stops(spot, axes_in(row.sharding, dimension), function)

    def stops_at(self, value: Value, dimension: int, function: str) -> Iterator[StopView]:
        """Yields why axes that a value does not have have not come to a dimension of it."""
        spot = Spot(subject_of(value, self._follower), dimension)
        return self.stops(spot, axes_in(sharding_of(value), dimension), function)

    def value(self, row: Row) -> Value | None:
        """Returns the value of a row; of the result of a function, what it returns if it has a body."""
        if row.value is not None or row.around is None:
            return row.value
        returned = returned_values(row.around)
        return returned[row.number] if returned else None

    def _dimension(self, spot: Spot, row: Row, function: str) -> DimensionView:
        present = axes_in(row.sharding, spot.dimension)
        by_chain = grouped((self.history.chain(spot, axis), axis) for axis in present)
        found = []
        for chain, axes in by_chain.items():
            first = chain[0].source if chain else spot
            origin, is_written = self.origin(first, tuple(axes), function)
            source, steps = frames_at(origin.location, self.source), tuple(self._steps(chain, origin, function))
            found.append(AxisView(tuple(axes), origin.name, source, first.dimension, is_written, steps))
        stops = tuple(self.stops(spot, present, function)) or self.stops_before(spot.dimension, row, function)
        return DimensionView(spot.dimension, tuple(found), stops)

    def origin(self, spot: Spot, axes: Axes, function: str) -> tuple[Over, bool]:
        """Returns what has axes from the beginning, and whether it has been given them."""
        is_written = self._is_written(spot, axes)
        group = self._written.groups.get(spot.subject) if isinstance(spot.subject, Value) else None
        if group is not None and not is_written:
            return Over(f"sharding group {group}"), True
        return Over(*self._origin(spot.subject, function)), is_written

    def _is_written(self, spot: Spot, axes: Axes) -> bool:
        if not isinstance(spot.subject, Value) or _is_manual(spot.subject) or _is_call(self._requested(spot.subject)):
            return True
        written = axes_in(self._written.sharding(spot.subject), spot.dimension)
        return any(overlaps_any(axis, written) for axis in axes)

    def _steps(self, chain: Sequence[Move], origin: Over, function: str) -> Iterator[StepView]:
        """Yields the operations of a chain; not those that have no meaning to a reader, nor any one twice in a row."""
        before = origin
        for move in chain:
            over = move.over._replace(factor="")
            if over.name and over != before:
                before = over
                frames = frames_at(over.location, self._program.source)
                name = self._name(move.target.subject, function)
                yield StepView(over.name, move.over.factor, frames, name, move.target.dimension)

    def stops_before(self, dimension: int, row: Row, function: str) -> tuple[StopView, ...]:
        """Returns why no axes have come to the nearest value from which they would have come on."""
        if (value := self.value(row)) is None or axes_in(row.sharding, dimension):
            return ()
        if stops := tuple(self._ends(value, dimension, function)):
            return stops
        for before, number in upstream(value, dimension, self._most_upstream):
            if stops := tuple(self._ends(before, number, function)):
                return stops
            if stops := tuple(self.stops_at(before, number, function)):
                return stops
        return ()

    def _ends(self, value: Value, dimension: int, function: str) -> Iterator[StopView]:
        """Yields the axes that end at what defines a value: a constraint, or an operation without a sharding rule."""
        yield from self._without_rule(value, dimension)
        value = self._constraint_of.get(self._follower.original(value), value)
        operand = self.constrained.get(value)
        for axis in () if operand is None else axes_in(sharding_of(operand), dimension):
            if not overlaps_any(axis, axes_in(sharding_of(value), dimension)):
                source = frames_at(self._follower.original(value).definition_location, self.source)
                name = self.name(self.constrained[value], function)
                yield StopView(axis, name, dimension, "sharding_constraint", source, NOT_WANTED)

    def stop(self, axis: AxisRef, value: Value, number: int, op: Operation, reason: str, function: str) -> StopView:
        """Returns the end at an operation of an axis of a dimension of a value."""
        source = frames_at(op.location, self.source)
        return StopView(axis, self.name(value, function), number, op.short_name, source, reason)

    def _without_rule(self, value: Value, dimension: int) -> Iterator[StopView]:
        """Yields the axes that end at the operation that defines a value because it has no sharding rule."""
        if not isinstance(value, OpResult) or axes_in(sharding_of(value), dimension) or not lacks_rule(value.owner):
            return
        op = value.owner
        for operand in op.operands:
            sharding = sharding_of(operand)
            for number, of_operand in enumerate(() if sharding is None else sharding.dimensions):
                for axis in of_operand.axes:
                    source = frames_at(op.location, self.source)
                    reason = f"'{op.name}' has no sharding rule"
                    yield StopView(axis, self._program.name(operand), number, op.short_name, source, reason)

    def stops(self, spot: Spot, present: Axes, function: str) -> Iterator[StopView]:
        """Yields why axes that are not `present` have not come to a spot, or are not kept there."""
        if (dropped := self.history.dropped.get(spot)) is not None:
            axes, reason, mesh = dropped
            for lost in [lost for axis in axes for lost in difference(axis, present, mesh)]:
                what = f"dimension {spot.dimension} of {self._name(spot.subject, function)}"
                yield StopView(lost, "", spot.dimension, "", (), f"{what} {reason}")
            present = (*present, *axes)
        for stop in self.history.stops(spot, present):
            over = stop.over
            yield StopView(
                stop.axis,
                self._named(stop.why.source, stop.why.op, function),
                stop.source.dimension,
                over.name,
                frames_at(over.location, self._program.source),
                self._reason(stop.why, function),
            )

    def _reason(self, why: AxisNotPropagated, function: str) -> str:
        text = REASONS[why.reason].format(
            factor=factor_name(why.factor),
            dimension=why.dimension,
            where=self._named(why.where, why.op, function),
            other_axes=axes_text(why.other_axes),
            factor_size=why.factor_size,
        )
        if why.reason is not Reason.CLOSED_DIMENSION or not isinstance(why.where, Value):
            return text
        if (closing := self.history.constrained.get(subject_of(why.where, self._follower))) is None:
            return text
        place = line_text(frames_at(closing.location, self.source), USER_FRAMES)
        return f"{text} by the {closing.name} {place}".strip()

    def _named(self, what: RemarkArgument, op: Operation, function: str) -> str:
        """Returns what a reader knows a value or the result of a function as that a decision about `op` names."""
        subject = self._follower.original(what) if isinstance(what, Value) else function_result(str(what), op)
        return self._name(subject, function)

    def _origin(self, subject: Hashable, function: str) -> tuple[str, Location | int]:
        """Returns what has axes from the beginning, and where that is if its name does not say it."""
        if isinstance(subject, InSharding):
            return f"in_shardings[{subject.number}] of manual_computation", subject.location
        if isinstance(subject, OpResult):
            name = subject.owner.short_name
            if _is_call(requested := self._requested(subject)):
                return f"result {requested.index} of {symbol_token(callee_name(requested.owner))}", -1
            if _is_manual(subject):
                name = f"out_shardings[{subject.index}] of {name}"
            return name, subject.owner.location
        if isinstance(subject, BlockArgument):
            if subject in self._written.arguments:
                return f"argument {self._name(subject, function)}", -1
            if _is_manual(subject):
                location = checked(Operation, subject.owner_op).location
                return f"in_shardings[{subject.index}] of manual_computation", location
        return self._name(subject, function), -1

    def _requested(self, subject: Value) -> Value:
        """Returns what a subject is a request for: of a constraint that stands for a function's result, the call's."""
        return self._follower.source(subject) if subject.defined_by(SHARDING_CONSTRAINT) else subject

    def cause(self, op: Operation, axis: AxisRef) -> str:
        """Returns why the program has a collective, as far as it concerns an axis."""
        cause = self._follower.causes.get(op)
        return "" if cause is None else cause.text((axis,), self.source, USER_FRAMES)

    def name(self, value: Value, function: str) -> str:
        """Returns what a reader knows a value as."""
        return self._name(self._follower.original(value), function)

    def _name(self, subject: Hashable, function: str) -> str:
        """Returns what a reader knows a subject as: a label, or the name that the table shows."""
        if isinstance(subject, FunctionResult):
            return f"result {subject.number} of @{subject.function}"
        if not isinstance(subject, Value):
            return self._origin(subject, function)[0]
        label = label_of(subject.location) if isinstance(subject, BlockArgument) else ""
        name = label or self._program.name(subject)
        other = self._written.functions.get(subject, function)
        return name if label or other == function else f"@{other}:{name}"
