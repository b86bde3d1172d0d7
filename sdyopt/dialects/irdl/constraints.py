"""The constraints of IRDL, and how attributes and types are checked against those of one definition.

A type is checked as the attribute that wraps it. Where a constraint occurs several times in one definition, all that is
checked against it must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import TypeAttr

Constraint: TypeAlias = "Callable[[Attribute, Solution], str | None]"
"""Returns what is wrong with an attribute; None if it satisfies the constraint."""


class Solution:
    """What the constraints of a definition, by their numbers, have been satisfied by so far."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._constraints = constraints
        self._found: dict[int, Attribute] = {}
        self._failed: dict[tuple[int, Attribute, tuple[tuple[int, Attribute], ...]], str] = {}

    def wrong(self, number: int, attribute: Attribute) -> str | None:
        """Returns why an attribute does not satisfy a constraint; None if it does, as it alone will from now on.

        A failure changes nothing. Failures are remembered, as alternatives may ask the same again and again.
        """
        known = self._found.get(number)
        if known is not None:
            return None if known is attribute else f"expected '{known}', but got '{attribute}'"
        before = dict(self._found)
        key = number, attribute, tuple(before.items())
        message = self._failed.get(key) or self._constraints[number](attribute, self)
        if message is None:
            self._found[number] = attribute
        else:
            self._found = before
            self._failed[key] = message
        return message


def is_equal(expected: Attribute) -> Constraint:
    """`irdl.is`."""
    return lambda attribute, solution: (
        None if attribute is expected else f"expected '{expected}', but got '{attribute}'"
    )


def has_base(base: Callable[[Attribute], bool], name: str, arguments: Sequence[int] | None = None) -> Constraint:
    """`irdl.base`, and `irdl.parametric` with the numbers of the constraints on the parameters."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        value = attribute.type if isinstance(attribute, TypeAttr) and not name.startswith("#") else attribute
        if not base(value):
            return f"expected {name}, but got '{attribute}'"
        parameters: Sequence[Attribute] = () if arguments is None else value.parameters  # type: ignore[attr-defined]
        found = map(solution.wrong, arguments or (), parameters)
        return next((message for message in found if message is not None), None)

    return wrong


def is_any(attribute: Attribute, solution: Solution) -> str | None:
    """`irdl.any`."""
    return None


def is_any_of(arguments: Sequence[int]) -> Constraint:
    """`irdl.any_of`: the first of the constraints that is satisfied counts."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        if any(solution.wrong(argument, attribute) is None for argument in arguments):
            return None
        return f"'{attribute}' satisfies none of {len(arguments)} constraints"

    return wrong


def is_all_of(arguments: Sequence[int]) -> Constraint:
    """`irdl.all_of`."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        found = (solution.wrong(argument, attribute) for argument in arguments)
        return next((message for message in found if message is not None), None)

    return wrong
