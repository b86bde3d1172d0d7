"""The diagnostics of one input, in the order in which they arise."""

from __future__ import annotations

import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import frames_of
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Note, Source

if TYPE_CHECKING:
    from sdyopt.diagnostics.frames import FrameChoice
    from sdyopt.display.messages import Style
    from sdyopt.mlir.verify.verifier import Verifier


Write = Callable[[str], object]
"""Writes whole lines to standard error."""

ALL, ONLY_EXPECTED = "all", "only-expected"
"""The diagnostics that `-verify-diagnostics` verifies."""


class MessageOptions(NamedTuple):
    """The form of messages: the values of the options that begin with these names, and whether notes are shown."""

    format: str = "text"
    color: str = "auto"
    frames: str = "user"
    skip_frames: Sequence[str] = ()
    debug: bool = False
    with_notes: bool = True


class Report:
    """Writes diagnostics as they arise or, with `verify_diagnostics`, compares them with those that the input expects.

    `verify_diagnostics` is "all", or "only-expected" if other diagnostics do not matter.
    """

    def __init__(
        self,
        source: Source,
        write: Write,
        verify_diagnostics: str | None = None,
        options: MessageOptions = MessageOptions(),  # noqa: B008 (immutable)
    ) -> None:
        self.source = source
        self.write = write
        self.verify_diagnostics = verify_diagnostics
        self.failed = False
        self._options = options
        self._diagnostics: list[Diagnostic] = []
        self.program: Operation | None = None
        """The program whose operations errors about them show in a note."""

    def add(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Reports diagnostics after which the run continues."""
        if not self._options.with_notes:
            diagnostics = [diagnostic._replace(notes=()) for diagnostic in diagnostics]
        if self.verify_diagnostics:
            self._diagnostics += diagnostics
        elif diagnostics:
            from sdyopt.diagnostics.rendering import rendered

            self.write(rendered(diagnostics, self.source, self.style(), self.frames))

    def emit(self, diagnostic: Diagnostic) -> None:
        """Reports a warning of a pass."""
        self.add([diagnostic])

    def fail(self, error: CompilationError) -> None:
        """Reports why the run does not continue."""
        self.failed = True
        diagnostics = error.diagnostics
        if (
            self.program is not None and not self.verify_diagnostics
        ):  # As in mlir-opt, comments do not expect that note.
            diagnostics = list(with_operations(diagnostics, self.program, self.source))
        self.add(diagnostics)
        if self._options.debug and error.__cause__ is not None:
            from traceback import format_exception

            self.write("".join(format_exception(error.__cause__)))

    def finish(self) -> bool:
        """Returns whether the run has succeeded: without errors, or with exactly the expected diagnostics."""
        if not self.verify_diagnostics:
            return not self.failed

        is_complete = self.verify_diagnostics == ALL
        problems = check(self.source, self._diagnostics, self.style(), is_complete)
        self.write(problems)
        return not problems

    def style(self, format: str | None = None) -> Style:
        """Returns the style of messages, in `format` if one is given."""
        from sdyopt.display.messages import style_for

        return style_for(sys.stderr, format or self._options.format, self._options.color)

    @property
    def frames(self) -> FrameChoice:
        """The choice of the frames of call stacks that messages show."""
        from sdyopt.diagnostics.frames import FrameChoice

        return FrameChoice(self._options.frames, self._options.skip_frames)


def is_valid(op: Operation, verifier: Verifier) -> bool:
    """Whether an operation passes verification; MLIR prints invalid ones in generic form."""
    try:
        verifier.verify(op)
    except CompilationError:
        return False
    return True


def with_operations(diagnostics: Sequence[Diagnostic], program: Operation, source: Source) -> Iterator[Diagnostic]:
    """Returns errors with a note that shows the operation at their place, in generic form, as MLIR shows it.

    Of several operations at one place it is one that the message names, if there is such a one.
    """
    from sdyopt.mlir.write.builtin import PrintOptions
    from sdyopt.mlir.write.printer import print_operation

    for each in diagnostics:
        here = [op for op in walk(program) if op.location == each.location]
        op = next((op for op in here if f"'{op.name}'" in each.message), here[0] if here else None)
        if each.severity == "error" and op is not None:
            text = print_operation(op, source, PrintOptions(generic=True, local_scope=op.parent is not None)).rstrip()
            note = f"see current operation: {chr(10) * (chr(10) in text)}{text}"
            each = each._replace(notes=(*each.notes, Note(note, each.location)))
        yield each


# Regular expressions of an input, which are searched for a limited time.

SECONDS = 2.0
"""The processor time that a search may take; nested repetitions may need exponential time."""


class PatternError(Exception):
    """An invalid regular expression."""


def compiled(text: str) -> re.Pattern[str]:
    """Compiles a text in which `{{…}}` encloses regular expressions; the rest is plain. Raises PatternError."""
    parts = []
    start = 0
    while (opening := text.find("{{", start)) >= 0 and (closing := text.find("}}", opening + 2)) >= 0:
        parts += [re.escape(text[start:opening]), text[opening + 2 : closing]]
        start = closing + 2
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about syntax whose meaning may change in later versions of Python
            return re.compile("".join([*parts, re.escape(text[start:])]))
    except RecursionError:
        raise PatternError("nested too deeply") from None
    except (re.error, OverflowError) as error:
        raise PatternError(str(error)) from None


def occurs(pattern: re.Pattern[str], text: str) -> bool:
    """Returns whether `pattern` occurs in `text`. Raises PatternError if the search takes too long."""
    with _timed():
        return pattern.search(text) is not None


@contextmanager
def _timed() -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(*_: Any) -> NoReturn:
    raise PatternError("it takes too long")


# Expected diagnostics: comments in the input that state what will be reported, verified by `-verify-diagnostics`.

_DESIGNATOR = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *+(?:@([+-][0-9]++|above|below|unknown))? *+\{\{(.*)\}\}$"
)
_MAX_DIGITS = 18
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


def check(source: Source, diagnostics: Sequence[Diagnostic], style: Style, is_complete: bool) -> str:
    """Returns messages about unexpected diagnostics and about missing ones; empty if there are none.

    Unless the expectations are to be complete, diagnostics that are not expected do not matter.
    """
    from sdyopt.diagnostics.rendering import rendered
    from sdyopt.ir.collecting import grouped

    problems: list[Diagnostic] = []
    expected = _expectations(source, problems)
    waiting = grouped(((entry.severity, entry.line), entry) for entry in expected)
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
    from sdyopt.diagnostics.rendering import offset_of

    location = source.known(location)
    if (offset := offset_of(location)) is not None:
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
            expectation.line += int(where[:_MAX_DIGITS])
        found.append(expectation)
    return found
