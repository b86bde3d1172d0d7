"""The IRDL dialect: programs that define dialects. `loading` makes dialects of them.

It follows https://mlir.llvm.org/docs/Dialects/IRDL/. Only files of definitions are read with it: see `loading.load`.
"""

from __future__ import annotations

from sdyopt.dialects.irdl.ops import OPERATIONS
from sdyopt.dialects.irdl.types import ATTRIBUTE, REGION, VARIADICITIES, NamedValues, RegionShape, SingleBlockRegion
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "irdl",
    OPERATIONS,
    attributes=[VARIADICITIES],
    types=[ATTRIBUTE, REGION],
    directives=[NamedValues, RegionShape, SingleBlockRegion],
)
