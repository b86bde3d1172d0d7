"""Errors in HLO text, and what cannot be converted of it."""

from __future__ import annotations

from typing import NoReturn

from sdyopt.mlir.diagnostics import CompilationError, Diagnostic


def fail(message: str, offset: int) -> NoReturn:
    """Raises CompilationError with an error at an offset of the text."""
    raise CompilationError([Diagnostic("error", message, offset)])
