"""The peak of each function of a program: what is in memory at each time, for an order of its operations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.held.buffers import Buffers
from sdyopt.cost.held.graph import Graph, HeldItem
from sdyopt.cost.held.holding import hold
from sdyopt.cost.held.profiles import Order, Profile
from sdyopt.cost.held.reading import Sources, graph_of
from sdyopt.cost.held.timeline import Timeline
from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.functions.call_graph import CallGraph


class Schedule:
    """A graph whose nodes run in an order."""

    def __init__(self, graph: Graph, order: Order, least: int = 0) -> None:
        """Runs the nodes in that order; `least` are the bytes of arguments and results without what they share."""
        self.graph = graph
        self.least = least
        self.timeline = Timeline(graph, order)
        self.buffers = Buffers(graph, self.timeline)
        self.heights = self.buffers.heights()
        """The bytes in use at each tick."""
        missing = least - max(self.heights)
        if missing > 0 and graph.body.returned:  # Results have other shardings than what is returned.
            self.buffers.add_result(graph.body.returned[0], least - self.heights[-1])
            self.heights[-1] = least
        self.bytes = max(self.heights)
        self.tick = self.heights.index(self.bytes)
        """The first tick at which they are most."""

    def operation(self, tick: int) -> Operation | None:
        """Returns the operation that runs at a tick; None at the beginning and at the end."""
        node = self.timeline.at[tick]
        return None if node is None else node.op

    def callee(self, tick: int) -> Operation | None:
        """Returns the function that is called at a tick, if it needs memory beside its arguments."""
        node = self.timeline.at[tick]
        if node is None or node.scratch is None or node.scratch.bytes == 0 or self.timeline.start(node) != tick:
            return None
        return self.graph.callees.get(node)

    def alive(self, tick: int) -> list[tuple[HeldItem, int]]:
        """Returns what is in memory at a tick, with the bytes of each, the largest first; not that of callees."""
        node = self.timeline.at[tick]
        called = node.scratch if node is not None and node in self.graph.callees else None
        found = [(item, size) for item, size in self.buffers.at(tick) if item is not called]
        return sorted(found, key=lambda pair: -pair[1])


class Lives(NamedTuple):
    """What is in memory in the public function that needs most, and in those that are called."""

    profile: Profile
    shown: Schedule
    """The schedule whose peak is the figure."""
    called: Mapping[Operation, Schedule]
    """Those of functions that are called."""

    @property
    def function(self) -> Operation:
        return self.shown.graph.function


class Partitioned(Protocol):
    """What has a partitioned module."""

    @property
    def operation(self) -> Operation: ...


def lives_in(
    program: Partitioned,
    sizes: LocalSizes,
    donated: Mapping[Operation, Collection[int]],
    least: Mapping[Operation, int],
    estimates: Estimates | None,
    profile: Profile,
) -> Lives | None:
    """Returns what is in memory in the public function that needs most; None if no function has a body.

    `donated` has the numbers of the arguments of functions in whose memory results are, and `least`
    the bytes of their arguments and results without what these share. `estimates` have been made of
    all operations.
    """
    calls = CallGraph(program.operation)
    peaks: dict[Operation, int] = {}
    schedules: dict[Operation, Schedule] = {}
    sources = Sources(sizes, estimates, calls.callee_of, peaks)
    called = set(calls.callee_of.values())
    for function in calls.callees_first() if called else ():
        if function in called:
            graph = graph_of(function, sources, profile.rules, None)
            hold(graph, profile.rules)
            schedules[function] = Schedule(graph, profile.order)
            peaks[function] = schedules[function].bytes
    best: Lives | None = None
    for function in calls.calls:
        if not is_private(function) or function not in called:
            graph = graph_of(function, sources, profile.rules, donated.get(function, ()))
            hold(graph, profile.rules)
            found = Lives(profile, Schedule(graph, profile.order, least.get(function, 0)), schedules)
            if best is None or found.shown.bytes > best.shown.bytes:
                best = found
    return best
