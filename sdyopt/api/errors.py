"""The error of Python programs about texts and passes: `sdyopt.Error`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.display.messages import PLAIN, Message, Style, written
from sdyopt.driver.diagnostics.places import Place, place_of
from sdyopt.driver.diagnostics.rendering import messages
from sdyopt.ir.errors import SdyOptError
from sdyopt.mlir.diagnostics import Diagnostic, Note
from sdyopt.mlir.diagnostics.source import Source

if TYPE_CHECKING:
    from sdyopt.driver.diagnostics.frames import FrameChoice


class Error(SdyOptError):
    """An invalid text, or a failed pass. `diagnostics` contain the reasons; `str` is what the command prints.

    The hints of the diagnostics are texts.
    """

    def __init__(self, diagnostics: list[Diagnostic], source: Source) -> None:
        self._messages = list(messages(diagnostics, source))
        pairs = zip(diagnostics, self._messages, strict=True)
        self.diagnostics = [diagnostic._replace(hint=message.hint) for diagnostic, message in pairs]
        self.source = source
        super().__init__(self.written().rstrip("\n"))

    def __reduce__(self) -> tuple[Any, ...]:
        shown = [_without_proxies(message) for message in self._messages]
        return _unpickled_error, (self.diagnostics, self.source, shown)

    def written(self, style: Style = PLAIN, frames: FrameChoice | None = None) -> str:
        """Returns what the command writes in that style and with these frames, with a newline at the end."""
        shown = self._messages if frames is None else messages(self.diagnostics, self.source, frames)
        return written(shown, style)

    def place_of(self, diagnostic: Diagnostic | Note) -> Place | None:
        """Returns the place of a diagnostic or a note, or None if it is unknown."""
        return place_of(diagnostic.location, self.source)


def _without_proxies(message: Message) -> Message:
    """Returns a message that can be pickled."""
    return message._replace(details=dict(message.details), notes=tuple(map(_without_proxies, message.notes)))


def _unpickled_error(diagnostics: list[Diagnostic], source: Source, shown: list[Message]) -> Error:
    error = Error.__new__(Error)
    error.diagnostics, error.source, error._messages = diagnostics, source, shown
    Exception.__init__(error, error.written().rstrip("\n"))
    return error
