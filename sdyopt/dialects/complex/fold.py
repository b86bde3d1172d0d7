"""Folders of the operations of complex.

Of constants only the parts are folded; beside that, operations that undo others, and neutral operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sdyopt.dialects.arith.fold.floats import defined_by, format_of, has_fast_math
from sdyopt.dialects.complex import ops as complex
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, FloatAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.literals.float_formats import FloatFormat
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values import float_arithmetic as numbers


def bitcast(op: Operation, constants: Constants) -> Folding:
    """A bitcast to the type that there is."""
    return op.operands if op.signature.operand_types == op.signature.result_types else None


def create(op: Operation, constants: Constants) -> Folding:
    """The number of the parts of one number, which is that number."""
    real, imaginary = op.operands
    parts = defined_by(real, complex.RE), defined_by(imaginary, complex.IM)
    if parts[0] is None or parts[1] is None or parts[0].operands != parts[1].operands:
        return None
    return parts[0].operands


def part(index: int) -> Folder:
    """Returns what folds a part of a constant, or of a number that is created from its parts."""

    def fold(op: Operation, constants: Constants) -> Folding:
        (constant,) = constants
        if isinstance(constant, ArrayAttr):
            return [constant.elements[index]]
        created = defined_by(op.operands[0], complex.CREATE)
        return None if created is None else [created.operands[index]]

    return fold


def undone(inverse: OpDefinition) -> Folder:
    """Returns what folds an operation of the inverse one."""

    def fold(op: Operation, constants: Constants) -> Folding:
        inner = defined_by(op.operands[0], inverse)
        return None if inner is None else inner.operands

    return fold


def add(op: Operation, constants: Constants) -> Folding:
    """The sum of a difference and what was subtracted; a sum with 0."""
    left, right = op.operands
    for difference, other in ((left, right), (right, left)):
        inner = defined_by(difference, complex.SUB)
        if inner is not None and inner.operands[1] is other:
            return inner.operands[:1]
    return [left] if _is(constant_value(right), numbers.is_zero) else None


def subtract(op: Operation, constants: Constants) -> Folding:
    """The difference of a sum and what was added last; a difference with 0."""
    left, right = op.operands
    inner = defined_by(left, complex.ADD)
    if inner is not None and inner.operands[1] is right:
        return inner.operands[:1]
    return [left] if _is(constant_value(right), numbers.is_zero) else None


def _is(constant: Attribute | None, is_real: Callable[[int, FloatFormat], bool]) -> bool:
    """Whether a constant is a real number for which that holds."""
    if not isinstance(constant, ArrayAttr):
        return False
    real, imaginary = constant.elements
    assert isinstance(real, FloatAttr)
    assert isinstance(imaginary, FloatAttr)
    format = format_of(real.type)
    return is_real(real.bits, format) and numbers.is_zero(imaginary.bits, format)


def _is_one(bits: int, format: FloatFormat) -> bool:
    return bits == numbers.rounded(1, format)


def multiply(op: Operation, constants: Constants) -> Folding:
    """A product with 1."""
    return op.operands[:1] if _is(constant_value(op.operands[1]), _is_one) else None


def divide(op: Operation, constants: Constants) -> Folding:
    """A quotient of a constant of which a part is NaN: both parts are that. By 1 it is the dividend if that has none.

    Nothing is known of a dividend that is not a constant, unless the operation may assume that there are none.
    """
    dividend = constants[0]
    is_constant = isinstance(dividend, ArrayAttr)
    for one in dividend.elements if isinstance(dividend, ArrayAttr) else ():
        if isinstance(one, FloatAttr) and numbers.is_nan(one.bits, format_of(one.type)):
            return [ArrayAttr((one, one))]
    return op.operands[:1] if (is_constant or has_fast_math(op, "nnan")) and _is(constants[1], _is_one) else None


FOLDERS: Mapping[str, Folder] = {
    "complex.add": add,
    "complex.bitcast": bitcast,
    "complex.conj": undone(complex.CONJ),
    "complex.create": create,
    "complex.div": divide,
    "complex.exp": undone(complex.LOG),
    "complex.im": part(1),
    "complex.log": undone(complex.EXP),
    "complex.mul": multiply,
    "complex.neg": undone(complex.NEG),
    "complex.re": part(0),
    "complex.sub": subtract,
}
"""The folders, by the names of operations."""
