"""The arith dialect: arithmetic on integers and floating-point numbers."""

from __future__ import annotations

from sdyopt.dialects.arith import syntax
from sdyopt.dialects.arith.attributes import FastMathFlagsAttr, IntegerOverflowFlagsAttr, in_brackets
from sdyopt.dialects.arith.ops import OPERATIONS
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect
from sdyopt.mlir.formats.syntax import syntax_in

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "arith",
    OPERATIONS,
    attributes=[
        AttributeDef(FastMathFlagsAttr, "fastmath", "flags", in_brackets, FastMathFlagsAttr.of),
        AttributeDef(IntegerOverflowFlagsAttr, "overflow", "flags", in_brackets, IntegerOverflowFlagsAttr.of),
    ],
    syntax=syntax_in(syntax),
    folders="sdyopt.dialects.arith.fold",
    patterns="sdyopt.dialects.arith.canonicalize",
    constants=["ub.poison", "arith.constant"],
)
