"""Builtin attributes: https://mlir.llvm.org/docs/Dialects/Builtin/#attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.literals.attributes import dense_elements, float_attribute, integer_attribute, integer_value
from sdyopt.mlir.literals.dense import read_dense_literal
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, LiteralError, short_integer
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.read.tokens import Failed, Tokens, TooDeep, symbol_name
from sdyopt.mlir.read.types import SCALAR_TYPE
from sdyopt.mlir.tokens import lexical_error, pattern, repeated
from sdyopt.mlir.write.attributes import string_value, text_of

# Attribute dictionaries that were seen before are taken without parsing.

_FLAT = r'[^{}"/]++|"[^"\\\n]*+"'


def _braces(inside: str) -> str:
    return rf"\{{{repeated(inside)}\}}"


DICTIONARY = _braces(f"{_FLAT}|{_braces(f'{_FLAT}|{_braces(_FLAT)}')}")
"""A dictionary with braces at most two deep inside, and without comments and escapes."""

_PATTERN = pattern(DICTIONARY)

LONGEST = 1024
"""How many characters a dictionary may have to be remembered."""


class Dictionaries:
    """The dictionaries that one parse has met, by their text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[str, dict[str, Attribute]] = {}

    def learn(self, start: int, end: int, entries: dict[str, Attribute]) -> None:
        """Remembers that the text from `start` to `end` is a dictionary with these entries."""
        if end - start <= LONGEST:
            self.known[self.text[start:end]] = dict(entries)

    def take(self, start: int) -> tuple[dict[str, Attribute], int] | None:
        """The dictionary whose brace opens at `start`, and where it ends, if it has been seen before."""
        found = _PATTERN.match(self.text, start, start + LONGEST)
        entries = None if found is None else self.known.get(found[0])
        return None if found is None or entries is None else (dict(entries), found.end())


LONGEST_STRIDE = (1 << 63) - 1
NONE_TYPE = a.NoneType()
"""The type that MLIR gives to attributes which have none."""

_ELEMENTS_TYPE = pattern(rf"(?:!|(?:{SCALAR_TYPE})(?![\w$.]))")


