"""Shapes that are the same but for types of tensors and dense literals are a family, of which one member is read.

What a format makes of its parts does not depend on what the types in it are, unless it refuses them: which operand has
which of the types, and which attributes there are, is the same for a whole family. It is found out with a member that
has a stand-in in each place, a type that no program has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DenseElementsAttr, DictionaryAttr
from sdyopt.ir.signature import Signature
from sdyopt.ods.definition import OpDef
from sdyopt.ods.literals import dense_elements
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.patterns import pattern
from sdyopt.ods.spelling import spell
from sdyopt.syntax.plain_text import Unusual, plain_types
from sdyopt.syntax.statement import Statement

_PLACES = pattern(r'((?:dense<[^<>"\0\1]++> : tensor|tensor)<[\w?]++(?:<\w++>)?>)', re.ASCII)
"""The type of a ranked tensor, with a literal of that type before it or without."""

_DENSE, _COLON = "dense<", "> : "

_PLACE = "\1"
"""What stands for one in what a family has in common."""

_TYPES = Statement._fields.index("operand_types")

_STAND_IN = "xui23>"
"""How the types end that stand in for others; each has a size of its own."""

Read = Callable[[str], Statement | None]


class _DenseProperty(NamedTuple):
    """An inherent attribute that is a dense literal."""

    entry: int
    """Which of the properties it is."""
    place: int
    """Which of the family's places it comes from."""
    constraint: Any


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
    dense: tuple[_DenseProperty, ...]


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
        stand_ins = [f"tensor<{place + 1}{_STAND_IN}" for place in range(len(parts) // 2)]
        texts = parts.copy()
        texts[1::2] = [
            f"{_DENSE}{place}{_COLON}{stand_in}" if text.startswith(_DENSE) else stand_in
            for place, (text, stand_in) in enumerate(zip(parts[1::2], stand_ins, strict=True))
        ]
        statement = self._read("".join(texts))
        if statement is None:
            return None
        places: dict[Type, int] = {plain_types[text]: place for place, text in enumerate(stand_ins)}
        signature = statement.signature
        definition = signature.definition
        types = signature.operand_types + signature.result_types
        if not isinstance(definition, OpDef) or any(type not in places for type in types):
            return None
        dense = []
        for entry, (name, value) in enumerate(signature.properties.entries):
            declared = definition.attributes_by_name.get(name)
            if isinstance(value, DenseElementsAttr) and value.type in places and declared is not None:
                dense.append(_DenseProperty(entry, places[value.type], declared.constraint))
            elif _STAND_IN in spell(value):
                return None
        if _STAND_IN in spell(signature.attributes):
            return None
        with_literals = {place for place, text in enumerate(parts[1::2]) if text.startswith(_DENSE)}
        in_properties = {place for _, place, _ in dense}
        if in_properties != with_literals or in_properties | {places[type] for type in types} != {*places.values()}:
            return None  # Something has been made of what stands there.
        return _Family(
            signature,
            statement[1:_TYPES],
            statement[_TYPES + 1 :],
            tuple([places[type] for type in signature.operand_types]),
            tuple([places[type] for type in signature.result_types]),
            tuple(dense),
        )


def _signature(family: _Family, texts: list[str]) -> Signature:
    """That of a member of the family. Raises Unusual or LiteralError if it is none, or something is wrong in it."""
    member, _, _, operands, results, dense = family
    properties = member.properties
    if dense:
        entries = list(properties.entries)
        for entry, place, constraint in dense:
            literal, _, texts[place] = texts[place].rpartition(_COLON)
            if not literal:
                raise Unusual
            value: Attribute = dense_elements(literal[len(_DENSE) :], plain_types[texts[place]])
            if not constraint.accepts(value):
                raise Unusual
            entries[entry] = (entries[entry][0], value)
        properties = DictionaryAttr(tuple(entries))
    types = [plain_types[text] for text in texts]
    return Signature.of(
        member.definition,
        tuple([types[place] for place in operands]),
        tuple([types[place] for place in results]),
        properties,
        member.attributes,
    )
