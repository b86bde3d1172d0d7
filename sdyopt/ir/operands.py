"""Changing several operands of an operation at once."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

FEW = 16
"""Up to this number of operands it is faster to set one after the other."""


def replace_operands(op: Operation, replacements: Mapping[int, Value]) -> None:
    """Makes each value of `replacements` the operand with that number.

    It takes time in proportion to the operands, where setting one after the other takes that for each.
    """
    operands = op.operands
    if len(operands) <= FEW:
        for index, value in replacements.items():
            op.set_operand(index, value)
        return
    replaced = [operands[index] for index in replacements]
    for index, value in replacements.items():
        operands[index] = value
        value.users.pop(op, None)
        value.users[op] = None
    kept = set(operands)
    for old in replaced:
        if old not in kept:
            old.users.pop(op, None)
    if any(old.type is not new.type for old, new in zip(replaced, replacements.values(), strict=True)):
        op.retype_operands()
