"""The CHLO dialect: operations that clients of StableHLO write, with broadcasting and special functions."""

import os.path
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sdyopt.dialects.chlo import attributes as c
from sdyopt.dialects.chlo.ops import OPERATIONS
from sdyopt.dialects.chlo.scan_syntax import ACTIONS
from sdyopt.dialects.stablehlo import parameters, spelling, symbol_readers
from sdyopt.ods.dialect import AttributeDef, Dialect
from sdyopt.ods.expectations import missing, refused

__all__ = ["CHLO"]


@cache
def _symbol_readers() -> Mapping[str, Callable[..., Any]]:
    """What reads parts of formats and bodies of attributes in the spelling of printers."""
    from sdyopt.dialects.stablehlo.plain_symbols import parameters_body

    return {**symbol_readers(), "ragged_dot_body": parameters_body(c.RaggedDotDimensionNumbers)}


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
    plain_symbols=_symbol_readers,
    actions=ACTIONS,
    follow_ups=lambda: {"ragged_dot_body *": "failed parsing ragged dot dimension numbers attribute"},
    expectations={
        " ragged_dot_parameter": refused(parameters.one_of(c.RaggedDotDimensionNumbers)),
        " scan_op": missing("expected '(' in operand list"),
    },
    unknown_attribute="unknown chlo attribute",
)
