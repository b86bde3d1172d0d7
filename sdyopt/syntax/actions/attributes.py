"""Attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ods.diagnostics import Hinted, Note, ParseError, Unknown, UnwantedToken
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.literals import dense_elements, float_attribute, integer_attribute, integer_value
from sdyopt.ods.numbers import LiteralError, short_integer
from sdyopt.ods.quoting import string_value
from sdyopt.ods.spelling import spell
from sdyopt.ods.tokens import token_start
from sdyopt.syntax.builder import UNREGISTERED, Builder, check_namespace
from sdyopt.syntax.dimensions import inside

LONGEST_STRIDE = (1 << 63) - 1
ACTIONS = (
    "alias_name",
    "type_alias_name",
    "define_alias",
    "define_type_alias",
    "attr_dict",
    "attr_dict_with_keyword",
    "properties",
    "dictionary",
    "entry",
    "entry_name",
    "number",
    "true",
    "false",
    "unit",
    "string",
    "type_attribute",
    "array",
    "dictionary_attribute",
    "dense",
    "dense_resource",
    "array_type",
    "dense_array",
    "array_element",
    "negative_truth",
    "affine_map",
    "strided",
    "strides",
    "stride_offset",
    "known_stride",
    "unknown_stride",
    "inline_location",
    "distinct_id",
    "distinct",
    "alias",
    "opaque_attribute",
    "declared_attribute",
    "read_attribute",
    "resource_key",
    "symbol_ref",
    "symbol_name",
    "integer",
    "integer_list",
    "number64",
    "minus_one",
    "zero",
    "boolean_list",
    "word",
    "string_literal",
)


def alias_name(parser: Builder, name: str) -> str:
    """The name of a new alias for an attribute or a location."""
    return _new_alias(parser, name, parser.attribute_aliases, "attribute")


def type_alias_name(parser: Builder, name: str) -> str:
    return _new_alias(parser, name, parser.type_aliases, "type")


def _new_alias(parser: Builder, name: str, known: Mapping[str, Attribute], kind: str) -> str:
    if name in known:
        raise UnwantedToken(f"redefinition of {kind} alias id '{name}'", parser.start)
    return name


def define_alias(parser: Builder, name: str, value: Attribute) -> None:
    parser.attribute_aliases[name] = value


def define_type_alias(parser: Builder, name: str, value: Type) -> None:
    parser.type_aliases[name] = value


def alias(parser: Builder, name: str) -> Attribute:
    known = parser.attribute_aliases.get(name)
    if known is None:
        raise parser.undefined_alias("#", name, parser.attribute_aliases)
    return known


def attr_dict(parser: Builder, entries: dict[str, Attribute] | None) -> dict[str, Attribute]:
    return {} if entries is None else entries


attr_dict_with_keyword = attr_dict


def properties(parser: Builder, attribute: Attribute) -> Attribute:
    """The properties of an operation in generic form. Whether they are some is told when all of it has been read."""
    return attribute


def dictionary(parser: Builder, *entries: tuple[str, Attribute, int]) -> dict[str, Attribute]:
    """Names and attributes, in the order of the text."""
    parser.check_nesting()
    found: dict[str, Attribute] = {}
    for name, value, offset in entries:
        if name in found:
            raise ParseError(f"duplicate key '{name}' in dictionary attribute", offset)
        found[name] = value
    if parser.dictionaries is not None:
        parser.dictionaries.learn(parser.start, parser.last_end, found)
    return found


def entry(parser: Builder, name: str, value: Attribute | None) -> tuple[str, Attribute, int]:
    return name, a.UNIT if value is None else value, parser.start


def entry_name(parser: Builder, token: str) -> str:
    name = string_value(token) if token[0] == '"' else token
    if not name:
        raise UnwantedToken("expected valid attribute name", parser.start)
    return name


def dictionary_attribute(parser: Builder, entries: dict[str, Attribute]) -> Attribute:
    return a.DictionaryAttr.of(entries)


def number(parser: Builder, literal: str, type: Type | None) -> Attribute:
    """A number with its type; without one an i64 or, with a point, an f64."""
    if "." in literal:
        type = t.FloatType("f64") if type is None else type
        if not isinstance(type, t.FloatType):
            raise ParseError("floating point value not valid for specified type", parser.next_token_or_end)
        return float_attribute(literal, type)
    try:
        return integer_attribute(literal, a.I64 if type is None else type)
    except LiteralError as error:
        raise literal_error(error, parser.start + (literal[0] == "-") * _blanks(parser)) from None


def _blanks(parser: Builder) -> int:
    """How many blanks stand between a minus and its number."""
    return token_start(parser.text, parser.start + 1) - parser.start - 1


def literal_error(error: LiteralError, offset: int) -> ParseError:
    """The error of a literal, at its place in the text."""
    place = offset + (error.offset or 0)
    return ParseError(error.message, place, [Note(note, place) for note in error.notes])


def true(parser: Builder) -> Attribute:
    return a.TRUE


def false(parser: Builder) -> Attribute:
    return a.FALSE


def unit(parser: Builder) -> Attribute:
    return a.UNIT


def string(parser: Builder, token: str, type: Type | None) -> Attribute:
    return a.StringAttr(string_value(token), None if isinstance(type, t.NoneType) else type)


def string_literal(parser: Builder, token: str) -> Attribute:
    return a.StringAttr(string_value(token))


def type_attribute(parser: Builder, type: Type) -> Attribute:
    return a.TypeAttr(type)


def array(parser: Builder, *elements: Attribute) -> Attribute:
    parser.check_nesting()
    return a.ArrayAttr(elements)


def dense(parser: Builder, token: str, type: Type) -> Attribute:
    """`dense<…>` or `sparse<…>`."""
    start = inside(token)
    read: Callable[[str, Type], Attribute] = dense_elements
    if token[0] == "s":
        from sdyopt.ods.sparse import sparse_elements as read
    try:
        return read(token[start:-1], type)
    except LiteralError as error:
        if error.offset is None:
            raise ParseError(error.message, parser.start) from None
        raise literal_error(error, parser.start + start) from None


def dense_resource(parser: Builder, key: str, type: Type) -> Attribute:
    if not isinstance(type, t.ShapedType):
        raise ParseError("`dense_resource` expected a shaped type", parser.offset_of(4))
    return a.DenseResourceAttr(key, type)


def resource_key(parser: Builder, token: str) -> str:
    return string_value(token) if token[0] == '"' else token


def array_type(parser: Builder, type: Type) -> Type:
    """The type of a dense array's elements."""
    if not isinstance(type, (t.IntegerType, t.FloatType)):
        raise ParseError(f"expected integer or float type, got: '{spell(type)}'", parser.start)
    if type is not a.I1 and _width(type) % 8:
        raise ParseError("element type bitwidth must be a multiple of 8", parser.start)
    return type


