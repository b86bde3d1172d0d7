"""The operations that make constants, by the dialect of what was folded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    ArrayAttr,
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    SparseElementsAttr,
)
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ComplexType, IndexType, IntegerType, RankedTensorType

_ELEMENTS = (DenseElementsAttr, DenseResourceAttr, SparseElementsAttr)


@remembered
def constant_signature(dialect: str, value: Attribute, type: Type) -> Signature | None:
    """Returns the constant that a dialect makes of a value for results of that type; None if it has none for it."""
    declared = REGISTRY.dialects.get(dialect)
    names = () if declared is None else declared.constants
    name = next((name for name in names if _CAN_BE.get(name, is_number_or_elements)(value, type)), None)
    if name is None:
        return None
    definition = REGISTRY.operation(name)
    assert definition is not None
    return Signature.of(definition, (), (type,), DictionaryAttr(((value_name(name), value),)))


def value_name(constant: str) -> str:
    """Returns the name of the attribute that holds the value of the constants of that name."""
    return _VALUE_NAMES.get(constant, "value")


def is_number_or_elements(value: Attribute, type: Type) -> bool:
    """Whether an `arith.constant` is made of that value and type: numbers or elements, none of them signed integers."""
    if isinstance(value, BoolAttr):
        return isinstance(type, IntegerType) and type.width == 1 and not type.signedness
    if not isinstance(value, (IntegerAttr, FloatAttr, *_ELEMENTS)) or value.type is not type:
        return False
    element_type = getattr(type, "element_type", type)
    return not (isinstance(element_type, IntegerType) and element_type.signedness)


def is_complex_number(value: Attribute, type: Type) -> bool:
    """Whether a `complex.constant` can have that value and type: two floats of its element type."""
    if not isinstance(value, ArrayAttr) or not isinstance(type, ComplexType) or len(value) != 2:
        return False
    return all(isinstance(part, FloatAttr) and part.type is type.element_type for part in value)


def is_poison(value: Attribute | None) -> bool:
    """Whether a value is not defined: `#ub.poison`."""
    return value.__class__.__name__ == "PoisonAttr"


def _of_type(text: str) -> Callable[[Attribute, Type], bool]:
    return lambda value, type: str(type) == text


def _is_shape(value: Attribute, type: Type) -> bool:
    """Whether a value is a shape, and a type one of shapes: `!shape.shape`, or that of a list of `index`."""
    is_list = isinstance(type, RankedTensorType) and len(type.shape) == 1 and isinstance(type.element_type, IndexType)
    return isinstance(value, DenseElementsAttr) and (is_list or str(type) == "!shape.shape")


_CAN_BE: Mapping[str, Callable[[Attribute, Type], bool]] = {
    "arith.constant": is_number_or_elements,
    "chlo.constant": lambda value, type: isinstance(value, _ELEMENTS),
    "complex.constant": is_complex_number,
    "func.constant": lambda value, type: True,
    "shape.const_shape": _is_shape,
    "shape.const_size": _of_type("!shape.size"),
    "shape.const_witness": _of_type("!shape.witness"),
    "stablehlo.constant": lambda value, type: isinstance(value, _ELEMENTS),
    "ub.poison": lambda value, type: is_poison(value),
}
"""Whether a constant can have a value and a type."""

_VALUE_NAMES = {"shape.const_shape": "shape", "shape.const_witness": "passing"}
