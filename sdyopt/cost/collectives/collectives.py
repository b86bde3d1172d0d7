"""The collectives of a program: what each device sends, how often, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES, bytes_sent, is_known, kind_of, sent_operands
from sdyopt.cost.collectives.groups import Groups, axis_groups
from sdyopt.cost.collectives.replica_groups import replica_groups
from sdyopt.cost.origins.causes import AS_WRITTEN
from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.array_types import array_text
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.collecting import collect
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, Value


class BufferView(NamedTuple):
    """What one device holds of a value, or of several values together."""

    type: str
    """`bf16[8,16,128]`; several stand in parentheses."""
    bytes: int | None
    """None if that is not known."""


class RunsView(NamedTuple):
    """How often something runs in one run of the program."""

    times: int | None
    """None if constants do not say it."""
    each: int = 1
    """How often it runs in one iteration of `loop`; without one, each time that what is around it runs."""
    loop: Frames = ()
    """Where the innermost loop around it is whose length constants do not say; empty if there is none."""
    is_assumed: bool = False
    """Whether `times` rests on what the user says of loops."""

    @property
    def text(self) -> str:
        """`18`, `32 assumed` or `unknown`."""
        if self.times is None:
            return "unknown"
        return f"{self.times:,} assumed" if self.is_assumed else f"{self.times:,}"


class CollectiveView(NamedTuple):
    """A collective of the program."""

    kind: str
    """In XLA's spelling: `all-reduce`."""
    function: str
    source: Frames
    """Where the value comes from that it moves, or if that is not known, where it is needed."""
    axes: tuple[AxisRef, ...]
    """The axes along which devices communicate; empty if they are not axes of a mesh."""
    group_size: int
    """How many devices communicate with each other."""
    groups: int
    operand: BufferView
    result: BufferView
    bytes_sent: int | None
    """By one device in one execution; None if sizes are not known."""
    runs: RunsView
    cause: str
    estimated: str = ""
    """The name of the rule by which `bytes_sent` is estimated; empty for a collective that is in the program."""
    most: int | None = None
    """An upper bound of the bytes that one device sends in one execution, where `bytes_sent` is None."""

    @property
    def executions(self) -> int | None:
        """How often it runs in one run of the program; None if constants do not say it."""
        return self.runs.times

    @property
    def sent(self) -> int | None:
        """The bytes that one device sends in one run of the program; None if that is not known."""
        if self.bytes_sent == 0 or self.executions == 0:
            return 0
        return None if self.bytes_sent is None or self.executions is None else self.bytes_sent * self.executions


_BY_ITS_NAME = "its name says that it communicates"
"""Why a custom call is listed of which nothing else is known."""


def collective_ops(program: Program) -> list[Operation]:
    """Returns the collectives of a program in the order of the text."""
    return list(collect(program.operation, lambda signature: kind_of(signature) is not None))


def collectives_of(program: Program, sizes: LocalSizes, whole: Mesh, choice: FrameChoice) -> Iterator[CollectiveView]:
    """Yields the collectives of a program in the order of the text; causes cite the frames of that choice.

    `whole` is the mesh of all devices.
    """
    ops = collective_ops(program)
    if not ops:
        return
    enclosing_scope = program.enclosing_scope
    for op in ops:
        kind = kind_of(op.signature)
        assert kind is not None
        if op.signature.definition in SDY_COLLECTIVES:
            groups = axis_groups(op, enclosing_scope, whole.device_count)
        else:
            groups = replica_groups(op, enclosing_scope, whole, program.stage is Stage.LOCAL)
        operand, result = _buffer(sent_operands(op), sizes), _buffer(op.results, sizes)
        cause = (None if program.follower is None else program.follower.causes.get(op)) or AS_WRITTEN
        function = enclosing_scope.function(op)
        at = program.inlined_at(op.results[0]) if op.results else None
        yield CollectiveView(
            kind=kind,
            function=at.function if at is not None else "" if function is None else symbol_name(function) or "",
            source=source_of(op, program),
            axes=groups.axes,
            group_size=groups.size,
            groups=groups.count,
            operand=operand,
            result=result,
            bytes_sent=_sent(kind, operand.bytes, groups),
            runs=runs_of(op, program),
            cause=cause.text(groups.axes, program.source, choice) if is_known(kind) else _BY_ITS_NAME,
        )


def source_of(op: Operation, program: Program) -> Frames:
    """Returns where an operation comes from; if that is not known, or an argument of a loop, where it is needed."""
    cause = None if program.follower is None else program.follower.causes.get(op)
    if cause is None:
        return frames_at(op.location, program.source)
    places = op.location, cause.location
    if isinstance(op.location, int) and not isinstance(cause.location, int) and _is_of_a_loop(program, op):
        places = cause.location, op.location  # Arguments of loops have no location of their own.
    return frames_at(places[0], program.source) or frames_at(places[1], program.source)


def runs_of(op: Operation, program: Program) -> RunsView:
    """Returns how often an operation runs, with the place of the loop that makes it unknown or assumed."""
    runs = program.executions.of(op)
    loop = () if runs.loop is None else frames_at(runs.loop.location, program.source)
    return RunsView(runs.times, runs.each, loop, runs.is_assumed)


def _is_of_a_loop(program: Program, op: Operation) -> bool:
    """Whether a collective moves an argument of a region of a function's body."""
    value = None if program.follower is None else program.follower.original(op.results[0])
    around = value.owner.parent_op if isinstance(value, BlockArgument) else None
    return around is not None and around.signature.definition is not FUNC


def _sent(kind: str, size: int | None, groups: Groups) -> int | None:
    if not groups.communicate:
        return 0
    return None if size is None or not groups.is_known or not is_known(kind) else bytes_sent(kind, size, groups.size)


def _buffer(values: Sequence[Value], sizes: LocalSizes) -> BufferView:
    shares = [sizes.of_value(value) for value in values]
    texts = [array_text(value.type, share.local_shape) for value, share in zip(values, shares, strict=True)]
    known = [share.bytes for share in shares if share.bytes is not None]
    text = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    return BufferView(text, sum(known) if len(known) == len(shares) else None)
