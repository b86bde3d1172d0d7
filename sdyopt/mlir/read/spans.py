"""Where names, arguments and results of a text are, and what they mean: what the parser has read them as.

A parse records this on request: `parse(text, registry, spans=Spans())`. It then reads every line itself, as known lines
are not taken apart. A parser that is not asked for spans has nothing to do with them: `SpanParser` is another class.
Offsets are numbers of characters; an extent ends before its second offset.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.ir.named_tuple import NamedTuple

if TYPE_CHECKING:
    from sdyopt.ir.value import Value
    from sdyopt.mlir.read.builder import ForwardValue


class Span(NamedTuple):
    """The characters of a text from `start` to before `end`."""

    start: int
    end: int


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
        self.arguments: dict[int, list[Span]] = {}
        """The arguments in the head of the operation at a place, with their attributes and locations."""
        self.results: dict[int, list[Span]] = {}
        """The results in the head of the function at a place, with their attributes."""
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
