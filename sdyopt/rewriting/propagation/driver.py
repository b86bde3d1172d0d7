"""The driver of propagation: visits operations until no sharding changes, and erases those that are dead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.propagation.calls import Calls
from sdyopt.rewriting.propagation.levels import DirectionClass, has_operands_with_one_use
from sdyopt.rewriting.propagation.observer import Observer, Visited
from sdyopt.rewriting.propagation.profiles import Shardings, Stage, Updates
from sdyopt.rewriting.propagation.tensors import Tensors
from sdyopt.rewriting.propagation.visits import Visit, Visits
from sdyopt.rewriting.propagation.watchers import watchers
from sdyopt.rewriting.propagation.worklist import Node, Worklist
from sdyopt.rewriting.rewriter import Rewriter

Groups = Mapping[Value, Sequence[Value]]
"""The members of the sharding group that each value is in."""


class Driver:
    """Propagates the shardings of a module, in any number of runs."""

    def __init__(self, module: Operation, visits: Visits, calls: Calls, groups: Groups, rewriter: Rewriter) -> None:
        self.module = module
        self.tensors: Tensors = visits.tensors
        self.observers: list[Observer] = []
        self._visits = visits
        self._calls = calls
        self._groups = groups
        self._rewriter = rewriter
        self._worklist = Worklist(module)
        self._watchers: dict[Value, list[Node]] = {}
        self._result_visits = self._visits_of_results()

    def run(self, stage: Stage) -> None:
        """Visits all operations, and then those that are affected by changes, before and after the results of main."""
        self._visit_results(stage)
        worklist = self._worklist
        worklist.fill()
        stack = worklist.stack
        number = stage.number
        while stack:
            node = stack.pop()
            node.is_queued = False
            if node.is_erased:
                continue
            result = node.only_result
            if (result is None or not result.is_used) and node.is_dead:
                self._erase(node)
                continue
            if not node.is_prepared:
                node.visit = self._visits.of(node.op)
                node.is_prepared = True
            visit = node.visit
            if visit is None:
                continue
            known = visit.profile.known[number]
            if known is None or (stage.level == 0 and not self._is_first_of_all(node, visit)):
                continue
            shardings = tuple([tensor.sharding for tensor in visit.tensors])
            updates = known.get(shardings)
            if updates is None:
                updates = visit.profile.updates(shardings, stage)
            if updates:
                self._store(visit, updates, node)
            if self.observers:
                self._observe(node.op, visit, shardings, stage, updates)
        self._visit_results(stage)

    def visits(self) -> Iterator[tuple[Operation, Visit]]:
        """Yields the visits of the operations that are still there, then those of the main function's results."""
        for node in self._worklist.nodes.values():
            if node.visit is not None and not node.is_erased:
                yield node.op, node.visit
        yield from self._result_visits

    def _is_first_of_all(self, node: Node, visit: Visit) -> bool:
        """Whether an operation is propagated at level 0, of which barriers take no notice."""
        direction_class = visit.profile.direction_class
        return direction_class not in _CONDITIONAL or has_operands_with_one_use(node.op)

    def _store(self, visit: Visit, updates: Updates, current: Node | None) -> None:
        """Stores the updates of a visit, also for the other members of sharding groups.

        What is affected is visited again; not so for updates by a result of the main function, which no node stands
        for.
        """
        for index, sharding in updates:
            value = visit.values[index]
            visit.tensors[index].store(sharding)
            if current is not None:
                self._notify(value, current)
            if visit.number is not None and index == 1:
                continue
            for member in self._groups.get(value, ()):
                if member is not value:
                    self.tensors.of(member).store(sharding)
                    if current is not None:
                        self._notify(member, current)

    def _notify(self, value: Value, current: Node) -> None:
        representative = self.tensors.of(value).value
        if representative is None:
            return
        found = self._watchers.get(representative)
        if found is None:
            nodes = self._worklist.nodes
            found = [nodes[op] for op in watchers(representative, self._calls) if op in nodes]
            self._watchers[representative] = found
        self._worklist.push(found, current)

    def _observe(self, op: Operation, visit: Visit, shardings: Shardings, stage: Stage, updates: Updates) -> None:
        question = visit.profile.question(shardings, stage)
        if question is not None:
            visited = Visited(op, visit, question, stage, updates)
            for observer in self.observers:
                observer.visited(visited)

    # Dead operations.

    def _erase(self, node: Node) -> None:
        """Erases a dead operation, inner operations first; what they alone have used is visited again."""
        nodes = self._worklist.nodes
        for op in reversed(list(node.op.walk())):
            nodes[op].is_erased = True
            for operand in op.operands:
                if isinstance(operand, OpResult) and len([user for user in operand.users if user is not op]) < 2:
                    self._worklist.push([nodes[operand.owner]])
            self._rewriter.erase(op)

    # The results of the main function.

    def _visits_of_results(self) -> list[tuple[Operation, Visit]]:
        main = main_function(self.module)
        found = []
        returned = main.regions[0].blocks[0].last if main is not None and main.regions[0].blocks else None
        if main is not None and returned is not None:
            for number, value in enumerate(returned.operands):
                visit = self._visits.function_result(main, number, value)
                if visit is not None:
                    found.append((main, visit))
        return found

    def _visit_results(self, stage: Stage) -> None:
        for main, visit in self._result_visits:
            shardings = tuple([tensor.sharding for tensor in visit.tensors])
            updates = visit.profile.updates(shardings, stage)
            self._store(visit, updates, None)
            if self.observers:
                self._observe(main, visit, shardings, stage, updates)


_CONDITIONAL = frozenset((DirectionClass.PASS_THROUGH, DirectionClass.DYNAMIC_SLICE))
"""The operations that are propagated at level 0 only if their operands have one use."""


def main_function(module: Operation) -> Operation | None:
    """Returns the only function of a module, or else the one named `main`."""
    functions = [op for op in module.regions[0].block.ops if op.signature.definition is FUNC]
    if len(functions) == 1:
        return functions[0]
    return next((function for function in functions if symbol_name(function) == "main"), None)
