"""The parser of MLIR text: a recursive descent with the methods of MLIR's own, their order and so their messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.formats.state import EntryArgument, ValueUse
from sdyopt.mlir.read.affine import Affine
from sdyopt.mlir.read.builder import ForwardValue
from sdyopt.mlir.read.dictionaries import Dictionaries
from sdyopt.mlir.read.fast.line_templates import LineTemplates
from sdyopt.mlir.read.operations import Operations
from sdyopt.mlir.read.symbols import Symbols
from sdyopt.mlir.read.tokens import Failed, TooDeep
from sdyopt.mlir.read.top_level import TopLevel
from sdyopt.mlir.write.attributes import MAX_NESTING, text_of

if TYPE_CHECKING:
    from sdyopt.ir.attributes import DictionaryAttr
    from sdyopt.mlir.read.spans import Span, Spans

_FRAMES = 30 * MAX_NESTING
"""How many calls may be inside each other while a text is read; calls from Python to Python need no C stack."""


class Parser(TopLevel, Operations, Symbols, Affine):
    """Reads one text into `top`."""

    def __init__(
        self, text: str, registry: Registry, allow_unregistered: bool = False, use_templates: bool = True
    ) -> None:
        super().__init__(text, registry, allow_unregistered)
        self.templates = LineTemplates(self) if use_templates else None
        self.dictionaries = Dictionaries(text) if use_templates else None

    def run(self) -> bool:
        """Reads the whole text; returns whether it could be read. What is wrong is in `complaints`."""
        with _deep_calls:
            try:
                self.reset(0)
                self.parse_file()
                self.finish()
            except (Failed, TooDeep):
                return False
        return True

    def read_attribute(self, parse: Callable[[Parser], Attribute] | None = None) -> Attribute | None:
        """Reads a text that is one attribute, in full or as `parse` reads it; returns None if it is not.

        What is wrong is in `complaints`.
        """
        with _deep_calls:
            try:
                self.reset(0)
                attribute = self.parse_attribute() if parse is None else parse(self)
                if self.kind != "EOF":
                    raise self.error_at("expected the end of the attribute", self.start)
            except (Failed, TooDeep):
                return None
        return attribute

    def place_of(self, name: str, value: Value, end: int) -> Location | int:
        if isinstance(value, ForwardValue):
            return value.offset
        location = value.owner.location if isinstance(value, OpResult) else getattr(value, "location", UNKNOWN)
        if isinstance(value, BlockArgument) and isinstance(location, int):
            return location
        from sdyopt.mlir.read.spans import Spans

        again = SpanParser(self.text, self.registry, self.allow_unregistered, Spans())
        again.run()
        return again.spans.places.get(again.values.get(name, value), location)

    # What formats and bodies of attributes are made of.

    def parse_of_class(self, cls: type[Attribute]) -> Attribute:
        """Reads an attribute in full, or an alias, of that class."""
        return self.parse_attribute_of_kind(lambda attribute: isinstance(attribute, cls))

    def parse_function_type(self) -> FunctionType:
        """Reads a type that must be that of a function."""
        at = self.start
        type = self.parse_type()
        if not isinstance(type, FunctionType):
            message = f"invalid kind of type specified: expected builtin.function, but found '{text_of(type)}'"
            raise self.say(message, at)
        return type

    def parse_integers(self) -> tuple[int, ...]:
        """Reads integers of 64 bits between brackets."""
        numbers: list[int] = []
        self.parse_list("[", "]", "", lambda: numbers.append(self.parse_integer()))
        return tuple(numbers)

    def parse_integers_of_array(self, width: int = 64) -> tuple[int, ...]:
        """Reads the integers of a dense array in a format; MLIR asks for the bracket after one that is wrong, too."""
        numbers: list[int] = []
        self.parse_token("[", "expected '['")
        if not self.consume_if("]"):
            try:
                numbers.append(self.parse_integer(width))
                while self.consume_if(","):
                    numbers.append(self.parse_integer(width))
            except Failed:
                if self.token != "]":
                    self.wrong_token("expected ']'")
                raise
            self.parse_token("]", "expected ']'")
        return tuple(numbers)

    def parameter(self, message: str, read: Callable[[], Any]) -> Any:
        """Reads a parameter; reports `message` besides if that fails."""
        try:
            return read()
        except Failed:
            raise self.say(message) from None

    def parse_case(self, name: str, words: Iterable[str]) -> int:
        """Reads a case of an enumeration, with or without quotes, for the attribute of that name."""
        known = list(words)
        word = self.token
        if word not in known:
            message = (
                f"expected string or keyword containing one of the following enum values for attribute '{name}' "
                f"[{', '.join(known)}]"
            )
            if self.kind != "STRING":
                raise self.say(Hinted(message, UnknownName(word, lambda: known)))
            at = self.start
            word = self.parse_string()
            if word not in known:
                message = f'invalid {name} attribute specification: "{word}"'
                raise self.say(Hinted(message, UnknownName(word, lambda: known)), at)
            return known.index(word)
        self.consume()
        return known.index(word)

    def not_a_case(self, kind: str, words: Iterable[str], word: str, at: int) -> Failed:
        """Reports a word that is not a case of an enumeration."""
        known = list(words)
        message = f"expected {kind} to be one of: {', '.join(known)}"
        return self.say(Hinted(message, UnknownName(word, lambda: known)), at)


_NAMES = frozenset(["VALUE", "SYMBOL", "HASH", "BANG", "CARET"])
"""The kinds of tokens that begin with a sigil."""


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
        argument = super().parse_argument(with_attributes)
        self._add(self.spans.arguments, argument.offset)
        return argument

    def parse_unnamed_argument(self) -> EntryArgument:
        argument = super().parse_unnamed_argument()
        self._add(self.spans.arguments, argument.offset)
        return argument

    def parse_result(self) -> tuple[Type, DictionaryAttr]:
        start = self.start
        result = super().parse_result()
        self._add(self.spans.results, start)
        return result

    def place_of(self, name: str, value: Value, end: int) -> Location | int:
        return value.offset if isinstance(value, ForwardValue) else self.spans.places.get(value, end)

    def _add(self, extents: dict[int, list[Span]], start: int) -> None:
        """Adds what has just been read to those of the operation that is being read."""
        from sdyopt.mlir.read.spans import Span

        extents.setdefault(self.holder_start, []).append(Span(start, self.last_end))


class _DeepCalls:
    """Raises the limit of calls inside each other while at least one thread reads a text."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.readers = 0
        self.usual = 0

    def __enter__(self) -> None:
        with self.lock:
            if not self.readers:
                self.usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.usual, _FRAMES))
            self.readers += 1

    def __exit__(self, *raised: object) -> None:
        with self.lock:
            self.readers -= 1
            if not self.readers:
                sys.setrecursionlimit(self.usual)


_deep_calls = _DeepCalls()
