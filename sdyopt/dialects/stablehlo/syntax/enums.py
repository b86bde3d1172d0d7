"""Enumerations: the bodies of their attributes, and their words in formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import Hinted, ParseError, UnknownName
from sdyopt.mlir.formats.elements import AttributeElement, Element, Group
from sdyopt.mlir.formats.follow_ups import unread_parameter
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax
from sdyopt.mlir.write.quoting import string_value


class Word(NamedTuple):
    """One case of an enumeration, where it stands, and what comes before messages about it."""

    text: str
    offset: int
    prefix: str = ""


class WholeAttribute(NamedTuple):
    """In a format an attribute where the word of an enumeration might stand."""

    attribute: Attribute
    offset: int
    prefix: str


class EnumReader:
    """Reads an enumeration from a word or, in formats, from the whole attribute."""

    __slots__ = ("cls",)

    def __init__(self, cls: type[s.EnumAttr]) -> None:
        self.cls = cls

    def __call__(self, word: Word | WholeAttribute) -> Attribute:
        cls = self.cls
        if isinstance(word, WholeAttribute):
            if not isinstance(word.attribute, cls):
                raise ParseError(f"{word.prefix}invalid kind of attribute specified", word.offset)
            return word.attribute
        text = string_value(word.text) if word.text[0] == '"' else word.text
        if text not in cls.cases:
            message = f"expected {cls.type_name()} to be one of: {', '.join(cls.cases)}"
            error = ParseError(Hinted(f"{word.prefix}{message}", UnknownName(text, lambda: cls.cases)), word.offset)
            error.follow_up = word.prefix + unread_case(cls)
            raise error
        attribute: Attribute = cls(text)
        return attribute


def unread_case(cls: Any) -> str:
    """Returns what MLIR reports where no case of an enumeration stands."""
    prefix = {"stablehlo": "StableHLO", "chlo": "CHLO"}[cls.dialect]
    return unread_parameter(f"{prefix}_{cls.__name__}Attr", "value", cls.type_name())


def _unread_case_of_attribute(context: ParseContext) -> str:
    return unread_case(context.innermost(AttributeDef).cls)


class EnumBodies(Syntax):
    """`LT`, or `<TOLERANCE>`."""

    grammar = """
        enum_body: WORD | STRING
        ?bracketed_enum_body: "<" bracketed_enum_word ">"
        bracketed_enum_word: WORD | STRING
    """
    follow_ups = {
        "enum_body * 0": _unread_case_of_attribute,
        "bracketed_enum_body bracketed_enum_word": _unread_case_of_attribute,
    }

    @staticmethod
    def enum_body(context: ParseContext, token: str) -> Word:
        return Word(token, context.start)

    @staticmethod
    def bracketed_enum_word(context: ParseContext, token: str) -> Attribute:
        """The attribute is complete with its word."""
        cls = context.innermost(AttributeDef).cls
        assert issubclass(cls, s.EnumAttr)
        return EnumReader(cls)(Word(token, context.start))


def word_in_format(context: ParseContext, token: str) -> Word:
    """Returns a word whose errors name the operation."""
    return Word(token, context.start, _prefix(context))


def _prefix(context: ParseContext) -> str:
    operation = context.operation
    assert isinstance(operation, OpDef)
    return f"custom op '{operation.name}' "


def _unread_case_in_format(context: ParseContext) -> str:
    definition: OpDef = context.symbol(0)
    assert definition.assembly_format is not None
    readers = list(_enum_readers(definition.assembly_format.elements))
    read = sum(isinstance(value, (Word, WholeAttribute)) for value in context.symbols)
    return unread_case(readers[min(read, len(readers) - 1)].cls)


def _enum_readers(elements: Sequence[Element]) -> Iterator[EnumReader]:
    for element in elements:
        if isinstance(element, Group):
            yield from _enum_readers(element.elements)
        elif isinstance(element, AttributeElement) and isinstance(element.constraint.read, EnumReader):
            yield element.constraint.read


class EnumValues(Syntax):
    """The word of an enumeration in a format, or the whole attribute."""

    grammar = """
        enum_value: WORD | STRING
                  | enum_symbol -> enum_attribute
        ?enum_symbol: dialect_attribute
                    | ATTRIBUTE_ALIAS -> alias
    """
    follow_ups = {"custom_op enum_value": _unread_case_in_format}

    @staticmethod
    def enum_value(context: ParseContext, token: str) -> Word:
        return word_in_format(context, token)

    @staticmethod
    def enum_attribute(context: ParseContext, attribute: Attribute) -> WholeAttribute:
        return WholeAttribute(attribute, context.start, _prefix(context))
