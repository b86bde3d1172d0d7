"""The SDY dialect: shardings over named axes, and the operations that carry them.

It is the dialect that https://openxla.org/shardy/sdy_dialect describes.
"""

from __future__ import annotations

from sdyopt.dialects.sdy import syntax
from sdyopt.dialects.sdy.attributes import ORIGINAL_FUNC_NAME
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, OPERATIONS
from sdyopt.dialects.sdy.syntax import (
    DIMENSION_SHARDING,
    MANUAL_AXES,
    SHARDING,
    SHARDING_PER_VALUE,
    SingleBlockRegionNoBlockId,
)
from sdyopt.dialects.sdy.verification import (
    CONTEXT_VERIFIERS,
    DISCARDABLE_CONTEXT_VERIFIERS,
    VERIFIERS,
    verify_argument,
    verify_discardable,
    verify_result,
)
from sdyopt.dialects.stablehlo.syntax.operations import Constant
from sdyopt.mlir.declare.dialect import Dialect

__all__ = ["SDY"]

# The checks need the declarations to look at data flow, so they are attached to these afterwards.
for operation in OPERATIONS:
    operation.verifiers = VERIFIERS.get(operation, ())
    operation.context_verifiers = CONTEXT_VERIFIERS.get(operation, ())


SDY = Dialect(
    "sdy",
    OPERATIONS,
    attributes=[
        *(syntax.MESH_AXIS, syntax.MESH, syntax.SUB_AXIS, syntax.AXIS_REF, syntax.AXIS_REF_LIST, syntax.AXIS_REF_LISTS),
        *(DIMENSION_SHARDING, SHARDING, SHARDING_PER_VALUE, MANUAL_AXES),
        *(syntax.DIM_MAPPING, syntax.TENSOR_MAPPING, syntax.OP_SHARDING_RULE),
        *(syntax.ALL_TO_ALL_PARAM, syntax.ALL_TO_ALL_PARAM_LIST, syntax.EDGE_VALUE_REF),
        *(syntax.AXIS_TO_PROPAGATION_DETAILS, syntax.PROPAGATION_ONE_STEP, syntax.PROPAGATION_EDGES),
    ],
    directives=[SingleBlockRegionNoBlockId, Constant],
    verify_discardable=verify_discardable,
    verify_argument=verify_argument,
    verify_result=verify_result,
    context_verifiers=DISCARDABLE_CONTEXT_VERIFIERS,
    binders=[MANUAL_COMPUTATION],
    unverified=[ORIGINAL_FUNC_NAME, "sdy.named_computation.name"],
    sharding_rules="sdyopt.dialects.sdy.sharding_rules",
    patterns="sdyopt.dialects.sdy.canonicalize",
)
