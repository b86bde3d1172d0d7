"""Follows propagation, to explain why values have their shardings."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from sdyopt.cost.origins.followers import Follower, PassFollowerOfRun
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.ops import (
    DATA_FLOW_EDGE,
    FUNC_DATA_FLOW_EDGE,
    NAMED_COMPUTATION,
    SHARDING_CONSTRAINT,
    SHARDING_GROUP,
)
from sdyopt.dialects.sdy.shardings.axes import Axes, overlaps_any, sharded_size
from sdyopt.dialects.sdy.shardings.slots import (
    edge_owner,
    meshes_around,
    sharding_mesh,
    sharding_of,
    shardings_in,
    type_at,
)
from sdyopt.dialects.sdy.syntax import factor as factor_name
from sdyopt.ir.attribute import Location, checked
from sdyopt.ir.attributes import IntegerAttr, ShapedType, StringAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import ShardingRole
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, RemarkArgument
from sdyopt.mlir.write.attributes import symbol_token
from sdyopt.passes.exporting.input_output_shardings import Shrunk, SubAxesRemoved
from sdyopt.passes.propagation.engine.explanations import AxesPropagated, AxisNotPropagated

# Why a dimension of a value has an axis, and why not: the ways of axes through a program.


class Spot(NamedTuple):
    """A dimension of a subject."""

    subject: Hashable
    dimension: int


class Over(NamedTuple):
    """The operation over which axes move."""

    name: str
    """`dot_general`; empty for what readers do not know as an operation."""
    location: Location | int = -1
    factor: str = ""
    """The factor of the operation's sharding rule; empty if all its dimensions correspond."""


class Move(NamedTuple):
    """Axes have come from one spot to another."""

    axes: Axes
    source: Spot
    target: Spot
    over: Over


class Stop(NamedTuple):
    """An axis of one spot has not come to another."""

    axis: AxisRef
    source: Spot
    target: Spot
    over: Over
    why: AxisNotPropagated


class AxesDropped(NamedTuple):
    """Axes of an argument or a result that are not kept in the end, or not all of them."""

    axes: Axes
    reason: str
    """The property of the dimension: `has size 6, not divisible by 4`."""
    mesh: Mesh


class _Ways(NamedTuple):
    """For each move of an axis, by its number, the shortest way that ends with it."""

    lengths: dict[int, int]
    before: dict[int, int | None]
    """The move before it; None for the first one."""


class ShardingHistory:
    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._moves_to: dict[Spot, list[int]] = {}
        self._stops_at: dict[Spot, list[Stop]] = {}
        self._known: dict[AxisRef, _Ways] = {}
        self.dropped: dict[Spot, AxesDropped] = {}
        self.constrained: dict[Hashable, Over] = {}
        """The constraints that give their closed sharding to the subjects that they constrain."""

    def moved(self, move: Move) -> None:
        self._moves_to.setdefault(move.target, []).append(len(self._moves))
        self._moves.append(move)
        self._known.clear()

    def stopped(self, stop: Stop) -> None:
        self._stops_at.setdefault(stop.target, []).append(stop)

    def chain(self, spot: Spot, axis: AxisRef) -> tuple[Move, ...]:
        """Returns the shortest way of an axis, or of a part of it, from its origin to a spot; the first of equals.

        It is empty if the spot itself is the origin.
        """
        found: list[Move] = []
        number = self._nearest(spot, self._ways(axis).lengths, len(self._moves))
        while number is not None:
            found.append(self._moves[number])
            number = self._ways(axis).before[number]
        return tuple(reversed(found))

    def _ways(self, axis: AxisRef) -> _Ways:
        """Returns the ways of an axis, which all spots have in common."""
        if (ways := self._known.get(axis)) is None:
            ways = self._known[axis] = _Ways({}, {})
            for number, move in enumerate(self._moves):
                if overlaps_any(axis, move.axes):
                    before = self._nearest(move.source, ways.lengths, number)
                    ways.before[number] = before
                    ways.lengths[number] = 1 if before is None else ways.lengths[before] + 1
        return ways

    def _nearest(self, spot: Spot, lengths: dict[int, int], limit: int) -> int | None:
        """Returns the move to a spot that ends the shortest way, of those before a limit."""
        numbers = [number for number in self._moves_to.get(spot, ()) if number < limit and number in lengths]
        return min(numbers, key=lengths.__getitem__, default=None)

    def stops(self, spot: Spot, present: Axes) -> Iterator[Stop]:
        """Yields why axes that are not `present` have not come to a spot, for each axis the first reason."""
        seen: set[AxisRef] = set()
        for stop in self._stops_at.get(spot, ()):
            if stop.axis not in seen and not overlaps_any(stop.axis, present):
                seen.add(stop.axis)
                yield stop


