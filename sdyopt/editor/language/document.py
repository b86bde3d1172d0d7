"""A text that is edited: parts that are programs of their own, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from sdyopt.driver.input_output import SPLIT_MARKER, split
from sdyopt.editor.language.analysis import DocumentAnalysis, Problem, ShardingHint
from sdyopt.editor.language.scanning import Structure
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.read.parser import Span


class Target(NamedTuple):
    """A place that a name leads to: a span of the text, or a line and a column of another file, from 1."""

    span: Span
    file: str | None = None
    """None for the text itself."""
    line: int = 0
    column: int = 0


class Part(Record):
    """A part of a text that is a program of its own: all of it, or what is between two separators."""

    text: str
    start: int
    analysis: DocumentAnalysis
    _previous: DocumentAnalysis | None

    @property
    def structure(self) -> Structure:
        """The structure of the text as it is now."""
        return self.analysis.structure

    @property
    def known(self) -> DocumentAnalysis:
        """The analysis of the text or, while that has no answers, of what the text was before an edit."""
        if self.analysis.is_complete or self._previous is None:
            return self.analysis
        return self._previous

    def moved(self, span: Span) -> Span:
        """Returns a span of this part as one of the whole text."""
        return Span(span.start + self.start, span.end + self.start)

    @cached_property
    def _unchanged(self) -> tuple[int, int]:
        """The number of characters at the beginning and at the end that are as before the edit: whole lines."""
        new, old = self.text, self._previous.text if self._previous is not None else ""
        before = _common(lambda size: new[:size] == old[:size], min(len(new), len(old)))
        before = new.rfind("\n", 0, before) + 1
        most = min(len(new), len(old)) - before
        after = _common(lambda size: new[len(new) - size :] == old[len(old) - size :], most)
        newline = new.find("\n", len(new) - after) + 1 if after else 0
        return before, len(new) - newline if newline else 0

    def counterpart(self, offset: int) -> int | None:
        """Returns where the text of the `known` analysis has what is at an offset; None if an edit has changed it."""
        return self._in_other(offset, len(self.text), len(self.known.text))

    def present(self, offset: int) -> int | None:
        """Returns where the text has what the `known` analysis has at an offset; None if an edit has changed it."""
        return self._in_other(offset, len(self.known.text), len(self.text))

    def _in_other(self, offset: int, size: int, other_size: int) -> int | None:
        """Returns where one of the text and that of the `known` analysis has what the other has at an offset."""
        if self.known is self.analysis:
            return offset
        before, after = self._unchanged
        if offset < before:
            return offset
        return offset + other_size - size if offset >= size - after else None

    def known_hints(self, lines: Span) -> Iterator[ShardingHint]:
        """Yields the hints of the `known` analysis in a part of the text, with offsets in it."""
        known = self.known
        if known is self.analysis:
            yield from known.hints_between(lines.start, lines.end)
            return
        before, after = self._unchanged
        yield from known.hints_between(lines.start, min(before, lines.end))
        moved = len(self.text) - len(known.text)
        for hint in known.hints_between(max(lines.start, len(self.text) - after) - moved, lines.end - moved):
            yield hint._replace(offset=hint.offset + moved)


def _common(agree: Callable[[int], bool], most: int) -> int:
    """Returns the largest size up to which two texts agree, by bisection."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if agree(middle):
            low = middle
        else:
            high = middle - 1
    return low


class Document:
    """A text, valid or not, and what is known of it.

    `name` is the name of its file. Parts between lines that begin with `// -----` are programs of their own. Nothing
    is computed before it is needed; what is known of parts that an edit leaves alone is kept.
    """

    def __init__(self, text: str, name: str = "<string>", allow_unregistered_dialect: bool = False) -> None:
        self.text = text
        self.name = name
        self._allow_unregistered_dialect = allow_unregistered_dialect
        self._before: Document | None = None

    def edited(self, text: str) -> Document:
        """Returns the document after an edit.

        Until its analysis is complete (see `analyze`), answers may be those from before the edit.
        """
        if text == self.text:
            return self
        document = Document(text, self.name, self._allow_unregistered_dialect)
        document._before = self
        document.parts  # noqa: B018 (which forget the document before)
        return document

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        before, self._before = self._before, None
        older = () if before is None else before.parts
        by_text = {part.text: part for part in older}
        parts = []
        start = 0
        has_parts = SPLIT_MARKER in self.text
        sources = split(self.text, self.name, SPLIT_MARKER) if has_parts else [Source(self.text, self.name)]
        for number, source in enumerate(sources):
            start = self.text.index(source.text, start)
            if (same := by_text.get(source.text)) is not None:
                parts.append(Part(source.text, start, same.analysis, same._previous))
            else:
                analysis = DocumentAnalysis(source.text, self.name, self._allow_unregistered_dialect)
                previous = older[number].known if number < len(older) else None
                if previous is not None and not previous.is_complete:
                    previous = None
                parts.append(Part(source.text, start, analysis, previous))
            start += len(source.text)
        return tuple(parts)

    def part_at(self, offset: int) -> Part:
        return next((part for part in reversed(self.parts) if part.start <= offset), self.parts[0])

    @property
    def has_answers(self) -> bool:
        """Whether something is known of every part, perhaps from before an edit, so that no answer takes long."""
        return all(part.known.is_complete for part in self.parts)

    def propagate(self) -> None:
        """Computes what answers need: the program, its propagation, and where its values are."""
        for part in self.parts:
            part.analysis.propagate()

    def analyze(self) -> None:
        """Computes what takes long, and what makes later answers quick and exact."""
        for part in self.parts:
            part.analysis.complete()

    @property
    def problems(self) -> list[Problem]:
        """Returns what is wrong with the text: what `sdy-opt` reports, with hints and the edits that these suggest."""
        return [
            problem._replace(
                span=part.moved(problem.span),
                notes=tuple([note._replace(span=part.moved(note.span)) for note in problem.notes]),
                fixes=tuple([fix._replace(span=part.moved(fix.span)) for fix in problem.fixes]),
            )
            for part in self.parts
            for problem in part.analysis.problems
        ]
