"""Types and attributes in the spelling of printers are read by a few regular expressions, without the grammar.

What is read here the grammar would read in the same way. Whatever it might take in another way, or refuse, is left to
it: that is `Unusual`, which is no error of the text. Blanks have to stand where printers put them, numbers to be short,
and there may be no comments, no escapes and no aliases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType, UnrankedTensorType
from sdyopt.ods.literals import dense_elements, float_attribute, integer_attribute
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.patterns import pattern
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import ValueUse
from sdyopt.syntax.actions.types import scalar_type
from sdyopt.syntax.lexer import SCALAR, Unbalanced, end_of_body
from sdyopt.syntax.statement import MARK

DEEPEST = 8
"""So many arrays and dictionaries may be inside each other."""


class Unusual(Exception):
    """The grammar is to read it."""


# --- types -----------------------------------------------------------------------------------------------------------

_TYPE_TEXT = r"tensor<[\w?*]*+(?:<\w++>)?>|[a-z]\w*+(?![$.<])"
"""What may be a plain type, and is no other thing that is taken for plain; `plain_types` tells which it is."""

_TYPE = pattern(rf"({_TYPE_TEXT}) ?", re.ASCII)
_OTHER_TYPE = pattern(r"tensor(?=<)|![A-Za-z_][\w$]*\.[A-Za-z_][\w$.]*", re.ASCII)
_ENCODED = pattern(r"(tensor<[\w?]*+(?:<\w++>)?), (?=#)", re.ASCII)
_FUNCTION_TYPE = pattern(r"\(([^()]*)\) -> (?:\(([^()]*)\)|([^() ]+)) ?")
_TENSOR = pattern(r"tensor<(\*x|(?:(?:0|[1-9]\d{0,17}|\?)x)*)(complex<)?([a-z]\w*)(?(2)>)>", re.ASCII)


class _Types(dict[str, Type]):
    """Scalars and tensors of numbers, by the texts that are printed. Raises Unusual for what is none."""

    def __missing__(self, text: str) -> Type:
        type = self[text] = _tensor(text) if text.startswith("tensor<") else _scalar(text)
        return type


def _scalar(text: str) -> Type:
    if not SCALAR.fullmatch(text):
        raise Unusual
    try:
        type = scalar_type(text)
    except ValueError:
        raise Unusual from None
    if spell(type) != text:
        raise Unusual
    return type


def _tensor(text: str) -> Type:
    found = _TENSOR.fullmatch(text)
    if found is None:
        raise Unusual
    sizes, is_complex, name = found.groups()
    element = plain_types[name]
    if is_complex:
        if not isinstance(element, (FloatType, IntegerType)):
            raise Unusual
        element = ComplexType(element)
    elif name == "none":
        raise Unusual
    type: Type
    if sizes == "*x":
        type = UnrankedTensorType(element)
    elif "?" in sizes:
        type = RankedTensorType(
            tuple([DYNAMIC if size == "?" else int(size) for size in sizes[:-1].split("x")]), element
        )
    else:
        type = RankedTensorType(tuple(map(int, sizes[:-1].split("x"))) if sizes else (), element)
    object.__setattr__(type, "spelling", text)
    return type


plain_types = _Types()


def _encoded(tensor: Type, encoding: Any) -> RankedTensorType:
    """A tensor with that encoding, if it says of itself that it is one of such a tensor."""
    if not isinstance(tensor, RankedTensorType) or not hasattr(encoding, "check_encoding"):
        raise Unusual
    try:
        encoding.check_encoding(tensor.shape, spell(tensor))
    except ValueError:
        raise Unusual from None
    return RankedTensorType(tensor.shape, tensor.element_type, encoding)


# --- attributes ------------------------------------------------------------------------------------------------------

_STRING = r'"[^"\\\n\v\f\0]*+"'
_INTEGER = r"-?\d{1,18}"
_ATTRIBUTE = pattern(
    rf"""(?P<dense>dense<((?:[^<>"\0]++|{_STRING})*+)>\ :\ )
    | (?P<array>array<i(32|64)(?::\ ({_INTEGER}(?:,\ {_INTEGER})*+))?>)
    | (?P<flags>array<i1:\ (?P<bits>(?:true|false)(?:,\ (?:true|false))*+)>)
    | (?P<float>-?\d+\.\d*(?:[eE][-+]?\d+)?)
    | (?P<integer>{_INTEGER})(?![\w.])
    | (?P<string>{_STRING})
    | (?P<symbol>@[A-Za-z_][\w$.]*+)
    | (?P<list>\[)
    | (?P<dictionary>{{)
    | (?P<word>true|false|unit)(?![\w$.])
    | (?P<type>{_TYPE_TEXT})
    | (?P<symbol_of_dialect>\#[A-Za-z_][\w$]*(?:\.[A-Za-z_][\w$.]*)?)(?=<)
    """,
    re.VERBOSE | re.ASCII,
)
_ENTRY = pattern(r'(?:([A-Za-z_][\w$.]*+)|"([^"\\\n\v\f\0]++)")(?:( = )|(?=[,}]))', re.ASCII)
_NUMBER = pattern(rf"({_INTEGER})(?![\w.]) ?", re.ASCII)
_VALUES = pattern(rf"((?:{MARK}(?:, {MARK})*+)?) ?")
_QUOTED = pattern(rf"({_STRING}) ?")
_SYMBOL = pattern(r"@([A-Za-z_][\w$.]*+) ?", re.ASCII)
_NUMBERS = pattern(rf"\[({_INTEGER}(?:, {_INTEGER})*+)?\] ?", re.ASCII)
_WORDS = {"true": a.TRUE, "false": a.FALSE, "unit": a.UNIT}
_USES = [ValueUse(MARK, slot) for slot in range(16)]


class PlainText:
    """A text, where in it the next thing begins, and how many names have been read.

    A value's use gives its slot as its offset. Each method reads one thing and the blank behind it; it is named like
    the grammar's rule for that, and gives the same. `parsed` has the grammar parse an attribute or type of a dialect.
    All raise Unusual.
    """

    __slots__ = ("depth", "parsed", "place", "slot", "text")

    def __init__(self, text: str, place: int, slot: int, parsed: Callable[[str], Any]) -> None:
        self.text = text
        self.place = place
        self.slot = slot
        self.depth = 0
        self.parsed = parsed

    def literal(self, literal: str) -> None:
        """What has to stand here."""
        if not self.has(literal):
            raise Unusual

    def has(self, literal: str) -> bool:
        """Whether that stands here; then it has been read."""
        text, place = self.text, self.place
        if not text.startswith(literal, place):
            return False
        place += len(literal)
        self.place = place + text.startswith(" ", place)
        return True

    def match(self, wanted: re.Pattern[str]) -> re.Match[str]:
        """What has to look like that."""
        found = wanted.match(self.text, self.place)
        if found is None:
            raise Unusual
        self.place = found.end()
        return found

    def value_use(self) -> ValueUse:
        text, place = self.text, self.place
        if not text.startswith(MARK, place):
            raise Unusual
        place += len(MARK)
        self.place = place + text.startswith(" ", place)
        slot = self.slot
        self.slot = slot + 1
        return _USES[slot] if slot < len(_USES) else ValueUse(MARK, slot)

    def value_uses(self) -> list[ValueUse]:
        listed = self.match(_VALUES)[1]
        start = self.slot
        end = self.slot = start + listed.count(MARK)
        return _USES[start:end] if end <= len(_USES) else [ValueUse(MARK, slot) for slot in range(start, end)]

    def type(self) -> Type:
        found = _TYPE.match(self.text, self.place)
        if found is None:
            return self._other_type()
        self.place = found.end()
        return plain_types[found[1]]

    def _other_type(self) -> Type:
        """A tensor with an encoding, or a dialect's type."""
        text = self.text
        encoded = _ENCODED.match(text, self.place)
        type: Type
        if encoded is not None:
            self.place = encoded.end()
            type = _encoded(plain_types[f"{encoded[1]}>"], self.attribute())
            self.literal(">")
            return type
        found = self.match(_OTHER_TYPE)
        type = self._of_dialect(found.start())
        self.place += text.startswith(" ", self.place)
        return type

    def _of_dialect(self, start: int, symbol: str = "") -> Any:
        """What begins with `symbol` and goes on at `start`, and whose body, if it has one, comes next."""
        text = self.text
        if text.startswith("<", self.place):
            try:
                self.place = end_of_body(text, self.place)
            except Unbalanced:
                raise Unusual from None
        return self.parsed(symbol + text[start : self.place])

    def body(self, symbol: str) -> Any:
        """The attribute or type of a dialect of whose text only the body stands here."""
        of_dialect = self._of_dialect(self.place, symbol)
        self.place += self.text.startswith(" ", self.place)
        return of_dialect

    def some_types(self) -> list[Type]:
        types = [self.type()]
        while self.has(","):
            types.append(self.type())
        return types

    def function_type(self) -> tuple[list[Type], list[Type]]:
        found = _FUNCTION_TYPE.match(self.text, self.place)
        if found is not None:
            inputs, outputs, output = found.groups()
            try:
                types = _listed_types(inputs), [plain_types[output]] if output else _listed_types(outputs)
            except Unusual:
                pass
            else:
                self.place = found.end()
                return types
        listed = self._types_in_parentheses()
        self.literal("->")
        return listed, self._types_in_parentheses() if self.text.startswith("(", self.place) else [self.type()]

    def _types_in_parentheses(self) -> list[Type]:
        self.literal("(")
        if self.has(")"):
            return []
        types = self.some_types()
        self.literal(")")
        return types

    def integer(self) -> str:
        """A literal."""
        return self.match(_NUMBER)[1]

    def integer_list(self) -> tuple[int, ...]:
        numbers = self.match(_NUMBERS)[1]
        return tuple(map(int, numbers.split(", "))) if numbers else ()

    def string_literal(self) -> Attribute:
        return a.StringAttr(self.match(_QUOTED)[1][1:-1])

    def symbol_name(self) -> Attribute:
        return a.StringAttr(self.match(_SYMBOL)[1])

    def symbol_ref(self) -> Attribute:
        return a.SymbolRefAttr((self.match(_SYMBOL)[1],))

    def attr_dict(self) -> dict[str, Attribute]:
        """A dictionary, or nothing, which is as an empty one."""
        return self._entries() if self.text.startswith("{", self.place) and self.has("{") else {}

    def attribute(self) -> Attribute:
        found = self.match(_ATTRIBUTE)
        kind = found.lastgroup
        assert kind is not None
        try:
            attribute: Attribute = _READERS[kind](self, found)
        except LiteralError:
            raise Unusual from None
        self.place += self.text.startswith(" ", self.place)
        return attribute

    def _type_behind(self) -> Type | None:
        """The type behind a colon, if there is one."""
        if not self.text.startswith(" : ", self.place):
            return None
        self.place += len(" : ")
        return self.type()

    def _dense(self, found: re.Match[str]) -> Attribute:
        return dense_elements(found[2], self.type())

    def _array(self, found: re.Match[str]) -> Attribute:
        width, numbers = found.group(4, 5)
        values = tuple(map(int, numbers.split(", "))) if numbers else ()
        if numbers and "-0" in numbers:
            raise Unusual
        if width == "32" and any(not -(1 << 31) <= value < 1 << 31 for value in values):
            raise Unusual
        return a.DenseArrayAttr(a.I32 if width == "32" else a.I64, values)

    def _flags(self, found: re.Match[str]) -> Attribute:
        return a.DenseArrayAttr(a.I1, tuple([int(bit == "true") for bit in found["bits"].split(", ")]))

    def _float(self, found: re.Match[str]) -> Attribute:
        return float_attribute(found["float"], self._type_behind() or _F64)

    def _integer(self, found: re.Match[str]) -> Attribute:
        return integer_attribute(found["integer"], self._type_behind() or a.I64)

    def _string(self, found: re.Match[str]) -> Attribute:
        if self._type_behind() is not None:
            raise Unusual
        return a.StringAttr(found["string"][1:-1])

    def _symbol_ref(self, found: re.Match[str]) -> Attribute:
        if self.text.startswith("::", self.place):
            raise Unusual
        return a.SymbolRefAttr((found["symbol"][1:],))

    def _list(self, found: re.Match[str]) -> Attribute:
        elements: list[Attribute] = []
        self._enter()
        if not self.has("]"):
            elements.append(self.attribute())
            while self.has(","):
                elements.append(self.attribute())
            self.literal("]")
        self.depth -= 1
        return a.ArrayAttr(tuple(elements))

    def _dictionary(self, found: re.Match[str]) -> Attribute:
        return a.DictionaryAttr.of(self._entries())

    def _entries(self) -> dict[str, Attribute]:
        """The entries of a dictionary whose brace has been read, up to the other one."""
        entries: dict[str, Attribute] = {}
        self._enter()
        if not self.has("}"):
            while True:
                word, string, has_value = self.match(_ENTRY).groups()
                name = word or string
                if name in entries:
                    raise Unusual
                entries[name] = self.attribute() if has_value else a.UNIT
                if not self.has(","):
                    break
            self.literal("}")
        self.depth -= 1
        return entries

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unusual

    def _type(self, found: re.Match[str]) -> Attribute:
        return a.TypeAttr(plain_types[found["type"]])

    def _word(self, found: re.Match[str]) -> Attribute:
        return _WORDS[found["word"]]

    def _symbol_of_dialect(self, found: re.Match[str]) -> Attribute:
        attribute: Attribute = self._of_dialect(found.start())
        if self._type_behind() is not None:
            raise Unusual
        return attribute


_F64 = FloatType("f64")

_READERS: dict[str, Callable[[PlainText, re.Match[str]], Any]] = {
    "dense": PlainText._dense,
    "array": PlainText._array,
    "flags": PlainText._flags,
    "float": PlainText._float,
    "integer": PlainText._integer,
    "string": PlainText._string,
    "symbol": PlainText._symbol_ref,
    "list": PlainText._list,
    "dictionary": PlainText._dictionary,
    "type": PlainText._type,
    "word": PlainText._word,
    "symbol_of_dialect": PlainText._symbol_of_dialect,
}
"""What reads an attribute that begins in one of these ways."""


def _listed_types(text: str) -> list[Type]:
    return [plain_types[name] for name in text.split(", ")] if text else []
