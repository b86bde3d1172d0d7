"""The driver of propagation: visits operations until no sharding changes, and erases those that are dead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.attributes import OpShardingRule, Sharding
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS, edge_on, function_type, other_targets
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.ir.attribute import checked
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpOperand, OpResult, Value
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.rewrite.rewriter import would_be_dead
from sdyopt.passes.propagation.engine.explanations import Observer, Visited
from sdyopt.passes.propagation.engine.nodes import ERASED, NEW, Calls, Key, Node, NodeKind, ResultNode, Tensors, Visits
from sdyopt.passes.propagation.engine.profiles import (
    QUIET,
    UNKNOWN,
    DirectionClass,
    PropagationStage,
    RuleProfile,
    Shardings,
    Updates,
    has_operands_with_one_use,
)
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import has_rule

# The worklist: a stack on which each operation stands at most once, as in MLIR's greedy rewrite driver.


class Worklist:
    """The operations of a module, in the order of the text, and a stack of those that are still to be visited.

    Operations outside of functions are never visited, nor are functions themselves.

    A run begins with all operations on the stack, the first one on top. These are not really put there: `stack` has
    only those that came later, and an operation whose position is not yet reached counts as being below them.
    """

    def __init__(self, module: Operation, ops: Iterable[Operation]) -> None:
        self.nodes: dict[Operation, Node] = {}
        self.stack: list[Node] = []
        self.position = 0
        """That of the operation that the run has reached."""
        self._order: list[Node] = []
        self.has_run = False
        """Whether there has been a run."""
        kinds: dict[Signature, NodeKind] = {}
        around: tuple[Node, ...] = ()
        nodes, order = self.nodes, self._order
        of_blocks: dict[Block | None, tuple[Node, ...]] = {}
        block: Block | None = None
        for position, op in enumerate(ops):
            signature = op.signature
            if (kind := kinds.get(signature)) is None:
                kind = kinds[signature] = NodeKind.of(op)
            if op is module or signature.definition is FUNC:
                continue
            if op.parent is not block:
                block = op.parent
                if (known := of_blocks.get(block)) is None:
                    parent = nodes.get(op.parent_op)  # type: ignore[arg-type]
                    known = of_blocks[block] = () if parent is None else (parent, *parent.around)
                around = known
            node = nodes[op] = Node(op, kind, around, position)
            order.append(node)

    def nodes_of_run(self, number: int) -> Iterator[Node]:
        """Yields the nodes that the run of a stage begins with and for which there may be something to do.

        In the first run these are all.
        """
        if not self.has_run:
            self.has_run = True
            for node in self._order:
                self.position = node.position
                yield node
            self._order = [node for node in self._order if any(node.kind.stale)]
            return
        for node in self._order:
            if node.state[number]:
                self.position = node.position
                yield node

    def push(self, nodes: Iterable[Node], current: Node | None = None) -> None:
        """Puts nodes on the stack that are not on it, each with those around it; but not `current`."""
        stack, position = self.stack, self.position
        for node in nodes:
            around = node.around
            if node.position <= position:
                if node is current or node.kind is ERASED:
                    continue
                if not node.is_queued:
                    node.is_queued = True
                    stack.append(node)
            elif around and (node is current or node.kind is ERASED):
                continue
            for other in around:
                if not other.is_queued and other.position <= position:
                    other.is_queued = True
                    stack.append(other)


# Watchers: the operations that are visited again when the sharding of a value has changed.


def watchers(value: Value, calls: Calls) -> Iterator[Operation]:
    """Yields the operations in the order in which they are put on the worklist.

    `value` is the result of an edge operation if its sharding is there. The last operation is visited first.
    """
    if isinstance(value, OpResult):
        op = value.owner
        if op.signature.definition is DATA_FLOW_EDGE:
            owner = op.operands[0]
            if isinstance(owner, OpResult) and owner.owner.signature.definition is WHILE:
                for target in other_targets(owner):
                    yield from _users(target, calls)
        yield op
    else:
        around = value.block.parent_op if value.block is not None else None
        if around is not None:
            yield around
    yield from _users(value, calls)


def _users(value: Value, calls: Calls) -> Iterator[Operation]:
    """Yields the operations that the uses of `value` lead to, the newest use first."""
    seen = {value}
    pending = [iter(value.uses)]
    while pending:
        if (use := next(pending[-1], None)) is None:
            pending.pop()
            continue
        if (edge := _edge_fed_by(use)) is not None:
            yield edge
            continue
        if (elsewhere := _same_values(use, calls)) is not None:
            fresh = [other for other in elsewhere if other not in seen]
            seen.update(fresh)
            pending += [iter(other.uses) for other in reversed(fresh)]
        else:
            op = use.owner
            yield checked(Operation, op.parent_op) if "IsTerminator" in op.signature.definition.traits else op


def _same_values(use: OpOperand, calls: Calls) -> list[Value] | None:
    """Returns what the value becomes on the other side of a call, if `use` is by a call or a return to calls."""
    op, index = use
    if op.signature.definition is CALL:
        callee = calls.callee(op)
        blocks = callee.regions[0].blocks if callee is not None else []
        return [blocks[0].arguments[index]] if blocks else []
    if op.signature.definition is RETURN:
        return [call.results[index] for call in calls.of(checked(Operation, op.parent_op))] or None
    return None


def _edge_fed_by(use: OpOperand) -> Operation | None:
    """Returns the edge operation that stands for the edge that a use flows into.

    As in the reference, the edges of the arguments of computations are not found from their operands.
    """
    op, index = use
    if (flow := DATA_FLOW_OPS.get(op.signature.definition)) is not None:
        return edge_on(op.results[index]) if flow.results_from_operands else None
    if (around := op.parent_op) is None or "IsTerminator" not in op.signature.definition.traits:
        return None
    flow = DATA_FLOW_OPS.get(around.signature.definition)
    if flow is None or op.parent is None or op.parent.parent not in around.regions[flow.results_from]:
        return None
    return edge_on(around.results[index])


Groups = Mapping[Value, Sequence[Value]]
"""The members of the sharding group that each value is in."""


MAX_UPDATES, MAX_UPDATES_PER_OPERATION = 1000, 100
"""The number of visits of a run that may change shardings: so many, and so many more for each operation.

