"""Sparse conditional constant propagation: which values are constants, over calls too.

It is MLIR's analysis for these dialects: an optimistic fixpoint. Of a value nothing is known at first, then perhaps
that it is a constant, at last that it is not. Only what may run counts: not what private functions hold that are not
called.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sdyopt.analysis.call_graph import symbol_table_around
from sdyopt.analysis.symbol_uses import resolved, symbol_tables
from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo.ops import CONSTANT_LIKE
from sdyopt.dialects.func.ops import CALL, CALL_INDIRECT, FUNC
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbol_references import references_of
from sdyopt.ir.symbols import NESTED, PUBLIC, is_symbol_table, visibility
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.ods.definition import OpDef
from sdyopt.rewriting.constants import CONSTANTS
from sdyopt.rewriting.folding import cast_from, splat_constant


class Constant(NamedTuple):
    """A constant: its value, and the operation that makes it."""

    definition: OpDefinition
    value: Attribute


class ConstantPropagation:
    """What is known about values of `root`, and which of its blocks may run."""

    def __init__(self, root: Operation) -> None:
        self.states: dict[Value, Constant | None] = {}
        """The constants, and the values that are none. Those of which nothing is known are not there."""
        self._root = root
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self._live: set[Block] = set()
        self._calls_of: dict[Operation, dict[Operation, None]] = {}
        self._returns_to: dict[Operation, dict[Operation, None]] = {}
        self._returning_unknown: set[Operation] = set()
        self._called_by_unknown = self._functions_with_unknown_callers()
        self._changed = True
        for region in root.regions:
            self._enter(region.blocks[:1])
        while self._changed:
            self._changed = False
            for op in walk(root):
                if op is not root and op.parent in self._live:
                    self._visit(op)

    def constant(self, value: Value) -> Constant | None:
        """Returns the constant that `value` is known to be, if any."""
        return self.states.get(value)

    # Callers.

    def _functions_with_unknown_callers(self) -> set[Operation]:
        """Returns the functions that may be called from outside, or by what is not a call."""
        found: set[Operation] = set()
        for table, is_hidden in symbol_tables(self._root):
            functions = [op for block in table.regions[0].blocks for op in block.ops if _has_body(op)]
            for function in functions:
                seen = visibility(function)
                if seen == PUBLIC or (seen == NESTED and not is_hidden):
                    found.add(function)
            users = list(_users_of_symbols(table)) if functions else []
            if any(len(op.regions) == 1 and not isinstance(op.definition, OpDef) for op in users):
                return {op for op in walk(self._root) if _has_body(op)}  # The operation may be a symbol table.
            for op in users:
                if op.definition not in (CALL, CALL_INDIRECT):
                    for reference in references_of(op.signature):
                        found.update(resolved(reference, self._root, self._tables)[-1:])
        return found

    def _callee(self, call: Operation) -> Operation | None:
        """Returns the function with a body in the root that is called."""
        reference = call.properties["callee"]
        assert isinstance(reference, SymbolRefAttr)
        callee = resolved(reference, symbol_table_around(call), self._tables)
        if not callee or not _has_body(callee[-1]) or not _is_inside(callee[-1], self._root):
            return None
        return callee[-1]

    # Visits.

    def _visit(self, op: Operation) -> None:
        """Finds out about the results of `op`, and what may run because of it."""
        definition = op.signature.definition
        if op.regions:
            if definition is not FUNC:
                for region in op.regions:
                    self._enter(region.blocks[:1])
                    self._set_unknown([argument for block in region.blocks[:1] for argument in block.arguments])
            elif op in self._called_by_unknown or op in self._calls_of:
                self._visit_function(op)
            self._set_unknown(op.results)
        elif definition is CALL:
            self._visit_call(op)
        elif definition is CALL_INDIRECT:
            self._set_unknown(op.results)
        else:
            self._visit_results(op)
        if op.successors:
            self._enter(op.successors)
            self._set_unknown([argument for block in op.successors for argument in block.arguments])
        elif op.next is None and op.parent_op is not None and op.parent_op.definition is FUNC:
            self._visit_return(op, op.parent_op)

    def _visit_function(self, function: Operation) -> None:
        blocks = function.regions[0].blocks[:1]
        self._enter(blocks)
        for block in blocks:
            if function in self._called_by_unknown:
                self._set_unknown(block.arguments)
                continue
            for call in self._calls_of[function]:
                for argument, operand in zip(block.arguments, call.operands, strict=False):
                    self._join(argument, operand)

    def _visit_call(self, call: Operation) -> None:
        callee = self._callee(call)
        if callee is None or call in self._returning_unknown:
            self._set_unknown(call.results)
            return
        calls = self._calls_of.setdefault(callee, {})
        if call not in calls:
            calls[call] = None
            self._changed = True
        for terminator in self._returns_to.get(call, ()):
            for result, operand in zip(call.results, terminator.operands, strict=False):
                self._join(result, operand)

    def _visit_return(self, terminator: Operation, function: Operation) -> None:
        for call in self._calls_of.get(function, ()):
            if not terminator.has_trait("ReturnLike"):
                self._returning_unknown.add(call)
            returns = self._returns_to.setdefault(call, {})
            if terminator not in returns:
                returns[terminator] = None
                self._changed = True

    def _visit_results(self, op: Operation) -> None:
        """Simulates folding."""
        definition = op.signature.definition
        if definition in CONSTANTS:
            self._set(op.result, Constant(definition, op.properties["value"]))
            return
        if any(operand not in self.states for operand in op.operands):
            return
        if definition is UNREALIZED_CONVERSION_CAST:
            values = cast_from(op)
            if values is not None:
                for result, value in zip(op.results, values, strict=True):
                    self._join(result, value)
                return
        if definition is CONSTANT_LIKE:
            type = op.operands[0].type
            folded = splat_constant(op.signature) if isinstance(type, ShapedType) and type.has_static_shape else None
            if folded is not None:
                self._set(op.result, Constant(folded.definition, folded.properties["value"]))
                return
        self._set_unknown(op.results)

    # States.

    def _enter(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            if block not in self._live:
                self._live.add(block)
                self._changed = True

    def _join(self, value: Value, source: Value) -> None:
        """Notes that `value` may be `source`."""
        if source in self.states:
            self._set(value, self.states[source])

    def _set(self, value: Value, state: Constant | None) -> None:
        """Notes that `value` may be this constant, or that it may be anything."""
        if value not in self.states:
            self.states[value] = state
            self._changed = True
            return
        known = self.states[value]
        if known is not None and (state is None or state.value is not known.value):
            self.states[value] = None
            self._changed = True

    def _set_unknown(self, values: Iterable[Value]) -> None:
        for value in values:
            self._set(value, None)


def _has_body(op: Operation) -> bool:
    return op.signature.definition is FUNC and bool(op.regions[0].blocks)


def _is_inside(op: Operation | None, root: Operation) -> bool:
    while op is not None and op is not root:
        op = op.parent_op
    return op is root


def _users_of_symbols(table: Operation) -> Iterable[Operation]:
    """Yields the operations in `table`, without those that other tables hold."""
    work = [op for region in table.regions for block in region.blocks for op in block.ops]
    while work:
        op = work.pop()
        yield op
        if not is_symbol_table(op):
            work += [inner for region in op.regions for block in region.blocks for inner in block.ops]
