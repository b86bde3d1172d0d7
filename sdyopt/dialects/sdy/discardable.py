"""The discardable attributes of the SDY dialect, by their names: https://openxla.org/shardy/sdy_dialect."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import SHARDING_RULE
from sdyopt.mlir.declare.sharding_slots import SHARDING

ORIGINAL_FUNC_NAME = "sdy.original_func_name"
"""The name of the function of which a function is a copy."""
FUNC_MANUAL_AXES = "sdy.func_manual_axes"
"""The manual axes of the calls of a function."""

SHARDING_ORIGIN_NAME = "sdy.sharding_origin_name"
"""The name of the source of axes, in the origins of shardings."""
SHARDING_ORIGINS = "sdy.sharding_origins"
"""The sources of the axes of a value's sharding."""
PROPAGATION_EDGES = "sdy.propagation_edges"
"""The steps in which axes were propagated through an operation."""

BLOCK_ARGUMENT_ORIGINS, RESULT_ORIGINS = "sdy.block_arg_sharding_origins", "sdy.result_sharding_origins"
BLOCK_ARGUMENT_EDGES, RESULT_EDGES = "sdy.block_arg_propagation_edges", "sdy.result_propagation_edges"
"""Those of the block arguments and results of a data-flow op, as arrays, when its edges are gone."""

DEBUG_ATTRIBUTES = frozenset(
    (
        SHARDING_ORIGINS,
        PROPAGATION_EDGES,
        BLOCK_ARGUMENT_ORIGINS,
        RESULT_ORIGINS,
        BLOCK_ARGUMENT_EDGES,
        RESULT_EDGES,
    )
)
"""Those in which propagation records what it did, if a pass has an option for that."""

DISCARDABLE = DEBUG_ATTRIBUTES | {
    SHARDING,
    SHARDING_RULE,
    SHARDING_ORIGIN_NAME,
    ORIGINAL_FUNC_NAME,
    FUNC_MANUAL_AXES,
}
