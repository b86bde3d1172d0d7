"""The complex dialect: complex numbers."""

from __future__ import annotations

from sdyopt.dialects.arith.syntax import Flags, OptionalWords
from sdyopt.dialects.complex.attributes import NUMBER, ComplexValue, Number
from sdyopt.dialects.complex.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "complex",
    OPERATIONS,
    attributes=[NUMBER],
    syntax=[Flags, OptionalWords, Number, ComplexValue],
    folders="sdyopt.dialects.complex.fold",
    patterns="sdyopt.dialects.complex.canonicalize",
    constants=["ub.poison", "complex.constant", "arith.constant"],
)
