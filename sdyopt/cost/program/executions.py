"""How often operations run in one run of the program: loops and calls multiplied."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.cost.program.trip_counts import trip_count
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.stablehlo.ops import WHILE
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.functions.call_graph import CallGraph


class Runs(NamedTuple):
    """How often an operation runs in one run of the program."""

    times: int | None
    """None if constants do not say it."""
    each: int = 1
    """How often it runs in one iteration of `loop`, or if there is none, where `times` is known, in all."""
    loop: Operation | None = None
    """The innermost loop around it whose length constants do not say."""
    is_assumed: bool = False
    """Whether `times` rests on an assumption about the length of loops."""


AssumedTrips = Callable[[Operation], int | None]
"""How often the body of a loop is assumed to run that constants do not bound; None if nothing is assumed."""


class Executions:
    """How often the operations of a module run.

    The program starts at the public functions that no other function calls, each once. A function runs as often as its
    calls. Of a branch it is assumed that it is taken.
    """

    def __init__(self, module: Operation, assumed: AssumedTrips = lambda _: None) -> None:
        self._assumed = assumed
        self._trips: dict[Operation, int | None] = {}
        self._of_functions: dict[Operation, Runs] = {}
        self._count(CallGraph(module))

    def of(self, op: Operation) -> Runs:
        """Returns how often `op` runs."""
        count: int | None = 1
        each, found, is_assumed = 1, None, False
        while op.signature.definition is not FUNC:
            around = op.parent_op
            if around is None:
                return Runs(count, each, found, is_assumed and count is not None)
            if around.signature.definition is WHILE:
                known = self._trip_count(around)
                trips = self._assumed(around) if known is None else known
                if op.parent is around.regions[0].blocks[0] and trips is not None:
                    trips += 1
                count = _times(count, trips)
                if known is None:
                    found, is_assumed = found or around, True
                elif found is None:
                    each *= trips or 0
            op = around
        outside = self._of_functions.get(op, Runs(1))
        count = _times(count, outside.times)
        is_assumed = count is not None and (is_assumed or outside.is_assumed)
        if found is None:
            return Runs(count, each * outside.each, outside.loop, is_assumed)
        return Runs(count, each, found, is_assumed)

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
        counts.update(dict.fromkeys(graph.calls, Runs(0, 0)))
        counts.update(dict.fromkeys(public or roots, Runs(1)))
        for component in reversed(list(graph.components())):
            calls = [
                (call, callee_of[call]) for function in component for call in graph.calls[function] if call in callee_of
            ]
            if any(callee in component for _, callee in calls):
                counts.update(dict.fromkeys(component, Runs(None)))
            for call, callee in calls:
                counts[callee] = _sum(counts[callee], self.of(call))


def _sum(before: Runs, runs: Runs) -> Runs:
    """Returns how often what runs at two places does; iterations are those of the first loop of unknown length."""
    parts = [each for each in (before, runs) if each.times != 0] or [runs]
    counts = [each.times for each in parts]
    total = None if None in counts else sum([count or 0 for count in counts])
    unknown = [each for each in parts if each.times is None] or parts
    loop = next((each.loop for each in unknown if each.loop is not None), None)
    each = sum([part.each for part in unknown if part.loop is loop])
    return Runs(total, each, loop, total is not None and any(part.is_assumed for part in parts))


def _times(a: int | None, b: int | None) -> int | None:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b