class Attributes(Tokens):
    """Reads attributes."""

    distinct_attributes: dict[int, a.DistinctAttr]
    dictionaries: Dictionaries | None

    def parse_attribute(self, type: Type | None = None) -> Attribute:
        if (read := _READERS.get(self.token) or _BY_KIND.get(self.kind)) is not None:
            return read(self, type)
        if (found := self.parse_optional_type()) is None:
            raise self.wrong_token("expected attribute value")
        return a.TypeAttr(found)

    def parse_optional_attribute(self) -> Attribute | None:
        token = self.token
        if (token in _READERS and token not in _NEVER_OPTIONAL) or self.kind in _BY_KIND:
            return self.parse_attribute()
        found = self.parse_optional_type()
        return None if found is None else a.TypeAttr(found)

    def parse_attribute_of_kind(self, accepts: Callable[[Attribute], bool], type: Type | None = None) -> Attribute:
        """Reads an attribute of a kind, with `type` as `parse_attribute`."""
        at = self.start
        attribute = self.parse_attribute(type)
        if not accepts(attribute):
            raise self.say("invalid kind of attribute specified", at)
        return attribute

    # Numbers.

    def _parse_number(self, type: Type | None, sign: str = "") -> Attribute:
        at, digits = self.start, self.token
        self.consume()
        if type is None:
            type = self.parse_type() if self.consume_if(":") else a.I64
        try:
            return integer_attribute(sign + digits, type)
        except LiteralError as wrong:
            raise self.literal_error(wrong, at) from None

    def _parse_decimal(self, type: Type | None, sign: str = "") -> Attribute:
        digits, at = self.token, self.start
        self.consume()
        if type is None:
            type = self.parse_type() if self.consume_if(":") else a.FloatType("f64")
        try:
            return float_attribute(sign + digits, type)
        except LiteralError as wrong:  # of the type, unless it is about the digits
            raise self.error_at(wrong.message, at if wrong.offset else self.start) from None

    def _parse_negative(self, type: Type | None) -> Attribute:
        self.consume()
        if self.kind == "INTEGER":
            return self._parse_number(type, "-")
        if self.kind == "FLOAT":
            return self._parse_decimal(type, "-")
        raise self.wrong_token("expected constant integer or floating point value")

    # Words, strings and names.

    def _parse_word(self, type: Type | None) -> Attribute:
        attribute = _WORDS[self.token]
        self.consume()
        return attribute

    def _parse_string(self, type: Type | None) -> Attribute:
        value = string_value(self.token)
        self.consume()
        if type is None and self.consume_if(":"):
            type = self.parse_type()
        return a.StringAttr(value, None if type is NONE_TYPE else type)

    def _parse_symbol_reference(self, type: Type | None) -> Attribute:
        path = [symbol_name(self.token)]
        self.consume()
        while self.token == ":":
            at = self.start
            self.consume()
            if self.token != ":":
                if self.kind not in ("EOF", "ERROR"):
                    self.reset(at)
                break
            self.consume()
            if self.kind != "SYMBOL":
                raise self.error_at("expected nested symbol reference identifier", self.start)
            path.append(symbol_name(self.token))
            self.consume()
        return a.SymbolRefAttr(tuple(path))

    def _parse_location(self, type: Type | None) -> Attribute:
        self.go_deeper()
        self.consume()
        self.parse_token("(", "expected '(' in inline location")
        location = self.parse_location_instance()
        self.parse_token(")", "expected ')' in inline location")
        self.depth -= 1
        return location

    def _parse_affine_attribute(self, type: Type | None) -> Attribute:
        is_set = self.token == "affine_set"
        what = "integer set" if is_set else "affine map"
        self.consume()
        self.parse_token("<", f"expected '<' in {what}")
        attribute = self.parse_affine(is_set)
        self.parse_token(">", f"expected '>' in {what}")
        return attribute

    # Lists and dictionaries.

    def _parse_array(self, type: Type | None) -> Attribute:
        self.go_deeper()
        self.consume()
        elements = self.parse_list_until("]", self.parse_attribute)
        self.depth -= 1
        return a.ArrayAttr(tuple(elements))

    def parse_dictionary(self) -> dict[str, Attribute]:
        """Reads names and attributes, which it returns in the order of the text."""
        start, known = self.start, self.dictionaries
        found = None if known is None or self.token != "{" else known.take(start)
        if found is not None:
            self.reset(found[1])
            return found[0]
        entries = self.parse_entries("{", "}")
        if known is not None and not self.complaints:  # which would have to be made again
            known.learn(start, self.last_end, entries)
        return entries

    def dictionary_ahead(self, start: int) -> dict[str, Attribute] | None:
        """Reads the dictionary that begins at `start`, and returns to the token; if it is wrong, returns None."""
        before = self.kind, self.token, self.start, self.end, self.last_end, self.depth, self.said
        complaints = len(self.complaints)
        self.reset(start)
        try:
            entries = self.parse_dictionary()
            return None if self.complaints[complaints:] else entries
        except (Failed, TooDeep):
            return None
        finally:
            del self.complaints[complaints:]
            self.kind, self.token, self.start, self.end, self.last_end, self.depth, self.said = before

    def parse_entries(self, opening: str, closing: str) -> dict[str, Attribute]:
        """Reads names and attributes between these brackets."""
        self.go_deeper()
        entries: dict[str, Attribute] = {}
        self.parse_list(opening, closing, " in attribute dictionary", lambda: self._parse_entry(entries))
        self.depth -= 1
        return entries

    def parse_properties(self, names: Collection[str], units: Collection[str]) -> dict[str, Attribute]:
        """Reads properties with these names between `<` and `>`, within which braces may be. `units` may be bare."""
        entries: dict[str, Attribute] = {}

        def parse_one() -> None:
            at, name = self.start, self.token
            if self.kind != "WORD":
                raise self.say("expected valid keyword", at)
            self.consume()
            has_value = name not in units or self.token == "="
            if has_value:
                self.parse_token("=", "expected '='")
            if name in entries or name not in names:
                raise self.say(f"duplicate or unknown property in properties dictionary: {name}", at)
            entries[name] = self.parse_attribute() if has_value else a.UNIT

        self.go_deeper()
        self.consume()
        if self.token == "{":
            at, entries = self.start, self.parse_dictionary()
            if (unknown := next((name for name in entries if name not in names), None)) is not None:
                shown = text_of(a.DictionaryAttr.of(entries))
                rest = f"unknown key '\"{unknown}\"' when parsing properties dictionary"
                raise self.say(f"invalid properties {shown}: {rest}", at)
        elif self.token != ">":
            parse_one()
            while self.token != ">":
                self.parse_token(",", "expected ','")
                parse_one()
        self.parse_token(">", "expected '>'")
        self.depth -= 1
        return entries

    def _parse_entry(self, entries: dict[str, Attribute]) -> None:
        if self.kind == "WORD":
            name = self.token
        elif self.kind == "STRING":
            name = string_value(self.token)
        else:
            raise self.wrong_token("expected attribute name")
        if not name:
            raise self.error_here("expected valid attribute name")
        if name in entries:
            raise self.error_here(f"duplicate key '{name}' in dictionary attribute")
        self.consume()
        entries[name] = self.parse_attribute() if self.consume_if("=") else a.UNIT

    def parse_optional_dictionary(self, keyword: str = "") -> dict[str, Attribute]:
        """Reads a dictionary if one begins here, or follows `keyword` here."""
        if keyword:
            return self.parse_dictionary() if self.consume_if(keyword) else {}
        return self.parse_dictionary() if self.token == "{" else {}

    def _parse_dense_array(self, type: Type | None) -> Attribute:
        self.go_deeper()
        self.consume()
        self.parse_token("<", "expected '<' after 'array'")
        at = self.start
        try:
            element = self.parse_type()
        except Failed:
            self.error_at("expected an integer or floating point type", at)
            raise
        if not isinstance(element, (a.IntegerType, a.FloatType)):
            raise self.error_at(f"expected integer or float type, got: '{text_of(element)}'", at)
        width = FLOAT_FORMATS[element.name].width if isinstance(element, a.FloatType) else element.width
        if element is not a.I1 and width % 8:
            raise self.error_at("element type bitwidth must be a multiple of 8", at)
        self.depth -= 1
        if self.consume_if(">"):
            return a.DenseArrayAttr(element, ())
        self.parse_token(":", "expected ':' after dense array type")
        if isinstance(element, a.FloatType):
            float_format = FLOAT_FORMATS[element.name]
            values = self.parse_several(lambda: self.parse_float(float_format))
        else:
            values = self.parse_several(lambda: self._parse_integer_element(element))
        self.parse_token(">", "expected '>' to close an array attribute")
        return a.DenseArrayAttr(element, tuple(values))

    def _parse_integer_element(self, type: Type) -> int:
        sign = "-" if self.consume_if("-") else ""
        token = self.token
        if self.kind == "INTEGER":
            self.consume()
            if type is a.I1:
                raise self.error_here("expected 'true' or 'false' values for i1 type")
            try:
                return integer_value(sign + token, type)
            except LiteralError:
                raise self.error_here("integer constant out of range") from None
        if token in ("true", "false"):
            if type is not a.I1:
                raise self.error_here("expected i1 type for 'true' or 'false' values")
            self.consume()
            return int(token == "true")
        raise self.error_here("expected integer literal")

    # Elements.

    def _parse_elements(self, type: Type | None) -> Attribute:
        """Reads `dense<…> : type`, or `sparse<…> : type`."""
        at, word = self.start, self.token
        self.consume()
        self.parse_token("<", f"{'e' if word == 'dense' else 'E'}xpected '<' after '{word}'")
        start = self.start
        if self.kind == "ERROR":
            raise Failed()
        if self.kind == "EOF":
            raise self.error_here("expected element literal of primitive type")
        read: Callable[[str, Type], Attribute] = dense_elements
        try:
            if word == "sparse":
                from sdyopt.mlir.literals.attributes import read_parts, sparse_elements

                parts = read_parts(self.text, start)
                end, read = start if parts is None else parts[1].next, sparse_elements
            else:
                end = _plain_end(self.text, start) or read_dense_literal(self.text, start).next
        except LiteralError as wrong:
            is_type = word == "dense" and _ELEMENTS_TYPE.match(self.text, start) and not wrong.offset
            message = "expected a shaped type for dense elements" if is_type else wrong.message
            raise self._stopped(message, start + (wrong.offset or 0), start + (wrong.token or 0)) from None
        self.reset(end)
        end = self.start
        self.parse_token(">", "expected '>'")
        if type is None:
            self.parse_token(":", "expected ':'")
            type = self.parse_type()
        try:
            return read(self.text[start:end], type)
        except LiteralError as wrong:
            raise self.literal_error(wrong, at if wrong.offset is None else start + wrong.offset) from None

    def _stopped(self, message: str, at: int, token: int) -> Failed:
        """Reports what is wrong with a literal, which has been read up to the token at `token`."""
        if self.kind == "ERROR":
            return Failed()
        if lexical_error(self.text, token) is None:
            self.error_at(message, at)
        self.reset(token)
        return Failed()

    def _parse_resource(self, type: Type | None) -> Attribute:
        self.consume()
        self.parse_token("<", "expected '<' after 'dense_resource'")
        key = self.parse_resource_key()
        self.parse_token(">", "expected '>'")
        at = self.start
        if type is None:
            self.parse_token(":", "expected ':'")
            type = self.parse_type()
        if not isinstance(type, a.ShapedType):
            raise self.error_at("`dense_resource` expected a shaped type", at)
        return a.DenseResourceAttr(key, type)

    def parse_resource_key(self, section: str = "resource") -> str:
        """Reads the name of a resource."""
        if self.kind not in ("WORD", "STRING"):
            raise self.error_here(f"expected identifier key for '{section}' entry")
        return self.parse_keyword_or_string()

    # Others.

    def _parse_strided(self, type: Type | None) -> Attribute:
        self.consume()
        self.parse_token("<", "expected '<' after 'strided'")
        strides = self.parse_list("[", "]", "", self._parse_stride)
        if self.consume_if(">"):
            return a.StridedLayoutAttr(tuple(strides), 0)
        self.parse_token(",", "expected ','")
        self.parse_token("offset", "expected 'offset' after comma")
        self.parse_token(":", "expected ':' after 'offset'")
        offset = self._parse_stride()
        self.parse_token(">", "expected '>'")
        return a.StridedLayoutAttr(tuple(strides), offset)

    def _parse_stride(self) -> int | None:
        if self.consume_if("?"):
            return None
        at = self.start
        sign = -1 if self.consume_if("-") else 1
        size = short_integer(self.token) if self.kind == "INTEGER" else LONGEST_STRIDE + 1
        if size > LONGEST_STRIDE:
            raise self.error_at("expected a 64-bit signed integer or '?'", at)
        self.consume()
        return sign * size

    def _parse_distinct(self, type: Type | None) -> Attribute:
        self.go_deeper()
        at = self.start
        self.consume()
        self.parse_token("[", "expected '[' after 'distinct'")
        number = self.token
        if self.kind != "INTEGER":
            raise self.wrong_token("expected distinct ID")
        self.consume()
        if short_integer(number) >= 1 << 64:
            raise self.error_here("expected an unsigned 64-bit integer")
        self.parse_token("]", "expected ']' to close distinct ID")
        self.parse_token("<", "expected '<' after distinct ID")
        referenced: Attribute = a.UNIT
        if self.token != ">":
            try:
                referenced = self.parse_attribute()
            except Failed:
                self.error_here("expected attribute")
                raise
        self.parse_token(">", "expected '>' to close distinct attribute")
        self.depth -= 1
        made = a.DistinctAttr(short_integer(number), referenced)
        if (known := self.distinct_attributes.setdefault(made.id, made)) is not made:
            message = f"referenced attribute does not match previous definition: {text_of(known.referenced)}"
            raise self.error_at(message, at)
        return made


