"""The parser of MLIR text: a recursive descent with the methods of MLIR's own, their order and so their messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, Type, forget_if_grown
from sdyopt.ir.attributes import ALIGNMENT_DIGITS, Blob, FunctionType, Resources
from sdyopt.ir.locations import UNKNOWN, OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import NO_POSITION, CompilationError, Diagnostic, Hinted, UnknownName
from sdyopt.mlir.formats.state import EntryArgument, ValueUse
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.read.attributes import Dictionaries
from sdyopt.mlir.read.builder import ForwardValue
from sdyopt.mlir.read.line_templates import LineTemplates
from sdyopt.mlir.read.operations import Operations, Symbols
from sdyopt.mlir.read.tokens import Failed, TooDeep
from sdyopt.mlir.read.types import Affine
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write.attributes import MAX_NESTING, text_of

if TYPE_CHECKING:
    from sdyopt.ir.attributes import DictionaryAttr


# The top level of a text: operations, definitions of aliases, and resources after them.

_HEX_DIGITS = pattern("[0-9a-fA-F]*+")


class TopLevel(Operations):
    """Reads a whole text."""

    def parse_file(self) -> None:
        """Reads all up to the end of the text."""
        while self.kind != "EOF" or self.open_blocks:
            if self.kind == "ERROR":
                raise Failed
            if self.open_blocks:
                self.parse_next(0)
            elif self.kind == "HASH" and self.templates is not None and self._take_location_lines():
                continue
            elif self.kind in ("HASH", "BANG"):
                self._parse_alias(self.kind == "BANG")
            elif self.token == "{-#":
                self.consume()
                self.parse_list_until("#-}", self._parse_section)
            else:
                self.parse_next(0)

    def _take_location_lines(self) -> bool:
        """Reads lines that define aliases of locations as JAX writes them; returns whether there was one."""
        from sdyopt.mlir.read.attributes import define_location_aliases

        resumed = define_location_aliases(self, self.start)
        if resumed is not None:
            self.reset(resumed)
        return resumed is not None

    def _parse_alias(self, is_type: bool) -> None:
        name, kind = self.token[1:], "type" if is_type else "attribute"
        if name in (self.type_aliases if is_type else self.attribute_aliases):
            raise self.error_here(f"redefinition of {kind} alias id '{name}'")
        if "." in name:
            raise self.error_here(f"{kind} names with a '.' are reserved for dialect-defined names")
        self.consume()
        self.parse_token("=", f"expected '=' in {kind} alias definition")
        if is_type:
            self.type_aliases[name] = self.parse_type()
        else:
            self.attribute_aliases[name] = self.parse_attribute()

    # Resources.

    def _parse_section(self) -> None:
        at, key = self.start, self._parse_key("in file metadata dictionary")
        self.parse_token(":", "expected ':'")
        if key not in ("dialect_resources", "external_resources"):
            raise self.error_at(f"unknown key '{key}' in file metadata dictionary", at)
        self.parse_token("{", "expected '{'")
        self.parse_list_until("}", self._parse_dialect if key == "dialect_resources" else self._parse_external_group)

    def _parse_key(self, what: str) -> str:
        name = self.token
        if self.kind != "WORD":
            raise self.error_here(f"expected identifier key {what}")
        self.consume()
        return name

    def _parse_dialect(self) -> None:
        at = self.start
        name = self._parse_key("for 'resource' entry")
        self.parse_literals(":", "{")
        if name not in self.registry.namespaces:
            raise self.error_at(f"dialect '{name}' is unknown", at)
        if name != "builtin":
            raise self.error_here(f"unexpected 'resource' section for dialect '{name}'")
        self.parse_list_until("}", self._parse_resource_entry)

    def _parse_resource_entry(self) -> None:
        """Reads a resource. Of those with the same key the last counts."""
        key = self.parse_resource_key()
        self.parse_token(":", "expected ':'")
        start, end = self.start, self.end
        self.consume()
        self.resources[key] = self._blob(key, start, end)

    def _parse_external_group(self) -> None:
        group = self.external_resources.setdefault(self._parse_key("for 'resource' entry"), {})
        self.parse_literals(":", "{")
        self.parse_list_until("}", lambda: self._parse_external_entry(group))

    def _parse_external_entry(self, group: dict[str, str]) -> None:
        """Reads an external resource, whatever token it is."""
        key = self.parse_resource_key("external_resources")
        self.parse_token(":", "expected ':'")
        group[key] = self.token
        self.consume()

    def _blob(self, key: str, value_start: int, value_end: int) -> Blob:
        """Returns the bytes that a hex string holds, which begin with an alignment; that of no bytes may be none."""
        text = self.text
        start, end = value_start + len('"0x'), value_end - 1
        is_hex = text.startswith('"0x', value_start) and _HEX_DIGITS.fullmatch(text, start, end)
        expected = f"expected hex string blob for key '{key}'"
        if not is_hex or (end - start) % 2:
            raise self.error_at(expected, value_start)
        if end - start < ALIGNMENT_DIGITS:
            raise self.error_at(f"{expected} to encode alignment in first 4 bytes", value_start)
        blob = Blob(text, start, end)
        alignment = blob.alignment
        if alignment & (alignment - 1) or (alignment == 0 and end - start > ALIGNMENT_DIGITS):
            message = f"{expected} to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}"
            raise self.error_at(message, value_start)
        return blob


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
        if not isinstance(type := self.parse_type(), FunctionType):
            message = f"invalid kind of type specified: expected builtin.function, but found '{text_of(type)}'"
            raise self.say(message, at)
        return type

    def parse_integers(self) -> tuple[int, ...]:
        """Reads integers of 64 bits between brackets."""
        return tuple(self.parse_list("[", "]", "", self.parse_integer))

    def parse_integers_of_array(self, width: int = 64) -> tuple[int, ...]:
        """Reads the integers of a dense array in a format; MLIR asks for the bracket after one that is wrong, too."""
        numbers: list[int] = []
        self.parse_token("[", "expected '['")
        if not self.consume_if("]"):
            try:
                numbers = self.parse_several(lambda: self.parse_integer(width))
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
        if (word := self.token) not in known:
            message = (
                f"expected string or keyword containing one of the following enum values for attribute '{name}' "
                f"[{', '.join(known)}]"
            )
            if self.kind != "STRING":
                raise self.say(Hinted(message, UnknownName(word, lambda: known)))
            at = self.start
            if (word := self.parse_string()) not in known:
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


# A text that is one attribute or type.


def parse_as(parse: Callable[[Parser], Attribute], text: str, registry: Registry) -> Attribute | None:
    """Returns the attribute in `text` as a format has it, which `parse` reads; None if that is not all of it."""
    return Parser(text, registry, False, use_templates=False).read_attribute(parse)


def parse_attribute(text: str, registry: Registry, allow_unregistered: bool = False) -> Attribute:
    """Returns the attribute in `text`; of a type its TypeAttr. Raises CompilationError if that is not all of it."""
    parser = Parser(text, registry, allow_unregistered, use_templates=False)
    if (attribute := parser.read_attribute()) is None:
        raise CompilationError(parser.complaints)
    return attribute


# Where names, arguments and results of a text are, and what they mean: what the parser has read them as.


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


# From text to a module.


MODULE_NAME = "builtin.module"


class ParsedText(Record):
    """The result of parsing a text: its module, and the resources of its trailer.

    Values may be used where they are not visible only if the module is `is_rewired`; see `Verifier.verify`.
    """

    module: Operation
    resources: Resources
    is_rewired: bool = True
    external_resources: Mapping[str, Mapping[str, str]] = {}
    """The tokens of resources that other tools know, by group and key."""


def parse(
    text: str,
    registry: Registry,
    allow_unregistered: bool = False,
    use_templates: bool = True,
    complaints: list[Diagnostic] | None = None,
    spans: Spans | None = None,
) -> ParsedText:
    """The module in `text`; one is put around what is not one module. Raises CompilationError.

    To `complaints` are added the errors after which MLIR's parser goes on. With `spans`, it is recorded
    there where the parts of the text are; these stay valid if the text cannot be read, up to its first error.
    """
    forget_if_grown()
    if spans is None:
        parser = Parser(text, registry, allow_unregistered, use_templates)
    else:
        parser = SpanParser(text, registry, allow_unregistered, spans)
    try:
        is_read = parser.run()
    except BrokenPackageError as error:
        raise error.at(parser.start if error.location == NO_POSITION else error.location) from error
    if is_read and parser.alias_uses:
        is_read = _resolve_aliases(parser)
    if not is_read:
        raise CompilationError(parser.complaints)
    if complaints is not None:
        complaints += parser.complaints
    parser.templates = None  # that hold the parser: in a run without a garbage collector both would stay
    module = _module_around(parser, registry)
    return ParsedText(module, parser.resources, parser.may_use_hidden, parser.external_resources)


def _module_around(parser: Parser, registry: Registry) -> Operation:
    """The one module that was read, or a new one with everything that was read."""
    first = parser.top.first
    if first is not None and first.next is None and first.name == MODULE_NAME:
        first.detach()
        return first
    definition = registry.operations[MODULE_NAME]
    return Operation(Signature.of(definition), [], NO_POSITION, [Region([parser.top])])


def _resolve_aliases(parser: Parser) -> bool:
    """Puts the locations in whose aliases were used before they were defined; reports the first that is missing."""
    aliases = parser.attribute_aliases
    if not all(isinstance(aliases.get(name), Location) for name in parser.alias_uses):
        from sdyopt.mlir.write.aliases import first_unresolved

        if (unresolved := first_unresolved(parser.text, parser.top, aliases)) is not None:
            name, offset = unresolved
            if name not in aliases:
                parser.error_at("operation location alias was never defined", offset)
            else:
                parser.error_at(f"expected location, but found '{text_of(aliases[name])}'", offset)
            return False
    for top in parser.top.ops:
        for op in top.walk():
            op.location = _resolved(op.location, aliases)
            for region in op.regions:
                for inner in region.blocks:
                    for argument in inner.arguments:
                        argument.location = _resolved(argument.location, aliases)
    return True


def _resolved(location: Location | int, aliases: dict[str, Attribute]) -> Any:
    return aliases[location.alias] if isinstance(location, OpaqueLoc) else location
