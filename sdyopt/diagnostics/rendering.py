"""Rendering of diagnostics: their places, excerpts of the text, and hints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects import REGISTRY
from sdyopt.display.messages import PLAIN, Excerpted, Extent, Message, Style, written
from sdyopt.ir.attribute import Location, SdyOptError
from sdyopt.ir.locations import Frame, FusedLoc, OffsetLoc, frames_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note, Source, UnknownName, did_you_mean, listed
from sdyopt.mlir.read.parser import Span, Spans, parse
from sdyopt.mlir.read.tokens import TOKEN
from sdyopt.mlir.tokens import end_of_brackets
from sdyopt.mlir.write.attributes import symbol_token

# Places in files.


class Place(NamedTuple):
    """A line and a column of a file, from 1: of the input, or of the file that its locations name.

    Columns count bytes of UTF-8, as MLIR's do.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def place_of(location: Location | int, source: Source) -> Place | None:
    """Returns the place of a location, or of an offset in `source`; None if it has none."""
    location = source.known(location)
    if (offset := offset_of(location)) is not None:
        return Place(source.name, *source.position(offset)) if offset >= 0 else None
    frame = next(frames_of(location), None)
    return None if frame is None else Place(frame.file, frame.line, frame.column)


def function_place(function: Operation, source: Source) -> Place | None:
    """Returns the place of a function whose own location says nothing: that of its end, or its line in the text."""
    blocks = function.regions[0].blocks
    last = blocks[-1].last if blocks else None
    return (None if last is None else place_of(last.location, source)) or place_in_text(function, source)


def place_in_text(function: Operation, source: Source) -> Place | None:
    """Returns where the text defines a function, which is looked for by its name; None if it does not."""
    name = re.escape(symbol_token(symbol_name(function) or ""))
    match = re.search(rf"^[^\S\n]*(func\.func)\b[^\n@]*{name}(?![\w$.-])", source.text, re.MULTILINE)
    return None if match is None else place_of(match.start(1), source)


def offset_of(location: Location | int) -> int | None:
    """Returns the offset that a location is in the text, or that comes first in a fused one; None if there is none."""
    if isinstance(location, int):
        return location
    first = location.locations[0] if isinstance(location, FusedLoc) and location.locations else None
    return first.offset if isinstance(first, OffsetLoc) else None


# The span of a place: the token that begins there, with the brackets that belong to it.

_LONGEST = 4096
"""The number of characters after the place that are searched."""

_OPENING = ("<", "[", "{")


def end_of_span(text: str, offset: int) -> int | None:
    """Returns the end of the token at `offset`: a word, a string, a name, an attribute or a type with its brackets.

    None if no token begins there, or if it does not end in the same line.
    """
    newline = text.find("\n", offset, offset + _LONGEST)
    line = text[offset : offset + _LONGEST if newline < 0 else newline]
    token = TOKEN.match(line)
    kind = None if token is None else token.lastgroup
    if token is None or kind is None or token.start(kind) or kind in ("EOF", "ERROR"):
        return None
    end = token.end()
    if (kind == "VALUE" and line.startswith("#", end)) or (line.startswith("-") and line[end : end + 1].isdigit()):
        further = TOKEN.match(line, end)
        end = end if further is None else further.end()
    if line.startswith(_OPENING):
        end = end_of_brackets(line, 0) or _LONGEST
    elif line.startswith("<", end) and kind in ("WORD", "HASH", "BANG"):
        end = end_of_brackets(line, end) or (_LONGEST if kind == "WORD" else end)
    return offset + end if end < _LONGEST else None


# The arguments and results that errors about functions name by their numbers, as spans of the text.

_MESSAGE = re.compile(r"'func\.func' op (arg|result) ([0-9]{1,6}) - ")


