"""Shapes: arrays with their layout, tuples, buffers, tokens and opaque values. All are immutable values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdyopt.display.wording import counted
from sdyopt.layout.element_types import OPAQUE_TYPES, ElementType
from sdyopt.layout.errors import InvalidPartError, LayoutError
from sdyopt.layout.layout import Layout

if TYPE_CHECKING:
    from sdyopt.layout.tiling import Tiling


def layout_text(layout: Layout) -> str:
    """The layout in braces; nothing for that of a scalar without any field. Fields stand in XLA's order, those with
    their default value not at all.
    """
    fields = ""
    if layout.tiles:
        fields += f"T{''.join(map(str, layout.tiles))}"
    if layout.tail_padding_alignment_in_elements != 1:
        fields += f"L({layout.tail_padding_alignment_in_elements})"
    if layout.index_primitive_type:
        fields += f"#({layout.index_primitive_type})"
    if layout.pointer_primitive_type:
        fields += f"*({layout.pointer_primitive_type})"
    if layout.element_size_in_bits:
        fields += f"E({layout.element_size_in_bits})"
    if layout.memory_space:
        fields += f"S({layout.memory_space})"
    if layout.split_configs:
        fields += f"SC{''.join(map(str, layout.split_configs))}"
    if layout.dynamic_shape_metadata_prefix_bytes > 0:
        fields += f"M({layout.dynamic_shape_metadata_prefix_bytes})"
    order = ",".join(map(str, layout.minor_to_major))
    if fields:
        return f"{{{order}:{fields}}}"
    return f"{{{order}}}" if order else ""


class _Printed:
    """Prints as XLA writes it."""

    __slots__ = ()

    def __str__(self) -> str:
        assert isinstance(self, (ArrayShape, OpaqueShape, BufferShape, TupleShape))
        return shape_text(self)


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension of an array: `5`, at most five `<=5` (`dynamic`), or of any size `?` (`size` is None)."""

    size: int | None
    dynamic: bool = False

    def __post_init__(self) -> None:
        if self.size is not None and self.size < 0:
            raise InvalidPartError(f"a dimension's size cannot be negative: {self.size}")

    def __str__(self) -> str:
        if self.size is None:
            return "?"
        return f"<={self.size}" if self.dynamic else str(self.size)


def check_entries(entries: int, rank: int) -> None:
    """Raises InvalidPartError unless minor_to_major has an entry for each dimension."""
    if entries != rank:
        raise InvalidPartError(
            f"minor_to_major has {counted(entries, 'entry', 'entries')}, but the array has "
            f"{counted(rank, 'dimension')}",
            "minor_to_major",
        )


@dataclass(frozen=True, slots=True)
class ArrayShape(_Printed):
    """`f32[3,5]{1,0:T(2,2)}`. Dimensions are in logical order; a dynamic one takes the memory of its bound."""

    element_type: ElementType
    dimensions: tuple[Dimension, ...]
    layout: Layout

    def __post_init__(self) -> None:
        check_entries(len(self.layout.minor_to_major), len(self.dimensions))

    @property
    def bounds(self) -> tuple[int, ...]:
        """The sizes of the dimensions in logical order. Raises LayoutError if one is unbounded."""
        bounds = []
        for number, dimension in enumerate(self.dimensions):
            if dimension.size is None:
                raise LayoutError(f"dimension {number} is unbounded ('?'), so the array has no place in memory")
            bounds.append(dimension.size)
        return tuple(bounds)

    @property
    def bits(self) -> int:
        """What one element takes in memory, in bits."""
        return self.layout.element_size_in_bits or self.element_type.bytes * 8

    @property
    def tiling(self) -> Tiling:
        """How the layout puts the array in memory. Raises LayoutError if a dimension is unbounded."""
        from sdyopt.layout.tiling import Tiling

        return Tiling.of(self.bounds, self.layout)

    @property
    def bytes(self) -> int:
        """What the array takes in memory with its padding, in bytes."""
        return -(-self.tiling.size * self.bits // 8)

    def linear_index(self, index: Sequence[int]) -> int:
        """The position in memory, in elements, of the element at a logical index."""
        return self.tiling.linear_index(index)

    def logical_index(self, offset: int) -> tuple[int, ...] | None:
        """The logical index of the element at a position in memory; None for padding."""
        return self.tiling.logical_index(offset)


@dataclass(frozen=True, slots=True)
class OpaqueShape(_Printed):
    """`token[]` or `opaque[]`: a value without elements."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in OPAQUE_TYPES:
            raise LayoutError(f"'{self.name}' is not one of {', '.join(OPAQUE_TYPES)}")


@dataclass(frozen=True, slots=True)
class BufferShape(_Printed):
    """`b(f32[3]{0})`: a buffer that holds an array."""

    array: ArrayShape


@dataclass(frozen=True, slots=True)
class TupleShape(_Printed):
    """`(f32[3]{0}, s32[]{0})`; tuples may nest."""

    elements: tuple[Shape, ...]


Shape = ArrayShape | OpaqueShape | BufferShape | TupleShape

Leaf = ArrayShape | OpaqueShape | BufferShape
"""A shape that is not a tuple."""


def leaves(shape: Shape) -> Iterator[tuple[tuple[int, ...], Leaf]]:
    """The shapes in a tuple that are not tuples, from left to right, each with the path of element numbers to it."""
    work: list[tuple[tuple[int, ...], Shape]] = [((), shape)]
    while work:
        path, current = work.pop()
        if isinstance(current, TupleShape):
            numbered = [((*path, number), element) for number, element in enumerate(current.elements)]
            work += reversed(numbered)
        else:
            yield path, current


_NUMBERED_EVERY = 5
"""In a tuple, each fifth element is preceded by a comment with its number."""


def shape_text(shape: Shape) -> str:
    """The text of a shape, of tuples of any depth."""
    parts: list[str] = []
    work: list[Shape | str] = [shape]
    while work:
        current = work.pop()
        if isinstance(current, str):
            parts.append(current)
        elif isinstance(current, TupleShape):
            work.append(")")
            for number in range(len(current.elements) - 1, -1, -1):
                work += (current.elements[number], _before(number))
            work.append("(")
        else:
            parts.append(_leaf_text(current))
    return "".join(parts)


def _before(number: int) -> str:
    """The text before an element of a tuple."""
    if number == 0:
        return ""
    return f", /*index={number}*/" if number % _NUMBERED_EVERY == 0 else ", "


def _leaf_text(shape: Leaf) -> str:
    if isinstance(shape, ArrayShape):
        return array_text(shape)
    return f"b({array_text(shape.array)})" if isinstance(shape, BufferShape) else f"{shape.name}[]"


def array_text(shape: ArrayShape) -> str:
    dimensions = ",".join(map(str, shape.dimensions))
    return f"{shape.element_type}[{dimensions}]{layout_text(shape.layout)}"
