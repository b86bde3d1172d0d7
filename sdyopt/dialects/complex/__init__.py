"""The complex dialect: complex numbers."""

from __future__ import annotations

from sdyopt.dialects.complex.attributes import NUMBER
from sdyopt.dialects.complex.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect("complex", OPERATIONS, attributes=[NUMBER])
