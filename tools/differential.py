"""Differential testing: runs sdy-opt and the reference on one text within one process.

An answer is the output, or the positions and the words of the errors. The tools that generate, mutate and reduce
texts use this module; `tools.compare` runs whole commands on files instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import sdyopt.cli.main
from tools import reference

DIAGNOSTIC = re.compile(
    r"^(?:<stdin>:(\d+):(\d+): |[^\n]*?: )?(error|warning|note): (.*)$(?:\n.*\n[ \t]*\^[~ ]*$)?", re.MULTILINE
)
"""A place in the text, shown with a caret below, a location that the text contains, or no place."""

AVAILABLE = "Available dialects: "
"""The note that lists the dialects, of which the reference has more."""

UNKNOWN_ORIGIN = re.compile(r'= ": \d+"')
"""The origin of an axis that came from a value without origins (`sdy.sharding_origins`)."""

TOO_LARGE = re.compile(r"SmallVector unable to grow. Requested capacity \((\d+)\)")
"""A list whose length is in the text, or was read from memory."""

UNSET_RANK = re.compile(r"is expected to be <= \d+, got \d{9,}|is out of range: \[0, -\d{9,}\)")
"""The rank of a type that has none."""

STEP = re.compile(r"(?<=step-)(\d+) = \[(\{[^{}]*\}(?:, \{[^{}]*\})*)\]")
"""A step in a record of propagation (`sdy.propagation_edges`), and its entries."""

REVERSED_MESH = re.compile(r'sdy\.mesh @("?)((.*?)_reversed(?:_\d+)?)\1 =')
"""A mesh that is named after another one, which may have no name."""

UNKNOWN_MESH = re.compile(r"unknown mesh: @(.*)")

FORMS: dict[str, tuple[str, ...]] = {
    "pretty": (),
    "generic": ("-mlir-print-op-generic",),
    "locations": ("-mlir-print-debuginfo",),
    "generic locations": ("-mlir-print-op-generic", "-mlir-print-debuginfo"),
}
"""The flags of each form of the output."""


class Run(NamedTuple):
    """How a module is run: the passes, in order, and the form of the output."""

    passes: tuple[str, ...] = ()
    form: str = "pretty"
    allow_unregistered: bool = False
    printing: tuple[str, ...] = ()
    """Further options for printing, as on the command line of mlir-opt."""
    implicit_module: bool = True
    binary: str = ""
    """The binary form in which the result is written and read again, `bytecode 6` or `artifact 1.9.0`: the output is
    then what is read; before that of bytecode there are the bytes, as digits."""
    shardy: str = ""
    """The release of Shardy that both follow, if it is not the one that tests compare with."""

    @property
    def release(self) -> str:
        """The release that both sides follow. Options for printing are those of RELEASE: later libraries crash."""
        return self.shardy or (reference.RELEASE if self.printing else reference.judge())

    @property
    def flags(self) -> list[str]:
        """The flags on the command line."""
        unregistered = ["-allow-unregistered-dialect"] * self.allow_unregistered
        explicit = ["-no-implicit-module"] * (not self.implicit_module)
        binary = [f"({self.binary})"] * bool(self.binary)
        shardy = [f"-shardy={self.shardy}"] * bool(self.shardy)
        return [*map(_flag, self.passes), *FORMS[self.form], *self.printing, *unregistered, *explicit, *binary, *shardy]


PLAIN = Run()


class ComparedRemark(NamedTuple):
    """A place, None if unknown, and the message about it."""

    line: int | None
    column: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.line or '?'}:{self.column or '?'}: {self.message}"


class Answer(NamedTuple):
    """The result for a module: the output, or the place and the words of the first error, and what is said after it."""

    accepted: bool
    output: str = ""
    line: int | None = None
    column: int | None = None
    message: str = ""
    notes: tuple[ComparedRemark, ...] = ()
    """Those of the first error."""
    later: tuple[ComparedRemark, ...] = ()
    """The errors after it, and their notes, each with its severity before the message."""

    def __str__(self) -> str:
        if self.accepted:
            return "accepted"
        error = ComparedRemark(self.line, self.column, f"error: {self.message}")
        return ", ".join(map(str, (error, *self.notes, *self.later)))

    @classmethod
    def refusal(cls, said: Iterable[tuple[str, ComparedRemark]]) -> Answer:
        """That of which this is said: errors and notes, in their order.

        Warnings and their notes are left out: each comes once in a process, and that of the reference lives long.
        """
        first: list[ComparedRemark] = []
        later: list[ComparedRemark] = []
        is_warning = False
        for severity, remark in said:
            is_warning = severity == "warning" or (is_warning and severity == "note")
            if is_warning:
                continue
            if later or (severity == "error" and first):
                later.append(remark._replace(message=f"{severity}: {remark.message}"))
            elif severity == "error" or first:
                first.append(remark)
        return cls(False) if not first else cls(False, "", *first[0], tuple(first[1:]), tuple(later))


def _flag(name: str) -> str:
    """Returns the flag of a pass; options, in braces in textual pipelines, follow an equals sign."""
    return f"-{name.replace('{', '=', 1).removesuffix('}')}"


def ours(text: str, run: Run = PLAIN) -> Answer:
    """Returns the answer of sdy-opt for `text`. Exceptions within it are propagated."""
    data = text.encode("utf-8", "surrogateescape")
    if run.binary:
        return _through_binary(data, run)
    # The reference does not show the callers of an operation.
    flags = run._replace(shardy=run.release).flags
    status, output, errors = sdyopt.cli.main.run(["-", "-frames=innermost", *flags], stdin=data)
    if status == 0:
        return Answer(True, output.decode("utf-8", "surrogateescape"))
    return our_refusal(errors.decode("utf-8", "surrogateescape"))


def _through_binary(data: bytes, run: Run) -> Answer:
    """Returns the answer for a program that is written in binary form and read again."""
    form, _, version = run.binary.partition(" ")
    writing = (
        [f"-stablehlo-serialize-target={version}"]
        if form == "artifact"
        else ["-emit-bytecode", f"-emit-bytecode-version={version}"]
    )
    others = ["-allow-unregistered-dialect"] * run.allow_unregistered + [f"-shardy={run.release}"]
    status, output, errors = sdyopt.cli.main.run(
        ["-", "-frames=innermost", *writing, *map(_flag, run.passes), *others], stdin=data
    )
    if status == 0:
        found = ours(output.decode("utf-8", "surrogateescape"), run._replace(passes=(), binary=""))
        if form == "artifact" or not found.accepted:
            return found
        return found._replace(output=f"{output.hex()}\n{found.output}")
    return _of_artifact(our_refusal(errors.decode("utf-8", "surrogateescape")))


def our_refusal(messages: str) -> Answer:
    """Returns the messages of sdy-opt on standard error as an answer."""
    return Answer.refusal(
        (found[3], ComparedRemark(_number(found[1]), _number(found[2]), _comparable(found[4])))
        for found in DIAGNOSTIC.finditer(messages)
        if not found[4].startswith(AVAILABLE)
    )


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def theirs(text: str, run: Run = PLAIN, *, seconds: float = 3) -> Answer | None:
    """Returns the answer of the reference for `text`; None if it crashes, or computes for more `seconds`."""
    result = reference.run_isolated(
        text,
        run.passes,
        generic=run.form.startswith("generic"),
        debug_info=run.form.endswith("locations"),
        allow_unregistered=run.allow_unregistered,
        implicit_module=run.implicit_module,
        printing=run.printing,
        binary=run.binary,
        seconds=seconds,
        release=run.release,
    )
    if result.crashed:
        return None
    if result.ok:
        return Answer(True, result.output)
    refusal = their_refusal(result.diagnostics)
    return _of_artifact(refusal) if run.binary else refusal


def their_refusal(diagnostics: Iterable[reference.Diagnostic]) -> Answer:
    """Returns the diagnostics of the reference as an answer."""
    return Answer.refusal(
        (severity, ComparedRemark(line or None, column or None, _comparable(message)))
        for line, column, severity, message in diagnostics
        if severity in ("error", "warning", "note") and not message.startswith(AVAILABLE)
    )


def is_garbled(text: str, answer: Answer) -> bool:
    """Returns whether the reference has read memory that is not its own, or that was freed.

    It may mention a mesh that is not in `text`, or name one after it, which can happen to inlined meshes, write an
    origin without a meaning, allocate a list that is too large, or print a rank where there is none. In other runs it
    crashes on the same text, or is right.
    """
    if UNKNOWN_ORIGIN.search(answer.output) or UNSET_RANK.search(answer.message):
        return True
    new_mesh = REVERSED_MESH.search(answer.output)
    # sdy-opt names one after an inlined mesh `mesh_reversed`.
    if new_mesh and new_mesh[3] != "mesh" and not any(_is_named(name, text) for name in new_mesh.group(2, 3)):
        return True
    if (capacity := TOO_LARGE.search(answer.message)) is not None:
        return str(int(capacity[1]) - 1) not in text
    found = UNKNOWN_MESH.search(answer.message)
    return found is not None and not _is_named(found[1].strip('"'), text)


def _is_named(symbol: str, text: str) -> bool:
    return re.search(rf'@("?){re.escape(symbol)}\1(?![\w$.-])', text) is not None


ILLEGAL = "that was explicitly marked illegal"
"""The words after which the reference shows the operation."""


def _comparable(message: str) -> str:
    """Returns the first line."""
    return message.partition("\n")[0]


def _of_artifact(refusal: Answer) -> Answer:
    """Returns a refusal without operations that are shown, in VHLO, and without a place for a module without one."""

    def shown(message: str) -> str:
        return message.partition(ILLEGAL)[0] + ILLEGAL if ILLEGAL in message else message

    later = [ComparedRemark(r.line or None, r.column or None, shown(r.message)) for r in refusal.later]
    return refusal._replace(
        line=refusal.line or None, column=refusal.column or None, message=shown(refusal.message), later=tuple(later)
    )


class Agreement(NamedTuple):
    """The degrees of agreement of two answers; each implies those before it."""

    verdict: bool
    line: bool
    all: bool


def agreement(found: Answer, expected: Answer) -> Agreement:
    """Returns the agreement of sdy-opt's answer with the reference's.

    Outputs are compared byte for byte, except for the order of the sources that an axis has in one step of a record of
    propagation: the reference lists them by their addresses, which are others in each process. An error may have a
    place where that of the reference has none.
    """
    found, expected = _with_sorted_sources(found), _with_sorted_sources(expected)
    if expected.line is None and not (found.accepted or expected.accepted):
        found = found._replace(line=None, column=None)
    verdict = found.accepted == expected.accepted
    line = verdict and found.output == expected.output and found.line == expected.line
    return Agreement(verdict, line, found == expected)


def _with_sorted_sources(answer: Answer) -> Answer:
    def sorted_step(step: re.Match[str]) -> str:
        entries = step[2][1:-1].split("}, {")
        axes = [entry.partition(" = ")[0] for entry in entries]
        entries.sort(key=lambda entry: (axes.index(entry.partition(" = ")[0]), entry))
        return f"{step[1]} = [{{{'}, {'.join(entries)}}}]"

    return answer._replace(output=STEP.sub(sorted_step, answer.output)) if "step-" in answer.output else answer


def first_difference(found: Answer, expected: Answer) -> str:
    """Returns both errors, or the first line of the output that differs, for people."""
    if not (found.accepted and expected.accepted):
        return f"ours:      {found}\nreference: {expected}"
    pairs = zip(found.output.split("\n"), expected.output.split("\n"), strict=False)
    for number, (line, wanted) in enumerate(pairs, 1):
        if line != wanted:
            return f"line {number} of the output\nours:      {line}\nreference: {wanted}"
    return "one output is the beginning of the other"
