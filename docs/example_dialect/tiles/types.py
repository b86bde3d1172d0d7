"""The types of the dialect."""

from sdyopt import Type
from sdyopt.declare import AttributeDef, TypeConstraint, parameters


class TileType(Type):
    """`!tiles.tile<8x128, bf16>`: one tile."""

    shape: tuple[int, ...]
    element: Type


TILE = AttributeDef(TileType, "tile", {"shape": parameters.DIMENSIONS, "element": parameters.TYPE})

A_TILE = TypeConstraint("a tile", lambda type: isinstance(type, TileType))
