"""From a partitioned program to its `TimeView`."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.cost.collectives.collectives import source_of
from sdyopt.cost.origins.sources import Frames, line_text
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.step import Step
from sdyopt.cost.time.step_cost import Bound, StepCost, Timed
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.view.timing.timeline import BlockTime, block_time, name_of


class TimeRow(NamedTuple):
    """Operations of one name on one line, in one run of the program."""

    operation: str
    """`dot_general`, `all-reduce`; of a kernel, the last of its operations. Empty for all operations of a line."""
    bound: Bound
    """What most of the time goes to."""
    axes: str
    """Along which a collective is, separated by commas."""
    source: Frames
    """Of the first of them."""
    operations: int
    runs: int
    """Of all of them together; those in loops of unknown length count once in these."""
    seconds: float
    flops: float
    bytes: int
    """Read from and written to memory."""
    sent: int


class TimedStack(NamedTuple):
    """The operations of one name that come from one call stack, in one run of the program."""

    operation: str
    source: Frames
    seconds: float


class TimeView(NamedTuple):
    """The estimates for one step of a program on a machine."""

    machine: Machine
    cost: StepCost
    operations: tuple[TimeRow, ...]
    """By operation and line, what takes longest first; those that take no time are left out."""
    lines: tuple[TimeRow, ...]
    """By line of the source, what takes longest first."""
    stacks: tuple[TimedStack, ...]
    """By call stack, in the order of the program."""
    blocks: tuple[BlockTime, ...] = ()
    """When the operations of each block run if collectives hide, in the order of the program."""


def time_view(program: Program, sizes: LocalSizes, machine: Machine, frames: FrameChoice = USER_FRAMES) -> TimeView:
    """Returns how long a program takes on a machine. Raises PlacementError if its mesh does not fit on it."""
    is_local = program.stage is Stage.LOCAL
    with_estimates = program.stage is Stage.PROPAGATED
    step = Step(
        program.operation, machine, program.enclosing_scope, sizes, program.executions, is_local, with_estimates
    )
    blocks: list[tuple[Block, list[Timed]]] = []
    cost = step.cost(with_overlapped=True, noted=blocks)
    timed = [each for _, inside in blocks for each in inside]
    sources = [source_of(each.op, program) for each in timed]
    lines = [line_text(source, frames) for source in sources]
    by_operation: dict[object, list[tuple[Timed, Frames]]] = {}
    by_line: dict[str, list[tuple[Timed, Frames]]] = {}
    stacks: dict[tuple[str, Frames], float] = {}
    for each, source, line in zip(timed, sources, lines, strict=True):
        by_line.setdefault(line, []).append((each, source))
        if each.seconds:
            stack = name_of(each), source
            stacks[stack] = stacks.get(stack, 0.0) + each.seconds * each.times
            by_operation.setdefault((name_of(each), line, each.axes_text), []).append((each, source))
    return TimeView(
        machine=machine,
        cost=cost,
        operations=_sorted([_row(group, name_of(group[0][0])) for group in by_operation.values()]),
        lines=_sorted([_row(group, "") for group in by_line.values()]),
        stacks=tuple([TimedStack(*key, seconds) for key, seconds in stacks.items()]),
        blocks=tuple([block_time(step, block, inside, program) for block, inside in blocks if inside]),
    )


def _sorted(rows: Iterable[TimeRow]) -> tuple[TimeRow, ...]:
    return tuple(sorted(rows, key=lambda row: -row.seconds))


def _row(group: list[tuple[Timed, Frames]], name: str) -> TimeRow:
    parts = dict.fromkeys(Bound, 0.0)
    for each, _ in group:
        parts[each.bound] += each.seconds * each.times
    return TimeRow(
        operation=name,
        bound=max(parts, key=lambda bound: parts[bound]),
        axes=group[0][0].axes_text if name else "",
        source=group[0][1],
        operations=len(group),
        runs=sum([each.times for each, _ in group]),
        seconds=sum(parts.values()),
        flops=sum([each.work.flops * each.times for each, _ in group]),
        bytes=sum([each.bytes * each.times for each, _ in group]),
        sent=sum([each.sent * each.times for each, _ in group]),
    )
