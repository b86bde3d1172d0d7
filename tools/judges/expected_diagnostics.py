"""Expected diagnostics: the `expected-…` comments of a test, compared with what the reference reports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.reference import Diagnostic

EXPECTATION = re.compile(
    r"expected-(?P<severity>error|warning|remark|note)(?P<pattern>-re)?\s*"
    r"(?:@(?P<where>[+-]\d+|above|below|unknown))?\s*\{\{(?P<message>.*?)\}\}"
)


@dataclass
class Expectation:
    """One `expected-…` comment: a diagnostic that must come from `line`, or from anywhere if that is None."""

    severity: str
    line: int | None
    message: str
    is_pattern: bool

    def met_by(self, diagnostic: Diagnostic) -> bool:
        if (self.severity, self.line) != (diagnostic.severity, diagnostic.line):
            return False
        if self.is_pattern:
            return re.search(self.message, diagnostic.message) is not None
        return self.message in diagnostic.message


def expectations(text: str) -> list[Expectation]:
    """What the comments in `text` announce. `@above` and `@below` mean the nearest line without such a comment."""
    found: list[Expectation] = []
    waiting: list[Expectation] = []
    plain = 0
    for number, line in enumerate(text.split("\n"), 1):
        comments = list(EXPECTATION.finditer(line))
        if not comments:
            for expectation in waiting:
                expectation.line = number
            waiting, plain = [], number
        for comment in comments:
            where = comment["where"]
            lines = {None: number, "above": plain, "below": None, "unknown": None}
            expectation = Expectation(
                comment["severity"],
                lines[where] if where in lines else number + int(where),
                comment["message"],
                bool(comment["pattern"]),
            )
            found.append(expectation)
            if where == "below":
                waiting.append(expectation)
    return found


def surprises(text: str, diagnostics: Sequence[Diagnostic]) -> list[str]:
    """Where `diagnostics` differ from what `text` announces, each way."""
    missing = expectations(text)
    lines = []
    for diagnostic in diagnostics:
        met = next((expectation for expectation in missing if expectation.met_by(diagnostic)), None)
        if met:
            missing.remove(met)
        else:
            lines.append(f"unexpected {diagnostic}")
    for expectation in missing:
        lines.append(f"line {expectation.line or '?'}: no such {expectation.severity}: {expectation.message}")
    return lines
