"""What a pass reports while it runs: decisions, names, warnings, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Diagnostic, Note
from sdyopt.rewriting.decisions import Decision, Explanation
from sdyopt.rewriting.listeners import Listeners

if TYPE_CHECKING:
    from sdyopt.sharding.unknown_ops import UnknownOps

P = ParamSpec("P")

NOBODY = Listeners()


class Reporter:
    """Passes on to `listeners` what a pass reports."""

    def __init__(self, listeners: Listeners = NOBODY) -> None:
        self.listeners = listeners._replace(warned=set()) if listeners.warned is None else listeners
        self._explain = listeners.explain

    def report(self, decision: Callable[P, Decision | Explanation | None], *fields: P.args, **named: P.kwargs) -> None:
        """Reports a decision of the pass: its class, or the function that explains it, and what that takes.

        It is only called if there is a listener; a function may return None, as there is nothing to say.
        """
        if self._explain is not None and (decided := decision(*fields, **named)) is not None:
            self._explain(decided)

    @property
    def is_explaining(self) -> bool:
        """Whether decisions have a listener; a pass may check this before it computes the fields of one."""
        return self._explain is not None

    @property
    def is_renaming(self) -> bool:
        """Whether `renames` has a listener."""
        return self.listeners.renamed is not None

    def renames(self, new: Value, old: Value) -> None:
        """Notes that `new` is a copy of `old`, or took its place: remarks call it by the name that the reader knows."""
        if self.listeners.renamed is not None:
            self.listeners.renamed(new, old)

    @property
    def unknown_ops(self) -> UnknownOps | None:
        """Reports operations without a known sharding rule; None if there is no listener."""
        unknown_ops = self.listeners.unknown_ops
        return None if unknown_ops is None else unknown_ops()

    def emit(self, diagnostic: Diagnostic, once: str = "", shown: Operation | None = None) -> None:
        """Reports a warning, with which the pass goes on; a note may show an operation as it is now.

        Of all warnings with the same text for `once` only the first of a run is reported, over all chunks of the input.
        """
        emit, warned, show = self.listeners.emit, self.listeners.warned, self.listeners.show
        if emit is not None and warned is not None and once not in warned:
            if once:
                warned.add(once)
            if shown is not None and show is not None:
                text = show(shown)
                note = Note(f"\n{text}" if "\n" in text else text, shown.location)
                diagnostic = diagnostic._replace(notes=(*diagnostic.notes, note)).without_marks()
            emit(diagnostic)

    def text_of(self, op: Operation, in_place: bool = False) -> str:
        """Returns the text of `op` as it would be printed now, in generic form if it is not valid.

        If it is `in_place`, there are no aliases, and no resources after it. Where nothing prints, it is only the name.
        """
        text = self.listeners.text
        return op.name if text is None else text(op, in_place)

    def description_of(self, op: Operation) -> str:
        """Returns the text of `op` as errors show it: in generic form, regions and large constants elided.

        Where nothing prints, that is only its name.
        """
        describe = self.listeners.describe
        return op.name if describe is None else describe(op)

    def write(self, text: str) -> None:
        """Writes whole lines to standard error, which are what the pass is for."""
        if self.listeners.write is not None:
            self.listeners.write(text)

    def defer_error(self, diagnostic: Diagnostic) -> None:
        """Reports what went wrong without harm: an error that is reported only if the run fails after all."""
        if self.listeners.defer is not None:
            self.listeners.defer(diagnostic)
