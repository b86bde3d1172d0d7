"""Replacing uses of many values, where the users may have very many operands."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

WIDE = 16
"""From this number of operands on, it pays to remember where each value is used."""


class UseReplacer:
    """Replaces uses in time that grows with the uses, however wide the users are.

    A terminator may return thousands of values, each of which is replaced in its turn; so the places of the operands
    of wide operations are remembered. While a replacer is at work, nothing else may change the operands of these.
    """

    def __init__(self) -> None:
        self._places: dict[Operation, dict[Value, list[int]]] = {}

    def replace(self, old: Value, new: Value, users: Iterable[Operation]) -> None:
        """Every operand of `users` that is `old` becomes `new`, a value of the same type; each does use `old`.

        They are gone over from the last to the first, as MLIR does with the users of a value.
        """
        for user in reversed(list(users)):
            operands = user.operands
            if len(operands) < WIDE:
                for index, operand in enumerate(operands):
                    if operand is old:
                        operands[index] = new
            else:
                places = self._places_of(user)
                moved = places.pop(old)
                for index in moved:
                    operands[index] = new
                places.setdefault(new, []).extend(moved)
            del old.users[user]
            new.users.pop(user, None)  # which makes it the latest, if it has been one before
            new.users[user] = None

    def _places_of(self, user: Operation) -> dict[Value, list[int]]:
        places = self._places.get(user)
        if places is None:
            places = self._places[user] = {}
            for index, operand in enumerate(user.operands):
                places.setdefault(operand, []).append(index)
        return places
