"""The CHLO dialect: operations that clients of StableHLO write, with broadcasting and special functions."""

import os.path

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.chlo.ops import OPERATIONS
from sdyopt.dialects.chlo.scan_syntax import ACTIONS
from sdyopt.dialects.stablehlo import parameters, spelling
from sdyopt.ods.dialect import AttributeDef, Dialect
from sdyopt.ods.expectations import missing, refused

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
        *[
            AttributeDef(cls, mnemonic, "enum_body", spelling.enum, parameters.EnumReader(cls))
            for mnemonic, cls in _ENUMS.items()
        ],
        AttributeDef(
            c.RaggedDotDimensionNumbers,
            "ragged_dot",
            "ragged_dot_body",
            spelling.dimension_numbers,
            parameters.with_parameters(c.RaggedDotDimensionNumbers),
        ),
    ],
    grammar=os.path.join(os.path.dirname(__file__), "chlo.lark"),
    actions=ACTIONS,
    follow_ups=lambda: {"ragged_dot_body *": "failed parsing ragged dot dimension numbers attribute"},
    expectations={
        " ragged_dot_parameter": refused(parameters.one_of(c.RaggedDotDimensionNumbers)),
        " scan_op": missing("expected '(' in operand list"),
    },
    unknown_attribute="unknown chlo attribute",
)
