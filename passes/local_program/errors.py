"""Errors at operations that the conversion cannot convert, where the reference has no error of its own."""

from __future__ import annotations

from typing import NoReturn

from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic


def fail(op: Operation, message: str) -> NoReturn:
    """Raises an error at `op`."""
    raise CompilationError([Diagnostic("error", f"'{op.name}' op {message}", op.location)])
