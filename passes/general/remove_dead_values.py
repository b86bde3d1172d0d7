"""-remove-dead-values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, TypeVar

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.shardings.slots import function_type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, TypeAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation, walk, walk_post
from sdyopt.ir.region import Block
from sdyopt.ir.symbol_references import references_of
from sdyopt.ir.symbols import PUBLIC, symbol_name, visibility
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.passes.general.canonicalize import canonicalization_patterns
from sdyopt.rewriting.constant_propagation import RUNS_ITS_REGION, ConstantPropagation
from sdyopt.rewriting.control_flow.branches import deciding_operands, is_branch, set_passed, targets_of
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.functions.call_graph import is_function, symbol_table_around
from sdyopt.rewriting.functions.symbol_uses import resolved
from sdyopt.rewriting.greedy import rewrite_greedily_from
from sdyopt.rewriting.liveness import Liveness
from sdyopt.rewriting.memory_effects import is_free_of_effects
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.patterns import PatternSet
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter

T = TypeVar("T")


@register_pass("remove-dead-values")
class RemoveDeadValues(Pass):
    """Removes what has no influence on results and effects: operations, and arguments and results of private functions.

    It follows values through calls and branches. A private function loses the arguments that it does not need, and the
    results that no call uses; calls follow. A block loses the arguments for which dead values are passed. What can
    never run goes as far as it can; what has to stay there uses `ub.poison` in place of what went. Loops and other
    regions of StableHLO keep all their values. Functions stay as they are if anything but calls refers to them.
    """

    anchor: ClassVar[str] = ANY

    canonicalize: bool = option(default=True, help="Canonicalizes operations with regions that lost results")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        found = DeadValues(op, Liveness(op, ConstantPropagation(op, rewriter)))
        DeadValueRemoval(rewriter).remove(found)
        if self.canonicalize:
            canonicalize_regions(op, rewriter)


def canonicalize_regions(root: Operation, rewriter: Rewriter) -> None:
    """Canonicalizes the operations whose results are what their region ends with."""
    ops = [op for op in walk_post(root) if op.name == RUNS_ITS_REGION and op is not root]
    if ops:
        patterns = canonicalization_patterns().patterns_for(ops[0].definition)
        rewrite_greedily_from(ops, PatternSet(patterns), rewriter)


class FunctionChange(NamedTuple):
    """A function, the numbers of its arguments and results that are dead, and its calls and what ends its blocks."""

    function: Operation
    arguments: tuple[int, ...]
    results: tuple[int, ...]
    calls: tuple[Operation, ...]
    returns: tuple[Operation, ...]


class BranchChange(NamedTuple):
    """For each successor of a branch the numbers of the values passed to it that are dead."""

    branch: Operation
    dead: tuple[tuple[int, ...], ...]


class DeadValues:
    """What is to be removed in `root`, in the order in which MLIR visits it: each operation after what it holds."""

    def __init__(self, root: Operation, liveness: Liveness) -> None:
        self._liveness = liveness
        self._dead: set[Value] = set()
        self.operations: list[Operation] = []
        self.functions: list[FunctionChange] = []
        self.branches: list[BranchChange] = []
        self.unreachable: list[Operation] = []
        """Branches that nothing ever reaches, as nothing has made what decides where they go."""
        self.unused: list[tuple[Operation, tuple[int, ...]]] = []
        """Operations that end a region, and the numbers of their operands that make results which nothing needs."""
        self._users, self._hiding = users_of_functions(root)
        for op in walk_post(root):
            self._visit(op)

    def _is_dead(self, value: Value) -> bool:
        return value in self._dead or not self._liveness.is_live(value)

    def _dead_among(self, values: Iterable[Value]) -> tuple[int, ...]:
        """Returns the numbers of the values that are dead."""
        return tuple([index for index, value in enumerate(values) if self._is_dead(value)])

    def _visit(self, op: Operation) -> None:
        definition = op.signature.definition
        if is_function(definition):
            self._visit_function(op)
        elif definition.name == RUNS_ITS_REGION:
            self._visit_region(op)
        elif is_branch(op):
            self._visit_branch(op)
        elif not op.has_trait("IsTerminator") and definition.name not in ("func.call", "func.call_indirect"):
            needs_dead = any(map(self._is_dead, op.operands))  # It never runs then, whatever its effects are.
            if needs_dead or (is_free_of_effects(op) and all(map(self._is_dead, op.results))):
                self._erase(op)

    def _erase(self, op: Operation) -> None:
        self.operations.append(op)
        self._dead.update(op.results)

    def _visit_region(self, op: Operation) -> None:
        dead = self._dead_among(op.results)
        if len(dead) == len(op.results) and is_free_of_effects(op):
            self._erase(op)
        elif dead and op.regions[0].block.last is not None:
            self.unused.append((op.regions[0].block.last, dead))

    def _visit_branch(self, op: Operation) -> None:
        if any(map(self._is_dead, deciding_operands(op))):
            self.unreachable.append(op)
            return
        change: list[tuple[int, ...]] = []
        for target in targets_of(op):
            dead = self._dead_among(target.operands)
            self._dead.update(target.block.arguments[index] for index in dead)
            change.append(dead)
        self.branches.append(BranchChange(op, tuple(change)))

    def _visit_function(self, function: Operation) -> None:
        blocks = function.regions[0].blocks
        users = self._users.get(function, {})
        if visibility(function) == PUBLIC or not blocks or not all(users.values()) or is_inside(function, self._hiding):
            return
        arguments = self._dead_among(blocks[0].arguments)
        self._dead.update(blocks[0].arguments[index] for index in arguments)
        count = len(function_type(function.signature).results)
        results = tuple([i for i in range(count) if all(self._is_dead(call.results[i]) for call in users)])
        returns = [block.last for block in blocks if block.last is not None and block.last.has_trait("ReturnLike")]
        for call in users:
            self._dead.update(call.results[index] for index in results)
        if arguments or results:
            self.functions.append(FunctionChange(function, arguments, results, tuple(users), tuple(returns)))


def users_of_functions(root: Operation) -> tuple[dict[Operation, dict[Operation, bool]], set[Operation]]:
    """Returns what in `root` refers to each function, each with whether it calls it.

    Also returns the symbol tables in which an operation may hide more uses, as it may be a symbol table itself.
    """
    users: dict[Operation, dict[Operation, bool]] = {}
    tables: dict[Operation, dict[str, Operation]] = {}
    hiding: set[Operation] = set()
    for op in walk(root):
        if len(op.regions) == 1 and not isinstance(op.definition, OpDef):
            hiding.add(symbol_table_around(op))
        references = () if op is root else references_of(op.signature)
        for reference in references:
            symbols = resolved(reference, symbol_table_around(op), tables, in_full=False)
            if symbols and is_function(symbols[-1].definition):
                is_call = op.definition is CALL and op.properties["callee"] is reference
                known = users.setdefault(symbols[-1], {})
                known[op] = known.get(op, True) and is_call
    return users, hiding


class DeadValueRemoval:
    """Removes dead values in MLIR's order: arguments of blocks, operations, arguments and results of functions."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter

    def remove(self, found: DeadValues) -> None:
        """Removes all that was found."""
        for change_of_branch in found.branches:
            self._remove_block_arguments(change_of_branch)
        for change_of_branch in found.branches:
            self._remove_passed(change_of_branch)
        for last, unused in found.unused:
            for index in unused:
                self._replace_unused(last, index)
        for change in found.functions:
            for call in change.calls:
                self._erase_operands(call, change.arguments)
            for op in change.returns:
                self._erase_operands(op, change.results)
        for branch in found.unreachable:
            self._cut_off(branch)
        self._erase(found.operations)
        for change in found.functions:
            self._change_function(change)
        for change in found.functions:
            for call in change.calls:
                if change.results:
                    self._drop_results(call, change.results)

    def _remove_block_arguments(self, change: BranchChange) -> None:
        for target, dead in zip(targets_of(change.branch), change.dead, strict=True):
            if len(target.operands) == len(target.block.arguments):  # As in MLIR, a block changes only once.
                self._erase_arguments(target.block, dead)

    def _erase_arguments(self, block: Block, indices: Sequence[int]) -> None:
        for index in reversed(indices):
            argument = block.arguments[index]
            self._forget(argument)
            self._rewriter.report(ArgumentRemoved, argument)
            self._rewriter.erase_block_argument(argument)

    def _remove_passed(self, change: BranchChange) -> None:
        if any(change.dead):
            passed = [
                without(target.operands, dead)
                for target, dead in zip(targets_of(change.branch), change.dead, strict=True)
            ]
            set_passed(change.branch, passed, self._rewriter)

    def _erase_operands(self, op: Operation, indices: Sequence[int]) -> None:
        if indices:
            self._rewriter.erase_operands(op, indices)

    def _replace_unused(self, last: Operation, index: int) -> None:
        """Has an operation that ends a region give an undefined value for a result that nothing needs."""
        value = last.operands[index]
        last.set_operand(index, self._poison(value, last))

    def _cut_off(self, branch: Operation) -> None:
        from sdyopt.dialects.ub.ops import UNREACHABLE

        self._rewriter.report(NeverReached, branch)
        self._rewriter.create_before(branch, UNREACHABLE, location=branch.location)
        self._rewriter.erase(branch)

    def _erase(self, ops: Sequence[Operation]) -> None:
        """Erases operations; where operations that stay use their results, these use an undefined value instead."""
        rewriter = self._rewriter
        erased = set(ops)
        outermost = [op for op in ops if not is_inside(op, erased)]
        for op in outermost:
            rewriter.report(WithoutInfluence, op)
        for op in outermost:
            for inner in walk(op):
                inner.set_operands(())
        for op in outermost:
            for result in op.results:
                if result.is_used:
                    rewriter.replace_uses(result, self._poison(result, op))
            rewriter.erase(op)

    def _poison(self, value: Value, place: Operation) -> Value:
        """Returns an undefined value, made right before `place`, that stands for another one."""
        from sdyopt.dialects.ub.ops import POISON, PoisonAttr

        at = value.definition_location
        made = self._rewriter.create_before(place, POISON, (), [value.type], {"value": PoisonAttr()}, location=at)
        self._rewriter.renames(made.result, value)
        return made.result

    def _change_function(self, change: FunctionChange) -> None:
        function, rewriter = change.function, self._rewriter
        self._erase_arguments(function.regions[0].blocks[0], change.arguments)
        for index in change.results:
            rewriter.report(ResultRemoved, function, index)
        before = function_type(function.signature)
        inputs, results = without(before.inputs, change.arguments), without(before.results, change.results)
        properties = function.properties.with_entry("function_type", TypeAttr(FunctionType(inputs, results)))
        for name, dead in (("arg_attrs", change.arguments), ("res_attrs", change.results)):
            stored = properties.get(name)
            if isinstance(stored, ArrayAttr):
                kept = without(stored.elements, dead)
                is_empty = all(attributes is NO_ATTRIBUTES for attributes in kept)
                properties = properties.without(name) if is_empty else properties.with_entry(name, ArrayAttr(kept))
        rewriter.set_signature(function, function.signature.with_properties(properties))

    def _drop_results(self, call: Operation, indices: Sequence[int]) -> None:
        """Creates a call without these results in place of one."""
        rewriter = self._rewriter
        kept = without(call.results, indices)
        new = rewriter.create_before(
            call,
            call.definition,
            call.operands,
            [result.type for result in kept],
            call.properties,
            call.attributes,
            location=call.location,
        )
        for index in indices:
            self._forget(call.results[index])
        for result, replacement in zip(kept, new.results, strict=True):
            rewriter.renames(replacement, result)
            rewriter.replace_uses(result, replacement)
        rewriter.erase(call)

    def _forget(self, value: Value) -> None:
        """Takes `value` from the operations that use it.

        Those that stay, in code that never runs, are invalid then, which verification reports as in MLIR.
        """
        if value.is_used:
            self._rewriter.replace_uses(value, Block().add_argument(value.type))


