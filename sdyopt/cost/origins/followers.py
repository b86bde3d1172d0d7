"""A record of a run of the partitioner: which values come from which, and why there are collectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.diagnostics.frames import FrameChoice, short_text
from sdyopt.diagnostics.rendering import USER_FRAMES, Place, offset_of
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRef, AxisRefList, Sharding
from sdyopt.dialects.sdy.ops import ALL_REDUCE, RESHARD, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.axes import overlaps_any
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.ir.attribute import Location, checked, remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.locations import Frame, frames_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.rewrite.remarks import Decision, Explanation
from sdyopt.mlir.write.attributes import symbol_token
from sdyopt.mlir.write.names import names_in
from sdyopt.passes.collectives.reshard_to_collectives import ReshardLowered
from sdyopt.passes.explicit_reshards.decisions import UseChanged
from sdyopt.sharding.gspmd import has_gspmd_sharding

if TYPE_CHECKING:
    from sdyopt.cost.origins.propagation_record import ShardingHistory


# Where in the user's program something comes from, as a view shows it.

Frames = tuple[Frame, ...]
"""A call stack, innermost first; empty if it is not known."""


def frames_at(location: Location | int, source: Source) -> Frames:
    """Returns the call stack of a location, or the line of `source` that it is an offset of.

    A line under the name of `source` is always one of that text: where a location names a file that is called so, it
    is the file from which the text was made, and is called original.
    """
    if (found := source.frames.get(location)) is None:
        if (offset := offset_of(location)) is not None:
            found = (Frame(source.name, *source.position(offset), None),) if offset >= 0 else ()
        else:
            stack, name = frames_of(location), source.name
            found = tuple([each if each.file != name else each._replace(file=f"{name} (original)") for each in stack])
        source.frames[location] = found
    return found


def shown_frame(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> Frame | None:
    """Returns the frame that stands for a call stack: by default the innermost that is the user's own."""
    if len(frames) < 2:
        return frames[0] if frames else None
    return choice.cited(frames).frame


