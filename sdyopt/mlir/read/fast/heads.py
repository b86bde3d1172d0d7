"""Lines that open a function, and those that close it, are taken without parsing if one like them was seen before.

The heads of many functions differ in names, the function's own and those of its arguments, and in sizes of tensors
only. From the signature of one follow those of others with such a head; with it a closing brace that stands alone ends
the next one.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import StringAttr, TypeAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import FunctionType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.state import EntryArgument
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.families import sized
from sdyopt.mlir.read.fast.line_template import MARK
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.read.operations import Operations

_UP_TO_NAME = pattern(r"([ \t]*+[A-Za-z_][\w$.]*+ (?:[a-z]++ )?@)([A-Za-z_][\w$.]*+)(?=\()", re.ASCII)
"""The beginning of a head: the operation, its visibility and its name."""

_LONGEST = 1 << 12
"""How many characters a head may have to be remembered."""

_SYMBOL = "sym_name"
"""The property that holds a function's name."""

_TYPE = "function_type"
"""The one that holds its type."""

_Key = tuple[str, str, tuple[str, ...], tuple[Hashable, ...]]
"""The default dialect, and the skeleton of the head: before the function's name, and after it in parts."""


class _Head(NamedTuple):
    """What is known of a head."""

    types: tuple[Type | None, ...]
    """Those of the arguments and results; None in place of those with sizes."""
    definition: OpDef
    column: int
    """Where in the line the operation's name stands."""


class _Line(NamedTuple):
    """A head without the names of arguments, in parts."""

    key: _Key
    symbol: str
    """The name of the function."""
    types: list[Type]
    """Those with sizes."""
    gaps: tuple[int, ...]
    """How many characters are before the function's name and each argument, from the one before it on."""


class Heads:
    """The heads that one parse has met, and the functions that are open."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        self._read: dict[Block, tuple[_Line, OpDef, int]] = {}
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
        line = _line(parser.default_dialects[-2], MARK.join(parts[::2]))
        if line is None or line.key in self._known or parts[1::2] != [argument.name for argument in arguments]:
            return
        if parser.complaints or any(argument.location is not None for argument in arguments):
            return  # The next head may deserve a complaint, too.
        self._known[line.key] = None
        self._read[parser.block] = line, definition, start - line_start

    def learn_function(self, op: Operation, location: Location | None) -> None:
        """Remembers what has become of the function, if there is nothing after it on its last line."""
        entry = next(iter(op.regions[0].blocks), None)
        read = None if entry is None else self._read.pop(entry, None)
        parser = self.parser
        if read is None or location is not None or op.operands or op.results or len(op.regions) > 1:
            return
        line, definition, column = read
        type = op.properties[_TYPE].type  # type: ignore[attr-defined]
        types = _without(line.types, (*type.inputs, *type.results))
        if parser.text[parser.last_end - 1] == "}" and types is not None:
            self._known[line.key] = _Head(types, definition, column), op.signature

    def open(self, skeleton: str, names: list[str], line_start: int) -> bool:
        """Takes the head of that skeleton and with those names, which begins at `line_start`, if it is known."""
        parser = self.parser
        line = _line(parser.default_dialects[-1], skeleton)
        known = None if line is None else self._known.get(line.key)
        if line is None or known is None or len(parser.open_blocks) == MAX_NESTING:
            return False
        if len(set(names)) < len(names) or any(
            name in parser.values or name in parser.forward or "#" in name for name in names
        ):
            return False
        head, signature = known
        sized = iter(line.types)
        types = [next(sized) if type is None else type for type in head.types]
        starts = _starts(line_start, line.gaps, [line.symbol, *names])
        arguments = [
            EntryArgument(name, type, None, end - len(name))
            for name, type, end in zip(names, types, starts[2:])  # noqa: B905
        ]
        holder, parser.holder = parser.holder, head.definition
        parser.open_region(arguments)
        parser.holder = holder
        type = TypeAttr(FunctionType(tuple(types[: len(names)]), tuple(types[len(names) :])))
        properties = signature.properties.with_entry(_TYPE, type).with_entry(_SYMBOL, StringAttr(line.symbol))
        signature = signature.with_properties(properties)
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


def _line(dialect: str, skeleton: str) -> _Line | None:
    """Returns the parts of a head; None if it is not one."""
    found = _UP_TO_NAME.match(skeleton)
    if found is None:
        return None
    before, behind = found[1], skeleton[found.end() :]
    parts = sized(behind)
    if parts is None:
        return None
    gaps = (len(before), *[len(literal) for literal in behind.split(MARK)[:-1]])
    return _Line((dialect, before, parts.between, parts.form), found[2], parts.types, gaps)


def _without(sized: list[Type], types: Sequence[Type]) -> tuple[Type | None, ...] | None:
    """Returns `types` without those in `sized`; None if these are not in it in this order."""
    left: list[Type | None] = []
    count = 0
    for type in types:
        is_next = count < len(sized) and type is sized[count]
        left.append(None if is_next else type)
        count += is_next
    return tuple(left) if count == len(sized) else None


def _starts(line_start: int, gaps: tuple[int, ...], names: list[str]) -> list[int]:
    """Returns where the line begins, and where each name in it ends."""
    lengths = [gap + len(name) for gap, name in zip(gaps, names, strict=True)]
    return [*accumulate(lengths, initial=line_start)]
