"""The states of a module, from before the first pass to the last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sdyopt.driver.instruments.diff.value_names import NamedState, named_state
from sdyopt.driver.pipeline.manager import Instrument
from sdyopt.driver.pipeline.model import PassInvocation
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.write.names import Names

Rename: TypeAlias = Callable[[Names], None]


class ProgramState(NamedTuple):
    """The text of a module, and the pass after which it was taken, if any."""

    text: str
    after: str = ""


class ProgramHistory(Instrument):
    """The program before the first pass, after the last one and, if `after_each` is set, after each pass.

    `text_of` returns its text and lets a function change the names in it: values keep theirs from state to state.
    """

    def __init__(self, program: Operation, text_of: Callable[[Rename], str], after_each: bool) -> None:
        self._program = program
        self._text_of = text_of
        self._after_each = after_each
        self._named: NamedState | None = None
        self.states = [ProgramState(self._text())]

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if self._after_each:
            text = self._text() if changed else self.states[-1].text
            self.states.append(ProgramState(text, f"{step.name}{_place(operation)}"))

    def end(self) -> str:
        """Called when all passes have run; returns the final text."""
        if not self._after_each:
            self.states.append(ProgramState(self._text()))
        return self.states[-1].text

    def _text(self) -> str:
        return self._text_of(self._rename)

    def _rename(self, names: Names) -> None:
        self._named = named_state(self._program, names, self._named)


def _place(operation: Operation) -> str:
    """Returns the part of the module on which a pass has run, unless it is all of it."""
    name = symbol_name(operation)
    if operation.parent is None:
        return ""
    return f" on {operation.name} @{name}" if name and name.isprintable() else f" on {operation.name}"
