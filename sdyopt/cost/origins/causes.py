"""Why a program holds a collective: which operation needs a value in another way than it is."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.cost.origins.sources import frames_at, line_text
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM, AxisRef, Sharding
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.dialects.sdy.printing import sharding as sharding_text
from sdyopt.dialects.sdy.shardings.axes import overlaps_any
from sdyopt.dialects.stablehlo.ops import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.write.quoting import symbol_token

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
        what = listed(self.axes) if self.axes else _difference(self.has, self.wants, axes)
        place = line_text(frames_at(self.location, source), choice)
        return " ".join(filter(None, (self.subject, place, self.verb, what)))


_REDUCTIONS = {SUM: "sum", MAX: "maximum", MIN: "minimum"}

AS_WRITTEN = Cause("as written", -1, "")
"""The cause of a collective that the input holds."""


def operand_cause(op: Operation, value: Value, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that `op` needs an operand with another sharding."""
    return Cause(*_operand(op, value), has=has, wants=wants)


def reduction_wanted_cause(op: Operation, value: Value, axes: tuple[AxisRef, ...], operator: str = SUM) -> Cause:
    """Returns the cause that `op` needs the sum, or maximum or minimum, of what is unreduced along `axes`."""
    return Cause(*_operand(op, value), f"wants the {_REDUCTIONS[operator]} over", axes)


def partial_sums_cause(op: Operation, value: Value, axes: tuple[AxisRef, ...]) -> Cause:
    """Returns the cause that `op` needs a value that is unreduced along `axes`."""
    return Cause(*_operand(op, value), "wants partial sums over", axes)


def result_cause(op: Operation, number: int, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that a result is computed with another sharding than it is to have."""
    result = f"result {number}" if len(op.results) > 1 else "result"
    return Cause(f"{result} of {_named(op)}", op.location, has=has, wants=wants)


def reduction_cause(op: Operation, axes: tuple[AxisRef, ...]) -> Cause:
    """Returns the cause that the result of `op` is a partial sum on each device along `axes`."""
    verb = "contracts over" if op.signature.definition in _CONTRACTIONS else "reduces over"
    return Cause(_named(op), op.location, verb, axes)


def request_cause(op: Operation, has: Sharding | None, wants: Sharding) -> Cause:
    """Returns the cause that a constraint or a reshard of the program asks for a sharding."""
    return Cause(_named(op), op.location, has=has, wants=wants)


def _operand(op: Operation, value: Value) -> tuple[str, Location | int]:
    """Returns what an operand is called, and the location that goes with it."""
    number = next((number for number, operand in enumerate(op.operands) if operand is value), 0)
    around = op.parent_op
    if around is not None and op.has_trait("IsTerminator"):
        if around.signature.definition is FUNC:
            return f"result {number} of {symbol_token(symbol_name(around) or '')}", around.location
        return f"what {_named(around)} returns as {number}", around.location
    return f"operand {number} of {_named(op)}", op.location


def _named(op: Operation) -> str:
    """`dot_general`, `call @f`."""
    name = op.short_name
    callee = op.properties.get("callee") if op.signature.definition is CALL else None
    return f"{name} {symbol_token(callee.leaf)}" if isinstance(callee, SymbolRefAttr) else name


def _difference(has: Sharding | None, wants: Sharding | None, axes: Sequence[AxisRef]) -> str:
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
            gained.append(f"{listed(added)} on dimension {number}")
        elif removed:
            lost.append(f"dimension {number} " + (f"without {listed(removed)}" if new else "whole"))
    return " and ".join(gained or lost) or (sharding_text(wants) if any(after) else "a copy on each device")


def listed(axes: Sequence[AxisRef]) -> str:
    """`"x", "y"`."""
    return ", ".join(map(axis_ref, axes))
