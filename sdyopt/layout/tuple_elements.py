"""What XLA demands of an array in a tuple, and not of one that stands alone."""

from __future__ import annotations

from itertools import pairwise

from sdyopt.layout.shape import ArrayShape

_MAX_BYTES = 2**63 - 1


def objection(array: ArrayShape) -> str | None:
    """Why an array cannot be in a tuple, if it cannot."""
    if _is_too_large(array):
        return "an array of more than 2**63 - 1 bytes cannot be in a tuple"
    layout = array.layout
    if layout.index_primitive_type or layout.pointer_primitive_type:
        return "an array in a tuple has no types of indices and pointers: only sparse arrays have them"
    if any(not tile.sizes for tile in layout.tiles):
        return "a tile without dimensions cannot be in a tuple"
    split = set()
    for config in layout.split_configs:
        if not 0 <= config.dimension < len(array.dimensions):
            return f"split dimension {config.dimension} is not one of the array's {len(array.dimensions)}"
        if config.dimension in split:
            return f"dimension {config.dimension} is split twice"
        split.add(config.dimension)
        # The dimension is counted in physical order, from the most major one.
        size = array.dimensions[layout.minor_to_major[-1 - config.dimension]].size or 0
        if config.split_indices and any(a >= b for a, b in pairwise((0, *config.split_indices, size))):
            return f"the split indices of dimension {config.dimension} do not rise between 0 and its size"
    return None


def _is_too_large(array: ArrayShape) -> bool:
    """XLA multiplies from the left and stops when the product is too large, even if a later dimension is 0."""
    product = 1
    for dimension in array.dimensions:
        product *= 1 if dimension.size is None else dimension.size
        if product > _MAX_BYTES:
            return True
    return product * array.element_type.bytes > _MAX_BYTES