def named_span(text: str, offset: int, message: str) -> Span | None:
    """Returns where the argument or result stands that `message` names of the function at `offset`; None if unknown."""
    if (found := _MESSAGE.match(message)) is None:
        return None
    spans = Spans()
    with suppress(CompilationError):  # What comes before an error is known.
        parse(text, REGISTRY, allow_unregistered=True, spans=spans)
    entries = (spans.results if found[1] == "result" else spans.arguments).get(offset, [])
    number = int(found[2])
    return entries[number] if number < len(entries) else None


# Hints: known names that resemble an unknown one, or all known names if there are few.

_LONGEST_NAME = 64
"""The length of names up to which similar ones are searched."""

_MAX_NAMES = 1000
"""The number of known names that are compared."""

_MAX_SEARCHES = 10
"""The number of unknown names of one text for which similar names are searched."""

_MAX_STEPS = 100_000
"""The number of pairs of characters that are compared for one text."""

_MAX_NEAR = 3
"""The number of equally similar names above which none is suggested."""

_MAX_LISTED = 8

_MAX_EDITS = 4

_LONGEST_HINT = 400
"""The length of hints; longer ones would not be read."""


def hints(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Returns the text of the hint of each diagnostic, empty if there is nothing to suggest."""
    search = Search()
    for diagnostic in diagnostics:
        hint = diagnostic.hint
        if isinstance(hint, UnknownName):
            hint = search.suggestion(hint)
        yield hint if len(hint) <= _LONGEST_HINT else ""


class Search:
    """Searches for names that resemble unknown ones, until a limit of searches or steps is reached."""

    def __init__(self) -> None:
        self._searches = _MAX_SEARCHES
        self._steps = _MAX_STEPS

    def suggestion(self, unknown: UnknownName) -> str:
        """Returns the hint for an unknown name; empty if it resembles none of many."""
        if not self._searches:
            return ""
        self._searches -= 1
        names = [name for name in islice(unknown.among(), _MAX_NAMES) if len(name) <= _LONGEST_NAME]
        near = self.nearest(unknown.name, names) if len(unknown.name) <= _LONGEST_NAME else []
        if near:
            return did_you_mean(map(unknown.quote, near))
        if unknown.listing and 0 < len(names) <= _MAX_LISTED:
            return unknown.listing.format(listed(map(unknown.quote, names), "and"))
        return unknown.otherwise

    def nearest(self, name: str, names: Iterable[str]) -> list[str]:
        """Returns the names most similar to `name`: a few edits away, fewer the shorter it is.

        A difference in case only is the smallest. Numbers do not resemble each other, because all are equally near.
        """
        best = min((len(name) + 1) // 3, _MAX_EDITS)
        if name.isdigit():
            return []
        near: list[str] = []
        folded = name.casefold()
        for other in dict.fromkeys(names):
            if other == name:
                continue
            edits = 0 if other.casefold() == folded else self._distance(name, other, best)
            if edits > best:
                continue
            if edits < best:
                best = edits
                near = []
            near.append(other)
        return near if len(near) <= _MAX_NEAR and self._steps > 0 else []

    def _distance(self, a: str, b: str, limit: int) -> int:
        """Returns `distance` without the common prefix, as long as there are steps left."""
        if abs(len(a) - len(b)) > limit or self._steps <= 0:
            return limit + 1
        same = next((place for place, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), 0)
        self._steps -= (len(a) - same) * (2 * limit + 1)
        return distance(a[same:], b[same:], limit)


def distance(a: str, b: str, limit: int) -> int:
    """Returns the number of characters to insert, remove, replace or swap with the next to turn `a` into `b`.

    If there are more than `limit`, the result is some number above it.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, character in enumerate(a, 1):
        row = [i] + [limit + 1] * len(b)
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (character != b[j - 1]))
            if i > 1 and j > 1 and character == b[j - 2] and a[i - 2] == b[j - 1]:
                edits = min(edits, before[j - 2] + 1)
            row[j] = edits
        if min(row) > limit:
            return limit + 1
        before, last = last, row
    return last[-1]


