"""What tensors take in memory."""

from __future__ import annotations

from math import ceil, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdyopt.cost.sizes.partition import fitted
from sdyopt.dialects.quant import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import ComplexType, FloatType, IndexType, IntegerType, NoneType, OpaqueType
from sdyopt.layout import Tile, parse_shape, parse_tiles
from sdyopt.layout.shape import ArrayShape
from sdyopt.view import element_bits, plain_bytes, tiled_bytes

BITS: list[tuple[Type, int | None]] = [
    (IntegerType(1), 8),
    (IntegerType(2), 2),
    (IntegerType(4, "u"), 4),
    (IntegerType(8), 8),
    (IntegerType(24), 32),
    (IntegerType(64, "u"), 64),
    (FloatType("f4E2M1FN"), 4),
    (FloatType("f8E4M3FN"), 8),
    (FloatType("bf16"), 16),
    (FloatType("f64"), 64),
    (ComplexType(FloatType("f32")), 64),
    (ComplexType(FloatType("f64")), 128),
    (AnyQuantizedType(IntegerType(4), (-8, 7)), 4),
    (AnyQuantizedType(FloatType("f8E5M2"), (-57344, 57344)), 8),
    (UniformQuantizedType(IntegerType(2), (0, 3), FloatType("f32"), (), (), (0x3FF << 52,), (0,), False), 2),
    (UniformQuantizedType(IntegerType(8, "u"), (0, 255), FloatType("f32"), (), (), (0x3FF << 52,), (0,), False), 8),
    (CalibratedQuantizedType(FloatType("bf16"), (0, 0x3FF << 52)), 16),
    (IndexType(), 64),
    (NoneType(), None),
    (ComplexType(OpaqueType("foo", "bar")), None),
]


@pytest.mark.parametrize(("type", "bits"), BITS, ids=repr)
def test_element_bits(type: Type, bits: int | None) -> None:
    """Booleans take a byte; narrow numbers are packed, as in the layouts that XLA gives them; others whole bytes."""
    assert element_bits(type) == bits


def test_plain_bytes_round_up_once() -> None:
    """Three elements of four bits take two bytes; an array without elements none; a scalar is one element."""
    assert plain_bytes((3,), 4) == 2
    assert plain_bytes((3, 0), 32) == 0
    assert plain_bytes((), 32) == 4


@given(st.lists(st.integers(1, 300), max_size=4), st.sampled_from([4, 8, 16, 32]))
def test_one_tile_pads_the_last_two_dimensions(shape: list[int], bits: int) -> None:
    """T(8,128) raises the last dimension to a multiple of 128 and the one before to one of 8, where there are any."""
    padded = [1, *shape] if len(shape) != 1 else list(shape)
    if not shape:
        padded = [1]
    padded[-1] = ceil(padded[-1] / 128) * 128
    if len(shape) > 1:
        padded[-2] = ceil(padded[-2] / 8) * 8
    assert tiled_bytes(tuple(shape), bits, parse_tiles("T(8,128)")) == ceil(prod(padded) * bits / 8)


@pytest.mark.parametrize("shape", ["bf16[5,300]{1,0:T(8,128)(2,1)}", "f32[7,8,11]{2,1,0:T(*,2)(4)}"])
def test_repeated_tiles_take_what_layouts_take(shape: str) -> None:
    """The bytes are those of the same array with the layout written out."""
    array = parse_shape(shape)
    assert isinstance(array, ArrayShape)
    tiles = array.layout.tiles
    assert tiled_bytes(array.bounds, array.bits, tiles) == array.bytes


def test_tiles_are_cut_to_the_rank() -> None:
    """Sizes for which there are no dimensions go, from the front; later tiles see what the first have made."""
    assert fitted(parse_tiles("T(8,128)(2,1)"), 1) == (Tile((128,)), Tile((2, 1)))
    assert fitted(parse_tiles("T(8,128)"), 0) == (Tile((128,)),)
    assert fitted(parse_tiles("T(2)(1,1,1)"), 1) == (Tile((2,)), Tile((1, 1)))


def test_tiles_beyond_all_measure() -> None:
    """Bounds that no layout can have give no number."""
    assert tiled_bytes((2**3000,), 32, parse_tiles("T(8)")) is None
