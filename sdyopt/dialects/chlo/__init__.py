"""The CHLO dialect: operations that clients of StableHLO write, with broadcasting and special functions."""

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.chlo.ops import OPERATIONS
from sdyopt.dialects.chlo.syntax import ScanOp
from sdyopt.dialects.stablehlo import printing
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES
from sdyopt.dialects.stablehlo.syntax.enums import enum_body
from sdyopt.dialects.stablehlo.syntax.parameters import dimension_numbers
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef

__all__ = ["CHLO"]


_ENUMS = {
    "comparison_direction": c.ComparisonDirection,
    "comparison_type": c.ComparisonType,
    "precision": c.Precision,
}

CHLO = Dialect(
    "chlo",
    OPERATIONS,
    attributes=[
        *[AttributeDef(cls, mnemonic, parse=enum_body(cls), write=printing.enum) for mnemonic, cls in _ENUMS.items()],
        AttributeDef(
            c.RaggedDotDimensionNumbers,
            "ragged_dot",
            parse=dimension_numbers(c.RaggedDotDimensionNumbers, "ragged dot"),
            write=printing.dimension_numbers,
        ),
    ],
    directives=[*DIRECTIVES, ScanOp],
    unknown_attribute="unknown chlo attribute",
    constants=["chlo.constant"],
)
