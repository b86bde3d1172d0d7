"""From what the text of an attribute names to the attribute itself.

Which names there are, in what order they must come, and what is said when they do not is as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir.attribute import Attribute
from sdyopt.ods.diagnostics import Hinted, ParseError, Unknown
from sdyopt.ods.quoting import string_value


class Parameter(NamedTuple):
    """`name = value`."""

    name: str
    value: Any


class Word(NamedTuple):
    """One case of an enumeration, where it stands, and what comes before what is said about it."""

    text: str
    offset: int
    prefix: str = ""


class WholeAttribute(NamedTuple):
    """In a format an attribute where the word of an enumeration might stand."""

    attribute: Attribute
    offset: int
    prefix: str


def one_of(cls: type[Attribute]) -> str:
    """What is said where none of the names of an attribute's fields stands."""
    names = ", ".join([f"`{name}`" for name in cls.fields])
    return f"expected one of: {names}"


def with_parameters(cls: type[Attribute]) -> Callable[[tuple[Parameter, ...]], Attribute]:
    """What makes an attribute of its parameters: any of its fields, each at most once."""

    def read(parameters: tuple[Parameter, ...]) -> Attribute:
        attribute: Attribute = cls(**dict(parameters))
        return attribute

    return read


class EnumReader:
    """What reads an enumeration, of a word or, in formats, of the whole attribute."""

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
            message = f"expected {cls.type_name} to be one of: {', '.join(cls.cases)}"
            error = ParseError(Hinted(f"{word.prefix}{message}", Unknown(text, lambda: cls.cases)), word.offset)
            error.follow_up = word.prefix + unread_case(cls)
            raise error
        attribute: Attribute = cls(text)
        return attribute


def unread_case(cls: Any) -> str:
    """What MLIR reports where no case of an enumeration stands."""
    *_, dialect, name = cls.type_name.split("::")
    prefix = {"stablehlo": "StableHLO", "chlo": "CHLO"}[dialect]
    from sdyopt.ods.follow_ups import unread_parameter

    return unread_parameter(f"{prefix}_{name}Attr", "value", cls.type_name)


_conv_parameters = with_parameters(s.ConvDimensionNumbers)


def conv(body: tuple[Parameter, ...] | s.ConvDimensionNumbers) -> Attribute:
    """A convolution's dimensions, from the parameters behind `raw` or made of the three lists already."""
    return body if isinstance(body, s.ConvDimensionNumbers) else _conv_parameters(body)


def future(body: Any) -> Attribute:
    """A future of the types between the brackets."""
    try:
        return FutureType(tuple(body.types))
    except ValueError as error:
        raise ParseError(str(error), body.offset) from None
