"""The operations of StableHLO."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.ops import communication, control_flow, elementwise, linear_algebra, reductions, shapes
from sdyopt.mlir.declare.definition import OpDef

MODULES = (communication, control_flow, elementwise, shapes, linear_algebra, reductions)
"""Where they are declared."""

OPERATIONS: tuple[OpDef, ...] = tuple(
    [definition for module in MODULES for definition in vars(module).values() if isinstance(definition, OpDef)]
)
"""All of them."""
