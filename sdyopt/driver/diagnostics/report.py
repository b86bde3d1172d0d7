"""The diagnostics of one input, in the order in which they arise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.diagnostics.source import Source

if TYPE_CHECKING:
    from sdyopt.display.messages import Style
    from sdyopt.driver.diagnostics.frames import FrameChoice

Write = Callable[[str], object]
"""Writes whole lines to standard error."""


class Report:
    """Writes diagnostics as they arise or, with `verify_diagnostics`, compares them with those that the input expects.

    The other arguments are the values of the options `-diagnostics-format`, `-color`, `-frames`, `-skip-frames` and
    `-debug`.
    """

    def __init__(
        self,
        source: Source,
        write: Write,
        verify_diagnostics: bool = False,
        format: str = "text",
        color: str = "auto",
        frames: str = "user",
        skip_frames: Sequence[str] = (),
        debug: bool = False,
    ) -> None:
        self.source = source
        self.write = write
        self.verify_diagnostics = verify_diagnostics
        self.format = format
        self.color = color
        self.failed = False
        self._frames = frames
        self._skip_frames = skip_frames
        self._debug = debug
        self._diagnostics: list[Diagnostic] = []

    def add(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Reports diagnostics after which the run continues."""
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
        if self._debug and error.__cause__ is not None:
            from traceback import format_exception

            self.write("".join(format_exception(error.__cause__)))

    def finish(self) -> bool:
        """Returns whether the run has succeeded: without errors, or with exactly the expected diagnostics."""
        if not self.verify_diagnostics:
            return not self.failed
        from sdyopt.driver.diagnostics.expected import check

        problems = check(self.source, self._diagnostics, self.style())
        self.write(problems)
        return not problems

    def style(self, format: str | None = None) -> Style:
        """Returns the style of messages, in `format` if one is given."""
        from sdyopt.display.messages import style_for

        return style_for(sys.stderr, format or self.format, self.color)

    @property
    def frames(self) -> FrameChoice:
        """The choice of the frames of call stacks that messages show."""
        from sdyopt.driver.diagnostics.frames import FrameChoice

        return FrameChoice(self._frames, self._skip_frames)
