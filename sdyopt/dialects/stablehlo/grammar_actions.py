"""What the rules of `stablehlo.lark` do: for each rule the function of its name.

The parts of formats give what their directives (`directives.py`) then bring into the operation's state. Errors about
them carry the name of the operation that is being read, as MLIR's do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import conv_dimensions
from sdyopt.dialects.stablehlo.conv_dimensions import DimensionList, DimensionName
from sdyopt.dialects.stablehlo.parameters import WholeAttribute, Word
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ods.diagnostics import ParseError
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


def bracketed_enum_body(parser: Any, token: str) -> Word:
    return Word(token, parser.offset_of(1))


def conv_body(parser: Any, numbers: s.ConvDimensionNumbers) -> s.ConvDimensionNumbers:
    return numbers


def conv_dimensions_action(
    parser: Any, input: DimensionList, kernel: DimensionList, output: DimensionList
) -> s.ConvDimensionNumbers:
    try:
        return conv_dimensions.conv_dimension_numbers(input, kernel, output)
    except ParseError as error:
        raise parser.error(error.message, error.offset) from None


def _dimension_names(letters: str) -> Callable[..., DimensionList]:
    """The action for names that must be these letters, and numbers."""

    def action(parser: Any, *names: DimensionName) -> DimensionList:
        return conv_dimensions.dimension_list(names, letters, parser.next_token_or_end, parser.error)

    return action


def _no_dimensions(letters: str) -> Callable[..., DimensionList]:
    """The action for no names where there must be these letters."""

    def action(parser: Any) -> DimensionList:
        return conv_dimensions.dimension_list((), letters, parser.last_end - 1, parser.error)

    return action


def dimension_list(parser: Any, dimensions: DimensionList) -> DimensionList:
    message = conv_dimensions.missing_spatial_dimensions(dimensions.spatial)
    if message:
        raise parser.error(message, parser.next_token_or_end)
    return dimensions


def dimension_name(parser: Any, text: str) -> DimensionName:
    return DimensionName(text, parser.start)


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


def enum_list(parser: Any, *values: Any) -> list[Any]:
    return list(values)


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


def precision(parser: Any, values: list[Any] | None) -> list[Any] | None:
    return values


def precision_and_algorithm(
    parser: Any, values: list[Any] | None, algorithm: Attribute | None
) -> tuple[list[Any] | None, Attribute | None]:
    return values, algorithm


class WindowAttribute(NamedTuple):
    """One entry of `window = {…}` by its name in the declaration, and where its `=` stands."""

    name: str
    value: Any
    offset: int


def _window_action(name: str) -> Callable[[Any, Any], WindowAttribute]:
    def action(parser: Any, value: Any) -> WindowAttribute:
        return WindowAttribute(name, value, parser.offset_of(1))

    return action


def unknown_window_attribute(parser: Any, name: str) -> WindowAttribute:
    raise parser.error(f"Unexpected keyword {name}", parser.offset_of(1))


def window_attributes(parser: Any, *attributes: WindowAttribute) -> list[WindowAttribute]:
    names = set()
    for name, _, offset in attributes:
        if name in names:
            raise parser.error(f"Unexpected keyword {WINDOW_KEYWORDS[name]}", offset)
        names.add(name)
    return list(attributes)


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
    if len(literal) > _MAX_DIGITS or int(literal, 0) not in (-1, 0, 1):
        raise ParseError("integer constant out of range for attribute", parser.start)
    return a.TRUE if int(literal, 0) else a.FALSE


_MAX_DIGITS = 20
"""Longer numbers are out of range."""


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
    "conv_body": conv_body,
    "conv_dimensions": conv_dimensions_action,
    "dimension_list": dimension_list,
    "input_dimension_names": _dimension_names("bf"),
    "kernel_dimension_names": _dimension_names("io"),
    "no_input_dimensions": _no_dimensions("bf"),
    "no_kernel_dimensions": _no_dimensions("io"),
    "dimension_name": dimension_name,
    "future_body": future_body,
    "type_at": type_at,
    "types_at": types_at,
    "enum_value": enum_value,
    "enum_attribute": enum_attribute,
    "enum_list": enum_list,
    "uses_with_commas": uses_with_commas,
    "dot_dimensions": dot_dimensions,
    "precision": precision,
    "precision_and_algorithm": precision_and_algorithm,
    "window_attributes": window_attributes,
    "unknown_window_attribute": unknown_window_attribute,
    "window_strides": _window_action("window_strides"),
    "window_padding": _window_action("padding"),
    "window_lhs_dilation": _window_action("lhs_dilation"),
    "window_rhs_dilation": _window_action("rhs_dilation"),
    "window_reversal": _window_action("window_reversal"),
    "padding_rows": padding_rows,
    "padding_row": padding_row,
    "slice_ranges": slice_ranges,
    "slice_range": slice_range,
    "exponent_mantissa": exponent_mantissa,
    "lower_flag": lower_flag,
    "integer_flag": integer_flag,
    "barrier_operands": barrier_operands,
}
