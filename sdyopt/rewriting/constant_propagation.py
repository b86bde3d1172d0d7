"""Sparse conditional constant propagation: which values are constants, over calls too.

It is MLIR's analysis for these dialects: an optimistic fixpoint. Of a value nothing is known at first, then perhaps
that it is a constant, at last that it is not. Only what may run counts: not what private functions hold that are not
called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo.ops import CONSTANT_LIKE
from sdyopt.dialects.func.ops import CALL, CALL_INDIRECT
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block
from sdyopt.ir.symbol_references import references_of
from sdyopt.ir.symbols import NESTED, PUBLIC, is_symbol_table, visibility
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import successor_operands
from sdyopt.rewriting.control_flow.branches import successor_for
from sdyopt.rewriting.folding.constants import constant_value, is_constant
from sdyopt.rewriting.folding.driver import cast_from, change_unreported, splat_constant
from sdyopt.rewriting.folding.folders import Folded, Unreported, folder_of
from sdyopt.rewriting.functions.call_graph import is_function, symbol_table_around
from sdyopt.rewriting.functions.symbol_uses import resolved, symbol_tables
from sdyopt.rewriting.rewriter import Rewriter

RUNS_ITS_REGION = "shape.assuming"
"""The operation whose results are what its region ends with."""


class KnownConstant(NamedTuple):
    """A constant: its value, and the dialect that makes it."""

    dialect: str
    value: Attribute


class ConstantPropagation:
    """What is known about values of `root`, and which of its blocks may run.

    The rewriter is for changes that folders make although they report none.
    """

    def __init__(self, root: Operation, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self.states: dict[Value, KnownConstant | None] = {}
        """The constants, and the values that are none. Those of which nothing is known are not there."""
        self._root = root
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self.running: set[Block] = set()
        """The blocks that may run."""
        self.calls_of: dict[Operation, dict[Operation, Operation]] = {}
        """The calls of each function that may run, each with the function around it, or the root."""
        self._returns_of: dict[Operation, dict[Operation, None]] = {}
        self.called_by_unknown = self._functions_with_unknown_callers()
        """The functions that may be called from outside, or by what is not a call."""
        self._pending: dict[Operation, None] = {root: None}
        """The functions to visit."""
        self._ops: dict[Operation, list[Operation]] = {}
        for region in root.regions:
            self._enter(region.blocks[:1])
        while self._pending:
            self._visit_all(self._pending.popitem()[0])

    def constant(self, value: Value) -> KnownConstant | None:
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

    def callee(self, call: Operation) -> Operation | None:
        """Returns the function with a body in the root that is called."""
        reference = call.properties["callee"]
        assert isinstance(reference, SymbolRefAttr)
        callee = resolved(reference, symbol_table_around(call), self._tables)
        if not callee or not _has_body(callee[-1]) or not _is_inside(callee[-1], self._root):
            return None
        return callee[-1]

    # Visits.

    def _visit_all(self, scope: Operation) -> None:
        """Visits the operations in a function, or in the root, until nothing changes; not those in other functions."""
        if scope not in self._ops:
            self._ops[scope] = list(_ops_outside_functions(scope))
        self._changed = True
        while self._changed:
            self._changed = False
            for op in self._ops[scope]:
                if op.parent in self.running:
                    self._visit(op, scope)

    def _visit(self, op: Operation, scope: Operation) -> None:
        """Finds out about the results of `op`, and what may run because of it."""
        definition = op.signature.definition
        if is_function(definition):
            if op in self.called_by_unknown and _has_body(op):
                self._set_unknown([argument for block in op.regions[0].blocks[:1] for argument in block.arguments])
                self._enter_function(op)
        elif op.regions:
            for region in op.regions:
                self._enter(region.blocks[:1])
                self._set_unknown([argument for block in region.blocks[:1] for argument in block.arguments])
            if definition.name != RUNS_ITS_REGION:
                self._set_unknown(op.results)
        elif definition is CALL:
            self._visit_call(op, scope)
        elif definition is CALL_INDIRECT:
            self._set_unknown(op.results)
        else:
            self._visit_results(op)
        if op.successors:
            self._visit_branch(op)
        elif op.next is None and op.parent_op is not None and op.parent_op.definition.name == RUNS_ITS_REGION:
            for result, operand in zip(op.parent_op.results, op.operands, strict=True):
                self._join(result, operand)
        elif op.next is None and op.parent_op is scope and is_function(scope.definition):
            self._visit_return(op, scope)

    def _enter_function(self, function: Operation) -> None:
        """Notes that a function may run."""
        block = function.regions[0].blocks[0]
        if block not in self.running:
            self._enter([block])
            self._pending[function] = None

    def _visit_branch(self, op: Operation) -> None:
        """Notes which blocks may run after an operation, and what their arguments may be."""
        definition = op.signature.definition
        if not isinstance(definition, OpDef):
            self._enter(op.successors)
            self._set_unknown([argument for block in op.successors for argument in block.arguments])
            return
        if any(operand not in self.states for operand in op.operands):
            return
        constants = [None if state is None else state.value for state in map(self.constant, op.operands)]
        chosen = successor_for(op, constants)
        for number, (start, stop) in enumerate(successor_operands(op)[: len(op.successors)]):
            if chosen in (None, number):
                block = op.successors[number]
                self._enter([block])
                for argument, operand in zip(block.arguments, op.operands[start:stop], strict=True):
                    self._join(argument, operand)

    def _visit_call(self, call: Operation, scope: Operation) -> None:
        callee = self.callee(call)
        if callee is None:
            self._set_unknown(call.results)
            return
        self.calls_of.setdefault(callee, {})[call] = scope
        self._enter_function(callee)
        if callee not in self.called_by_unknown:
            for argument, operand in zip(callee.regions[0].blocks[0].arguments, call.operands, strict=False):
                if self._join(argument, operand):
                    self._pending[callee] = None
        for terminator in self._returns_of.get(callee, ()):
            self._return_to(call, terminator)

    def _visit_return(self, terminator: Operation, function: Operation) -> None:
        self._returns_of.setdefault(function, {})[terminator] = None
        for call, scope in self.calls_of.get(function, {}).items():
            if self._return_to(call, terminator):
                self._pending[scope] = None

    def _return_to(self, call: Operation, terminator: Operation) -> bool:
        """Notes that a call may return what `terminator` does; returns whether more is known by that."""
        if not terminator.has_trait("ReturnLike"):
            return self._set_unknown(call.results)
        changes = [self._join(*pair) for pair in zip(call.results, terminator.operands, strict=False)]
        return any(changes)

    def _visit_results(self, op: Operation) -> None:
        """Simulates folding."""
        definition = op.signature.definition
        dialect = definition.dialect
        if is_constant(definition):
            value = constant_value(op.result)
            if value is not None:
                self._set(op.result, KnownConstant(dialect, value))
                return
        if any(operand not in self.states for operand in op.operands):
            return
        found = self._folded(op)
        if found is not None:
            for result, one in zip(op.results, found, strict=True):
                if isinstance(one, Value):
                    self._join(result, one)
                else:
                    self._set(result, KnownConstant(dialect, one))
            return
        self._set_unknown(op.results)

    def _folded(self, op: Operation) -> Sequence[Folded] | None:
        """Returns what the results of `op` are, given what is known of its operands."""
        definition = op.signature.definition
        if definition is UNREALIZED_CONVERSION_CAST:
            return cast_from(op)
        if definition is CONSTANT_LIKE:
            type = op.operands[0].type
            made = splat_constant(op.signature) if isinstance(type, ShapedType) and type.has_static_shape else None
            return None if made is None else [made.properties["value"]]
        folder = folder_of(definition)
        if folder is None:
            return None
        states = map(self.constant, op.operands)
        folding = folder(op, [None if state is None else state.value for state in states])
        if isinstance(folding, Unreported):
            if folding.folded is not None:
                return folding.folded
            return change_unreported(folding, op, self._rewriter)
        if callable(folding):
            self._rewriter.renew_uses(op)  # MLIR changes it in place, and gives it back the operands that it had.
            return None
        return folding

    # States.

    def _enter(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            if block not in self.running:
                self.running.add(block)
                self._changed = True

    def _join(self, value: Value, source: Value) -> bool:
        """Notes that `value` may be `source`; returns whether more is known by that."""
        return source in self.states and self._set(value, self.states[source])

    def _set(self, value: Value, state: KnownConstant | None) -> bool:
        """Notes that `value` may be this constant, or anything; returns whether more is known by that."""
        if value not in self.states:
            self.states[value] = state
        else:
            known = self.states[value]
            if known is None or (state is not None and state.value is known.value):
                return False
            self.states[value] = None
        self._changed = True
        return True

    def _set_unknown(self, values: Iterable[Value]) -> bool:
        changes = [self._set(value, None) for value in values]
        return any(changes)


def _ops_outside_functions(scope: Operation) -> Iterator[Operation]:
    """Yields the operations in `scope`, but not those that functions hold which are in it."""
    work = [op for region in scope.regions for block in region.blocks for op in block.ops][::-1]
    while work:
        op = work.pop()
        yield op
        if op.regions and not is_function(op.signature.definition):
            work += [inner for region in op.regions for block in region.blocks for inner in block.ops][::-1]


def _has_body(op: Operation) -> bool:
    return is_function(op.signature.definition) and bool(op.regions[0].blocks)


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
