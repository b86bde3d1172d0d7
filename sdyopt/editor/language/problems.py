"""Diagnostics of a text, with their extents, and the edits that their hints suggest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from sdyopt.dialects import REGISTRY
from sdyopt.driver.diagnostics.hints import Search, hints
from sdyopt.driver.diagnostics.places import offset_of
from sdyopt.driver.diagnostics.signature_spans import named_span
from sdyopt.driver.diagnostics.spans import end_of_span
from sdyopt.driver.diagnostics.unknown_attributes import unknown_attributes
from sdyopt.driver.io.foreign import foreign_format
from sdyopt.editor.language.scanning import line_span
from sdyopt.ir.attribute import Location
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, UnknownName
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.read.reading import ParsedText, parse
from sdyopt.mlir.read.spans import Span
from sdyopt.mlir.verify.verifier import Verifier

_MOST_FIXES = 8
"""The number of known names up to which each is suggested if none resembles the unknown one."""

_WRITE = re.compile(r"write (?P<text>(?P<kind>\w+)=\{.*\})")
_SUGGESTED = re.compile(r"did you mean (?P<text>[^\s?,]+)\?")


class Fix(NamedTuple):
    """An edit that a hint suggests: `text` in place of what is in `span`."""

    title: str
    span: Span
    text: str


class Related(NamedTuple):
    """A note, and the place that it is about."""

    message: str
    span: Span


class Problem(NamedTuple):
    """An error or a warning about a text."""

    severity: str
    """`error` or `warning`."""
    message: str
    span: Span
    hint: str = ""
    notes: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class Checked(NamedTuple):
    """What checking a text has found: the program if it is valid, and what is to be reported."""

    parsed: ParsedText | None
    problems: tuple[Problem, ...]


def check(text: str, allow_unregistered_dialect: bool, plain_text: str) -> Checked:
    """Parses and verifies a text, and returns the program and its problems, those that `sdy-opt` reports.

    `plain_text` is the same text without the locations of operations: from it the program is parsed, and there errors
    of verification have their places.
    """
    complaints: list[Diagnostic] = []
    try:
        if plain_text is not text:
            parse(text, REGISTRY, allow_unregistered_dialect, complaints=complaints)
            complaints.clear()
        parsed = parse(plain_text, REGISTRY, allow_unregistered_dialect, complaints=complaints)
        complaints += Verifier(REGISTRY, describe_operation).verify(parsed.module)
    except CompilationError as error:
        found = foreign_format(text) or error
        return Checked(None, tuple(_problems([*complaints, *found.diagnostics], text)))
    except RecursionError:
        nested = Diagnostic("error", "the program is nested too deeply", 0)
        return Checked(None, tuple(_problems([nested], text)))
    return Checked(parsed, tuple(_problems([*complaints, *unknown_attributes(text)], text)))


def _problems(diagnostics: Sequence[Diagnostic], text: str) -> Iterator[Problem]:
    for diagnostic, hint in zip(diagnostics, hints(diagnostics), strict=True):
        span = _span(diagnostic.location, diagnostic.message, text)
        notes = tuple([Related(note.message, _span(note.location, note.message, text)) for note in diagnostic.notes])
        fixes = tuple(_fixes(diagnostic, hint, span, text))
        yield Problem(diagnostic.severity, diagnostic.message, span, hint, notes, fixes)


def _span(location: Location | int, message: str, text: str) -> Span:
    """Returns the extent of a diagnostic: of the token at its place, or of what its message names."""
    offset = offset_of(location)
    if offset is None or offset < 0:
        return line_span(text, 0)
    offset = min(offset, len(text))
    named = named_span(text, offset, message)
    if named is not None:
        return named
    end = end_of_span(text, offset)
    return Span(offset, min(offset + 1, line_span(text, offset).end) if end is None else end)


def _fixes(diagnostic: Diagnostic, hint: str, span: Span, text: str) -> Iterator[Fix]:
    """Yields the edits that a hint suggests, if it is plain where in the text they belong."""
    unknown = diagnostic.hint
    if isinstance(unknown, UnknownName):
        if not hint:
            return
        names = list(islice(unknown.among(), 1000))
        near = Search().nearest(unknown.name, names)
        if not near and len(names) <= _MOST_FIXES and unknown.listing:
            near = names
        place = _mention(text, span, unknown.quote(unknown.name))
        for name in near if place is not None else ():
            assert place is not None
            yield Fix(f"Replace with {unknown.quote(name)}", place, unknown.quote(name))
        return
    written = _WRITE.fullmatch(hint)
    if written is not None:
        line = line_span(text, span.start)
        found = list(re.finditer(rf"\b{written['kind']}=\{{[^{{}}]*\}}", text[line.start : line.end]))
        if len(found) == 1:
            place = Span(line.start + found[0].start(), line.start + found[0].end())
            yield Fix(f"Replace with {written['text']}", place, written["text"])
    suggested = _SUGGESTED.fullmatch(hint)
    word = None if suggested is None else re.compile(r"[\w.$-]+").match(text, span.start)
    if suggested is not None and word is not None:
        yield Fix(f"Replace with {suggested['text']}", Span(*word.span()), suggested["text"])


def _mention(text: str, span: Span, mention: str) -> Span | None:
    """Returns where a name stands that an error is about: in its extent, or once in the rest of its operation."""
    found = text.find(mention, span.start, max(span.end, span.start + len(mention)))
    if found < 0:
        end = line_span(text, span.end).end
        found = text.find(mention, span.end, end)
        if found >= 0 and text.find(mention, found + 1, end) >= 0:
            return None
    return Span(found, found + len(mention)) if found >= 0 else None
