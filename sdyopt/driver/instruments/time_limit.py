"""The limit of `-timeout`: an input that takes longer ends its process, with an error that names the pass.

Only the end of the process stops whatever a pass of another package does, on every system.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

from sdyopt.display.exceptions import code_of_another
from sdyopt.driver.pipeline.manager import Instrument, titled
from sdyopt.driver.pipeline.model import PassInvocation
from sdyopt.ir.operation import Operation


class TimeLimit(Instrument):
    """Calls `expire` with what took too long, in a thread of its own, when an input has taken that many seconds."""

    def __init__(self, seconds: float, expire: Callable[[str], object]) -> None:
        self._seconds = seconds
        self._expire = expire
        self._step: PassInvocation | None = None
        self._thread = threading.get_ident()
        self._timer = threading.Timer(seconds, self._expired)
        self._timer.daemon = True
        self._timer.start()

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        self._step = step

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        self._step = None

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        self._step = None

    def stop(self) -> None:
        """Ends the watch: the input is done."""
        self._timer.cancel()

    def _expired(self) -> None:
        step = self._step
        place = code_of_another(sys._current_frames().get(self._thread))
        at = f" ({place})" if place else ""
        during = f": {titled(step)} had not ended{at}" if step is not None else ""
        self._expire(f"gave up after {self._seconds:g} s{during}")


def end_process() -> NoReturn:
    """Ends this process as after a failure."""
    sys.stderr.flush()
    os._exit(1)
