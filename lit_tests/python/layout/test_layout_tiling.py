"""Where elements are in memory: the closed formulas against padding, reshaping and transposing of real arrays."""

from __future__ import annotations

import random
from math import prod

import pytest

from sdyopt.layout import COMBINE, ArrayShape, Dimension, Layout, LayoutError, Tile, Tiling, parse_shape
from sdyopt.layout.shape import ELEMENT_TYPES

numpy = pytest.importorskip("numpy")

CASES = 400


def tiled_by_reshaping(bounds: tuple[int, ...], layout: Layout) -> list[int]:
    """The memory as a list: the number of the element in its untiled array, or -1 for padding."""
    array = numpy.arange(prod(bounds), dtype=numpy.int64).reshape(bounds)
    array = array.transpose(layout.minor_to_major[::-1])
    for tile in layout.tiles:
        if tile.rank > array.ndim:
            array = array.reshape(1)
        kept = array.ndim - tile.rank
        combined = list(array.shape[:kept])
        pending = 1
        for bound, size in zip(array.shape[kept:], tile.sizes, strict=True):
            pending *= bound
            if size != COMBINE:
                combined.append(pending)
                pending = 1
        array = array.reshape(combined)
        sizes = [size for size in tile.sizes if size != COMBINE]
        padding = [(0, 0)] * kept + [(0, -bound % size) for bound, size in zip(combined[kept:], sizes, strict=True)]
        if padding:
            array = numpy.pad(array, padding, constant_values=-1)
        split = list(array.shape[:kept])
        for bound, size in zip(array.shape[kept:], sizes, strict=True):
            split += [bound // size, size]
        array = array.reshape(split)
        counts = [kept + 2 * i for i in range(len(sizes))]
        array = array.transpose([*range(kept), *counts, *[axis + 1 for axis in counts]])
    return list(array.ravel().tolist())


def random_layout(chance: random.Random) -> tuple[tuple[int, ...], Layout]:
    """Bounds and a layout of at most three tiles, of which some combine dimensions or reach across tiles."""
    rank = chance.randrange(6)
    bounds = tuple([chance.choice((0, 1, 1, 2, 3, 4, 5, 7)) for _ in range(rank)])
    order = list(range(rank))
    chance.shuffle(order)
    tiles: list[Tile] = []
    dimensions = max(1, rank)
    for _ in range(chance.randrange(4)):
        tiled = chance.randint(0, min(dimensions, 5))
        sizes = [chance.choice((1, 2, 2, 3, 4, 5, COMBINE)) for _ in range(tiled)]
        if sizes and sizes[-1] == COMBINE:
            sizes[-1] = 2
        tiles.append(Tile(tuple(sizes)))
        dimensions += 2 * len(tiles[-1].combined) - tiled
    return bounds, Layout(tuple(order), tuple(tiles))


@pytest.mark.parametrize("seed", range(8))
def test_formulas_agree_with_reshaping(seed: int) -> None:
    """The formula, its inverse and the sizes say of each element what the reshaped array says."""
    chance = random.Random(seed)
    for _ in range(CASES // 8):
        bounds, layout = random_layout(chance)
        memory = tiled_by_reshaping(bounds, layout)
        tiling = Tiling.of(bounds, layout)
        assert tiling.size == len(memory), layout
        assert tiling.padding == memory.count(-1), layout
        for offset, number in enumerate(memory):
            index = tiling.logical_index(offset)
            if number < 0:
                assert index is None, (bounds, layout, offset)
            else:
                assert index == tuple(map(int, numpy.unravel_index(number, bounds))), (bounds, layout, offset)
                assert tiling.linear_index(index) == offset


def test_the_figures_of_the_seed() -> None:
    """The figures of https://openxla.org/xla/tiled_layout, and the shape that combines dimensions."""
    figure_1 = parse_shape("F32[3,5]{1,0:T(2,2)}")
    assert isinstance(figure_1, ArrayShape)
    assert figure_1.linear_index((2, 3)) == 17
    assert figure_1.logical_index(17) == (2, 3)
    assert figure_1.logical_index(11) is None
    tiling = figure_1.tiling
    assert (tiling.elements, tiling.size, tiling.padding, tiling.padding_share) == (15, 24, 9, 0.375)
    assert tiling.steps[0].padded == (4, 6)
    assert tiling.bounds == (2, 3, 2, 2)

    figure_2 = parse_shape("f32[4,8]{1,0:T(2,4)(2,1)}")
    assert isinstance(figure_2, ArrayShape)
    first_rows = [[figure_2.linear_index((row, column)) for column in range(8)] for row in range(2)]
    assert first_rows == [[0, 2, 4, 6, 8, 10, 12, 14], [1, 3, 5, 7, 9, 11, 13, 15]]

    combined = parse_shape("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}")
    assert isinstance(combined, ArrayShape)
    assert combined.tiling.steps[0].combined == (112, 110)
    assert combined.tiling.steps[0].padded == (112, 111)
    same = parse_shape("f32[112,110]{1,0:T(2,3)}")
    assert isinstance(same, ArrayShape)
    assert combined.linear_index((1, 6, 7, 10, 9)) == same.linear_index((111, 109))


def test_large_arrays_cost_nothing() -> None:
    """No formula enumerates the elements: 10¹² of them, and 10²⁷."""
    shape = parse_shape("bf16[1000000,1000000]{1,0:T(8,128)(2,1)}")
    assert isinstance(shape, ArrayShape)
    offset = shape.linear_index((999_999, 999_999))
    assert shape.logical_index(offset) == (999_999, 999_999)
    assert shape.bytes == 2 * 1_000_000 * 1_000_064
    larger = parse_shape("u8[1000000000,1000000000,1000000000]{0,1,2:T(7,11)}")
    assert isinstance(larger, ArrayShape)
    last = (10**9 - 1,) * 3
    assert larger.logical_index(larger.linear_index(last)) == last


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("f32[3,5]", 60),
        ("pred[3]", 3),
        ("s4[7]", 7),
        ("s4[7]{0:E(4)}", 4),
        ("s4[7]{0:T(4)E(4)}", 4),
        ("u1[9]{0:E(1)}", 2),
        ("c128[2]", 32),
        ("bf16[100,300]{1,0:T(8,128)(2,1)}", 79872),
        ("f32[0,5]{1,0:T(2,2)}", 0),
        ("f32[]", 4),
        ("f32[]{:T(128)}", 512),
        ("f32[<=3,5]", 60),
    ],
)
def test_bytes(text: str, size: int) -> None:
    """Types narrower than a byte are packed where the layout says so by E; a dynamic dimension takes its bound."""
    shape = parse_shape(text)
    assert isinstance(shape, ArrayShape)
    assert shape.bytes == size


