"""What operations of the cf dialect must be: weights of branches, and the cases of switches."""

from __future__ import annotations

from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType, VectorType
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of


def verify_weights(op: Operation, context: Verification) -> None:
    """There is a weight for each successor, or none, and not all are zero."""
    weights = op.properties.get("branch_weights")
    if not isinstance(weights, DenseArrayAttr) or not weights.values:
        return
    if len(weights.values) != len(op.successors):
        message = "expects number of branch weights to match number of successors: "
        context.plain_error(op.location, f"{message}{len(weights.values)} vs {len(op.successors)}")
    if not any(weights.values):
        context.plain_error(op.location, "branch weights cannot all be zero")


def verify_switch(op: Operation, context: Verification) -> None:
    """There is a value of the flag's type for each case."""
    values = op.properties.get("case_values")
    destinations = len(op.successors) - 1
    if not isinstance(values, DenseElementsAttr):
        if destinations:
            context.error(op, f"number of case values (0) should match number of case destinations ({destinations})")
        return
    type, flag = values.type, op.signature.operand_types[0]
    assert isinstance(type, (RankedTensorType, VectorType))
    if type.element_type is not flag:
        message = f"'flag' type ('{text_of(flag)}') should match case value type ('{text_of(type.element_type)}')"
        context.error(op, message)
    segments = op.properties["case_operand_segments"]
    if isinstance(segments, DenseArrayAttr) and len(segments.values) < destinations:
        message = f"'case_operand_segments' has {len(segments.values)} elements for {destinations} case destinations"
        context.error(op, message)
    count = type.shape[0] if type.shape else 1
    if count != destinations:
        message = f"number of case values ({count}) should match number of case destinations ({destinations})"
        context.error(op, message)
