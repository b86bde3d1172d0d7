"""What becomes of operations that MLIR folds while it converts others: it tries that on all it is told nothing of.

In the reference's conversion of constants these are the operations of CHLO and builtin. Of CHLO's none computes
anything, but commutative ones take their constants last; of casts that say nothing, nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter


@cache
def is_foldable(definition: OpDefinition) -> bool:
    """Whether operations with this definition may be folded."""
    if definition is UNREALIZED_CONVERSION_CAST:
        return True
    return definition.name.startswith("chlo.") and "Commutative" in definition.traits


class OperandsSwapped(Decision):
    """The operands of a commutative operation are swapped, so that a constant comes last."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        remarks.tell("operands-swapped", "operands of {op} swapped: a constant comes last", self.op, op=self.op)


class CastFolded(Decision):
    """A result of a cast is replaced by what was cast."""

    result: OpResult
    source: Value

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "cast-folded",
            "{value} replaced by {source}: the cast changes nothing",
            self.result.owner,
            value=self.result,
            source=self.source,
        )


def fold(ops: Iterable[Operation], is_constant: Callable[[Operation], bool], rewriter: Rewriter) -> None:
    """Folds `ops`, which are foldable, in the order of the text; each as the module was before any was folded."""
    folded: list[tuple[Operation, list[Value]]] = []
    for op in ops:
        if op.signature.definition is UNREALIZED_CONVERSION_CAST:
            sources = cast_from(op)
            if sources is not None:
                folded.append((op, sources))
        else:
            first, second = [isinstance(value, OpResult) and is_constant(value.owner) for value in op.operands]
            if first and not second:
                rewriter.set_operands(op, op.operands[::-1])
                rewriter.report(OperandsSwapped, op)
    replaced: dict[Value, Value] = {}
    for op, sources in folded:
        for result, source in zip(op.results, sources, strict=True):
            while source in replaced:
                source = replaced[source]
            if source is not result:
                rewriter.report(CastFolded, result, source)
                rewriter.replace_uses(result, source)
                replaced[result] = source
    for op, _ in reversed(folded):
        if not any(result.is_used for result in op.results):
            rewriter.erase(op)


def cast_from(op: Operation) -> list[Value] | None:
    """The values that a cast gives back: its operands, or those of a cast that it undoes; None if it does more."""
    types = op.signature.result_types
    if op.signature.operand_types == types:
        return op.operands
    first = op.operands[0] if op.operands else None
    if not isinstance(first, OpResult) or first.owner.signature.definition is not UNREALIZED_CONVERSION_CAST:
        return None
    undone = first.owner
    if list(undone.results) != op.operands or undone.signature.operand_types != types:
        return None
    return list(undone.operands)
