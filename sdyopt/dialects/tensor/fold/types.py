"""What casts of tensors do to what is known of their shapes, and lists of numbers and operands mixed."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.tensor.ops import CAST
from sdyopt.dialects.tensor.syntax import DYNAMIC_INDEX
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, DenseArrayAttr, IntegerAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.rewriting.folding.constants import constant_value

Size = int | Value
"""A number that is known, or the operand that it is."""


def made_by(value: Value, definition: OpDefinition) -> Operation | None:
    """Returns the operation of that kind whose result `value` is."""
    if isinstance(value, OpResult) and value.owner.signature.definition is definition:
        return value.owner
    return None


def ranked(value: Value) -> RankedTensorType:
    """Returns the type of a value that is a tensor with a rank."""
    type = value.type
    assert isinstance(type, RankedTensorType)
    return type


def number_of(value: Size) -> int | None:
    """Returns the number that a size is, also as a constant; None if it is not known."""
    if isinstance(value, int):
        return value
    constant = constant_value(value)
    return constant.value if isinstance(constant, IntegerAttr) else None


# Casts.


def is_at_least_as_static(source: Type, target: Type) -> bool:
    """Whether a tensor of type `target` is known as well as one of type `source`, and both are of one rank."""
    return _same_but_sizes(source, target) and all(
        wanted != DYNAMIC or size == DYNAMIC for size, wanted in zip(_shape(source), _shape(target), strict=True)
    )


def source_of_cast(value: Value) -> Value | None:
    """Returns what is cast to be `value` if at least as much is known of that; None if `value` is no such cast."""
    cast = made_by(value, CAST)
    if cast is None:
        return None
    source = cast.operands[0]
    known = _same_but_sizes(source.type, value.type) and all(
        size != DYNAMIC or wanted == DYNAMIC
        for size, wanted in zip(_shape(source.type), _shape(value.type), strict=True)
    )
    return source if known else None


def _same_but_sizes(first: Type, second: Type) -> bool:
    return (
        isinstance(first, RankedTensorType)
        and isinstance(second, RankedTensorType)
        and first.element_type is second.element_type
        and first.encoding is second.encoding
        and len(first.shape) == len(second.shape)
    )


def _shape(type: Type) -> tuple[int, ...]:
    assert isinstance(type, RankedTensorType)
    return type.shape


# Numbers and operands.


def mixed(op: Operation, static: str, dynamic: str) -> list[Size]:
    """Returns the numbers in the property `static`, with operands of the group `dynamic` where they are not known."""
    definition, numbers = op.definition, op.properties[static]
    assert isinstance(definition, OpDef) and isinstance(numbers, DenseArrayAttr)
    start, stop = operand_range(op, definition, [operand.name for operand in definition.operands].index(dynamic))
    operands = iter(op.operands[start:stop])
    return [next(operands) if number == DYNAMIC_INDEX else number for number in numbers.values]


def static_numbers(sizes: Sequence[Size]) -> DenseArrayAttr:
    """Returns the property for a mixed list."""
    return DenseArrayAttr(I64, tuple([size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]))


def dynamic_operands(sizes: Sequence[Size]) -> list[Value]:
    """Returns the operands for a mixed list."""
    return [size for size in sizes if not isinstance(size, int)]


def shape_from(sizes: Sequence[Size]) -> tuple[int, ...]:
    """Returns the shape of these sizes, as far as the type is to know it."""
    return tuple([size if isinstance(size, int) else DYNAMIC for size in sizes])


def index_attribute(value: int) -> Attribute:
    """Returns an attribute of type index."""
    return IntegerAttr(value, IndexType())


def unused_dimensions(shape: Sequence[int], reduced: Sequence[int], match_dynamic: bool = False) -> set[int] | None:
    """Returns the dimensions of size 1 that `reduced` leaves out; None if there are others.

    With `match_dynamic` a size that is not known is any but 1.
    """
    found = 0
    unused: set[int] = set()
    for number, size in enumerate(shape):
        is_dynamic = match_dynamic and size != 1 and found < len(reduced) and DYNAMIC in (size, reduced[found])
        if found < len(reduced) and (size == reduced[found] or is_dynamic):
            found += 1
        elif size == 1:
            unused.add(number)
        else:
            return None
    return unused if found == len(reduced) else None


class Slice(NamedTuple):
    """The part of a tensor that a slice is."""

    offsets: list[Size]
    sizes: list[Size]
    strides: list[Size]

    @classmethod
    def of(cls, op: Operation) -> Slice:
        """Returns the part that an `extract_slice` or `insert_slice` is about."""
        return cls(*[mixed(op, f"static_{name}", name) for name in cls._fields])

    def is_all_of(self, type: RankedTensorType) -> bool:
        """Whether the slice is known to be a whole tensor of that type."""
        return (
            all(number_of(offset) == 0 for offset in self.offsets)
            and all(number_of(size) == wanted != DYNAMIC for size, wanted in zip(self.sizes, type.shape, strict=False))
            and all(number_of(stride) == 1 for stride in self.strides)
        )

    def fits(self, shape: Sequence[int]) -> bool:
        """Whether what is known of the slice is within a tensor of that shape."""
        for limit, offset, size, stride in zip(shape, *self, strict=False):
            if limit == DYNAMIC or not isinstance(offset, int):
                continue
            if offset >= limit:
                return False
            if isinstance(size, int) and isinstance(stride, int) and offset + (size - 1) * stride >= limit:
                return False
        return True
