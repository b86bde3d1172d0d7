"""Where in the user's program something comes from, as a view shows it."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.driver.diagnostics.frames import FrameChoice, short_text
from sdyopt.driver.diagnostics.places import Place, offset_of
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import Frame, frames_of
from sdyopt.mlir.diagnostics.source import Source

Frames = tuple[Frame, ...]
"""A call stack, innermost first; empty if it is not known."""


def frames_at(location: Location | int, source: Source) -> Frames:
    """Returns the call stack of a location, or the line of `source` that it is an offset of.

    A line under the name of `source` is always one of that text: where a location names a file that is called so, it
    is the file from which the text was made, and is called original.
    """
    offset = offset_of(location)
    if offset is not None:
        return (Frame(source.name, *source.position(offset), None),) if offset >= 0 else ()
    return tuple([frame if frame.file != source.name else _original(frame) for frame in frames_of(location)])


def _original(frame: Frame) -> Frame:
    return frame._replace(file=f"{frame.file} (original)")


def shown_frame(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> Frame | None:
    """Returns the frame that stands for a call stack: by default the innermost that is the user's own."""
    return choice.cited(frames).frame if frames else None


def shown_place(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> Place | None:
    """Returns the place of the frame that stands for a call stack."""
    frame = shown_frame(frames, choice)
    return None if frame is None else Place(frame.file, frame.line, frame.column)


def source_text(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> str:
    """`model.py:22 in block (via wsc layers.py:10)`; empty if nothing is known."""
    return str(choice.cited(frames)) if frames else ""


def line_text(frames: Sequence[Frame], choice: FrameChoice = USER_FRAMES) -> str:
    """`model.py:22`; empty if nothing is known."""
    frame = shown_frame(frames, choice)
    return "" if frame is None else short_text(frame)
