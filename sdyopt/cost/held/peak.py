"""The most memory that a device needs at one time, and what it holds then.

It is an estimate for a schedule in the order of the program, without fusion or rematerialization: each value is
alive from its definition to its last use, arguments that are not donated to the end.
"""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.held.live_values import LiveValues, Peak
from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.ir.locations import NameLoc
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.rewriting.functions.call_graph import CallGraph

STATEMENT = "an estimate for a schedule in program order without fusion or rematerialization, not a bound"
"""What the figure is."""

_MOST_READERS = 3
"""Names of operations that read a value, in the reason why it is alive."""


class LiveView(NamedTuple):
    """A value that is alive at the peak."""

    function: str
    name: str
    label: str
    """What JAX calls it; empty if that is not known."""
    bytes: int
    """On one device."""


class HeldView(NamedTuple):
    """What a value that is alive at the peak is, where it is from, and what holds it."""

    type: str
    sharding: str | None
    """None for a value without one."""
    source: Frames
    reason: str
    """`argument`, `donated, until its last use`, `carried by while`, `operand of dot_general`, `read by add`."""


class PeakView(NamedTuple):
    """The peak of a program."""

    function: str
    """The public function that has it."""
    bytes: int
    """On one device."""
    operation: str
    """The operation during which it is; empty for the beginning."""
    source: Frames
    live: tuple[LiveView, ...]
    """The values that are alive then, the largest first."""
    held: tuple[HeldView, ...]
    """More about each of them, in the same order."""


class Lives(NamedTuple):
    """What is alive in the public function that needs most, and in those that are called."""

    function: Operation
    values: LiveValues
    peak: Peak
    peaks: Mapping[Operation, Peak]
    """Those of functions that are called."""
    called: Mapping[Operation, LiveValues]
    callees: Mapping[Operation, Operation]
    """The functions of calls."""


def lives_in(program: Program, sizes: LocalSizes, donated: Mapping[Operation, frozenset[int]]) -> Lives | None:
    """Returns what is alive in the public function that needs most; None if there is no function with a body.

    `donated` has the numbers of the arguments of functions whose memory the program may reuse.
    """
    graph = CallGraph(program.operation)
    callees = graph.callee_of
    peaks: dict[Operation, Peak] = {}
    live: dict[Operation, LiveValues] = {}
    called = set(callees.values())
    roots = [function for function in graph.calls if not is_private(function) or function not in called]
    for function in graph.callees_first():
        if function in called:
            live[function] = LiveValues(function, sizes, callees, peaks, {})
            peaks[function] = live[function].peak()
    best: tuple[Operation, LiveValues, Peak] | None = None
    for function in roots:
        inside = sizes.inside(function)
        arguments = function.regions[0].blocks[0].arguments
        kept = frozenset([value for value in arguments if value.index not in donated.get(function, ())])
        held: dict[Value, int] = {value: inside.of_value(value) for value in arguments}
        values = LiveValues(function, sizes, callees, peaks, held, kept)
        peak = values.peak()
        if best is None or peak.bytes > best[2].bytes:
            best = function, values, peak
    return None if best is None else Lives(*best, peaks, live, callees)


def peak_view(program: Program, lives: Lives, sizes: LocalSizes) -> PeakView:
    """Returns the peak of a program."""
    function, whole, peak = lives.function, lives.peak.bytes, lives.peak
    name = symbol_name(function) or ""
    found = _alive(program, name, lives.values, peak, sizes)
    while peak.callee is not None:
        callee = peak.callee
        peak = lives.peaks[callee]
        found += _alive(program, symbol_name(callee) or "", lives.called[callee], peak, sizes)
    found.sort(key=lambda pair: -pair[0].bytes)
    op = peak.at
    return PeakView(
        function=name,
        bytes=whole,
        operation="" if op is None else _short(op),
        source=frames_at(function.location if op is None else op.location, program.source),
        live=tuple([live for live, _ in found]),
        held=tuple([held for _, held in found]),
    )


def _alive(
    program: Program, function: str, values: LiveValues, peak: Peak, sizes: LocalSizes
) -> list[tuple[LiveView, HeldView]]:
    found = []
    for value, size in values.at(peak).items():
        if size:
            share = sizes.of_value(value)
            source = frames_at(program.written_at(value), program.source)
            held = HeldView(share.type, share.sharding_text, source, _reason(value, values, peak.at))
            found.append((live_view(program, function, value, size), held))
    return found


def _reason(value: Value, values: LiveValues, at: Operation | None) -> str:
    """Returns why a value is alive during the operation `at`, or at the beginning."""
    if isinstance(value, OpResult):
        if value.owner is at:
            return f"result of {_short(at)}"
    elif values.is_argument(value):
        return "argument" if values.is_kept(value) else "donated, until its last use"
    elif isinstance(value, BlockArgument) and value.owner.parent_op is not None:
        return f"carried by {_short(value.owner.parent_op)}"
    users = value.users
    if at is not None and at in users:
        return f"operand of {_short(at)}"
    names = dict.fromkeys([_short(user) for user in users])
    return f"read by {', '.join(names)}" if len(names) <= _MOST_READERS else f"read by {len(users)} operations"


def _short(op: Operation) -> str:
    return op.name.rpartition(".")[2]


def live_view(program: Program, function: str, value: Value, size: int) -> LiveView:
    """Returns a value of a function that is alive."""
    return LiveView(function, value_name(program, value), value_label(value), size)


def value_name(program: Program, value: Value) -> str:
    """Returns the name of a value, and of one that a collective has moved, what has moved it."""
    name = program.name(value)
    if isinstance(value, OpResult) and value.owner.signature.definition in SDY_COLLECTIVES:
        return f"{name} after {value.owner.name.rpartition('.')[2]}"
    return name


def value_label(value: Value) -> str:
    """Returns what JAX calls an argument; empty if that is not known."""
    location = value.location if isinstance(value, BlockArgument) else None
    return location.name if isinstance(location, NameLoc) else ""
