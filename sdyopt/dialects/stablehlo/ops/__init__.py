"""The operations of StableHLO."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.ops import communication, control_flow, elementwise, linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import (
    CASE,
    COMPOSITE,
    CUSTOM_CALL,
    GET_TUPLE_ELEMENT,
    IF,
    OPTIMIZATION_BARRIER,
    RETURN,
    TUPLE,
    WHILE,
)
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import (
    BROADCAST,
    BROADCAST_IN_DIM,
    CONCATENATE,
    CONSTANT,
    IOTA,
    PAD,
    RESHAPE,
    SLICE,
    TRANSPOSE,
)
from sdyopt.mlir.declare.definition import OpDef

__all__ = [
    "BROADCAST",
    "BROADCAST_IN_DIM",
    "CASE",
    "COMPOSITE",
    "CONCATENATE",
    "CONSTANT",
    "CONVOLUTION",
    "CUSTOM_CALL",
    "DOT",
    "DOT_GENERAL",
    "GET_TUPLE_ELEMENT",
    "IF",
    "IOTA",
    "MODULES",
    "OPERATIONS",
    "OPTIMIZATION_BARRIER",
    "PAD",
    "REDUCE",
    "RESHAPE",
    "RETURN",
    "SLICE",
    "TRANSPOSE",
    "TUPLE",
    "WHILE",
]

MODULES = (communication, control_flow, elementwise, shapes, linear_algebra, reductions)
"""Where they are declared."""

OPERATIONS: tuple[OpDef, ...] = tuple(
    [definition for module in MODULES for definition in vars(module).values() if isinstance(definition, OpDef)]
)
"""All of them."""