class FunctionResult(NamedTuple):
    """The result of a function: a subject."""

    function: str
    number: int


class InSharding(NamedTuple):
    """The sharding that a manual computation requests of an operand: a subject."""

    number: int
    location: Location | int


class _Recording(PassFollowerOfRun):
    @property
    def history(self) -> ShardingHistory:
        assert self.run.history is not None
        return self.run.history


_APPLIED = ("applied", "constraint-inserted", "constraint-moved")
"""The kinds of decisions about constraints that give their sharding to what they constrain."""


class RecordedConstraints(_Recording):
    """Records the constraints that give their sharding to what they constrain."""

    def explain(self, decision: Decision | Explanation) -> None:
        if not isinstance(decision, Explanation) or decision.kind not in _APPLIED:
            return
        op, value = checked(Operation, decision.place), decision.values["value"]
        source: Hashable = InSharding(op.operands.index(value), op.location)
        if op.signature.definition is SHARDING_CONSTRAINT:
            source = self.run.original(op.result)
        subject = subject_of(value, self.run)
        self.history.constrained.setdefault(subject, Over(op.short_name, op.location))
        for number, dimension in enumerate(decision.values["sharding"].dimensions):
            if dimension.axes:
                target = Spot(subject, number)
                self.history.moved(Move(dimension.axes, Spot(source, number), target, Over("")))


class RecordedPropagation(_Recording):
    """Records the axes that move, and why others do not."""

    def explain(self, decision: Decision | Explanation) -> None:
        if isinstance(decision, AxesPropagated | AxisNotPropagated):
            if decision.source_dimension is None or decision.target_dimension is None:
                return
            source = Spot(self._subject(decision.source, decision.op), decision.source_dimension)
            target = Spot(self._subject(decision.target, decision.op), decision.target_dimension)
            if source == target:
                return  # It is the edge that both are joined by.
            over = over_operation(decision.op, decision.factor)
            if isinstance(decision, AxesPropagated):
                self.history.moved(Move(decision.axes, source, target, over))
            else:
                self.history.stopped(Stop(decision.axis, source, target, over, decision))

    def _subject(self, subject: RemarkArgument, op: Operation) -> Hashable:
        if isinstance(subject, Value):
            return subject_of(subject, self.run)
        return function_result(str(subject), op)


