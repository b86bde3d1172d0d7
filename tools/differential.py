"""Ours beside the reference, one module at a time and within one process: what each makes of a text.

A question is a text and how to run it; an answer is the output, or where the first error is and what it says. What
generates, mutates and reduces texts asks here; `tools.compare` runs whole commands on files instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import sdyopt.cli.main
from tools import reference

DIAGNOSTIC = re.compile(
    r"^(?:<stdin>:(\d+):(\d+): |[^\n]*?: )?(error|note): (.*)$(?:\n.*\n[ \t]*\^[~ ]*$)?", re.MULTILINE
)
"""At a place in the text, which is then shown with a caret below; or at a location that the text gives, or at none."""

AVAILABLE = "Available dialects: "
"""The note that lists the dialects, of which the reference has more."""

UNKNOWN_ORIGIN = re.compile(r'= ": \d+"')
"""The origin of an axis that came from a value without origins (`sdy.sharding_origins`)."""

TOO_LARGE = "SmallVector unable to grow"

UNKNOWN_MESH = re.compile(r"unknown mesh: @(.*)")

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
    printing: tuple[str, ...] = ()
    """More options for printing, as on mlir-opt's command line."""
    implicit_module: bool = True

    @property
    def flags(self) -> list[str]:
        """As they stand on the command line."""
        unregistered = ["-allow-unregistered-dialect"] * self.allow_unregistered
        explicit = ["-no-implicit-module"] * (not self.implicit_module)
        return [*map(_flag, self.passes), *FORMS[self.form], *self.printing, *unregistered, *explicit]


PLAIN = Run()


class Remark(NamedTuple):
    """A place, None where it is not known, and what is said of it."""

    line: int | None
    column: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.line or '?'}:{self.column or '?'}: {self.message}"


class Answer(NamedTuple):
    """What came of a module: the output; or else the place and the words of the first error, and its notes."""

    accepted: bool
    output: str = ""
    line: int | None = None
    column: int | None = None
    message: str = ""
    notes: tuple[Remark, ...] = ()

    def __str__(self) -> str:
        if self.accepted:
            return "accepted"
        error = Remark(self.line, self.column, f"error: {self.message}")
        return ", ".join(map(str, (error, *self.notes)))

    @classmethod
    def refusal(cls, said: Iterable[tuple[str, Remark]]) -> Answer:
        """That of which this is said: errors and notes, of which the first error and its notes count."""
        first: list[Remark] = []
        for severity, remark in said:
            if severity == "error" and first:
                break
            if severity == "error" or first:
                first.append(remark)
        if not first:
            return cls(False)
        return cls(False, "", *first[0], tuple(first[1:]))


def _flag(name: str) -> str:
    """The flag for a pass: options, in braces in the text of a pipeline, stand behind an equals sign."""
    return f"-{name.replace('{', '=', 1).removesuffix('}')}"


def ours(text: str, run: Run = PLAIN) -> Answer:
    """What our sdy-opt makes of `text`. An exception within it goes on to the caller."""
    data = text.encode("utf-8", "surrogateescape")
    status, output, errors = sdyopt.cli.main.run(["-", *run.flags], stdin=data)
    if status == 0:
        return Answer(True, output.decode("utf-8", "surrogateescape"))
    return our_refusal(errors.decode("utf-8", "surrogateescape"))


def our_refusal(messages: str) -> Answer:
    """What ours says, as it stands on standard error, as an answer."""
    return Answer.refusal(
        (found[3], Remark(_number(found[1]), _number(found[2]), _comparable(found[4])))
        for found in DIAGNOSTIC.finditer(messages)
        if not found[4].startswith(AVAILABLE)
    )


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def theirs(text: str, run: Run = PLAIN, *, isolated: bool = True) -> Answer | None:
    """What the reference makes of `text`; None where it crashes, which takes this process along unless `isolated`."""
    ask = reference.run_isolated if isolated else reference.run
    result = ask(
        text,
        run.passes,
        generic=run.form.startswith("generic"),
        debug_info=run.form.endswith("locations"),
        allow_unregistered=run.allow_unregistered,
        implicit_module=run.implicit_module,
        printing=run.printing,
    )
    if result.crashed:
        return None
    if result.ok:
        return Answer(True, result.output)
    return their_refusal(result.diagnostics)


def their_refusal(diagnostics: Iterable[reference.Diagnostic]) -> Answer:
    """What the reference says as an answer."""
    return Answer.refusal(
        (severity, Remark(line, column, _comparable(message)))
        for line, column, severity, message in diagnostics
        if severity in ("error", "note") and not message.startswith(AVAILABLE)
    )


def is_garbled(text: str, answer: Answer) -> bool:
    """Whether the reference has read memory that is not its own, or that it gave back before.

    It may speak of a mesh that `text` does not: meshes that are inlined may be lost so. It may write an origin that
    says nothing, or ask for a list that is too large. In other runs it crashes over the same text, or says what is
    right.
    """
    if UNKNOWN_ORIGIN.search(answer.output) or TOO_LARGE in answer.message:
        return True
    found = UNKNOWN_MESH.search(answer.message)
    if found is None:
        return False
    name = found[1].strip('"')
    return re.search(rf'@("?){re.escape(name)}\1(?![\w$.-])', text) is None


def _comparable(message: str) -> str:
    """The first line."""
    return message.partition("\n")[0]


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
