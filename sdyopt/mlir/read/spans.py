"""Where names, arguments and results of a text are, and what they mean: what the parser has read them as.

A parse records this on request: `parse(text, registry, spans=Spans())`. It then reads every line itself, as known lines
are not taken apart. A parser that is not asked for spans has nothing to do with them: `SpanParser` is another class.
Offsets are numbers of characters; an extent ends before its second offset.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.builder import ForwardValue
from sdyopt.mlir.read.parser import Parser

if TYPE_CHECKING:
    from sdyopt.ir.attribute import Location, Type
    from sdyopt.ir.attributes import DictionaryAttr
    from sdyopt.ir.value import Value
    from sdyopt.mlir.declare.dialect import Registry
    from sdyopt.mlir.formats.state import EntryArgument, ValueUse


class Extent(NamedTuple):
    """The characters of a text from `start` to before `end`."""

    start: int
    end: int


_NAMES = frozenset(["VALUE", "SYMBOL", "HASH", "BANG", "CARET"])
"""The kinds of tokens that begin with a sigil."""


class Spans:
    """The extents of what has been read. Names of values have no number of a result: of `%0#1` that is `%0`."""

    def __init__(self) -> None:
        self.definitions: dict[int, list[Value]] = {}
        """Where names of values are defined, in the order of reading, and the values that each name stands for."""
        self.places: dict[Value, int] = {}
        """Where the name of each value is defined."""
        self.names: dict[int, int] = {}
        """Where names with a sigil begin, and where they end: values, symbols, labels, aliases, attributes and types of
        dialects, and the numbers of results. What is in strings, comments and locations that were not read is not one.
        """
        self.arguments: list[Extent] = []
        """The arguments in the heads of operations, with their attributes and locations."""
        self.results: list[Extent] = []
        """The results in the heads of functions, with their attributes."""
        self._uses: dict[int, Value] = {}
        self._meant: dict[Value, Value] = {}

    def use(self, start: int, value: Value) -> None:
        """Records that a name stands for a value, which need not be defined yet."""
        self._uses[start] = value

    def define(self, start: int, value: Value, forward: ForwardValue | None) -> None:
        """Records that a name is defined, and what stood for it before."""
        if value not in self.places:
            self.places[value] = start
            self.definitions.setdefault(start, []).append(value)
        if forward is not None:
            self._meant[forward] = value

    def uses(self) -> Iterator[tuple[int, Value]]:
        """Yields where names of values are used, in the order of the text, and their values."""
        for start, value in sorted(self._uses.items(), key=lambda use: use[0]):
            yield start, self._meant.get(value, value)

    def value_at(self, start: int) -> Value | None:
        """Returns the value that a name stands for where it is used; None where none is used."""
        value = self._uses.get(start)
        return None if value is None else self._meant.get(value, value)


class SpanParser(Parser):
    """Reads a text and records where its parts are."""

    def __init__(self, text: str, registry: Registry, allow_unregistered: bool, spans: Spans) -> None:
        super().__init__(text, registry, allow_unregistered, use_templates=False)
        self.spans = spans

    def consume(self) -> None:
        if self.kind in _NAMES:
            self.spans.names[self.start] = self.end
        super().consume()

    def define(self, name: str, value: Value, offset: int) -> None:
        forward = self.forward.get(name)
        super().define(name, value, offset)
        self.spans.define(offset, value, forward)

    def resolve(self, use: ValueUse, type: Type) -> Value:
        value = super().resolve(use, type)
        self.spans.use(use.offset, value)
        return value

    def parse_argument(self, with_attributes: bool = True) -> EntryArgument:
        start = self.start
        argument = super().parse_argument(with_attributes)
        self.spans.arguments.append(Extent(start, self.last_end))
        return argument

    def parse_result(self) -> tuple[Type, DictionaryAttr]:
        start = self.start
        result = super().parse_result()
        self.spans.results.append(Extent(start, self.last_end))
        return result

    def place_of(self, name: str, value: Value, end: int) -> Location | int:
        return self.spans.places.get(value, end)
