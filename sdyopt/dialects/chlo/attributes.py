"""The attributes of CHLO."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import Dimensions, EnumAttr
from sdyopt.ir.attribute import Attribute


class ComparisonDirection(EnumAttr):
    """`#chlo<comparison_direction LT>`."""

    cases = ("EQ", "NE", "GE", "GT", "LE", "LT")
    type_name = "::mlir::chlo::ComparisonDirection"


class ComparisonType(EnumAttr):
    """`#chlo<comparison_type FLOAT>`."""

    cases = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
    type_name = "::mlir::chlo::ComparisonType"


class Precision(EnumAttr):
    """`#chlo<precision HIGHEST>`."""

    cases = ("DEFAULT", "HIGH", "HIGHEST")
    type_name = "::mlir::chlo::Precision"


class RaggedDotDimensionNumbers(Attribute):
    """`#chlo.ragged_dot<…>`: the dimensions of a dot product, and which of them are ragged or groups."""

    lhs_batching_dimensions: Dimensions = ()
    rhs_batching_dimensions: Dimensions = ()
    lhs_contracting_dimensions: Dimensions = ()
    rhs_contracting_dimensions: Dimensions = ()
    lhs_ragged_dimensions: Dimensions = ()
    rhs_group_dimensions: Dimensions = ()
