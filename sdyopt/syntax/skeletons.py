"""Lines that differ from known ones only in tensor types and dense literals need no grammar either.

What remains of a line's shape without these is its skeleton. When the grammar has parsed a line, it shows which of the
types in its text are those of which operands and results; in another line with the same skeleton, in which the same
types are equal, they are so again. From that, `Skeletons` make up the `Statement` of a shape that was never met.

That holds as long as a line says all the types: operations whose result types are inferred, or that have a type which
is not among those of the text, are left to the grammar, and so are attributes that hold tensor types, but for dense
literals, which are read for their type as in the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType, UnrankedTensorType
from sdyopt.ods.definition import OpDef
from sdyopt.ods.literals import dense_elements
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.patterns import pattern
from sdyopt.syntax.actions.types import scalar_type
from sdyopt.syntax.lexer import SCALAR_TYPE
from sdyopt.syntax.statement import Statement

_SIZES = r"(?:\*x|(?:(?:\d{1,18}|\?)x)*)"

_CUT = pattern(
    rf'("(?:[^"\\]|\\.)*")|dense<([^<>"]*)>|(tensor<{_SIZES}(?:{SCALAR_TYPE}|complex<{SCALAR_TYPE}>)>)', re.ASCII
)
"""A string, which stays; what is between the brackets of a dense literal; a type."""

_TENSOR = pattern(rf"tensor<({_SIZES})(complex<)?({SCALAR_TYPE})>+", re.ASCII)

_TYPE, _DENSE = "\1", "\2"
"""What stands for a type and for a dense literal in a skeleton."""


class _Parts(NamedTuple):
    """A shape taken apart."""

    skeleton: str
    types: list[Type]
    equal: tuple[int, ...]
    """For each type the number of the first one that is the same."""
    literals: list[str]
    """The dense literals; the type behind each is that of the same number in `literal_types`."""
    literal_types: list[Type]


class _Literal(NamedTuple):
    """Where a dense literal goes: an entry of the properties, or of the discardable attributes."""

    name: str
    is_property: bool


class _Template(NamedTuple):
    """What the statements of a skeleton have in common, and for each of their types which of the text's it is."""

    statement: Statement
    operand_types: tuple[int, ...]
    result_types: tuple[int, ...]
    literals: tuple[_Literal, ...]


class Skeletons:
    """The skeletons that one parse has learnt for one default dialect."""

    def __init__(self) -> None:
        self._templates: dict[tuple[str, tuple[int, ...]], _Template | None] = {}

    def learn(self, shape: str, statement: Statement) -> None:
        """Remembers the skeleton of a shape that the grammar has parsed."""
        signature = statement.signature
        definition = signature.definition
        if statement.regions or not isinstance(definition, OpDef) or definition.infer is not None:
            return
        parts = _taken_apart(shape)
        if parts is not None and (key := (parts.skeleton, parts.equal)) not in self._templates:
            self._templates[key] = _template(statement, parts)

    def statement(self, shape: str) -> Statement | None:
        """The statement of a shape with a known skeleton, if what is special in it is in order."""
        parts = _taken_apart(shape)
        template = None if parts is None else self._templates.get((parts.skeleton, parts.equal))
        if parts is None or template is None:
            return None
        known, types = template.statement, parts.types
        properties, attributes = known.signature.properties, known.signature.attributes
        if template.literals:
            values = _values(parts)
            if values is None:
                return None
            given = dict(zip(template.literals, values, strict=True))
            properties = _with_values(properties, True, given)
            attributes = _with_values(attributes, False, given)
        operand_types = tuple([types[number] for number in template.operand_types])
        result_types = tuple([types[number] for number in template.result_types])
        signature = Signature.of(known.signature.definition, operand_types, result_types, properties, attributes)
        return known._replace(signature=signature, operand_types=operand_types)


def _taken_apart(shape: str) -> _Parts | None:
    """The parts of `shape`; None if it has no type, or a literal whose type does not follow right away."""
    pieces = _CUT.split(shape)
    skeleton = [pieces[0]]
    types: list[Type] = []
    literals: list[str] = []
    literal_types: list[Type] = []
    awaits_type = False
    for index in range(1, len(pieces), 4):
        string, literal, type, text = pieces[index : index + 4]
        if awaits_type and (type is None or skeleton[-1] != " : "):
            return None
        if type is not None:
            meant = tensor_type(type)
            if meant is None:
                return None
            types.append(meant)
            skeleton += (_TYPE, text)
            if awaits_type:
                literal_types.append(types[-1])
            awaits_type = False
        elif literal is not None:
            literals.append(literal)
            skeleton += (_DENSE, text)
            awaits_type = True
        else:
            skeleton += (string, text)
    if awaits_type or not types:
        return None
    first = {type: number for number, type in reversed(tuple(enumerate(types)))}
    equal = tuple([first[type] for type in types])
    return _Parts("".join(skeleton), types, equal, literals, literal_types)


@cache
def tensor_type(text: str) -> Type | None:
    """The type that a text of the form in `_CUT` means; None if there is no such type."""
    found = _TENSOR.fullmatch(text)
    assert found is not None
    sizes, is_complex, name = found.groups()
    try:
        element = scalar_type(name)
    except ValueError:
        return None
    if not isinstance(element, (FloatType, IntegerType)):
        return None
    if is_complex:
        element = ComplexType(element)
    if sizes == "*x":
        return UnrankedTensorType(element)
    return RankedTensorType(tuple([DYNAMIC if size == "?" else int(size) for size in sizes.split("x")[:-1]]), element)


def _values(parts: _Parts) -> list[Attribute] | None:
    """What the dense literals mean; None if one of them is wrong."""
    try:
        return [dense_elements(*literal) for literal in zip(parts.literals, parts.literal_types, strict=True)]
    except LiteralError:
        return None


def _with_values(entries: DictionaryAttr, are_properties: bool, given: Mapping[_Literal, Attribute]) -> DictionaryAttr:
    """`entries` with the values that are `given` for them."""
    return DictionaryAttr(
        tuple([(name, given.get(_Literal(name, are_properties), value)) for name, value in entries.items()])
    )


def _template(statement: Statement, parts: _Parts) -> _Template | None:
    """What can be said of all lines that are like this one; None if that is not clear."""
    signature = statement.signature
    number = dict(zip(parts.types, parts.equal, strict=True))
    operand_types = [number.get(type, -1) for type in signature.operand_types]
    result_types = [number.get(type, -1) for type in signature.result_types]
    if {*operand_types, *result_types} != set(parts.equal):
        return None
    values = _values(parts)
    if values is None or len(set(values)) < len(values):
        return None
    places: dict[Attribute, _Literal] = {}
    for is_property, entries in ((True, signature.properties), (False, signature.attributes)):
        for name, value in entries.items():
            if value in values and value not in places:
                places[value] = _Literal(name, is_property)
            elif holds_tensor_type(value):
                return None
    if len(places) < len(values):
        return None
    literals = tuple([places[value] for value in values])
    return _Template(statement, tuple(operand_types), tuple(result_types), literals)


@cache
def holds_tensor_type(value: Attribute) -> bool:
    """Whether a tensor type is among what an attribute is made of."""
    work: list[Any] = [value]
    while work:
        part = work.pop()
        if isinstance(part, (RankedTensorType, UnrankedTensorType)):
            return True
        if isinstance(part, tuple):
            work += part
        elif isinstance(part, DictionaryAttr):
            work += [entry for _, entry in part.items()]
        elif isinstance(part, Attribute):
            work += [getattr(part, field) for field in type(part).fields]
    return False
