"""What tensors take in memory: plain, and in XLA's tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from sdyopt.dialects.quant.types import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import ComplexType, FloatType, IndexType, IntegerType
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS

if TYPE_CHECKING:
    from sdyopt.layout import Tile

_BYTE, _INDEX_BITS = 8, 64


def element_bits(type: Type) -> int | None:
    """How many bits an element takes, as XLA stores it on a device: `i1` a byte, `i4` four bits, `complex<f32>` 64.

    None for types of which that is not known.
    """
    if isinstance(type, IntegerType):
        return _BYTE if type.width == 1 else _stored(type.width)
    if isinstance(type, FloatType):
        return _stored(FLOAT_FORMATS[type.name].width) if type.name in FLOAT_FORMATS else None
    if isinstance(type, ComplexType):
        part = element_bits(type.element_type)
        return None if part is None else 2 * part
    if isinstance(type, (AnyQuantizedType, UniformQuantizedType)):
        return element_bits(type.storage_type)
    if isinstance(type, CalibratedQuantizedType):
        return element_bits(type.expressed_type)
    return _INDEX_BITS if isinstance(type, IndexType) else None


def _stored(width: int) -> int:
    """Up to a byte, elements lie close together; wider ones take a power of two of bytes."""
    return width if width <= _BYTE else 1 << (width - 1).bit_length()


def plain_bytes(shape: Sequence[int], bits: int) -> int:
    """What an array of this shape takes whose elements follow each other without gaps."""
    return -(-prod(shape) * bits // 8)


@lru_cache(maxsize=4096)
def tiled_bytes(shape: tuple[int, ...], bits: int, tiles: tuple[Tile, ...]) -> int | None:
    """What an array of this shape takes with its last dimension most minor and these tiles, padding included.

    To an array of fewer dimensions than a tile the most minor of the tile's sizes apply: T(8,128) is T(128) for one
    dimension, and for none, too. None if that exceeds the limit of 64-bit integers.
    """
    from sdyopt.layout import Layout, LayoutError, Tiling

    order = tuple(range(len(shape) - 1, -1, -1))
    try:
        return -(-Tiling.of(shape, Layout(order, fitted(tiles, len(shape)))).size * bits // 8)
    except LayoutError:
        return None


def fitted(tiles: Sequence[Tile], rank: int) -> tuple[Tile, ...]:
    """`tiles` without the sizes, at the front, for which an array of this rank has no dimensions."""
    from sdyopt.layout import Tile

    rank = max(1, rank)  # A scalar is tiled as an array of one element.
    result = []
    for tile in tiles:
        tile = Tile(tile.sizes[max(0, tile.rank - rank) :])
        rank += 2 * len(tile.combined) - tile.rank
        result.append(tile)
    return tuple(result)
