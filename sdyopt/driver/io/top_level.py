"""Inputs of a single operation, which is not wrapped in a module."""

from __future__ import annotations

from sdyopt.ir.locations import FileLineColRange
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.diagnostics.source import NO_POSITION


def only_operation(module: Operation, name: str) -> Operation:
    """Returns the only operation in the implicit module of the file `name`, or the module that the file contains.

    Raises CompilationError if there is not exactly one.
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
