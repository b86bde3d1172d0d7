"""The parts of StableHLO's formats in the spelling of printers, read without the grammar: see `syntax.plain_text`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.conv_dimensions import conv_dimension_numbers, dimension_list
from sdyopt.dialects.stablehlo.grammar_actions import WINDOW_KEYWORDS, Range, TypeAt, TypesAt
from sdyopt.dialects.stablehlo.parameters import EnumReader, Parameter, WholeAttribute, Word
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.types import FunctionType
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.numbers import float_bits
from sdyopt.ods.patterns import pattern
from sdyopt.ods.state import FormatError, ValueUse

NOWHERE = 0
"""Where things stand matters for errors, and those are left to the grammar."""

_ONE_WORD, _ONE_RANGE = r"[A-Za-z_]\w*+", r"\d{1,18}:\d{1,18}(?::\d{1,18})?"
_WORD = pattern(rf'({_ONE_WORD}|"{_ONE_WORD}") ?', re.ASCII)
_TRUTH = pattern(r"(true|false)\b ?")
_WORDS = pattern(rf"\[({_ONE_WORD}(?:, {_ONE_WORD})*+)?\] ?", re.ASCII)
_RANGES = pattern(rf"\[({_ONE_RANGE}(?:, {_ONE_RANGE})*+)?\] ?", re.ASCII)
_ONE_DIMENSION, _ONE_ROW = r"(?:[a-z]|\d{1,9})", r"-?\d{1,18}, -?\d{1,18}"
_DIMENSIONS = rf"\[({_ONE_DIMENSION}(?:, {_ONE_DIMENSION})*+)\]"
_CONV_DIMENSIONS = pattern(rf"{_DIMENSIONS}x{_DIMENSIONS}->{_DIMENSIONS} ?", re.ASCII)
_ROWS = pattern(rf"\[\[({_ONE_ROW}(?:\], \[{_ONE_ROW})*+)\]\] ?", re.ASCII)
_SIGN = pattern(r"([a-z_]++) = ")
_BOUNDS = pattern(r"<((?:\?|\d{1,18})(?:, (?:\?|\d{1,18}))*+)>", re.ASCII)
_FLOAT = pattern(r"(\d+\.\d*(?:[eE][-+]?\d+)?)", re.ASCII)
_FLAGS = pattern(r"\[((?:true|false)(?:, (?:true|false))*+)\] ?")


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


def enum_value(text: Any) -> Word | WholeAttribute:
    if text.text.startswith("#", text.place):
        return WholeAttribute(text.attribute(), NOWHERE, "")
    return _word(text)


def _word(text: Any) -> Word:
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


_precision = EnumReader(s.Precision)


def precision(text: Any) -> Attribute | None:
    if not text.has(", precision ="):
        return None
    words = text.match(_WORDS)[1]
    return a.ArrayAttr(tuple([_precision(Word(word, NOWHERE)) for word in words.split(", ")] if words else ()))


def precision_and_algorithm(text: Any) -> tuple[Attribute | None, Attribute | None]:
    return precision(text), text.body("#stablehlo.dot_algorithm") if text.has(", algorithm =") else None


def conv_dimensions(text: Any) -> s.ConvDimensionNumbers:
    lists = [listed.split(", ") for listed in text.match(_CONV_DIMENSIONS).groups()]
    return conv_dimension_numbers(*map(dimension_list, ("bf", "io", "bf"), lists))


def window_attributes(text: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while not text.text.startswith("}", text.place):
        keyword = text.match(_WORD)[1]
        if keyword in found or keyword not in _WINDOW_VALUES:
            raise FormatError(f"Unexpected keyword {keyword}", NOWHERE)
        text.literal("=")
        found[keyword] = _WINDOW_VALUES[keyword](text)
        if not text.has(","):
            break
    return found


def _rows(text: Any) -> list[tuple[int, ...]]:
    return [tuple(map(int, row.split(", "))) for row in text.match(_ROWS)[1].split("], [")]


def _flags(text: Any) -> tuple[bool, ...]:
    return tuple([flag == "true" for flag in text.match(_FLAGS)[1].split(", ")])


def _integers(text: Any) -> tuple[int, ...]:
    numbers: tuple[int, ...] = text.integer_list()
    return numbers


_WINDOW_VALUES = dict.fromkeys(WINDOW_KEYWORDS.values(), _integers) | {"pad": _rows, "reverse": _flags}


def slice_ranges(text: Any) -> list[Range]:
    ranges = text.match(_RANGES)[1]
    return [_range(*bounds.split(":")) for bounds in ranges.split(", ")] if ranges else []


def _range(start: str, limit: str, stride: str = "1") -> Range:
    return Range(int(start), int(limit), int(stride))


def lower_flag(text: Any) -> Attribute | None:
    if not text.has(", lower ="):
        return None
    return a.TRUE if text.match(_TRUTH)[1] == "true" else a.FALSE


# Bodies of attributes.


def parameters_body(cls: type[Attribute]) -> Callable[[Any], tuple[Parameter, ...]]:
    """What reads the parameters of an attribute all of which are lists of dimensions, but one."""

    def read(text: Any) -> tuple[Parameter, ...]:
        found: list[Parameter] = []
        text.literal("<")
        while not text.has(">"):
            if found:
                text.literal(",")
            name = text.match(_SIGN)[1]
            if name not in cls.fields or any(name == other.name for other in found):
                raise FormatError(f"duplicate or unknown struct parameter name: {name}", NOWHERE)
            value = int(text.integer()) if name == "index_vector_dim" else text.integer_list()
            found.append(Parameter(name, value))
        return tuple(found)

    return read


def conv_body(text: Any) -> s.ConvDimensionNumbers:
    text.literal("<")
    numbers = conv_dimensions(text)
    text.literal(">")
    return numbers


def bounds_body(text: Any) -> s.TypeExtensions:
    bounds = text.match(_BOUNDS)[1].split(", ")
    return s.TypeExtensions(tuple([None if bound == "?" else int(bound) for bound in bounds]))


def result_accuracy_body(text: Any) -> s.ResultAccuracy:
    text.literal("<")
    atol, rtol = _tolerance(text, "atol ="), _tolerance(text, "rtol =")
    ulps = 0
    if text.has("ulps ="):
        ulps = int(text.integer())
        text.literal(",")
    text.literal("mode =")
    mode = text.attribute()
    text.literal(">")
    if not isinstance(mode, s.ResultAccuracyMode):
        raise FormatError("invalid kind of attribute specified", NOWHERE)
    return s.ResultAccuracy(atol, rtol, ulps, mode)


def _tolerance(text: Any, sign: str) -> int:
    if not text.has(sign):
        return 0
    bits = float_bits(text.match(_FLOAT)[1], FLOAT_FORMATS["f64"])
    text.literal(",")
    return bits


READERS: dict[str, Callable[[Any], Any]] = {
    "type_at": type_at,
    "types_at": types_at,
    "enum_value": enum_value,
    "exponent_mantissa": _word,
    "uses_with_commas": uses_with_commas,
    "dot_dimensions": dot_dimensions,
    "precision": precision,
    "precision_and_algorithm": precision_and_algorithm,
    "slice_ranges": slice_ranges,
    "lower_flag": lower_flag,
    "conv_dimensions": conv_dimensions,
    "window_attributes": window_attributes,
    "dot_body": parameters_body(s.DotDimensionNumbers),
    "gather_body": parameters_body(s.GatherDimensionNumbers),
    "scatter_body": parameters_body(s.ScatterDimensionNumbers),
    "conv_body": conv_body,
    "bounds_body": bounds_body,
    "result_accuracy_body": result_accuracy_body,
}
