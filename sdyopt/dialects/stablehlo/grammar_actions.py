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
from sdyopt.dialects.stablehlo.parameters import Literal, Parameter, Parameters
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.state import ValueUse


class Word(NamedTuple):
    """One case of an enumeration, where it stands, and what comes before what is said about it."""

    text: str
    offset: int
    prefix: str = ""


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
    return Word(token, parser.last_end - len(token))


def parameters(parser: Any, *items: Parameter) -> Parameters:
    return Parameters(items, parser.start, parser.last_end - 1)


def parameter(parser: Any, name: str, value: Any) -> Parameter:
    return Parameter(name, value, parser.start, parser.offset_of(1), parser.offset_of(2))


def parameter_literal(parser: Any, text: str) -> Literal:
    return Literal(text, parser.start)


def sub_axis_info(parser: Any, pre_size: str, size: str) -> s.SubAxisInfo:
    numbers = [Literal(text, parser.offset_of(index)).integer() for text, index in ((pre_size, 1), (size, 3))]
    return s.SubAxisInfo(*numbers)


def parameter_list(parser: Any, *elements: Any) -> list[Any]:
    return list(elements)


bounds_body = parameter_list


def unknown_bound(parser: Any) -> None:
    return None


def conv_body(parser: Any, numbers: s.ConvDimensionNumbers) -> s.ConvDimensionNumbers:
    return numbers


def conv_dimensions_action(
    parser: Any, input: DimensionList, kernel: DimensionList, output: DimensionList
) -> s.ConvDimensionNumbers:
    return conv_dimensions.conv_dimension_numbers(input, kernel, output)


def dimension_list(parser: Any, *names: DimensionName) -> DimensionList:
    return DimensionList(names, parser.last_end - 1, parser.next_token)


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


def enum_attribute(parser: Any, attribute: Attribute) -> Attribute:
    return attribute


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
    parser: Any, values: list[Any] | None, algorithm: Parameters | None
) -> tuple[list[Any] | None, Parameters | None]:
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


def window_attributes(parser: Any, *attributes: WindowAttribute) -> list[WindowAttribute]:
    return list(attributes)


def padding_rows(parser: Any, *rows: s.Dimensions) -> list[s.Dimensions]:
    return list(rows)


def padding_row(parser: Any, row: s.Dimensions) -> s.Dimensions:
    if len(row) != 2:
        message = f"Expected array with 2 elements, got {len(row)} elements instead"
        raise ParseError(custom_op_prefix(parser) + message, parser.next_token)
    return row


def slice_ranges(parser: Any, *ranges: Range) -> list[Range]:
    return list(ranges)


def slice_range(parser: Any, start: str, limit: str, stride: str | None) -> Range:
    places = [parser.offset_of(index) for index in (0, 2)] + ([] if stride is None else [parser.offset_of(4)])
    texts = [start, limit] + ([] if stride is None else [stride])
    numbers = [Literal(text, place).integer() for text, place in zip(texts, places, strict=True)]
    return Range(numbers[0], numbers[1], numbers[2] if stride is not None else 1)


def exponent_mantissa(parser: Any, token: str) -> Word:
    return Word(token, parser.start, custom_op_prefix(parser))


def lower_flag(parser: Any, flag: Attribute | None) -> Attribute | None:
    return flag


def barrier_operands(parser: Any, *parts: Any) -> tuple[list[ValueUse], TypesAt | None]:
    """The operands and, unless there are none, their types."""
    if not parts:
        return [], None
    *uses, types = parts
    return uses, types


ACTIONS: dict[str, Callable[..., Any]] = {
    "token_body": token_body,
    "enum_body": enum_body,
    "parameters": parameters,
    "parameter": parameter,
    "parameter_literal": parameter_literal,
    "sub_axis_info": sub_axis_info,
    "parameter_list": parameter_list,
    "bounds_body": bounds_body,
    "unknown_bound": unknown_bound,
    "conv_body": conv_body,
    "conv_dimensions": conv_dimensions_action,
    "dimension_list": dimension_list,
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
    "barrier_operands": barrier_operands,
}
