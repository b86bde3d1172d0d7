"""Warnings about operations without a known sharding rule."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import Diagnostic, Note


class UnknownOps:
    """Reports the first operation, and the first custom call, that it is given; ignores all later ones.

    `describe` returns the text of an operation, for a note; without it there is no note. `reported` is the set of
    what has been reported; those of one run share it, so that each kind is reported once.
    """

    def __init__(
        self,
        report: Callable[[Diagnostic], object],
        describe: Callable[[Operation], str] | None = None,
        reported: set[str] | None = None,
    ) -> None:
        self._report = report
        self._describe = describe
        self._reported = set() if reported is None else reported

    def add_operation(self, op: Operation) -> None:
        """Reports `op` if it is the first operation without a known rule."""
        if "operation" not in self._reported:
            self._reported.add("operation")
            self._warn(op, f"op '{op.name}'")

    def add_custom_call(self, op: Operation, target: str) -> None:
        """Reports `op`, a call of `target`, if it is the first custom call without a known rule."""
        if "custom call" not in self._reported:
            self._reported.add("custom call")
            self._warn(op, f"custom call @{target}")

    def _warn(self, op: Operation, subject: str) -> None:
        notes: tuple[Note, ...] = ()
        if self._describe is not None:
            text = self._describe(op)
            notes = (Note(f"\n{text}" if "\n" in text else text, op.location),)
        message = f"{subject} is unknown to SDY sharding rule registry"
        self._report(Diagnostic("warning", message, op.location, notes).without_marks())
