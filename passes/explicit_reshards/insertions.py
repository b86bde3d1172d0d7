"""Operations that are inserted around an operation: in front of one of its operands, or after one of its results."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpOperand, OpResult
from sdyopt.passes.explicit_reshards.signatures import reshard_signature
from sdyopt.rewriting.rewriter import Rewriter


def reshard_operand(op: Operation, index: int, sharding: Sharding, rewriter: Rewriter) -> None:
    """Reshards an operand, right before the operation and for that use alone."""
    operand = op.operands[index]
    signature, at = reshard_signature(sharding, operand.type), InsertionPoint.before_op(op)
    reshard = rewriter.create_with(at, signature, [operand], operand.definition_location)
    rewriter.renames(reshard.results[0], operand)
    rewriter.set_operand(OpOperand(op, index), reshard.results[0])


def reshard_result(
    result: OpResult, computed: Sharding, sharding: Sharding, at: InsertionPoint, rewriter: Rewriter
) -> None:
    """Gives a result the sharding `computed`, and reshards it to `sharding` for all its uses."""
    use_instead(result, reshard_signature(sharding, result.type), at, rewriter)
    rewriter.set_sharding(result, computed)


def use_instead(result: OpResult, signature: Signature, at: InsertionPoint, rewriter: Rewriter) -> OpResult:
    """Inserts an operation on a result, and returns its result, which all users use then."""
    op = rewriter.create_with(at, signature, [result], result.definition_location)
    rewriter.renames(op.results[0], result)
    rewriter.replace_uses(result, op.results[0], except_in=op)
    return op.results[0]
