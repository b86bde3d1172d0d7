"""The view of a compiled program that programs in Python get, and that notebooks show."""

from __future__ import annotations

from typing import Any

from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.view.xla import XlaView, xla_view


class CompiledView(XlaView):
    """What XLA has compiled: its collectives, what it holds, and its peak if it is scheduled."""

    __slots__ = ()

    def __str__(self) -> str:
        """Returns the tables as text."""
        from sdyopt.view.page.notebook import notebook_text

        return notebook_text(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables, without scripts."""
        from sdyopt.view.page.notebook import compiled_notebook

        return compiled_notebook(self)

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))


def compiled_view(text: str, file: str, frames: FrameChoice = USER_FRAMES) -> CompiledView:
    """Returns the view of HLO text. Raises HloError."""
    found = xla_view(text, file, frames=frames)
    return CompiledView(*(xla_view(text, file, frames=frames, with_peak=True) if found.is_scheduled else found))
