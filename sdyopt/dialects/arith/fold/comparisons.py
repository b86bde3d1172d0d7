"""Folders of the comparison of integers, and of the selection of one of two values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from sdyopt.dialects.arith.attributes import CMPI_PREDICATES
from sdyopt.dialects.arith.fold.integers import defined_by
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I1, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType, ShapedType, VectorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.elements import element_type_of, elementwise, is_all, number, signed, width_of
from sdyopt.rewriting.folding.values.materialization import is_poison
from sdyopt.rewriting.rewriter import Rewriter

EQ, NE = 0, 1
_LESS, _LESS_OR_EQUAL, _GREATER, _GREATER_OR_EQUAL = range(4)

_SWAPPED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_INVERTED = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_HOLDS: Mapping[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def _relation(predicate: int) -> tuple[str, str]:
    """Returns whether a predicate is about signed ("s") or unsigned ("u") integers, if either, and its relation."""
    word = CMPI_PREDICATES[predicate]
    return ("", word) if predicate in (EQ, NE) else (word[0], word[1:])


def _translated(table: Mapping[str, str]) -> tuple[int, ...]:
    words = [sign + table[relation] for sign, relation in map(_relation, range(len(CMPI_PREDICATES)))]
    return tuple([CMPI_PREDICATES.index(word) for word in words])


SWAPPED = _translated(_SWAPPED)
"""The predicates that hold if the operands are swapped."""
INVERTED = _translated(_INVERTED)
"""The predicates that hold where others do not."""


def predicate_of(op: Operation) -> int:
    """Returns the predicate of a comparison: its place among `CMPI_PREDICATES`."""
    predicate = op.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    return predicate.value


def with_predicate(op: Operation, predicate: int) -> IntegerAttr:
    """Returns the attribute of another predicate than that of `op`."""
    attribute = op.properties["predicate"]
    assert isinstance(attribute, IntegerAttr)
    return IntegerAttr(predicate, attribute.type)


def compare(predicate: int, width: int, a: int, b: int) -> int:
    """Whether two integers compare as a predicate says."""
    sign, relation = _relation(predicate)
    if sign == "s":
        a, b = signed(a, width), signed(b, width)
    return int(_HOLDS[relation](a, b))


def comparison(op: Operation, constants: Constants) -> Folding:
    """Folds a comparison of integers."""
    lhs, rhs = op.operands
    (type,) = op.signature.result_types
    predicate = predicate_of(op)
    if lhs is rhs:
        is_known = not isinstance(type, ShapedType) or type.has_static_shape
        holds = number(type, compare(predicate, 1, 0, 0)) if is_known else None
        return None if holds is None else [holds]
    same = _same_as_bit(predicate, lhs, constants[1])
    if same is not None:
        return [same]
    if constants[0] is not None and constants[1] is None:
        return partial(_swap, op)
    if constants[1] is None or any(map(is_poison, constants)):
        return None
    found = elementwise(partial(compare, predicate, width_of(lhs.type)), type, constants)
    return None if found is None else [found]


def _same_as_bit(predicate: int, lhs: Value, constant: Attribute | None) -> Value | None:
    """Returns the bit that a comparison with 0 or 1 is."""
    if predicate == NE and is_all(constant, 0):
        extension = defined_by(lhs, "arith.extsi", "arith.extui")
        bit = None if extension is None else extension.operands[0]
        if bit is not None and element_type_of(bit.type) is I1 and isinstance(bit.type, (IntegerType, VectorType)):
            return bit
    elif predicate != EQ or not is_all(constant, 1):
        return None
    return lhs if element_type_of(lhs.type) is I1 else None


def _swap(op: Operation, rewriter: Rewriter) -> None:
    """Swaps the operands of a comparison, so that a constant comes last."""
    rewriter.set_property(op, "predicate", with_predicate(op, SWAPPED[predicate_of(op)]))
    rewriter.set_operands(op, op.operands[::-1])


def selection(op: Operation, constants: Constants) -> Folding:
    """Folds the selection of one of two values."""
    condition, if_true, if_false = op.operands
    known, *values = constants
    if if_true is if_false or is_all(known, 1):
        return [if_true]
    if is_all(known, 0) or is_poison(values[0]):
        return [if_false]
    if is_poison(values[1]):
        return [if_true]
    if op.signature.result_types[0] is I1 and is_all(values[0], 1) and is_all(values[1], 0):
        return [condition]
    compared = defined_by(condition, "arith.cmpi")
    if compared is not None and predicate_of(compared) in (EQ, NE) and {*compared.operands} == {if_true, if_false}:
        return [if_false if predicate_of(compared) == EQ else if_true]
    if not isinstance(condition.type, ShapedType) or is_poison(known):
        return None
    found = elementwise(lambda bit, a, b: a if bit else b, op.signature.result_types[0], constants)
    return None if found is None else [found]


FOLDERS: Mapping[str, Folder] = {
    "arith.cmpi": comparison,
    "arith.select": selection,
}
"""The folders, by the names of operations."""
