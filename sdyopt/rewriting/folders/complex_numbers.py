"""Folders of the operations of complex."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.folders import Constants, Folder, Folding


def bitcast(op: Operation, constants: Constants) -> Folding:
    """A bitcast to the type that there is."""
    return op.operands if op.signature.operand_types == op.signature.result_types else None


FOLDERS: Mapping[str, Folder] = {
    "complex.bitcast": bitcast,
}
"""The folders, by the names of operations."""
