"""What the rules of `stablehlo.lark` do: for each rule the function of its name.

The parts of formats give what their directives (`directives.py`) then bring into the operation's state. Errors about
them carry the name of the operation that is being read, as MLIR's do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import conv_dimensions
from sdyopt.dialects.stablehlo.conv_dimensions import DimensionList
from sdyopt.dialects.stablehlo.parameters import EnumReader, WholeAttribute, Word
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.state import ValueUse


class TypeAt(NamedTuple):
    """A type, and where it stands."""

    type: Type
    offset: int


class TypesAt(NamedTuple):
    """Types, and where the first of them stands."""

    types: list[Type]
    offset: int


class Range(NamedTuple):
    """`start:limit:stride`."""

    start: int
    limit: int
    stride: int


def custom_op_prefix(parser: Any) -> str:
    """What MLIR's errors about an operation's own format begin with."""
    return f"custom op '{parser.operation.name}' "


# Bodies of attributes and types.


def token_body(parser: Any) -> None:
    return None


def enum_body(parser: Any, token: str) -> Word:
    return Word(token, parser.start)


def bracketed_enum_word(parser: Any, token: str) -> Attribute:
    """The attribute is complete with its word."""
    definition = next(value for value in reversed(parser.stack) if isinstance(value, AttributeDef))
    assert issubclass(definition.cls, s.EnumAttr)
    return EnumReader(definition.cls)(Word(token, parser.start))


def bracketed_enum_body(parser: Any, attribute: Attribute) -> Attribute:
    return attribute


def conv_body(parser: Any, numbers: s.ConvDimensionNumbers) -> s.ConvDimensionNumbers:
    return numbers


def conv_dimensions_action(
    parser: Any, input: DimensionList, kernel: DimensionList, output: DimensionList
) -> s.ConvDimensionNumbers:
    return conv_dimensions.conv_dimension_numbers(input, kernel, output)


def input_dimensions_open(parser: Any) -> DimensionList:
    return DimensionList("bf")


def kernel_dimensions_open(parser: Any) -> DimensionList:
    return DimensionList("io")


def dimension_name(parser: Any, name: str) -> None:
    """Each is looked at where it stands."""
    listed = _innermost_dimensions(parser)
    wrong = listed.refusal(name)
    if wrong is not None:
        raise parser.error(wrong, parser.start)
    listed.add(name)


def _innermost_dimensions(parser: Any) -> DimensionList:
    """The list of dimensions that is being read."""
    return next(value for value in reversed(parser.stack) if isinstance(value, DimensionList))


def dimension_names(parser: Any, *names: None) -> DimensionList:
    """All names of a list, which have been looked at."""
    listed = _innermost_dimensions(parser)
    if listed.missing_letters:
        message = f"Expected dimensions {', '.join(listed.missing_letters)} not specified"
        raise parser.error(message, parser.next_token)
    return listed


def dimension_list(parser: Any, listed: DimensionList, names: DimensionList | None) -> DimensionList:
    if names is None:
        message = f"Expected dimensions {', '.join(listed.missing_letters)} not specified"
        raise parser.error(message, parser.last_end - 1)
    message = listed.missing_spatial_dimensions()
    if message:
        raise parser.error(message, parser.next_token)
    return listed


def future_body(parser: Any, *types: Type) -> TypesAt:
    return TypesAt(list(types), parser.start)


# Parts of formats.


def type_at(parser: Any, type: Type) -> TypeAt:
    return TypeAt(type, parser.start)


def types_at(parser: Any, *types: Type) -> TypesAt:
    return TypesAt(list(types), parser.start)


def enum_value(parser: Any, token: str) -> Word:
    return Word(token, parser.start, custom_op_prefix(parser))


def enum_attribute(parser: Any, attribute: Attribute) -> WholeAttribute:
    return WholeAttribute(attribute, parser.start, custom_op_prefix(parser))


def precision_word(parser: Any, token: str) -> Attribute:
    """Each word is looked at where it stands."""
    return _precision(Word(token, parser.start, custom_op_prefix(parser)))


_precision = EnumReader(s.Precision)


def precision_list(parser: Any, *values: Attribute) -> a.ArrayAttr:
    return a.ArrayAttr(values)


def uses_with_commas(parser: Any, *uses: ValueUse) -> list[ValueUse]:
    return list(uses)


def dot_dimensions(
    parser: Any,
    lhs_batching: s.Dimensions | None,
    rhs_batching: s.Dimensions | None,
    lhs_contracting: s.Dimensions,
    rhs_contracting: s.Dimensions,
) -> s.DotDimensionNumbers:
    return s.DotDimensionNumbers(lhs_batching or (), rhs_batching or (), lhs_contracting, rhs_contracting)


def precision(parser: Any, values: Attribute | None) -> Attribute | None:
    return values


def precision_and_algorithm(
    parser: Any, values: Attribute | None, algorithm: Attribute | None
) -> tuple[Attribute | None, Attribute | None]:
    return values, algorithm


class WindowAttribute(NamedTuple):
    """One entry of `window = {…}`, by its keyword."""

    keyword: str
    value: Any


def window_keyword(parser: Any) -> str:
    """A keyword of `window = {…}`, none of which may return."""
    keyword: str = parser.stack[parser.base]
    for value in reversed(parser.stack[: parser.base]):
        if value == "{":
            break
        entries = value if isinstance(value, list) else [value]
        if any(isinstance(entry, WindowAttribute) and entry.keyword == keyword for entry in entries):
            return unknown_window_keyword(parser, keyword)
    return keyword


def unknown_window_keyword(parser: Any, word: str) -> str:
    raise parser.error(f"Unexpected keyword {word}", parser.next_token)


def window_attribute(parser: Any, keyword: str, value: Any) -> WindowAttribute:
    return WindowAttribute(keyword, value)


def window_attributes(parser: Any, *attributes: WindowAttribute) -> dict[str, Any]:
    return dict(attributes)


WINDOW_KEYWORDS = {
    "window_strides": "stride",
    "padding": "pad",
    "lhs_dilation": "lhs_dilate",
    "rhs_dilation": "rhs_dilate",
    "window_reversal": "reverse",
}


def padding_rows(parser: Any, *rows: s.Dimensions) -> list[s.Dimensions]:
    return list(rows)


def padding_row(parser: Any, row: s.Dimensions) -> s.Dimensions:
    if len(row) != 2:
        message = f"Expected array with 2 elements, got {len(row)} elements instead"
        raise ParseError(custom_op_prefix(parser) + message, parser.next_token)
    return row


def slice_ranges(parser: Any, *ranges: Range) -> list[Range]:
    return list(ranges)


def slice_range(parser: Any, start: int, limit: int, stride: int | None) -> Range:
    return Range(start, limit, 1 if stride is None else stride)


def exponent_mantissa(parser: Any, token: str) -> Word:
    return Word(token, parser.start, custom_op_prefix(parser))


def lower_flag(parser: Any, flag: Attribute | None) -> Attribute | None:
    return flag


def integer_flag(parser: Any, literal: str) -> a.BoolAttr:
    """A number of one bit."""
    value = short_integer(literal)
    if value not in (-1, 0, 1):
        raise ParseError("integer constant out of range for attribute", parser.start)
    return a.TRUE if value else a.FALSE


def barrier_operands(parser: Any, *parts: Any) -> tuple[list[ValueUse], TypesAt | None]:
    """The operands and, unless there are none, their types."""
    if not parts:
        return [], None
    *uses, types = parts
    return uses, types


ACTIONS: dict[str, Callable[..., Any]] = {
    "token_body": token_body,
    "enum_body": enum_body,
    "bracketed_enum_body": bracketed_enum_body,
    "bracketed_enum_word": bracketed_enum_word,
    "conv_body": conv_body,
    "conv_dimensions": conv_dimensions_action,
    "input_dimensions_open": input_dimensions_open,
    "kernel_dimensions_open": kernel_dimensions_open,
    "dimension_name": dimension_name,
    "dimension_names": dimension_names,
    "dimension_list": dimension_list,
    "future_body": future_body,
    "type_at": type_at,
    "types_at": types_at,
    "enum_value": enum_value,
    "enum_attribute": enum_attribute,
    "uses_with_commas": uses_with_commas,
    "dot_dimensions": dot_dimensions,
    "precision": precision,
    "precision_word": precision_word,
    "precision_list": precision_list,
    "precision_and_algorithm": precision_and_algorithm,
    "window_keyword": window_keyword,
    "unknown_window_keyword": unknown_window_keyword,
    "window_attribute": window_attribute,
    "window_attributes": window_attributes,
    "padding_rows": padding_rows,
    "padding_row": padding_row,
    "slice_ranges": slice_ranges,
    "slice_range": slice_range,
    "exponent_mantissa": exponent_mantissa,
    "lower_flag": lower_flag,
    "integer_flag": integer_flag,
    "barrier_operands": barrier_operands,
}
