"""Follows propagation, to explain why values have their shardings."""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from sdyopt.cost.origins.followers import Follower, PassFollowerOfRun
from sdyopt.cost.origins.sharding_history import AxesDropped, Move, Over, ShardingHistory, Spot, Stop
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, NAMED_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.printing import factor as factor_name
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.data_flow import edge_owner
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_around, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import shardings_in, type_at
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.sharding_slots import ShardingRole
from sdyopt.mlir.write.quoting import symbol_token
from sdyopt.passes.exporting.remove_sub_axes_in_input_output_shardings import SubAxesRemoved
from sdyopt.passes.exporting.update_non_divisible_input_output_shardings import Shrunk
from sdyopt.passes.propagation.engine.explanations import AxesPropagated, AxisNotPropagated
from sdyopt.rewriting.decisions import Decision, Explanation
from sdyopt.rewriting.remarks import RemarkArgument


class FunctionResult(NamedTuple):
    """The result of a function: a subject."""

    function: str
    number: int


class InSharding(NamedTuple):
    """The sharding that a manual computation requests of an operand: a subject."""

    number: int
    location: Location | int


class _Recording(PassFollowerOfRun):
    are_wanted = True

    @property
    def history(self) -> ShardingHistory:
        """What is recorded of this run."""
        assert self.run.history is not None
        return self.run.history


_APPLIED = ("applied", "constraint-inserted", "constraint-moved")
"""The kinds of decisions about constraints that give their sharding to what they constrain."""


class RecordedConstraints(_Recording):
    """Records the constraints that give their sharding to what they constrain."""

    def explain(self, decision: Decision | Explanation) -> None:
        if not isinstance(decision, Explanation) or decision.kind not in _APPLIED:
            return
        op, value = cast(Operation, decision.place), decision.values["value"]
        source: Hashable = InSharding(op.operands.index(value), op.location)
        if op.signature.definition is SHARDING_CONSTRAINT:
            source = self.run.original(op.result)
        for number, dimension in enumerate(decision.values["sharding"].dimensions):
            if dimension.axes:
                target = Spot(subject_of(value, self.run), number)
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
    if isinstance(value, OpResult) and value.owner.signature.definition is DATA_FLOW_EDGE:
        (value,) = value.owner.operands
    return run.original(edge_owner(value) or value)


def function_result(text: str, function: Operation) -> FunctionResult:
    """Returns the result that a decision about `function` calls `result 0 of the function`."""
    return FunctionResult(symbol_name(function) or "", int(text.split()[1]))


def over_operation(op: Operation, factor: int) -> Over:
    """Returns what a reader knows an operation as: of an edge, that to which it belongs."""
    definition = op.signature.definition
    if definition is FUNC:
        return Over("")
    if definition is DATA_FLOW_EDGE:
        (value,) = op.operands
        block = value.block if isinstance(value, BlockArgument) else None
        owner = value.owner if isinstance(value, OpResult) else None if block is None else block.parent_op
        if owner is None or owner.signature.definition is FUNC:
            return Over("")
        return Over(_named(owner), owner.location)
    name = "" if "Elementwise" in definition.traits else factor_name(factor)
    return Over(_named(op), op.location, name)


def _named(op: Operation) -> str:
    """`dot_general`, `call @f`."""
    if op.signature.definition is NAMED_COMPUTATION:
        return f"call {symbol_token(cast(StringAttr, op.properties['name']).value)}"
    return op.short_name


RECORDING: dict[str, type[PassFollowerOfRun]] = {
    "sdy-apply-sharding-constraints": RecordedConstraints,
    "sdy-user-priority-propagate": RecordedPropagation,
    "sdy-update-non-divisible-input-output-shardings": RecordedEnds,
    "sdy-remove-sub-axes-in-input-output-shardings": RecordedEnds,
}
"""What follows the passes that give shardings to values."""


def follow_propagation(follower: Follower) -> None:
    """Makes a follower record what propagation does."""
    follower.history = ShardingHistory()
    follower.also_followed = RECORDING
