"""What checks read off an operation: the tensors it takes and gives, its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.dialects.stablehlo.verification.compatibility import Shape
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType

UNKNOWN = -(1 << 63)
"""Stands for a size that is not known: in attributes, and in what the reference says of dynamic dimensions."""


def operand_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of an operand that is a tensor with a rank."""
    type = op.signature.operand_types[index]
    assert isinstance(type, RankedTensorType)
    return type


def result_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of a result that is a tensor with a rank."""
    type = op.signature.result_types[index]
    assert isinstance(type, RankedTensorType)
    return type


def integers(op: Operation | Signature, name: str) -> tuple[int, ...]:
    """A list of integers among the properties, () if it is not there."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else ()


def integer(op: Operation | Signature, name: str, default: int = 0) -> int:
    """An integer among the properties."""
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else default


def listed(values: tuple[int, ...] | list[int]) -> str:
    """`0, 1`."""
    return ", ".join([str(value) for value in values])


def listed_sizes(sizes: Iterable[int]) -> str:
    """The sizes of a shape as the reference's messages show them."""
    return ", ".join([str(printed_size(size)) for size in sizes])


def printed_size(size: int) -> int:
    """A size as the reference's messages show it."""
    return UNKNOWN if size == DYNAMIC else size


def with_bounds(shape: Shape, element: Type, bounds: tuple[int | None, ...]) -> RankedTensorType:
    """A tensor type with these bounds; without, if no dimension has one."""
    bounded = any(bound is not None for bound in bounds)
    return RankedTensorType(shape, element, TypeExtensions(bounds) if bounded else None)


def bit_width(type: Type) -> int:
    """How many bits an element has."""
    if isinstance(type, IntegerType):
        return type.width
    if isinstance(type, ComplexType):
        return 2 * bit_width(type.element_type)
    if isinstance(type, FloatType):
        from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS

        return FLOAT_FORMATS[type.name].width
    storage: Type | None = getattr(type, "storage_type", None)
    return 0 if storage is None else bit_width(storage)
