"""How much of a device's memory the values of a function take while it runs in the order of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sdyopt.cost.held.last_uses import last_uses
from sdyopt.cost.program.trip_counts import is_invariant
from sdyopt.cost.sizes.local_sizes import BytesInside, LocalSizes
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import CASE, IF, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import Value

ENTERED = frozenset((CASE, IF, WHILE, sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION))
"""The operations whose regions hold values in memory; others apply theirs to single elements."""

_IN_PLACE = frozenset(
    (
        OPTIMIZATION_BARRIER,
        WHILE,
        sdy.MANUAL_COMPUTATION,
        sdy.NAMED_COMPUTATION,
        sdy.PROPAGATION_BARRIER,
        sdy.SHARDING_CONSTRAINT,
    )
)
"""The operations whose results, or the arguments of whose regions, take the place of operands that die there."""


@dataclass(slots=True)
class Peak:
    """The most that is alive at one time in a function, beside the arguments of a function that is called."""

    bytes: int = -1
    at: Operation | None = None
    """The operation during which it is; None before the first one."""
    callee: Operation | None = None
    """The function that the operation calls, and whose peak is part of it."""


@dataclass(slots=True)
class _Region:
    """The regions of an operation that are being walked."""

    op: Operation
    blocks: list[Block]
    """Those that are still to be walked, the next one last."""
    handed: dict[Value, int]
    """The operands that have died here, with their bytes."""
    values: list[Value]
    """The values that have been defined in the block around the operation."""
    sizes: BytesInside
    """Those around the operation."""


class LiveValues:
    """The values alive in a function, operation by operation.

    `callees` are the functions of calls, and `peaks` has theirs; `arguments` are the bytes of the function's own
    arguments, unless these count elsewhere, of which those that are `kept` live to the end.
    """

    def __init__(
        self,
        function: Operation,
        sizes: LocalSizes,
        callees: Mapping[Operation, Operation],
        peaks: Mapping[Operation, Peak],
        arguments: Mapping[Value, int],
        kept: frozenset[Value] = frozenset(),
    ) -> None:
        self._function = function
        self._sizes = sizes
        self._callees = callees
        self._peaks = peaks
        self._arguments = arguments
        self._kept = kept
        self._dying = last_uses(function)
        self.alive: dict[Value, int] = {}
        """Those of the operation to which a walk has come, with their bytes."""
        self._now = 0
        self.heights: list[int] = []
        """The bytes alive at the beginning and then at each step of a walk, once the peak is known."""
        self.calls: dict[int, Operation] = {}
        """The functions that are called at steps, by the number of the height with their peaks."""
        self.is_recursive = False
        """Whether a function that is called leads to this one."""

    def peak(self) -> Peak:
        """Returns the peak of the function."""
        found = Peak(sum(self._arguments.values()))
        self.heights = [found.bytes]
        before: Operation | None = None
        for op, now in self.walk():
            if op in self._callees and op is not before:
                self._note_call(op)
                before = op
            self.heights.append(now)
            if now > found.bytes:
                found.bytes, found.at = now, op
        callee = None if found.at is None else self._callees.get(found.at)
        if callee in self._peaks:  # Not there yet is a function that leads to this one.
            found.callee = callee
        return found

    def _note_call(self, op: Operation) -> None:
        callee = self._callees[op]
        if callee not in self._peaks:
            self.is_recursive = True
        elif op.signature.definition is CALL:
            self.calls[len(self.heights)] = callee

    def at(self, peak: Peak) -> dict[Value, int]:
        """Returns the values alive at the peak, with their bytes, without those in functions that are called."""
        if peak.at is None:
            return dict(self._arguments)
        for op, now in self.walk():
            if op is peak.at and now == peak.bytes:
                break
        return dict(self.alive)

    def is_argument(self, value: Value) -> bool:
        """Whether a value is an argument of the function whose bytes count here."""
        return value in self._arguments

    def is_kept(self, value: Value) -> bool:
        """Whether a value lives to the end of the function."""
        return value in self._kept

    def begin(self) -> None:
        """Makes `alive` what is alive at the beginning: the arguments."""
        self.alive = dict(self._arguments)
        self._now = sum(self.alive.values())

    def walk(self) -> Iterator[tuple[Operation, int]]:
        """Yields the bytes alive during each operation; `alive` has the values meanwhile.

        A call is yielded twice: with the peak of the function that it calls, and with its results.
        """
        self.begin()
        alive = self.alive
        kept, dying, peaks, callees = self._kept, self._dying, self._peaks, self._callees
        stack: list[_Region] = []
        values: list[Value] = []
        sizes = self._sizes.inside(self._function)
        blocks = self._function.regions[0].blocks
        pending = [block.first for block in reversed(blocks)]
        op = pending.pop() if pending else None
        while op is not None or stack or pending:
            if op is None and not stack:
                op = pending.pop()
                continue
            if op is None:  # The end of a block.
                self._drop(values)
                around = stack[-1]
                if around.blocks:
                    op = self._open(around, sizes, values)
                    continue
                op, values, sizes = around.op, around.values, around.sizes
                definition = op.signature.definition
                stack.pop()
            else:
                definition = op.signature.definition
                if definition in _IN_PLACE:
                    handed = self._hand_over(op)
                else:
                    handed = {}
                    callee = callees.get(op) if definition is CALL else None
                    if callee is not None and callee in peaks:
                        yield op, self._now + peaks[callee].bytes
                if definition in ENTERED:
                    inner = [block for region in op.regions for block in region.blocks]
                    if inner:
                        stack.append(_Region(op, inner[::-1], handed, values, sizes))
                        values = []
                        if definition is sdy.MANUAL_COMPUTATION:
                            sizes = self._sizes.inside(op)
                        op = self._open(stack[-1], sizes, values)
                        continue
            for result, size in zip(op.results, sizes.of_results(op), strict=True):
                if definition is WHILE and not result.is_used and is_invariant(op, result.index):
                    size = 0
                alive[result] = size
                self._now += size
                values.append(result)
            yield op, self._now
            for value in dying.get(op, ()):
                if value not in kept:
                    self._now -= alive.pop(value, 0)
            for result in op.results:
                if not result.is_used:
                    self._now -= alive.pop(result)
            op = op.next

    def _hand_over(self, op: Operation) -> dict[Value, int]:
        """Returns the operands that die at `op`, which its results or regions take the place of."""
        handed: dict[Value, int] = {}
        for value in self._dying.get(op, ()):
            if value in self.alive and value not in self._kept and value in op.operands:
                handed[value] = self.alive.pop(value)
                self._now -= handed[value]
        return handed

    def _open(self, around: _Region, sizes: BytesInside, values: list[Value]) -> Operation | None:
        """Makes the arguments of the next block of an operation alive; returns the first operation in it."""
        block = around.blocks.pop()
        is_loop = around.op.signature.definition is WHILE
        for argument, operand in zip(block.arguments, around.op.operands, strict=False):
            is_copied = is_loop and not is_invariant(around.op, argument.index)
            size = sizes.of_value(argument) if is_copied else around.handed.get(operand, 0)
            self.alive[argument] = size
            self._now += size
            values.append(argument)
        return block.first

    def _drop(self, values: list[Value]) -> None:
        """Ends the lives of what was defined in a block."""
        for value in values:
            self._now -= self.alive.pop(value, 0)
        values.clear()
