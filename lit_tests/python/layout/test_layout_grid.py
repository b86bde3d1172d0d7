"""The pictures of layouts: they fit into their width, and show each element and all padding where there is room."""

from __future__ import annotations

import random

import pytest

from sdyopt.display.box_drawing import HEAVY, LIGHT, NONE, Cell, draw
from sdyopt.layout import ArrayShape, Dimension, Layout, Tile, Tiling
from sdyopt.layout.grid import grid
from sdyopt.layout.shape import ELEMENT_TYPES


def random_array(chance: random.Random) -> ArrayShape:
    """An array of at most three dimensions and two tiles."""
    rank = chance.randrange(4)
    order = list(range(rank))
    chance.shuffle(order)
    tiles = []
    available = max(1, rank)
    for _ in range(chance.randrange(3)):
        tile = Tile(tuple([chance.choice((1, 2, 3, 8)) for _ in range(chance.randint(1, available))]))
        tiles.append(tile)
        available += tile.rank
    dimensions = tuple([Dimension(chance.choice((1, 2, 3, 5, 40))) for _ in range(rank)])
    return ArrayShape(ELEMENT_TYPES["f32"], dimensions, Layout(tuple(order), tuple(tiles)))


@pytest.mark.parametrize("width", [1, 40, 64, 80, 200])
def test_fits_into_its_width(width: int) -> None:
    """From 64 characters up the pictures are side by side within the width; with fewer they are still drawn."""
    chance = random.Random(width)
    for _ in range(20):
        shape = random_array(chance)
        drawn = ["".join([span.text for span in line]) for line in grid(shape, width)]
        pictures = [line for line in drawn if not line.startswith("Of the ")]
        assert pictures
        assert width < 64 or max(map(len, pictures)) <= width, shape


def test_shows_each_element_and_all_padding() -> None:
    """Where nothing is left out, the memory has a cell for each element, and the others are shaded."""
    chance = random.Random(1)
    seen = 0
    for _ in range(100):
        shape = random_array(chance)
        lines = grid(shape, 600)
        text = ["".join([span.text for span in line]) for line in lines]
        if any(line.startswith("Of the ") for line in text):
            continue
        tiling: Tiling = shape.tiling
        cells = [span for line in lines for span in line if span.group is not None]
        shaded = [span for span in cells if set(span.text) == {"░"}]
        assert len(cells) - len(shaded) == 2 * tiling.elements
        assert len(shaded) >= tiling.padding
        seen += 1
    assert seen > 20


def test_lines_of_all_weights_meet() -> None:
    """Light and heavy lines meet in the junction that Unicode has for them; where none is drawn there is none."""
    cells = [[Cell(letter, False, 0, (letter,)) for letter in row] for row in ("aab", "cdd")]

    def between(one: Cell | None, other: Cell | None) -> int:
        if one is None or other is None:
            return HEAVY
        return NONE if one.text == other.text else LIGHT

    drawn = draw(cells, ["", ""], ["", "", ""], (between, between), (False, False))
    assert ["".join([span.text for span in line]) for line in drawn] == [
        " ┏━━━━━━━┯━━━┓",
        " ┃ a   a │ b ┃",
        " ┠───┬───┴───┨",
        " ┃ c │ d   d ┃",
        " ┗━━━┷━━━━━━━┛",
    ]