@pytest.mark.parametrize("element_type", ELEMENT_TYPES.values(), ids=str)
def test_width_of_element_types(element_type: object) -> None:
    """A type's name tells its bits; what is narrower than a byte takes one."""
    name = str(element_type)
    digits = "8" if name == "pred" else "".join(c for c in name.lstrip("bfsuc").partition("e")[0] if c.isdigit())
    shape = ArrayShape(ELEMENT_TYPES[name], (Dimension(2),), Layout((0,)))
    assert shape.bytes == 2 * max(1, int(digits) // 8)


@pytest.mark.parametrize(
    ("index", "message"),
    [
        ((2,), "index (2) has 1 entry, but the array has 2 dimensions"),
        ((3, 0), "index (3,0) is out of bounds: entry 0 is 3, but dimension 0 has size 3"),
        ((0, -1), "index (0,-1) is out of bounds: entry 1 is -1, but dimension 1 has size 5"),
    ],
)
def test_index_that_cannot_be(index: tuple[int, ...], message: str) -> None:
    shape = parse_shape("f32[3,5]")
    assert isinstance(shape, ArrayShape)
    with pytest.raises(LayoutError) as caught:
        shape.linear_index(index)
    assert str(caught.value) == message


@pytest.mark.parametrize("offset", [-1, 24])
def test_offset_that_cannot_be(offset: int) -> None:
    shape = parse_shape("f32[3,5]{1,0:T(2,2)}")
    assert isinstance(shape, ArrayShape)
    with pytest.raises(LayoutError, match=f"offset {offset} is out of bounds: the array takes 24 elements in memory"):
        shape.logical_index(offset)


def test_unbounded_dimension_has_no_place() -> None:
    shape = parse_shape("f32[3,?]")
    assert isinstance(shape, ArrayShape)
    with pytest.raises(LayoutError, match="dimension 1 is unbounded"):
        shape.linear_index((0, 0))


def test_more_tiles_than_any_array_has() -> None:
    """A product of millions of sizes is not begun."""
    shape = parse_shape(f"f32[3]{{0:T{'(2)' * 5000}}}")
    assert isinstance(shape, ArrayShape)
    with pytest.raises(LayoutError, match="too large"):
        _ = shape.bytes
