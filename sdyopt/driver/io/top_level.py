"""Inputs that are one operation each, around which no module is put."""

from __future__ import annotations

from sdyopt.ir.locations import FileLineColRange
from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.syntax.reading import NO_POSITION


def only_operation(module: Operation, name: str) -> Operation:
    """The one operation in a module that was put around what was read from the file `name`; or a module that was read.

    Raises CompilationError if there is not just one.
    """
    if module.location != NO_POSITION:
        return module
    (block,) = module.regions[0].blocks
    found = list(block.ops)
    if len(found) != 1:
        message = f"source must contain a single top-level operation, found: {len(found)}"
        raise CompilationError([Diagnostic("error", message, FileLineColRange(name, 0, 0))])
    (operation,) = found
    operation.detach()
    return operation