def _plain_end(text: str, start: int) -> int | None:
    """Returns where a short literal of plain numbers ends; None leaves it to be looked at in full."""
    found = _SPLAT.match(text, start)
    return None if found is None else found.end()


_SPLAT = pattern(r"(?:-?[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?|true|false)(?=>)")

_WORDS = {"true": a.TRUE, "false": a.FALSE, "unit": a.UNIT}

_READERS: dict[str, Callable[[Any, Type | None], Attribute]] = {
    **dict.fromkeys(_WORDS, Attributes._parse_word),
    "affine_map": Attributes._parse_affine_attribute,
    "affine_set": Attributes._parse_affine_attribute,
    "array": Attributes._parse_dense_array,
    "dense": Attributes._parse_elements,
    "dense_resource": Attributes._parse_resource,
    "distinct": Attributes._parse_distinct,
    "loc": Attributes._parse_location,
    "sparse": Attributes._parse_elements,
    "strided": Attributes._parse_strided,
    "[": Attributes._parse_array,
    "{": lambda parser, type: a.DictionaryAttr.of(parser.parse_dictionary()),
    "-": Attributes._parse_negative,
}
"""By the word or the punctuation that an attribute begins with."""

_BY_KIND: dict[str, Callable[[Any, Type | None], Attribute]] = {
    "FLOAT": Attributes._parse_decimal,
    "HASH": lambda parser, type: parser.parse_symbol(False, type),
    "INTEGER": Attributes._parse_number,
    "STRING": Attributes._parse_string,
    "SYMBOL": Attributes._parse_symbol_reference,
}

