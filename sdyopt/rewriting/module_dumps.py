"""Files with the program as it is in the middle of a pass or a pipeline."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.rewriting.rewriter import Rewriter


def dump_module(module: Operation, path: str, rewriter: Rewriter) -> None:
    """Writes the text of `module` to a file; reports a warning if that is not possible. No folder is created."""
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(rewriter.text_of(module))
    except OSError as error:
        message = f"error when writing file {path}: {error.strerror}"
        rewriter.emit(Diagnostic("warning", message, module.location))
