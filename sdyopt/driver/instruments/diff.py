"""What passes change, as unified diffs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from sdyopt.driver.instruments.matching import Match, NamedState, matches, named_state
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.write.names import Names
from sdyopt.pipeline.manager import Instrument
from sdyopt.pipeline.model import PassInvocation

# The states of a module, from before the first pass to the last.

Rename: TypeAlias = Callable[[Names], None]


class ProgramState(NamedTuple):
    """The text of a module, and the pass after which it was taken, if any."""

    text: str
    after: str = ""


class ProgramHistory(Instrument):
    """The program before the first pass, after the last one and, if `after_each` is set, after each pass.

    `text_of` returns its text and lets a function change the names in it: values keep theirs from state to state.
    """

    def __init__(self, program: Operation, text_of: Callable[[Rename], str], after_each: bool) -> None:
        self._program = program
        self._text_of = text_of
        self._after_each = after_each
        self._named: NamedState | None = None
        self.states = [ProgramState(self._text())]

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if self._after_each:
            text = self._text() if changed else self.states[-1].text
            self.states.append(ProgramState(text, f"{step.name}{_place(operation)}"))

    def end(self) -> str:
        """Called when all passes have run; returns the final text."""
        if not self._after_each:
            self.states.append(ProgramState(self._text()))
        return self.states[-1].text

    def _text(self) -> str:
        return self._text_of(self._rename)

    def _rename(self, names: Names) -> None:
        self._named = named_state(self._program, names, self._named)


def _place(operation: Operation) -> str:
    """Returns the part of the module on which a pass has run, unless it is all of it."""
    name = symbol_name(operation)
    if operation.parent is None:
        return ""
    return f" on {operation.name} @{name}" if name and name.isprintable() else f" on {operation.name}"


# Unified diffs, as `diff -u` and git write them and `patch` and `git apply` read them.

CONTEXT = 3
"""The lines of context around a change."""

_NO_NEWLINE = "\n\\ No newline at end of file\n"

_UNUSUAL = re.compile(r'[\x00-\x1f"\\\x7f]')

_FUNCTION = re.compile(r"\s*(func\.func [^(]+)\(")


class DiffNames(NamedTuple):
    """The names of the two texts in a diff. Text after a tab is for people."""

    before: str
    after: str

    @staticmethod
    def of_file(name: str, note: str = "") -> DiffNames:
        """Returns the names that git uses for a changed file, with a note about the change."""
        path = os.path.splitdrive(name)[1].replace(os.sep, "/").lstrip("/")
        before, after = [_quoted(f"{side}/{path}") for side in "ab"]
        end = "\t" if " " in name else ""
        return DiffNames(before + end, f"{after}\t{note}" if note else after + end)


def _quoted(name: str) -> str:
    """Returns a file's name; in quotes, with octal escapes, if it contains control characters or quotes."""
    if not _UNUSUAL.search(name):
        return name
    return '"' + _UNUSUAL.sub(lambda found: f"\\{ord(found[0]):03o}", name) + '"'


class _Change(NamedTuple):
    """A change: lines [before, before_end) of one text have become lines [after, after_end) of the other."""

    before: int
    before_end: int
    after: int
    after_end: int


def unified_diff(before: str, after: str, names: DiffNames, above: int = 0) -> str:
    """Returns the diff from `before` to `after`, empty if they are equal. Lines end with a line feed only.

    `above` is the number of lines before the texts in the file. Hunks name the function that begins above them.
    """
    if before == after:
        return ""
    old, new = _lines(before), _lines(after)
    parts = [f"--- {names.before}\n+++ {names.after}\n"]
    place, function = 0, ""
    for hunk in _hunks(list(_changes(matches(old, new), len(old), len(new)))):
        start = max(0, hunk[0].before - CONTEXT)
        function = next(filter(None, map(_function, reversed(old[place:start]))), function)
        place = start
        parts += _written(hunk, old, new, above, function)
    return "".join(parts)


def _function(line: str) -> str:
    """Returns the heading of a hunk below a line that begins a function, with a blank before it; empty for others."""
    found = _FUNCTION.match(line)
    return f" {found[1]}" if found else ""


def _lines(text: str) -> list[str]:
    """Returns the lines of a text, each with its line feed."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _changes(found: Sequence[Match], before_end: int, after_end: int) -> Iterator[_Change]:
    """Returns the changes between matches."""
    before = after = 0
    for match in (*found, Match(before_end, after_end, 0)):
        if before < match.before or after < match.after:
            yield _Change(before, match.before, after, match.after)
        before, after = match.before + match.length, match.after + match.length


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """Yields groups of changes whose context touches."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.before - hunk[-1].before_end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _written(
    hunk: Sequence[_Change], old: Sequence[str], new: Sequence[str], above: int, function: str
) -> Iterator[str]:
    """Yields the lines of a hunk: its position, and lines that are removed, added or equal."""
    first, last = hunk[0], hunk[-1]
    head = min(CONTEXT, first.before)
    tail = min(CONTEXT, len(old) - last.before_end)
    place = first.before - head
    removed = _range(above + place, above + last.before_end + tail)
    added = _range(above + first.after - head, above + last.after_end + tail)
    yield f"@@ -{removed} +{added} @@{function}\n"
    for change in hunk:
        yield from _marked(" ", old[place : change.before])
        yield from _marked("-", old[change.before : change.before_end])
        yield from _marked("+", new[change.after : change.after_end])
        place = change.before_end
    yield from _marked(" ", old[place : place + tail])


def _range(start: int, end: int) -> str:
    """Returns lines [start, end) as a range, counted from one; an empty range follows the line that it names."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line if line.endswith("\n") else mark + line + _NO_NEWLINE


# The changes of passes to an input, as unified diffs of the text that would have been written.

Part = Sequence[ProgramState]
"""The states of one part of an input, starting before the first pass."""


def overall(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns one diff of all parts, joined by `separator`, before the first pass and after the last one."""
    before, after = [separator.join([part[end].text for part in parts]) for end in (0, -1)]
    return unified_diff(before, after, DiffNames.of_file(name))


def of_each_pass(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns a diff after each pass, part by part; applied in order, they turn the input into the output."""
    return "".join(_of_each_pass(name, parts, separator))


def _of_each_pass(name: str, parts: Sequence[Part], separator: str) -> Iterator[str]:
    line, above = 0, ""
    for number, part in enumerate(parts, 1):
        which = f", part {number}" if len(parts) > 1 else ""
        below = _first_lines(separator + parts[number][0].text) if number < len(parts) else ""
        for state, following in pairwise(part):
            note = f"after {following.after}{which}"
            if state.text == following.text:
                yield f"# {note}: no change\n"
            else:
                before, after = (f"{above}{text}{below}" for text in (state.text, following.text))
                yield unified_diff(before, after, DiffNames.of_file(name, note), line)
        written = above + part[-1].text + separator
        above = "\n".join(written.rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 :])
        line += written.count("\n") - above.count("\n")


def _first_lines(text: str) -> str:
    """Lines of context around a change."""
    return "\n".join(text.split("\n", CONTEXT)[:CONTEXT]) + "\n"
