"""Folders of the operations of arith on integers."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.folders import Constants, Folder, Folding
from sdyopt.rewriting.folders.elements import elementwise, is_all, mask, width_of


def add(op: Operation, constants: Constants) -> Folding:
    """The sum of two integers: with 0 it is the other one."""
    if is_all(constants[1], 0):
        return op.operands[:1]
    type = op.signature.result_types[0]
    limit = mask(width_of(type))
    value = elementwise(lambda a, b: a + b & limit, type, constants)
    return None if value is None else [value]


def same_operands(op: Operation, constants: Constants) -> Folding:
    """An operation that gives an operand back if the last two are the same."""
    *_, value, other = op.operands
    return [value] if value is other else None


def bitcast(op: Operation, constants: Constants) -> Folding:
    """A bitcast to the type that there is."""
    return op.operands if op.signature.operand_types == op.signature.result_types else None


FOLDERS: Mapping[str, Folder] = {
    "arith.addi": add,
    "arith.andi": same_operands,
    "arith.bitcast": bitcast,
    "arith.maxsi": same_operands,
    "arith.maxui": same_operands,
    "arith.minsi": same_operands,
    "arith.minui": same_operands,
    "arith.ori": same_operands,
    "arith.select": same_operands,
}
"""The folders, by the names of operations."""
