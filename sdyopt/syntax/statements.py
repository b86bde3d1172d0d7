"""Lines that were seen before are operations without parsing.

In real programs the same line returns thousands of times with other value names. What remains of a line without its
names is its shape. When the grammar has parsed a line that is one whole operation, its shape is learnt; further lines
of that shape become operations directly, with the same signature. Nothing else may differ from what the grammar does:
whatever is not quite the same (a name that is unknown, taken or of another type, a line that goes on in the next one)
is left to the grammar.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.clone import clone
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ods.state import OperationState
from sdyopt.syntax.lexer import VALUE_NAME

_SPLIT = re.compile(rf"({VALUE_NAME}|\#loc\d*(?=\)))").split
"""Literal, name, literal, name, …, literal."""

_GOES_ON = re.compile(r'\s*(?:loc\b|attributes\b|//|[^\s%"^}A-Za-z_])')
"""A line that may belong to the operation of the line before."""


class Statement(NamedTuple):
    """A shape. Slots are indices into the parts of a split line."""

    signature: Signature
    operands: tuple[int, ...]
    operand_types: tuple[Type, ...]
    result: int
    """The slot of the result's name; 0 if there is none (part 0 is always a literal)."""
    column: int
    """Where in the line the operation's name stands: its location if the line gives no other."""
    location: Location | None
    location_slot: int
    """The slot of the location's alias, or 0."""
    pattern: Operation | None
    """The operation to copy, if it has regions."""


class Statements:
    """The shapes that one parse has learnt, by the default dialect where they stood."""

    def __init__(self, parser: Any) -> None:
        self.parser = parser
        self.by_dialect: dict[str, dict[str, Statement]] = {}

    def learn(
        self,
        op: Operation,
        state: OperationState,
        names: list[tuple[str, int | None, int]] | None,
        start: int,
        location: Location | None,
    ) -> None:
        """Remembers the line of an operation that the grammar has just parsed, if it is one whole operation."""
        parser = self.parser
        text: str = parser.text
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", parser.last_end)
        if not 0 <= line_end < parser.lookahead or text.find("\n", start, line_end) >= 0:
            return
        if len(op.results) > 1 or op.successors or text[line_start:start].strip(" \t"):
            return
        if any(inner.location != op.location for region in op.regions for b in region.blocks for inner in b.ops):
            return
        parts = _SPLIT(text[line_start:line_end])
        slots: dict[int, int] = {}
        offset = line_start
        for index, part in enumerate(parts):
            if index & 1:
                slots[offset] = index
            offset += len(part)
        location_slot = 0
        if location is not None and len(parts) > 1 and parts[-2][0] == "#" and parts[-1].strip() == ")":
            location_slot = len(parts) - 2
            location = None
        operands = [slots.pop(use.offset, None) for use in state.operands]
        result = 0 if names is None else slots.pop(names[0][2], None)
        if result is None or None in operands or len(slots) != bool(location_slot):
            return
        shapes = self.by_dialect.setdefault(parser.default_dialects[-1], {})
        shapes["%".join(parts[::2])] = Statement(
            op.signature,
            tuple(operands),  # type: ignore[arg-type]
            op.signature.operand_types,
            result,
            state.offset - line_start,
            location,
            location_slot,
            op if op.regions else None,
        )

    def take(self, start: int) -> int | None:
        """Makes operations of the known lines from the one in which an operation starts at `start`.

        Gives the beginning of the first line that was not taken, or None if none was.
        """
        parser = self.parser
        shapes = self.by_dialect.get(parser.default_dialects[-1])
        if not shapes or parser.forward:
            return None
        text: str = parser.text
        position = first = text.rfind("\n", 0, start) + 1
        if text[position:start].strip(" \t"):
            return None
        find, known_shape = text.find, shapes.get
        values = parser.values
        block = parser.block
        aliases = parser.attribute_aliases
        op: Operation | None = None
        result = 0
        while (end := find("\n", position)) >= 0:
            parts = _SPLIT(text[position:end])
            known = known_shape("%".join(parts[::2]))
            if known is None:
                break
            signature, slots, types, result, column, location, location_slot, pattern = known
            try:
                operands = [values[parts[slot]] for slot in slots]
            except KeyError:
                break
            if result and parts[result] in values:
                break
            for operand, type in zip(operands, types):  # noqa: B905 - same length
                if operand.type is not type:
                    break
            else:
                place: Location | int = position + column if location is None else location
                if location_slot:
                    alias = parts[location_slot][1:]
                    place = aliases.get(alias) or self._later(alias, end)
                op = Operation(signature, operands, place) if pattern is None else self._copy(pattern, operands, place)
                if result:
                    values[parts[result]] = op.results[0]
                op.parent = block
                last = op.previous = block.last
                if last is None:
                    block.first = op
                else:
                    last.next = op
                block.last = op
                position = end + 1
                continue
            break
        if op is None:
            return None
        if _GOES_ON.match(text, position) or position >= len(text):
            # What looked like a whole operation goes on in the next line: the grammar must read it.
            op.erase()
            if op.results:
                values.popitem()
            position = text.rfind("\n", 0, position - 1) + 1
        return None if position == first else position

    def _later(self, alias: str, offset: int) -> Location:
        self.parser.alias_uses.setdefault(alias, offset)
        return OpaqueLoc(alias)

    @staticmethod
    def _copy(pattern: Operation, operands: list[Any], location: Location | int) -> Operation:
        """A copy of an operation whose regions its line only implies; all inside has its location."""
        copy = clone(pattern, dict(zip(pattern.operands, operands, strict=True)))
        copy.set_operands(operands)
        for inner in copy.walk():
            inner.location = location
        for region in copy.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.location = location
        return copy
