"""Canonicalization patterns of the StableHLO dialect."""

from __future__ import annotations

from functools import partial

from sdyopt.dialects.stablehlo.ops.control_flow import CASE
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attributes import I32, DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.rewriting.folding import constant_value
from sdyopt.rewriting.patterns import PatternRewriter, pattern


@pattern(CASE, "mlir::stablehlo::FoldConstantCaseOp")
def constant_case(op: Operation, rewriter: PatternRewriter) -> bool:
    """Puts the branch that a constant chooses in the place of a case."""
    if not isinstance(index := constant_value(op.operands[0]), DenseElementsAttr):
        return False
    (number,) = elements(index.text, (), element_format(I32))
    if not 0 <= number < len(op.regions):
        return False
    block = op.regions[number].block
    terminator = block.terminator
    if not all(map(partial(_may_be_returned, terminator), op.results, terminator.operands)):
        return False
    pairs = zip(op.results, terminator.operands, strict=False)
    if any(returned.type is not result.type and is_quantized(result.type) for result, returned in pairs):
        return False  # They are quantized in another way.
    rewriter.tell(
        "constant-case", "{op} replaced by its branch {number}: the index is a constant", op, op=op, number=number
    )
    mapping: dict[Value, Value] = {}
    at = InsertionPoint.before_op(op)
    for inner in block.ops:
        if inner is not terminator:
            copy = rewriter.clone(inner, mapping, at)
            for new, old in zip(copy.results, inner.results, strict=True):
                rewriter.renames(new, old)
    rewriter.replace(op, [mapping.get(value, value) for value in terminator.operands])
    return True


def _may_be_returned(terminator: Operation, result: OpResult, value: Value) -> bool:
    """Whether a value that a branch returns may take the place of a result.

    Right inside a module that may be a result of the operation itself. As in MLIR nothing then takes the place of it,
    so that only what is erased with the operation may use it.
    """
    if not isinstance(value, OpResult) or value.owner is not result.owner:
        return True
    return value is result and all(_is_erased_with(user, terminator) for user in result.users)


def _is_erased_with(user: Operation | None, terminator: Operation) -> bool:
    """Whether an operation goes with that around a branch: one of another branch, or the `terminator` of this one."""
    while user is not None and user.parent_op is not terminator.parent_op:
        user = user.parent_op
    return user is not None and (user is terminator or user.parent is not terminator.parent)


PATTERNS = (constant_case,)
