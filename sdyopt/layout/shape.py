"""Shapes: arrays with their layout, tuples, buffers, tokens and opaque values. All are immutable values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Final

from sdyopt.display.wording import counted
from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple

# The element types of XLA's arrays.


class ElementType(NamedTuple):
    """`bytes` is what one element takes where the layout does not say otherwise by `E(bits)`: at least one, so types
    narrower than a byte are packed only on request.
    """

    name: str
    bytes: int
    integral: bool = False

    def __str__(self) -> str:
        return self.name


_INTEGERS = {f"{sign}{bits}": max(1, bits // 8) for sign in "su" for bits in (1, 2, 4, 8, 16, 32, 64)}

_OTHERS = {
    "pred": 1,
    "f4e2m1fn": 1,
    "f6e2m3fn": 1,
    "f6e3m2fn": 1,
    "f8e3m4": 1,
    "f8e4m3": 1,
    "f8e4m3b11fnuz": 1,
    "f8e4m3fn": 1,
    "f8e4m3fnuz": 1,
    "f8e5m2": 1,
    "f8e5m2fnuz": 1,
    "f8e8m0fnu": 1,
    "bf16": 2,
    "f16": 2,
    "f32": 4,
    "f64": 8,
    "c64": 8,
    "c128": 16,
}

ELEMENT_TYPES: dict[str, ElementType] = {
    **{name: ElementType(name, size) for name, size in _OTHERS.items()},
    **{name: ElementType(name, size, integral=True) for name, size in _INTEGERS.items()},
}
"""By name, in lower case."""

OPAQUE_TYPES = ("token", "opaque")
"""Types of values that are not arrays: they have no elements, and are written `token[]`."""


# What is said about a layout that cannot be.

Part = tuple[str | int, ...]
"""Where in a shape something is wrong: a field's name and positions in it, as `("tiles", 0, 1)`."""


class LayoutError(SdyOptError, ValueError):
    """An impossible shape, layout, index or offset. The message names the part."""


class InvalidPartError(LayoutError):
    """One part of a layout or a shape contradicts the others."""

    def __init__(self, message: str, *part: str | int) -> None:
        super().__init__(message)
        self.part: Part = part


class ShapeSyntaxError(LayoutError):
    """A text that is not a shape. `offset` counts the characters of `text` before the place."""

    def __init__(self, message: str, text: str, offset: int) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset

    @property
    def column(self) -> int:
        """The place as a column of its line, from 1."""
        return self.offset - self.text.rfind("\n", 0, self.offset)


# Layouts: how the elements of an array are put in memory, with the tiles of https://openxla.org/xla/tiled_layout.

COMBINE: Final = -(2**63)
"""A star in a tile: the dimension is combined with the next more minor one before tiling."""

MEMORY_SPACES = {0: "default", 1: "generic fast", 5: "host"}
"""XLA's names of memory spaces."""