def shown_place(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> Place | None:
    """Returns the place of the frame that stands for a call stack."""
    frame = shown_frame(frames, choice)
    return None if frame is None else Place(frame.file, frame.line, frame.column)


def is_on_line(line: str, place: Place | None) -> bool:
    """Whether a place is on a line, `decoder.py:13`, whose file may be without its folder."""
    return place is not None and f"/{place.file}:{place.line}".endswith(f"/{line.strip()}")


def is_written(constraint: str) -> bool:
    """Whether a constraint of that name is in the source; JAX adds others for a mesh with explicit axes."""
    return not constraint or constraint.endswith("sharding_constraint")


def phase_of(op: Operation | None, calls: Mapping[str, Operation] = MappingProxyType({})) -> str:
    """Returns `backward` of what JAX has made by transposing operations of the source, `again` of what `jax.checkpoint`
    computes for that, and `forward` of all others, by the names of an operation and of what is around it.

    Of a function, that of its call counts; `calls` are the first ones, by the names of functions.
    """
    left, at = dict(calls), op
    while at is not None:
        for name in names_in(at.location):
            if "rematted_computation" in name:
                return "again"
            if "transpose(jvp" in name:
                return "backward"
        at = left.pop(symbol_name(at) or "", None) if at.signature.definition is FUNC else at.parent_op
    return "forward"


def source_text(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> str:
    """`model.py:22 in block (via wsc layers.py:10)`; empty if nothing is known."""
    return str(choice.cited(frames)) if frames else ""


def line_text(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> str:
    """`model.py:22`; empty if nothing is known."""
    frame = shown_frame(frames, choice)
    return "" if frame is None else short_text(frame)


class LineKeys:
    """Which line a location is on, without the text of that, for programs in which each operation is on its own."""

    def __init__(self, source: Source, choice: FrameChoice) -> None:
        self._source, self._choice = source, choice
        self._name = short_text(Frame(source.name, 0, 0, None)).rpartition(":")[0]
        self._known: dict[Location, int | str] = {}

    def of(self, location: Location | int) -> int | str:
        """Returns the number of a line of the program, or another line's text; that is empty if nothing is known."""
        if isinstance(location, int):
            return self._source.line(location) if location >= 0 else ""
        if (key := self._known.get(location)) is None:
            text = line_text(frames_at(location, self._source), self._choice)
            name, _, number = text.rpartition(":")
            key = self._known[location] = int(number) if name == self._name else text
        return key


# Why a program holds a collective: which operation needs a value in another way than it is.

_CONTRACTIONS = frozenset((CONVOLUTION, DOT, DOT_GENERAL))


class Cause(NamedTuple):
    """Why there is a collective: a sentence about an operation, of which the rest depends on the collective."""

    subject: str
    """`operand 0 of dot_general`."""
    location: Location | int
    """That of the operation, which is shown after the subject."""
    verb: str = "wants"
    axes: tuple[AxisRef, ...] = ()
    """The object of the sentence; if empty, it is how `wants` differs from `has`."""
    has: Sharding | None = None
    wants: Sharding | None = None

    def text(self, axes: Sequence[AxisRef], source: Source, choice: FrameChoice) -> str:
        """Returns the sentence, as far as it concerns a collective over these axes."""
        what = listed(self.axes) if self.axes else _difference(self.has, self.wants, tuple(axes))
        place = line_text(frames_at(self.location, source), choice)
        return " ".join(filter(None, (self.subject, place, self.verb, what)))


_REDUCTIONS = {SUM: "sum", MAX: "maximum", MIN: "minimum"}

AS_WRITTEN = Cause("as written", -1, "")
"""The cause of a collective that the input holds."""


def operand_cause(op: Operation, value: Value, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that `op` needs an operand with another sharding."""
    return Cause(*_operand(op, value), has=has, wants=wants)


def result_cause(op: Operation, number: int, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that a result is computed with another sharding than it is to have."""
    result = f"result {number}" if len(op.results) > 1 else "result"
    return Cause(f"{result} of {_named(op)}", op.location, has=has, wants=wants)


def reduction_cause(op: Operation, axes: tuple[AxisRef, ...]) -> Cause:
    """Returns the cause that the result of `op` is a partial sum on each device along `axes`."""
    verb = "contracts over" if op.signature.definition in _CONTRACTIONS else "reduces over"
    return Cause(_named(op), op.location, verb, axes)


def moved_cause(op: Operation, number: int | None, verb: str, axes: tuple[AxisRef, ...]) -> Cause:
    """Returns the cause that an operand of `op`, or its result if `number` is None, is moved as `verb` says."""
    if op.signature.definition in (RESHARD, SHARDING_CONSTRAINT):
        return Cause("value of the constraint", op.location, verb, axes)
    subject, location = (
        (f"result of {_named(op)}", op.location) if number is None else _operand(op, op.operands[number])
    )
    return Cause(subject, location, verb, axes)


def request_cause(op: Operation, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that a constraint or a reshard of the program asks for a sharding."""
    return Cause(_named(op), op.location, has=has, wants=wants)


def _operand(op: Operation, value: Value) -> tuple[str, Location | int]:
    """Returns what an operand is called, and the location that goes with it."""
    number = next((number for number, operand in enumerate(op.operands) if operand is value), 0)
    if (around := op.parent_op) is not None and op.has_trait("IsTerminator"):
        if around.signature.definition is FUNC:
            return f"result {number} of {symbol_token(symbol_name(around) or '')}", around.location
        return f"what {_named(around)} returns as {number}", around.location
    return f"operand {number} of {_named(op)}", op.location


def _named(op: Operation) -> str:
    """`dot_general`, `call @f`."""
    name = op.short_name
    callee = op.properties.get("callee") if op.signature.definition is CALL else None
    return f"{name} {symbol_token(callee.leaf)}" if isinstance(callee, SymbolRefAttr) else name


@remembered
def _difference(has: Sharding | None, wants: Sharding | None, axes: tuple[AxisRef, ...]) -> str:
    """`"expert" on dimension 0`: how the wanted sharding differs from the present one along these axes."""
    if wants is None:
        return ""
    after = [dimension.axes for dimension in wants.dimensions]
    before = [dimension.axes for dimension in has.dimensions] if has is not None else [()] * len(after)
    gained: list[str] = []
    lost: list[str] = []
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        added = [axis for axis in new if axis not in old and overlaps_any(axis, axes)]
        removed = [axis for axis in old if axis not in new and overlaps_any(axis, axes)]
        if added:
            gained.append(f"{listed(tuple(added))} on dimension {number}")
        elif removed:
            lost.append(f"dimension {number} " + (f"without {listed(tuple(removed))}" if new else "whole"))
    return " and ".join(gained or lost) or (sharding_text(wants) if any(after) else "a copy on each device")


@remembered
def listed(axes: tuple[AxisRef, ...]) -> str:
    """`"x", "y"`."""
    return ", ".join(map(axis_ref, axes))


_MADE = frozenset((*SDY_COLLECTIVES, RESHARD, SHARDING_CONSTRAINT))
"""The operations that the partitioner inserts to move values."""


class Follower:
    """Follows the passes of a run on a program with these `values`."""

    def __init__(self, values: Iterable[Value]) -> None:
        self._written = tuple(values)
        self._values = dict.fromkeys(self._written)
        """Those that passes find, and those of functions that have been inlined."""
        self._originals: dict[Value, Value] = {}
        """The values whose names new values take."""
        self.causes: dict[Operation, Cause] = {}
        """Why there is an operation that moves a value."""
        self.constraints: list[ErasedConstraint] = []
        """The sharding constraints of the program, as they were when they became reshards."""
        self.history: ShardingHistory | None = None
        """The history of propagation, if that is wanted."""
        self._inlined: dict[Value, InlinedAt] = {}
        """Copies of values that stand where a function was called."""
        self._aliases: dict[Value, dict[Value, InlinedAt | None]] = {}
        self._merged: dict[Value, Value] = {}
        """The values that have taken the place of those of which nothing is left."""
        self._sources: dict[Value, Value] = {}
        """The values of the text whose names these copies have."""
        self.also_followed: Mapping[str, type[PassFollowerOfRun]] = {}
        """The followers of other passes."""

    def values(self) -> Iterable[Value]:
        """Returns the values of the input, of which passes may have erased some."""
        return self._written

    def of_pass(self, name: str) -> PassFollowerOfRun:
        return (_FOLLOWERS.get(name) or self.also_followed.get(name, PassFollowerOfRun))(self)

    def original(self, value: Value) -> Value:
        """Returns the value of the input that a value comes from; itself if it comes from none."""
        originals = self._originals
        while value in originals:
            value = originals[value]
        return value

    def is_original(self, value: Value) -> bool:
        """Whether a value is one of the input, or a copy that is not the result of a moved value."""
        if value in self._values:
            return True
        if isinstance(value, OpResult) and value.owner.signature.definition in _MADE:
            return False
        return self.original(value) in self._values

    def is_written(self, constraint: OpResult) -> bool:
        """Whether a sharding constraint is one of the input, or a copy of one."""
        original = self.original(constraint)
        return original in self._values and (original is constraint or _is_constraint(original))

    def renamed(self, new: Value, old: Value) -> None:
        """Notes that `new` is a copy of `old`, or took its place."""
        self._originals[new] = old

    def copied(self, new: Value, old: Value, at: InlinedAt | None) -> None:
        """Notes that `new` is a copy of `old` with shardings of its own: one that has been inlined there, before passes
        run, or else in a copy of a function.
        """
        self._values[new] = None
        self._sources[new] = old
        if at is not None:
            self._inlined[new] = at

    def moved(self, new: Value, old: Value, at: InlinedAt) -> None:
        """Notes that `new` is the copy of `old`, with its shardings, that has been inlined there after propagation."""
        self._originals[new] = old
        self._inlined[new] = at

    def made_beside(self, new: Value, old: Value) -> None:
        """Notes that `new`, which has no name, was made where `old` is."""
        if (at := self.inlined_at(old)) is not None:
            self._inlined[new] = at

    def returned(self, new: Value, result: Value, is_copy: bool) -> None:
        """Notes that `new`, a copy of what a function returns or else inserted, took the place of a call's result."""
        if is_copy:
            self._values[new] = None
        self._sources[new] = result

    def also_called(self, value: Value, old: Value, at: InlinedAt) -> None:
        """Notes that a value of the caller was `old`, an argument or what is returned, in what was inlined there."""
        self._aliases.setdefault(self.original(value), {}).setdefault(old, at)

    def merged(self, value: Value, old: Value) -> None:
        """Notes that nothing is left of what computed `old`, in whose place there is a value."""
        self._merged[old] = value
        others = {old: self.inlined_at(old), **self._aliases.pop(self.original(old), {})}
        known = self._aliases.setdefault(self.original(value), {})
        for other, at in others.items():
            known.setdefault(other, at)

    def merged_values(self) -> Iterable[Value]:
        """Returns the values of which nothing is left, in whose place there are others."""
        return self._merged

    def aliases(self, value: Value) -> Iterable[tuple[Value, InlinedAt | None]]:
        """Returns what else a value is called, and in place of which calls where that is in an inlined function."""
        return self._aliases.get(self.original(value), {}).items()

    def source(self, value: Value) -> Value:
        """Returns the value of the text that a value comes from, also if that is in a function that was inlined."""
        return self.origin(value)[0]

    def inlined_at(self, value: Value) -> InlinedAt | None:
        """Returns where a value, or the one that it comes from, has been inlined; None for others."""
        return self.origin(value)[1]

    def origin(self, value: Value) -> tuple[Value, InlinedAt | None]:
        """Returns what `source` and `inlined_at` return."""
        inlined, originals, sources = self._inlined, self._originals, self._sources
        at = inlined.get(value)
        while value in originals:
            value = originals[value]
            if at is None:
                at = inlined.get(value)
        while value in sources:
            value = sources[value]
            if at is None:
                at = inlined.get(value)
        return value, at

    def inherit(self, new: Value, old: Value) -> None:
        """Gives the operation that defines `new` the cause of that which defines `old`, unless it has one."""
        if isinstance(new, OpResult) and isinstance(old, OpResult) and old.owner in self.causes:
            self.causes.setdefault(new.owner, self.causes[old.owner])


def _is_constraint(value: Value) -> bool:
    """Whether a value is the result of a constraint, or of the custom call that is one for GSPMD."""
    if not isinstance(value, OpResult):
        return False
    signature = value.owner.signature
    return signature.definition is SHARDING_CONSTRAINT or has_gspmd_sharding(signature)


class InlinedAt(NamedTuple):
    """The call in whose place a copy of a function stands."""

    number: int
    """That of the call, from 1."""
    function: str
    call: Location | int
    """Where the call is in the public function, also if other calls are between."""

    def name(self, name: str, source: Source, calls: int = 1) -> str:
        """Returns what a value with that name in the function is called: `@f:%4 at line 12`, `@f:%4 (8 calls)`."""
        text = f"{symbol_token(self.function)}:{name}"
        if calls > 1:
            return f"{text} ({calls:,} calls)"
        if (frame := shown_frame(frames_at(self.call, source))) is None:
            return text
        return f"{text} at {f'line {frame.line}' if frame.file == source.name else short_text(frame)}"


class ErasedConstraint(NamedTuple):
    """A sharding constraint of the program, as it was when it became a reshard."""

    result: Value
    """A value that is in the program no longer."""
    operand: Value
    location: Location | int
    around: Operation
    """The operation in whose region it stood."""
    sharding: Sharding


class PassFollowerOfRun:
    """Follows one pass: notes copies, and gives what it inserts the cause that it has reported last.

    What takes the place of something else has the same cause as that.
    """

    are_wanted = False

    def __init_subclass__(cls) -> None:
        cls.are_wanted = cls.explain is not PassFollowerOfRun.explain

    def __init__(self, run: Follower) -> None:
        self.run = run
        self.cause: Cause | None = None

    def tell(self, kind: str, text: str, at: Operation | Value, /, *notes: Any, **arguments: Any) -> None:
        """Ignores remarks: only the decisions count."""

    def explain(self, decision: Decision | Explanation) -> None:
        """Called with each decision that the pass reports."""

    def renames(self, new: Value, old: Value) -> None:
        self.run.renamed(new, old)
        if self.cause is not None and isinstance(new, OpResult):
            self.run.causes.setdefault(new.owner, self.cause)
        else:
            self.run.inherit(new, old)


class NamesFollower(Follower):
    """Follows only what values are called, and not why there are collectives."""

    def __init__(self, before: Follower | Iterable[Value], copies: Mapping[Value, Value] | None = None) -> None:
        """Goes on as `before`, on `copies` of its values if there are some, or begins with the values of a program."""
        if isinstance(before, Follower):
            vars(self).update(vars(before))
            self._originals = self._originals if copies is None else {**self._originals, **copies}
        else:
            super().__init__(before)

    def of_pass(self, name: str) -> PassFollowerOfRun:
        return (CopiesFollower if name == "sdy-flatten-call-graph" else _NamesOfPass)(self)


class _NamesOfPass(PassFollowerOfRun):
    def renames(self, new: Value, old: Value) -> None:
        self.run.renamed(new, old)


class CopiesFollower(PassFollowerOfRun):
    """Follows the values of functions that are copied for each of their calls."""

    def renames(self, new: Value, old: Value) -> None:
        self.run.copied(new, old, None)


class ExplicitReshards(PassFollowerOfRun):
    def explain(self, decision: Decision | Explanation) -> None:
        match decision:
            case UseChanged(user=user, value=value, has=has, step=step):
                if step.definition is RESHARD:
                    self.cause = operand_cause(user, value, has, step.sharding)
                elif step.definition is ALL_REDUCE:
                    assert step.axes is not None
                    reduced, operator = checked(AxisRefList, step.axes[1]).axes, step.sharding.reduction_op
                    self.cause = Cause(*_operand(user, value), f"wants the {_REDUCTIONS[operator]} over", reduced)
                else:
                    self.cause = Cause(*_operand(user, value), "wants partial sums over", step.sharding.unreduced)
            case Explanation("operand-resharded", _, Operation() as op, values):
                self.cause = operand_cause(op, values["value"], values["has"], values["sharding"])
            case Explanation("result-resharded", _, OpResult(owner=op, index=index), values):
                computed, sharding = values["computed"], values["sharding"]
                if op.name == RESHARD.name:
                    self.cause = self.run.causes.get(op) or request_cause(op, computed, sharding)
                else:
                    self.cause = result_cause(op, index, computed, sharding)
            case Explanation("result-reduced", _, OpResult(owner=op), values):
                self.cause = reduction_cause(op, values["axes"])
            case _:
                self.cause = None


class CallReshards(PassFollowerOfRun):
    def explain(self, decision: Decision | Explanation) -> None:
        self.cause = None
        if isinstance(decision, Explanation) and decision.kind == "result-resharded":
            result, values = checked(OpResult, decision.place), decision.values
            self.cause = result_cause(result.owner, result.index, values["returned"], values["sharding"])


class ConstraintsFollower(PassFollowerOfRun):
    def explain(self, decision: Decision | Explanation) -> None:
        assert isinstance(decision, Explanation)
        op, operand, sharding = (
            checked(Operation, decision.place),
            decision.values["value"],
            decision.values["sharding"],
        )
        self.cause = request_cause(op, sharding_of(operand), sharding)
        if self.run.is_written(op.result):
            around = checked(Operation, op.parent_op)
            self.run.constraints.append(ErasedConstraint(op.result, operand, op.location, around, sharding))


class CollectivesFollower(PassFollowerOfRun):
    def explain(self, decision: Decision | Explanation) -> None:
        self._lowered = decision if isinstance(decision, ReshardLowered) else None

    def renames(self, new: Value, old: Value) -> None:
        self.run.renamed(new, old)
        if self._lowered is None:
            return
        op = self._lowered.op
        if (cause := self.run.causes.get(op)) is None:  # It is a reshard of the input.
            (operand,) = op.operands
            cause = request_cause(op, sharding_of(operand), op.properties.find(Sharding))
        for _ in self._lowered.lowering.collectives:
            owner = checked(OpResult, new).owner
            self.run.causes[owner] = cause
            (new,) = owner.operands


class Canonicalization(PassFollowerOfRun):
    def explain(self, decision: Decision | Explanation) -> None:
        if isinstance(decision, Explanation) and decision.kind == "fused":
            causes, (op, before, result) = self.run.causes, decision.values.values()
            if (cause := causes.get(before) or causes.get(op)) is not None:
                causes[result] = cause


_FOLLOWERS: dict[str, type[PassFollowerOfRun]] = {
    "sdy-flatten-call-graph": CopiesFollower,
    "sdy-insert-explicit-reshards": ExplicitReshards,
    "sdy-insert-func-call-reshards": CallReshards,
    "sdy-sharding-constraint-to-reshard": ConstraintsFollower,
    "sdy-reshard-to-collectives": CollectivesFollower,
    "canonicalize": Canonicalization,
}
"""The followers of the passes that insert or replace operations that move values."""
