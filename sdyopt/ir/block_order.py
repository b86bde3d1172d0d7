"""Which of two operations of a block comes first."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block


class BlockOrder:
    """Numbers the operations of blocks when they are first asked about.

    Operations that are inserted later get numbers in between, or their block is numbered again; those that are erased
    do not matter. Of one that moves the number must be forgotten.
    """

    def __init__(self) -> None:
        self._numbers: dict[Operation, float] = {}

    def is_before(self, first: Operation, second: Operation) -> bool:
        """Whether `first` comes before `second`, each by its place in its own block."""
        numbers = self._numbers
        if first not in numbers or second not in numbers:
            self._give_number(first)
            self._give_number(second)  # which may change that of the first
        return numbers[first] < numbers[second]

    def in_order(self, ops: Iterable[Operation]) -> list[Operation]:
        """Returns operations of one block, the first one first."""
        ops = list(ops)
        for op in ops:
            self._give_number(op)
        return sorted(ops, key=self._numbers.__getitem__)

    def forget(self, op: Operation) -> None:
        """Forgets the number of an operation that moves."""
        self._numbers.pop(op, None)

    def _give_number(self, op: Operation) -> None:
        if op not in self._numbers:
            self._number_between(op)
        if op not in self._numbers:
            assert op.parent is not None
            self._number_block(op.parent)

    def _number_between(self, op: Operation) -> None:
        """Numbers the operations around `op` that have none, if their neighbours leave room."""
        numbers = self._numbers
        first = op
        while first.previous is not None and first.previous not in numbers:
            first = first.previous
        last, count = first, 1
        while last.next is not None and last.next not in numbers:
            last, count = last.next, count + 1
        if first.previous is None or last.next is None:
            return
        start, end = numbers[first.previous], numbers[last.next]
        step = (end - start) / (count + 1)
        if step < _SMALLEST_STEP:
            return
        current, number = first, start
        for _ in range(count):
            number += step
            numbers[current] = number
            assert current.next is not None
            current = current.next

    def _number_block(self, block: Block) -> None:
        for number, op in enumerate(block.ops):
            self._numbers[op] = float(number)


_SMALLEST_STEP = 1e-6
"""Numbers below a billion are exact to less than that."""
