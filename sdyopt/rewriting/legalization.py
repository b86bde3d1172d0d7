"""Errors of passes that have to replace each operation of a kind."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.rewriter import Rewriter


def not_legalized(op: Operation, rewriter: Rewriter) -> CompilationError:
    """Returns the error at `op`, which had to be replaced and could not be.

    It shows the operation with the names that values have at this moment.
    """
    text = rewriter.description_of(op)
    if "\n" in text:
        text = f"\n{text}"
    message = f"failed to legalize operation '{op.name}' that was explicitly marked illegal: {text}"
    return CompilationError([Diagnostic("error", message, op.location)])
