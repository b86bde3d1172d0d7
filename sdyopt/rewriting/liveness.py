"""Liveness: which values have an influence on what can be seen from outside, over calls and branches too.

It is MLIR's analysis for these dialects. A value is live if an operation with effects uses it, if it leaves the program
through a function that may be called from outside, if it decides which way a branch goes, or if a live value is
computed from it. What never runs makes nothing live.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.dialects.func.ops import CALL
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.rewriting.constant_propagation import RUNS_ITS_REGION, ConstantPropagation
from sdyopt.rewriting.control_flow.branches import deciding_operands, is_branch, values_passed
from sdyopt.rewriting.functions.call_graph import is_function
from sdyopt.rewriting.memory_effects import is_free_of_effects


class Liveness:
    """The live values in `root`, given what may run."""

    def __init__(self, root: Operation, propagation: ConstantPropagation) -> None:
        self._root = root
        self._propagation = propagation
        self._live: set[Value] = set()
        self._pending: list[Value] = []
        self._branches_to: dict[Block, list[Operation]] = {}
        self._returns_of: dict[Operation, list[Operation]] = {}
        for op in walk(root):
            if op.parent in propagation.running:
                self._visit(op)
        while self._pending:
            self._mark(self._operands_for(self._pending.pop()))

    def is_live(self, value: Value) -> bool:
        """Returns whether anything that can be seen depends on `value`."""
        return value in self._live

    def _mark(self, values: Iterable[Value]) -> None:
        for value in values:
            if value not in self._live:
                self._live.add(value)
                self._pending.append(value)

    def _visit(self, op: Operation) -> None:
        """Marks the operands of `op` that are live whether its results are or not, and notes where others go."""
        definition = op.signature.definition
        holder = op.parent_op
        if definition.name == RUNS_ITS_REGION:
            self._mark(() if is_free_of_effects(op) else op.operands)
        elif is_branch(op):
            for block in dict.fromkeys(op.successors):
                self._branches_to.setdefault(block, []).append(op)
            self._mark(deciding_operands(op))
        elif definition is CALL:
            self._mark(op.operands if self._propagation.callee(op) is None else ())
        elif holder is not None and op.has_trait("ReturnLike") and is_function(holder.definition):
            if holder is self._root or holder in self._propagation.called_by_unknown:
                self._mark(op.operands)
            self._returns_of.setdefault(holder, []).append(op)
        elif holder is not None and holder.name == RUNS_ITS_REGION and op.has_trait("ReturnLike"):
            pass
        elif op.has_trait("IsTerminator") or not is_free_of_effects(op):
            self._mark(op.operands)

    def _operands_for(self, value: Value) -> Iterator[Value]:
        """Yields the values from which `value` comes directly."""
        if isinstance(value, BlockArgument):
            yield from self._passed_for(value)
            return
        assert isinstance(value, OpResult)
        op = value.owner
        callee = self._propagation.callee(op) if op.definition is CALL else None
        if callee is not None:
            yield from [last.operands[value.index] for last in self._returns_of.get(callee, ())]
            return
        yield from op.operands
        if op.name == RUNS_ITS_REGION:
            last = op.regions[0].block.last
            assert last is not None
            yield last.operands[value.index]

    def _passed_for(self, argument: BlockArgument) -> Iterator[Value]:
        """Yields what branches and calls pass for an argument."""
        block = argument.owner
        yield from values_passed(self._branches_to.get(block, ()), argument)
        holder = block.parent_op
        if holder is not None and is_function(holder.definition) and holder.regions[0].blocks[0] is block:
            for call in self._propagation.calls_of.get(holder, ()):
                yield call.operands[argument.index]
