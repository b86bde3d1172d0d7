"""The diagnostics of one input, in the order in which they arise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.diagnostics.source import Source

if TYPE_CHECKING:
    from sdyopt.display.messages import Style
    from sdyopt.driver.diagnostics.frames import FrameChoice

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

    def add(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Reports diagnostics after which the run continues."""
        if not self._options.with_notes:
            diagnostics = [diagnostic._replace(notes=()) for diagnostic in diagnostics]
        if self.verify_diagnostics:
            self._diagnostics += diagnostics
        elif diagnostics:
            from sdyopt.driver.diagnostics.rendering import rendered

            self.write(rendered(diagnostics, self.source, self.style(), self.frames))

    def emit(self, diagnostic: Diagnostic) -> None:
        """Reports a warning of a pass."""
        self.add([diagnostic])

    def fail(self, error: CompilationError) -> None:
        """Reports why the run does not continue."""
        self.failed = True
        self.add(error.diagnostics)
        if self._options.debug and error.__cause__ is not None:
            from traceback import format_exception

            self.write("".join(format_exception(error.__cause__)))

    def finish(self) -> bool:
        """Returns whether the run has succeeded: without errors, or with exactly the expected diagnostics."""
        if not self.verify_diagnostics:
            return not self.failed
        from sdyopt.driver.diagnostics.expected import check

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
        from sdyopt.driver.diagnostics.frames import FrameChoice

        return FrameChoice(self._options.frames, self._options.skip_frames)
