"""The tensor dialect: tensors as values, their elements and their shapes."""

from __future__ import annotations

from sdyopt.dialects.tensor.ops import OPERATIONS
from sdyopt.dialects.tensor.verification import DynamicIndexList
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("tensor", OPERATIONS, directives=[DynamicIndexList])
"""The operations of the tensor dialect."""
