"""The CHLO dialect: operations that clients of StableHLO write, with broadcasting and special functions."""

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.chlo.ops import OPERATIONS
from sdyopt.dialects.chlo.syntax import RaggedDot, ScanOp
from sdyopt.dialects.stablehlo import printing
from sdyopt.dialects.stablehlo.syntax import SYNTAX
from sdyopt.dialects.stablehlo.syntax.enums import EnumReader
from sdyopt.dialects.stablehlo.syntax.parameters import with_parameters
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect

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
        *[AttributeDef(cls, mnemonic, "enum_body", printing.enum, EnumReader(cls)) for mnemonic, cls in _ENUMS.items()],
        AttributeDef(
            c.RaggedDotDimensionNumbers,
            "ragged_dot",
            "ragged_dot_body",
            printing.dimension_numbers,
            with_parameters(c.RaggedDotDimensionNumbers),
        ),
    ],
    syntax=[*SYNTAX, RaggedDot, ScanOp],
    unknown_attribute="unknown chlo attribute",
    constants=["chlo.constant"],
)