_NEVER_OPTIONAL = ("array", "strided", "distinct")
"""The words that MLIR does not look for where an attribute may be missing."""


# Locations: https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes.


class _Opened(NamedTuple):
    """A location some of whose parts have not been read."""

    kind: str
    parts: list[Location]
    name: str = ""
    metadata: Attribute | None = None


class Locations(Tokens):
    """Reads locations."""

    attribute_aliases: dict[str, Attribute]
    alias_uses: dict[str, int]
    """The aliases that have been used before their definition, and where."""

    def parse_optional_location(self) -> Location | None:
        """Reads `loc(…)` after an operation or an argument; its alias may be defined further down."""
        if self.token != "loc":
            return None
        self.consume()
        self.parse_token("(", "expected '(' in location")
        if self.kind == "HASH" and "." not in self.token:
            location = self._parse_location_alias()
        else:
            location = self.parse_location_instance()
        self.parse_token(")", "expected ')' in location")
        return location

    def _parse_location_alias(self) -> Location:
        name, at = self.token[1:], self.start
        self.consume()
        if (known := self.attribute_aliases.get(name)) is None:
            self.alias_uses.setdefault(name, at)
            return l.OpaqueLoc(name)
        if not isinstance(known, Location):
            raise self.error_at(f"expected location, but found '{text_of(known)}'", at)
        return known

    def parse_location_instance(self) -> Location:
        """Reads a location without its parentheses. It may nest as deep as it likes."""
        opened: list[_Opened] = []
        while True:
            location = self._begin_location(opened)
            while location is not None:
                if not opened:
                    return location
                location = self._go_on(opened, location)

    def _begin_location(self, opened: list[_Opened]) -> Location | None:
        """Reads a location; returns None if it has parts, which come next, and adds it to `opened`."""
        token = self.token
        if self.kind == "HASH":
            if not isinstance(attribute := self.parse_symbol(False), Location):
                raise self.error_here(f"expected location attribute, but got{text_of(attribute)}")
            return attribute
        if self.kind == "STRING":
            name = string_value(token)
            self.consume()
            if self.consume_if(":"):
                return self._parse_range(name)
            if not self.consume_if("("):
                return l.NameLoc(name, None)
            opened.append(_Opened("name", [], name))
            return None
        if token not in ("callsite", "fused", "unknown"):
            raise self.wrong_token("expected location instance")
        self.consume()
        if token == "unknown":
            return l.UNKNOWN
        if token == "callsite":
            self.parse_token("(", "expected '(' in callsite location")
            opened.append(_Opened(token, []))
            return None
        metadata = None
        if self.consume_if("<"):
            metadata = self.parse_attribute()
            self.parse_token(">", "expected '>' after fused location metadata")
        self.parse_token("[", "expected '[' in fused location")
        if self.consume_if("]"):
            return fused_location(metadata, [])
        opened.append(_Opened(token, [], "", metadata))
        return None

    def _go_on(self, opened: list[_Opened], part: Location) -> Location | None:
        """Adds a part to the location that was opened last; returns that if it is complete."""
        kind, parts, name, metadata = opened[-1]
        parts.append(part)
        if kind == "fused":
            if self.consume_if(","):
                return None
            self.parse_token("]", "expected ']' in fused location")
            opened.pop()
            return fused_location(metadata, parts)
        if kind == "callsite" and len(parts) == 1:
            self.parse_token("at", "expected 'at' in callsite location")
            return None
        message = "expected ')' after child location of NameLoc"
        self.parse_token(")", message if kind == "name" else "expected ')' in callsite location")
        opened.pop()
        return named_location(name, part) if kind == "name" else l.CallSiteLoc(*parts)

    def _parse_range(self, file: str) -> Location:
        """Reads `line:column to line:column`, most of which may be missing."""
        line = self._parse_position("expected integer line number in FileLineColRange", True)
        if not self.consume_if(":"):
            return file_location(file, line, None, None)
        column = self._parse_position("expected integer column number in FileLineColRange")
        if not self.consume_if("to"):
            return file_location(file, line, column, None)
        end_line = None
        if self.kind == "INTEGER":
            end_line = self._parse_position("expected integer line number in FileLineColRange", True)
        self.parse_token(":", "expected either integer or `:` post `to` in FileLineColRange")
        end_column = self._parse_position("expected integer column number in FileLineColRange")
        return file_location(file, line, column, (end_line, end_column))

    def _parse_position(self, message: str, is_line: bool = False) -> int:
        """Reads a number of 32 bits."""
        if self.kind != "INTEGER":
            raise self.wrong_token(message)
        if (number := short_integer(self.token)) >= 1 << 32:
            raise self.wrong_token(message) if is_line else self.error_here(message)
        self.consume()
        return number


