"""The complex dialect: complex numbers."""

from __future__ import annotations

from sdyopt.dialects.arith.syntax import Flags, OptionalWords
from sdyopt.dialects.complex.attributes import NUMBER, Number, Value
from sdyopt.dialects.complex.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "complex",
    OPERATIONS,
    attributes=[NUMBER],
    syntax=[Flags, OptionalWords, Number, Value],
    folders="sdyopt.dialects.complex.fold",
    patterns="sdyopt.dialects.complex.canonicalize",
)
