"""The order of the uses of values, where a file has another one than that of its operations."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.bytecode.container import Cursor, Output
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import Use, Value


class UseList(NamedTuple):
    """The order of a value's uses.

    A use counts from the latest operation, and in it from the last operand. `numbers` are the places of all uses in the
    value's list; if they are pairs, place and use of those that are elsewhere.
    """

    value: Value
    numbers: tuple[int, ...]
    are_pairs: bool


def read_use_lists(cursor: Cursor, values: Sequence[Value]) -> list[UseList]:
    """Reads the orders of uses of some of `values`."""
    count = cursor.count() if len(values) != 1 else 1
    found = []
    for _ in range(count):
        number = cursor.varint() if len(values) != 1 else 0
        if number >= len(values):
            raise cursor.error(f"invalid value index: {number}")
        size, are_pairs = cursor.flagged()
        if size > cursor.left:
            raise cursor.error(f"{size} numbers of uses in {cursor.left} bytes")
        numbers = tuple([cursor.varint() for _ in range(size)])
        found.append(UseList(values[number], numbers, are_pairs))
    return found


def sort_uses(top: Block, values: Sequence[Value]) -> None:
    """Gives the uses of values that are used before they are defined the order of their operations."""
    places = {op: place for place, op in enumerate([op for root in top.ops for op in root.walk()])}
    for value in values:
        _set_uses(value, sorted(value.use_pairs, key=lambda use: (places[use[0]], use[1])))


def order_uses(order: UseList) -> None:
    """Gives the uses of a value their order. Raises ValueError if that is not an order of them."""
    value = order.value
    uses = list(value.use_pairs)
    numbers = list(order.numbers)
    if order.are_pairs:
        if len(numbers) % 2 or not numbers:
            raise ValueError("invalid pairs of numbers in the order of uses")
        places = list(range(len(uses)))
        for place, use in zip(numbers[::2], numbers[1::2], strict=True):
            if use >= len(uses):
                raise ValueError(f"invalid number of a use: {use}")
            places[use] = place
        numbers = places
    if sorted(numbers) != list(range(len(uses))):
        raise ValueError("the order of uses does not name each use once")
    ordered: list[Use] = [uses[0]] * len(uses) if uses else []
    for moved, place in zip(uses, numbers, strict=True):
        ordered[place] = moved
    _set_uses(value, ordered[::-1])


def _set_uses(value: Value, oldest_first: list[Use]) -> None:
    value._uses = dict.fromkeys(oldest_first) if len(oldest_first) > 1 else tuple(oldest_first)


class UseOrders:
    """Finds values whose uses have another order than that of their operations, to write it."""

    def __init__(self, root: Operation) -> None:
        self._root = root
        self._known: dict[Operation, int] = {}

    @property
    def _places(self) -> dict[Operation, int]:
        if not self._known:
            self._known = {op: place for place, op in enumerate(self._root.walk())}
        return self._known

    def of(self, values: Sequence[Value]) -> list[tuple[int, list[int]]]:
        """Returns the numbers of those of `values` that have such an order, with the order."""
        found = []
        for number, value in enumerate(values):
            if value.use_count > 1 and (order := self._order(value)) is not None:
                found.append((number, order))
        return found

    def _order(self, value: Value) -> list[int] | None:
        """Returns where each use is in the value's list, from the latest operation; None if the list is in order.

        Operations of a Python program that are not in the module do not count.
        """
        places = self._places
        keys = [(places[op], index) for op, index in value.use_pairs if op in places]
        order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
        return None if order == list(range(len(keys))) else order

    @staticmethod
    def write(orders: Sequence[tuple[int, list[int]]], count: int, out: Output) -> None:
        """Writes the orders of some of `count` values."""
        if count != 1:
            out.varint(len(orders))
        for number, order in orders:
            if count != 1:
                out.varint(number)
            moved = [(use, place) for use, place in enumerate(order) if use != place]
            if len(moved) < len(order) // 2:
                out.flagged(2 * len(moved), True)
                for use, place in moved:
                    out.varint(place)
                    out.varint(use)
            else:
                out.flagged(len(order), False)
                for place in order:
                    out.varint(place)


# The numbers of values, and whether the regions of an operation use values from outside.


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
