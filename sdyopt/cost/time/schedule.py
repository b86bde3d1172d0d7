"""How long a block takes if collectives run beside operations that do not depend on them.

Operations run in the order of the program, and collectives one at a time, each as soon as its operands are there and
the network is free, in the order of the program. Buffers are not limited: it is the least time that overlap can give.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value


class CollectiveSchedule:
    """Two streams, of operations and of collectives; times are seconds from the beginning of the block."""

    def __init__(self, collectives: dict[Operation, float]) -> None:
        """`collectives` are those of the block with their seconds."""
        self._seconds = collectives
        self._position = {op: position for position, op in enumerate(collectives)}
        self._ready: dict[Value, float] = {}
        """When values are there; those that are not in it are there at the beginning."""
        self._computed = 0.0
        self._sent = 0.0
        self._missing: dict[Operation, int] = {}
        """The operands of collectives that are not there yet."""
        self._waiting: list[tuple[float, int, Operation]] = []
        self._queue: list[tuple[int, Operation]] = []
        self.starts: dict[Operation, float] = {}

    def begin(self) -> None:
        """Queues the collectives whose operands are there before the block."""
        for op in self._seconds:
            block = op.parent
            missing = {value for value in op.operands if value.block is block and value not in _arguments(op)}
            self._missing[op] = len(missing)
            if not missing:
                heappush(self._waiting, (0.0, self._position[op], op))

    def run(self, op: Operation, seconds: float) -> None:
        """Runs an operation for so long; one of 0 seconds is part of what reads its results."""
        ready = self._when(op.operands)
        if seconds:
            start = max(self._computed, ready)
            self.starts[op] = start
            self._computed = ready = start + seconds
        self._finish(op, ready)

    def wait(self, op: Operation) -> None:
        """Waits at an operation with blocks of its own, which uses both streams."""
        ready = max(self._computed, self._sent, self._when(op.operands))
        self._computed = self._sent = ready
        self.starts[op] = ready
        self._finish(op, ready)

    @property
    def end(self) -> float:
        """When everything is done."""
        while self._waiting or self._queue:
            self._send()
        return max(self._computed, self._sent)

    def _when(self, operands: Sequence[Value]) -> float:
        """Returns when operands are there; those of collectives are sent first."""
        latest = 0.0
        for value in operands:
            owner = getattr(value, "owner", None)
            if owner in self._seconds and value not in self._ready:
                while value not in self._ready and (self._waiting or self._queue):
                    self._send()
            latest = max(latest, self._ready.get(value, 0.0))
        return latest

    def _send(self) -> None:
        """Runs the first collective that can start when the network is free."""
        if not self._queue:
            self._sent = max(self._sent, self._waiting[0][0])
        while self._waiting and self._waiting[0][0] <= self._sent:
            _, position, op = heappop(self._waiting)
            heappush(self._queue, (position, op))
        _, op = heappop(self._queue)
        self.starts[op] = self._sent
        self._sent += self._seconds[op]
        self._finish(op, self._sent)

    def _finish(self, op: Operation, ready: float) -> None:
        for result in op.results:
            self._ready[result] = ready
            for user in dict.fromkeys([user for user, _ in result.use_pairs]) if self._missing else ():
                if user in self._missing:
                    self._missing[user] -= 1
                    if not self._missing[user]:
                        when = max([self._ready.get(value, 0.0) for value in user.operands])
                        heappush(self._waiting, (when, self._position[user], user))


def _arguments(op: Operation) -> Sequence[Value]:
    return () if op.parent is None else op.parent.arguments
