"""When operations of a block run, and collectives beside them: the two streams of `sdyopt.cost.time.schedule`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.cost.collectives.collectives import source_of
from sdyopt.cost.origins.sources import Frames, frames_at, line_text
from sdyopt.cost.program.stages import Program
from sdyopt.cost.time.step import Step
from sdyopt.cost.time.step_cost import Bound, Timed
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.view.render.amounts import time

_MOST_BLOCKS, _MOST_PARTS = 6, 400

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


def block_time(step: Step, block: Block, timed: Sequence[Timed], program: Program) -> BlockTime:
    """Returns when the operations of a block run, of which `timed`, at least one, take time."""
    schedule = step.schedule(block, timed)
    parts: list[TimelinePart] = []
    clock = 0.0
    given: dict[Operation, float] = {}
    for each in timed:
        if not each.seconds:
            continue
        start = clock
        if schedule is not None:
            start = schedule.starts.get(each.op, clock) + given.get(each.op, 0.0)
            given[each.op] = given.get(each.op, 0.0) + each.seconds
        clock += each.seconds
        track = COLLECTIVES if each.bound is Bound.NETWORK else OPERATIONS
        parts.append(TimelinePart(track, name_of(each), source_of(each.op, program), start, each.seconds))
    end = clock if schedule is None else schedule.end
    owner = block.parent_op
    if owner is None:
        return BlockTime("", (), timed[0].times, end, tuple(parts))
    symbol = symbol_name(owner)
    name = f"@{symbol}" if symbol else owner.name.partition(".")[2]
    return BlockTime(name, frames_at(owner.location, program.source), timed[0].times, end, tuple(parts))


def name_of(each: Timed) -> str:
    """Returns what rows call an operation: `dot_general`, `all-gather (estimated)`."""
    name = each.kind or each.op.name.partition(".")[2]
    return f"{name} (estimated)" if each.estimated else name


def timeline_object(blocks: Sequence[BlockTime], frames: FrameChoice) -> list[dict[str, Any]]:
    """Returns the blocks that take longest for the page; a part is its track, name, start, seconds and tip."""
    longest = sorted(blocks, key=lambda block: -block.end * block.runs)[:_MOST_BLOCKS]
    return list(_objects(longest, frames))


def _objects(blocks: Sequence[BlockTime], frames: FrameChoice) -> Iterator[dict[str, Any]]:
    for block in blocks:
        if not block.end:
            continue
        shown = sorted(block.parts, key=lambda part: -part.seconds)[:_MOST_PARTS]
        left_out = len(block.parts) - len(shown)
        where = f"{block.owner} {line_text(block.source, frames)}".strip()
        title = (
            f"{where}, {block.runs:,} runs of {time(block.end)}" if block.runs > 1 else f"{where}, {time(block.end)}"
        )
        yield {
            "title": f"{title}; {left_out:,} short operations are left out" if left_out else title,
            "end": block.end,
            "length": time(block.end),
            "parts": [
                [
                    part.track,
                    f"{part.name} {line_text(part.source, frames)}".strip(),
                    part.start,
                    part.seconds,
                    f"{time(part.seconds)}, from {time(part.start)}",
                ]
                for part in sorted(shown, key=lambda part: part.start)
            ],
        }
