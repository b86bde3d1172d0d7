"""The sizes of dimensions as sharding rules have them."""

from __future__ import annotations

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, ShapedType

MLIR_DYNAMIC = -(2**63)
"""The factor size that MLIR uses for a dynamic dimension. The verifier rejects rules of operations that have one."""

Shape = tuple[int, ...]


def shape_of(type: Type) -> Shape:
    """Returns the sizes of the dimensions of `type`, MLIR_DYNAMIC for dynamic ones; () if it has no dimensions."""
    dimensions = type.dimensions if isinstance(type, ShapedType) else None
    if dimensions is None:
        return ()
    if DYNAMIC in dimensions:
        return tuple([MLIR_DYNAMIC if size == DYNAMIC else size for size in dimensions])
    return dimensions
