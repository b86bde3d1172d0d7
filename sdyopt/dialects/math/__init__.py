"""The math dialect: mathematical functions on integers and floating-point numbers."""

from __future__ import annotations

from sdyopt.dialects.math.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("math", OPERATIONS)
