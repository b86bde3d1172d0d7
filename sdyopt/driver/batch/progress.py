"""The progress bar of a run with many inputs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sdyopt.display.ansi import wants_colour
from sdyopt.driver.batch.workers import TaskReport, Watch

_INTERVAL = 0.1
"""Seconds between two updates."""


class Bar(Watch):
    """A progress bar on standard error, which is a terminal. It is drawn by its callers, without a thread."""

    interval = _INTERVAL

    def __init__(self, total: int, color: str) -> None:
        plain = not wants_colour(sys.stderr, color)
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[failed]}", style="red"),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr, force_terminal=True, no_color=plain),
            auto_refresh=False,
            transient=True,
        )
        self._failed = 0
        self._task = self._progress.add_task("", total=total, failed="")
        self._drawn = monotonic()
        self._progress.start()

    def ended(self, report: TaskReport) -> None:
        """Called when a task has ended."""
        self._failed += not report.succeeded
        failed = f"{self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, failed=failed)
        self.tick()

    def tick(self) -> None:
        """Draws the bar, unless it was drawn just before."""
        if monotonic() - self._drawn >= _INTERVAL:
            self._progress.refresh()
            self._drawn = monotonic()

    def hide(self) -> None:
        """Removes the bar."""
        self._progress.stop()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Removes the bar while something else is written to the terminal."""
        self._progress.stop()
        yield
        self._progress.start()
