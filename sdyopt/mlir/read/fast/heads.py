"""Lines that open a function, and those that close it, are taken without parsing if one like them was seen before.

The heads of many functions differ in no more than names: the function's own, and those of its arguments. When the
grammar has read a head, what it has put on the parser's stacks is remembered. For the next head it is put there again,
with the other name, so that in the body all is as if the grammar had read it, errors included. What the grammar has
then made of the whole function tells the signature; with it a closing brace that stands alone ends the next function.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.state import EntryArgument, GenericName
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.line_template import MARK
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser_state import ParserState

_UP_TO_NAME = pattern(r"([ \t]*+[A-Za-z_][\w$.]*+ (?:[a-z]++ )?@)([A-Za-z_][\w$.]*+)(?=\()", re.ASCII)
"""The beginning of a head: the operation, its visibility and its name."""

_LONGEST = 1 << 12
"""How many characters a head may have to be remembered."""

_MOST_VALUES = 8
"""So many things may be on the stack from an operation to its region."""

_OPERATIONS = (OpDef, GenericName)
"""What is on the stack where an operation begins."""

_SYMBOL = "sym_name"
"""The property that holds a function's name."""

_Key = tuple[int, str, str, str]
"""The parser's state and the default dialect, and the skeleton of the head before and behind the function's name."""


class _Head(NamedTuple):
    """What the grammar makes of a head. Its slots are the name of the function, then those of the arguments."""

    gaps: tuple[int, ...]
    """How many characters stand before each slot, from the one before it or the beginning of the line on."""
    types: tuple[Type, ...]
    """Those of the arguments."""
    states: tuple[int, ...]
    values: tuple[Any, ...]
    """What is on the stack, from the operation to the brace. It is never changed."""
    offsets: tuple[tuple[int, int], ...]
    """Where each of these begins: behind how many slots, and how many characters behind the last of them."""
    name: int
    """Which of the values is the name of the function."""


class _Open(NamedTuple):
    """A function whose head has been taken and which is not closed."""

    base: int
    """Where in the parser's stack it begins."""
    depth: int
    """How deep the stack is right behind the head."""
    signature: Signature
    place: int


