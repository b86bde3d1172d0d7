"""Rendering of diagnostics: their places, excerpts of the text, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.display.messages import PLAIN, Excerpted, Extent, Message, Style, written
from sdyopt.driver.diagnostics.hints import hints
from sdyopt.driver.diagnostics.places import offset_of, place_of
from sdyopt.driver.diagnostics.spans import end_of_span
from sdyopt.ir.attribute import Location
from sdyopt.ods.diagnostics import Diagnostic, Unknown
from sdyopt.ods.source import Source


def rendered(diagnostics: Sequence[Diagnostic], source: Source, style: Style = PLAIN) -> str:
    """Returns the text of diagnostics about `source`, in their order, with a newline at the end."""
    return written(messages(diagnostics, source), style)


def messages(diagnostics: Sequence[Diagnostic], source: Source) -> Iterator[Message]:
    """Returns the messages about `source`: each diagnostic with its place, an excerpt, its hint and its notes."""
    for diagnostic, hint in zip(diagnostics, hints(diagnostics), strict=True):
        notes = [_message("note", note.message, note.location, source) for note in diagnostic.notes]
        message = _message(diagnostic.severity, diagnostic.message, diagnostic.location, source)
        unknown = diagnostic.hint
        if isinstance(unknown, Unknown) and message.excerpted is not None:
            message = message._replace(excerpted=message.excerpted._replace(mention=unknown.spell(unknown.name)))
        yield message._replace(hint=hint, notes=tuple(notes))


def _message(severity: str, text: str, location: Location | int, source: Source) -> Message:
    place = place_of(location, source)
    if place is None:
        return Message(severity, text, Extent(source.name))
    offset = offset_of(location)
    if offset is None:
        return Message(severity, text, Extent(place.file, place.line, place.column))
    end = end_of_span(source.text, offset)
    end_column = None if end is None else place.column + _bytes(source.text[offset:end])
    extent = Extent(place.file, place.line, place.column, end_column)
    return Message(severity, text, extent, Excerpted(source.text, offset, end))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
