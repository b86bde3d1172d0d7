"""Folders of the operations of arith on two integers with two results: a carry, or the upper half of a product."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.elements import elementwise, is_all, mask, number, signed, width_of
from sdyopt.rewriting.folding.values.integer_arithmetic import Compute, add, multiply, subtract


def is_sum_too_large(width: int, a: int, b: int) -> int:
    """Whether the sum of two unsigned integers overflows."""
    return a + b >> width


def is_less(width: int, a: int, b: int) -> int:
    """Whether the difference of two unsigned integers would be negative."""
    return int(a < b)


def upper_half_unsigned(width: int, a: int, b: int) -> int:
    """The upper half of the product of two unsigned integers."""
    return a * b >> width


def upper_half_signed(width: int, a: int, b: int) -> int:
    """The upper half of the product of two signed integers."""
    return signed(a, width) * signed(b, width) >> width & mask(width)


def _both(computes: tuple[Compute, Compute], op: Operation, constants: Constants) -> Folding:
    """Computes both results."""
    width = width_of(op.operands[0].type)
    types = op.signature.result_types
    found = [
        elementwise(partial(compute, width), type, constants) for compute, type in zip(computes, types, strict=True)
    ]
    values = [one for one in found if one is not None]
    return values if len(values) == len(types) else None


def _with_carry(computes: tuple[Compute, Compute], op: Operation, constants: Constants) -> Folding:
    """A sum or difference: with 0 it is the first operand, and does not overflow; `a - a` is 0.

    The 0 must be there already: it is not enough that it is found out.
    """
    lhs, rhs = op.operands
    zero, carry = [number(type, 0) for type in op.signature.result_types]
    if carry is not None and is_all(constant_value(rhs), 0):
        return [lhs, carry]
    if zero is not None and carry is not None and lhs is rhs and computes[0] is subtract:
        return [zero, carry]
    return _both(computes, op, constants)


def _product(upper: Compute, op: Operation, constants: Constants) -> Folding:
    """A product: with 0 it is 0, and with 1 that of unsigned integers is the first operand."""
    lhs, _ = op.operands
    zero = number(lhs.type, 0)
    if zero is not None and is_all(constants[1], 0):
        return [zero, zero]
    if zero is not None and upper is upper_half_unsigned and is_all(constants[1], 1):
        return [lhs, zero]
    return _both((multiply, upper), op, constants)


FOLDERS: Mapping[str, Folder] = {
    "arith.addui_extended": partial(_with_carry, (add, is_sum_too_large)),
    "arith.mulsi_extended": partial(_product, upper_half_signed),
    "arith.mului_extended": partial(_product, upper_half_unsigned),
    "arith.subui_extended": partial(_with_carry, (subtract, is_less)),
}
"""The folders, by the names of operations."""
