"""What shapes take in memory, and what a program takes and gives on one device."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from sdyopt.hlo.scanning import ModuleText
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.layout import LayoutError, Shape, TupleShape, leaves
from sdyopt.layout.shape import ArrayShape, BufferShape, OpaqueShape

_POINTER_BYTES = 8


def bytes_of(shape: Shape) -> int:
    """Returns the bytes of all arrays in a shape, padding included. Raises LayoutError if one has no known size."""
    return sum([array.bytes for array in _arrays(shape)])


def main_memory_bytes(shape: Shape) -> int:
    """Returns the bytes of the arrays in a shape that are in a device's main memory, padding included.

    Other memory spaces, as `S(1)` in a layout says, are faster ones on the chip, and the host's. Raises LayoutError.
    """
    return sum([array.bytes for array in _arrays(shape) if not array.layout.memory_space])


def unpadded_bytes(shape: Shape) -> int:
    """Returns the bytes of all arrays in a shape, in any memory, without padding. Raises LayoutError."""
    return sum([-(-prod(array.bounds) * array.bits // 8) for array in _arrays(shape)])


def _arrays(shape: Shape) -> Iterator[ArrayShape]:
    for _, leaf in leaves(shape):
        array = leaf.array if isinstance(leaf, BufferShape) else leaf
        if not isinstance(array, OpaqueShape):
            yield array


class EntrySizes(NamedTuple):
    """The main memory that a program's arguments and results take on one device, in bytes."""

    arguments: tuple[int, ...]
    """Of each argument."""
    results: tuple[int, ...]
    """Of each element of the result, or of the result itself if that is not a tuple."""
    donated: int
    """What results take in the memory of arguments."""
    tuple_table: int
    """The pointers to the elements of the result. XLA counts them among the results."""
    unpadded_arguments: int
    """What all arguments would take without the padding of tiles, in whatever memory."""

    @property
    def after_donation(self) -> int:
        """Returns the arguments and results together, what they share counted once."""
        return sum(self.arguments) + sum(self.results) - self.donated


def entry_sizes(module: ModuleText) -> EntrySizes | None:
    """Returns the sizes from the line that begins the module, None if it does not give the shapes. Raises HloError."""
    layout = module.header.layout
    if layout is None or layout.result is None:
        return None
    result = layout.result
    parts = result.elements if isinstance(result, TupleShape) else (result,)
    try:
        arguments = tuple(map(main_memory_bytes, layout.parameters))
        results = tuple(map(main_memory_bytes, parts))
        donated = sum([main_memory_bytes(_at(result, alias.result_index)) for alias in module.header.aliases])
        unpadded = sum(map(unpadded_bytes, layout.parameters))
    except (LayoutError, LookupError) as error:
        raise module.error(str(error), module.header_line) from None
    return EntrySizes(arguments, results, donated, _POINTER_BYTES * _pointers(result), unpadded)


def _at(shape: Shape, index: tuple[int, ...]) -> Shape:
    """Returns an element of nested tuples. Raises LookupError."""
    for number in index:
        if not isinstance(shape, TupleShape) or not 0 <= number < len(shape.elements):
            raise LookupError("input_output_alias names a result that does not exist")
        shape = shape.elements[number]
    return shape


def _pointers(shape: Shape) -> int:
    """Returns the number of elements of a tuple and of the tuples in it."""
    total, work = 0, [shape]
    while work:
        current = work.pop()
        if isinstance(current, TupleShape):
            total += len(current.elements)
            work += current.elements
    return total
