"""Isolated operations that hold the same as one before are taken without creating what they hold.

Where functions have been inlined, the same lines occur many times, with other names of values and another name of the
operation. The region of such an operation is a copy of the body of the first one (see `ir.bodies`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.bodies import Body, Content, CopiedRegion
from sdyopt.ir.body_reading import content_of
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.line_template import MARK, LineTemplate
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.read.operations import Operations

_NAMED = pattern(r'([^"]*<")([\w.$-]+)(?=">\()')
"""The beginning of a line that opens the region of an operation with a name of its own: `%0 = sdy.x<"name">(`."""

_MOST_LINES = 1 << 10
"""How many lines such an operation may have."""

_MOST_IN_VAIN = 1 << 8
"""After so many operations of which none is like one before, no more are looked at."""


class _Lines(NamedTuple):
    """The lines of an operation, without the names of values and its own name."""

    dialect: str
    """The default dialect where they stand."""
    before: str
    """The first line up to the name; all of it if there is none."""
    behind: str
    rest: tuple[str, ...]


class _Known(NamedTuple):
    """What is known of operations with the same lines. Slots count the names of values in these from 0."""

    body: Body
    signature: Signature
    property: str
    """The one that holds the name of the operation; "" if it has none."""
    length: int
    """Of the name."""
    slots: tuple[int, ...]
    """For each slot the first one with the same name."""
    operands: tuple[int, ...]
    has_result: bool
    new: tuple[int, ...]
    """The slots of names that the operation, or what it holds, defines."""
    places: tuple[tuple[int, int], ...]
    """Of the operation and all that it holds: how many slots are before it, and how many other characters."""


class _Unexamined(NamedTuple):
    """An operation that has been parsed, the first one with its lines."""

    op: Operation
    offsets: list[int]
    """The places of its operands."""
    start: int
    """Where its lines begin, and end."""
    end: int
    inside: Mapping[str, LineTemplate]
    """What is known of lines where the default dialect is that inside the operation."""


class Copies:
    """The isolated operations that one parse has met. `split` takes a text apart into names and what is between."""

    def __init__(self, parser: Operations, split: Callable[[str], list[Any]]) -> None:
        self.parser = parser
        self.split = split
        self._in_vain = 0
        """How many have been remembered since one was taken."""
        self._met: set[str] = set()
        """The first lines up to a name."""
        self._known: dict[_Lines, _Known | _Unexamined | None] = {}
        """None for lines that are not to be taken; whether they are is found out when they occur again."""

    def learn(self, op: Operation, offsets: list[int], start: int, inside: Mapping[str, LineTemplate]) -> None:
        """Remembers the lines, from `start` on, of an operation that has been parsed.

        The operands are at `offsets`; `inside` has what is known of lines inside it.
        """
        if self._in_vain > _MOST_IN_VAIN:
            return
        text, end = self.parser.text, self.parser.last_end
        first = MARK.join(self.split(text[start : text.find("\n", start)])[::2])
        before, *_ = _around_name(first)
        if before not in self._met:
            self._met.add(before)
            return
        skeletons = MARK.join(self.split(text[start:end])[::2]).split("\n")
        lines, _ = _lines(self.parser.default_dialects[-1], skeletons, 0)
        if lines is not None and len(lines.rest) + 1 == len(skeletons) and text.startswith("\n", end):
            self._known.setdefault(lines, _Unexamined(op, offsets, start, end, inside))
            self._in_vain += 1

    def _known_of(self, lines: _Lines) -> _Known | None:
        """Returns what is known of operations with these lines."""
        known = self._known.get(lines)
        if isinstance(known, _Unexamined):
            known = self._known[lines] = self._examined(known)
        return known

    def _examined(self, read: _Unexamined) -> _Known | None:
        """Returns what is known of operations with the lines of this one, and gives it a copy of its body.

        None if it is not one of those of which all other lines than the first and the last are known.
        """
        op, offsets, start, end, inside = read
        parts = self.split(self.parser.text[start:end])
        skeletons, names = MARK.join(parts[::2]).split("\n"), parts[1::2]
        _, name, _ = _around_name(skeletons[0])
        dialect = getattr(op.definition, "default_dialect", None) or ""
        content = content_of(op.regions[0]) if self._are_known(skeletons, dialect, inside) else None
        properties = [key for key, value in op.properties.items() if name and value is StringAttr(name)]
        if content is None or len(properties) != bool(name) or len(op.results) > 1:
            return None
        starts = [*accumulate(map(len, parts), initial=start)][1:-1:2]
        places = [place for place in (op.location, *content.locations) if isinstance(place, int)]
        has_result = skeletons[0].lstrip(" ").startswith(MARK)
        head = [*starts[:has_result], *offsets, *content.locations[: len(content.body.block.arguments)]]
        if head != starts[: skeletons[0].count(MARK)] or len(places) <= len(content.locations):
            return None
        slots = _slots(names)
        operands = [starts.index(offset) for offset in offsets]
        new = sorted(set(slots) - {slots[slot] for slot in operands})
        if any("#" in names[slot] for slot in new):
            return None
        op.regions = [CopiedRegion(content)]
        op.regions[0].parent = op
        counts = [bisect_left(starts, place) for place in places]
        ends = [*accumulate(map(len, names), initial=start)]
        return _Known(
            content.body,
            op.signature,
            "".join(properties),
            len(name),
            tuple(slots),
            tuple(operands),
            has_result,
            tuple(new),
            tuple([(count, place - ends[count]) for count, place in zip(counts, places, strict=True)]),
        )

    def _are_known(self, skeletons: Sequence[str], dialect: str, inside: Mapping[str, LineTemplate]) -> bool:
        """Whether each line between the first and the last is an operation, or the first one of such an operation."""
        line = 1
        while line < len(skeletons) - 1:
            if skeletons[line] in inside:
                line += 1
                continue
            inner, _ = _lines(dialect, skeletons, line)
            if inner is None or self._known_of(inner) is None:
                return False
            line += len(inner.rest) + 1
        return line == len(skeletons) - 1

    def find(self, skeletons: Sequence[str], line: int) -> tuple[_Known, str, int] | None:
        """Returns what is known of the operation that begins in a line, its name, and how many lines it has."""
        parser = self.parser
        if self._in_vain > _MOST_IN_VAIN or _around_name(skeletons[line])[0] not in self._met:
            return None
        lines, name = _lines(parser.default_dialects[-1], skeletons, line)
        known = None if lines is None else self._known_of(lines)
        if known is None or lines is None or len(parser.open_blocks) + 1 + known.body.depth >= MAX_NESTING:
            return None
        return known, name, len(lines.rest) + 1

    def take(self, known: _Known, name: str, names: Sequence[str], start: int) -> bool:
        """Makes an operation with these names of values, if they may be used so. Its lines begin at `start`."""
        new = [names[slot] for slot in known.new]
        values, signature = self.parser.values, known.signature
        if (*_slots(names),) != known.slots or "#" in "".join(new) or not values.keys().isdisjoint(new):
            return False
        operands = [values[names[slot]] for slot in known.operands if names[slot] in values]
        if [operand.type for operand in operands] != [*signature.operand_types]:
            return False
        if name:
            signature = signature.with_properties(signature.properties.with_entry(known.property, StringAttr(name)))
        ends = [*accumulate(map(len, names), initial=start)]
        place, *inside = [ends[count] + others for count, others in known.places]
        longer = len(name) - known.length
        if longer:
            inside = [each + longer for each in inside]
        op = Operation(signature, operands, place, [CopiedRegion(Content(known.body, tuple(inside)))])
        self.parser.append_with_regions(op)
        if known.has_result:
            values[names[0]] = op.results[0]
        self._in_vain = 0
        return True


def _around_name(skeleton: str) -> tuple[str, str, str]:
    """Returns what is before the name of an operation in its first line, the name, and what is after it."""
    named = _NAMED.match(skeleton)
    return (skeleton, "", "") if named is None else (named[1], named[2], skeleton[named.end() :])


def _lines(dialect: str, skeletons: Sequence[str], line: int) -> tuple[_Lines | None, str]:
    """Returns the lines up to the brace below the beginning of the first one, which has that number, and the name.

    None if these are not all of them.
    """
    skeleton = skeletons[line]
    closing = skeleton[: len(skeleton) - len(skeleton.lstrip(" "))] + "}"
    for last in range(line + 1, min(line + _MOST_LINES, len(skeletons))):
        if skeletons[last].startswith(closing):
            before, name, behind = _around_name(skeleton)
            return _Lines(dialect, before, behind, tuple(skeletons[line + 1 : last + 1])), name
    return None, ""


def _slots(names: Sequence[str]) -> list[int]:
    """Returns for each name the number of the first one like it."""
    first: dict[str, int] = {}
    return [first.setdefault(name, number) for number, name in enumerate(names)]
