"""The arith dialect: arithmetic on integers and floating-point numbers."""

from __future__ import annotations

from sdyopt.dialects.arith.attributes import FAST_MATH_FLAGS, OVERFLOW_FLAGS, Select
from sdyopt.dialects.arith.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("arith", OPERATIONS, attributes=[FAST_MATH_FLAGS, OVERFLOW_FLAGS], directives=[Select])