def file_location(file: str, line: int, column: int | None, end: tuple[int | None, int] | None) -> Location:
    """Returns a place in a file, or a range of it."""
    if end is None:
        return l.FileLineColRange(file or "-", line, column or 0)
    assert column is not None
    end_line, end_column = end
    last = line if end_line is None else end_line
    if (last, end_column) == (line, column):
        return l.FileLineColRange(file, line, column)
    return l.FileLineColRange(file, line, column, last, end_column)


def named_location(name: str, child: Location) -> Location:
    """Returns a location with a name; one that is not known is not a child."""
    return l.NameLoc(name, None if child is l.UNKNOWN else child)


def fused_location(metadata: Attribute | None, locations: Sequence[Location]) -> Location:
    """Fuses locations: unknown ones, repetitions and what nested fused ones share are left out, as in MLIR."""
    flat: dict[Location, None] = {}
    for part in locations:
        if isinstance(part, l.FusedLoc) and part.metadata is metadata:
            flat.update(dict.fromkeys(part.locations))
        elif part is not l.UNKNOWN:
            flat[part] = None
    if not flat and metadata is None:
        return l.UNKNOWN
    if len(flat) == 1 and metadata is None:
        return next(iter(flat))
    return l.FusedLoc(tuple(flat) or (l.UNKNOWN,), metadata)


