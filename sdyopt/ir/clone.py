"""Copies of operations."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value


def clone(op: Operation, mapping: dict[Value, Value]) -> Operation:
    """Returns a copy of `op`, with its regions, that is not in a block.

    Operands are replaced according to `mapping`, to which the results and block arguments of the copy are added. Uses
    of values that are defined later in the same copy are mapped, too.
    """
    if not op.regions:
        return _shallow(op, mapping, ())
    copy = _shallow(op, mapping, _new_regions(op))
    clone_regions(op, copy, mapping)
    return copy


def clone_regions(op: Operation, copy: Operation, mapping: dict[Value, Value]) -> None:
    """Copies what the regions of `op` hold into those of `copy`, which has as many; see `clone`."""
    waiting: list[Operation] = []
    blocks: dict[Block, Block] = {}
    work: list[tuple[Operation | None, Block]] = _blocks_to_copy(op, copy, mapping, blocks)
    while work:
        original, target = work.pop()
        while original is not None:
            is_complete = not original.successors and all(map(mapping.__contains__, original.operands))
            twin = _shallow(original, mapping, _new_regions(original) if original.regions else ())
            target.append(twin)
            if not is_complete:
                waiting.append(twin)
            following = original.next
            if original.regions:
                work.append((following, target))
                work += _blocks_to_copy(original, twin, mapping, blocks)
                break
            original = following
    for twin in waiting:
        if twin.successors:
            twin.successors = [blocks.get(block, block) for block in twin.successors]
        for index, operand in enumerate(twin.operands):
            if (mapped := mapping.get(operand)) is not None and mapped is not operand:
                twin.set_operand(index, mapped)


def _shallow(op: Operation, mapping: dict[Value, Value], regions: list[Region] | tuple[()]) -> Operation:
    copy = Operation(
        op.signature, [mapping.get(operand, operand) for operand in op.operands], op.location, regions, op.successors
    )
    for result, copied in zip(op.results, copy.results, strict=True):
        mapping[result] = copied
    return copy


def _new_regions(op: Operation) -> list[Region]:
    """Returns the regions of a copy of `op`, which are empty unless they are copies of a body."""
    return [
        CopiedRegion(region.content.cloned()) if type(region) is CopiedRegion else Region() for region in op.regions
    ]


def _blocks_to_copy(
    op: Operation, copy: Operation, mapping: dict[Value, Value], blocks: dict[Block, Block]
) -> list[tuple[Operation | None, Block]]:
    """Creates the blocks of `copy`; returns them, the last first, with the first operation of each block of `op`."""
    made: list[tuple[Operation | None, Block]] = []
    for region, twin in zip(op.regions, copy.regions, strict=True):
        if type(twin) is CopiedRegion:
            continue
        for block in region.blocks:
            new = blocks[block] = twin.add_block()
            for argument in block.arguments:
                mapping[argument] = new.add_argument(argument.type, argument.location)
            made.append((block.first, new))
    made.reverse()
    return made


# Which of two operations of a block comes first.


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
            self._numbers.update({inner: float(number) for number, inner in enumerate(op.parent.ops)})

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


_SMALLEST_STEP = 1e-6
"""Numbers below a billion are exact to less than that."""
