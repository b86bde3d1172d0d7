"""Folders of the operations of shape on sizes and shapes.

A size is an `index` attribute, a shape a list of them. Both stand for values of two types: sizes for `!shape.size` and
`index`, shapes for `!shape.shape` and tensors of `index`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseElementsAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType, ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.attributes import INDEX_WIDTH
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values.elements import Elements, attribute_of, elements_of, mask, signed
from sdyopt.rewriting.folding.values.materialization import is_poison

INDEX = IndexType()
UNKNOWN_SIZE = -(1 << (INDEX_WIDTH - 1))
"""How MLIR writes the size of a dynamic dimension as a number."""


# Sizes and shapes as numbers.


def size_of(constant: Attribute | None) -> int | None:
    """Returns the size that a constant is; None if it is none."""
    return constant.value if isinstance(constant, IntegerAttr) else None


def size_attribute(size: int) -> IntegerAttr:
    """Returns a size as an attribute; it wraps around."""
    return IntegerAttr(signed(size & mask(INDEX_WIDTH), INDEX_WIDTH), INDEX)


def extents_of(constant: Attribute | None) -> tuple[int, ...] | None:
    """Returns the sizes that a constant shape has; None if it is none."""
    if not isinstance(constant, DenseElementsAttr):
        return None
    elements = elements_of(constant)
    if elements is None:
        return None
    extents = tuple([signed(number, INDEX_WIDTH) for number in elements.bits])
    count = prod(constant.shape)
    return extents if len(extents) == count else extents * count


def shape_attribute(extents: Sequence[int]) -> Attribute:
    """Returns the attribute that holds the sizes of a shape."""
    bits = tuple([extent & mask(INDEX_WIDTH) for extent in extents])
    return attribute_of(Elements(RankedTensorType((len(extents),), INDEX), bits))


def sizes_of_type(type: object) -> tuple[int, ...] | None:
    """Returns the sizes of a shaped type as MLIR writes them in numbers; None if their number is not known."""
    if not isinstance(type, ShapedType) or type.dimensions is None:
        return None
    return tuple([UNKNOWN_SIZE if size == DYNAMIC else size for size in type.dimensions])


def shapes_of(constants: Constants) -> list[tuple[int, ...]] | None:
    """Returns the sizes of all shapes; None if one is not known."""
    shapes = [shape for shape in map(extents_of, constants) if shape is not None]
    return shapes if len(shapes) == len(constants) else None


def _index_defined_here(value: Value) -> int | None:
    """Returns the size that the constant which defines `value` is; what else may be known of it does not count."""
    is_constant = isinstance(value, OpResult) and value.owner.name in ("shape.const_size", "arith.constant")
    return size_of(constant_value(value)) if is_constant else None


# Sizes.


def add(op: Operation, constants: Constants) -> Folding:
    """The sum of two sizes: with the index 0 it is the other one."""
    first, second = map(size_of, constants)
    if op.operands[1].type is INDEX and size_of(constant_value(op.operands[1])) == 0:
        return op.operands[:1]
    for constant in constants:
        if is_poison(constant):
            return [constant] if constant is not None else None
    return None if first is None or second is None else [size_attribute(first + second)]


def mul(op: Operation, constants: Constants) -> Folding:
    """The product of two sizes."""
    first, second = map(size_of, constants)
    return None if first is None or second is None else [size_attribute(first * second)]


def div(op: Operation, constants: Constants) -> Folding:
    """The quotient of two sizes: a negative one is rounded down, but what rounds to 0 is 0."""
    first, second = map(size_of, constants)
    if first is None or not second:
        return None
    quotient = abs(first) // abs(second)
    if quotient and (first < 0) != (second < 0):
        quotient = first // second
    return [size_attribute(quotient)]


def same_operands(op: Operation, constants: Constants) -> Folding:
    """An operation that gives an operand back if both are the same."""
    first, second = op.operands
    return [first] if first is second else None


def unchanged(op: Operation, constants: Constants) -> Folding:
    """An operation that gives a constant another type."""
    return [constant] if (constant := constants[0]) is not None else _cast_to_same_type(op)


def _cast_to_same_type(op: Operation) -> Folding:
    return op.operands if op.signature.operand_types == op.signature.result_types else None


# Shapes.


def dim(op: Operation, constants: Constants) -> Folding:
    """A size of the type of a value."""
    sizes = sizes_of_type(op.operands[0].type)
    index = _index_defined_here(op.operands[1])
    if sizes is None or index is None or not 0 <= index < len(sizes) or sizes[index] == UNKNOWN_SIZE:
        return None
    return [size_attribute(sizes[index])]


def get_extent(op: Operation, constants: Constants) -> Folding:
    """A size of a constant shape: before the first one are more of them if all are the same."""
    extents = extents_of(constants[0])
    index = _index_defined_here(op.operands[1])
    if not extents or index is None or index >= len(extents) or (index < 0 and len(set(extents)) > 1):
        return None
    return [size_attribute(extents[max(index, 0)])]


def num_elements(op: Operation, constants: Constants) -> Folding:
    """The product of the sizes of a constant shape."""
    extents = extents_of(constants[0])
    return None if extents is None else [size_attribute(prod(extents))]


def rank(op: Operation, constants: Constants) -> Folding:
    """The number of the sizes of a constant shape."""
    extents = extents_of(constants[0])
    return None if extents is None else [size_attribute(len(extents))]


def from_extents(op: Operation, constants: Constants) -> Folding:
    """The shape with sizes that are constants."""
    sizes = [size for size in map(size_of, constants) if size is not None]
    return [shape_attribute(sizes)] if len(sizes) == len(constants) else None


def to_extent_tensor(op: Operation, constants: Constants) -> Folding:
    """A constant shape as a tensor."""
    extents = extents_of(constants[0])
    return _cast_to_same_type(op) if extents is None else [shape_attribute(extents)]


def concat(op: Operation, constants: Constants) -> Folding:
    """The sizes of two constant shapes."""
    shapes = shapes_of(constants)
    return None if shapes is None else [shape_attribute([size for shape in shapes for size in shape])]


def split_at(op: Operation, constants: Constants) -> Folding:
    """The sizes of a constant shape before a place, which counts from the end if it is negative, and those after."""
    extents, index = extents_of(constants[0]), size_of(constants[1])
    if extents is None or index is None or not -len(extents) <= index <= len(extents):
        return None
    if index < 0:
        index += len(extents)
    return [shape_attribute(extents[:index]), shape_attribute(extents[index:])]


def any_of(op: Operation, constants: Constants) -> Folding:
    """The last of several shapes, where constants are."""
    return [last] if constants and (last := constants[-1]) is not None else None


def broadcast(op: Operation, constants: Constants) -> Folding:
    """The shape that constant ones are broadcast to; one alone is what it is."""
    if len(op.operands) == 1:
        return op.operands if op.signature.operand_types == op.signature.result_types else None
    shapes = shapes_of(constants)
    extents = broadcast_shape(shapes) if shapes else None
    return None if extents is None else [shape_attribute(extents)]


def broadcast_shape(shapes: Iterable[Sequence[int]]) -> Sequence[int] | None:
    """Returns the shape that shapes are broadcast to; None if they do not fit."""
    result: Sequence[int] | None = None
    for shape in shapes:
        result = shape if result is None else broadcast_two(result, shape)
        if result is None:
            return None
    return result


def broadcast_two(first: Sequence[int], second: Sequence[int]) -> list[int] | None:
    """Returns the shape that two shapes are broadcast to; None if they do not fit.

    A size that is not known gives way to one above 1.
    """
    longer = first if len(first) > len(second) else second
    result = list(longer)
    for place in range(-1, -1 - min(len(first), len(second)), -1):
        one, other = first[place], second[place]
        if UNKNOWN_SIZE in (one, other):
            result[place] = next((size for size in (one, other) if size > 1), UNKNOWN_SIZE)
        elif one != other and 1 not in (one, other):
            return None
        else:
            result[place] = one if other == 1 else other
    return result


FOLDERS: Mapping[str, Folder] = {
    "shape.add": add,
    "shape.any": any_of,
    "shape.broadcast": broadcast,
    "shape.concat": concat,
    "shape.dim": dim,
    "shape.div": div,
    "shape.from_extents": from_extents,
    "shape.get_extent": get_extent,
    "shape.index_to_size": unchanged,
    "shape.max": same_operands,
    "shape.min": same_operands,
    "shape.mul": mul,
    "shape.num_elements": num_elements,
    "shape.rank": rank,
    "shape.size_to_index": unchanged,
    "shape.split_at": split_at,
    "shape.to_extent_tensor": to_extent_tensor,
}
"""The folders, by the names of operations."""
