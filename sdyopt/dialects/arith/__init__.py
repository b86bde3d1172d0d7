"""The arith dialect: arithmetic on integers and floating-point numbers."""

from __future__ import annotations

from sdyopt.dialects.arith.attributes import FastMathFlagsAttr, IntegerOverflowFlagsAttr, in_brackets, parse_flags
from sdyopt.dialects.arith.ops import OPERATIONS
from sdyopt.dialects.arith.syntax import Select
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "arith",
    OPERATIONS,
    attributes=[
        AttributeDef(FastMathFlagsAttr, "fastmath", lambda p: parse_flags(p, FastMathFlagsAttr), in_brackets),
        AttributeDef(
            IntegerOverflowFlagsAttr, "overflow", lambda p: parse_flags(p, IntegerOverflowFlagsAttr), in_brackets
        ),
    ],
    directives=[Select],
    folders="sdyopt.dialects.arith.fold",
    patterns="sdyopt.dialects.arith.canonicalize",
    constants=["ub.poison", "arith.constant"],
)
