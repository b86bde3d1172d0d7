"""Lines that open a function, and those that close it, are taken without parsing if one like them was seen before.

The heads of many functions differ in names only: the function's own, and those of its arguments. What a function has
become tells the signature of others with such a head; with it a closing brace that stands alone ends the next one.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.state import EntryArgument
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.line_template import MARK
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sdyopt.mlir.read.operations import Operations

_UP_TO_NAME = pattern(r"([ \t]*+[A-Za-z_][\w$.]*+ (?:[a-z]++ )?@)([A-Za-z_][\w$.]*+)(?=\()", re.ASCII)
"""The beginning of a head: the operation, its visibility and its name."""

_LONGEST = 1 << 12
"""How many characters a head may have to be remembered."""

_SYMBOL = "sym_name"
"""The property that holds a function's name."""

_Key = tuple[str, str, str]
"""The default dialect, and the skeleton of the head before and after the function's name."""


class _Head(NamedTuple):
    """What is known of a head. Its slots are the name of the function, then those of the arguments."""

    gaps: tuple[int, ...]
    """How many characters stand before each slot, from the one before it or the beginning of the line on."""
    types: tuple[Type, ...]
    """Those of the arguments."""
    definition: OpDef
    column: int
    """Where in the line the operation's name stands."""


class Heads:
    """The heads that one parse has met, and the functions that are open."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        self._read: dict[Block, tuple[_Key, _Head]] = {}
        """The heads of functions that are being parsed, by their entry blocks."""
        self._known: dict[_Key, tuple[_Head, Signature] | None] = {}
        """Heads, each with the signature of one function that has it; None while there is none."""
        self.open_functions: dict[Block, tuple[Signature, int]] = {}
        """Functions whose heads have been taken, and their places, by their entry blocks."""

    def learn(self, arguments: Sequence[EntryArgument], start: int, end: int, split: Any) -> None:
        """Remembers the head, from `start` to `end`, that has been parsed and whose region is open.

        `arguments` are those of the region; `split` takes a line apart into names and what is between.
        """
        parser = self.parser
        definition, text = parser.holder, parser.text
        if definition is None or "FunctionOpInterface" not in definition.traits:
            return
        line_start = text.rfind("\n", max(start - _LONGEST, 0), start) + 1
        is_one_line = text.startswith("\n", end) and text.find("\n", start, end) < 0
        if end - line_start > _LONGEST or not is_one_line or text[line_start:start].strip(" \t"):
            return
        parts = split(text[line_start:end])
        key, _ = _key(parser.default_dialects[-2], MARK.join(parts[::2]))
        if key is None or key in self._known or parts[1::2] != [argument.name for argument in arguments]:
            return
        if parser.complaints or any(argument.location is not None for argument in arguments):
            return  # The next head may deserve a complaint, too.
        *_, before, behind = key
        gaps = (len(before), *[len(literal) for literal in behind.split(MARK)[:-1]])
        types = tuple([argument.type for argument in arguments])
        self._known[key] = None
        self._read[parser.block] = key, _Head(gaps, types, definition, start - line_start)

    def learn_function(self, op: Operation, location: Location | None) -> None:
        """Remembers what has become of the function, if there is nothing after it on its last line."""
        entry = next(iter(op.regions[0].blocks), None)
        read = None if entry is None else self._read.pop(entry, None)
        parser = self.parser
        if read is None or location is not None or op.operands or op.results or len(op.regions) > 1:
            return
        key, head = read
        if parser.text[parser.last_end - 1] == "}":
            self._known[key] = head, op.signature

    def open(self, skeleton: str, names: list[str], line_start: int) -> bool:
        """Takes the head of that skeleton and with those names, which begins at `line_start`, if it is known."""
        parser = self.parser
        key, symbol = _key(parser.default_dialects[-1], skeleton)
        known = None if key is None else self._known.get(key)
        if known is None or len(parser.open_blocks) == MAX_NESTING:
            return False
        if len(set(names)) < len(names) or any(
            name in parser.values or name in parser.forward or "#" in name for name in names
        ):
            return False
        head, signature = known
        starts = _starts(line_start, head.gaps, [symbol, *names])
        arguments = [
            EntryArgument(name, type, None, end - len(name))
            for name, type, end in zip(names, head.types, starts[2:], strict=True)
        ]
        holder, parser.holder = parser.holder, head.definition
        parser.open_region(arguments)
        parser.holder = holder
        signature = signature.with_properties(signature.properties.with_entry(_SYMBOL, StringAttr(symbol)))
        self.open_functions[parser.block] = signature, line_start + head.column
        return True

    def close(self) -> bool:
        """Ends the function that is open, whose closing brace has nothing after it; returns whether that is so."""
        parser = self.parser
        opened = self.open_functions.get(parser.block)
        if opened is None or parser.block.first is None or parser.labels:
            return False
        signature, place = self.open_functions.pop(parser.block)
        parser.append_with_regions(Operation(signature, [], place, [parser.close_region()]))
        return True


def _key(dialect: str, skeleton: str) -> tuple[_Key | None, str]:
    """Returns what a head of this skeleton is known by, None if it is none, and the name of its function."""
    found = _UP_TO_NAME.match(skeleton)
    return (None, "") if found is None else ((dialect, found[1], skeleton[found.end() :]), found[2])


def _starts(line_start: int, gaps: tuple[int, ...], names: list[str]) -> list[int]:
    """Returns where the line begins, and where each name in it ends."""
    lengths = [gap + len(name) for gap, name in zip(gaps, names, strict=True)]
    return [*accumulate(lengths, initial=line_start)]
