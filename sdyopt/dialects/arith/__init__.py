"""The arith dialect: arithmetic on integers and floating-point numbers."""

from __future__ import annotations

from sdyopt.dialects.arith.attributes import FastMathFlagsAttr, IntegerOverflowFlagsAttr, in_brackets, parse_flags
from sdyopt.dialects.arith.ops import OPERATIONS
from sdyopt.dialects.arith.syntax import Select
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef

__all__ = ["DIALECT"]

DIALECT = Dialect(
    "arith",
    OPERATIONS,
    attributes=[
        AttributeDef(
            FastMathFlagsAttr, "fastmath", parse=lambda p: parse_flags(p, FastMathFlagsAttr), write=in_brackets
        ),
        AttributeDef(
            IntegerOverflowFlagsAttr,
            "overflow",
            parse=lambda p: parse_flags(p, IntegerOverflowFlagsAttr),
            write=in_brackets,
        ),
    ],
    directives=[Select],
    folders="sdyopt.dialects.arith.fold",
    patterns="sdyopt.dialects.arith.canonicalize",
    constants=["ub.poison", "arith.constant"],
)
