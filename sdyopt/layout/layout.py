"""Layouts: how the elements of an array are put in memory, with the tiles of https://openxla.org/xla/tiled_layout."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sdyopt.display.wording import counted
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.layout.element_types import ElementType
from sdyopt.layout.errors import InvalidPartError

COMBINE: Final = -(2**63)
"""A star in a tile: the dimension is combined with the next more minor one before tiling."""

MEMORY_SPACES = {0: "default", 1: "generic fast", 5: "host"}
"""XLA's names of memory spaces."""

_MEMORY_SPACES = range(-128, 128)
"""What XLA keeps a memory space in: one byte."""


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
        seen = set()
        for position, dimension in enumerate(self.minor_to_major):
            if not 0 <= dimension < rank:
                raise InvalidPartError(
                    f"minor_to_major is not a permutation: {dimension} is not from 0 to {rank - 1}",
                    "minor_to_major",
                    position,
                )
            if dimension in seen:
                raise InvalidPartError(
                    f"minor_to_major is not a permutation: dimension {dimension} is there twice",
                    "minor_to_major",
                    position,
                )
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
