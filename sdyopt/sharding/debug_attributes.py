"""The discardable attributes in which propagation records what it did, where a pass is asked to do so."""

from __future__ import annotations

SHARDING_ORIGINS = "sdy.sharding_origins"
"""Where the axes of a value's sharding come from."""
PROPAGATION_EDGES = "sdy.propagation_edges"
"""The steps in which axes were propagated over an operation."""

BLOCK_ARGUMENT_ORIGINS, RESULT_ORIGINS = "sdy.block_arg_sharding_origins", "sdy.result_sharding_origins"
BLOCK_ARGUMENT_EDGES, RESULT_EDGES = "sdy.block_arg_propagation_edges", "sdy.result_propagation_edges"
"""Those of the block arguments and results of a data-flow op, as arrays, when its edges are gone."""

DEBUG_ATTRIBUTES = frozenset(
    {
        SHARDING_ORIGINS,
        PROPAGATION_EDGES,
        BLOCK_ARGUMENT_ORIGINS,
        RESULT_ORIGINS,
        BLOCK_ARGUMENT_EDGES,
        RESULT_EDGES,
    }
)
