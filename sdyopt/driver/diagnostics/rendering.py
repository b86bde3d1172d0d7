"""Rendering of diagnostics: their places, excerpts of the text, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.display.messages import PLAIN, Excerpted, Extent, Message, Style, written
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.hints import hints
from sdyopt.driver.diagnostics.places import offset_of, place_of
from sdyopt.driver.diagnostics.signature_spans import named_span
from sdyopt.driver.diagnostics.spans import end_of_span
from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import Frame, frames_of
from sdyopt.mlir.diagnostics import Diagnostic, UnknownName
from sdyopt.mlir.diagnostics.source import Source

USER_FRAMES = FrameChoice()


def rendered(
    diagnostics: Sequence[Diagnostic], source: Source, style: Style = PLAIN, frames: FrameChoice = USER_FRAMES
) -> str:
    """Returns the text of diagnostics about `source`, in their order, with a newline at the end."""
    return written(messages(diagnostics, source, frames), style)


def messages(diagnostics: Sequence[Diagnostic], source: Source, choice: FrameChoice = USER_FRAMES) -> Iterator[Message]:
    """Returns the messages about `source`: each diagnostic with its place, an excerpt, its hint and its notes.

    The place is the innermost frame of a call stack; the other frames that `choice` cites are notes before the others,
    as in `mlir-opt`.
    """
    for diagnostic, hint in zip(diagnostics, hints(diagnostics), strict=True):
        frames = tuple(frames_of(source.known(diagnostic.location)))
        notes = [_called_from(frame) for frame in choice.callers(frames)]
        notes += [_message("note", note.message, note.location, source) for note in diagnostic.notes]
        message = _message(diagnostic.severity, diagnostic.message, diagnostic.location, source)
        unknown = diagnostic.hint
        if isinstance(unknown, UnknownName) and message.excerpted is not None:
            message = message._replace(excerpted=_with_mention(message.excerpted, unknown.quote(unknown.name)))
        details = {"frames": [frame._asdict() for frame in frames]} if len(frames) > 1 else {}
        yield message._replace(hint=hint, notes=tuple(notes), details=details)


def _called_from(frame: Frame) -> Message:
    text = f"called from {frame.short_function}" if frame.function else "called from"
    return Message("note", text, Extent(frame.file, frame.line, frame.column))


def _message(severity: str, text: str, location: Location | int, source: Source) -> Message:
    location = source.known(location)
    place = place_of(location, source)
    if place is None:
        return Message(severity, text, Extent(source.name))
    offset = offset_of(location)
    if offset is None:
        return Message(severity, text, Extent(place.file, place.line, place.column))
    end = end_of_span(source.text, offset)
    end_column = None if end is None else place.column + _bytes(source.text[offset:end])
    extent = Extent(place.file, place.line, place.column, end_column)
    shown = named_span(source.text, offset, text)
    return Message(severity, text, extent, Excerpted(source.text, *(shown or (offset, end))))


def _with_mention(excerpted: Excerpted, mention: str) -> Excerpted:
    """Returns an excerpt that underlines `mention`: inside what is underlined, if it is there, or after it."""
    text, start, end, _ = excerpted
    found = -1 if end is None else text.find(mention, start, end)
    if found < 0:
        return excerpted._replace(mention=mention)
    return Excerpted(text, found, found + len(mention))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
