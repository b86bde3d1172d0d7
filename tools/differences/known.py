"""Where ours and the reference differ, and are to: each difference with its reason and an example.

They are in known.mlir, and are those from jaxlib 0.10.2. A test asks both sides about each; what no longer differs so
has to leave that file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tools import reference
from tools.differential import PLAIN, Answer, Run, is_garbled, ours

GARBLED = "speaks of what it finds in memory that is not its own, or crashes"
CRASHES = "crashes"
SILENT = "rejects it without a message"

_PART = re.compile(
    r"// (?P<title>.*)\n(?P<reason>(?://   .*\n)+)(?:// flags: (?P<flags>.*)\n)?(?:// line: (?P<line>\d+)\n)?"
    r"// sdy-opt: (?P<ours>.*)\n// reference: (?P<theirs>.*)\n(?P<text>(?s:.*))"
)
_UNREGISTERED = "-allow-unregistered-dialect"
_PRINTING = "-mlir-print-"


class Difference(NamedTuple):
    """A difference: what it is about, why it is, and an example with what both make of it, as `told`.

    Of an output that is `line`, counted from 0.
    """

    title: str
    reason: str
    text: str
    ours: str
    theirs: str
    run: Run = PLAIN
    line: int = 1

    @classmethod
    def of(cls, part: str) -> Difference:
        """Returns the difference that a part of known.mlir describes in its comments, with the example below them."""
        if (found := _PART.fullmatch(part)) is None:
            raise ValueError(f"this is no difference: {part}")
        flags = (found["flags"] or "").split()
        run = Run(
            tuple([flag[1:] for flag in flags if flag != _UNREGISTERED and not flag.startswith(_PRINTING)]),
            allow_unregistered=_UNREGISTERED in flags,
            printing=tuple([flag for flag in flags if flag.startswith(_PRINTING)]),
            shardy=reference.RELEASE,
        )
        reason = " ".join([line.removeprefix("//").strip() for line in found["reason"].splitlines()])
        line = int(found["line"] or 1)
        return cls(found["title"], reason, found["text"], found["ours"], found["theirs"], run, line)


def told(text: str, answer: Answer | None, line: int = 1, following: int = 0) -> str:
    """An answer to `text` in a few words: a line of what is printed, or the error, and how many errors follow it."""
    if answer is None:
        return CRASHES
    if is_garbled(text, answer):
        return GARBLED
    if answer.accepted:
        return f"prints {code_span(answer.output.splitlines()[line].strip())}"
    more = f", and {following} more" if following else ""
    return code_span(f"{answer.line or '?'}:{answer.column or '?'}: error: {answer.message.strip()}") + more


def code_span(text: str) -> str:
    """Returns a text, which may contain back quotes, as code in Markdown."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def told_of_ours(difference: Difference) -> str:
    """Returns the answer of sdy-opt for the example."""
    return told(difference.text, ours(difference.text, difference.run), difference.line)


def told_of_theirs(difference: Difference) -> str:
    """Returns the answer of the reference for the example, with the number of errors after the first."""
    text, run = difference.text, difference.run
    result = reference.run_isolated(
        text, run.passes, allow_unregistered=run.allow_unregistered, printing=run.printing, release=run.release
    )
    if result.crashed:
        return told(text, None)
    if result.ok:
        return told(text, Answer(True, result.output), difference.line)
    if not (errors := [found for found in result.diagnostics if found.severity == "error"]):
        return SILENT
    first = errors[0]
    return told(text, Answer(False, "", first.line, first.column, first.message), following=len(errors) - 1)


FILE = Path(__file__).with_suffix(".mlir")
KNOWN = [Difference.of(part) for part in FILE.read_text(encoding="utf-8").rstrip().split("\n\n// -----\n\n")]