class Heads:
    """The heads that one parse has met, and the functions that are open."""

    def __init__(self, parser: ParserState) -> None:
        self.parser = parser
        self._read: dict[Block, tuple[_Key, _Head]] = {}
        """The heads of functions that the grammar reads, by their entry blocks."""
        self._known: dict[_Key, tuple[_Head, Signature] | None] = {}
        """Heads, each with the signature of one function that has it; None while there is none."""
        self._open: dict[Block, _Open] = {}
        """By their entry blocks."""

    def learn(self, arguments: list[EntryArgument], split: Any) -> None:
        """Remembers the head that the grammar has read, up to the brace on top of the stack.

        `arguments` are those of the region, which is open; `split` takes a line apart into names and what is between.
        """
        parser = self.parser
        stack, states, text = parser.stack, parser.states, parser.text
        top = parser.base
        base = next((top - far for far in range(1, _MOST_VALUES) if isinstance(stack[top - far], _OPERATIONS)), top)
        definition = stack[base]
        if not isinstance(definition, OpDef) or "FunctionOpInterface" not in definition.traits:
            return
        start, end = parser.offsets[base], parser.offsets[top] + len("{")
        line_start = text.rfind("\n", max(start - _LONGEST, 0), start) + 1
        is_one_line = text.startswith("\n", end) and text.find("\n", start, end) < 0
        if end - line_start > _LONGEST or not is_one_line or text[line_start:start].strip(" \t"):
            return
        parts = split(text[line_start:end])
        key, name = _key(states[base - 1], parser.default_dialects[-2], MARK.join(parts[::2]))
        if key is None or key in self._known or parts[1::2] != [argument.name for argument in arguments]:
            return
        if parser.complaints:
            return  # The next head may deserve one, too.
        values = (*stack[base:top], None)
        names = [index for index, value in enumerate(values) if value is StringAttr(name)]
        if len(names) != 1 or any(argument.location is not None for argument in arguments):
            return
        *_, before, behind = key
        gaps = (len(before), *[len(literal) for literal in behind.split(MARK)[:-1]])
        starts = _starts(line_start, gaps, [name, *parts[1::2]])
        places = [(bisect_right(starts, offset) - 1, offset) for offset in parser.offsets[base:]]
        brace = parser.tables.rules[parser.tables.default_reductions[states[top]]]
        head = _Head(
            gaps,
            tuple([argument.type for argument in arguments]),
            (*states[base:top], parser.tables.gotos[states[top - 1]][brace.nonterminal]),
            values,
            tuple([(slot, offset - starts[slot]) for slot, offset in places]),
            names[0],
        )
        self._known[key] = None
        self._read[parser.block] = key, head

    def learn_function(self, op: Operation, location: Location | None) -> None:
        """Remembers what has become of the function, if there is nothing behind it on its last line."""
        entry = next(iter(op.regions[0].blocks), None)
        read = None if entry is None else self._read.pop(entry, None)
        parser = self.parser
        if read is None or location is not None or op.operands or op.results or len(op.regions) > 1:
            return
        key, head = read
        is_last = parser.text[parser.last_end - 1] == "}"
        if is_last and op.properties.get(_SYMBOL) is head.values[head.name]:
            self._known[key] = head, op.signature

    def open(self, skeleton: str, names: list[str], line_start: int) -> bool:
        """Takes the head of that skeleton and with those names, which begins at `line_start`, if it is known."""
        parser = self.parser
        key, symbol = _key(parser.states[-1], parser.default_dialects[-1], skeleton)
        known = None if key is None else self._known.get(key)
        if known is None or len(parser.open_blocks) == MAX_NESTING:
            return False
        if len(set(names)) < len(names) or any(name in parser.values or "#" in name for name in names):
            return False
        head, signature = known
        name = StringAttr(symbol)
        starts = _starts(line_start, head.gaps, [symbol, *names])
        base = len(parser.stack)
        parser.states += head.states
        parser.stack += head.values
        parser.stack[base + head.name] = name
        parser.offsets += [starts[slot] + distance for slot, distance in head.offsets]
        parser.last_end = parser.offsets[-1] + len("{")
        parser.entry_arguments = [
            EntryArgument(name, type, None, end - len(name))
            for name, type, end in zip(names, head.types, starts[2:], strict=True)
        ]
        parser.open_region()
        signature = signature.with_properties(signature.properties.with_entry(_SYMBOL, name))
        self._open[parser.block] = _Open(base, len(parser.stack), signature, parser.offsets[base])
        return True

    def close(self, end: int) -> bool:
        """Ends the function that is open, whose closing brace ends at `end` and has nothing behind it.

        Gives whether that could be done; a function with several blocks, or of which nothing is known, is left to the
        grammar.
        """
        parser = self.parser
        block = parser.block
        opened = self._open.get(block)
        if opened is None or block.first is None or parser.labels or len(parser.stack) > opened.depth + 1:
            return False
        base, _, signature, place = self._open.pop(block)
        region = parser.close_region()
        parser.append_with_regions(Operation(signature, [], place, [region]))
        del parser.states[base:], parser.stack[base:], parser.offsets[base:]
        parser.last_end = end
        return True


def _key(state: int, dialect: str, skeleton: str) -> tuple[_Key | None, str]:
    """What a head of this skeleton is known by, None if it is none, and the name of its function."""
    found = _UP_TO_NAME.match(skeleton)
    return (None, "") if found is None else ((state, dialect, found[1], skeleton[found.end() :]), found[2])


def _starts(line_start: int, gaps: tuple[int, ...], names: list[str]) -> list[int]:
    """Where the line begins, and where each name in it ends."""
    lengths = [gap + len(name) for gap, name in zip(gaps, names, strict=True)]
    return [*accumulate(lengths, initial=line_start)]
