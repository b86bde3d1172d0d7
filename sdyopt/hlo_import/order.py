"""The order in which XLA converts the instructions of a computation."""

from __future__ import annotations

from collections.abc import Sequence


def post_order(operands: Sequence[Sequence[int]], before: Sequence[Sequence[int]]) -> list[int]:
    """Returns the numbers of instructions so that each comes after its operands and after those that are `before` it.

    XLA walks up from the instructions without users, in the order of the text, the first operand first.
    """
    used = {operand for each in operands for operand in each}
    order: list[int] = []
    is_done = [False] * len(operands)
    is_open = [False] * len(operands)
    for end in range(len(operands)):
        if end in used:
            continue
        stack = [end]
        while stack:
            number = stack[-1]
            if is_done[number]:
                stack.pop()
            elif is_open[number]:
                stack.pop()
                order.append(number)
                is_done[number] = True
            else:
                is_open[number] = True
                stack += reversed(operands[number])
                stack += before[number]
    return order
