"""Warnings about operations of which no sharding rule is known."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import Diagnostic, Note


class UnknownOps:
    """Reports the first operation, and the first custom call, that it is told of; ignores all later ones.

    One serves a whole run. `describe` returns the text of an operation, for a note; without it there is no note.
    """

    def __init__(
        self, report: Callable[[Diagnostic], None], describe: Callable[[Operation], str] | None = None
    ) -> None:
        self._report = report
        self._describe = describe
        self._has_operation = False
        self._has_custom_call = False

    def add_operation(self, op: Operation) -> None:
        """Reports `op` if it is the first operation without a known rule."""
        if not self._has_operation:
            self._has_operation = True
            self._warn(op, f"op '{op.name}'")

    def add_custom_call(self, op: Operation, target: str) -> None:
        """Reports `op`, a call of `target`, if it is the first custom call without a known rule."""
        if not self._has_custom_call:
            self._has_custom_call = True
            self._warn(op, f"custom call @{target}")

    def _warn(self, op: Operation, subject: str) -> None:
        notes: tuple[Note, ...] = ()
        if self._describe is not None:
            text = self._describe(op)
            notes = (Note(f"\n{text}" if "\n" in text else text, op.location),)
        message = f"{subject} is unknown to SDY sharding rule registry"
        self._report(Diagnostic("warning", message, op.location, notes))
