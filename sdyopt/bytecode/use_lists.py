"""The order of the uses of values, where a file has another one than that of its operations."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.bytecode.cursor import Cursor
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import Use, Value


class UseList(NamedTuple):
    """The order of a value's uses.

    A use counts from the latest operation, and in it from the last operand. `numbers` are the places of all uses in the
    value's list; if they are `pairs`, use and place of those that are elsewhere.
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
        for use, place in zip(numbers[::2], numbers[1::2], strict=True):
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
