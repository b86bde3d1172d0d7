"""The CHLO dialect: operations that clients of StableHLO write, with broadcasting and special functions."""

from sdyopt.dialects.chlo.ops import (
    COMPARISON_DIRECTION,
    COMPARISON_TYPE,
    OPERATIONS,
    Precision,
    RaggedDotDimensionNumbers,
    ScanOp,
)
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES
from sdyopt.dialects.stablehlo.syntax.attributes import dimension_numbers, enum_attribute
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["CHLO"]

CHLO = Dialect(
    "chlo",
    OPERATIONS,
    attributes=[
        *(COMPARISON_DIRECTION, COMPARISON_TYPE, enum_attribute(Precision, "precision")),
        dimension_numbers(RaggedDotDimensionNumbers, "ragged_dot", "ragged dot"),
    ],
    directives=[*DIRECTIVES, ScanOp],
    unknown_attribute="unknown chlo attribute",
)