def without(elements: Sequence[T], indices: Collection[int]) -> tuple[T, ...]:
    """Returns the elements that do not have these numbers."""
    return tuple([element for index, element in enumerate(elements) if index not in indices])


def is_inside(op: Operation, others: Collection[Operation]) -> bool:
    """Returns whether one of the others holds `op`."""
    outer = op.parent_op
    while outer is not None and outer not in others:
        outer = outer.parent_op
    return outer is not None


class WithoutInfluence(Decision):
    """An operation is erased, as nothing that can be seen depends on it."""

    kind = "dead"
    text = "{op} erased: no result and no effect depends on it"

    op: Operation


class NeverReached(Decision):
    """A branch that never runs ends its block without a successor."""

    kind = "never-reached"
    text = "{op} replaced by 'ub.unreachable': it never runs"

    op: Operation


class ArgumentRemoved(Decision):
    """An argument of a block or a function is removed."""

    kind = "argument-removed"
    text = "{argument} removed: no result and no effect depends on it"

    argument: Value


class ResultRemoved(Decision):
    """A result of a function is removed."""

    function: Operation
    number: int

    def explain(self, remarks: Remarks) -> None:
        text = "result {number} of @{name} removed: no call needs it"
        self.report(remarks, "result-removed", text, self.function, name=symbol_name(self.function))
