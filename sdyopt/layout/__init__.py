"""XLA's shapes and tiled layouts (https://openxla.org/xla/tiled_layout): parsing, printing, offsets of elements.

`parse_shape("f32[3,5]{1,0:T(2,2)}").linear_index((2, 3))` is 17.
"""

from sdyopt.layout.reading import parse_shape, parse_tiles
from sdyopt.layout.shape import (
    COMBINE,
    ArrayShape,
    BufferShape,
    Dimension,
    Layout,
    LayoutError,
    OpaqueShape,
    Shape,
    ShapeSyntaxError,
    SplitConfig,
    Tile,
    Tiling,
    TilingStep,
    TupleShape,
    leaves,
)

__all__ = [
    "COMBINE",
    "ArrayShape",
    "BufferShape",
    "Dimension",
    "Layout",
    "LayoutError",
    "OpaqueShape",
    "Shape",
    "ShapeSyntaxError",
    "SplitConfig",
    "Tile",
    "Tiling",
    "TilingStep",
    "TupleShape",
    "leaves",
    "parse_shape",
    "parse_tiles",
]
