"""How long a step takes: the estimates of `sdyopt.cost.time` by operation and by line, as tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sdyopt.cost.collectives.found import axes_of_key, first_known, source_location
from sdyopt.cost.collectives.inserted import InsertedCollectives, inserted_in
from sdyopt.cost.origins.followers import Frames, LineKeys, frames_at, line_text, source_text
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import TORUS, Machine
from sdyopt.cost.time.operations import Bound, StepCost, Timed
from sdyopt.cost.time.step import Step, TimedBlock
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Column
from sdyopt.display.wording import counted
from sdyopt.ir.attribute import Location
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.view.columns.collectives import Columns, Forms, RowField, ViewListing, described
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import UNKNOWN, flops_text, short, time

# When operations of a block run, and collectives beside them: the two streams of `sdyopt.cost.time.step`.

_MAX_BLOCKS, _MAX_PARTS = 6, 400

OPERATIONS, COLLECTIVES = range(2)
"""The streams."""


class TimelinePart(NamedTuple):
    """An operation in a timeline; times are seconds, from the beginning of its block."""

    track: int
    """OPERATIONS or COLLECTIVES."""
    name: str
    source: Frames
    start: float
    seconds: float


class BlockTime(NamedTuple):
    """One run of a block. Collectives start as soon as their operands are there and the network is free."""

    owner: str
    """The operation or function that the block is of: `while`, `@main`."""
    source: Frames
    runs: int
    end: float
    parts: tuple[TimelinePart, ...]
    """In the order of the program; what takes no time is left out."""


def _block_time(of: TimedBlock, sources: Iterator[tuple[str, Frames]], program: Program) -> BlockTime:
    """Returns when the operations of a block run, of which at least one takes time, from their names and places."""
    block, timed, schedule = of
    parts: list[TimelinePart] = []
    clock = 0.0
    given: dict[object, float] = {}
    for each, (name, source) in zip(timed, sources, strict=False):
        if not each.seconds:
            continue
        start = clock
        if schedule is not None:
            start = schedule.starts.get(each.key, clock) + given.get(each.key, 0.0)
            given[each.key] = given.get(each.key, 0.0) + each.seconds
        clock += each.seconds
        track = COLLECTIVES if each.bound is Bound.NETWORK else OPERATIONS
        parts.append(TimelinePart(track, name, source, start, each.seconds))
    end = clock if schedule is None else schedule.end
    if (owner := block.parent_op) is None:
        return BlockTime("", (), timed[0].times, end, tuple(parts))
    symbol = symbol_name(owner)
    name = f"@{symbol}" if symbol else owner.name.partition(".")[2]
    return BlockTime(name, frames_at(owner.location, program.source), timed[0].times, end, tuple(parts))


def _location(each: Timed, program: Program) -> Location | int:
    return first_known(each.places, program) if each.places else source_location(each.op, program)


def timeline_object(blocks: Sequence[BlockTime], frames: FrameChoice) -> list[dict[str, Any]]:
    """Returns the blocks that take longest for the page; a part is its track, name, start, seconds and tip."""
    longest = sorted(blocks, key=lambda block: -block.end * block.runs)[:_MAX_BLOCKS]
    return [
        {
            "title": block_title(block, frames),
            "end": block.end,
            "length": time(block.end),
            "parts": sorted([_drawn(run, frames) for run in _runs(block)], key=lambda part: (part[2], -part[0])),
        }
        for block in longest
        if block.end
    ]


def block_title(block: BlockTime, frames: FrameChoice) -> str:
    """Returns `while model.py:39, 32 runs of 1.2 ms`."""
    where = f"{block.owner} {line_text(block.source, frames)}".strip()
    return f"{where}, {block.runs:,} runs of {time(block.end)}" if block.runs > 1 else f"{where}, {time(block.end)}"


def _runs(block: BlockTime) -> Iterator[list[TimelinePart]]:
    """Yields the parts of a block that are drawn: short ones that follow each other as one, with little idle time."""
    for track in (OPERATIONS, COLLECTIVES):
        run: list[TimelinePart] = []
        busy = 0.0
        for part in sorted([each for each in block.parts if each.track == track], key=lambda part: part.start):
            least = block.end / _MAX_PARTS
            if run and (part.seconds >= least or run[0].seconds >= least or part.start - run[0].start - busy > least):
                yield run
                run = []
            busy = busy + part.seconds if run else part.seconds
            run.append(part)
        if run:
            yield run


def _drawn(run: Sequence[TimelinePart], frames: FrameChoice) -> list[Any]:
    """Returns the track, name, start, seconds and tip of parts that are drawn as one."""
    first, seconds = run[0], sum([part.seconds for part in run])
    name = f"{first.name} {line_text(first.source, frames)}".strip()
    if len(run) > 1:
        longest = max(run, key=lambda part: part.seconds)
        name = f"{len(run):,} short operations, the longest {longest.name} {line_text(longest.source, frames)}".strip()
    return [first.track, name, first.start, seconds, f"{time(seconds)}, from {time(first.start)}"]


# From a partitioned program to its `TimeView`.


class TimeRow(NamedTuple):
    """Operations of one name on one line, in one run of the program."""

    operation: str
    """`dot_general`, `all-reduce`; of a kernel, the last of its operations. Empty for all operations of a line."""
    bound: Bound
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


class TimeView(NamedTuple):
    """The estimates for one step of a program on a machine."""

    machine: Machine
    cost: StepCost
    operations: tuple[TimeRow, ...]
    """By operation and line, what takes longest first; those that take no time are left out."""
    lines: tuple[TimeRow, ...]
    """By line of the source, what takes longest first."""
    stacks: tuple[tuple[tuple[str, Frames], float], ...]
    """The seconds of the operations of one name that come from one call stack, in the order of the program."""
    blocks: tuple[BlockTime, ...] = ()
    """When the operations of each block run if collectives hide, in the order of the program."""


def time_view(
    program: Program,
    sizes: LocalSizes,
    machine: Machine,
    frames: FrameChoice = USER_FRAMES,
    inserted: InsertedCollectives | None = None,
    is_brief: bool = False,
) -> TimeView:
    """Returns how long a program takes on a machine. Raises PlacementError if its mesh does not fit on it.

    What the machine's compiler has `inserted` is found out if it is not given. In brief there are only the sums, and
    the line that takes longest.
    """
    if inserted is None:
        inserted = inserted_in(program.stage, sizes, machine.compiler)
    step = Step(sizes, machine, program.executions, inserted, is_brief)
    blocks: list[TimedBlock] = []
    cost = step.cost(with_overlapped=not is_brief, noted=blocks)
    timed = [each for block in blocks for each in block.timed]
    if is_brief:
        longest = _longest_line(timed, program, frames)
        return TimeView(machine, cost, (), (_row(longest, ""),) if longest else (), ())
    sources = [
        (each.kind or each.op.name.partition(".")[2], frames_at(_location(each, program), program.source))
        for each in timed
    ]
    """What rows call each operation, `dot_general` or `all-gather`, and where it comes from."""
    by_line: dict[str, list[tuple[Timed, Frames]]] = {}
    by_operation: dict[tuple[str, str, str], list[tuple[Timed, Frames]]] = {}
    stacks: dict[tuple[str, Frames], float] = {}
    for each, stack in zip(timed, sources, strict=True):
        name, source = stack
        line = line_text(source, frames)
        by_line.setdefault(line, []).append((each, source))
        if each.seconds:
            by_operation.setdefault((name, line, each.axes_text), []).append((each, source))
            stacks[stack] = stacks.get(stack, 0.0) + each.seconds * each.times
    following = iter(sources)
    operations = {key: _row(group, key[0]) for key, group in by_operation.items()}
    alone = {key[1]: row for key, row in operations.items() if len(by_operation[key]) == len(by_line[key[1]])}
    """The rows of operations that are all of their line."""
    return TimeView(
        machine=machine,
        cost=cost,
        operations=_sorted(operations.values()),
        lines=_sorted(
            [
                alone[line]._replace(operation="", axes="") if line in alone else _row(group, "")
                for line, group in by_line.items()
            ]
        ),
        stacks=tuple(stacks.items()),
        blocks=tuple([_block_time(block, following, program) for block in blocks if block.timed]),
    )


def _longest_line(timed: Sequence[Timed], program: Program, frames: FrameChoice) -> list[tuple[Timed, Frames]]:
    """Returns the operations of the line that takes longest, with their sources."""
    lines = LineKeys(program.source, frames)
    by_line = grouped((lines.of(_location(each, program)), each) for each in timed)
    longest = max(by_line.values(), key=lambda group: sum([each.seconds * each.times for each in group]), default=[])
    return [(each, frames_at(_location(each, program), program.source)) for each in longest]


def _sorted(rows: Iterable[TimeRow]) -> tuple[TimeRow, ...]:
    return tuple(sorted(rows, key=lambda row: -row.seconds))


def _row(group: list[tuple[Timed, Frames]], name: str) -> TimeRow:
    parts = {Bound.COMPUTE: 0.0, Bound.MEMORY: 0.0, Bound.NETWORK: 0.0}
    runs = size = sent = 0
    flops: float = 0
    for each, _ in group:
        times = each.times
        runs += times
        parts[each.bound] += each.seconds * times
        flops += each.work.flops * times
        size += each.bytes * times
        sent += each.sent * times
    first, source = group[0]
    bound = max(parts, key=parts.__getitem__)
    axes = first.axes_text if name else ""
    return TimeRow(name, bound, axes, source, len(group), runs, sum(parts.values()), flops, size, sent)


# The roofline of a program for the page: how fast operations are for the operations that they do on each byte.

_MAX_POINTS = 60


def roofline_object(found: TimeView, frames: FrameChoice) -> dict[str, Any]:
    """Returns peak and bandwidth of a device, and the operations that take longest.

    A point is the name and line of an operation, its FLOPs for each byte, its FLOPs a second, and its seconds.
    """
    points = [
        [
            f"{row.operation} {line_text(row.source, frames)}".strip(),
            row.flops / row.bytes,
            row.flops / row.seconds,
            row.seconds,
        ]
        for row in islice((row for row in found.operations if row.flops and row.bytes), _MAX_POINTS)
    ]
    device = found.machine.device
    return {
        "device": device.name,
        "peak": device.flops("bf16"),
        "bandwidth": device.figure("memory_bandwidth"),
        "points": points,
    }


# The columns of `sdy-view --time`: what operations, and lines of the source, take of a step.


def percent(share: float) -> str:
    """`12.5 %`."""
    return f"{100 * share:.1f} %"


_Time = RowField[TimeRow, ViewListing]


def _amount(key: str, attribute: str, name: str, text: Callable[[Any], str]) -> _Time:
    """The field of an amount, which tables leave out where it is 0."""
    shown = Column(name, right=True)
    return _Time(key, attribute, column=shown, text=lambda amount: text(amount) if amount else UNKNOWN)


def _count(key: str, is_shown: bool) -> _Time:
    return _Time(key, column=Column(key, right=True) if is_shown else None, text="{:,}".format)


def _share(row: TimeRow, listing: ViewListing) -> str:
    whole = listing.view.time.cost.serial_seconds if isinstance(listing.view, ModuleView) and listing.view.time else 0
    return percent(row.seconds / whole) if whole else UNKNOWN


def _columns(of_lines: bool, *first: _Time) -> Columns[TimeRow, ViewListing]:
    return Columns(
        *first,
        _Time(
            "line",
            listed=lambda row, listing: line_text(row.source, listing.view.frames) or None,
            column=Column("line", style="cyan") if of_lines else None,
        ),
        _Time("source"),
        _count("operations", of_lines),
        _count("runs", not of_lines),
        _Time("seconds", column=Column("time", right=True, style="bold"), text=time),
        _Time("share", column=Column("share", right=True), cell=_share, forms=Forms.NONE),
        _amount("flops", "flops", "FLOPs", flops_text),
        _amount("bytes", "bytes", "memory traffic", short),
        _amount("bytes_sent", "sent", "sent", short),
        _Time(
            "bound",
            "bound.value",
            column=Column("bound by"),
            cell=lambda row, _: row.bound.value if row.seconds else UNKNOWN,
        ),
    )


OPERATION = _columns(
    False,
    _Time("operation", column=Column("operation", style="cyan")),
    _Time(
        "place",
        column=Column("source", below=True),
        cell=lambda row, listing: source_text(row.source, listing.view.frames) or UNKNOWN,
        forms=Forms.NONE,
    ),
    _Time(
        "axes", lambda row: list(axes_of_key(row.axes)), column=Column("axes"), cell=lambda row, _: row.axes or UNKNOWN
    ),
)
"""Operations on lines of the source."""

LINE = _columns(True)
"""Lines of the source."""


# What `sdy-view --time` says of a step beside its tables, and its part of `--json`.

Object = dict[str, Any]


def time_notes(found: TimeView) -> Iterator[str]:
    """Yields the sums, and what they leave out."""
    cost, machine = found.cost, found.machine
    at_least = "at least " if cost.unknown_runs or cost.unknown_work else ""
    yield f"a step: {at_least}about {time(cost.seconds)} on {machine.device.name} (an estimate){_overlap(found)}"
    if whole := cost.serial_seconds:
        parts = cost.seconds_by_bound.items()
        shares = [f"{bound.value} {time(seconds)} ({percent(seconds / whole)})" for bound, seconds in parts]
        yield f"{', '.join(shares)}: bound by {cost.bound.value}"
    if cost.utilization is not None and cost.model_flops:
        devices = counted(cost.devices, "device")
        yield (
            f"model FLOP/s utilization {percent(cost.utilization)}: {flops_text(cost.model_flops)} on {devices} of "
            f"{flops_text(cost.peak_flops)}/s each"
        )
    amounts = [
        flops_text(cost.flops),
        f"{short(cost.hbm_bytes)} read and written",
        f"{'at least ' * bool(cost.unknown_sent)}{short(cost.bytes_sent)} sent",
    ]
    yield f"a device: {', '.join(amounts)}"
    yield from _left_out(found)


def _overlap(found: TimeView) -> str:
    cost = found.cost
    least = cost.overlapped_seconds
    if least is None or cost.serial_seconds - least <= 1e-3 * cost.serial_seconds:
        return ""
    if found.machine.overlap:
        return f", between {time(least)} and {time(cost.serial_seconds)} with all overlap and none"
    return f"; {time(least)} if collectives overlap with all that does not depend on them (--overlap 1)"


def _left_out(found: TimeView) -> Iterator[str]:
    cost, machine = found.cost, found.machine
    if cost.unknown_runs:
        yield f"not known: the runs of {counted(cost.unknown_runs, 'operation')} in loops, which count once"
    if cost.unknown_sent:
        yield f"not known: the bytes of {counted(cost.unknown_sent, 'collective')}"
    if without_arithmetic := cost.unknown_work - cost.unknown_sent:
        what = counted(without_arithmetic, "operation")
        yield f"not known: the arithmetic of {what}, custom calls or of unknown sizes"
    if machine.device.network == TORUS and not machine.placement.topology and cost.network_seconds:
        yield "assumed: each axis of the mesh has links of its own (--topology says where devices are)"
    unused = {"link_bandwidth", "inside", "hop_latency", "outside"} if not cost.network_seconds else set[str]()
    if machine.device.network == TORUS and machine.placement.slices <= 1 and not machine.placement.axes:
        unused.add("outside")
    unchecked = [name for name, figure in machine.device.figures if not figure.checked and name not in unused]
    if unchecked:
        yield f"figures of {machine.device.name} not checked against its vendor: {', '.join(unchecked)}"


_OF_STEP = (
    "seconds compute_seconds memory_seconds network_seconds overlapped_seconds bound "
    "model_flops utilization flops matrix_flops transcendentals hbm_bytes bytes_sent seconds_by_kind"
)
"""The amounts of a step that `--json` writes under their names."""


def time_object(view: ModuleView, found: TimeView) -> Object:
    """Returns the estimates as `--json` writes them: seconds, FLOPs and bytes of one device in one step."""
    cost, machine = found.cost, found.machine
    placement = machine.placement
    return {
        "estimate": True,
        "device": {
            **described(machine.device, "name network"),
            **dict(machine.device.counts),
            "figures": {
                name: {"value": figure.value, "source": figure.source or None, "checked": figure.checked}
                for name, figure in machine.device.figures
            },
        },
        "topology": list(placement.topology) or None,
        "axes": {name: list(along) for name, along in placement.axes},
        "slices": placement.slices,
        "overlap": machine.overlap,
        **described(cost, _OF_STEP),
        "is_lower_bound": bool(cost.unknown_runs or cost.unknown_work),
        **described(cost, "unknown_runs unknown_work"),
        "operations": OPERATION.objects(found.operations, ViewListing(view)),
        "lines": LINE.objects(found.lines, ViewListing(view)),
    }