# Lines that define aliases of locations, as JAX writes them by the thousand, are read without the grammar.

_NUMBER = r"\d{1,9}"
"""A number that is small enough for a line or a column."""

_DEFINITION = pattern(
    rf"""\#(?P<alias>loc\d*)\ =\ loc\((?:
      (?P<file>"[ !\#-\[\]-~]+"):(?P<line>{_NUMBER}):(?P<column>{_NUMBER})
        (?:\ to\ (?P<end_line>{_NUMBER})?:(?P<end_column>{_NUMBER}))?
    | (?P<name>"[ !\#-\[\]-~]+")(?:\(\#(?P<child>loc\d*)\))?
    | callsite\(\#(?P<callee>loc\d*)\ at\ \#(?P<caller>loc\d*)\)
    )\)\n""",
    re.VERBOSE | re.ASCII,
)


def define_location_aliases(parser: Builder, start: int) -> int | None:
    """Defines the aliases of the lines from `start` on; gives where the first line begins that it leaves to the
    grammar, or None if that is the first.
    """
    aliases = parser.attribute_aliases
    position = start
    while (found := _DEFINITION.match(parser.text, position)) is not None and found["alias"] not in aliases:
        if found["file"]:
            end_line, end_column = found["end_line"], found["end_column"]
            end = None if end_column is None else (None if end_line is None else int(end_line), int(end_column))
            location = file_location(string_value(found["file"]), int(found["line"]), int(found["column"]), end)
        elif found["name"]:
            child = aliases.get(found["child"]) if found["child"] else UNKNOWN
            if not isinstance(child, Location):
                break
            location = named_location(string_value(found["name"]), child)
        else:
            callee, caller = aliases.get(found["callee"]), aliases.get(found["caller"])
            if not isinstance(callee, Location) or not isinstance(caller, Location):
                break
            location = CallSiteLoc(callee, caller)
        aliases[found["alias"]] = location
        position = found.end()
    return None if position == start else position
