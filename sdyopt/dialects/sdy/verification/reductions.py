"""The verifiers of reduction operators: unreduced axes are reduced by the operator that their sharding has."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import SUM, Sharding
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.data_flow import past_barriers
from sdyopt.dialects.sdy.shardings.reductions import ANY, check_transition, reduction_operator
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.verification.shardings import mesh_of, own_sharding
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.verification import Verification


def input_sharding(op: Operation) -> Sharding | None:
    """Returns the sharding that a reshard or constraint changes, which its verification depends on."""
    return sharding_of(past_barriers(op.operands[0]))


def verify_resharded(op: Operation, context: Verification) -> None:
    """Reports if a reshard or constraint introduces axes that are not summed along, or changes their operator."""
    target = own_sharding(op)
    source = None if target is None or not target.unreduced else input_sharding(op)
    if source is not None and target is not None:
        _verify_transition(op, source, target, SUM, ANY, context)


def verify_reduced(op: Operation, operand: Sharding, context: Verification) -> None:
    """Reports if a reduction reduces axes by another operator than its own."""
    result = own_sharding(op)
    introduced_by = None if revision().refuses_new_unreduced_axes else ANY
    if result is not None:
        _verify_transition(op, operand, result, introduced_by, reduction_operator(op), context)


def _verify_transition(
    op: Operation,
    operand: Sharding,
    result: Sharding,
    introduced_by: str | None,
    dropped_by: str,
    context: Verification,
) -> None:
    meshes = [mesh_of(op, sharding, context) for sharding in (operand, result)]
    complaint = check_transition([operand], [result], meshes, introduced_by, dropped_by)
    if complaint is not None:
        context.error(op, complaint)