Changes add axes, of which there are few. Only shardings of manual computations that contradict each other change back
and forth; the reference goes on forever.
"""


class Driver:
    """Propagates the shardings of a module, in any number of runs.

    A node remembers the updates for the shardings that its tensors have, until one of them changes: it is only visited
    if there are any, or if it may have become dead.
    """

    def __init__(
        self,
        module: Operation,
        ops: Iterable[Operation],
        visits: Visits,
        calls: Calls,
        groups: Groups,
        rewriter: Rewriter,
    ) -> None:
        self.module = module
        self.tensors: Tensors = visits.tensors
        self.observers: list[Observer] = []
        self._visits = visits
        self._calls = calls
        self._groups = groups
        self._rewriter = rewriter
        self._worklist = Worklist(module, ops)
        self._nodes = self._worklist.nodes
        self._readers: dict[Key, list[Node]] = {}
        """The nodes that look at a tensor by another value than its key."""
        self.main = Functions(module).find_main()
        returned = self.main.regions[0].blocks[0].last if self.main.regions[0].blocks else None
        found = [
            visits.function_result(self.main, number, value)
            for number, value in enumerate(() if returned is None else returned.operands)
        ]
        nodes = [node for node in found if node is not None]
        count = len(function_type(self.main.signature).results)
        self._result_nodes = [node for node in nodes if node.number < count]
        self._nodes_beyond_results = [node for node in nodes if node.number >= count]
        self._updates_left = 0
        """How many visits of the run may still change shardings."""

    def run(self, stage: PropagationStage) -> None:
        """Visits all operations, and then those that are affected by changes, before and after the results of main.

        The first run erases all dead operations, and later ones leave no others. Raises CompilationError if shardings
        never stop changing.
        """
        self._updates_left = MAX_UPDATES + MAX_UPDATES_PER_OPERATION * len(self._nodes)
        self._visit_results(stage)
        worklist = self._worklist
        stack = worklist.stack
        number = stage.number
        is_first = not worklist.has_run
        for first in worklist.nodes_of_run(number):
            node = first
            while True:
                if is_first and node.kind.can_die and _is_dead(node.op):
                    self._erase(node)
                elif node.state[number]:
                    self._visit(node, stage, number)
                if not stack:
                    break
                node = stack.pop()
                node.is_queued = False
        self._visit_results(stage)

    def nodes(self) -> Iterator[Node]:
        """Yields the nodes that have been visited and are still there, then those of the main function's results."""
        for node in self._nodes.values():
            if node.kind.profile is not None:
                yield node
        yield from self._result_nodes

    def new_rules(self) -> Iterator[tuple[Operation, OpShardingRule]]:
        """Yields the rules that visited operations have but do not carry."""
        for op, node in self._nodes.items():
            if (rule := node.kind.new_rule) is not None and not has_rule(op.signature):
                yield op, rule

    def shardings_of(self, node: Node) -> Shardings:
        """Returns the shardings of the tensors that a visit of `node` looks at, as it sees them."""
        if (keys := node.keys) is None:
            keys = self._set_keys(node)
        shardings = tuple(map(self.tensors.shardings.get, keys))
        if (view := node.kind.view) is not None and shardings[-1] is not None:
            return (*shardings[:-1], view.seen(shardings[-1]))
        return shardings

    def _set_keys(self, node: Node) -> Sequence[Key]:
        values = node.values
        are_in_function = node.kind.values is None and not node.around
        if are_in_function and self.tensors.are_keys(values):
            node.keys = values
            return values
        keys = node.keys = tuple([self.tensors.key_of(value) for value in values])
        for key, value in zip(keys, values, strict=True):
            if key is not value:
                self._readers.setdefault(key, []).append(node)
        return keys

    # Visits.

    def _visit(self, node: Node, stage: PropagationStage, number: int) -> None:
        """Visits a node whose state does not say that nothing changes."""
        state = node.state
        if state is NEW:
            if node.kind.stale is NEW:
                self._visits.prepare(node)
            state = node.state = node.kind.stale
            if not state[number]:
                return
        kind = node.kind
        profile = kind.profile
        assert profile is not None
        shardings: Shardings | None = None
        if state is kind.stale:
            shardings = self.shardings_of(node)
            state = profile.states.get(shardings) or profile.add_state(shardings)
            if kind.is_followed and not self.observers:
                node.state = state
                if not state[number]:
                    return
        if stage.level == 0 and profile.direction_class in _CONDITIONAL and not has_operands_with_one_use(node.op):
            return
        updates = state[number]
        if updates is UNKNOWN:
            updates = state[number] = profile.updates(shardings or self.shardings_of(node), stage)
        if updates:
            self._updates_left -= 1
            if self._updates_left < 0:
                message = "op keeps changing the shardings of its operands and results: propagation never ends"
                raise failure(f"'{node.op.name}' {message}", node.op.location)
            self._store(node, updates, node)
        if self.observers:
            self._observe(node, profile, shardings or self.shardings_of(node), stage, updates)

    def _store(self, node: Node, updates: Updates, current: Node | None) -> None:
        """Stores the updates of a visit, also for the other members of sharding groups.

        What is affected is visited again; not so for updates by a result of the main function, which is not `current`.
        """
        keys, view = node.keys, node.kind.view
        assert keys is not None
        for index, sharding in updates:
            stored = view.stored(sharding) if view is not None and index == len(keys) - 1 else sharding
            self._store_one(keys[index], stored, current, node.values[index])
            # As in the reference, other members of a group get the sharding as the visit sees it.
            if self._groups and not (index == 1 and isinstance(node, ResultNode)):
                value = node.values[index]
                for member in self._groups.get(value, ()):
                    if member is not value:
                        self._store_one(self.tensors.key_of(member), sharding, current, member)

    def _store_one(self, key: Key, sharding: Sharding, current: Node | None, value: Value) -> None:
        for other in self.tensors.store(key, sharding):
            self.changed(other)
        if current is None:
            self.changed(key)
        else:
            self._notify(key, current, value)

    def _observe(
        self, node: Node, profile: RuleProfile, shardings: Shardings, stage: PropagationStage, updates: Updates
    ) -> None:
        if (question := profile.question(shardings, stage)) is not None:
            visited = Visited(node, question, stage, updates)
            for observer in self.observers:
                observer.visited(visited)

    # What is affected by a change.

    def changed(self, key: Key) -> None:
        """Called when the sharding of a tensor has changed, for nodes to forget the updates that they remember."""
        if isinstance(key, Value):
            for node in self._nodes_at(key):
                node.state = node.kind.stale
            for node in self._readers.get(key, ()):
                node.state = node.kind.stale

    def _nodes_at(self, value: Value) -> Iterator[Node]:
        """Yields the nodes of the operation that defines `value` and of those that use it, the newest use first."""
        if isinstance(value, OpResult):
            yield self._nodes[value.owner]
        for user, _ in value.use_pairs:
            yield self._nodes[user]

    def _notify(self, key: Key, current: Node, value: Value) -> None:
        """Puts on the worklist what is visited again when the sharding of a tensor has changed.

        An argument of a later block of a function has its sharding where that of the first block has it. As in the
        reference, only what uses that argument itself, the `value` that was visited, is visited again.
        """
        if self._notify_users(key, current):
            return
        self.changed(key)
        if isinstance(key, Value):
            nodes = self._nodes
            watched = value if are_of_one_operation(key, value) else key
            self._worklist.push([nodes[op] for op in watchers(watched, self._calls) if op in nodes], current)

    def _notify_users(self, key: Key, current: Node) -> bool:
        """Does so if only the operations that define and use a result are affected, and returns whether that is so."""
        if not isinstance(key, OpResult) or key in self._readers:
            return False
        nodes = self._nodes
        found = [nodes[key.owner], *[nodes[user] for user, _ in key.use_pairs]]
        are_watchers = True
        for node in found:
            kind = node.kind
            node.state = kind.stale
            if kind.leads_elsewhere:
                are_watchers = False
        if are_watchers:
            self._worklist.push(found, current)
        return are_watchers

    # Dead operations.

    def _erase(self, node: Node) -> None:
        """Erases a dead operation, inner operations first; what they alone have used is visited again."""
        nodes = self._nodes
        for op in reversed(list(node.op.walk())) if node.op.regions else (node.op,):
            erased = nodes[op]
            erased.kind, erased.state = ERASED, QUIET
            for operand in dict.fromkeys(op.operands):
                if isinstance(operand, OpResult) and not _has_two_users_besides(operand, op):
                    self._worklist.push([nodes[operand.owner]])
            self._rewriter.erase(op)

    # The results of the main function.

    def visits_beyond_results(self, stage: PropagationStage) -> list[Visited]:
        """Returns the visits that would propagate axes to results which the main function does not have.

        The terminator of its first block may have more operands than there are results, unless it is a return.
        """
        found = []
        for node in self._nodes_beyond_results:
            profile = node.kind.profile
            assert profile is not None
            shardings = self.shardings_of(node)
            updates, question = profile.updates(shardings, stage), profile.question(shardings, stage)
            if updates and question is not None:
                found.append(Visited(node, question, stage, updates))
        return found

    def _visit_results(self, stage: PropagationStage) -> None:
        number = stage.number
        for node in self._result_nodes:
            profile = node.kind.profile
            assert profile is not None
            shardings = self.shardings_of(node)
            state = profile.states.get(shardings) or profile.add_state(shardings)
            updates = state[number]
            if updates is UNKNOWN:
                updates = state[number] = profile.updates(shardings, stage)
            if updates:
                self._store(node, updates, None)
            if self.observers:
                self._observe(node, profile, shardings, stage, updates)


_CONDITIONAL = frozenset((DirectionClass.PASS_THROUGH, DirectionClass.DYNAMIC_SLICE))
"""The operations that are propagated at level 0 only if their operands have one use."""


def _is_dead(op: Operation) -> bool:
    """Whether an operation that may be dead can be erased now."""
    for result in op.results:
        if result.is_used:
            return False
    return not op.regions or would_be_dead(op)  # without regions its kind says so


def _has_two_users_besides(value: Value, op: Operation) -> bool:
    """Whether at least two other operations than `op` use a value."""
    first = None
    for user, _ in value.use_pairs:
        if user is not op and user is not first:
            if first is not None:
                return True
            first = user
    return False


def are_of_one_operation(first: Value, second: Value) -> bool:
    """Whether both are arguments of blocks of the same operation."""
    if not isinstance(first, BlockArgument) or not isinstance(second, BlockArgument):
        return False
    return first.owner.parent_op is second.owner.parent_op
