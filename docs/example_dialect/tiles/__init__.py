"""The dialect tiles: tensors that are stored in tiles."""

from sdyopt.declare import Dialect
from tiles.attributes import TILING, Ordered
from tiles.ops import OPERATIONS
from tiles.types import TILE

DIALECT = Dialect(
    "tiles",
    OPERATIONS,
    attributes=[TILING],
    types=[TILE],
    directives=[Ordered],
    folders="tiles.fold",
    patterns="tiles.canonicalize",
    constants=["stablehlo.constant"],
)