_MEMORY_SPACES = range(-128, 128)
"""The numbers of memory spaces, which XLA keeps in one byte."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile's sizes from major to minor, in elements, each positive or `COMBINE`. It applies to the most minor
    dimensions of an array.
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        for position, size in enumerate(self.sizes):
            if size <= 0 and size != COMBINE:
                raise InvalidPartError(
                    f"a tile's dimensions are positive, or '*' to combine one with the next more minor one, not {size}",
                    position,
                )
        if self.sizes and self.sizes[-1] == COMBINE:
            raise InvalidPartError(
                "the last dimension of a tile cannot be '*': there is no more minor one to combine it with",
                len(self.sizes) - 1,
            )

    def __str__(self) -> str:
        return f"({','.join(['*' if size == COMBINE else str(size) for size in self.sizes])})"

    @property
    def rank(self) -> int:
        """How many dimensions of the array it applies to, before any are combined."""
        return len(self.sizes)

    @property
    def combined(self) -> tuple[int, ...]:
        """The sizes without the stars: those of the array after combining."""
        return tuple([size for size in self.sizes if size != COMBINE])

    @property
    def groups(self) -> tuple[int, ...]:
        """For each size of `combined`, how many dimensions of the array are combined to the one that it tiles."""
        groups, stars = [], 0
        for size in self.sizes:
            stars += 1
            if size != COMBINE:
                groups.append(stars)
                stars = 0
        return tuple(groups)


class SplitConfig(NamedTuple):
    """`SC(dimension:index,…)`: the positions at which a dimension is split over memories. Kept, not interpreted."""

    dimension: int
    split_indices: tuple[int, ...]

    def __str__(self) -> str:
        return f"({self.dimension}:{','.join(map(str, self.split_indices))})"


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields have XLA's names. Of those after `tiles`, `tail_padding_alignment_in_elements` and
    `element_size_in_bits` say how much memory an array takes; the others are kept and printed.

    `minor_to_major` is a permutation of the array's dimensions, the most minor first. The first tile applies to the
    array in that order, each further one to what the one before it made.
    """

    minor_to_major: tuple[int, ...]
    tiles: tuple[Tile, ...] = ()
    tail_padding_alignment_in_elements: int = 1
    index_primitive_type: ElementType | None = None
    pointer_primitive_type: ElementType | None = None
    element_size_in_bits: int = 0
    """0: as wide as the element type."""
    memory_space: int = 0
    split_configs: tuple[SplitConfig, ...] = ()
    dynamic_shape_metadata_prefix_bytes: int = 0

    def __post_init__(self) -> None:
        self._check_order()
        self._check_tiles()
        if self.tail_padding_alignment_in_elements < 1:
            raise InvalidPartError(
                f"the tail padding alignment is at least 1, not {self.tail_padding_alignment_in_elements}",
                "tail_padding_alignment_in_elements",
            )
        for name, what in (("index_primitive_type", "indices"), ("pointer_primitive_type", "pointers")):
            element_type: ElementType | None = getattr(self, name)
            if element_type is not None and not element_type.integral:
                raise InvalidPartError(f"the type of {what} is one of integers, not '{element_type}'", name)
        if self.element_size_in_bits < 0:
            raise InvalidPartError(
                f"an element's size in bits cannot be negative: {self.element_size_in_bits}", "element_size_in_bits"
            )
        if self.memory_space not in _MEMORY_SPACES:
            raise InvalidPartError(
                f"a memory space is a number from -128 to 127, not {self.memory_space}", "memory_space"
            )

    def _check_order(self) -> None:
        rank = len(self.minor_to_major)
        seen: set[int] = set()
        for position, dimension in enumerate(self.minor_to_major):
            problem = f"dimension {dimension} is there twice" if dimension in seen else ""
            problem = problem if 0 <= dimension < rank else f"{dimension} is not from 0 to {rank - 1}"
            if problem:
                problem = f"minor_to_major is not a permutation: {problem}"
                raise InvalidPartError(problem, "minor_to_major", position)
            seen.add(dimension)

    def _check_tiles(self) -> None:
        rank = max(1, len(self.minor_to_major))  # A scalar is tiled as an array of one element.
        for number, tile in enumerate(self.tiles):
            if tile.rank > rank:
                what = "the array" if self.minor_to_major else "a scalar, tiled as an array of one element,"
                if number > 0:
                    what = f"what tile {number} makes of the array"
                raise InvalidPartError(
                    f"tile {number + 1} has {counted(tile.rank, 'dimension')}, but {what} has only {rank}",
                    "tiles",
                    number,
                )
            rank += 2 * len(tile.combined) - tile.rank


@lru_cache(maxsize=64)
def descending(rank: int) -> Layout:
    """The layout of an array that names none: the last dimension is the most minor one."""
    return Layout(tuple(range(rank - 1, -1, -1)))


def layout_text(layout: Layout) -> str:
    """The layout in braces; nothing for that of a scalar without any field. Fields stand in XLA's order, those with
    their default value not at all.
    """
    given = {
        "T": "".join(map(str, layout.tiles)),
        "L": _in_parentheses(layout.tail_padding_alignment_in_elements, default=1),
        "#": _in_parentheses(layout.index_primitive_type),
        "*": _in_parentheses(layout.pointer_primitive_type),
        "E": _in_parentheses(layout.element_size_in_bits),
        "S": _in_parentheses(layout.memory_space),
        "SC": "".join(map(str, layout.split_configs)),
        "M": _in_parentheses(max(layout.dynamic_shape_metadata_prefix_bytes, 0)),
    }
    fields = "".join([f"{letter}{text}" for letter, text in given.items() if text])
    order = ",".join(map(str, layout.minor_to_major))
    if fields:
        return f"{{{order}:{fields}}}"
    return f"{{{order}}}" if order else ""