def dense_array(parser: Builder, opening: str, element_type: Type, *elements: int) -> Attribute:
    return a.DenseArrayAttr(element_type, elements)


def array_element(parser: Builder, element: Any) -> int:
    """The number for an element of a dense array, whose type stands behind what the array begins with."""
    stack = parser.stack
    index = parser.base - 1
    while not isinstance(stack[index], Type):
        index -= 1
    try:
        return _array_value(element, stack[index])
    except LiteralError as error:
        if error.offset is None:
            raise ParseError(error.message, parser.next_token_or_end) from None
        digits = token_start(parser.text, parser.start + 1) if error.offset else parser.start
        notes = [Note(note, digits) for note in error.notes]
        raise UnwantedToken(error.message, digits, notes) from None


def negative_truth(parser: Builder, minus: str, element: int) -> int:
    """As in MLIR the sign before the word of a truth value does not matter."""
    return element


def _width(type: Type) -> int:
    if isinstance(type, t.FloatType):
        return FLOAT_FORMATS[type.name].width
    return type.width if isinstance(type, t.IntegerType) else 64


def _array_value(element: Any, type: Type) -> int:
    """The number for an element of a dense array. Raises LiteralError in the words that MLIR has for these."""
    if isinstance(type, t.FloatType):
        if isinstance(element, a.BoolAttr):
            raise LiteralError("expected floating point literal")
        return float_attribute(element, type).bits
    if isinstance(element, a.BoolAttr):
        if type is not a.I1:
            raise LiteralError("expected i1 type for 'true' or 'false' values")
        return int(element.value)
    if "." in element:
        raise LiteralError("expected integer literal", len(element) - len(element.lstrip("-")))
    if type is a.I1:
        raise LiteralError("expected 'true' or 'false' values for i1 type", None)
    try:
        return integer_value(element, type)
    except LiteralError:
        raise LiteralError("integer constant out of range", None) from None


