"""Ours beside the reference, one module at a time and within one process: what each makes of a text.

A question is a text and how to run it; an answer is the output, or where the first error is and what it says. What
generates, mutates and reduces texts asks here; `tools.compare` runs whole commands on files instead.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import sdyopt.cli
from tools import reference

FIRST_ERROR = re.compile(r"^(?:<stdin>:(\d+):(\d+): |[^\n]*?: )?error: (.*)$", re.MULTILINE)
"""At a place in the text; or at a location that the text gives, or at none."""

FORMS: dict[str, tuple[str, ...]] = {
    "pretty": (),
    "generic": ("-mlir-print-op-generic",),
    "locations": ("-mlir-print-debuginfo",),
    "generic locations": ("-mlir-print-op-generic", "-mlir-print-debuginfo"),
}
"""The flags that each form of the output takes."""


class Run(NamedTuple):
    """How a module is run: the passes, in order, and how it is printed."""

    passes: tuple[str, ...] = ()
    form: str = "pretty"
    allow_unregistered: bool = False

    @property
    def flags(self) -> list[str]:
        """As they stand on the command line."""
        unregistered = ["-allow-unregistered-dialect"] * self.allow_unregistered
        return [*(f"-{name}" for name in self.passes), *FORMS[self.form], *unregistered]


PLAIN = Run()


class Answer(NamedTuple):
    """What came of a module: the output; or else the place and the words of the first error, None where not known."""

    accepted: bool
    output: str = ""
    line: int | None = None
    column: int | None = None
    message: str = ""

    def __str__(self) -> str:
        return "accepted" if self.accepted else f"{self.line or '?'}:{self.column or '?'}: error: {self.message}"


def ours(text: str, run: Run = PLAIN) -> Answer:
    """What our sdy-opt makes of `text`. An exception within it goes on to the caller."""
    data = text.encode("utf-8", "surrogateescape")
    status, output, errors = sdyopt.cli.run(["-", *run.flags], stdin=data)
    if status == 0:
        return Answer(True, output.decode("utf-8", "surrogateescape"))
    found = FIRST_ERROR.search(errors.decode("utf-8", "surrogateescape"))
    if found is None:
        return Answer(False)
    line, column = (int(number) if number else None for number in found.group(1, 2))
    return Answer(False, "", line, column, found[3])


def theirs(text: str, run: Run = PLAIN, *, isolated: bool = True) -> Answer | None:
    """What the reference makes of `text`; None where it crashes, which takes this process along unless `isolated`."""
    ask = reference.run_isolated if isolated else reference.run
    result = ask(
        text,
        run.passes,
        generic=run.form.startswith("generic"),
        debug_info=run.form.endswith("locations"),
        allow_unregistered=run.allow_unregistered,
    )
    if result.crashed:
        return None
    if result.ok:
        return Answer(True, result.output)
    errors = (diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error")
    line, column, _, message = next(errors, reference.Diagnostic(None, None, "error", ""))
    # A NUL stands in MLIR's message where a plural has no "s".
    return Answer(False, "", line, column, message.replace("\0", "").partition("\n")[0])


class Agreement(NamedTuple):
    """How far two answers are the same; each implies those before it."""

    verdict: bool
    line: bool
    all: bool


def agreement(found: Answer, expected: Answer) -> Agreement:
    """Between ours and the reference's. Outputs are compared byte for byte."""
    verdict = found.accepted == expected.accepted
    line = verdict and found.output == expected.output and found.line == expected.line
    return Agreement(verdict, line, found == expected)


def first_difference(found: Answer, expected: Answer) -> str:
    """In a few lines, for people: the two errors, or the first line of the output that differs."""
    if not (found.accepted and expected.accepted):
        return f"ours:      {found}\nreference: {expected}"
    pairs = zip(found.output.split("\n"), expected.output.split("\n"), strict=False)
    for number, (line, wanted) in enumerate(pairs, 1):
        if line != wanted:
            return f"line {number} of the output\nours:      {line}\nreference: {wanted}"
    return "one output is the beginning of the other"
