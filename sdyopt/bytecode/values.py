"""The numbers of values, and whether the regions of an operation use values from outside."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value


def isolated_operations(root: Operation) -> set[Operation]:
    """Returns the operations with regions that use no value from outside, or may not use any."""
    found: set[Operation] = set()
    depths: dict[Operation | None, int] = {}
    captured: list[int] = []
    """For each operation that is open, the smallest depth of a value used inside it."""
    opened: list[Operation] = []

    def close(count: int) -> None:
        while len(opened) > count:
            op, least = opened.pop(), captured.pop()
            if least >= depths[op] or op.has_trait("IsolatedFromAbove"):
                found.add(op)
            if captured and least < captured[-1]:
                captured[-1] = least

    for op in root.walk():
        parent = op.parent_op
        close(0 if op is root else depths[parent] + 1)
        if captured:
            for operand in op.operands:
                block = operand.block
                depth = -1 if block is None else depths.get(block.parent_op, -1)
                if depth < captured[-1]:
                    captured[-1] = depth
        if op.regions:
            depths[op] = len(opened)
            opened.append(op)
            captured.append(len(opened))
    close(0)
    return found


def value_numbers(root: Operation, isolated: set[Operation]) -> dict[Value, int]:
    """Returns the number of each value inside `root`, which is isolated."""
    numbers: dict[Value, int] = {}
    work: list[tuple[Operation, int]] = [(root, 0)]
    while work:
        owner, start = work.pop()
        base = 0 if owner in isolated else start
        for region in owner.regions:
            following = base
            inner: list[Operation] = []
            for block in region.blocks:
                for argument in block.arguments:
                    numbers[argument] = following
                    following += 1
                for op in block.ops:
                    for result in op.results:
                        numbers[result] = following
                        following += 1
                    if op.regions:
                        inner.append(op)
            work += [(op, following) for op in inner]
    return numbers