def affine_map(parser: Builder, attribute: Attribute) -> Attribute:
    """A map or an integer set; it has been read as one token."""
    return attribute


def strided(parser: Builder, strides: list[int | None], offset: list[int | None] | None) -> Attribute:
    return a.StridedLayoutAttr(tuple(strides), 0 if offset is None else offset[0])


def strides(parser: Builder, *strides: int | None) -> list[int | None]:
    return list(strides)


def stride_offset(parser: Builder, offset: int | None) -> list[int | None]:
    return [offset]


def known_stride(parser: Builder, literal: str) -> int:
    try:
        value = integer_value(literal, a.I64)
    except LiteralError:
        value = -LONGEST_STRIDE - 1
    if abs(value) > LONGEST_STRIDE:
        raise ParseError("expected a 64-bit signed integer or '?'", parser.start)
    return value


def unknown_stride(parser: Builder) -> None:
    """It is None."""


def inline_location(parser: Builder, location: Attribute) -> Attribute:
    return location


def distinct_id(parser: Builder, literal: str) -> int:
    if literal[0] == "-":
        raise parser.missing("expected distinct ID", parser.start)
    number = short_integer(literal)
    if number >= 1 << 64:
        raise ParseError("expected an unsigned 64-bit integer", parser.next_token_or_end)
    return number


def distinct(parser: Builder, number: int, referenced: Attribute | None) -> Attribute:
    parser.check_nesting()
    made = a.DistinctAttr(number, a.UNIT if referenced is None else referenced)
    known = parser.distinct_attributes.setdefault(number, made)
    if known is not made:
        raise ParseError(
            f"referenced attribute does not match previous definition: {spell(known.referenced)}", parser.start
        )
    return made


def opaque_attribute(parser: Builder, symbol: tuple[str, str, int], type: Type | None) -> Attribute:
    dialect, body, place = symbol
    check_namespace(dialect, place)
    if not parser.allow_unregistered:
        message = f'#"{dialect}"<"{body}"> : \'{"none" if type is None else spell(type)}\' attribute {UNREGISTERED}'
        raise ParseError(Hinted(message, Unknown(dialect, lambda: parser.registry.dialects, "#{}".format)), place)
    return a.OpaqueAttr(dialect, body, type)


def declared_attribute(parser: Builder, definition: AttributeDef, body: Any, type: Type | None) -> Attribute:
    """An attribute of a dialect, by its declaration. It may have a type behind it, which does not matter."""
    try:
        return body if definition.read is None else definition.read(body)
    except ValueError as error:
        raise ParseError(str(error), parser.start) from None


def read_attribute(parser: Builder, attribute: Attribute, type: Type | None) -> Attribute:
    """An attribute of a dialect that has been read by itself."""
    return attribute


def symbol_ref(parser: Builder, *path: str) -> Attribute:
    return a.SymbolRefAttr(tuple([_symbol(token) for token in path]))


def symbol_name(parser: Builder, token: str) -> Attribute:
    return a.StringAttr(_symbol(token))


def _symbol(token: str) -> str:
    return string_value(token[1:]) if token[1] == '"' else token[1:]


def integer(parser: Builder, literal: str) -> str:
    return literal


def integer_list(parser: Builder, *numbers: int) -> tuple[int, ...]:
    return numbers


def number64(parser: Builder, literal: str) -> int:
    """A signed integer of 64 bits."""
    value = short_integer(literal)
    if not -(1 << 63) <= value < 1 << 63:
        raise parser.error("integer value too large", parser.start)
    return value


def minus_one(parser: Builder) -> int:
    return -1


def zero(parser: Builder) -> int:
    return 0


def boolean_list(parser: Builder, *values: a.BoolAttr) -> tuple[bool, ...]:
    return tuple([value.value for value in values])


def word(parser: Builder, token: str) -> str:
    return token
