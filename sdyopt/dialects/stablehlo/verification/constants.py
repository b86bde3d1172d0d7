"""What is known of an operand's value: that of a constant."""

from __future__ import annotations

from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.types import IndexType, IntegerType, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.ods.dense import elements
from sdyopt.ods.literals import element_format


def attribute_integers(attribute: DenseElementsAttr) -> list[int]:
    """The elements of an attribute of integers, row by row."""
    type = attribute.type
    assert isinstance(type, RankedTensorType)
    return [int(element) for element in elements(attribute.text, type.shape, element_format(type.element_type))]


def constant_integers(value: Value) -> list[int] | None:
    """The elements of a constant of integers; None for any other value."""
    if not isinstance(value, OpResult) or not value.owner.has_trait("ConstantLike"):
        return None
    attribute = value.owner.properties.get("value")
    if not isinstance(attribute, DenseElementsAttr):
        return None
    element = getattr(attribute.type, "element_type", None)
    return attribute_integers(attribute) if isinstance(element, (IntegerType, IndexType)) else None
