"""Folders of the operations of arith on two integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import OVERFLOW, IntegerOverflowFlagsAttr
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.folders import Constants, Folded, Folder, Folding
from sdyopt.rewriting.folding.values.elements import elements_of, elementwise, is_all, number, width_of
from sdyopt.rewriting.folding.values.integer_arithmetic import (
    COMPUTE,
    Special,
    all_ones,
    has_no_quotient,
    is_too_far,
    largest,
    one,
    smallest,
    zero,
)
from sdyopt.rewriting.folding.values.materialization import is_poison

Simplify = Callable[[Operation], Folded | None]
"""Returns what the result of an operation is because of what defines the operands; None if nothing is known."""


class Binary(NamedTuple):
    """What is known about an operation on two integers."""

    neutral: Special | None = None
    """The second operand with which the result is the first operand."""
    absorbing: Special | None = None
    """The second operand with which it is the result."""
    constant: tuple[Special, int] | None = None
    """A second operand with which the result is a constant, and that number: -1 means all bits set."""
    of_same: str = ""
    """What the result is if the operands are the same: "operand", or "zero"."""
    simplify: Simplify | None = None
    is_undefined: Callable[[int, int, int], bool] | None = None
    """Whether a number of two is not defined, given their width, if only the last elements decide about all."""
    is_idempotent: bool = False
    """Whether, if nothing else is known, the result is the operand if both are the same."""


def fold_binary(
    known: Binary, compute: Callable[[int, int, int], int | None], op: Operation, constants: Constants
) -> Folding:
    """Folds an operation on two integers, given its operands as far as they are constants."""
    lhs, rhs = op.operands
    (type,) = op.signature.result_types
    if lhs is rhs and known.of_same:
        same = lhs if known.of_same == "operand" else zero_of(op)
        if same is not None:
            return [same]
    is_any_known = constants[0] is not None or constants[1] is not None
    found = _with_constant(known, op, constants[1])
    if found is None and known.simplify is not None:
        found = known.simplify(op)
    if found is None and is_any_known and not _is_undefined(known, constants, width_of(type)):
        found = elementwise(partial(compute, width_of(type)), type, constants)
    if found is None and lhs is rhs and known.is_idempotent:
        found = lhs
    return None if found is None else [found]


def _with_constant(known: Binary, op: Operation, constant: Attribute | None) -> Folded | None:
    """Returns what the result is because of the second operand."""
    if constant is None or is_poison(constant):
        return None
    lhs, rhs = op.operands
    width = width_of(lhs.type)
    if known.absorbing is not None and is_all(constant, known.absorbing(width)):
        return rhs
    if known.neutral is not None and is_all(constant, known.neutral(width)):
        return lhs
    if known.constant is not None and is_all(constant, known.constant[0](width)):
        return number(lhs.type, known.constant[1])
    return None


def _is_undefined(known: Binary, constants: Constants, width: int) -> bool:
    """Whether an operation on constants is not folded because of the last elements."""
    if known.is_undefined is None:
        return False
    lhs, rhs = map(elements_of, constants)
    if lhs is None or rhs is None or not lhs.bits or not rhs.bits:
        return known.is_undefined is is_too_far
    return known.is_undefined(width, lhs.bits[-1], rhs.bits[-1])


def zero_of(op: Operation) -> Attribute | None:
    """Returns 0 as a constant of the type of the first result; None for one that has no such constant.

    The difference of tensors whose shape is not known has none, although their exclusive disjunction has.
    """
    type = op.signature.result_types[0]
    if isinstance(type, ShapedType) and not type.has_static_shape and op.signature.definition is arith.SUBI:
        return None
    return number(type, 0)


def defined_by(value: Value, *names: str) -> Operation | None:
    """Returns the operation that defines `value` if it has one of these names."""
    return value.owner if isinstance(value, OpResult) and value.owner.name in names else None


def is_inverse(value: Value, of: Value) -> bool:
    """Whether `value` is defined as `of` with all bits inverted."""
    inversion = defined_by(value, "arith.xori")
    if inversion is None or inversion.operands[0] is not of:
        return False
    return is_all(constant_value(inversion.operands[1]), -1)


def _quotient(flag: str, op: Operation) -> Value | None:
    """`(a * b) / b` is `a` if the product does not overflow, as a flag says."""
    product = defined_by(op.operands[0], "arith.muli")
    if product is None or op.operands[1] not in product.operands:
        return None
    flags = product.properties[OVERFLOW.name]
    assert isinstance(flags, IntegerOverflowFlagsAttr)
    first, second = product.operands
    return (first if second is op.operands[1] else second) if flags.flags & flags.words()[flag] else None


def _sum(op: Operation) -> Value | None:
    """`(a - b) + b` and `b + (a - b)` are `a`."""
    for one_operand, other in (op.operands, op.operands[::-1]):
        difference = defined_by(one_operand, "arith.subi")
        if difference is not None and difference.operands[1] is other:
            return difference.operands[0]
    return None


def _difference(op: Operation) -> Value | None:
    """`(a + b) - b` is `a`, `(a + b) - a` is `b`, and so is `a - (a - b)`."""
    lhs, rhs = op.operands
    added = defined_by(lhs, "arith.addi")
    if added is not None and rhs in added.operands:
        first, second = added.operands
        return first if second is rhs else second
    difference = defined_by(rhs, "arith.subi")
    return difference.operands[1] if difference is not None and difference.operands[0] is lhs else None


def _conjunction(op: Operation) -> Folded | None:
    """`a & ~a` is 0, `(a & b) & a` is `a & b`."""
    lhs, rhs = op.operands
    if is_inverse(lhs, rhs) or is_inverse(rhs, lhs):
        return zero_of(op)
    for one_operand, other in ((lhs, rhs), (rhs, lhs)):
        inner = defined_by(one_operand, "arith.andi")
        if inner is not None and other in inner.operands:
            return one_operand
    return None


def _disjunction(op: Operation) -> Value | None:
    """`a | ~a` has all bits set, as the constant with which `a` is inverted."""
    lhs, rhs = op.operands
    for one_operand, other in ((rhs, lhs), (lhs, rhs)):
        if is_inverse(one_operand, other):
            assert isinstance(one_operand, OpResult)
            return one_operand.owner.operands[1]
    return None


def _exclusive_disjunction(op: Operation) -> Folded | None:
    """`a ^ a` is 0, `(a ^ b) ^ b` is `a`, and so are the forms with operands swapped."""
    if op.operands[0] is op.operands[1]:
        return zero_of(op)
    for one_operand, other in (op.operands, op.operands[::-1]):
        inner = defined_by(one_operand, "arith.xori")
        if inner is not None and other in inner.operands:
            first, second = inner.operands
            return first if second is other else second
    return None


BINARY: Mapping[str, Binary] = {
    "addi": Binary(neutral=zero, simplify=_sum),
    "andi": Binary(absorbing=zero, neutral=all_ones, is_idempotent=True, simplify=_conjunction),
    "ceildivsi": Binary(neutral=one),
    "ceildivui": Binary(neutral=one),
    "divsi": Binary(neutral=one, simplify=partial(_quotient, "nsw")),
    "divui": Binary(neutral=one, simplify=partial(_quotient, "nuw")),
    "floordivsi": Binary(neutral=one, is_undefined=has_no_quotient),
    "maxsi": Binary(absorbing=largest, neutral=smallest, of_same="operand"),
    "maxui": Binary(absorbing=all_ones, neutral=zero, of_same="operand"),
    "minsi": Binary(absorbing=smallest, neutral=largest, of_same="operand"),
    "minui": Binary(absorbing=zero, neutral=all_ones, of_same="operand"),
    "muli": Binary(absorbing=zero, neutral=one),
    "ori": Binary(constant=(all_ones, -1), neutral=zero, is_idempotent=True, simplify=_disjunction),
    "remsi": Binary(constant=(one, 0)),
    "remui": Binary(constant=(one, 0)),
    "shli": Binary(neutral=zero, is_undefined=is_too_far),
    "shrsi": Binary(neutral=zero, is_undefined=is_too_far),
    "shrui": Binary(neutral=zero, is_undefined=is_too_far),
    "subi": Binary(neutral=zero, of_same="zero", simplify=_difference),
    "xori": Binary(neutral=zero, simplify=_exclusive_disjunction),
}
"""What is known about the operations, by their names without the dialect."""


def same_operands(op: Operation, constants: Constants) -> Folding:
    """An operation that gives an operand back if the last two are the same."""
    *_, value, other = op.operands
    return [value] if value is other else None


FOLDERS: Mapping[str, Folder] = {
    **{f"arith.{name}": partial(fold_binary, known, COMPUTE[name]) for name, known in BINARY.items()},
}
"""The folders, by the names of operations."""
