"""Shapes that differ only in tensor types, dense literals and callees are a family; one member is read.

What a format makes of its parts does not depend on what the types in it are, unless it refuses them: which operand has
which of the types, and which attributes there are, is the same for a whole family. It is found out with a member that
has a stand-in in each place, a type or a symbol that no program has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DenseElementsAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.signature import Signature
from sdyopt.ods.definition import OpDef
from sdyopt.ods.literals import dense_elements
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.patterns import pattern
from sdyopt.ods.spelling import spell
from sdyopt.syntax.plain_text import Unusual, plain_types
from sdyopt.syntax.statement import Statement

_PLACES = pattern(r'((?:dense<[^<>"\0\1]++> : tensor|tensor)<[\w?]++(?:<\w++>)?>|@[A-Za-z_][\w$.]*+(?=\())', re.ASCII)
"""The type of a ranked tensor, with a literal of that type before it or without; the symbol of what is called."""

_DENSE, _COLON = "dense<", "> : "
_SYMBOL = "@"

_PLACE = "\1"
"""What stands for one in what a family has in common."""

_TYPES = Statement._fields.index("operand_types")

_STAND_IN = "xui23"
"""What is in the types and symbols that stand in for others; each has a number of its own."""

Read = Callable[[str], Statement | None]


class _Property(NamedTuple):
    """An inherent attribute that is a dense literal or a symbol."""

    entry: int
    """Which of the properties it is."""
    place: int
    """Which of the family's places it comes from."""
    constraint: Any
    read: Callable[[str], Attribute]
    """Makes it of the text. Raises Unusual or LiteralError."""


class _Family(NamedTuple):
    """Where in the signature what stands in the places goes."""

    signature: Signature
    """That of the member with stand-ins."""
    names: tuple[Any, ...]
    """What statements say between the signature and the types of the operands, and, in `rest`, what they say behind."""
    rest: tuple[Any, ...]
    operands: tuple[int, ...]
    """For each operand the place of its type."""
    results: tuple[int, ...]
    given: tuple[_Property, ...]


class ShapeFamilies:
    """Reads shapes; `read` reads what has no family, and one member of each.

    A family is only looked for when its second member comes.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._known: dict[str, _Family | None] = {}
        self._met: set[str] = set()

    def statement(self, shape: str) -> Statement | None:
        """What a line of this shape says; None if the grammar is to read it."""
        parts = _PLACES.split(shape)
        if len(parts) == 1 or _PLACE in shape:
            return self._read(shape)
        common = _PLACE.join(parts[::2])
        try:
            family = self._known[common]
        except KeyError:
            if self._is_first(common):
                return self._read(shape)
            family = self._known[common] = self._family(parts)
        if family is None:
            return self._read(shape)
        try:
            signature = _signature(family, parts[1::2])
        except (Unusual, LiteralError):
            return self._read(shape)
        return Statement._make((signature, *family.names, signature.operand_types, *family.rest))

    def _is_first(self, common: str) -> bool:
        """Whether no member of the family has come before."""
        met = len(self._met)
        self._met.add(common)
        return len(self._met) > met

    def _family(self, parts: list[str]) -> _Family | None:
        """The family of a shape; None if that depends on what stands in the places."""
        texts = parts.copy()
        texts[1::2] = [_stand_in(text, place) for place, text in enumerate(parts[1::2])]
        statement = self._read("".join(texts))
        if statement is None:
            return None
        places: dict[Type, int] = {}
        symbols: dict[Attribute, int] = {}
        for place, text in enumerate(texts[1::2]):
            if text.startswith(_SYMBOL):
                symbols |= {_symbol_ref(text): place, _name(text): place}
            else:
                places[plain_types[text.rpartition(_COLON)[2]]] = place
        signature = statement.signature
        definition = signature.definition
        types = signature.operand_types + signature.result_types
        if not isinstance(definition, OpDef) or any(type not in places for type in types):
            return None
        given = []
        for entry, (name, value) in enumerate(signature.properties.entries):
            declared = definition.attributes_by_name.get(name)
            if declared is not None and isinstance(value, DenseElementsAttr) and value.type in places:
                given.append(_Property(entry, places[value.type], declared.constraint, _dense))
            elif declared is not None and value in symbols:
                read = _name if isinstance(value, StringAttr) else _symbol_ref
                given.append(_Property(entry, symbols[value], declared.constraint, read))
            elif _STAND_IN in spell(value):
                return None
        if _STAND_IN in spell(signature.attributes):
            return None
        texts_given = {place for place, text in enumerate(parts[1::2]) if text.startswith((_DENSE, _SYMBOL))}
        properties = {each.place for each in given}
        if properties != texts_given or len(properties | {places[type] for type in types}) < len(parts) // 2:
            return None  # Something has been made of what stands there.
        return _Family(
            signature,
            statement[1:_TYPES],
            statement[_TYPES + 1 :],
            tuple([places[type] for type in signature.operand_types]),
            tuple([places[type] for type in signature.result_types]),
            tuple(given),
        )


def _stand_in(text: str, place: int) -> str:
    """What stands in that place in the member that is read, instead of `text`."""
    if text.startswith(_SYMBOL):
        return f"{_SYMBOL}{_STAND_IN}.{place}"
    type = f"tensor<{place + 1}{_STAND_IN}>"
    return f"{_DENSE}{place}{_COLON}{type}" if text.startswith(_DENSE) else type


def _symbol(text: str) -> str:
    if not text.startswith(_SYMBOL):
        raise Unusual
    return text[len(_SYMBOL) :]


def _symbol_ref(text: str) -> Attribute:
    return SymbolRefAttr((_symbol(text),))


def _name(text: str) -> Attribute:
    return StringAttr(_symbol(text))


def _dense(text: str) -> Attribute:
    literal, _, type = text.rpartition(_COLON)
    if not literal:
        raise Unusual
    return dense_elements(literal[len(_DENSE) :], plain_types[type])


def _signature(family: _Family, texts: list[str]) -> Signature:
    """That of a member of the family. Raises Unusual or LiteralError if it is none, or something is wrong in it."""
    member, _, _, operands, results, given = family
    properties = member.properties
    if given:
        entries = list(properties.entries)
        for entry, place, constraint, read in given:
            value = read(texts[place])
            if not constraint.accepts(value):
                raise Unusual
            entries[entry] = (entries[entry][0], value)
            texts[place] = texts[place].rpartition(_COLON)[2]
        properties = DictionaryAttr(tuple(entries))
    return Signature.of(
        member.definition,
        tuple([plain_types[texts[place]] for place in operands]),
        tuple([plain_types[texts[place]] for place in results]),
        properties,
        member.attributes,
    )
