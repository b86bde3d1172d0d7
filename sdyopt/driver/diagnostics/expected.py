"""Expected diagnostics: comments in the input that state what will be reported, verified by `-verify-diagnostics`.

    // expected-error @+1 {{duplicate axis ref}}

The syntax is MLIR's: `expected-error`, `-warning`, `-remark` and `-note`; with `-re`, the text between inner `{{…}}` is
a regular expression; `@+N`, `@-N`, `@above`, `@below` and `@unknown` state the line, by default that of the comment. A
diagnostic is as expected if it is of that kind, on that line, and contains the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.display.messages import PLAIN, Style
from sdyopt.driver.diagnostics.expected_patterns import PatternError, compiled, occurs
from sdyopt.driver.diagnostics.places import offset_of
from sdyopt.driver.diagnostics.rendering import rendered
from sdyopt.ir.attribute import Location
from sdyopt.ir.frames import frames_of
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.mlir.diagnostics.source import Source

_DESIGNATOR = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *+(?:@([+-][0-9]++|above|below|unknown))? *+\{\{(.*)\}\}$"
)
_MOST_DIGITS = 18
"""The digits of a distance that are read; lines further away do not exist."""
_UNKNOWN = 0
"""The line of diagnostics without a place in the file."""


class _Expectation:
    __slots__ = ("line", "offset", "pattern", "severity", "text")

    def __init__(self, severity: str, line: int, offset: int, text: str, is_pattern: bool) -> None:
        self.severity = severity
        self.line = line
        self.offset = offset
        self.text = text
        self.pattern = compiled(text) if is_pattern else None

    def is_met_by(self, message: str) -> bool:
        """Returns whether a message on the expectation's line is the expected one. Raises PatternError."""
        return self.text in message if self.pattern is None else occurs(self.pattern, message)


def check(source: Source, diagnostics: Sequence[Diagnostic], style: Style = PLAIN, is_complete: bool = True) -> str:
    """Returns messages about unexpected diagnostics and about missing ones; empty if there are none.

    Unless the expectations are to be complete, diagnostics that are not expected do not matter.
    """
    problems: list[Diagnostic] = []
    expected = _expectations(source, problems)
    waiting: dict[tuple[str, int], list[_Expectation]] = {}
    for entry in expected:
        waiting.setdefault((entry.severity, entry.line), []).append(entry)
    for diagnostic in diagnostics:
        said = [(diagnostic.severity, diagnostic.message, diagnostic.location)]
        said += [("note", note.message, note.location) for note in diagnostic.notes]
        for severity, message, location in said:
            candidates = waiting.get((severity, _line(source, location)), [])
            if not _take_first_met(candidates, message, problems) and is_complete:
                problems.append(Diagnostic("error", f"unexpected {severity}: {message}", location))
    unmet = {entry for entries in waiting.values() for entry in entries}
    for entry in expected:
        if entry in unmet:
            problems.append(
                Diagnostic("error", f'expected {entry.severity} "{entry.text}" was not produced', entry.offset)
            )
    return rendered(problems, source, style)


def _take_first_met(candidates: list[_Expectation], message: str, problems: list[Diagnostic]) -> bool:
    """Removes the first of `candidates` that `message` meets, and returns whether there is one.

    A candidate whose search takes too long is removed, too, and is a problem.
    """
    index = 0
    while index < len(candidates):
        entry = candidates[index]
        try:
            if entry.is_met_by(message):
                del candidates[index]
                return True
            index += 1
        except PatternError as error:
            problems.append(Diagnostic("error", f"invalid regex: {error}", entry.offset))
            del candidates[index]
    return False


def _line(source: Source, location: Location | int) -> int:
    """Returns the line of a location in the text."""
    location = source.known(location)
    offset = offset_of(location)
    if offset is not None:
        return source.position(offset)[0] - source.first_line + 1 if offset >= 0 else _UNKNOWN
    frame = next(frames_of(location), None)
    return _UNKNOWN if frame is None else frame.line


def _expectations(source: Source, problems: list[Diagnostic]) -> list[_Expectation]:
    """Returns the expectations of the text; errors in them are added to `problems`."""
    found: list[_Expectation] = []
    for_next_line: list[_Expectation] = []
    last_plain_line = 0
    lines = source.text.split("\n")
    offset = 0
    for number, line in enumerate(lines, 1):
        start, offset = offset, offset + len(line) + 1
        designator = line.rstrip()
        match = _DESIGNATOR.search(designator) if designator.endswith("}}") else None
        if match is None:
            for expectation in for_next_line:
                expectation.line = number
            for_next_line = []
            last_plain_line = number
            continue
        severity, is_pattern, where, text = match.groups()
        try:
            expectation = _Expectation(severity, number, start + match.start(), text, bool(is_pattern))
        except PatternError as error:
            problems.append(Diagnostic("error", f"invalid regex: {error}", start + match.start()))
            continue
        if where == "unknown":
            expectation.line = _UNKNOWN
        elif where == "above":
            expectation.line = last_plain_line
        elif where == "below":
            expectation.line = len(lines)
            for_next_line.append(expectation)
        elif where:
            expectation.line += int(where[:_MOST_DIGITS])
        found.append(expectation)
    return found
