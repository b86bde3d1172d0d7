"""What is known of an operand's value, that of a constant, and the numbers in an operation's attributes."""

from __future__ import annotations

from math import prod

from sdyopt.dialects.stablehlo.verification.reporting import fail_naming
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IndexType, IntegerType, MemRefType, RankedTensorType, VectorType
from sdyopt.ir.value import OpResult
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements

MAX_NUMBERS = 1 << 20
"""How many numbers are looked at: a few characters may stand for very many that are the same."""


def shaped(attribute: DenseElementsAttr) -> RankedTensorType | VectorType | MemRefType:
    """The type of elements: that of a tensor, or of anything else that has elements."""
    type = attribute.type
    assert isinstance(type, (RankedTensorType, VectorType, MemRefType))
    return type


def attribute_integers(op: Operation, attribute: DenseElementsAttr) -> list[int]:
    """The elements of an attribute of integers, row by row. Fails if they are far more than their text is long."""
    type = shaped(attribute)
    count = prod(type.shape)
    if count > max(MAX_NUMBERS, len(attribute.text)):
        fail_naming(op, f"is checked with up to {MAX_NUMBERS} equal numbers in an attribute, but there are {count}")
    return [int(element) for element in elements(attribute.text, type.shape, element_format(type.element_type))]


def constant_integers(op: Operation, index: int) -> list[int] | None:
    """The elements of operand number `index` if it is a constant of integers; None for any other value."""
    value = op.operands[index]
    if not isinstance(value, OpResult) or not value.owner.has_trait("ConstantLike"):
        return None
    attribute = value.owner.properties.get("value")
    if not isinstance(attribute, DenseElementsAttr):
        return None
    element = getattr(attribute.type, "element_type", None)
    return attribute_integers(op, attribute) if isinstance(element, (IntegerType, IndexType)) else None
