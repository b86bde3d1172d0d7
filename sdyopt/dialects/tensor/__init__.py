"""The tensor dialect: tensors as values, their elements and their shapes."""

from __future__ import annotations

from sdyopt.dialects.tensor.ops import OPERATIONS
from sdyopt.dialects.tensor.syntax import DynamicIndexList
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "tensor",
    OPERATIONS,
    syntax=[DynamicIndexList],
    folders="sdyopt.dialects.tensor.fold",
    patterns="sdyopt.dialects.tensor.canonicalize",
    constants=["ub.poison", "arith.constant", "complex.constant"],
)
"""The operations of the tensor dialect."""
