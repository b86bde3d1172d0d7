"""Checks of SDY's operations and attributes beyond their declarations: https://openxla.org/shardy/sdy_dialect.

Functions named `check_…` are pure and give what is wrong, in the reference's words, or None; those named `verify_…`
look at an operation and report to the verification's context. What follows from a signature, its types and the meshes
stands under `VERIFIERS`, what needs an operation's surroundings under `CONTEXT_VERIFIERS`.
"""

from __future__ import annotations

from sdyopt.dialects.sdy.ops import (
    CONSTANT,
    DATA_FLOW_EDGE,
    FUNC_DATA_FLOW_EDGE,
    MANUAL_COMPUTATION,
    NAMED_COMPUTATION,
    PROPAGATION_BARRIER,
    RESHARD,
    SHARDING_CONSTRAINT,
)
from sdyopt.dialects.sdy.verification.operations import (
    COLLECTIVES,
    DISCARDABLE_CONTEXT_VERIFIERS,
    operand_sharding,
    verify_argument,
    verify_collective,
    verify_collective_axes,
    verify_constant,
    verify_discardable,
    verify_manual_axes,
    verify_manual_computation,
    verify_named_computation,
    verify_named_results,
    verify_result,
    verify_type_of_input,
)
from sdyopt.dialects.sdy.verification.shardings import (
    input_sharding,
    verify_barrier,
    verify_edge_input,
    verify_function_edge_input,
    verify_own_sharding,
    verify_own_sharding_free,
    verify_resharded,
    verify_static_shape,
)
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.definition import REMEMBERED_BY, Verifier, sees_binders_only, sees_body_only
from sdyopt.mlir.verify.checks import compares_sizes, symbol_use
from sdyopt.mlir.verify.verification import sees_boundary_only

__all__ = [
    "CONTEXT_VERIFIERS",
    "DISCARDABLE_CONTEXT_VERIFIERS",
    "VERIFIERS",
    "verify_argument",
    "verify_discardable",
    "verify_result",
]

VERIFIERS: dict[OpDefinition, tuple[Verifier, ...]] = {
    CONSTANT: (verify_constant,),
    SHARDING_CONSTRAINT: (verify_type_of_input, verify_own_sharding),
    RESHARD: (verify_type_of_input, verify_own_sharding),
    PROPAGATION_BARRIER: (verify_barrier, verify_type_of_input),
    DATA_FLOW_EDGE: (verify_type_of_input, verify_static_shape),
    FUNC_DATA_FLOW_EDGE: (verify_type_of_input, verify_static_shape),
}

CONTEXT_VERIFIERS: dict[OpDefinition, tuple[Verifier, ...]] = {
    SHARDING_CONSTRAINT: (verify_own_sharding_free, verify_resharded),
    RESHARD: (verify_own_sharding_free, verify_resharded),
    MANUAL_COMPUTATION: (verify_manual_axes, verify_manual_computation),
    NAMED_COMPUTATION: (verify_named_results, verify_named_computation),
    DATA_FLOW_EDGE: (verify_edge_input, verify_own_sharding, verify_own_sharding_free),
    FUNC_DATA_FLOW_EDGE: (verify_function_edge_input,),
    **dict.fromkeys(COLLECTIVES, (verify_collective, verify_type_of_input, verify_collective_axes)),
}

symbol_use |= {
    verify_own_sharding,
    verify_own_sharding_free,
    verify_manual_computation,
    verify_named_computation,
    verify_static_shape,
    verify_edge_input,
    verify_function_edge_input,
    verify_collective_axes,
    verify_resharded,
}
sees_binders_only |= {verify_own_sharding, verify_own_sharding_free}
compares_sizes |= {verify_type_of_input, verify_own_sharding, verify_own_sharding_free, verify_resharded}
sees_boundary_only |= {verify_named_results, verify_named_computation}
sees_body_only.update(*CONTEXT_VERIFIERS.values())
REMEMBERED_BY |= dict.fromkeys((verify_collective, verify_type_of_input, verify_collective_axes), operand_sharding)
REMEMBERED_BY[verify_resharded] = input_sharding
