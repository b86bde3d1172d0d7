"""The parts of StableHLO's formats in the spelling of printers, read without the grammar: see `syntax.plain_text`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.grammar_actions import Range, TypeAt, TypesAt
from sdyopt.dialects.stablehlo.parameters import Word, enum_reader
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.types import FunctionType
from sdyopt.ods.patterns import pattern
from sdyopt.ods.state import ValueUse

NOWHERE = 0
"""Where things stand matters for errors, and those are left to the grammar."""

_ONE_WORD, _ONE_RANGE = r"[A-Za-z_]\w*+", r"\d{1,18}:\d{1,18}(?::\d{1,18})?"
_WORD = pattern(rf"({_ONE_WORD}) ?", re.ASCII)
_TRUTH = pattern(r"(true|false)\b ?")
_WORDS = pattern(rf"\[({_ONE_WORD}(?:, {_ONE_WORD})*+)?\] ?", re.ASCII)
_RANGES = pattern(rf"\[({_ONE_RANGE}(?:, {_ONE_RANGE})*+)?\] ?", re.ASCII)


def _function_type(text: Any) -> FunctionType | None:
    if not text.text.startswith("(", text.place):
        return None
    inputs, results = text.function_type()
    return FunctionType(tuple(inputs), tuple(results))


def type_at(text: Any) -> TypeAt:
    type: Type | None = _function_type(text)
    return TypeAt(text.type() if type is None else type, NOWHERE)


def types_at(text: Any) -> TypesAt:
    type = _function_type(text)
    return TypesAt(text.some_types() if type is None else [type], NOWHERE)


def enum_value(text: Any) -> Word:
    return Word(text.match(_WORD)[1], NOWHERE)


def uses_with_commas(text: Any) -> list[ValueUse]:
    uses = []
    while not text.text[text.place : text.place + 1].isalpha():
        uses.append(text.value_use())
        text.literal(",")
    return uses


def dot_dimensions(text: Any) -> s.DotDimensionNumbers:
    batching: tuple[s.Dimensions, s.Dimensions] = ((), ())
    if text.has("batching_dims ="):
        batching = _pair(text)
        text.literal(",")
    text.literal("contracting_dims =")
    return s.DotDimensionNumbers(*batching, *_pair(text))


def _pair(text: Any) -> tuple[s.Dimensions, s.Dimensions]:
    first = text.integer_list()
    text.literal("x")
    return first, text.integer_list()


_precision = enum_reader(s.Precision)


def precision(text: Any) -> Attribute | None:
    if not text.has(", precision ="):
        return None
    words = text.match(_WORDS)[1]
    return a.ArrayAttr(tuple([_precision(Word(word, NOWHERE)) for word in words.split(", ")] if words else ()))


def precision_and_algorithm(text: Any) -> tuple[Attribute | None, Attribute | None]:
    return precision(text), None


def slice_ranges(text: Any) -> list[Range]:
    ranges = text.match(_RANGES)[1]
    return [_range(*bounds.split(":")) for bounds in ranges.split(", ")] if ranges else []


def _range(start: str, limit: str, stride: str = "1") -> Range:
    return Range(int(start), int(limit), int(stride))


def lower_flag(text: Any) -> Attribute | None:
    if not text.has(", lower ="):
        return None
    return a.TRUE if text.match(_TRUTH)[1] == "true" else a.FALSE


READERS: dict[str, Callable[[Any], Any]] = {
    "type_at": type_at,
    "types_at": types_at,
    "enum_value": enum_value,
    "exponent_mantissa": enum_value,
    "uses_with_commas": uses_with_commas,
    "dot_dimensions": dot_dimensions,
    "precision": precision,
    "precision_and_algorithm": precision_and_algorithm,
    "slice_ranges": slice_ranges,
    "lower_flag": lower_flag,
}