def _in_parentheses(value: ElementType | int | None, default: int = 0) -> str:
    return f"({value})" if value is not None and value != default else ""


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
        """Returns what one element takes in memory, in bits."""
        return self.layout.element_size_in_bits or self.element_type.bytes * 8

    @property
    def tiling(self) -> Tiling:
        return Tiling.of(self.bounds, self.layout)

    @property
    def bytes(self) -> int:
        """Returns what the array takes in memory with its padding, in bytes."""
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
    parts: list[str] = []
    work: list[Shape | str] = [shape]
    while work:
        if isinstance(current := work.pop(), str):
            parts.append(current)
        elif isinstance(current, TupleShape):
            work.append(")")
            for number in range(len(current.elements) - 1, -1, -1):
                work += (current.elements[number], _before(number))
            work.append("(")
        elif isinstance(current, BufferShape):
            parts.append(f"b({array_text(current.array)})")
        else:
            parts.append(array_text(current) if isinstance(current, ArrayShape) else f"{current.name}[]")
    return "".join(parts)


def _before(number: int) -> str:
    if number == 0:
        return ""
    return f", /*index={number}*/" if number % _NUMBERED_EVERY == 0 else ", "


def array_text(shape: ArrayShape) -> str:
    dimensions = ",".join(map(str, shape.dimensions))
    return f"{shape.element_type}[{dimensions}]{layout_text(shape.layout)}"


# Where the elements of an array are in memory: the formulas of https://openxla.org/xla/tiled_layout.

MAX_BITS = 2048
"""Of all bounds and tile sizes together. More is not an array; and without a limit, a text could ask for products of
millions of numbers."""


def untiled_index(index: Sequence[int], bounds: Sequence[int]) -> int:
    """linear_index(e, d) = en·dn−1·…·d1 + en−1·dn−2·…·d1 + … + e1."""
    result = 0
    for position, bound in zip(index, bounds, strict=True):
        result = result * bound + position
    return result


def untiled_coordinates(offset: int, bounds: Sequence[int]) -> tuple[int, ...]:
    """The index that `untiled_index` maps to `offset`. No bound may be 0."""
    result = []
    for bound in reversed(bounds):
        offset, position = divmod(offset, bound)
        result.append(position)
    return tuple(reversed(result))


