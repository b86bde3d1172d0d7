"""Where the elements of an array are in memory: the formulas of https://openxla.org/xla/tiled_layout.

Everywhere bounds and indices go from major to minor, and count elements. Nothing enumerates an array's elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from sdyopt.display.wording import counted
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.layout.errors import LayoutError
from sdyopt.layout.layout import Layout, Tile

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