# Messages.

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
        if isinstance(unknown := diagnostic.hint, UnknownName) and message.excerpted is not None:
            message = message._replace(excerpted=_with_mention(message.excerpted, unknown.quote(unknown.name)))
        elif isinstance(unknown, UnknownName) and message.extent.line is None:
            message = _at_only_mention(message, unknown.quote(unknown.name), source)
        details = {"frames": [frame._asdict() for frame in frames]} if len(frames) > 1 else {}
        yield message._replace(hint=hint, notes=tuple(notes), details=details)


def _called_from(frame: Frame) -> Message:
    text = f"called from {frame.short_function}" if frame.function else "called from"
    return Message("note", text, Extent(frame.file, frame.line, frame.column))


def _message(severity: str, text: str, location: Location | int, source: Source) -> Message:
    location = source.known(location)
    if (place := place_of(location, source)) is None:
        return Message(severity, text, Extent(source.name))
    if (offset := offset_of(location)) is None:
        return Message(severity, text, Extent(place.file, place.line, place.column))
    end = end_of_span(source.text, offset)
    end_column = None if end is None else place.column + len(source.text[offset:end].encode("utf-8", "surrogateescape"))
    extent = Extent(place.file, place.line, place.column, end_column)
    shown = named_span(source.text, offset, text)
    return Message(severity, text, extent, Excerpted(source.text, *(shown or (offset, end))))


def _at_only_mention(message: Message, mention: str, source: Source) -> Message:
    """Returns a message without a place at the only `mention` in the text, as of programs with unknown locations."""
    start = source.text.find(mention)
    if start < 0 or source.text.find(mention, start + 1) >= 0:
        return message
    at = _message(message.severity, message.text, start, source)
    return message._replace(extent=at.extent, excerpted=at.excerpted)


def _with_mention(excerpted: Excerpted, mention: str) -> Excerpted:
    """Returns an excerpt that underlines `mention`: inside what is underlined, if it is there, or after it."""
    text, start, end, _ = excerpted
    found = -1 if end is None else text.find(mention, start, end)
    if found < 0:
        return excerpted._replace(mention=mention)
    return Excerpted(text, found, found + len(mention))


# The error of Python programs about texts and passes: `sdyopt.Error`.


class Error(SdyOptError):
    """An invalid text, or a failed pass. `diagnostics` contain the reasons; `str` is what the command prints.

    The hints of the diagnostics are texts.
    """

    def __init__(self, diagnostics: list[Diagnostic], source: Source) -> None:
        self._messages = list(messages(diagnostics, source))
        pairs = zip(diagnostics, self._messages, strict=True)
        self.diagnostics = [diagnostic._replace(hint=message.hint) for diagnostic, message in pairs]
        self.source = source
        super().__init__(self.written().rstrip("\n"))

    def __reduce__(self) -> tuple[Any, ...]:
        shown = [_without_proxies(message) for message in self._messages]
        return _unpickled_error, (self.diagnostics, self.source, shown)

    def written(self, style: Style = PLAIN, frames: FrameChoice | None = None) -> str:
        """Returns what the command writes in that style and with these frames, with a newline at the end."""
        shown = self._messages if frames is None else messages(self.diagnostics, self.source, frames)
        return written(shown, style)

    def place_of(self, diagnostic: Diagnostic | Note) -> Place | None:
        """Returns the place of a diagnostic or a note, or None if it is unknown."""
        return place_of(diagnostic.location, self.source)


def _without_proxies(message: Message) -> Message:
    """Returns a message that can be pickled."""
    return message._replace(details=dict(message.details), notes=tuple(map(_without_proxies, message.notes)))


def _unpickled_error(diagnostics: list[Diagnostic], source: Source, shown: list[Message]) -> Error:
    error = Error.__new__(Error)
    error.diagnostics, error.source, error._messages = diagnostics, source, shown
    Exception.__init__(error, error.written().rstrip("\n"))
    return error
