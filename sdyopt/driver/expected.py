"""Expected diagnostics: comments in the input that say what will be reported, checked by `-verify-diagnostics`.

    // expected-error @+1 {{duplicate axis ref}}

The words are MLIR's: `expected-error`, `-warning`, `-remark` and `-note`; `-re` behind them makes what stands between
inner `{{…}}` a regular expression; `@+N`, `@-N`, `@above`, `@below` and `@unknown` say where, else it is the line
itself. A diagnostic is as expected if it is of that kind, on that line, and contains the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.driver.diagnostics import file_location, render
from sdyopt.ir.attribute import Location
from sdyopt.ods.diagnostics import Diagnostic
from sdyopt.ods.source import Source

_DESIGNATOR = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$"
)
_UNKNOWN = 0
"""The line of what has no place in the file."""


class _Expectation:
    __slots__ = ("line", "offset", "pattern", "severity", "text")

    def __init__(self, severity: str, line: int, offset: int, text: str, is_pattern: bool) -> None:
        self.severity = severity
        self.line = line
        self.offset = offset
        self.text = text
        self.pattern = _compile(text) if is_pattern else re.compile(re.escape(text))

    def is_met_by(self, severity: str, line: int, message: str) -> bool:
        return (severity, line) == (self.severity, self.line) and self.pattern.search(message) is not None


def _compile(text: str) -> re.Pattern[str]:
    """What stands between `{{` and `}}` is a regular expression, the rest is plain text. Raises re.error."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join([part if index & 1 else re.escape(part) for index, part in enumerate(parts)]))


def check(source: Source, diagnostics: Sequence[Diagnostic]) -> str:
    """What is unexpected among `diagnostics`, and what was expected and did not come; nothing if all is in order."""
    problems: list[Diagnostic] = []
    expected = _expectations(source, problems)
    for diagnostic in diagnostics:
        said = [(diagnostic.severity, diagnostic.message, diagnostic.location)]
        said += [("note", note.message, note.location) for note in diagnostic.notes]
        for severity, message, location in said:
            line = _line(source, location)
            met = next((entry for entry in expected if entry.is_met_by(severity, line, message)), None)
            if met is None:
                problems.append(Diagnostic("error", f"unexpected {severity}: {message}", location))
            else:
                expected.remove(met)
    for entry in expected:
        problems.append(Diagnostic("error", f'expected {entry.severity} "{entry.text}" was not produced', entry.offset))
    return "".join([render(problem, source) for problem in problems])


def _line(source: Source, location: Location | int) -> int:
    """The line of a location in the text, counted from the text's first."""
    if isinstance(location, int):
        return source.position(location)[0] - source.first_line + 1 if location >= 0 else _UNKNOWN
    file = file_location(location)
    return _UNKNOWN if file is None else file.line


def _expectations(source: Source, problems: list[Diagnostic]) -> list[_Expectation]:
    """Every designator of the text; what is wrong with one goes to `problems`."""
    found: list[_Expectation] = []
    for_next_line: list[_Expectation] = []
    last_plain_line = 0
    lines = source.text.split("\n")
    offset = 0
    for number, line in enumerate(lines, 1):
        match = _DESIGNATOR.search(line.rstrip())
        start, offset = offset, offset + len(line) + 1
        if match is None:
            for expectation in for_next_line:
                expectation.line = number
            for_next_line = []
            last_plain_line = number
            continue
        severity, is_pattern, where, text = match.groups()
        try:
            expectation = _Expectation(severity, number, start + match.start(), text, bool(is_pattern))
        except re.error as error:
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
            expectation.line += int(where)
        found.append(expectation)
    return found
