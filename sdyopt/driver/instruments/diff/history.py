"""The states of a module, from before the first pass to the last."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.driver.pipeline.model import PassInvocation
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name


class State(NamedTuple):
    """The text of a module, and the pass after which it was taken, if any."""

    text: str
    after: str = ""


class History(Instrument):
    """The module before the first pass, and after each pass if `after_each` is set; `printed` returns its text."""

    def __init__(self, printed: Callable[[], str], after_each: bool) -> None:
        self.states = [State(printed())]
        self._printed = printed
        self._after_each = after_each

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if self._after_each:
            text = self._printed() if changed else self.states[-1].text
            self.states.append(State(text, f"{step.name}{_place(operation)}"))

    def end(self, text: str) -> None:
        """Called when all passes have run, with the final text."""
        if not self._after_each:
            self.states.append(State(text))


def _place(operation: Operation) -> str:
    """Returns the part of the module on which a pass has run, unless it is all of it."""
    name = symbol_name(operation)
    if operation.parent is None:
        return ""
    return f" on {operation.name} @{name}" if name and name.isprintable() else f" on {operation.name}"
