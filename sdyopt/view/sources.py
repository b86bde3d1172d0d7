"""Where in the user's program something comes from, as a view shows it."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.driver.diagnostics.frames import Citation, FrameChoice
from sdyopt.driver.diagnostics.places import offset_of
from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import Frame, frames_of
from sdyopt.ods.diagnostics.source import Source

Frames = tuple[Frame, ...]
"""A call stack, innermost first; empty if it is not known."""

_USER = FrameChoice()


def frames_at(location: Location | int, source: Source) -> Frames:
    """Returns the call stack of a location, or the line of `source` that it is an offset of."""
    offset = offset_of(location)
    if offset is not None:
        return (Frame(source.name, *source.position(offset)),) if offset >= 0 else ()
    return tuple(frames_of(location))


def shown_frame(frames: Sequence[Frame]) -> Frame | None:
    """Returns the frame that stands for a call stack: the innermost that is the user's own."""
    return _USER.cited(frames).frame if frames else None


def source_text(frames: Sequence[Frame]) -> str:
    """`model.py:22 in block`; empty if nothing is known."""
    frame = shown_frame(frames)
    return "" if frame is None else str(Citation(frame))


def line_text(frames: Sequence[Frame]) -> str:
    """`model.py:22`; empty if nothing is known."""
    frame = shown_frame(frames)
    return "" if frame is None else str(Citation(frame._replace(function=None)))
