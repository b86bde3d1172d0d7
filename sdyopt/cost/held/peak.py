"""The most memory that a device needs at one time, about, and what it holds then.

It is that of a model of what XLA stores, which was compared with what XLA for CPUs needs (docs/agreement.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.held.graph import HeldItem
from sdyopt.cost.held.profiles import Profile
from sdyopt.cost.held.schedules import Lives, Schedule
from sdyopt.cost.origins.sources import Frames, frames_at
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.ir.locations import NameLoc
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value

STATEMENT = "about what XLA needs, by a model of what it stores; checked against XLA:CPU only"
"""What the figure is."""

_MOST_READERS = 3
"""Names of operations that read a value, in the reason why it is in memory."""


class LiveView(NamedTuple):
    """A value that is in memory at the peak."""

    function: str
    name: str
    label: str
    """What JAX calls it; empty if that is not known."""
    bytes: int
    """On one device."""


class HeldView(NamedTuple):
    """What a value that is in memory at the peak is, where it is from, and what holds it."""

    type: str
    sharding: str | None
    """None for a value without one."""
    source: Frames
    reason: str
    """`argument`, `donated, until its last use`, `carried by while`, `gathered for fft`, `read by add`."""


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
    """The values that are in memory then, the largest first."""
    held: tuple[HeldView, ...]
    """More about each of them, in the same order."""
    profile: Profile
    """What it is for."""
    estimated: tuple[str, ...]
    """What is in memory then that is not in the program: `copy for dot_general`."""
    most: int | None = None
    """The peak if XLA gathers all that it may gather beside what is known; None if nothing is unknown."""


def peak_view(program: Program, lives: Lives, sizes: LocalSizes, most: int | None = None) -> PeakView:
    """Returns the peak of a program; `most` is that with all that XLA may gather, if something is unknown."""
    schedule = lives.shown
    found = list(_alive(program, schedule, sizes))
    callee = schedule.callee(schedule.tick)
    while callee is not None and callee in lives.called:
        found += _alive(program, lives.called[callee], sizes)
        callee = lives.called[callee].callee(lives.called[callee].tick)
    found.sort(key=lambda row: -row[0].bytes)
    op = schedule.operation(schedule.tick)
    return PeakView(
        function=symbol_name(lives.function) or "",
        bytes=schedule.bytes,
        operation="" if op is None else op.short_name,
        source=frames_at(lives.function.location if op is None else op.location, program.source),
        live=tuple([live for live, _, _ in found]),
        held=tuple([held for _, held, _ in found]),
        profile=lives.profile,
        estimated=tuple(dict.fromkeys([item.reason for _, _, item in found if item.reason])),
        most=None if most is None else max(most, schedule.bytes),
    )


def _alive(program: Program, schedule: Schedule, sizes: LocalSizes) -> Iterator[tuple[LiveView, HeldView, HeldItem]]:
    for item, size in schedule.alive(schedule.tick):
        if item.value is not None:
            share = sizes.of_value(item.value)
            source = frames_at(program.written_at(item.value), program.source)
            held = HeldView(share.type, share.sharding_text, source, _reason(item, schedule))
            yield live_view(program, schedule, item, size), held, item


def _reason(item: HeldItem, schedule: Schedule) -> str:
    """Returns why an item is in memory at the peak."""
    graph, tick = schedule.graph, schedule.tick
    at = schedule.operation(tick)
    if item.reason:
        return item.reason
    if item.node is None and item.block is graph.body:
        return "argument" if item in graph.kept else "donated, until its last use"
    if item.node is None and item.block.owner is not None:
        return f"carried by {item.block.owner.op.short_name}"
    if item.node is not None and item.node.op is at:
        return f"result of {at.short_name}"
    if item.is_free and item.node is not None:
        return "constant"
    users = [] if item.value is None else item.value.users
    if at is not None and at in users:
        return f"operand of {at.short_name}"
    names = dict.fromkeys([user.short_name for user in users])
    return f"read by {', '.join(names)}" if len(names) <= _MOST_READERS else f"read by {len(users)} operations"


def live_view(program: Program, schedule: Schedule, item: HeldItem, size: int) -> LiveView:
    """Returns what is in memory of a function; of what is called all together."""
    function = symbol_name(schedule.graph.function) or ""
    if item.value is None:
        callee = None if item.node is None else schedule.graph.callees.get(item.node)
        return LiveView("" if callee is None else symbol_name(callee) or "", "all values together", "", size)
    name = value_name(program, item.value)
    return LiveView(function, f"{name} ({item.reason})" if item.reason else name, value_label(item.value), size)


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
