"""Folders: what operations of dialects of other packages are, given which of their operands are constants.

A folder is a function from an operation and its constants to what the results are, or to a change of the operation
itself. It changes nothing. The folders of a dialect are imported with the first operation of the dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.rewriting.rewriter import Rewriter

Constants: TypeAlias = Sequence[Attribute | None]
"""The value of each operand of an operation; None for one that is not a constant."""
Folded: TypeAlias = Value | Attribute
"""What a result of an operation is: another value, or a constant."""
Change: TypeAlias = Callable[[Rewriter], None]
"""Changes an operation in place."""
Folding: TypeAlias = Sequence[Folded] | Change | None
"""What becomes of an operation: what each result is, or a change in place; None if it cannot be folded."""
Folder: TypeAlias = Callable[[Operation, Constants], Folding]
"""Finds out what becomes of operations of one kind."""


@remembered
def folders_of_dialect(dialect: str) -> Mapping[str, Folder]:
    """Returns the folders of a dialect by the names of operations; the dialect names their module."""
    declared = REGISTRY.dialects.get(dialect)
    if declared is None or not declared.folders:
        return {}
    found: Mapping[str, Folder] = declared.part("folders").FOLDERS
    return found


@remembered
def folder_of(definition: OpDefinition) -> Folder | None:
    """Returns what folds operations with this definition; None if nothing does."""
    folders = folders_of_dialect(definition.dialect)
    if not folders:
        return None
    folder = folders.get(definition.name)
    if "Commutative" in definition.traits:
        return partial(_commutative, folder)
    return folder


def _commutative(folder: Folder | None, op: Operation, constants: Constants) -> Folding:
    """Folds an operation of a kind whose operands may be swapped: if nothing else, constants come last.

    As in MLIR, which partitions the operands in place, constants that stay become the newest uses.
    """
    found = None if folder is None else folder(op, constants)
    if found is not None:
        return found
    order = sorted(range(len(constants)), key=lambda index: constants[index] is not None)
    operands = [op.operands[index] for index in order]
    if operands != op.operands:
        return lambda rewriter: rewriter.set_operands(op, operands)
    if constants and constants[-1] is not None:
        op.set_operands(operands, renewed_from=next(i for i, each in enumerate(constants) if each is not None))
    return None
