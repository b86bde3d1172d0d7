"""Attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import Hinted, Note, ParseError, UnknownName, UnwantedToken
from sdyopt.mlir.formats.follow_ups import AtStart
from sdyopt.mlir.formats.messages import amiss, any_attribute, missing, refused, wrong
from sdyopt.mlir.formats.syntax import Syntax, always, as_list, as_tuple, given, made
from sdyopt.mlir.literals.attributes import dense_elements, float_attribute, integer_attribute, integer_value
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import LiteralError, short_integer
from sdyopt.mlir.read.builder import UNREGISTERED, Builder, check_namespace
from sdyopt.mlir.read.dimensions import inside
from sdyopt.mlir.tokens import token_start
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import string_value


class Attributes(Syntax):
    """Attributes."""

    grammar = """
        alias_name: ATTRIBUTE_ALIAS
        type_alias_name: TYPE_ALIAS

        attr_dict: [dictionary]
        attr_dict_with_keyword: ["attributes" dictionary]

        dictionary: "{" (entry ("," entry)*)? "}"

        entry: entry_name ["=" attribute]
        entry_name: WORD | STRING

        ?attribute: INTEGER [":" type]              -> number
                 | FLOAT [":" type]                -> number
                 | "true"                          -> true
                 | "false"                         -> false
                 | "unit"                          -> unit
                 | STRING [":" type]               -> string
                 | type                            -> type_attribute
                 | "[" (attribute ("," attribute)*)? "]" -> array
                 | dictionary                      -> dictionary_attribute
                 | symbol_ref
                 | DENSE ":" type                  -> dense
                 | "dense_resource" "<" resource_key ">" ":" type -> dense_resource
                 | ARRAY_OPEN array_type (":" _array_elements)? ">" -> dense_array
                 | AFFINE_MAP                      -> affine_map
                 | "strided" "<" strides [stride_offset] ">" -> strided
                 | "loc" "(" location_body ")"     -> inline_location
                 | "distinct" "[" distinct_id "]" "<" [attribute] ">" -> distinct
                 | ATTRIBUTE_ALIAS                 -> alias
                 | OPAQUE_ATTRIBUTE [":" type]     -> opaque_attribute
                 | dialect_attribute

        distinct_id: INTEGER

        array_type: type
        strides: "[" (_stride ("," _stride)*)? "]"
        stride_offset: "," "offset" ":" _stride
        _stride: stride
        ?stride: INTEGER -> known_stride
               | "?"     -> unknown_stride

        _array_elements: array_item ("," array_item)*
        ?array_item: array_element
                   | MINUS array_truth -> negative_truth
        array_element: INTEGER | FLOAT | boolean
        array_truth: boolean -> array_element

        resource_key: WORD | STRING
        symbol_ref: SYMBOL ("::" SYMBOL)*
        symbol_name: SYMBOL

        ?integer: INTEGER
               | "true"  -> true // The width is checked later.
               | "false" -> false
        integer_list: "[" (number64 ("," number64)*)? "]"
        integer32_list: "[" (number32 ("," number32)*)? "]" -> integer_list
        number32: INTEGER
                | "true"  -> minus_one
                | "false" -> zero
        number64: INTEGER
                | "true"  -> minus_one // MLIR takes the words of booleans for numbers of one bit.
                | "false" -> zero
        ?boolean: "true" -> true | "false" -> false
        string_literal: STRING
    """
    messages = {
        "define_alias '='": missing("expected '=' in attribute alias definition"),
        "define_type_alias '='": missing("expected '=' in type alias definition"),
        "dictionary '}'": missing("expected '}' in attribute dictionary"),
        " dictionary": missing("expected '{' in attribute dictionary"),
        " entry": missing("expected attribute name"),
        "array ']'": missing("expected ',' or ']'"),
        "dense_resource '<'": missing("expected '<' after 'dense_resource'"),
        "dense_resource resource_key": wrong("expected identifier key for 'resource' entry"),
        "dense_array ':'": missing("expected ':' after dense array type"),
        "dense_array '>'": missing("expected '>' to close an array attribute"),
        " _array_elements": wrong("expected integer literal"),
        " array_truth": wrong("expected integer literal"),
        " array_item": wrong("expected integer literal"),
        "symbol_ref_star SYMBOL": amiss("expected nested symbol reference identifier"),
        "distinct '['": missing("expected '[' after 'distinct'"),
        "distinct distinct_id": missing("expected distinct ID"),
        "distinct ']'": missing("expected ']' to close distinct ID"),
        "distinct '<'": missing("expected '<' after distinct ID"),
        "distinct '>'": missing("expected '>' to close distinct attribute"),
        "strided '<'": missing("expected '<' after 'strided'"),
        "strided stride_offset": missing("expected ','"),
        " _stride": amiss("expected a 64-bit signed integer or '?'"),
        "stride_offset 'offset'": missing("expected 'offset' after comma"),
        "stride_offset ':'": missing("expected ':' after 'offset'"),
        "inline_location '('": missing("expected '(' in inline location"),
        "inline_location ')'": missing("expected ')' in inline location"),
        " attribute": missing("expected attribute value"),
        " symbol_ref": any_attribute(),
        " symbol_name": refused("expected valid '@'-identifier for symbol name"),
        " integer": any_attribute("i64"),
        " number32": refused("expected integer value"),
        " number64": refused("expected integer value"),
        " string_literal": any_attribute(),
    }
    follow_ups = {
        "array_type type": AtStart("expected an integer or floating point type"),
        "distinct attribute": "expected attribute",
    }

    true = always(a.TRUE)
    false = always(a.FALSE)
    unit = always(a.UNIT)
    type_attribute = made(a.TypeAttr)
    affine_map = given
    """A map or an integer set; it has been read as one token."""
    strides = as_list
    stride_offset = as_list
    unknown_stride = always(None)
    """It is None."""
    inline_location = given
    integer_list = as_tuple
    minus_one = always(-1)
    zero = always(0)

    @staticmethod
    def alias_name(builder: Builder, name: str) -> str:
        """The name of a new alias for an attribute or a location."""
        return _new_alias(builder, name, builder.attribute_aliases, "attribute")

    @staticmethod
    def type_alias_name(builder: Builder, name: str) -> str:
        return _new_alias(builder, name, builder.type_aliases, "type")

    @staticmethod
    def define_alias(builder: Builder, name: str, value: Attribute) -> None:
        builder.attribute_aliases[name] = value

    @staticmethod
    def define_type_alias(builder: Builder, name: str, value: Type) -> None:
        builder.type_aliases[name] = value

    @staticmethod
    def alias(builder: Builder, name: str) -> Attribute:
        known = builder.attribute_aliases.get(name)
        if known is None:
            raise builder.undefined_alias("#", name, builder.attribute_aliases)
        return known

    @staticmethod
    def attr_dict(builder: Builder, entries: dict[str, Attribute] | None) -> dict[str, Attribute]:
        return {} if entries is None else entries

    attr_dict_with_keyword = attr_dict

    @staticmethod
    def dictionary(builder: Builder, *entries: tuple[str, Attribute, int]) -> dict[str, Attribute]:
        """Names and attributes, in the order of the text."""
        builder.check_nesting()
        found: dict[str, Attribute] = {}
        for name, value, offset in entries:
            if name in found:
                raise ParseError(f"duplicate key '{name}' in dictionary attribute", offset)
            found[name] = value
        if builder.dictionaries is not None:
            builder.dictionaries.learn(builder.start, builder.last_end, found)
        return found

    @staticmethod
    def entry(builder: Builder, name: str, value: Attribute | None) -> tuple[str, Attribute, int]:
        return name, a.UNIT if value is None else value, builder.start

    @staticmethod
    def entry_name(builder: Builder, token: str) -> str:
        name = string_value(token) if token[0] == '"' else token
        if not name:
            raise UnwantedToken("expected valid attribute name", builder.start)
        return name

    @staticmethod
    def dictionary_attribute(builder: Builder, entries: dict[str, Attribute]) -> Attribute:
        return a.DictionaryAttr.of(entries)

    @staticmethod
    def number(builder: Builder, literal: str, type: Type | None) -> Attribute:
        """A number with its type; without one an i64 or, with a point, an f64."""
        if "." in literal:
            type = t.FloatType("f64") if type is None else type
            if not isinstance(type, t.FloatType):
                raise ParseError("floating point value not valid for specified type", builder.next_token_or_end)
            return float_attribute(literal, type)
        try:
            return integer_attribute(literal, a.I64 if type is None else type)
        except LiteralError as error:
            raise literal_error(error, builder.start + (literal[0] == "-") * _blanks(builder)) from None

    @staticmethod
    def string(builder: Builder, token: str, type: Type | None) -> Attribute:
        return a.StringAttr(string_value(token), None if isinstance(type, t.NoneType) else type)

    @staticmethod
    def string_literal(builder: Builder, token: str) -> Attribute:
        return a.StringAttr(string_value(token))

    @staticmethod
    def array(builder: Builder, *elements: Attribute) -> Attribute:
        builder.check_nesting()
        return a.ArrayAttr(elements)

    @staticmethod
    def dense(builder: Builder, token: str, type: Type) -> Attribute:
        """`dense<…>` or `sparse<…>`."""
        start = inside(token)
        read: Callable[[str, Type], Attribute] = dense_elements
        if token[0] == "s":
            from sdyopt.mlir.literals.sparse import sparse_elements as read
        try:
            return read(token[start:-1], type)
        except LiteralError as error:
            if error.offset is None:
                raise ParseError(error.message, builder.start) from None
            raise literal_error(error, builder.start + start) from None

    @staticmethod
    def dense_resource(builder: Builder, key: str, type: Type) -> Attribute:
        if not isinstance(type, t.ShapedType):
            raise ParseError("`dense_resource` expected a shaped type", builder.offset_of(4))
        return a.DenseResourceAttr(key, type)

    @staticmethod
    def resource_key(builder: Builder, token: str) -> str:
        return string_value(token) if token[0] == '"' else token

    @staticmethod
    def array_type(builder: Builder, type: Type) -> Type:
        """The type of a dense array's elements."""
        if not isinstance(type, (t.IntegerType, t.FloatType)):
            raise ParseError(f"expected integer or float type, got: '{text_of(type)}'", builder.start)
        if type is not a.I1 and _width(type) % 8:
            raise ParseError("element type bitwidth must be a multiple of 8", builder.start)
        return type

    @staticmethod
    def dense_array(builder: Builder, opening: str, element_type: Type, *elements: int) -> Attribute:
        return a.DenseArrayAttr(element_type, elements)

    @staticmethod
    def array_element(builder: Builder, element: Any) -> int:
        """The number for an element of a dense array, whose type stands behind what the array begins with."""
        try:
            return _array_value(element, builder.innermost(Type))
        except LiteralError as error:
            if error.offset is None:
                raise ParseError(error.message, builder.next_token_or_end) from None
            digits = token_start(builder.text, builder.start + 1) if error.offset else builder.start
            notes = [Note(note, digits) for note in error.notes]
            raise UnwantedToken(error.message, digits, notes) from None

    @staticmethod
    def negative_truth(builder: Builder, minus: str, element: int) -> int:
        """As in MLIR the sign before the word of a truth value does not matter."""
        return element

    @staticmethod
    def strided(builder: Builder, strides: list[int | None], offset: list[int | None] | None) -> Attribute:
        return a.StridedLayoutAttr(tuple(strides), 0 if offset is None else offset[0])

    @staticmethod
    def known_stride(builder: Builder, literal: str) -> int:
        try:
            value = integer_value(literal, a.I64)
        except LiteralError:
            value = -LONGEST_STRIDE - 1
        if abs(value) > LONGEST_STRIDE:
            raise ParseError("expected a 64-bit signed integer or '?'", builder.start)
        return value

    @staticmethod
    def distinct_id(builder: Builder, literal: str) -> int:
        if literal[0] == "-":
            raise builder.missing("expected distinct ID", builder.start)
        number = short_integer(literal)
        if number >= 1 << 64:
            raise ParseError("expected an unsigned 64-bit integer", builder.next_token_or_end)
        return number

    @staticmethod
    def distinct(builder: Builder, number: int, referenced: Attribute | None) -> Attribute:
        builder.check_nesting()
        made = a.DistinctAttr(number, a.UNIT if referenced is None else referenced)
        known = builder.distinct_attributes.setdefault(number, made)
        if known is not made:
            raise ParseError(
                f"referenced attribute does not match previous definition: {text_of(known.referenced)}", builder.start
            )
        return made

    @staticmethod
    def opaque_attribute(builder: Builder, symbol: tuple[str, str, int], type: Type | None) -> Attribute:
        dialect, body, place = symbol
        check_namespace(dialect, place)
        if not builder.allow_unregistered:
            message = (
                f'#"{dialect}"<"{body}"> : \'{"none" if type is None else text_of(type)}\' attribute {UNREGISTERED}'
            )
            raise ParseError(
                Hinted(message, UnknownName(dialect, lambda: builder.registry.namespaces, "#{}".format)), place
            )
        return a.OpaqueAttr(dialect, body, type)

    @staticmethod
    def declared_attribute(builder: Builder, definition: AttributeDef, body: Any, type: Type | None) -> Attribute:
        """An attribute of a dialect, by its declaration. It may have a type behind it, which does not matter."""
        try:
            return body if definition.read is None else definition.read(body)
        except ValueError as error:
            raise ParseError(str(error), builder.start) from None

    @staticmethod
    def read_attribute(builder: Builder, attribute: Attribute, type: Type | None) -> Attribute:
        """An attribute of a dialect that has been read by itself."""
        return attribute

    @staticmethod
    def symbol_ref(builder: Builder, *path: str) -> Attribute:
        return a.SymbolRefAttr(tuple([_symbol(token) for token in path]))

    @staticmethod
    def symbol_name(builder: Builder, token: str) -> Attribute:
        return a.StringAttr(_symbol(token))

    @staticmethod
    def number32(builder: Builder, literal: str) -> int:
        """A signed integer of 32 bits."""
        return _within(builder, literal, 32)

    @staticmethod
    def number64(builder: Builder, literal: str) -> int:
        """A signed integer of 64 bits."""
        return _within(builder, literal, 64)


LONGEST_STRIDE = (1 << 63) - 1


def _new_alias(builder: Builder, name: str, known: Mapping[str, Attribute], kind: str) -> str:
    if name in known:
        raise UnwantedToken(f"redefinition of {kind} alias id '{name}'", builder.start)
    return name


def _within(builder: Builder, literal: str, width: int) -> int:
    """The value of an integer literal. Raises ParseError if no signed integer of that width has it."""
    value = short_integer(literal)
    if not -(1 << (width - 1)) <= value < 1 << (width - 1):
        raise builder.error("integer value too large", builder.start)
    return value


def _blanks(builder: Builder) -> int:
    """How many blanks stand between a minus and its number."""
    return token_start(builder.text, builder.start + 1) - builder.start - 1


def literal_error(error: LiteralError, offset: int) -> ParseError:
    """The error of a literal, at its place in the text."""
    place = offset + (error.offset or 0)
    return ParseError(error.message, place, [Note(note, place) for note in error.notes])


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


def _symbol(token: str) -> str:
    return string_value(token[1:]) if token[1] == '"' else token[1:]
