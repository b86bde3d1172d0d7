"""The SDY dialect: shardings over named axes, and the operations that carry them.

It is the dialect that https://openxla.org/shardy/sdy_dialect describes.
"""

from __future__ import annotations

from sdyopt.dialects.sdy.discardable import ORIGINAL_FUNC_NAME
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, OPERATIONS
from sdyopt.dialects.sdy.syntax import axes, propagation, rules
from sdyopt.dialects.sdy.syntax.regions import SingleBlockRegionNoBlockId
from sdyopt.dialects.sdy.syntax.shardings import DIMENSION_SHARDING, MANUAL_AXES, SHARDING, SHARDING_PER_VALUE
from sdyopt.dialects.sdy.verification import (
    CONTEXT_VERIFIERS,
    DISCARDABLE_CONTEXT_VERIFIERS,
    VERIFIERS,
    verify_argument,
    verify_discardable,
    verify_result,
)
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.formats.constant import Constant

__all__ = ["SDY"]

# The checks need the declarations to look at data flow, so they are attached to these afterwards.
for operation in OPERATIONS:
    operation.verifiers = VERIFIERS.get(operation, ())
    operation.context_verifiers = CONTEXT_VERIFIERS.get(operation, ())


SDY = Dialect(
    "sdy",
    OPERATIONS,
    attributes=[
        *(axes.MESH_AXIS, axes.MESH, axes.SUB_AXIS, axes.AXIS_REF, axes.AXIS_REF_LIST, axes.AXIS_REF_LISTS),
        *(DIMENSION_SHARDING, SHARDING, SHARDING_PER_VALUE, MANUAL_AXES),
        *(rules.DIM_MAPPING, rules.TENSOR_MAPPING, rules.OP_SHARDING_RULE),
        *(axes.ALL_TO_ALL_PARAM, axes.ALL_TO_ALL_PARAM_LIST, propagation.EDGE_VALUE_REF),
        *(propagation.AXIS_TO_PROPAGATION_DETAILS, propagation.PROPAGATION_ONE_STEP, propagation.PROPAGATION_EDGES),
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
