"""Where values stand in a program's text, and which of them is meant there.

A name alone does not tell: `%0` is another value in each function and may be one in each region. What a use refers to
is what the parsed operation has as its operand.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

_NAME = re.compile(r"%[\w$.-]+")
_BETWEEN = re.compile(r"\s*(?::\s*\d+\s*)?,\s*")
"""The text between the names of an operation's results."""

_EQUALS = re.compile(r"\s*(?::\s*\d+\s*)?=\s*(?:[\w$.-]+\s*)?")
"""The text between the last of these names and the operation's place, which may be after what it is called."""

_COUNT = re.compile(r"\s*:\s*(\d+)")


class Reference(NamedTuple):
    """A name in the text, from `start` to before `stop`, and where the name stands that defines what it means."""

    start: int
    stop: int
    definition: int


def references(text: str, module: Operation) -> list[Reference]:
    """The names of values in `text`, in its order; `module` is what it parses to, located by places in it.

    `text` has blanks in place of comments and strings. Names of which nothing is known are left out.
    """
    names = list(_NAME.finditer(text))
    starts = [name.start() for name in names]
    placed: dict[int, Operation] = {}
    definitions: dict[Value, int] = {}
    for op in module.walk():
        if _has_place_of_its_own(op):
            assert isinstance(op.location, int)
            placed.setdefault(op.location, op)
            definitions.update(_result_definitions(op, op.location, text, names, starts))
        for argument in [value for region in op.regions for block in region.blocks for value in block.arguments]:
            if isinstance(argument.location, int) and _starts_name(argument.location, starts):
                definitions[argument] = argument.location
    defining = set(definitions.values())
    places = sorted(placed)
    meant = _Meanings(text, definitions)
    found = []
    for name in names:
        start = name.start()
        index = bisect_right(places, start) - 1
        definition = start if start in defining else meant.by(placed[places[index]], name[0]) if index >= 0 else None
        if definition is not None:
            found.append(Reference(start, name.end(), definition))
    return found


def _has_place_of_its_own(op: Operation) -> bool:
    """Whether an operation is written out: that inside the short form of a reduction, say, is only named."""
    if not isinstance(op.location, int) or op.location < 0:
        return False
    holder = op.parent_op
    return holder is None or holder.location != op.location


def _starts_name(place: int, starts: list[int]) -> bool:
    index = bisect_left(starts, place)
    return index < len(starts) and starts[index] == place


def _result_definitions(
    op: Operation, place: int, text: str, names: list[re.Match[str]], starts: list[int]
) -> Iterator[tuple[Value, int]]:
    """The results of an operation, each with the place of the name before it that is its own or that of its group."""
    last = bisect_left(starts, place) - 1
    if not op.results or last < 0 or not _EQUALS.fullmatch(text, names[last].end(), place):
        return
    first = last
    while first > 0 and _BETWEEN.fullmatch(text, names[first - 1].end(), starts[first]):
        first -= 1
    number = 0
    for name in names[first : last + 1]:
        count = _COUNT.match(text, name.end())
        size = int(count[1]) if count else 1
        for result in op.results[number : number + size]:
            yield result, name.start()
        number += size


class _Meanings:
    """What names mean in the text of an operation: those that its operands have where they are defined."""

    def __init__(self, text: str, definitions: dict[Value, int]) -> None:
        self._text = text
        self._definitions = definitions
        self._operands: dict[Operation, dict[str, int]] = {}

    def by(self, op: Operation | None, name: str) -> int | None:
        """Where what `op`, or one around it, calls `name` is defined."""
        while op is not None:
            definition = self._names(op).get(name)
            if definition is not None:
                return definition
            op = op.parent_op
        return None

    def _names(self, op: Operation) -> dict[str, int]:
        known = self._operands.get(op)
        if known is None:
            places = [self._definitions[value] for value in op.operands if value in self._definitions]
            known = self._operands[op] = {self._name_at(place): place for place in places}
        return known

    def _name_at(self, place: int) -> str:
        name = _NAME.match(self._text, place)
        assert name is not None
        return name[0]
