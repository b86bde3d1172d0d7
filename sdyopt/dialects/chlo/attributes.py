"""The attributes of CHLO."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as stablehlo
from sdyopt.dialects.stablehlo.attributes import Dimensions, EnumAttr
from sdyopt.ir.attribute import Attribute


class ComparisonDirection(EnumAttr):
    """`#chlo<comparison_direction LT>`."""

    cases, dialect = stablehlo.ComparisonDirection.cases, "chlo"


class ComparisonType(EnumAttr):
    """`#chlo<comparison_type FLOAT>`."""

    cases, dialect = stablehlo.ComparisonType.cases, "chlo"


class Precision(EnumAttr):
    """`#chlo<precision HIGHEST>`."""

    cases, dialect = stablehlo.Precision.cases, "chlo"


class RaggedDotDimensionNumbers(Attribute):
    """`#chlo.ragged_dot<…>`: the dimensions of a dot product, and which of them are ragged or groups."""

    lhs_batching_dimensions: Dimensions = ()
    rhs_batching_dimensions: Dimensions = ()
    lhs_contracting_dimensions: Dimensions = ()
    rhs_contracting_dimensions: Dimensions = ()
    lhs_ragged_dimensions: Dimensions = ()
    rhs_group_dimensions: Dimensions = ()
