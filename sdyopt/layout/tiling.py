"""Where the elements of an array are in memory: the closed formulas of seed 002, "Tiled layout".

Everywhere bounds and indices go from major to minor, and count elements. Nothing enumerates an array's elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from sdyopt.layout.errors import LayoutError
from sdyopt.layout.layout import Layout, Tile
from sdyopt.layout.wording import counted

MAX_BITS = 2048
"""Of all bounds and tile sizes together. More is no array; and without a limit, a text could ask for products of
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
    """One tile, applied to the most minor dimensions of an array of `bounds`."""

    bounds: tuple[int, ...]
    tile: Tile

    @property
    def untouched(self) -> int:
        """How many of the most major dimensions stay as they are."""
        return len(self.bounds) - self.tile.rank

    @property
    def combined(self) -> tuple[int, ...]:
        """The bounds after the tile's stars have combined dimensions."""
        result = list(self.bounds[: self.untouched])
        first = self.untouched
        for group in self.tile.groups:
            result.append(prod(self.bounds[first : first + group]))
            first += group
        return tuple(result)

    @property
    def tile_counts(self) -> tuple[int, ...]:
        """How many tiles there are in each dimension that the tile applies to: ⌈d/t⌉."""
        return tuple([-(-d // t) for d, t in zip(self.combined[self.untouched :], self.tile.combined, strict=True)])

    @property
    def padded(self) -> tuple[int, ...]:
        """The combined bounds, each tiled one raised to a multiple of its tile size."""
        raised = [count * t for count, t in zip(self.tile_counts, self.tile.combined, strict=True)]
        return (*self.bounds[: self.untouched], *raised)

    @property
    def tiled(self) -> tuple[int, ...]:
        """The bounds of the result: (…, ⌈dn/tn⌉, …, ⌈d1/t1⌉, tn, …, t1)."""
        return (*self.bounds[: self.untouched], *self.tile_counts, *self.tile.combined)

    def apply(self, index: Sequence[int]) -> tuple[int, ...]:
        """An index of the array as one of the result: (…, ⌊en/tn⌋, …, ⌊e1/t1⌋, en mod tn, …, e1 mod t1)."""
        quotients, remainders = [], []
        first = self.untouched
        for group, size in zip(self.tile.groups, self.tile.combined, strict=True):
            combined = untiled_index(index[first : first + group], self.bounds[first : first + group])
            quotients.append(combined // size)
            remainders.append(combined % size)
            first += group
        return (*index[: self.untouched], *quotients, *remainders)

    def undo(self, index: Sequence[int]) -> tuple[int, ...] | None:
        """The index of the array that `apply` maps to an index of the result; None for padding."""
        tiled = len(self.tile.combined)
        result = list(index[: self.untouched])
        quotients = index[self.untouched : self.untouched + tiled]
        remainders = index[self.untouched + tiled :]
        first = self.untouched
        for group, size, quotient, remainder in zip(
            self.tile.groups, self.tile.combined, quotients, remainders, strict=True
        ):
            combined = quotient * size + remainder
            bounds = self.bounds[first : first + group]
            if combined >= prod(bounds):
                return None
            result += untiled_coordinates(combined, bounds)
            first += group
        return tuple(result)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a layout puts an array of `logical_bounds` in memory.

    `major_to_minor` gives the dimensions in physical order. `steps` are the tiles in their order, each applied to what
    the step before it made; without tiles there is none.
    """

    logical_bounds: tuple[int, ...]
    major_to_minor: tuple[int, ...]
    steps: tuple[TilingStep, ...]

    @classmethod
    def of(cls, bounds: tuple[int, ...], layout: Layout) -> Tiling:
        """The tiling of an array of `bounds`. Raises LayoutError if its numbers are beyond all measure."""
        numbers = [*bounds, *[size for tile in layout.tiles for size in tile.combined]]
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
        return cls(bounds, major_to_minor, tuple(steps))

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
        return prod(self.bounds)

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