class RecordedEnds(_Recording):
    """Records the axes that arguments and results do not keep: they do not divide them, or are parts of axes."""

    def explain(self, decision: Decision | Explanation) -> None:
        if not isinstance(decision, Shrunk | SubAxesRemoved):
            return
        op = decision.op if isinstance(decision, Shrunk) else decision.function
        meshes = meshes_around(op)
        pairs = zip(shardings_in(decision.before), shardings_in(op.signature), strict=True)
        for (old, role, number), (new, _, _) in pairs:
            type, mesh = type_at(decision.before, role, number), sharding_mesh(old, meshes)
            for dimension, (before, after) in enumerate(zip(old.dimensions, new.dimensions, strict=True)):
                if before.axes != after.axes and mesh is not None and isinstance(type, ShapedType):
                    spot = Spot(self._subject(op, role, number), dimension)
                    reason = "is open, and keeps whole axes only, as those of arguments and results"
                    if isinstance(decision, Shrunk):
                        length = (type.dimensions or ())[dimension] or 0
                        reason = f"has size {length:,}, not divisible by {sharded_size(before.axes, mesh):,}"
                    self.history.dropped.setdefault(spot, AxesDropped(before.axes, reason, mesh))

    def _subject(self, op: Operation, role: ShardingRole, number: int) -> Hashable:
        if role is ShardingRole.FUNCTION_RESULT:
            return FunctionResult(symbol_name(op) or "", number)
        if role is ShardingRole.OPERAND:
            return InSharding(number, op.location)
        is_argument = role is ShardingRole.FUNCTION_ARGUMENT
        values = op.regions[0].blocks[0].arguments if is_argument and op.regions[0].blocks else op.results
        return subject_of(values[number], self.run) if values else None


def subject_of(value: Value, run: Follower) -> Value:
    """Returns the value of the input that stands for `value`: of those that an edge joins, the one that owns it."""
    edge = value.defined_by(DATA_FLOW_EDGE)
    value = value if edge is None else edge.operands[0]
    return run.original(edge_owner(value) or value)


def function_result(text: str, function: Operation) -> FunctionResult:
    """Returns the result that a decision about `function` calls `result 0 of the function`."""
    return FunctionResult(symbol_name(function) or "", int(text.split()[1]))


def over_operation(op: Operation, factor: int) -> Over:
    """Returns what a reader knows an operation as: of an edge, that to which it belongs."""
    if (definition := op.signature.definition) in (FUNC, FUNC_DATA_FLOW_EDGE):
        return Over("")
    if definition is DATA_FLOW_EDGE:
        if (owner := op.operands[0].owner_op) is None or owner.signature.definition is FUNC:
            return Over("")
        return Over(_named(owner), owner.location)
    name = "" if "Elementwise" in definition.traits else factor_name(factor)
    return Over(_named(op), op.location, name)


def _named(op: Operation) -> str:
    """`dot_general`, `call @f`."""
    if op.signature.definition is NAMED_COMPUTATION:
        return f"call {symbol_token(op.properties.find(StringAttr, 'name').value)}"
    return op.short_name


RECORDING: dict[str, type[PassFollowerOfRun]] = {
    "sdy-apply-sharding-constraints": RecordedConstraints,
    "sdy-user-priority-propagate": RecordedPropagation,
    "sdy-update-non-divisible-input-output-shardings": RecordedEnds,
    "sdy-remove-sub-axes-in-input-output-shardings": RecordedEnds,
}
"""The followers of the passes that give shardings to values."""


def follow_propagation(follower: Follower) -> None:
    follower.history = ShardingHistory()
    follower.also_followed = RECORDING


# What a program says before passes change it: functions of values, their shardings, and their sharding groups.


class Written:
    """The parts of a program that passes, which inline functions and erase groups, do not keep."""

    def __init__(self, module: Operation) -> None:
        self.functions: dict[Value, str] = {}
        """The names of the functions that values are in."""
        self.groups: dict[Value, int] = {}
        """The numbers of the sharding groups of values."""
        arguments: list[Value] = []
        for function in collect_kind(module, FUNC):
            name = symbol_name(function) or ""
            arguments += [argument for block in function.regions[0].blocks for argument in block.arguments]
            for op in function.walk():
                inside = [argument for region in op.regions for block in region.blocks for argument in block.arguments]
                self.functions.update(dict.fromkeys([*op.results, *inside], name))
                if op.signature.definition is SHARDING_GROUP:
                    self.groups[op.operands[0]] = op.properties.find(IntegerAttr, "group_id").value
        self.arguments = frozenset(arguments)
        """Those of functions."""
        self._shardings = {value: sharding_of(value) for value in self.functions}

    def sharding(self, value: Value) -> Sharding | None:
        return self._shardings.get(value)
