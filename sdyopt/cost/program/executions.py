"""How often operations run in one run of the program: loops and calls multiplied."""

from __future__ import annotations

from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.cost.program.trip_counts import trip_count
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.stablehlo.ops import WHILE
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.functions.call_graph import CallGraph


class Executions:
    """How often the operations of a module run.

    The program starts at the public functions that no other function calls, each once. A function runs as often as its
    calls. Of a branch it is assumed that it is taken.
    """

    def __init__(self, module: Operation) -> None:
        self._trips: dict[Operation, int | None] = {}
        self._of_functions: dict[Operation, int | None] = {}
        self._count(CallGraph(module))

    def of(self, op: Operation) -> int | None:
        """Returns how often `op` runs; None if constants do not say it."""
        product: int | None = 1
        while op.signature.definition is not FUNC:
            around = op.parent_op
            if around is None:
                return product
            if around.signature.definition is WHILE:
                trips = self._trip_count(around)
                if op.parent is around.regions[0].blocks[0] and trips is not None:
                    trips += 1
                product = _times(product, trips)
            op = around
        return _times(product, self._of_functions.get(op, 1))

    def _trip_count(self, loop: Operation) -> int | None:
        if loop not in self._trips:
            self._trips[loop] = trip_count(loop)
        return self._trips[loop]

    def _count(self, graph: CallGraph) -> None:
        """Counts the runs of functions, each after its callers; those that call themselves are not known."""
        counts, callee_of = self._of_functions, graph.callee_of
        called = set(callee_of.values())
        roots = [function for function in graph.calls if function not in called]
        public = [function for function in roots if not is_private(function)]
        counts.update(dict.fromkeys(graph.calls, 0))
        counts.update(dict.fromkeys(public or roots, 1))
        for component in reversed(list(graph.components())):
            calls = [
                (call, callee_of[call]) for function in component for call in graph.calls[function] if call in callee_of
            ]
            if any(callee in component for _, callee in calls):
                counts.update(dict.fromkeys(component))
            for call, callee in calls:
                runs, before = self.of(call), counts[callee]
                counts[callee] = None if runs is None or before is None else before + runs


def _times(a: int | None, b: int | None) -> int | None:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b