@dataclass(frozen=True, slots=True)
class TilingStep:
    """One tile, applied to the most minor dimensions of an array of `bounds`; the first `untouched` ones stay.

    `combined` are the bounds after the tile's stars have combined dimensions. Of each dimension that is then tiled,
    `tile_counts` has the number of tiles, ⌈d/t⌉. The result has the bounds `tiled`:
    (…, ⌈dn/tn⌉, …, ⌈d1/t1⌉, tn, …, t1).
    """

    bounds: tuple[int, ...]
    tile: Tile
    untouched: int = field(init=False, compare=False)
    combined: tuple[int, ...] = field(init=False, compare=False)
    tile_counts: tuple[int, ...] = field(init=False, compare=False)
    tiled: tuple[int, ...] = field(init=False, compare=False)
    _groups: tuple[tuple[slice, int], ...] = field(init=False, compare=False, repr=False)
    """For each size of the tile without stars, the dimensions of the array that it tiles, combined; and that size."""

    def __post_init__(self) -> None:
        untouched = first = len(self.bounds) - self.tile.rank
        kept = self.bounds[:untouched]
        groups = []
        for group, size in zip(self.tile.groups, self.tile.combined, strict=True):
            groups.append((slice(first, first + group), size))
            first += group
        combined = [prod(self.bounds[dimensions]) for dimensions, _ in groups]
        counts = tuple([-(-bound // size) for bound, (_, size) in zip(combined, groups, strict=True)])
        derived = {
            "untouched": untouched,
            "combined": (*kept, *combined),
            "tile_counts": counts,
            "tiled": (*kept, *counts, *self.tile.combined),
            "_groups": tuple(groups),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def padded(self) -> tuple[int, ...]:
        """The combined bounds, each tiled one raised to a multiple of its tile size."""
        raised = [count * size for count, size in zip(self.tile_counts, self.tile.combined, strict=True)]
        return (*self.bounds[: self.untouched], *raised)

    def apply(self, index: Sequence[int]) -> tuple[int, ...]:
        """An index of the array as one of the result: (…, ⌊en/tn⌋, …, ⌊e1/t1⌋, en mod tn, …, e1 mod t1)."""
        quotients, remainders = [], []
        for dimensions, size in self._groups:
            quotient, remainder = divmod(untiled_index(index[dimensions], self.bounds[dimensions]), size)
            quotients.append(quotient)
            remainders.append(remainder)
        return (*index[: self.untouched], *quotients, *remainders)

    def undo(self, index: Sequence[int]) -> tuple[int, ...] | None:
        """The index of the array that `apply` maps to an index of the result; None for padding."""
        untouched, tiled = self.untouched, len(self._groups)
        result = list(index[:untouched])
        for number, (dimensions, size) in enumerate(self._groups, untouched):
            combined = index[number] * size + index[number + tiled]
            if combined >= self.combined[number]:
                return None
            result += untiled_coordinates(combined, self.bounds[dimensions])
        return tuple(result)


class Tiling(NamedTuple):
    """How a layout puts an array of `logical_bounds` in memory.

    `major_to_minor` gives the dimensions in physical order. `steps` are the tiles in their order, each applied to what
    the step before it made; without tiles there is none. The number of elements in memory is a multiple of
    `tail_alignment`.
    """

    logical_bounds: tuple[int, ...]
    major_to_minor: tuple[int, ...]
    steps: tuple[TilingStep, ...]
    tail_alignment: int = 1

    @classmethod
    def of(cls, bounds: tuple[int, ...], layout: Layout) -> Tiling:
        """The tiling of an array of `bounds`. Raises LayoutError if its numbers exceed 64-bit integers."""
        alignment = layout.tail_padding_alignment_in_elements
        numbers = [*bounds, *[size for tile in layout.tiles for size in tile.combined], alignment]
        if sum([max(1, number.bit_length()) for number in numbers]) + len(layout.tiles) > MAX_BITS:
            raise LayoutError(f"the array is too large: its bounds and tiles take more than {MAX_BITS} bits")
        major_to_minor = layout.minor_to_major[::-1]
        current = tuple([bounds[dimension] for dimension in major_to_minor])
        if layout.tiles and not current:
            current = (1,)  # A scalar is tiled as an array of one element.
        steps = []
        for tile in layout.tiles:
            step = TilingStep(current, tile)
            steps.append(step)
            current = step.tiled
        return cls(bounds, major_to_minor, tuple(steps), alignment)

    @property
    def physical_bounds(self) -> tuple[int, ...]:
        """The logical bounds in physical order, before the first tile."""
        return tuple([self.logical_bounds[dimension] for dimension in self.major_to_minor])

    @property
    def bounds(self) -> tuple[int, ...]:
        """The bounds of the untiled array that all tiles together make."""
        return self.steps[-1].tiled if self.steps else self.physical_bounds

    @property
    def elements(self) -> int:
        """How many elements the array has, without padding."""
        return prod(self.logical_bounds)

    @property
    def size(self) -> int:
        """How many elements it takes in memory, with padding."""
        return -(-prod(self.bounds) // self.tail_alignment) * self.tail_alignment

    @property
    def padding(self) -> int:
        """How many elements of the memory belong to no element of the array."""
        return self.size - self.elements

    @property
    def padding_share(self) -> float:
        """Which part of the memory is padding, from 0 to 1."""
        return self.padding / self.size if self.size else 0.0

    def linear_index(self, index: Sequence[int]) -> int:
        """The position in memory of the element at a logical index. Raises LayoutError for an index out of bounds."""
        if len(index) != len(self.logical_bounds):
            raise LayoutError(
                f"index ({_commas(index)}) has {counted(len(index), 'entry', 'entries')}, but the array has "
                f"{counted(len(self.logical_bounds), 'dimension')}"
            )
        for dimension, (position, bound) in enumerate(zip(index, self.logical_bounds, strict=True)):
            if not 0 <= position < bound:
                raise LayoutError(
                    f"index ({_commas(index)}) is out of bounds: entry {dimension} is {position}, but dimension "
                    f"{dimension} has size {bound}"
                )
        return untiled_index(self.coordinates(index)[-1], self.bounds)

    def coordinates(self, index: Sequence[int]) -> list[tuple[int, ...]]:
        """A logical index in physical order, then after each step. It may point into the padding of the first step."""
        current = tuple([index[dimension] for dimension in self.major_to_minor])
        result = [current]
        for step in self.steps:
            current = step.apply(current or (0,) * len(step.bounds))
            result.append(current)
        return result

    def logical_index(self, offset: int) -> tuple[int, ...] | None:
        """The logical index of the element at a position in memory, None for padding. Raises LayoutError for a position
        outside of the array's memory.
        """
        if not 0 <= offset < self.size:
            raise LayoutError(
                f"offset {offset} is out of bounds: the array takes {counted(self.size, 'element')} in memory"
            )
        if offset >= prod(self.bounds):
            return None
        current: tuple[int, ...] | None = untiled_coordinates(offset, self.bounds)
        for step in reversed(self.steps):
            assert current is not None
            current = step.undo(current)
            if current is None:
                return None
        assert current is not None
        result = [0] * len(self.logical_bounds)
        for dimension, position in zip(self.major_to_minor, current, strict=False):
            result[dimension] = position
        return tuple(result)


def _commas(index: Sequence[int]) -> str:
    return ",".join(map(str, index))
