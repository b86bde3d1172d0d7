"""How often the user says that loops run whose length constants do not say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sdyopt.cost.origins.sources import Frames, frames_at, line_text, shown_frame
from sdyopt.cost.program.trip_counts import trip_count
from sdyopt.dialects.stablehlo.ops import WHILE
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.cost.program.stages import Program


class AssumedRuns(NamedTuple):
    """The number of iterations of loops without a known number."""

    everywhere: int | None = None
    """Of loops that `places` does not have; None if nothing is assumed of them."""
    places: tuple[tuple[str, int], ...] = ()
    """By place in the source, `model.py:39`; the file may have its folder."""
    frames: FrameChoice = USER_FRAMES
    """Which frame of a call stack is the place of a loop."""

    @classmethod
    def given(cls, runs: int | Mapping[str, int] | AssumedRuns) -> AssumedRuns:
        """Returns what is assumed: of all loops a number, or of those at places: `{"model.py:39": 32}`."""
        if isinstance(runs, AssumedRuns):
            return runs
        return cls(runs) if isinstance(runs, int) else cls(places=tuple(runs.items()))

    def of(self, loop: Frames) -> int | None:
        """Returns how often the body of a loop runs; None if nothing is assumed."""
        names = _names(loop, self.frames) if self.places else ()
        return next((count for place, count in self.places if place in names), self.everywhere)

    def problems(self, loops: Sequence[Frames]) -> Iterator[str]:
        """Yields a message for each place at which none of these loops is."""
        found = {name for loop in loops for name in _names(loop, self.frames)}
        for place, _ in self.places:
            if place not in found:
                known = places_text(loops, self.frames)
                there = f"such loops are at {known}" if known else "there is none"
                yield f"no loop of unknown length at '{place}': {there}"


NOTHING_ASSUMED = AssumedRuns()


def loops_of_unknown_length(program: Program | Module) -> list[Frames]:
    """Returns where the loops of a program are whose length constants do not say, in the order of the text."""
    loops = collect_kind(program.operation, WHILE)
    return [frames_at(loop.location, program.source) for loop in loops if trip_count(loop) is None]


def places_text(loops: Sequence[Frames], choice: FrameChoice) -> str:
    """`model.py:39, model.py:77`; empty if no place is known."""
    return ", ".join(dict.fromkeys(filter(None, [line_text(loop, choice) for loop in loops])))


def _names(loop: Frames, choice: FrameChoice) -> Sequence[str]:
    frame = shown_frame(loop, choice)
    return () if frame is None else (line_text(loop, choice), f"{frame.file}:{frame.line}")
